"""Whether date and place on the page tell what answers what: what cheap evidence says against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from aligner.linking import evidence, plain
from aligner.linking.evidence import ALIKE, COMMON, CONFIRMED, CONTRADICTION, LEAST_SHIFT, SPEAKS, Bag, Fingerprint
from aligner.model import Page, Ruling

if TYPE_CHECKING:
    from aligner.linking.matching import Matrix

ONE_BY_ONE = 400  # rulings of a page that are looked at one by one, whether another card's stand there
WINDOW = 300  # rulings of a long page that are compared at a time

Rows = list[tuple[int, ...]]
"""Indices on each page that answer one another, in the order of the pages."""


@dataclass(frozen=True, slots=True)
class _Window:
    """How well the members of some pairs fit, each with each: what pairs speak for themselves is on the diagonals.

    `rows` are the numbers of the pairs. `total` is better the greater it is: marks and dates, and lengths as far as
    they are trusted; `fit` is what the lengths say alone. `shared` and `single` are the weights of the marks that both
    have, and that only one has.
    """

    rows: Sequence[int]
    total: Matrix
    fit: Matrix
    shared: Matrix
    single: Matrix


@dataclass(frozen=True, slots=True)
class Places:
    """The pages of a document, known by their number, and their rulings, known by their index.

    `asks` tells whether there is an encoder to ask where marks and lengths leave a doubt.
    """

    pages: Sequence[Page]
    fingerprint: Fingerprint
    asks: bool
    _known: dict[tuple[int, int, tuple[tuple[int, int], ...]], list[_Window]] = field(default_factory=dict)
    _bags: dict[tuple[int, int], Bag] = field(default_factory=dict)

    @property
    def trust(self) -> float:
        """Return how far lengths alone may cast a doubt: not at all where no vectors can settle it."""
        return 1.0 if self.asks else 0.0

    def ruling(self, side: int, index: int) -> Ruling:
        """Return the ruling."""
        return self.pages[side].rulings[index]

    def bag(self, side: int, index: int) -> Bag:
        """Return the ruling's marks, none where it has no text."""
        bag = self._bags.get((side, index))
        if bag is None:
            text = self.ruling(side, index).text
            bag = self.fingerprint(self.pages[side].language, text) if text.strip() else {}
            self._bags[side, index] = bag
        return bag

    def blank(self, side: int, index: int) -> bool:
        """Return whether the entry has no text."""
        return not self.ruling(side, index).text.strip()

    def copies(self, side: int, some: Sequence[int]) -> list[int]:
        """Return for each of some rulings of a page the place, among them, of the first that it repeats, or its own."""
        return evidence.copies([self.ruling(side, index).text for index in some])

    def rows(self, live: Sequence[int], rest: Sequence[Sequence[int]]) -> Rows | None:
        """Return what answers what by date and position; None where the pages' numbers differ."""
        blocks = [self._blocks(side, rest[side]) for side in live]
        if all({k: len(v) for k, v in one.items()} == {k: len(v) for k, v in blocks[0].items()} for one in blocks):
            return [row for key in blocks[0] for row in zip(*(one[key] for one in blocks), strict=True)]
        if len({len(rest[side]) for side in live}) > 1:
            return None
        rows = list(zip(*(rest[side] for side in live), strict=True))
        odd = sum(self._unlike_dates(live, row) for row in rows)
        return rows if 2 * odd <= len(rows) else None

    def agreeing(self, live: Sequence[int], rest: Sequence[Sequence[int]]) -> dict[int, dict[int, dict[int, int]]]:
        """Return the pages in groups whose members agree in all places, so that one of them speaks for the others.

        Each group is known by one page, an English one where it has one, and tells for each other page what stands
        there in the place of each ruling.
        """
        found: dict[int, dict[int, dict[int, int]]] = {}
        for side in sorted(live, key=lambda side: (self.pages[side].language != "en", side)):
            if not any(self._joins(base, beside, side, rest) for base, beside in found.items()):
                found[side] = {}
        return dict(sorted(found.items()))

    def _joins(self, base: int, beside: dict[int, dict[int, int]], side: int, rest: Sequence[Sequence[int]]) -> bool:
        """Put the page beside the base where it agrees with a page of the group, and return whether it does."""
        for mate in (base, *beside):
            rows = self.rows((mate, side), rest)
            if rows is None:
                return False  # the numbers differ, and they are the same in the whole group
            if self._agree(mate, side, rows):
                places = {row[0]: row[1] for row in rows}
                own = beside[mate] if mate in beside else {i: i for i in rest[base]}
                beside[side] = {i: places[j] for i, j in own.items()}
                return True
        return False

    def _agree(self, one: int, two: int, rows: Rows) -> bool:
        """Return whether two pages agree in all these places."""
        if self.plainly(one, two, rows):
            return True
        if not (self.stands((one, two), rows) and self.confirmed((one, two), rows)):
            return False
        return len(rows) > ONE_BY_ONE or not self.unlike((one, two), rows)

    def plainly(self, one: int, two: int, rows: Sequence[tuple[int, ...]]) -> bool:
        """Return whether two pages agree in all these places at the first glance, so that nothing is `contradicted`.

        What is left open needs the tables of all with all.
        """
        pairs = [(row[0], row[1]) for row in rows]
        if not 0 < len(self._full(one, two, pairs)) == len(pairs) <= WINDOW:
            return False
        sides = list(zip((one, two), zip(*pairs, strict=True), strict=True))
        bags = [[self.bag(side, index) for index in some] for side, some in sides]
        rulings = [[self.ruling(side, index) for index in some] for side, some in sides]
        languages = self.pages[one].language, self.pages[two].language
        return plain.agree(languages, rulings, bags) and not self._unlike_copies(one, two, pairs)

    def equal_blocks(self, live: Sequence[int], rest: Sequence[Sequence[int]]) -> Iterator[Rows]:
        """Yield the blocks of one date that have the same number of rulings on every page."""
        blocks = [self._blocks(side, rest[side]) for side in live]
        for key, some in blocks[0].items():
            if key[0] is not None and all(len(one.get(key, ())) == len(some) for one in blocks):
                yield list(zip(*(one[key] for one in blocks), strict=True))

    def stands(self, live: Sequence[int], rows: Rows) -> bool:
        """Return whether no two pages' marks, lengths or copies contradict the position."""
        for a, b in combinations(range(len(live)), 2):
            pairs = [(row[a], row[b]) for row in rows]
            if self._unlike_copies(live[a], live[b], pairs):
                return False
            limit = CONTRADICTION if self.trust else 2 * CONTRADICTION
            if self.contradicted(live[a], live[b], pairs, limit) or self._shifted(live[a], live[b], pairs):
                return False
        return True

    def confirmed(self, live: Sequence[int], rows: Rows) -> bool:
        """Return whether the order fits better than any in which two rulings have changed places.

        Without an encoder there is nobody to ask, so what is not contradicted stands.
        """
        import numpy as np

        if not self.asks:
            return True
        for a, b in combinations(range(len(live)), 2):
            for window in self._tables(live[a], live[b], [(row[a], row[b]) for row in rows]):
                table = window.total
                own = table.diagonal()
                changed = table + table.T - own[:, None] - own[None, :]
                np.fill_diagonal(changed, -np.inf)
                if changed.max() > -CONFIRMED:
                    return False
        return True

    def unlike(self, live: Sequence[int], rows: Rows) -> set[tuple[int, ...]]:
        """Return the rows in which a page's marks have next to nothing in common with any other page's.

        A ruling of another card may stand there; nobody knows without vectors.
        """
        if not self.asks:
            return set()
        alone = [set(range(len(rows))) for _ in live]
        for a, b in combinations(range(len(live)), 2):
            pairs = [(row[a], row[b]) for row in rows]
            apart = self._apart(live[a], live[b], pairs) | self._unmarked(live[a], live[b], pairs)
            alone[a] &= apart
            alone[b] &= apart
        return {rows[n] for n in set().union(*alone)}

    def _apart(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> set[int]:
        """Return the pairs (by number) that have many marks and few of them in common."""
        apart: set[int] = set()
        for window in self._tables(one, two, pairs):
            single = window.single.diagonal()
            unlike = (single >= SPEAKS) & (evidence.likeness(window.shared.diagonal(), single) < ALIKE)
            if unlike.any():
                apart.update(window.rows[int(n)] for n in unlike.nonzero()[0])
        return apart

    def _unmarked(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> set[int]:
        """Return the pairs (by number) of two short pages that have few marks in common: position says little there."""
        limit = COMMON.get(len(pairs), 0.0)
        if not limit:
            return set()
        bags = {n: (self.bag(one, pairs[n][0]), self.bag(two, pairs[n][1])) for n in self._full(one, two, pairs)}
        return {n for n, (ours, theirs) in bags.items() if evidence.common(ours, theirs) < limit}

    def _full(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Return the pairs (by number) in which both have a text."""
        ours, theirs = self.pages[one].rulings, self.pages[two].rulings
        return [n for n, (i, j) in enumerate(pairs) if ours[i].text.strip() and theirs[j].text.strip()]

    def contradicted(self, one: int, two: int, pairs: Sequence[tuple[int, int]], limit: float) -> list[int]:
        """Return the pairs (by number) whose members both fit another partner clearly better."""
        import numpy as np

        found: list[int] = []
        for window in self._tables(one, two, pairs):
            own = window.total.diagonal() + limit
            better = (window.total > own[:, None]) & (window.total > own)
            if better.any():
                found += [window.rows[int(n)] for n in np.nonzero(better.any(axis=1) | better.any(axis=0))[0]]
        return found

    def _blocks(self, side: int, some: Sequence[int]) -> dict[tuple[date | None, bool], list[int]]:
        found: dict[tuple[date | None, bool], list[int]] = {}
        for index in some:
            ruling = self.ruling(side, index)
            found.setdefault((ruling.date, ruling.kind == "heading"), []).append(index)
        return found

    def _unlike_dates(self, live: Sequence[int], row: Sequence[int]) -> bool:
        rulings = [self.ruling(side, index) for side, index in zip(live, row, strict=True)]
        return len({one.date for one in rulings if one.date}) > 1 or len({one.kind for one in rulings}) > 1

    def _unlike_copies(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether one page repeats a ruling where the other does not."""
        return self.copies(one, [i for i, _ in pairs]) != self.copies(two, [j for _, j in pairs])

    def _tables(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> Iterable[_Window]:
        """Return, window by window, how well every two of the pairs' members fit; of a short page it is remembered."""
        if len(pairs) > WINDOW:
            return self._compared(one, two, pairs)
        key = one, two, tuple(pairs)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = list(self._compared(one, two, pairs))
        return known

    def _compared(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> Iterator[_Window]:
        import numpy as np

        full = self._full(one, two, pairs)
        if not full:
            return
        indices = [[pairs[n][0] for n in full], [pairs[n][1] for n in full]]
        bags = [[self.bag(side, index) for index in some] for side, some in zip((one, two), indices, strict=True)]
        weights = evidence.rarity(bags[:1] if bags[0] == bags[1] else bags)
        rulings = [[self.ruling(side, index) for index in some] for side, some in zip((one, two), indices, strict=True)]
        a, b = (evidence.lengths([ruling.text for ruling in side]) for side in rulings)
        days = [np.array([r.date.toordinal() if r.date else 0 for r in side]) for side in rulings]
        usual = evidence.usual_of((self.pages[one].language, self.pages[two].language), a, b, paired=True)
        for start in range(0, len(full), WINDOW):
            window = slice(start, start + WINDOW)
            shared, single = evidence.agreement(bags[0][window], bags[1][window], weights)
            fit = evidence.fit_of(a[window], b[window], usual)
            ours, theirs = days[0][window, None], days[1][window]
            other = (ours != theirs) & (ours > 0) & (theirs > 0)
            marks = shared - single / 4 - other
            yield _Window(full[window], marks + fit * self.trust, fit, shared, single)

    def _shifted(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether a stretch fits clearly better one place further on, or lengths fit no better than chance."""
        for window in self._tables(one, two, pairs):
            own = window.total.diagonal().tolist()
            beside = [(here + following) / 2 for here, following in pairwise(own)]
            for step in (-1, 1):
                moved = window.total.diagonal(step).tolist()
                if _best_stretch([there - here for there, here in zip(moved, beside, strict=True)]) > LEAST_SHIFT:
                    return True
            if self.trust and len(own) > 3 and _by_chance(window.fit):
                return True
        return False


def _by_chance(fit: Matrix) -> bool:
    """Return whether the lengths of two pages fit no better at their places than anywhere."""
    here = -fit.diagonal().mean()
    if here <= 0.6 * 0.3:
        return False
    usual = -fit.mean()
    return bool(usual > 0.3 and here > 0.6 * usual)


def _best_stretch(gain: Sequence[float]) -> float:
    """Return the largest sum of neighbouring values."""
    best = run = 0.0
    for value in gain:
        run = max(0.0, run + value)
        best = max(best, run)
    return best
