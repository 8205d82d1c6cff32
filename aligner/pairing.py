"""Find out which pages are translations of one another: by what their names say, else by their content."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING

from aligner.linking import background, evidence, matching, pool
from aligner.linking.evidence import Bag, Fingerprint
from aligner.model import Document, Page

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors

HEAD = 60  # rulings of a page that are looked at
CANDIDATES = 6  # pages of another language that are compared closely with a page
NEAR = 3  # nearest pages of another language that are compared as well
MANY = 4000  # pages, above which the nearest are not looked for
COMMON = 40  # pages that may have a mark before it stops telling them apart
JOIN = 0.55  # score from which two pages are translations of one another
ENOUGH = 0.15  # score of a link that leaves nothing to be wished for
FEW = 3  # linked rulings, below which more is asked of each
MORE = 0.75  # that is, this share of what leaves nothing to be wished for
CLEAR = 0.03  # by how much a page must beat the next best one of its language
SHARED = 20  # letters of a ruling that says something when two pages share it


def pair(
    pages: Sequence[Page], encoder: Encoder, fingerprint: Fingerprint, reference: str = ""
) -> tuple[Document, ...]:
    """Return the documents: every page is in exactly one, with at most one page a language.

    Pages whose names say the same belong together; pages without a name are compared by dates, counts, marks,
    rulings left in English on both, and vectors. What fits nothing clearly stays alone.
    """
    named = [page for page in pages if page.name]
    loose = [page for page in pages if not page.name]
    place = {id(page): n for n, page in enumerate(pages)}
    documents = [*by_name(named, reference), *_by_content(loose, encoder, fingerprint, reference)]
    return tuple(sorted(documents, key=lambda document: place[id(document.pages[0])]))


def by_name(pages: Iterable[Page], reference: str = "") -> tuple[Document, ...]:
    """Return the documents that the pages' names make.

    Where two pages of a language have one name, the first joins (a plain code before one with a region, `en` before
    `en-US`) and the others stay alone, unless their own file has the other languages as well.
    """
    named: dict[str, list[Page]] = {}
    for n, page in enumerate(pages):
        named.setdefault(page.name or f"\0{n}", []).append(page)
    documents = []
    for bucket in named.values():
        for joined in _by_file(bucket):
            documents.append(_document(joined, reference, "name" if len(joined) > 1 else ""))
    return tuple(documents)


def _by_file(bucket: Sequence[Page]) -> list[list[Page]]:
    if len({page.language for page in bucket}) == len(bucket):
        return [list(bucket)]
    order = {id(page): n for n, page in enumerate(bucket)}
    first: list[Page] = []
    others: dict[str, list[Page]] = {}
    lone: list[list[Page]] = []
    for page in sorted(bucket, key=lambda page: (bool(page.region), order[id(page)])):
        if page.language not in {one.language for one in first}:
            first.append(page)
        elif page.language not in {one.language for one in others.setdefault(page.file, [])}:
            others[page.file].append(page)
        else:
            lone.append([page])
    made = [first, *others.values(), *lone]
    for some in made:
        some.sort(key=lambda page: order[id(page)])
    return sorted(made, key=lambda some: order[id(some[0])])


def _document(pages: Sequence[Page], reference: str, reason: str) -> Document:
    """Return the document with its title: the reference's or the English one, else the first there is."""
    preferred = sorted(pages, key=lambda page: page.language != (reference or "en"))
    title = next((page.title_text for page in preferred if page.title_text), "")
    name = next((page.name for page in pages if page.name.strip("./")), "").rpartition("/")[2]
    return Document(title or name or _key(pages) or PurePath(pages[0].file).stem, tuple(pages), reason)


def _key(pages: Iterable[Page]) -> str:
    return next((ruling.key for page in pages for ruling in page.rulings if ruling.key), "")


