"""Tables: CSV, a row a ruling, with the columns that the reader of tables knows."""

from __future__ import annotations

import csv
import io
import re

from aligner.model import Ruling
from aligner.reading import dates
from aligner.writing import Bundle, Written, tag

COLUMNS = ("card", "language", "title", "date", "key", "text")
# What a spreadsheet runs, or takes for a date, a fraction or a number; an apostrophe before it keeps it as it is.
_LIVE = re.compile(r"(?!\d{4}-\d\d-\d\d$)(?:[=+\-@'\t\r]|\s*\d+[/.,:-]\d+(?:[/.,:-]\d+)?\s*$)")


def render(bundle: Bundle, reference: str) -> list[Written]:
    """Return one table with the rulings of all pages, one page after another.

    Dates stand as their pages write them if the whole table can be read so, else as ISO.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    names: dict[str, int] = {}
    pages = tuple(page for document, _ in bundle.documents for page in document.pages)
    as_written = _is_clear([one for page in pages for one in page.rulings])
    for document, _ in bundle.documents:
        names[document.title] = names.get(document.title, 0) + 1
        card = document.title if names[document.title] == 1 else f"{document.title} ({names[document.title]})"
        for page in document.pages:
            for number, one in enumerate(page.rulings):
                title = page.title_text if not number else ""
                date = one.label if one.date and as_written and _is_date(one) else _iso(one)
                writer.writerow(map(guarded, (card, tag(page), title, date, one.key, one.text)))
    return [Written(f"{bundle.name}.csv", out.getvalue().encode("utf-8-sig", "replace"), pages)]


def _iso(one: Ruling) -> str:
    return one.date.isoformat() if one.date else ""


def _is_date(one: Ruling) -> bool:
    return any(dates.parse(one.label, order) == one.date for order in ("day", "month"))


def _is_clear(rulings: list[Ruling]) -> bool:
    """Return whether the dates as written, in one table, are read as what they are."""
    written = [(one.label if _is_date(one) else _iso(one), one.date) for one in rulings if one.date]
    order = dates.settled_order(label for label, _ in written) or "day"
    return all(dates.parse(label, order) == date for label, date in written)


def guarded(cell: str) -> str:
    """Return a cell that opens safely in a spreadsheet."""
    return f"'{cell}" if _LIVE.match(cell) else cell
