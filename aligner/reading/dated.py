"""Dated rulings among the blocks of a marked-up page: in the rows of a table, a definition list or paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from aligner.model import Residue, Ruling
from aligner.reading import dates, pages
from aligner.reading.lines import Piece
from aligner.reading.pages import Parts, Section

_RUN_IN = re.compile(r"\s*(?:[:：—–]|\s-\s)\s*")
_DIGIT = re.compile(r"\d")
_BRACKETS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_LONGEST_DATE = 60
NO_RULINGS = "a page of markup without dated rulings; save the rulings as text with a date above each, or leave it out"
"""What is wrong with a page that has none."""


class Block(NamedTuple):
    """One paragraph, heading or cell of a page, in the order of the page.

    `level` is 1 to 6 for a heading, 0 for anything else. `lead` is what stands at its head in an element of its own,
    such as a date in bold type. `tags` and `path` name and number the elements around it. A cell has the numbers of its
    table, row and column, from 1. A `linked` block is nothing but a link; an `aside` one has no rulings.
    """

    text: str
    line: int
    column: int = 0
    level: int = 0
    lead: str = ""
    tags: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    cell: tuple[int, int, int] = (0, 0, 0)
    linked: bool = False
    aside: bool = False


class _Token(NamedTuple):
    """A date, or a text; a date in brackets stands behind its text. `at` is the number of its block."""

    what: str  # "date", "behind" or "text"
    piece: Piece
    at: int


def holds_rulings(blocks: Sequence[Block]) -> bool:
    """Return whether a date with a text under it, beside it or behind it stands on the page."""
    _, rulings, _ = read(blocks)
    return any(one.label and one.text for one in rulings)


def read(blocks: Sequence[Block], name: str = "") -> Parts:
    """Return the title, the rulings and what could not be placed; `name` is the title where no heading is one.

    Rulings stand within the element that holds all dates of the commonest kind, and end with the next heading. Text
    between the title and the first date is residue; whatever else is on the page belongs to the page, not to them.
    """
    tokens = [token for row in _rows(blocks) for token in row]
    scope = _scope([blocks[token.at] for token in tokens if token.what != "text"])
    if scope is None:
        return None, (), ()
    inside = [token for token in tokens if blocks[token.at].path[: len(scope)] == scope]
    first = next(n for n, token in enumerate(inside) if token.what != "text")
    if inside[first].what == "behind" and first:
        first -= 1
    begin = _title(blocks, inside[first].at)
    title: Ruling | None = None
    if begin is not None:
        heading = blocks[begin]
        title = Ruling(heading.text, 0, heading.line, heading.column, kind="title")
    elif name:
        title = Ruling(name, 0, kind="title")
    residue = [
        Residue(*one.piece)
        for one in inside[:first]
        if not blocks[one.at].level and not blocks[one.at].cell[0] and one.at > (-1 if begin is None else begin)
    ]
    return title, tuple(pages.rulings(_sections(inside[first:], blocks))), tuple(residue)


def _rows(blocks: Sequence[Block]) -> Iterator[list[_Token]]:
    """Yield the tokens of each row of a table, and of each block outside tables."""
    whole = [_whole_date(block.text) for block in blocks]
    columns = _text_columns(blocks, whole)
    for (table, _), members in groupby(range(len(blocks)), key=lambda at: blocks[at].cell[:2]):
        shown = [at for at in members if not blocks[at].linked and not blocks[at].aside]
        if not table or table not in columns:
            for at in shown:
                yield list(_tokens(at, blocks[at], whole[at]))
            continue
        found: list[_Token] = []
        for at in shown:
            text, line, column, level, *_ = blocks[at]
            if whole[at] and not found:
                found.append(_Token("date", Piece(whole[at], line, column), at))
            elif not whole[at] and blocks[at].cell[2] == columns[table] and not level:
                found.append(_Token("text", Piece(text, line, column), at))
        yield sorted(found, key=lambda token: token.what)


def _text_columns(blocks: Sequence[Block], whole: Sequence[str]) -> dict[int, int]:
    """Return, of each table whose rows are a date and its text, the column that has most of the text.

    A table that only sets the page out, with dates and texts in one cell, is none of these.
    """
    length: dict[int, dict[int, int]] = {}
    dated: dict[int, set[int]] = {}
    for (table, _), members in groupby(range(len(blocks)), key=lambda at: blocks[at].cell[:2]):
        cells = list(members) if table else []
        columns = [blocks[at].cell[2] for at in cells if whole[at]]
        if not columns:
            continue
        dated.setdefault(table, set()).update(columns if len(columns) == 1 else range(1, 1 + max(columns)))
        own = length.setdefault(table, {})
        for at in cells:
            if not whole[at]:
                column = blocks[at].cell[2]
                own[column] = own.get(column, 0) + len(blocks[at].text)
    found = {table: max(sorted(own), key=own.__getitem__) for table, own in length.items() if own}
    return {table: column for table, column in found.items() if column not in dated[table]}


def _tokens(at: int, block: Block, whole: str) -> Iterator[_Token]:
    """Yield the tokens of a block: the date that it is, or the date at its head and its text."""
    if whole:
        behind = block.text.strip()[:1] in _BRACKETS
        yield _Token("behind" if behind else "date", Piece(whole, block.line, block.column), at)
        return
    date, start = run_in(block.text, block.lead)
    if date:
        yield _Token("date", Piece(date, block.line, block.column), at)
    text = block.text[start:]
    if text.strip():
        yield _Token("text", Piece(text, block.line, block.column + start if block.column else 0), at)


def run_in(text: str, lead: str = "") -> tuple[str, int]:
    """Return the date at the head of a text, set off by a mark or an element of its own, and where the rest begins."""
    if lead and text.startswith(lead):
        date = _whole_date(lead)
        if date:
            mark = re.compile(r"\s*[:：—–-]?\s*").match(text, len(lead))
            return date, mark.end() if mark else len(lead)
    if not _DIGIT.search(text, 0, _LONGEST_DATE):
        return "", 0
    for mark in _RUN_IN.finditer(text, 0, _LONGEST_DATE):
        date = _whole_date(text[: mark.start()])
        if date:
            return date, mark.end()
    return "", 0


def _whole_date(text: str) -> str:
    """Return the date that a text is, with or without brackets around it."""
    if len(text) > _LONGEST_DATE or not _DIGIT.search(text):
        return ""
    bare = text.strip()
    if bare and _BRACKETS.get(bare[0]) == bare[-1]:
        bare = bare[1:-1]
    return dates.date_in(bare)


def _scope(dated: Sequence[Block]) -> tuple[int, ...] | None:
    """Return the path of the element around all dates of the commonest kind."""
    kinds = Counter(block.tags for block in dated)
    if not kinds:
        return None
    most = max(kinds.values())
    usual = next(block.tags for block in dated if kinds[block.tags] == most)
    paths = [block.path for block in dated if block.tags == usual]
    shared = paths[0][:-1]
    for path in paths[1:]:
        while path[: len(shared)] != shared:
            shared = shared[:-1]
    home = max((n for n, tag in enumerate(usual) if tag in ("tr", "dl")), default=None)
    if home is not None and len(paths) == 1:
        return shared[: home + (usual[home] == "dl")]  # a single row, or a single entry, is all of its table or list
    return shared


def _title(blocks: Sequence[Block], first: int) -> int | None:
    """Return the number of the heading of the highest level before the first ruling, of several the last."""
    before = [at for at in range(first) if blocks[at].level and not _whole_date(blocks[at].text)]
    return min(before, key=lambda at: (blocks[at].level, -at), default=None)


def _sections(tokens: Sequence[_Token], blocks: Sequence[Block]) -> list[Section]:
    """Return the dates with the texts under them; a heading behind the last date ends the rulings."""
    last = max((n for n, token in enumerate(tokens) if token.what != "text"), default=-1)
    behind = any(token.what == "behind" for token in tokens)
    sections: list[Section] = []
    for number, (what, piece, at) in enumerate(tokens):
        if what == "behind" and sections and sections[-1].label is None:
            sections[-1].label = piece
        elif what != "text":
            sections.append(Section(piece))
        elif number > last and (behind or blocks[at].level):
            break
        elif blocks[at].level:
            continue
        else:
            if behind and (not sections or sections[-1].label is not None):
                sections.append(Section(None))
            sections[-1].bodies.append(piece)
    return sections
