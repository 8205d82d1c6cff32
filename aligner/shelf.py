"""Where stands what a run need not have at hand: in files without a name, from which it is fetched again."""

from __future__ import annotations

import heapq
import marshal
import os
import pickle
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, TypeVar, overload
from weakref import finalize

from aligner.model import AlignerError, Document, Page, Ruling, as_ruling, ruling_values

Item = TypeVar("Item")
ROOM = 20_000  # values that a pile has at hand
NEAR = 1 << 20  # bytes of a shelf that are not yet in its file
BLOCK = 500  # values that are fetched at once
_DATE = [one.name for one in fields(Ruling)].index("date")
_day = lru_cache(maxsize=4096)(date.fromordinal)


class FullError(AlignerError):
    """Say that there is no room on the disk for what a run need not have at hand."""


class Shelf:
    """Pieces in a temporary file, but for the last ones; copies of this process can read what was there before them."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._written = 0
        self._last = bytearray()

    def put(self, piece: bytes) -> int:
        """Keep a piece and return where it begins; FullError where there is no room for it."""
        if len(self._last) >= NEAR:
            self._write()
        start = self._written + len(self._last)
        self._last += piece
        return start

    def _write(self) -> None:
        try:
            if self._file is None:
                self._file = TemporaryFile(prefix="aligner-", buffering=0)  # noqa: SIM115  # it ends with the shelf
                finalize(self, self._file.close)
            self._file.seek(self._written)
            left = memoryview(self._last)
            while left:  # a disk that gets full takes a part before it complains
                left = left[self._file.write(left) :]
        except OSError as error:
            where = tempfile.tempdir or "temporary files"
            raise FullError(
                f"{where}: no room for the pages of this run ({error.strerror or error}); "
                "make some, or name another folder for temporary files with the variable TMPDIR"
            ) from error
        self._written += len(self._last)
        self._last = bytearray()

    def get(self, start: int, size: int) -> bytes:
        """Return the piece of this size that begins there."""
        if start >= self._written:
            return bytes(self._last[start - self._written : start - self._written + size])
        assert self._file is not None
        if hasattr(os, "pread"):  # copies of a process share the place at which they read a file
            return os.pread(self._file.fileno(), size, start)
        self._file.seek(start)
        return self._file.read(size)


class Pieces:
    """Pieces on a shelf, each known by a number from 0."""

    def __init__(self, room: int) -> None:
        """Make room for so many; none of them is there yet."""
        self._shelf = Shelf()
        self._starts, self._sizes = array("q", [0]) * room, array("q", [-1]) * room

    def __setitem__(self, number: int, piece: bytes) -> None:
        self._starts[number], self._sizes[number] = self._shelf.put(piece), len(piece)

    def __getitem__(self, number: int) -> bytes:
        return self._shelf.get(self._starts[number], self._sizes[number])

    def __contains__(self, number: int) -> bool:
        return self._sizes[number] >= 0


class Pile(Sequence[Item]):
    """Values in the order in which they come, or in that of a key; where they are many, most stand on a shelf.

    To go through them all is quick, as often as one likes; to pick one is not.
    """

    def __init__(self, values: Iterable[Item] = (), key: Callable[[Item], Any] | None = None) -> None:
        self._shelf, self._key = Shelf(), key
        self._runs: list[list[tuple[int, int]]] = []
        self._last: list[Item] = []
        self._length = 0
        self.extend(values)

    def extend(self, values: Iterable[Item]) -> None:
        """Add values at the end."""
        rest = iter(values)
        while some := list(islice(rest, ROOM - len(self._last))):
            self._last += some
            if len(self._last) >= ROOM:
                self._put_away()

    def _put_away(self) -> None:
        self._length += len(self._last)
        blocks = []
        run = self._in_order()
        for start in range(0, len(run), BLOCK):
            block = pickle.dumps(run[start : start + BLOCK], pickle.HIGHEST_PROTOCOL)
            blocks.append((self._shelf.put(block), len(block)))
        self._runs.append(blocks)
        self._last = []

    def _in_order(self) -> list[Item]:
        return sorted(self._last, key=self._key) if self._key else self._last

    def __len__(self) -> int:
        return self._length + len(self._last)

    def __iter__(self) -> Iterator[Item]:
        runs = [*map(self._run, self._runs), iter(self._in_order())]
        return heapq.merge(*runs, key=self._key) if self._key else chain.from_iterable(runs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(other) != len(self):
            return False
        return all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # what grows has none

    def _run(self, blocks: Iterable[tuple[int, int]]) -> Iterator[Item]:
        for block in blocks:
            yield from pickle.loads(self._shelf.get(*block))

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        if isinstance(at, slice):
            return list(self)[at]
        start = at + len(self) if at < 0 else at
        if not 0 <= start < len(self):
            raise IndexError(at)
        return next(islice(self, start, None))


class Outline(NamedTuple):
    """What is asked of the rulings of a page so often that nobody should have to fetch them.

    Their number, their size in characters, the day of the newest as an ordinal, 0 where none has a date, the order of
    day and month that they settle, and a digest of them, which is empty where none was asked for.
    """

    length: int
    size: int
    newest: int = 0
    order: str = ""
    digest: bytes = b""


class Shelved(Sequence[Ruling]):
    """The rulings of a page, made anew whenever they are asked for, so that they have no identity."""

    __slots__ = ("_length", "_shelf", "_start", "outline")

    def __init__(self, shelf: Shelf, packed: bytes, outline: Outline) -> None:
        self._shelf, self.outline, self._length = shelf, outline, len(packed)
        self._start = shelf.put(packed) if packed else 0

    def __len__(self) -> int:
        return self.outline.length

    @overload
    def __getitem__(self, at: int) -> Ruling: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Ruling, ...]: ...
    def __getitem__(self, at: int | slice) -> Ruling | tuple[Ruling, ...]:
        return self.opened()[at]

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.opened())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.opened() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.opened())

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what is pickled: the rulings, as another machine has no such file."""
        return tuple, (self.opened(),)

    def opened(self) -> tuple[Ruling, ...]:
        """Return the rulings."""
        return unpacked(self._shelf.get(self._start, self._length)) if self._length else ()


