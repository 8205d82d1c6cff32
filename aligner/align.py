"""Find out which rulings of a document's pages say the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import TYPE_CHECKING

from aligner.linking import anchors, background, evidence, pool
from aligner.linking.evidence import Bag, Fingerprint
from aligner.linking.pool import Linked, Side
from aligner.model import Document, Group, Ruling

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors
    from aligner.linking.matching import Matrix

CONTRADICTION = 2.0  # by how much another partner's marks must fit better before a position is doubted
CONFIRMED = 1.0  # by how much the order must fit better than one with two rulings changed, or vectors are asked
WINDOW = 300  # rulings of a long page that are compared at a time

Rows = list[tuple[int, ...]]
"""Indices on each page that answer one another, in the order of the pages."""


def align(
    document: Document,
    encoder: Encoder,
    fingerprint: Fingerprint,
    reference: str = "",
    rivals: Mapping[str, Vectors] | None = None,
) -> tuple[Group, ...]:
    """Return the groups of a document; every ruling of its pages is in exactly one of them.

    Rulings with a key pair by key. Blocks of the same date with the same number of rulings pair by position, unless
    their marks contradict it. The rest is matched by marks and vectors. `rivals` are vectors of other
    rulings by language, against which a match must stand out; by default those of a few sentences of our own.
    """
    return _Work(document, encoder, fingerprint, rivals).groups(reference)


@dataclass(slots=True)
class _Work:
    """A document on its way: pages are known by their number, rulings by their index on the page."""

    document: Document
    encoder: Encoder
    fingerprint: Fingerprint
    rivals: Mapping[str, Vectors] | None

    def groups(self, reference: str) -> tuple[Group, ...]:
        """Return the numbered groups."""
        pages = self.document.pages
        linked = self._by_key()
        taken = {(side, index) for one in linked for side, some in one.members.items() for index in some}
        rest = [[i for i in range(len(page.rulings)) if (side, i) not in taken] for side, page in enumerate(pages)]
        linked += self._by_text(rest)
        base = next((n for n, page in enumerate(pages) if page.language == (reference or "en")), 0)
        ordered = in_order(linked, base)
        return tuple(
            Group(
                number,
                {
                    pages[s].language: tuple(pages[s].rulings[i] for i in some)
                    for s, some in sorted(one.members.items())
                },
                one.score,
                one.method,
                one.doubtful,
            )
            for number, one in enumerate(ordered, 1)
        )

    @property
    def _trust(self) -> float:
        """Return how far lengths alone may cast a doubt: not at all where no vectors can settle it."""
        return 0.0 if self.encoder.name == "none" else 1.0

    def _ruling(self, side: int, index: int) -> Ruling:
        return self.document.pages[side].rulings[index]

    def _bag(self, side: int, index: int) -> Bag:
        ruling = self._ruling(side, index)
        return self.fingerprint(self.document.pages[side].language, ruling.text) if ruling.text.strip() else {}

    def _blank(self, side: int, index: int) -> bool:
        return not self._ruling(side, index).text.strip()

    def _by_key(self) -> list[Linked]:
        """Return the clusters of entries that have the same key on two or more pages."""
        entries: dict[tuple[str, int], dict[int, int]] = {}
        for side, page in enumerate(self.document.pages):
            seen: Counter[str] = Counter()
            for index, ruling in enumerate(page.rulings):
                if ruling.key:
                    entries.setdefault((ruling.key, seen[ruling.key]), {})[side] = index
                    seen[ruling.key] += 1
        shared = [members for members in entries.values() if len(members) > 1]
        wrong = self._renumbered(shared)
        return [
            Linked({side: [index] for side, index in members.items()}, 1.0, "key")
            for n, members in enumerate(shared)
            if n not in wrong
        ]

    def _renumbered(self, shared: Sequence[Mapping[int, int]]) -> set[int]:
        """Return which pairs by key cannot be, because the texts under the numbers moved from edition to edition."""
        wrong: set[int] = set()
        for one, two in combinations(range(len(self.document.pages)), 2):
            both = [n for n, members in enumerate(shared) if one in members and two in members]
            rows = [(shared[n][one], shared[n][two]) for n in both]
            bad = self._contradicted(one, two, rows, 2 * CONTRADICTION)
            wrong.update(both[n] for n in bad)
        return wrong

    def _by_text(self, rest: list[list[int]]) -> list[Linked]:
        """Return the clusters of what no key links: equal blocks by position, the others by marks and vectors."""
        live = [side for side, some in enumerate(rest) if some]
        if len(live) < 2:
            return [Linked({side: [index]}, 1.0, "alone") for side in live for index in rest[side]]
        rows = self._rows(live, rest)
        blocks = list(self._equal_blocks(live, rest)) if rows is None else [rows]
        kept = [block for block in blocks if self._stands(live, block)]
        # One ruling of a date on each page says little where the pages' numbers differ elsewhere.
        firm = [block for block in kept if (block is rows or len(block) > 1) and self._confirmed(live, block)]
        if rows is not None and firm:
            return [Linked(dict(zip(live, ([i] for i in row), strict=True)), 1.0, "position") for row in rows]
        if max(map(len, rest)) <= pool.LARGE:
            likely = [
                (dict(zip(live, row, strict=True)), pool.PRIOR if block in firm else pool.HINT)
                for block in kept
                for row in block
            ]
            return self._matched(rest, likely)
        settled = [dict(zip(live, row, strict=True)) for block in kept for row in block]
        done = {item for made in settled for item in made.items()}
        left = [[index for index in some if (side, index) not in done] for side, some in enumerate(rest)]
        linked = [Linked({side: [index] for side, index in made.items()}, 1.0, "position") for made in settled]
        return linked + self._matched(left, ())

    def _blocks(self, side: int, some: Sequence[int]) -> dict[tuple[date | None, bool], list[int]]:
        found: dict[tuple[date | None, bool], list[int]] = {}
        for index in some:
            ruling = self._ruling(side, index)
            found.setdefault((ruling.date, ruling.kind == "heading"), []).append(index)
        return found

    def _rows(self, live: Sequence[int], rest: Sequence[Sequence[int]]) -> Rows | None:
        """Return what answers what by date and position; None where the pages' numbers differ."""
        blocks = [self._blocks(side, rest[side]) for side in live]
        if all({k: len(v) for k, v in one.items()} == {k: len(v) for k, v in blocks[0].items()} for one in blocks):
            return [row for key in blocks[0] for row in zip(*(one[key] for one in blocks), strict=True)]
        if len({len(rest[side]) for side in live}) > 1:
            return None
        rows = list(zip(*(rest[side] for side in live), strict=True))
        odd = sum(self._unlike_dates(live, row) for row in rows)
        return rows if 2 * odd <= len(rows) else None

    def _unlike_dates(self, live: Sequence[int], row: Sequence[int]) -> bool:
        rulings = [self._ruling(side, index) for side, index in zip(live, row, strict=True)]
        return len({one.date for one in rulings if one.date}) > 1 or len({one.kind for one in rulings}) > 1

    def _equal_blocks(self, live: Sequence[int], rest: Sequence[Sequence[int]]) -> Iterator[Rows]:
        """Yield the blocks of one date that have the same number of rulings on every page."""
        blocks = [self._blocks(side, rest[side]) for side in live]
        for key, some in blocks[0].items():
            if key[0] is not None and all(len(one.get(key, ())) == len(some) for one in blocks):
                yield list(zip(*(one[key] for one in blocks), strict=True))

    def _stands(self, live: Sequence[int], rows: Rows) -> bool:
        """Return whether no two pages' marks, lengths or copies contradict the position."""
        for a, b in combinations(range(len(live)), 2):
            pairs = [(row[a], row[b]) for row in rows]
            if self._unlike_copies(live[a], live[b], pairs):
                return False
            limit = CONTRADICTION if self._trust else 2 * CONTRADICTION
            if self._contradicted(live[a], live[b], pairs, limit) or self._shifted(live[a], live[b], pairs):
                return False
        return True

    def _confirmed(self, live: Sequence[int], rows: Rows) -> bool:
        """Return whether the order fits better than any in which two rulings have changed places.

        Without an encoder there is nobody to ask, so what is not contradicted stands.
        """
        import numpy as np

        if self.encoder.name == "none":
            return True
        for a, b in combinations(range(len(live)), 2):
            for _, marks, fit in self._tables(live[a], live[b], [(row[a], row[b]) for row in rows]):
                table = marks + fit
                own = table.diagonal()
                changed = table + table.T - own[:, None] - own[None, :]
                np.fill_diagonal(changed, -np.inf)
                if changed.max() > -CONFIRMED:
                    return False
        return True

    def _unlike_copies(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether one page repeats a ruling where the other does not."""
        found = [
            evidence.copies([self._ruling(side, pair[n]).text for pair in pairs]) for n, side in enumerate((one, two))
        ]
        return found[0] != found[1]

    def _tables(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Matrix, Matrix]]:
        """Yield, window by window, where it starts, how well every pair's marks fit, and how well their lengths."""
        import numpy as np

        full = [pair for pair in pairs if not self._blank(one, pair[0]) and not self._blank(two, pair[1])]
        if len(full) < 2:
            return
        bags = [[self._bag(side, pair[n]) for pair in full] for n, side in enumerate((one, two))]
        weights = evidence.rarity(bags)
        rulings = [[self._ruling(side, pair[n]) for pair in full] for n, side in enumerate((one, two))]
        texts = [[ruling.text for ruling in side] for side in rulings]
        languages = self.document.pages[one].language, self.document.pages[two].language
        usual = evidence.usual_ratio(languages, texts[0], texts[1], paired=True)
        place = {pair: n for n, pair in enumerate(pairs)}
        for start in range(0, len(full), WINDOW):
            window = slice(start, start + WINDOW)
            shared, single = evidence.agreement(bags[0][window], bags[1][window], weights)
            fit = evidence.length_fit(texts[0][window], texts[1][window], usual)
            days = [np.array([r.date.toordinal() if r.date else 0 for r in side[window]]) for side in rulings]
            other = (days[0][:, None] != days[1][None, :]) & (days[0][:, None] > 0) & (days[1][None, :] > 0)
            yield place[full[start]], shared - single / 4 - other, fit

    def _contradicted(self, one: int, two: int, pairs: Sequence[tuple[int, int]], limit: float) -> list[int]:
        """Return the pairs (by number) whose members both fit another partner clearly better."""
        import numpy as np

        found: list[int] = []
        full = [n for n, (i, j) in enumerate(pairs) if not self._blank(one, i) and not self._blank(two, j)]
        at = 0
        for _, marks, fit in self._tables(one, two, pairs):
            table = marks + fit * self._trust
            own = table.diagonal()
            better = (table > own[:, None] + limit) & (table > own[None, :] + limit)
            found += [full[at + int(n)] for n in np.nonzero(better.any(axis=1) | better.any(axis=0))[0]]
            at += len(table)
        return found

    def _shifted(self, one: int, two: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Return whether a stretch fits clearly better one place further on, or lengths fit no better than chance."""
        import numpy as np

        for _, marks, fit in self._tables(one, two, pairs):
            table = marks + fit * self._trust
            for step in (-1, 1):
                moved = np.diagonal(table, step)
                own = table.diagonal()
                gain = moved - (own[: len(moved)] + own[len(own) - len(moved) :]) / 2
                if _best_stretch(gain.tolist()) > 1.5 * CONTRADICTION:
                    return True
            usual, here = -fit.mean(), -fit.diagonal().mean()
            if self._trust and len(fit) > 3 and usual > 0.3 and here > 0.6 * usual:
                return True
        return False

    def _matched(
        self, rest: Sequence[Sequence[int]], likely: Sequence[tuple[Mapping[int, int], float]]
    ) -> list[Linked]:
        """Return the clusters of rulings whose number or order differs from page to page."""
        repeats: dict[tuple[int, int], list[int]] = defaultdict(list)
        blanks: list[tuple[int, int]] = []
        keep: list[list[int]] = []
        for side, some in enumerate(rest):
            first = evidence.copies([self._ruling(side, index).text for index in some])
            keep.append([])
            for n, index in enumerate(some):
                if self._blank(side, index):
                    blanks.append((side, index))
                elif first[n] != n:
                    repeats[side, some[first[n]]].append(index)
                else:
                    keep[-1].append(index)
        linked = self._matched_once(keep, likely)
        linked += self._copied(linked, repeats)
        again = {(side, index) for (side, _), some in repeats.items() for index in some}
        return self._placed(self._relinked(linked, again), blanks)

    def _matched_once(
        self, keep: Sequence[Sequence[int]], likely: Sequence[tuple[Mapping[int, int], float]]
    ) -> list[Linked]:
        """Return the clusters of rulings that all have a text and stand once on their page."""
        pages = self.document.pages
        live = [side for side, some in enumerate(keep) if some]
        sides = [
            Side(pages[s].language, [self._ruling(s, i) for i in keep[s]], [self._bag(s, i) for i in keep[s]])
            for s in live
        ]
        place = {(s, index): (n, i) for n, s in enumerate(live) for i, index in enumerate(keep[s])}
        hints = [(dict(place[item] for item in made.items() if item in place), bonus) for made, bonus in likely]
        found = self._link(sides, hints)
        return [
            Linked(
                {live[s]: [keep[live[s]][i] for i in some] for s, some in one.members.items()},
                one.score,
                one.method,
                one.doubtful,
            )
            for one in found
        ]

    def _relinked(self, linked: list[Linked], again: set[tuple[int, int]]) -> list[Linked]:
        """Link further copies that stand alone to what other pages have alone: there the two may be worded unlike."""
        lone = {
            (side, some[0]): one
            for one in linked
            for side, some in one.members.items()
            if len(one.members) == len(some) == 1
        }
        if not again & lone.keys() or len({side for side, _ in lone}) < 2:
            return linked
        keep = [sorted(i for home, i in lone if home == side) for side in range(len(self.document.pages))]
        joined: set[tuple[int, int]] = set()
        result = []
        for made in self._matched_once(keep, ()):
            items = {(side, index) for side, some in made.members.items() for index in some}
            if len(made.members) == len(items) > 1 and not made.doubtful and items & again:
                result.append(made)
                joined |= items
        gone = {id(lone[item]) for item in joined}
        return [one for one in linked if id(one) not in gone] + result

    def _link(self, sides: Sequence[Side], likely: Sequence[tuple[dict[int, int], float]]) -> list[Linked]:
        if len(sides) < 2:
            return [Linked({n: [i]}, 1.0, "alone") for n, side in enumerate(sides) for i in range(len(side.rulings))]
        rivals = self.rivals
        if rivals is None:
            rivals = background.vectors(self.encoder, [side.language for side in sides])
        if max(len(side.rulings) for side in sides) > pool.LARGE:
            return anchors.link_long(sides, self.encoder, rivals)
        return pool.link(sides, self.encoder, rivals, likely)

    def _copied(self, linked: Sequence[Linked], repeats: Mapping[tuple[int, int], Sequence[int]]) -> list[Linked]:
        """Return the clusters of further copies: with one another where several pages repeat the ruling, else alone.

        Where the pages repeat it unlike often, the copies of the same date answer one another.
        """
        result: list[Linked] = []
        for one in linked:
            held = {
                side: [*some, *repeats.get((side, some[0]), ())] for side, some in one.members.items() if len(some) == 1
            }
            if all(len(some) == 1 for some in held.values()):
                continue
            if len(one.members) == 1:
                ((side, some),) = held.items()
                result += [Linked({side: [index]}, 1.0, "alone") for index in some[1:]]
                continue
            slots = self._slots(held)
            one.members = {side: some for side, some in one.members.items() if side not in held} | slots[0]
            for slot in slots[1:]:
                alone = len(slot) == 1
                result.append(
                    Linked(slot, 1.0, "alone") if alone else Linked(slot, one.score, one.method, one.doubtful)
                )
        return result

    def _slots(self, held: Mapping[int, Sequence[int]]) -> list[dict[int, list[int]]]:
        """Return the copies of each page dealt to as many clusters as the page with most copies needs."""
        most = max(held, key=lambda side: (len(held[side]), -side))
        slots: list[dict[int, list[int]]] = [{most: [index]} for index in held[most]]
        dates = [self._ruling(most, index).date for index in held[most]]
        full = 0
        for side in sorted(held):
            if side == most:
                continue
            open_slots = list(range(len(slots)))
            late = []
            for index in held[side]:
                same = [n for n in open_slots if dates[n] == self._ruling(side, index).date]
                if same:
                    open_slots.remove(same[0])
                    slots[same[0]][side] = [index]
                else:
                    late.append(index)
            for n, index in zip(open_slots, late, strict=False):
                slots[n][side] = [index]
        full = max(range(len(slots)), key=lambda n: (len(slots[n]), -n))
        return [slots[full], *slots[:full], *slots[full + 1 :]]

    def _placed(self, linked: list[Linked], blanks: Sequence[tuple[int, int]]) -> list[Linked]:
        """Put entries without a text where their linked neighbours leave a place for them, else alone."""
        owner = {(side, index): one for one in linked for side, some in one.members.items() for index in some}
        for side, index in blanks:
            one = self._hole(owner, side, index)
            if one is None:
                one = Linked({}, 1.0, "alone")
                linked.append(one)
            one.members[side] = [index]
            owner[side, index] = one
        return linked

    def _hole(self, owner: Mapping[tuple[int, int], Linked], side: int, index: int) -> Linked | None:
        """Return the cluster that lacks this page and stands, on another, between the entry's neighbours."""
        before, behind = owner.get((side, index - 1)), owner.get((side, index + 1))
        day = self._ruling(side, index).date
        for other, page in enumerate(self.document.pages):
            if other == side:
                continue
            low = max(before.members[other]) if before and other in before.members else None
            high = min(behind.members[other]) if behind and other in behind.members else None
            start = low + 1 if low is not None else high - 1 if high is not None else 0
            stop = high if high is not None else start + 1
            for n in range(max(0, start), min(stop, len(page.rulings))):
                one = owner.get((other, n))
                if one and side not in one.members and (page.rulings[n].date == day or day is None):
                    return one
        return None


def _best_stretch(gain: Sequence[float]) -> float:
    """Return the largest sum of neighbouring values."""
    best = run = 0.0
    for value in gain:
        run = max(0.0, run + value)
        best = max(best, run)
    return best


def in_order(linked: Sequence[Linked], base: int) -> list[Linked]:
    """Return the clusters in the order of the base page; what it lacks stands behind its neighbour on its own page."""
    owner = {(side, index): n for n, one in enumerate(linked) for side, some in one.members.items() for index in some}
    keys: dict[int, tuple[int, ...]] = {
        n: (min(one.members[base]),) for n, one in enumerate(linked) if base in one.members
    }
    for n, one in enumerate(linked):
        if n in keys:
            continue
        side = min(one.members)
        index = min(one.members[side])
        before = next(
            (owner[side, i] for i in range(index - 1, -1, -1) if base in linked[owner[side, i]].members), None
        )
        keys[n] = (*(keys[before] if before is not None else (-1,)), side + 1, index)
    return [linked[n] for n in sorted(keys, key=lambda n: keys[n])]
