"""Run the command line: `aligner`, or `python -m aligner`."""

import gc

from aligner import interrupt


def main() -> None:
    """Import the commands and run them; who interrupts before they are at work gets no traceback."""
    interrupt.at_once()
    gc.set_threshold(100_000, 50, 100)  # what is imported stays, and to look through it again and again takes time
    from aligner import cli

    try:
        cli.main()
    except SystemExit as done:
        _end(done.code)
        raise


def _end(status: object) -> None:
    """End the process at once, if nothing is left to be done: to free the objects of a large run takes a second."""
    import atexit
    import os
    import sys
    import threading

    if not isinstance(status, int) or threading.active_count() > 1:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # what to say of it, and with which status, the interpreter knows
    atexit._run_exitfuncs()
    os._exit(status)


if __name__ == "__main__":
    main()
