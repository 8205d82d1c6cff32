"""Pages of numbered rules, with the lines in which a forum says who wrote when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from aligner.model import Residue, Ruling
from aligner.reading import dates, numbers
from aligner.reading.lines import Line, Piece, blocks, piece
from aligner.reading.numbers import Number
from aligner.reading.pages import Parts

_EXAMPLE = re.compile(
    r"(?:Examples?|Примеры?|Exemplos?|Beispiele?|Exemples?|Esemp[io]|Ejemplos?|예시?)\b|(?:例|示例|範例)[0-9０-９]*[:：]|例如",
    re.IGNORECASE,
)
# What every page of rules has: a line that begins with a number such as 502.21, and is no date.
_NUMBERED = re.compile(r"\n\s*[\d０-９]{1,3}[.．][\d０-９]{1,3}(?![\d０-９]|[.．] ?[\d０-９])")
_END_MARKS = ".!?:;。！？：；…．"
_CLOSING = "\"'»”’“)）」』*_ "
_HEADING_WORDS = 6
_HEADING_LENGTH = 48


@dataclass(frozen=True, slots=True)
class _Part:
    """Consecutive lines of the file that belong together."""

    what: str  # "number", "stamp", "example" or "text"
    lines: tuple[Line, ...]
    number: Number | None = None


def is_rules_page(text: str) -> bool:
    """Return whether at least two rules stand here, and most paragraphs (title, stamps, examples aside) are rules."""
    if "\r" not in text and len(list(islice(_NUMBERED.finditer(f"\n{text}"), 2))) < 2:
        return False
    numbered = other = 0
    for number, block in enumerate(blocks(text)):
        if numbers.number_in(block[0].text):
            numbered += 1
        elif number and not _aside(block[0].text):
            other += 1
        numbered += sum(part.what == "number" for part in _parts(block, chapters=False)[1:])
    return numbered >= 2 and numbered > other


def _aside(line: str) -> bool:
    """Return whether a paragraph that begins so says nothing for or against a page of rules."""
    return bool(dates.stamp_in(line) or _chapter(line) or _EXAMPLE.match(line.strip()))


def read(text: str) -> Parts:
    """Return the title, the rules and headings, and what could not be placed.

    A stamp gives its author and date to the entry above it. A paragraph that begins with "Example" belongs to
    the rule above it: an entry of its own with that rule's key and the kind "example".
    """
    parts = [part for block in blocks(text) for part in _parts(block)]
    found = [part.number for part in parts if part.number]
    russian = numbers.counts_in_russian(found)
    order = dates.settled_order(_date(part.lines[0].text) for part in parts if part.what == "stamp") or "day"
    title: Ruling | None = None
    entries: list[Ruling] = []
    residue: list[Residue] = []
    for index, part in enumerate(parts):
        if part.what == "stamp":
            if entries:
                entries[-1] = _stamped(entries[-1], part.lines[0].text, order)
        elif part.number:
            entries.append(_entry(text, part, len(entries) + 1, russian))
        elif part.what == "example" and entries:
            body = piece(text, part.lines)
            entries.append(
                Ruling(body.text, len(entries) + 1, body.line, body.column, key=entries[-1].key, kind="example")
            )
        else:
            body = piece(text, part.lines)
            if index == 0:
                title = Ruling(body.text, 0, body.line, body.column, kind="title")
            else:
                residue.append(Residue(body.text, body.line, body.column))
    return title, tuple(entries), tuple(residue)


def _parts(block: tuple[Line, ...], chapters: bool = True) -> list[_Part]:
    return list(_split(block, chapters))


def _split(block: tuple[Line, ...], chapters: bool) -> Iterator[_Part]:
    """Yield the parts of a block: a stamp is one line; a number begins a part at the head or in sequence."""
    run: list[Line] = []
    number: Number | None = None
    for line in block:
        here = numbers.number_in(line.text) or (chapters and not run and _chapter(line.text)) or None
        if _is_stamp(line.text):
            if run:
                yield _part(run, number)
            yield _Part("stamp", (line,))
            run, number = [], None
        elif not run:
            run, number = [line], here
        elif here and number and _follows(run, number, here):
            yield _part(run, number)
            run, number = [line], here
        else:
            run.append(line)
    if run:
        yield _part(run, number)


def _part(run: list[Line], number: Number | None) -> _Part:
    if number:
        return _Part("number", tuple(run), number)
    return _Part("example" if _EXAMPLE.match(run[0].text.strip()) else "text", tuple(run))


def _follows(run: list[Line], number: Number, here: Number) -> bool:
    """Return whether a number inside a block begins the next rule, and is no reference at a break of the line."""
    before, after = numbers.place(numbers.regular(number)), numbers.place(numbers.regular(here))
    if not before or not after or after <= before or after.chapter != before.chapter:
        return False
    alone = len(run) == 1 and _like_heading(run[0].text[number.end :])
    return alone or _ends(run[-1].text)


def _ends(text: str) -> bool:
    return text.rstrip().rstrip(_CLOSING).endswith(tuple(_END_MARKS))


def _like_heading(text: str) -> bool:
    bare = text.strip()
    short = 0 < len(bare) <= _HEADING_LENGTH and len(bare.split()) <= _HEADING_WORDS
    return short and not _ends(bare) and not any(mark in bare for mark in "。！？")


def _chapter(text: str) -> Number | None:
    """Return the number of a chapter's heading (`502. Phasing`)."""
    found = numbers.chapter_in(text)
    return found if found and _like_heading(text[found.end :]) else None


def _is_stamp(line: str) -> bool:
    return bool(dates.stamp_in(line) or dates.date_in(line))


def _date(line: str) -> str:
    stamp = dates.stamp_in(line)
    return stamp.date if stamp else dates.date_in(line)


def _stamped(entry: Ruling, line: str, order: str) -> Ruling:
    """Return the entry with the author and the date of the first stamp under it."""
    stamp = dates.stamp_in(line)
    return replace(
        entry,
        author=entry.author or (stamp.author if stamp else ""),
        date=entry.date or dates.parse(_date(line), order),
    )


def _entry(text: str, part: _Part, position: int, russian: bool) -> Ruling:
    number = part.number
    assert number is not None  # the caller asked
    line = part.lines[0]
    body = piece(text, part.lines, number.end)
    column = len(line.text) - len(line.text.lstrip()) + 1
    at = body if body.text else Piece("", line.number, column)
    heading = not number.letter and _like_heading(body.text)
    return Ruling(
        body.text,
        position,
        at.line,
        at.column,
        key=numbers.regular(number, russian),
        kind="heading" if heading else "ruling",
        label=number.label,
        label_line=line.number,
        label_column=column,
    )