@dataclass(slots=True)
class _Profile:
    """What is compared of a page; `rulings` are those with a text, at most HEAD of them."""

    page: Page
    side: pool.Side
    days: Counter[int] = field(init=False)
    texts: frozenset[str] = field(init=False)
    marks: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self.days = Counter(r.date.toordinal() for r in self.page.rulings if r.date)
        self.texts = frozenset(text for text in map(evidence.fold, self.side.texts) if len(text) >= SHARED)
        self.marks = Counter()
        for bag in self.side.bags:
            self.marks.update(bag)


@dataclass(frozen=True, slots=True)
class _Match:
    """How well two pages fit, and in words why."""

    score: float
    reasons: tuple[str, ...] = ()


def _by_content(pages: Sequence[Page], encoder: Encoder, fingerprint: Fingerprint, reference: str) -> list[Document]:
    profiles = [_profile(page, fingerprint) for page in pages]
    clusters = [{n} for n in range(len(pages))]
    owner = list(range(len(pages)))
    reasons: dict[int, tuple[str, ...]] = {}

    def join(one: int, two: int, why: tuple[str, ...]) -> None:
        left, right = owner[one], owner[two]
        clusters[left] |= clusters[right]
        for n in clusters[right]:
            owner[n] = left
        reasons.setdefault(left, why)
        clusters[right] = set()

    for one, two, why in _certain(profiles):
        join(one, two, why)
    languages = [frozenset(pages[n].language for n in clusters[owner[place]]) for place in range(len(pages))]
    free = [n for n, own in enumerate(languages) if any(own.isdisjoint(other) for other in set(languages))]
    comparison = _Comparison([profiles[n] for n in free], encoder)
    known = {n: place for place, n in enumerate(free)}
    for first, second in comparison.edges():
        one, two = free[first], free[second]
        left, right = ({known[n] for n in clusters[owner[page]]} for page in (one, two))
        if owner[one] != owner[two] and _joinable(left, right, comparison):
            join(one, two, comparison.match(first, second).reasons)
    return [
        _document([pages[n] for n in sorted(some)], reference, ", ".join(reasons.get(number, ())))
        for number, some in enumerate(clusters)
        if some
    ]


