"""`aligner align`: which ruling answers which."""

from __future__ import annotations

from typing import Any

import click

from aligner.commands.options import configuration, corpus_options, output_options
from aligner.commands.outcome import leave, progress_line, spare_pages


@click.command()
@corpus_options
@output_options("text", "csv", "json")
def align(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """List the rulings with the group that each belongs to, the score and the method."""
    from aligner import run
    from aligner.report import listing, write

    with progress_line(quiet) as progress:
        corpus = run.load(paths, configuration(options), progress)
    spare_pages(corpus, output)
    write(listing.rendered(listing.GROUPS, listing.groups(corpus.aligned), style), output, bom=style == "csv")
    leave(corpus, quiet)
