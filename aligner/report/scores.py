"""Scores of findings against labels, as text, CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from aligner.evaluate import Interval, Judged, Score, Scores

MEASURES = ("precision", "recall", "f1")
COLUMNS = (
    *("code", "language", "labels", "findings", "found"),
    *(f"{measure}{end}" for measure in MEASURES for end in ("", "_low", "_high")),
)


def rendered(scores: Scores | Judged, style: str, delimiter: str = ",") -> str:
    """Return the scores as csv, json or aligned text; `_low` and `_high` bound the 95 % confidence interval."""
    if style == "csv":
        return _csv(scores.rows, delimiter)
    if style == "json":
        records = [dict(zip(COLUMNS, _figures(row), strict=True)) for row in scores.rows]
        return json.dumps(records, ensure_ascii=False, indent=1) + "\n"
    return _text(scores.rows)


def false_alarms(found: Judged) -> str:
    """Return a line for each finding that was called a false alarm, and how many could not take part."""
    lines = [
        f"false alarm: {one.file}:{one.line or ''}:{one.column or ''}: {one.code} {one.message}"
        + (f" ({reason})" if reason else "")
        for one, reason in found.false_alarms
    ]
    counts = f"{found.undecided} findings without a decision; {found.gone} decisions whose finding is gone"
    return "".join(f"{' '.join(line.split())}\n" for line in (*lines, counts))


def differences(scores: Scores) -> str:
    """Return a line for each label that was missed, and for each finding that nobody labelled."""
    missed = [f"missed: {one.file}:{one.line or ''}: {one.code} {one.excerpt or one.note}" for one in scores.missed]
    false = [
        f"unlabelled: {one.file}:{one.line or ''}:{one.column or ''}: {one.code} {one.message}"
        for one in scores.unlabelled
    ]
    return "".join(f"{' '.join(line.split())}\n" for line in (*missed, *false))


def measure(share: float | None, interval: Interval | None) -> str:
    """Return a share with its interval, such as `.950 (.911–.973)`; a dash where nothing was counted."""
    if share is None or interval is None:
        return "–"
    share_, low, high = (f"{number:.3f}".removeprefix("0") for number in (share, *interval))
    return f"{share_} ({low}–{high})"


def _figures(row: Score) -> list[object]:
    cells: list[object] = [row.code, row.language, row.labels, row.findings, row.found]
    for name in MEASURES:
        share, interval = getattr(row, name), getattr(row, f"{name}_interval")
        cells += [None, None, None] if share is None else [round(number, 4) for number in (share, *interval)]
    return cells


def _csv(rows: Iterable[Score], delimiter: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(_figures(row) for row in rows)
    return out.getvalue()


def _count(number: int | None) -> str:
    return "–" if number is None else str(number)


def _text(rows: Iterable[Score]) -> str:
    table: list[tuple[str, ...]] = [("code", "language", "labels", "findings", "found", "precision", "recall", "F1")]
    for row in rows:
        shares = (measure(getattr(row, name), getattr(row, f"{name}_interval")) for name in MEASURES)
        table.append((row.code, row.language or "?", _count(row.labels), str(row.findings), str(row.found), *shares))
    widths = [max(len(cells[number]) for cells in table) for number in range(len(table[0]))]
    lines = []
    for cells in table:
        left = [f"{cell:{width}}" for cell, width in zip(cells[:2], widths, strict=False)]
        right = [f"{cell:>{width}}" for cell, width in zip(cells[2:], widths[2:], strict=True)]
        lines.append("  ".join(left + right).rstrip() + "\n")
    return "".join(lines)
