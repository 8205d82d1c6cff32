"""What changed between two runs, as text, CSV or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from aligner.config import Config
from aligner.differences import CHANGES, STILL, Change, counts
from aligner.report import csv, listing

COLUMNS = ("change", *csv.COLUMNS)
COUNTS = ("code", "name", *CHANGES)


def rendered(changes: Sequence[Change], style: str, config: Config) -> str:
    """Return the changes, a row each, or only their counts by check; text has what changed and then the counts."""
    if style == "text":
        return _text(changes, config)
    if config.statistics:
        return listing.rendered(COUNTS, counts(changes), style, config.delimiter)
    rows = [(one.what, *csv.cells(one.finding)) for one in changes]
    return listing.rendered(COLUMNS, rows, style, config.delimiter)


def _text(changes: Sequence[Change], config: Config) -> str:
    lines = []
    for one in changes:
        if (one.what != STILL or config.show_all) and not config.statistics:
            found = one.finding
            place = ":".join(str(part) for part in (found.file, found.line or "", found.column or "") if part != "")
            status = "" if found.status == "new" else f" [{found.status}]"
            lines.append(f"{one.what}: {place}: {found.code} {found.message}{status}\n")
    return "".join([*lines, "\n" if lines else "", listing.padded([COUNTS, *counts(changes)])])
