"""Run the command line: `aligner`, or `python -m aligner`."""

import gc

from aligner import interrupt


def main() -> None:
    """Import the commands and run them; who interrupts before they are at work gets no traceback."""
    interrupt.at_once()
    gc.set_threshold(100_000, 50, 100)  # what is imported stays, and to look through it again and again takes time
    from aligner import cli

    cli.main()


if __name__ == "__main__":
    main()
