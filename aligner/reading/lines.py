"""Lines and blocks of a text, with their places in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, count
from typing import NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
"""Characters that show nothing: a line made of them only is blank to a reader."""


def is_blank(line: str) -> bool:
    """Return whether a reader sees nothing on a line."""
    return not line.strip().strip(UNSEEN).strip()


class Line(NamedTuple):
    """One line without its line break: where it starts in the text, and its number from 1."""

    text: str
    start: int
    number: int

    @property
    def blank(self) -> bool:
        """Return whether a reader sees nothing on the line."""
        return is_blank(self.text)


class Piece(NamedTuple):
    """An exact piece of the file without the blanks around it, and the place of its first character (from 1)."""

    text: str
    line: int
    column: int


Placed = tuple[str, int, int]
"""A piece, or a plain tuple of what a piece has."""
# Made of a plain tuple, either takes a third of the time.
as_line: Callable[[tuple[str, int, int]], Line] = partial(tuple.__new__, Line)
as_piece: Callable[[tuple[str, int, int]], Piece] = partial(tuple.__new__, Piece)


def lines(text: str) -> Iterator[Line]:
    r"""Yield the lines; only \r\n, \n and \r break them (no form feed, no U+2028)."""
    start, number = 0, 1
    if "\r" not in text:
        for number, line in enumerate(text.split("\n"), 1):
            if line or start < len(text):
                yield Line(line, start, number)
            start += len(line) + 1
        return
    for found in _LINE_BREAK.finditer(text):
        yield Line(text[start : found.start()], start, number)
        start, number = found.end(), number + 1
    if start < len(text):
        yield Line(text[start:], start, number)


def blocks(text: str) -> Iterator[tuple[Line, ...]]:
    """Yield the runs of lines that are not blank."""
    block: list[Line] = []
    for line in every_line(text):
        bare = line[0].strip()
        if bare and (bare[0] not in UNSEEN or bare.strip(UNSEEN).strip()):
            block.append(as_line(line))
        elif block:
            yield tuple(block)
            block = []
    if block:
        yield tuple(block)


def every_line(text: str) -> list[tuple[str, int, int]]:
    """Return all lines at once, as plain tuples: most of the lines of a page are blank, and need be no more.

    Where only line feeds break the lines, a last line without any text is one too.
    """
    if "\r" in text:
        return list(lines(text))
    every = text.split("\n")
    starts = accumulate([len(line) + 1 for line in every], initial=0)
    return list(zip(every, starts, count(1), strict=False))


def whole(line: Line) -> Piece:
    """Return a line as a piece."""
    text, _, number = line
    bare = text.strip()
    return as_piece((bare, number, text.find(bare) + 1))


def piece(text: str, block: Sequence[Line], skip: int = 0) -> Piece:
    """Return these consecutive lines of `text` as one piece, without the first `skip` characters of the first line."""
    first, last = block[0], block[-1]
    if first is last and not skip:
        return whole(first)
    start, end = first.start + skip, last.start + len(last.text)
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    line, begin = first.number, first.start
    if start > first.start + len(first.text):
        for found in _LINE_BREAK.finditer(text, first.start, start):
            line, begin = line + 1, found.end()
    return Piece(text[start:end], line, start - begin + 1)
