"""Tables of rulings: a row a ruling, or a row a ruling and a column a language."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice, tee
from typing import NamedTuple

from aligner.model import AlignerError, Page, Ruling
from aligner.reading import dates, heads, sheets
from aligner.reading.heads import Columns, columns
from aligner.reading.sheets import Row

_FIRST_SERIAL, _LAST_SERIAL = 30000, 60000  # 1982 to 2064, as Excel counts days
_SERIAL = re.compile(r"(\d{5})(?:\.\d+)?", re.ASCII)
_EPOCH = datetime.date(1899, 12, 30)
_TIME = re.compile(r"[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$")
_SAMPLE = 30
_SENTENCE = 25  # characters of a text that is no term; half as many where there are no spaces


class _Entry(NamedTuple):
    """What a row says of one ruling."""

    text: str
    row: int
    date: str
    key: str


@dataclass(slots=True)
class _Page:
    """What one page has so far."""

    row: int = 0
    title: Ruling | None = None
    entries: list[_Entry] = field(default_factory=list)


def is_table(head: str) -> bool:
    """Return whether a text that begins so is a table of rulings."""
    return bool(_delimiter(head))


def _delimiter(head: str) -> str:
    mark = sheets.delimiter(head, lambda cells: columns(cells) is not None)
    if not mark:
        return ""
    whole = head[: head.rfind("\n") + 1] or head  # the last row may be cut off
    try:
        return mark if _begun(sheets.text_rows(whole, mark, "")) else ""
    except AlignerError:
        return mark  # reading it says what is wrong


def _begun(rows: Iterable[Row]) -> tuple[Columns, Iterator[Row]] | None:
    """Return the columns and the rows under the heads, None where this is no table of rulings.

    A table that has nothing but a column a language is a glossary, unless its cells are sentences.
    """
    rows = iter(rows)
    for _, cells in islice(rows, sheets.HEADER_ROWS):
        found = columns(cells)
        if found is None:
            if heads.is_other_table(cells):
                return None
            continue
        if not found.wide or found.date is not None or found.card is not None:
            return found, rows
        sample = list(islice(rows, _SAMPLE))
        longest = [
            max((_length(cells[n]) for n in found.texts.values() if n < len(cells)), default=0) for _, cells in sample
        ]
        told = [length for length in longest if length]
        if told and 2 * sum(length >= _SENTENCE for length in told) < len(told):
            return None
        return found, chain(sample, rows)
    return None


def _length(cell: str) -> int:
    text = cell.strip()
    return len(text) if text.isascii() or " " in text else 2 * len(text)


def read(text: str, shown: str) -> tuple[Page, ...]:
    """Return the pages of a table in text: one for each card and language, in the order in which they are met.

    AlignerError where the table is broken or holds no rulings.
    """
    mark = _delimiter(text[: 1 << 16])
    begun = _begun(sheets.text_rows(text, mark, shown)) if mark else None
    if begun is None:
        raise AlignerError(f"{shown}: {_NO_PAGES}")
    return tuple(_pages(*begun, shown, shown, ""))


_NO_PAGES = (
    "a table without rulings; give one with the columns text, date, language and card, or a column a language, "
    "and a glossary with --glossary"
)


def _begun_sheets(book: Iterable[tuple[str, Iterable[Row]]]) -> list[tuple[str, tuple[Columns, Iterator[Row]]]]:
    """Return the sheets that are tables of rulings; none of a workbook that is a report."""
    found = []
    for name, rows in book:
        first, again = tee(rows)
        if any(heads.is_report(cells) for _, cells in islice(first, sheets.HEADER_ROWS)):
            return []
        begun = _begun(again)
        if begun is not None:
            found.append((name, begun))
    return found


def read_workbook(data: bytes, shown: str) -> tuple[Page, ...]:
    """Return the pages of all sheets of a workbook that are tables of rulings; a sheet may be named by its language."""
    found: list[Page] = []
    with sheets.workbook(data, shown) as book:
        begun = _begun_sheets(book)
        for name, one in begun:
            tag = heads.language(name.strip())
            document = shown if tag or len(begun) == 1 else f"{shown}/{name}"
            found += _pages(*one, shown, document, tag)
    if not begun:
        raise AlignerError(f"{shown}: {_NO_PAGES}")
    return tuple(found)


def is_wide(row: Row) -> bool:
    """Return whether these are the heads of a table with a column a language."""
    found = columns(row[1])
    return found is not None and found.wide


def read_wide(rows: Sequence[Row], shown: str, format: str) -> tuple[Page, ...]:
    """Return the pages of a table on a page of markup that has a column a language, none where it is another table."""
    begun = _begun(rows) if rows and is_wide(rows[0]) else None
    return tuple(replace(page, format=format) for page in _pages(*begun, shown, shown, "")) if begun else ()


def holds_pages_in_workbook(data: bytes, shown: str) -> bool:
    """Return whether one of the sheets of a workbook is a table of rulings; true of one that cannot be read."""
    try:
        with sheets.workbook(data, shown) as book:
            return bool(_begun_sheets(book))
    except AlignerError:
        return True


def _pages(found: Columns, rows: Iterable[Row], shown: str, document: str, tag: str) -> Iterator[Page]:
    """Yield the pages; `document` names them where no card does, `tag` is the language of the whole sheet."""
    made: dict[tuple[str, str], _Page] = {}
    (_wide if found.wide else _long)(found, rows, tag, made)
    order = dates.settled_order(one.date for page in made.values() for one in page.entries) or "day"
    languages = Counter(language for _, language in made)
    shared = document if max(languages.values(), default=0) == 1 and (len(languages) > 1 or tag) else ""
    times = Counter(card for card, _ in made)
    # A card that no two languages have is what each calls it; one that they have in common is the document's name.
    own = not found.wide and (found.card is None or (len(languages) > 1 and max(times.values()) == 1))
    for (card, language), page in made.items():
        name, title = card, page.title
        if own and times[card] == 1:
            name, title = "", title or (Ruling(card, 0, page.row, kind="title") if card else None)
        elif own:
            title = None
        code, region = _code(language)
        yield Page(
            shown,
            code,
            title,
            tuple(_rulings(page.entries, order)),
            name=name or shared,
            format="table",
            language_source="format" if code else "text",
            region=region,
        )


def _long(found: Columns, rows: Iterable[Row], tag: str, made: dict[tuple[str, str], _Page]) -> None:
    """Gather the entries of a table with a row a ruling; an empty cell of the card means the one above."""
    text_at, title_at = found.texts[""], found.titles.get("")
    card_at = title_at if found.card is None else found.card
    last = ""
    for number, cells in rows:
        width = len(cells)
        text = cells[text_at].strip() if text_at < width else ""
        card = cells[card_at].strip() if card_at is not None and card_at < width else ""
        date = cells[found.date].strip() if found.date is not None and found.date < width else ""
        key = cells[found.key].strip() if found.key is not None and found.key < width else ""
        if not (text or date or key):
            continue
        last = card = card or last
        language = cells[found.language].strip() if found.language is not None and found.language < width else tag
        page = made.get((card, language))
        if page is None:
            page = made[card, language] = _Page(number)
            if title_at is not None and title_at < width and cells[title_at].strip():
                page.title = Ruling(cells[title_at].strip(), 0, number, kind="title")
        page.entries.append(_Entry(text, number, date, key))


def _wide(found: Columns, rows: Iterable[Row], tag: str, made: dict[tuple[str, str], _Page]) -> None:
    """Gather the entries of a table with a column a language; an empty cell is a ruling that the language lacks."""
    del tag
    last = ""
    for number, row in rows:
        cells = list(map(str.strip, row)) + [""] * (found.width - len(row))
        filled = [(language, cells[n]) for language, n in found.texts.items() if cells[n]]
        if not filled:
            continue
        last = card = (cells[found.card] if found.card is not None else "") or last
        date = cells[found.date] if found.date is not None else ""
        key = cells[found.key] if found.key is not None else ""
        for language, text in filled:
            page = made.get((card, language))
            if page is None:
                page = made[card, language] = _Page(number)
                title = cells[found.titles[language]] if language in found.titles else ""
                page.title = Ruling(title, 0, number, kind="title") if title else None
            page.entries.append(_Entry(text, number, date, key or str(number)))


def _rulings(entries: Iterable[_Entry], order: str) -> Iterator[Ruling]:
    for position, (text, row, date, key) in enumerate(entries, 1):
        label = _once(date) or ("" if text else key)
        day = parse(date, order) if date else None
        yield Ruling(text, position, row, 0, day, key, "ruling", label, row if label else 0)


@lru_cache(maxsize=4096)
def _once(date: str) -> str:
    """Return the date: one string for the many rows that have it."""
    return date


@lru_cache(maxsize=4096)
def parse(written: str, order: str = "day") -> datetime.date | None:
    """Return the date of a cell: as pages write dates, with a time behind it, or as Excel counts days."""
    serial = _SERIAL.fullmatch(written)
    if serial and _FIRST_SERIAL <= int(serial[1]) <= _LAST_SERIAL:
        return _EPOCH + datetime.timedelta(days=int(serial[1]))
    return dates.parse(_TIME.sub("", written), order)


@lru_cache(maxsize=1024)
def _code(tag: str) -> tuple[str, str]:
    """Return our code and the region of a tag or name; a language that nobody knows keeps its name."""
    from aligner.languages import canonical

    code, region = canonical(tag)
    return code or tag.casefold(), region
