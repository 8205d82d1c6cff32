"""`aligner diff`: what is new, fixed and still there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aligner.commands.options import configuration, delimiter_option, output_options, reading_options, selection_options
from aligner.commands.outcome import progress_line, spare_inputs

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.model import Finding
    from aligner.results import Corpus


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@reading_options
@selection_options
@click.option("--statistics", is_flag=True, default=None, help="Only the counts by check.")
@click.option("--show-all", is_flag=True, default=None, help="What is still there too, where text lists what changed.")
@output_options("text", "csv", "json")
@delimiter_option
def diff(old: str, new: str, style: str, output: str, quiet: bool, **options: Any) -> None:
    """Say which findings are new in NEW, which of OLD are fixed, and which are still there.

    OLD and NEW are reports of `aligner check`, as CSV or JSON, or folders of pages: two editions, which are checked. A
    finding is told again by its words, not by its line. Exit status 1: something is new from --fail-on on.

    \b
    aligner diff yesterday.csv today.csv
    aligner diff edition-2023/ edition-2024/
    """
    import sys

    from aligner import differences
    from aligner.report import differences as lines
    from aligner.report import write
    from aligner.report.verdict import fails

    config = configuration(options)
    spare_inputs(output, config)
    sides = [_side(path, config, quiet) for path in (old, new)]
    for _, corpus in sides:
        if corpus is not None:
            spare_inputs(output, config, corpus.files)
    roots = _roots(old, new) if all(corpus is not None for _, corpus in sides) else ("", "")
    changes = differences.compare(sides[0][0], sides[1][0], roots)
    write(lines.rendered(changes, style, config), output, bom=style == "csv")
    errors = [error for _, corpus in sides if corpus is not None for error in corpus.errors]
    for error in errors:
        click.echo(f"aligner: {error}", err=True)
    failing = any(one.what == differences.NEW and fails(one.finding, config) for one in changes)
    sys.exit(2 if errors else int(failing))


def _side(path: str, config: Config, quiet: bool) -> tuple[list[Finding], Corpus | None]:
    """Return the findings of a report, or those of pages with what was read; only the selected ones."""
    from dataclasses import replace

    from aligner import differences, run
    from aligner.model import Severity

    if differences.is_report(Path(path)):
        selected = run.selection(config) if config.select or config.ignore else None
        found = [one for one in differences.read_report(Path(path)) if selected is None or one.code in selected]
        return [one for one in found if Severity(one.severity).rank >= config.min_severity.rank], None
    with progress_line(quiet) as progress:
        result = run.check([path], replace(config, baseline="", decisions=()), progress)
    return list(result.findings), result.corpus


def _roots(old: str, new: str) -> tuple[str, str]:
    from aligner.reading.files import shown_name

    return shown_name(old), shown_name(new)
