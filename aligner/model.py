"""The values that every part of the aligner takes and returns."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from enum import StrEnum
from functools import wraps
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

_Made = TypeVar("_Made")
LANGUAGES = ("en", "ru", "pt", "ja", "de", "fr", "it", "es", "ko", "zhs", "zht")
"""The codes of the languages that the tool knows, in the order of its reports."""


class AlignerError(Exception):
    """Say in one line what is wrong with the user's input: the file, the place, the remedy."""


class Severity(StrEnum):
    """How much a finding matters: a reader is misled, a reader stumbles, worth a look."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """Return 0 for a note, 1 for a warning, 2 for an error."""
        return list(Severity).index(self)


_OPEN: dict[type, Any] = {}  # of a frozen class, the class of the same fields that can be filled
_VALUES: dict[type, Callable[[Any], tuple[Any, ...]]] = {}  # what returns the values of its fields


def _quickly_made(frozen: type[_Made]) -> type[_Made]:
    """Give a frozen class an `__init__` that is several times as fast, as a large corpus has a million of its objects.

    A frozen class fills each field by a call. This one is another class, of the same fields, until they are filled.
    """
    own = [(one.name, Any, field(default=one.default)) for one in fields(frozen)]  # type: ignore[arg-type]
    open_class = _OPEN[frozen] = make_dataclass(frozen.__name__, own, slots=True)
    turn, fill = object.__setattr__, open_class.__init__  # type: ignore[misc]

    @wraps(frozen.__init__)
    def init(self: Any, *values: Any, **named: Any) -> None:
        turn(self, "__class__", open_class)
        try:
            fill(self, *values, **named)
        finally:
            self.__class__ = frozen

    frozen.__init__ = init  # type: ignore[method-assign]
    _VALUES[frozen] = attrgetter(*(one.name for one in fields(frozen)))  # type: ignore[arg-type]
    return frozen


@_quickly_made
@dataclass(frozen=True, slots=True)
class Ruling:
    """One dated or numbered paragraph of a page; the title and a heading have the same shape.

    `text` is the exact piece of the file, line breaks included, and empty where a date or number has
    nothing under it. `line` and `column` count from 1, in code points, and name the first character of
    `text`, or of `label` where there is no text; 0 where the format has no places. `label` is the date or
    number as written. `key` is the page's own id, in its regular form (`502.32a`).
    """

    text: str
    position: int
    line: int = 0
    column: int = 0
    date: datetime.date | None = None
    key: str = ""
    kind: str = "ruling"  # "ruling", "heading" or "title"
    label: str = ""
    label_line: int = 0
    label_column: int = 0
    author: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what is pickled: bytes, as a text that is pickled itself keeps a copy in UTF-8 from then on."""
        _, *others = ruling_values(self)
        return _unpickled, (self.text.encode("utf-8", "surrogatepass"), *others)

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of the character at `offset` of `text`; 0 where the format has none."""
        lines = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not self.column:
            return self.line, 0
        if len(lines) == 1:
            return self.line, self.column + offset
        return self.line + len(lines) - 1, len(lines[-1]) + 1


ruling_values = _VALUES[Ruling]
"""Return the values of the fields of a ruling, in their order."""


def as_ruling(*values: Any) -> Ruling:
    """Make a ruling of its fields in their order: in less than half of the time that `Ruling` takes."""
    made = _OPEN[Ruling](*values)
    made.__class__ = Ruling
    return made  # type: ignore[no-any-return]


def _unpickled(text: bytes, *others: Any) -> Ruling:
    return as_ruling(text.decode("utf-8", "surrogatepass"), *others)


@dataclass(frozen=True, slots=True)
class Residue:
    """A piece of a file that no reader could place: its text and where it stands (from 1)."""

    text: str
    line: int
    column: int = 1


@_quickly_made
@dataclass(frozen=True, slots=True)
class Page:
    """One file, or one entry of a file, in one language.

    `file` is the name that reports print. `name` is what the file's name or the format says of the document it
    belongs to, empty where it says nothing. `language_source` is "name", "text", "format" or "list".
    """

    file: str
    language: str
    title: Ruling | None
    rulings: Sequence[Ruling]
    residue: tuple[Residue, ...] = ()
    name: str = ""
    format: str = "pages"
    encoding: str = "utf-8"
    language_source: str = "text"
    region: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what is pickled: the plain call is several times as fast as what a frozen class has for it."""
        return Page, _VALUES[Page](self)

    def holding(self, rulings: Sequence[Ruling]) -> Page:
        """Return the page with these rulings in the place of its own."""
        file, language, title, _, *others = _VALUES[Page](self)
        return Page(file, language, title, rulings, *others)  # `replace` takes three times as long

    @property
    def title_text(self) -> str:
        """Return the title, empty where there is none."""
        return self.title.text if self.title else ""

    @property
    def entries(self) -> tuple[Ruling, ...]:
        """Return the title, where there is one, and the rulings."""
        return (self.title, *self.rulings) if self.title else tuple(self.rulings)

    def entry(self, at: int) -> Ruling:
        """Return one of the entries."""
        if self.title is None:
            return self.rulings[at]
        return self.rulings[at - 1] if at else self.title


