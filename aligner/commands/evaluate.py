"""`aligner evaluate`: how right the findings are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aligner.commands.options import configuration, corpus_options, output_options
from aligner.commands.outcome import leave, progress_line


@click.command()
@click.argument("labels", metavar="LABELS")
@corpus_options
@output_options("text", "csv", "json")
def evaluate(labels: str, paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Score the findings under PATH against LABELS: precision, recall and F1 by check and language.

    LABELS is a CSV file with the columns file, line, code, excerpt and note; `file` is relative to LABELS or to a PATH.
    Every check runs. Exit status 1: something labelled was missed, or something reported has no label.

    \b
    aligner evaluate corpus/labels.csv corpus
    """
    from aligner import evaluate, run
    from aligner.report import scores, write

    config = configuration(options)
    with progress_line(quiet) as progress:
        report = run.check(paths, config, progress)
    told, left_out = evaluate.read_labels(Path(labels), paths, report.corpus.pages)
    found = evaluate.evaluate(report.findings, told)
    write(scores.rendered(found, style), output, bom=style == "csv")
    if not quiet:
        if left_out:
            click.echo(f"aligner: left out {left_out} labels of files that are no part of the run", err=True)
        click.echo(scores.differences(found), err=True, nl=False)
    leave(report.corpus, quiet, not found.perfect)
