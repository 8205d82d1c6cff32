"""Find out which rulings of a document's pages say the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from aligner.linking import anchors, background, corrections, pool
from aligner.linking.corrections import Given
from aligner.linking.evidence import CONTRADICTION, Fingerprint
from aligner.linking.pool import Linked, Side
from aligner.linking.position import Places
from aligner.model import Document, Group

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors


FAR = pool.chance(pool.FAR)  # score of the link between pages that agree and one more that is far from them
SAME = 0.95  # score of a link that makes a further copy the counterpart of what another page words unlike


def align(
    document: Document,
    encoder: Encoder,
    fingerprint: Fingerprint,
    reference: str = "",
    rivals: Mapping[str, Vectors] | None = None,
    given: Sequence[Given] = (),
) -> tuple[Group, ...]:
    """Return the groups of a document; every ruling of its pages is in exactly one of them.

    Rulings with a key pair by key. Blocks of the same date with the same number of rulings pair by position, unless
    their marks contradict it. The rest is matched by marks and vectors. `rivals` are vectors of other
    rulings by language, against which a match must stand out; by default those of a few sentences of our own.
    `given` are groups that a person has put right; they override what is found.
    """
    return _Work(document, encoder, fingerprint, rivals).groups(reference, given)


@dataclass(slots=True)
class _Work:
    """A document on its way: pages are known by their number, rulings by their index on the page."""

    document: Document
    encoder: Encoder
    fingerprint: Fingerprint
    rivals: Mapping[str, Vectors] | None
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = Places(self.document.pages, self.fingerprint, self.encoder.name != "none")

    def groups(self, reference: str, given: Sequence[Given]) -> tuple[Group, ...]:
        """Return the numbered groups, with the given ones in the place of what was found."""
        pages = self.document.pages
        linked = self._by_key()
        taken = {(side, index) for one in linked for side, some in one.members.items() for index in some}
        rest = [[i for i in range(len(page.rulings)) if (side, i) not in taken] for side, page in enumerate(pages)]
        linked += self._by_text(rest)
        linked = corrections.override(linked, given) if given else linked
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
                pages[one.weakest].language if one.weakest is not None else "",
            )
            for number, one in enumerate(ordered, 1)
        )

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
        if not shared:
            return wrong
        for one, two in combinations(range(len(self.document.pages)), 2):
            both = [n for n, members in enumerate(shared) if one in members and two in members]
            rows = [(shared[n][one], shared[n][two]) for n in both]
            if not self.places.plainly(one, two, rows):
                bad = self.places.contradicted(one, two, rows, 2 * CONTRADICTION)
                wrong.update(both[n] for n in bad)
        return wrong

    def _by_text(self, rest: list[list[int]]) -> list[Linked]:
        """Return the clusters of what no key links: equal blocks by position, the others by marks and vectors."""
        live = [side for side, some in enumerate(rest) if some]
        if len(live) < 2:
            return [Linked({side: [index]}, 1.0, "alone") for side in live for index in rest[side]]
        agreeing = self.places.agreeing(live, rest)
        if len(agreeing) == 1:
            ((base, beside),) = agreeing.items()
            alone = [Linked({base: [index]}, 1.0, "position") for index in rest[base]]
            return _spread(alone, {base: beside})
        voices = {side: 1 + len(beside) for side, beside in agreeing.items()}
        found = self._by_content(voices, [some if side in agreeing else [] for side, some in enumerate(rest)])
        return _spread(found, agreeing)

    def _by_content(self, voices: Mapping[int, int], rest: list[list[int]]) -> list[Linked]:
        """Return the clusters of pages of which no two agree in all places; each speaks for so many."""
        live = list(voices)
        large = max(map(len, rest)) > pool.LARGE
        once = rest if large else [self._without_copies(side, some) for side, some in enumerate(rest)]
        rows = self.places.rows(live, once)
        blocks = list(self.places.equal_blocks(live, once)) if rows is None else [rows]
        kept = [block for block in blocks if self.places.stands(live, block)]
        # One ruling of a date on each page says little where the pages' numbers differ elsewhere.
        firm = [block for block in kept if (block is rows or len(block) > 1) and self.places.confirmed(live, block)]
        odd = set() if large else self.places.unlike(live, [row for block in kept for row in block])
        if rows is not None and firm and not odd and once == rest:
            return [Linked(dict(zip(live, ([i] for i in row), strict=True)), 1.0, "position") for row in rows]
        if not large:
            likely = [
                (dict(zip(live, row, strict=True)), pool.PRIOR if block in firm else pool.HINT)
                for block in kept
                for row in block
                if row not in odd
            ]
            seats = [row for block in kept for row in block] if rows is None else rows
            return _held(self._matched(rest, likely), voices, seats, odd)
        settled = [dict(zip(live, row, strict=True)) for block in kept for row in block]
        done = {item for made in settled for item in made.items()}
        left = [[index for index in some if (side, index) not in done] for side, some in enumerate(rest)]
        linked = [Linked({side: [index] for side, index in made.items()}, 1.0, "position") for made in settled]
        return linked + self._matched(left, ())

    def _without_copies(self, side: int, some: Sequence[int]) -> list[int]:
        first = self.places.copies(side, some)
        return [index for n, index in enumerate(some) if first[n] == n]

    def _matched(
        self, rest: Sequence[Sequence[int]], likely: Sequence[tuple[Mapping[int, int], float]]
    ) -> list[Linked]:
        """Return the clusters of rulings whose number or order differs from page to page."""
        repeats: dict[tuple[int, int], list[int]] = defaultdict(list)
        blanks: list[tuple[int, int]] = []
        keep: list[list[int]] = []
        for side, some in enumerate(rest):
            first = self.places.copies(side, some)
            keep.append([])
            for n, index in enumerate(some):
                if self.places.blank(side, index):
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
            Side(
                pages[s].language,
                [self.places.ruling(s, i) for i in keep[s]],
                [self.places.bag(s, i) for i in keep[s]],
                short=len(pages[s].rulings) <= pool.FEW,
            )
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
                live[one.weakest] if one.weakest is not None else None,
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
            if len(made.members) == len(items) > 1 and made.score >= SAME and not made.doubtful and items & again:
                result.append(made)
                joined |= items
        gone = {id(lone[item]) for item in joined}
        return [one for one in linked if id(one) not in gone] + result

    def _link(self, sides: Sequence[Side], likely: Sequence[tuple[dict[int, int], float]]) -> list[Linked]:
        if len(sides) < 2:
            return [Linked({n: [i]}, 1.0, "alone") for n, side in enumerate(sides) for i in range(len(side.rulings))]
        if max(len(side.rulings) for side in sides) > pool.LARGE:
            return anchors.link_long(sides, self.encoder, self.rivals)
        rivals = self.rivals
        if rivals is None:
            rivals = background.vectors(self.encoder, [side.language for side in sides])
        return pool.link(sides, self.encoder, rivals, likely)

    def _copied(self, linked: Sequence[Linked], repeats: Mapping[tuple[int, int], Sequence[int]]) -> list[Linked]:
        """Return the clusters of further copies: with one another where several pages repeat the ruling, else alone.

        Where the pages repeat it unlike often, the copies of the same date answer one another.
        """
        result: list[Linked] = []
        for one in linked:
            parts = [(side, index) for side, some in one.members.items() if len(some) > 1 for index in some]
            result += [
                Linked({side: [n]}, 1.0, "alone") for side, index in parts for n in repeats.get((side, index), ())
            ]
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
        dates = [self.places.ruling(most, index).date for index in held[most]]
        full = 0
        for side in sorted(held):
            if side == most:
                continue
            open_slots = list(range(len(slots)))
            late = []
            for index in held[side]:
                same = [n for n in open_slots if dates[n] == self.places.ruling(side, index).date]
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
        day = self.places.ruling(side, index).date
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


def _held(
    linked: list[Linked], voices: Mapping[int, int], rows: Sequence[tuple[int, ...]], odd: Collection[tuple[int, ...]]
) -> list[Linked]:
    """Join, in doubt, what nothing answers with what stands at its place: another ruling took the place of its own.

    `odd` are the rows whose marks say so. Of the others both parts must be in doubt already, between rows that stand,
    and two languages must agree: where one ruling stands against one, each may be missing on the other page.
    """
    live = list(voices)
    owner = {(side, index): one for one in linked for side, some in one.members.items() for index in some}
    gone: set[int] = set()

    def heard(one: Linked) -> int:
        return sum(voices[side] for side in one.members)

    for n, row in enumerate(rows):
        parts = list({id(one): one for item in zip(live, row, strict=True) for one in (owner[item],)}.values())
        sides = [side for one in parts for side in one.members]
        whole = max(parts, key=heard)
        if len(parts) == 1 or len(sides) != len(set(sides)):
            continue
        beside = [rows[m] for m in (n - 1, n + 1) if 0 <= m < len(rows)]
        doubted = heard(whole) > 1 and all(one.doubtful for one in parts)
        if row not in odd and not (doubted and _stand(beside, live, owner)):
            continue
        if any(len(one.members) > 1 for one in parts if one is not whole):
            continue
        for one in parts:
            if one is not whole:
                whole.members |= one.members
                whole.weakest = min(one.members)
                owner.update({(side, index): whole for side, some in one.members.items() for index in some})
                gone.add(id(one))
        whole.members = dict(sorted(whole.members.items()))
        whole.score, whole.method, whole.doubtful = 0.0, "vectors", True
    return [one for one in linked if id(one) not in gone]


def _spread(linked: list[Linked], agreeing: Mapping[int, Mapping[int, Mapping[int, int]]]) -> list[Linked]:
    """Put beside each ruling of a page that speaks for others what stands in its place on those."""
    for one in linked:
        far = [base for base in one.members if not agreeing[base]]
        for base, some in list(one.members.items()):
            one.members |= {side: [places[index] for index in some] for side, places in agreeing[base].items()}
        if one.method == "alone" and len(one.members) > 1:
            one.method = "position"
        if one.weakest is None and len(far) == 1 and len(one.members) > 2 and one.score < FAR:
            one.weakest = far[0]
    return linked


def _stand(rows: Sequence[tuple[int, ...]], live: Sequence[int], owner: Mapping[tuple[int, int], Linked]) -> bool:
    """Return whether there are rows, and the members of each are linked with one another."""
    return bool(rows) and all(len({id(owner[item]) for item in zip(live, row, strict=True)}) == 1 for row in rows)


def in_order(linked: Sequence[Linked], base: int) -> list[Linked]:
    """Return the clusters in the order of the base page; what it lacks stands behind its neighbour on its own page."""
    owner = {(side, index): n for n, one in enumerate(linked) for side, some in one.members.items() for index in some}
    behind: dict[tuple[int, int], int] = {}  # the nearest cluster before a ruling that the base page has
    for side, index in sorted(owner):
        last = owner.get((side, index - 1))
        if last is not None and base not in linked[last].members:
            last = behind.get((side, index - 1))
        if last is not None:
            behind[side, index] = last
    keys: dict[int, tuple[int, ...]] = {
        n: (min(one.members[base]),) for n, one in enumerate(linked) if base in one.members
    }
    for n, one in enumerate(linked):
        if n in keys:
            continue
        side = min(one.members)
        index = min(one.members[side])
        before = behind.get((side, index))
        keys[n] = (*(keys[before] if before is not None else (-1,)), side + 1, index)
    return [linked[n] for n in sorted(keys, key=lambda n: keys[n])]
