"""`aligner align`: which ruling answers which."""

from __future__ import annotations

from typing import Any

import click

from aligner.commands.options import configuration, corpus_options, delimiter_option, jobs_option, output_options
from aligner.commands.outcome import leave, progress_line, spare_inputs, terminal_width
from aligner.report.alignment import FORMATS


@click.command()
@corpus_options
@output_options(*FORMATS)
@delimiter_option
@jobs_option
@click.option("--lines", is_flag=True, help="PATHs are two text files, one segment a line, in any two languages.")
def align(paths: tuple[str, ...], style: str, output: str, quiet: bool, lines: bool, **options: Any) -> None:
    """List the rulings with the group that each belongs to, the score and the method.

    \b
    aligner align otaria/
    aligner align otaria/ --format html --output otaria.html
    """
    from aligner import run
    from aligner.report import alignment, write

    config = configuration(options)
    with progress_line(quiet) as progress:
        corpus = (run.load_lines if lines else run.load)(paths, config, progress)
    spare_inputs(output, config, corpus.files)
    write(alignment.rendered(style, corpus, config, terminal_width(output)), output)
    leave(corpus, quiet)