@dataclass(frozen=True, slots=True)
class Document:
    """The pages that are translations of one another, at most one a language, and why they were joined."""

    title: str
    pages: tuple[Page, ...]
    reason: str = ""
    doubtful: bool = False

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages of the pages, in their order."""
        return tuple(page.language for page in self.pages)

    def page(self, language: str) -> Page:
        """Return the page in this language; KeyError where there is none."""
        for page in self.pages:
            if page.language == language:
                return page
        raise KeyError(language)


@dataclass(frozen=True, slots=True)
class Group:
    """One ruling across the languages of a document: none, one or several members a language.

    `score` is the weakest link's, from 0 to 1; `method` is "position", "fingerprint", "vectors", "key", "given" (by a
    person) or "alone". A doubtful group may hold a wrong link, so nothing is called missing because of it. `weakest`
    is the language whose vectors lie far from the others', where there are vectors and three languages or more.
    """

    number: int
    members: Mapping[str, tuple[Ruling, ...]]
    score: float = 1.0
    method: str = "position"
    doubtful: bool = False
    weakest: str = ""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A document and its groups, in which every ruling of its pages is once."""

    document: Document
    groups: tuple[Group, ...]


class Place(NamedTuple):
    """Where an entry stands in a run, by numbers from 0: its document, its page, its place among the entries.

    A page as a whole has the entry -1.
    """

    document: int
    page: int
    entry: int = -1


@dataclass(frozen=True, slots=True)
class Hit:
    """What a check yields: one fault in one ruling.

    `span` is (start, end) in the ruling's text, None for the whole ruling. `excerpt` overrides what the span
    would quote; `severity` lowers the check's own. `related` are the counterparts. A hit on a page as a whole has
    no ruling and no line; `line` and `column` serve residue. `place` is for what is found in all documents together.
    """

    page: Page
    ruling: Ruling | None
    span: tuple[int, int] | None
    message: str
    suggestion: str = ""
    concept: str = ""
    related: tuple[tuple[Page, Ruling], ...] = ()
    score: float | None = None
    severity: Severity | None = None
    excerpt: str | None = None
    line: int = 0
    column: int = 0
    key: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One row of a report; the fields are the columns of the CSV and stand in their order."""

    code: str
    name: str
    severity: str
    category: str
    document: str
    language: str
    date: str
    position: str
    key: str
    file: str
    line: int
    column: int
    excerpt: str
    message: str
    suggestion: str = ""
    concept: str = ""
    related: tuple[str, ...] = field(default=())
    score: float | None = None
    status: str = "new"
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """One row of a glossary: how one language renders one concept, and whether it should.

    `status` is "preferred", "admitted", "deprecated" or "superseded". `forms` are irregular forms that no rule
    makes. The term is lawful from `since` until the day before `until`. `shipped` tells ours from the user's.
    """

    concept: str
    text: str
    language: str
    status: str = "preferred"
    pos: str = ""
    forms: tuple[str, ...] = ()
    since: datetime.date | None = None
    until: datetime.date | None = None
    note: str = ""
    source: str = ""
    shipped: bool = False

    @property
    def accepted(self) -> bool:
        """Return whether a page may use this term, its period aside."""
        return self.status in ("preferred", "admitted")


class Match(NamedTuple):  # a text has dozens of them, and a tuple is made in half the time
    """A term found in a text: (start, end) in the original text."""

    start: int
    end: int
    term: Term
