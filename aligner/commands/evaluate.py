"""`aligner evaluate`: how right the findings are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aligner.commands.options import configuration, corpus_options, delimiter_option, output_options
from aligner.commands.outcome import leave, progress_line, spare_inputs

if TYPE_CHECKING:
    from aligner.config import Config


@click.command()
@click.argument("labels", metavar="LABELS")
@click.option(
    "--alignment", metavar="GOLD", multiple=True, help="Score an alignment instead; LABELS and PATH are two texts."
)
@corpus_options
@output_options("text", "csv", "json")
@delimiter_option
def evaluate(
    labels: str,
    paths: tuple[str, ...],
    alignment: tuple[str, ...],
    style: str,
    output: str,
    quiet: bool,
    **options: Any,
) -> None:
    """Score the findings under PATH against LABELS: precision, recall and F1 by check and language.

    LABELS is a CSV file with the columns file, line, code, excerpt and note; `file` is relative to LABELS or to a PATH.
    Every check runs. Exit status 1: something labelled was missed, or something reported has no label.

    LABELS may also be the decisions that were saved from the HTML report. They tell how many of the findings are true
    faults, not what was missed; findings without a decision take no part. Exit status 1: a false alarm is reported.

    With --alignment, two texts of one segment a line are aligned and scored against GOLD, strictly and laxly. GOLD has
    lines such as `[0, 1]:[0]:0.25`, as vecalign writes them. Several golds take two texts each, in their order.

    \b
    aligner evaluate corpus/labels.csv corpus
    aligner evaluate decisions.csv pages/
    aligner evaluate --alignment test.defr test.de test.fr
    """
    from dataclasses import replace

    from aligner import decisions as decided
    from aligner import evaluate, run
    from aligner.report import scores, write

    config = configuration(options)
    if alignment:
        spare_inputs(output, config)
        _alignment(alignment, (labels, *paths), config, style, output)
        return
    decisions = decided.read(Path(labels)) if decided.is_decisions(Path(labels)) else None
    plain = replace(config, ignores=(), baseline="", decisions=())  # what was waved through counts like the rest
    with progress_line(quiet) as progress:
        report = run.check(paths, plain, progress)
    spare_inputs(output, config, report.corpus.files)
    if decisions is not None:
        judged = evaluate.judged(report.findings, decisions)
        write(scores.rendered(judged, style, config.delimiter), output, bom=style == "csv")
        if not quiet:
            click.echo(scores.false_alarms(judged), err=True, nl=False)
        leave(report.corpus, quiet, bool(judged.false_alarms))
    told, left_out = evaluate.read_labels(Path(labels), paths, report.corpus.pages)
    found = evaluate.evaluate(report.findings, told)
    write(scores.rendered(found, style, config.delimiter), output, bom=style == "csv")
    if not quiet:
        if left_out:
            click.echo(f"aligner: left out {left_out} labels of files that are no part of the run", err=True)
        click.echo(scores.differences(found), err=True, nl=False)
    leave(report.corpus, quiet, not found.perfect)


def _alignment(golds: tuple[str, ...], files: tuple[str, ...], config: Config, style: str, output: str) -> None:
    from aligner import beads, encoding
    from aligner.report import listing, write

    rows = [one.row for one in beads.evaluate_files(golds, files, encoding.load_encoder(config.encoder))]
    write(listing.rendered(beads.COLUMNS, rows, style), output, bom=style == "csv")
