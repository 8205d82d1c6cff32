"""Run the command line with `python -m aligner`."""

from aligner.cli import main

main()
