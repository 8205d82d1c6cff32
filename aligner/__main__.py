"""Run the command line: `aligner`, or `python -m aligner`."""

from aligner import interrupt


def main() -> None:
    """Import the commands and run them; who interrupts before they are at work gets no traceback."""
    interrupt.at_once()
    from aligner import cli

    cli.main()


if __name__ == "__main__":
    main()