def packed(rulings: Sequence[Ruling]) -> bytes:
    """Return rulings as they stand on a shelf."""
    if not rulings:
        return b""
    columns = list(zip(*map(ruling_values, rulings), strict=True))
    columns[_DATE] = tuple([day and day.toordinal() for day in columns[_DATE]])
    try:
        return marshal.dumps(columns)
    except ValueError:  # a library has its own kind of text
        plain = [[str(one) if isinstance(one, str) else one for one in column] for column in columns]
        return marshal.dumps(plain)


def unpacked(piece: bytes) -> tuple[Ruling, ...]:
    """Return the rulings again."""
    columns = marshal.loads(piece)
    columns[_DATE] = [day and _day(day) for day in columns[_DATE]]
    return tuple(map(as_ruling, *columns))


def outline(page: Page) -> Outline:
    """Return what is known of the rulings of a page without fetching them, where they are on a shelf."""
    if isinstance(page.rulings, Shelved):
        return page.rulings.outline
    days = [one.date.toordinal() for one in page.rulings if one.date]
    return Outline(len(page.rulings), sum([len(one.text) for one in page.rulings]), max(days, default=0))


def at_hand(page: Page) -> Page:
    """Return the page with its rulings at hand, so that each is the same one whenever it is asked for."""
    return page.holding(page.rulings.opened()) if isinstance(page.rulings, Shelved) else page


def opened(document: Document) -> Document:
    """Return the document with the rulings of its pages at hand."""
    if not any(isinstance(page.rulings, Shelved) for page in document.pages):
        return document
    pages = tuple([at_hand(page) for page in document.pages])
    return Document(document.title, pages, document.reason, document.doubtful)
