"""`aligner terms` and `aligner pages`: what was found and read, without a verdict."""

from __future__ import annotations

from typing import Any

import click

from aligner.commands.options import configuration, corpus_options, delimiter_option, output_options
from aligner.commands.outcome import leave, progress_line, spare_inputs


@click.command()
@corpus_options
@output_options("text", "csv", "json")
@delimiter_option
@click.option("--concept", metavar="NAME", help="Only this concept.")
@click.option("--occurrences", is_flag=True, help="A row an occurrence instead of a row a rendering.")
def terms(
    paths: tuple[str, ...], style: str, output: str, quiet: bool, concept: str | None, occurrences: bool, **options: Any
) -> None:
    """List every rendering of every concept: counts, share, first and last date, an example."""
    from aligner import run
    from aligner.report import listing, write

    config = configuration(options)
    with progress_line(quiet) as progress:
        corpus = run.load(paths, config, progress)
    spare_inputs(output, config, corpus.files)
    found = run.occurrences(corpus, concept and run.known_concept(concept, corpus.facts.glossary))
    columns = listing.OCCURRENCES if occurrences else listing.RENDERINGS
    rows = listing.occurrences(found) if occurrences else listing.renderings(found)
    write(listing.rendered(columns, rows, style, config.delimiter), output, bom=style == "csv")
    leave(corpus, quiet)


@click.command()
@corpus_options
@output_options("text", "csv", "json")
@delimiter_option
def pages(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Say what each page was taken for, and why; the corrected list goes back with `--pages`."""
    from aligner import run
    from aligner.report import listing, write

    config = configuration(options)
    with progress_line(quiet) as progress:
        corpus = run.load(paths, config, progress)
    spare_inputs(output, config, corpus.files)
    rows = listing.pages(corpus.aligned)
    write(listing.rendered(listing.PAGES, rows, style, config.delimiter), output, bom=style == "csv")
    leave(corpus, quiet)
