"""Lines and blocks of a text, with their places in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\n|\r")
# Characters that show nothing: a line made of them only is blank to a reader.
_UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"


class Line(NamedTuple):
    """One line without its line break: where it starts in the text, and its number from 1."""

    text: str
    start: int
    number: int

    @property
    def blank(self) -> bool:
        """Return whether a reader sees nothing on the line."""
        return not self.text.strip().strip(_UNSEEN).strip()


class Piece(NamedTuple):
    """An exact piece of the file without the blanks around it, and the place of its first character (from 1)."""

    text: str
    line: int
    column: int


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
    for line, start, number in lines(text) if "\r" in text else _numbered(text):
        bare = line.strip()
        if bare and (bare[0] not in _UNSEEN or bare.strip(_UNSEEN).strip()):
            block.append(Line(line, start, number))
        elif block:
            yield tuple(block)
            block = []
    if block:
        yield tuple(block)


def _numbered(text: str) -> Iterator[tuple[str, int, int]]:
    """Return the lines of a text in which only line feeds break them, as plain tuples: most are blank."""
    every = text.split("\n")
    starts = accumulate(map(len, every), lambda start, length: start + length + 1, initial=0)
    return zip(every, starts, range(1, len(every) + 1), strict=False)


def whole(line: Line) -> Piece:
    """Return a line as a piece."""
    bare = line.text.strip()
    return Piece(bare, line.number, line.text.find(bare) + 1)


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
