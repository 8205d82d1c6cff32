"""Tables as CSV that opens in a spreadsheet with every text as it is."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import fields

from aligner.config import Config
from aligner.model import Finding
from aligner.results import Report

COLUMNS = tuple(field.name for field in fields(Finding))
"""The columns of the findings, in the contract's order."""

_UNTOUCHED = {"date", "position", "line", "column", "score", "group", "rulings", "count", "share", "first", "last"}
_RUNS = re.compile(r"[=+\-@'\t\r]")
_MISREAD = re.compile(
    r"\s*(?:\d+\s*/\s*\d+(?:\s*/\s*\d+)?|\d*[.,]\d+(?:[.,]\d+)*|\d+[.,]\d*(?:[.,]\d+)*|\d{1,4}-\d{1,4}(?:-\d{1,4})?"
    r"|\d+(?:[.,]\d+)?[eE][+-]?\d+|\d{1,2}:\d{2}(?::\d{2})?|0\d+|\d{12,})\s*%?\s*"
)


def guarded(cell: str) -> str:
    """Put one apostrophe before a cell that a spreadsheet would run, or take for a date, a fraction or a decimal."""
    return f"'{cell}" if _RUNS.match(cell) or _MISREAD.fullmatch(cell) else cell


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV text with CRLF; columns of our own numbers and ISO dates are not guarded."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        texts = ("" if cell is None else str(cell) for cell in row)
        writer.writerow(
            cell if name in _UNTOUCHED else guarded(cell) for name, cell in zip(columns, texts, strict=True)
        )
    return out.getvalue()


def report(result: Report, config: Config) -> bytes:
    """Return the findings of a run as CSV in UTF-8 with a byte order mark."""
    return findings(result.findings).encode("utf-8-sig", "backslashreplace")


def findings(rows: Iterable[Finding]) -> str:
    """Return the findings as CSV text with the contract's columns."""
    return table(COLUMNS, (_cells(finding) for finding in rows))


def _cells(finding: Finding) -> list[object]:
    cells: list[object] = [getattr(finding, name) for name in COLUMNS]
    cells[COLUMNS.index("related")] = "; ".join(finding.related)
    for name in ("line", "column"):
        cells[COLUMNS.index(name)] = getattr(finding, name) or ""
    if finding.score is not None:
        cells[COLUMNS.index("score")] = f"{finding.score:.4f}"
    return cells
