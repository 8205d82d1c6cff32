"""What is known of all pages of a run before the first ruling is looked at: titles, dates as written, files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from aligner.languages import profile
from aligner.model import Document, Page, Ruling
from aligner.reading import dates
from aligner.shelf import Shelved
from aligner.text import fold

WRITTEN = ("pages", "html", "markdown")
"""The formats of one file, one page: its own dates settle the order of day and month."""

Value = TypeVar("Value")
Titles = Mapping[str, Sequence[tuple[int, str]]]
"""By language, the titles with the number of their document."""
_PARTS = re.compile(r"[,、，]|//")
_RUN = re.compile(r"[^\W_]+")
_ENDING = 2  # letters that a case may change


@dataclass(frozen=True, slots=True)
class Survey:
    """What one page may need to know of the others; small enough to be told to every worker.

    `titles` has, by language, the titles with the number of their document, in the order of the pages; `orders` the
    languages with the order of day and month that some page of theirs settles; `first` the document in which a file
    is met first, for the files that stand in several.

    A check may ask for the titles of other pages only where they stand in its own page's rulings: what was found on a
    page is kept for the next run, and holds until a title changes that `may_name` finds there.
    """

    titles: dict[str, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    orders: frozenset[tuple[str, str]] = frozenset()
    first: dict[str, int] = field(default_factory=dict)
    _made: dict[tuple[str, ...], object] = field(default_factory=dict, compare=False, repr=False)

    def once(self, make: Callable[[], Value], *key: str) -> Value:
        """Return what `make` returns, made once for this key."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]  # the key fixes the type

    def __reduce__(self) -> tuple[object, ...]:
        """Leave what was made behind: others make it themselves."""
        return Survey, (self.titles, self.orders, self.first)


def survey(documents: Sequence[Document]) -> Survey:
    """Return what is known of the pages of these documents."""
    titles: dict[str, list[tuple[int, str]]] = defaultdict(list)
    orders: set[tuple[str, str]] = set()
    homes: dict[str, int] = {}
    several: dict[str, int] = {}
    for number, document in enumerate(documents):
        for page in document.pages:
            if page.title_text:
                titles[page.language].append((number, page.title_text))
            if order := settled_order(page):
                orders.add((page.language, order))
            if homes.setdefault(page.file, number) != number:
                several[page.file] = homes[page.file]
    return Survey({code: tuple(some) for code, some in titles.items()}, frozenset(orders), several)


def dated(page: Page) -> list[Ruling]:
    """Return the first ruling under each date of the page."""
    places: dict[tuple[int, int], Ruling] = {}
    for ruling in page.rulings:
        if ruling.label and dates.date_in(ruling.label):
            places.setdefault((ruling.label_line, ruling.label_column), ruling)
    return sorted(places.values(), key=lambda ruling: ruling.position)


def settled_order(page: Page) -> str:
    """Return the order of day and month that the page's own dates settle, empty where they settle none."""
    if isinstance(page.rulings, Shelved):
        return page.rulings.outline.order
    if page.format not in WRITTEN:
        return ""
    labels = {(one.label_line, one.label_column): one.label for one in page.rulings if one.label}
    return dates.settled_order(filter(dates.date_in, labels.values()))


def changed(before: Titles, now: Titles) -> dict[str, list[str]]:
    """Return by language the titles that one has and the other has not, or for another document."""
    found = {code: {*before.get(code, ())} ^ {*now.get(code, ())} for code in {*before, *now}}
    return {code: [title for _, title in sorted(some)] for code, some in found.items() if some}


def may_name(page: Page, titles: Iterable[str]) -> bool:
    """Return whether one of the titles, or a part of it as a card is called for short, may stand on the page.

    That is so where all of its words do, in whatever order and with whatever endings.
    """
    plain = fold("\n".join([entry.text for entry in page.entries]), page.language)
    parts = [_RUN.findall(part) for title in titles for part in _PARTS.split(title)]
    open_end = _ENDING if profile(page.language).spaced else 1  # a mark behind the last letter may be one with it
    return any(all(fold(run, page.language)[:-open_end] in plain for run in runs) for runs in parts)
