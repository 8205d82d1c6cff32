"""Tables as CSV that opens in a spreadsheet with every text as it is."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from aligner.config import Config
from aligner.model import Finding
from aligner.results import Report
from aligner.text import ByWord

COLUMNS = tuple(field.name for field in fields(Finding))
"""The columns of the findings, in the contract's order."""

STATUSES = ("new", "known", "ignored")
_UNTOUCHED = set("date position line column score group rulings count share first last precision recall f1".split())
_RUNS = re.compile(r"[=+\-@'\t\r\n＝＋－＠]")  # a Japanese spreadsheet runs the full-width marks too
_MONEY = r"[$€£¥₽₩￥]"
_MISREAD = re.compile(
    rf"\s*(?:{_MONEY}\s*)?\(?(?:(?:\d+\s+)?\d+\s*/\s*\d+(?:\s*/\s*\d+)?|\d*[.,]\d+(?:[.,]\d+)*|\d+[.,]\d*(?:[.,]\d+)*"
    r"|\d{1,4}-\d{1,4}(?:-\d{1,4})?|\d+(?:[.,]\d+)?[eE][+-]?\d+|\d{1,2}:\d{1,2}(?::\d{1,2})?|0\d+|\d{12,}"
    rf"|\d{{1,3}}(?:[\s\xa0\u202f]\d{{3}})+|\d+\s*(?:%|{_MONEY})|{_MONEY}\s*\d+|\(\d+\)|true|false)\)?\s*%?\s*",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_DATE = 40  # characters of the longest date, in words


def guarded(cell: str) -> str:
    """Put one apostrophe before a cell that a spreadsheet would run, or take for a date, a fraction or a decimal."""
    return _GUARDED[cell]


_GUARDED = ByWord(lambda cell: f"'{cell}" if _RUNS.match(cell) or _MISREAD.fullmatch(cell) or _is_date(cell) else cell)


def _is_date(cell: str) -> bool:
    """Return whether a cell is a date in words, in any of our languages; two of day, month and year are enough."""
    from aligner.reading.dates import date_in

    text = cell.strip()
    if len(text) > _DATE or not _DIGIT.search(text):
        return False
    return any(date_in(one) for one in (text, f"{text} 2000", f"2000年{text}", f"1 {text}"))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    """Return rows as CSV text with CRLF; columns of our own numbers and ISO dates are not guarded."""
    return "".join(lines(columns, rows, delimiter))


def lines(columns: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ",") -> Iterator[str]:
    """Yield the same, row by row."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        yield out.getvalue()
        out.seek(0)
        out.truncate()
        texts = ("" if cell is None else str(cell) for cell in row)
        writer.writerow(
            cell if name in _UNTOUCHED else guarded(cell) for name, cell in zip(columns, texts, strict=True)
        )
    yield out.getvalue()


def report(result: Report, config: Config) -> Iterator[str]:
    """Yield the findings of a run, or only their counts, as CSV with a byte order mark."""
    yield "\ufeff"
    if config.statistics:
        yield statistics(result.findings, config.delimiter)
    else:
        yield from lines(COLUMNS, map(cells, result.findings), config.delimiter)


def statistics(rows: Iterable[Finding], delimiter: str = ",") -> str:
    """Return the counts of the findings by code and language as CSV text: how many are new, known and ignored."""
    counts = Counter((one.code, one.name, one.language, one.status) for one in rows)
    places = sorted({place[:3] for place in counts})
    table_rows = [(*place, *(counts[*place, status] for status in STATUSES)) for place in places]
    return table(("code", "name", "language", *STATUSES), table_rows, delimiter)


def findings(rows: Iterable[Finding], delimiter: str = ",") -> str:
    """Return the findings as CSV text with the contract's columns."""
    return table(COLUMNS, map(cells, rows), delimiter)


def cells(finding: Finding) -> list[object]:
    """Return the cells of a finding, in the order of the columns."""
    row: list[object] = [getattr(finding, name) for name in COLUMNS]
    row[COLUMNS.index("related")] = "; ".join(finding.related)
    for name in ("line", "column"):
        row[COLUMNS.index(name)] = getattr(finding, name) or ""
    if finding.score is not None:
        row[COLUMNS.index("score")] = f"{finding.score:.4f}"
    return row