def _certain(profiles: Sequence[_Profile]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the pages that need no closer look: the same dates in the same order, and rulings left in one language.

    Only where one page a language has these dates, so that there is nothing to choose.
    """
    same: dict[tuple[datetime.date | None, ...], list[int]] = defaultdict(list)
    for n, profile in enumerate(profiles):
        if profile.days and len(profile.page.rulings) >= FEW:
            same[tuple(ruling.date for ruling in profile.page.rulings)].append(n)
    found = []
    for first, *others in same.values():
        languages = [profiles[n].page.language for n in (first, *others)]
        common = [len(profiles[first].texts & profiles[n].texts) for n in others]
        if len(set(languages)) == len(languages) and all(common):
            size = len(profiles[first].page.rulings)
            for n, shared in zip(others, common, strict=True):
                found.append((first, n, _reasons(1.0, (size, size), shared, 0.0, False)))
    return found


def _joinable(left: set[int], right: set[int], comparison: _Comparison) -> bool:
    """Return whether two clusters have no language twice and fit as wholes."""
    languages = [{comparison.profiles[n].page.language for n in some} for some in (left, right)]
    if languages[0] & languages[1]:
        return False
    scores = [comparison.match(min(a, b), max(a, b)).score for a in sorted(left) for b in sorted(right)]
    return min(scores) > 0 and sum(scores) / len(scores) >= JOIN


def _profile(page: Page, fingerprint: Fingerprint) -> _Profile:
    rulings = [ruling for ruling in page.rulings if ruling.text.strip() and ruling.kind != "heading"][:HEAD]
    bags: list[Bag] = [fingerprint(page.language, ruling.text) for ruling in rulings]
    return _Profile(page, pool.Side(page.language, rulings, bags))


class _Comparison:
    """Compare pages, cheaply to find the candidates, closely to decide."""

    def __init__(self, profiles: Sequence[_Profile], encoder: Encoder) -> None:
        self.profiles = profiles
        self.encoder = encoder
        self.weights = evidence.rarity([[profile.marks for profile in profiles]]) if profiles else {}
        self._matches: dict[tuple[int, int], _Match] = {}
        self._rivals: Mapping[str, Vectors] | None = None

    def edges(self) -> list[tuple[int, int]]:
        """Return the pairs that fit and that no other page of the language fits as well, best first."""
        best: dict[tuple[int, str], list[tuple[float, int]]] = defaultdict(list)
        pairs = self._candidates()
        for one, two in pairs:
            score = self.match(one, two).score
            best[one, self.profiles[two].page.language].append((score, two))
            best[two, self.profiles[one].page.language].append((score, one))
        clear = []
        for one, two in pairs:
            score = self.match(one, two).score
            ways = ((one, two), (two, one))
            if score >= JOIN and all(self._beats(best[a, self.profiles[b].page.language], b, score) for a, b in ways):
                clear.append((-round(score, 4), one, two))
        return [(one, two) for _, one, two in sorted(clear)]

    @staticmethod
    def _beats(rivals: Sequence[tuple[float, int]], chosen: int, score: float) -> bool:
        return all(score >= other + CLEAR for other, page in rivals if page != chosen)

    def _candidates(self) -> list[tuple[int, int]]:
        """Return the pairs of pages of two languages that share dates, marks or rulings, the likeliest of each page."""
        homes: dict[str, list[int]] = defaultdict(list)
        same_days: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
        for n, profile in enumerate(self.profiles):
            if profile.side.rulings:
                same_days[tuple(sorted(profile.days.items()))].append(n)
                for key in {*profile.marks, *profile.texts}:
                    homes[key].append(n)
        shared: Counter[tuple[int, int]] = Counter()  # hundredths, so that the order of adding does not matter
        for some in same_days.values():
            self._count(shared, some, 100)
        for key, some in homes.items():
            if len(some) <= COMMON:
                self._count(shared, some, round(100 * self.weights.get(key, 3.0)))
        ranked: dict[tuple[int, str], list[tuple[float, int, int]]] = defaultdict(list)
        for (one, two), weight in shared.items():
            likely = weight / 100 - abs(len(self.profiles[one].side.rulings) - len(self.profiles[two].side.rulings))
            ranked[one, self.profiles[two].page.language].append((-likely, one, two))
            ranked[two, self.profiles[one].page.language].append((-likely, one, two))
        kept = {(one, two) for some in ranked.values() for _, one, two in sorted(some)[:CANDIDATES]}
        return sorted(kept | self._near())

    def _count(self, shared: Counter[tuple[int, int]], some: Sequence[int], weight: int) -> None:
        """Add the weight to each two of these pages that are in different languages."""
        for one, two in combinations(some[: 4 * COMMON], 2):
            if self.profiles[one].page.language != self.profiles[two].page.language:
                shared[one, two] += weight

    def _near(self) -> set[tuple[int, int]]:
        """Return for each page the pages of each other language whose rulings as a whole lie nearest."""
        full = [n for n, profile in enumerate(self.profiles) if profile.side.rulings]
        if not 1 < len(full) <= MANY:
            return set()
        import numpy as np

        means = []
        for n in full:
            vectors = self.encoder.encode(self.profiles[n].side.texts)
            if vectors is None:
                return set()
            mean = vectors.mean(axis=0)
            means.append(mean / (np.linalg.norm(mean) or 1.0))
        table = np.round(np.stack(means), 4)
        languages = [self.profiles[n].page.language for n in full]
        found: set[tuple[int, int]] = set()
        for language in sorted(set(languages)):
            columns = [n for n, other in enumerate(languages) if other == language]
            scores = table @ table[columns].T
            for row, n in enumerate(full):
                if languages[row] != language:
                    for column in np.argsort(-scores[row], kind="stable")[:NEAR]:
                        found.add((min(n, full[columns[column]]), max(n, full[columns[column]])))
        return found

    def match(self, one: int, two: int) -> _Match:
        """Return how well two pages fit: 0 where something speaks against it."""
        if (one, two) not in self._matches:
            self._matches[one, two] = self._compare(self.profiles[one], self.profiles[two])
        return self._matches[one, two]

    def _compare(self, a: _Profile, b: _Profile) -> _Match:
        if not a.side.rulings or not b.side.rulings:
            return _Match(0.0)
        sizes = len(a.side.rulings), len(b.side.rulings)
        dates = _overlap(a.days, b.days) if a.days and b.days else None
        if 2 * min(sizes) < max(sizes) or (dates is not None and dates < 0.5):
            return _Match(0.0)
        table = pool.Pool([a.side, b.side], self.encoder, self._background())
        links, lone = self._links(table, strict=sizes[0] != sizes[1] or dates != 1.0)
        if not links or min(lone) > 0 or 2 * len(links) < max(sizes):
            return _Match(0.0)
        likeness = self._likeness(a, b)
        strength = self._strength(table, list(links.values())) / max(sizes)
        if len(links) < FEW and strength < MORE:
            return _Match(0.0)
        order = len(matching.increasing(list(links))) / len(links) if len(links) >= FEW else 0.5
        score = 0.5 * strength + 0.15 * likeness + 0.15 * (0.5 if dates is None else dates) + 0.2 * order
        common = len(a.texts & b.texts)
        return _Match(round(score, 4), _reasons(dates, sizes, common, likeness, bool(table.vectors)))

    @staticmethod
    def _strength(table: pool.Pool, scores: Sequence[float]) -> float:
        """Return how many sure links these links are worth."""
        return sum(min(score, ENOUGH) / ENOUGH for score in scores)

    def _links(self, table: pool.Pool, strict: bool) -> tuple[dict[tuple[int, int], float], tuple[int, int]]:
        """Return the links of two pages with their scores, and how many rulings of each are like none of the other."""
        scores = table.scores[0, 1]
        clusters = matching.agglomerate(scores.shape, table.scores, table.limits[0])
        links = {(made[0], made[1]): float(scores[made[0], made[1]]) for made in clusters if len(made) == 2}
        sides = [[made[side] for made in clusters if set(made) == {side}] for side in (0, 1)]
        open_cells = scores[sides[0]][:, sides[1]]
        if not open_cells.size:
            return links, (len(sides[0]), len(sides[1]))
        low = (1 if strict else 2) * pool.DOUBT if table.vectors else 0.0
        lone = int((open_cells.max(axis=1) < low).sum()), int((open_cells.max(axis=0) < low).sum())
        return links, lone

    def _likeness(self, a: _Profile, b: _Profile) -> float:
        shared, single = evidence.agreement([a.marks], [b.marks], self.weights)
        return float(evidence.likeness(shared, single)[0, 0])

    def _background(self) -> Mapping[str, Vectors]:
        if self._rivals is None:
            languages = sorted({profile.page.language for profile in self.profiles})
            self._rivals = background.vectors(self.encoder, languages)
        return self._rivals


def _overlap(a: Counter[int], b: Counter[int]) -> float:
    """Return the share of the dates that two pages have in common, each as often as it stands."""
    return sum((a & b).values()) / max(sum(a.values()), sum(b.values()))


def _reasons(
    dates: float | None, sizes: tuple[int, int], common: int, likeness: float, vectors: bool
) -> tuple[str, ...]:
    found = []
    if dates is not None and dates >= 0.8:
        found.append("dates")
    if sizes[0] == sizes[1]:
        found.append("counts")
    if common:
        found.append(f"{common} shared ruling{'s' if common > 1 else ''}")
    if likeness >= 0.5:
        found.append("symbols and terms")
    if vectors:
        found.append("vectors")
    return tuple(found)
