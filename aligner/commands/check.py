"""`aligner check`: what is wrong with the pages."""

from __future__ import annotations

from typing import Any

import click

from aligner.commands.options import SEVERITIES, configuration, corpus_options, output_options, several
from aligner.commands.outcome import fails, leave, progress_line, spare_pages
from aligner.report import FORMATS


@click.command()
@corpus_options
@click.option("--select", metavar="CODES", callback=several, help="Only these checks: codes, families or names.")
@click.option("--ignore", metavar="CODES", callback=several, help="Not these checks.")
@click.option("--extend-select", metavar="CODES", callback=several, help="These checks too.")
@click.option("--min-severity", type=click.Choice(SEVERITIES), help="Leave out what matters less.")
@click.option("--fail-on", type=click.Choice([*SEVERITIES, "never"]), help="Exit 1 from here on [default: warning].")
@click.option("--statistics", is_flag=True, default=None, help="Only the counts by code and language.")
@click.option("--show-counterparts", is_flag=True, default=None, help="The other languages' texts below a finding.")
@output_options(*FORMATS)
def check(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Check the pages under PATH and report what is wrong with them.

    \b
    aligner check otaria/
    aligner check otaria/ --select LNG,TRM --format csv --output report.csv
    """
    from aligner import report, run

    config = configuration(options)
    with progress_line(quiet) as progress:
        result = run.check(paths, config, progress)
    spare_pages(result.corpus, output)
    report.write(report.rendered(style, result, config), output)
    if not quiet:
        click.echo(report.summary(result, run.occurrences(result.corpus)), err=True, nl=False)
    leave(result.corpus, quiet, any(fails(one.severity, config.fail_on) for one in result.findings))
