"""`aligner check`: what is wrong with the pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from aligner.commands import noting
from aligner.commands.noting import note_options
from aligner.commands.options import (
    cache_option,
    configuration,
    corpus_options,
    delimiter_option,
    jobs_option,
    output_options,
    selection_options,
)  # fmt: skip
from aligner.commands.outcome import apart, leave, progress_line, spare_inputs
from aligner.commands.watching import watch_option
from aligner.report import FORMATS

if TYPE_CHECKING:
    from aligner.results import Report


@click.command()
@corpus_options
@selection_options
@click.option("--statistics", is_flag=True, default=None, help="Only the counts by code and language.")
@click.option("--show-counterparts", is_flag=True, default=None, help="The other languages' texts below a finding.")
@click.option("--show-all", is_flag=True, default=None, help="Let text list known and ignored findings too.")
@click.option("--baseline", metavar="FILE", help="What stands in it is known, and no reason to fail.")
@click.option("--write-baseline", metavar="FILE", help="Write down the findings; with --baseline, bring it up to date.")
@click.option("--decisions", metavar="FILE", multiple=True, help="Decisions of a report: false alarms are ignored.")
@jobs_option
@click.option("--scheduler", metavar="ADDRESS", help="Let the workers of this scheduler of Dask check the documents.")
@cache_option
@note_options
@watch_option
@output_options(*FORMATS)
@delimiter_option
def check(
    paths: tuple[str, ...], style: str, output: str, quiet: bool, write_notes: str, overwrite: bool, **options: Any
) -> None:
    """Check the pages under PATH and report what is wrong with them.

    \b
    aligner check otaria/
    aligner check otaria/ --select LNG,TRM --format csv --output report.csv
    aligner check otaria/ --write-baseline baseline.json
    aligner check otaria/ --baseline baseline.json
    aligner check otaria/ --watch
    """
    from aligner import cache, report, run
    from aligner.report.verdict import exit_status

    config = configuration(options)
    if not config.cache:
        config = replace(config, cache=str(cache.users_folder()))
    if config.statistics and style not in ("text", "csv"):
        raise click.UsageError(f"--statistics makes text or csv, not {style}; leave one of the two out")
    if overwrite and not write_notes:
        raise click.UsageError("--overwrite is for --write-notes DIR; add it, or leave --overwrite out")
    apart(output, config.write_baseline)
    spare_inputs(output, config)
    with progress_line(quiet) as progress:
        # the summary and a workbook tell how consistent the renderings are; what is kept serves every later run
        counting = not quiet or style == "xlsx" or config.cache != "none"
        result = run.check(paths, config, progress, counting=counting)
    spare_inputs(output, config, result.corpus.files)
    spare_inputs(config.write_baseline, config, result.corpus.files, "baseline")
    report.write(report.pieces(style, result, config), output)
    if result.baseline:
        _keep(result, config.write_baseline, quiet)
    if write_notes:
        noting.write_notes(result, paths, config.exclude, write_notes, overwrite, quiet)
    if not quiet:
        click.echo(report.summary(result), err=True, nl=False)
    leave(result.corpus, quiet, exit_status(result, config) == 1)


def _keep(result: Report, file: str, quiet: bool) -> None:
    """Write the baseline, unless what could not be read would be missing from it."""
    from aligner import report

    if result.corpus.errors:
        click.echo(f"aligner: {file}: not written, since not everything could be read", err=True)
        return
    report.write(result.baseline, file)
    if not quiet:
        click.echo(f"aligner: {file}: written; the findings in it are known to --baseline {file}", err=True)
