"""Dated rulings among the blocks of a marked-up page: in the rows of a table, a definition list or paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from aligner.model import Residue, Ruling
from aligner.reading import dates, pages
from aligner.reading.lines import Placed
from aligner.reading.pages import Parts, Section

_RUN_IN = re.compile(r"\s*(?:[:：—–]|\s-\s)\s*")
_DIGIT = re.compile(r"\d")
_BRACKETS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_LONGEST_DATE = 60
NO_RULINGS = "a page of markup without dated rulings; save the rulings as text with a date above each, or leave it out"
"""What is wrong with a page that has none."""


_Cell = tuple[int, int, int]


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
    cell: _Cell = (0, 0, 0)
    linked: bool = False
    aside: bool = False


_Token = tuple[str, Placed, int]  # "date", "text", or "behind" for a date in brackets behind its text; its block
Fields = tuple[str, int, int, int, str, tuple[str, ...], tuple[int, ...], _Cell, bool, bool]
"""A block as a plain tuple, which takes a fifth of the time."""


def as_blocks(plain: Iterable[Fields]) -> list[Block]:
    """Make blocks of plain tuples."""
    return list(map(tuple.__new__, repeat(Block), plain))


def holds_rulings(blocks: Sequence[Block]) -> bool:
    """Return whether a date with a text under it, beside it or behind it stands on the page."""
    _, rulings, _ = read(blocks)
    return any(one.label and one.text for one in rulings)


def read(blocks: Sequence[Block], name: str = "") -> Parts:
    """Return the title, the rulings and what could not be placed; `name` is the title where no heading is one.

    Rulings stand within the element that holds all dates of the commonest kind, and end with the next heading. Text
    between the title and the first date is residue; whatever else is on the page belongs to the page, not to them.
    """
    tokens = _tokens(blocks)
    scope = _scope([blocks[at] for what, _, at in tokens if what != "text"])
    if scope is None:
        return None, (), ()
    depth = len(scope)
    paths = [blocks[at][6] for _, _, at in tokens]
    inside = tokens
    if min(paths)[:depth] != scope or max(paths)[:depth] != scope:
        inside = [token for token, path in zip(tokens, paths, strict=True) if path[:depth] == scope]
    first = next(n for n, (what, _, _) in enumerate(inside) if what != "text")
    if inside[first][0] == "behind" and first:
        first -= 1
    begin = _title(blocks, inside[first][2])
    title: Ruling | None = None
    if begin is not None:
        heading = blocks[begin]
        title = Ruling(heading.text, 0, heading.line, heading.column, kind="title")
    elif name:
        title = Ruling(name, 0, kind="title")
    residue = [
        Residue(*piece)
        for _, piece, at in inside[:first]
        if not blocks[at].level and not blocks[at].cell[0] and at > (-1 if begin is None else begin)
    ]
    return title, tuple(pages.rulings(_sections(inside[first:], blocks))), tuple(residue)


def _tokens(blocks: Sequence[Block]) -> list[_Token]:
    """Return the dates and texts of the blocks: of a row of a table, its first date and what stands under the texts."""
    whole = [_short_date(block[0]) if len(block[0]) <= _LONGEST_DATE else "" for block in blocks]
    columns = _text_columns(blocks, whole)
    found: list[_Token] = []
    table = row = -1
    begun = False  # the row has a token
    for at, (text, line, column, level, lead, _, _, cell, linked, aside) in enumerate(blocks):
        if cell[1] != row or cell[0] != table:
            table, row, _ = cell
            begun = False
        if linked or aside:
            continue
        if table not in columns:
            if whole[at] or lead or _DIGIT.search(text, 0, _LONGEST_DATE) or text.isspace():
                _add_tokens(found, at, whole[at], text, line, column, lead)
            else:
                found.append(("text", (text, line, column), at))
        elif whole[at]:
            if not begun:
                found.append(("date", (whole[at], line, column), at))
            begun = True
        elif cell[2] == columns[table] and not level:
            found.append(("text", (text, line, column), at))
            begun = True
    return found


def _text_columns(blocks: Sequence[Block], whole: Sequence[str]) -> dict[int, int]:
    """Return, of each table whose rows are a date and its text, the column that has most of the text.

    A table that only sets the page out, with dates and texts in one cell, is none of these.
    """
    length: dict[int, dict[int, int]] = {}
    dated: dict[int, set[int]] = {}
    table = row = 0
    columns: list[int] = []  # of the dates in the row that is being read
    texts: list[tuple[int, int]] = []  # the column and size of what else is in it

    def end_row() -> None:
        own = length.setdefault(table, {})
        for column, size in texts:
            own[column] = own.get(column, 0) + size
        dated.setdefault(table, set()).update(columns if len(columns) == 1 else range(1, 1 + max(columns)))

    for block, date in zip(blocks, whole, strict=True):
        cell = block[7]
        if cell[1] != row or cell[0] != table:  # a table within a cell parts its row
            if columns:
                end_row()
            table, row, _ = cell
            columns, texts = [], []
        if not table:
            continue
        if date:
            columns.append(cell[2])
        else:
            texts.append((cell[2], len(block[0])))
    if columns:
        end_row()
    found: dict[int, int] = {}
    for table, own in length.items():
        longest = max(sorted(own), key=own.__getitem__) if own else 0
        if own and longest not in dated[table]:
            found[table] = longest
    return found


def _add_tokens(found: list[_Token], at: int, whole: str, text: str, line: int, column: int, lead: str) -> None:
    """Add the tokens of a block: the date that it is, or the date at its head and its text."""
    if whole:
        behind = text.strip()[:1] in _BRACKETS
        found.append(("behind" if behind else "date", (whole, line, column), at))
        return
    date, start = run_in(text, lead)
    if date:
        found.append(("date", (date, line, column), at))
        text, column = text[start:], column + start if column else 0
    if text.strip():
        found.append(("text", (text, line, column), at))


def run_in(text: str, lead: str = "") -> tuple[str, int]:
    """Return the date at the head of a text, set off by a mark or an element of its own, and where the rest begins."""
    if lead and text.startswith(lead):
        date = _whole_date(lead)
        if date:
            mark = re.compile(r"\s*[:：—–-]?\s*").match(text, len(lead))
            return date, mark.end() if mark else len(lead)
    head = text[:_LONGEST_DATE]
    if not ("-" in head or ":" in head or "–" in head or "—" in head or "：" in head) or not _DIGIT.search(head):
        return "", 0
    for mark in _RUN_IN.finditer(text, 0, _LONGEST_DATE):
        date = _whole_date(text[: mark.start()])
        if date:
            return date, mark.end()
    return "", 0


def _whole_date(text: str) -> str:
    """Return the date that a text is, with or without brackets around it."""
    return _short_date(text) if len(text) <= _LONGEST_DATE else ""


@lru_cache(maxsize=4096)
def _short_date(text: str) -> str:
    if not _DIGIT.search(text):
        return ""
    bare = text.strip()
    if bare and _BRACKETS.get(bare[0]) == bare[-1]:
        bare = bare[1:-1]
    return dates.date_in(bare)


def _scope(dated: Sequence[Block]) -> tuple[int, ...] | None:
    """Return the path of the element around all dates of the commonest kind."""
    if not dated:
        return None
    every = [block.tags for block in dated]
    usual = every[0]
    if every.count(usual) < len(every):
        usual = max(every, key=Counter(every).__getitem__)
    paths = [block.path for block in dated if block.tags == usual]
    shared, last = min(paths)[:-1], max(paths)  # what these two begin with, all do
    while last[: len(shared)] != shared:
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
    kinds = [what for what, _, _ in tokens]
    last = len(kinds) - 1
    while last >= 0 and kinds[last] == "text":
        last -= 1
    behind = "behind" in kinds
    sections: list[Section] = []
    for number, (what, piece, at) in enumerate(tokens):
        if what == "behind" and sections and sections[-1].label is None:
            sections[-1].label = piece
        elif what != "text":
            sections.append(Section(piece, [], {}))
        elif number > last and (behind or blocks[at].level):
            break
        elif blocks[at].level:
            continue
        else:
            if behind and (not sections or sections[-1].label is not None):
                sections.append(Section(None))
            sections[-1].bodies.append(piece)
    return sections
