"""Link the rulings of several languages whose number or order differs, without a pivot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from aligner.linking import evidence, joining, matching
from aligner.linking.matching import Cluster, Item
from aligner.model import Ruling

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors
    from aligner.linking.matching import Matrix

LARGE = 400  # rulings a side, from which the whole table of pairs is too dear
LEAST = 0.0  # margin of a link
FAR = 0.02  # mean margin of a language's links below which it is said to be far from the others
SURE = 0.05  # margin from which a link is no longer doubtful
FEW = 2  # rulings of a page up to which marks must speak for a link as well
SURE_ALONE = 0.6  # margin and share of common marks, together, from which such a link is no longer doubtful
SURE_UNMARKED = 0.25  # the margin alone where neither text has marks
DOUBT = -0.1  # margin from which a pair that was not linked makes both doubtful: names and short texts fall so low
FILL = -0.04  # margin of the only candidate between two linked neighbours: below, one in ten is right
PRIOR = 0.1  # what standing at the same place in a block of equal size adds
HINT = 0.05  # the same where nothing but the place speaks for it
LEAST_MARKS = 0.12  # the same for links that rest on marks alone
SURE_MARKS = 0.25
OTHER_DATE = 0.05
OTHER_RANK = 0.02
EQUAL = 0.5  # what the same text in two languages adds: an untranslated ruling is sure evidence
UNTRANSLATED = 0.3  # what two English texts lose that share few words: within a language vectors lie nearer
WITHIN = 0.2  # by how much they do: such a text is no rival of a translation
# How much the likeness of the marks counts beside the vectors, and the weight of marks that makes it count half: where
# there are many rulings, and where there are FEW, whose marks weigh little.
MARKS, MANY_MARKS = 0.25, 8.0
MARKS_OF_FEW, FEW_MARKS = 0.15, 1.0
UNLIKE = 0.45  # the usual cosine of two rulings that say different things
FIRM, WEAK, APART = "firm", "weak", "apart"
Verdict = tuple[tuple[int, int], str]
"""A pair that order suggests: link it, link it in doubt, or leave both alone in doubt."""
SAME = 0.85  # cosine of two texts of one language that say the same
_CHANCES = ((-0.02, 0.02), (0.0, 0.23), (0.035, 0.67), (0.075, 0.975), (0.15, 0.994), (0.3, 1.0))


def chance(margin: float) -> float:
    """Return the share of links with this margin that were right when it was measured."""
    for (low, share), (high, more) in pairwise(_CHANCES):
        if margin < high:
            return round(share + (more - share) * max(0.0, margin - low) / (high - low), 4)
    return 1.0


@dataclass(slots=True)
class Side:
    """The rulings of one language that are to be linked, with what is known of their texts.

    `english` has the words of those that are in English, nothing for the others. `short` says that the page has a
    ruling or two, so that a link has hardly a rival to stand out against.
    """

    language: str
    rulings: Sequence[Ruling]
    bags: Sequence[evidence.Bag]
    short: bool = False
    texts: list[str] = field(init=False)
    english: list[frozenset[str]] = field(init=False)
    ranks: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = [ruling.text for ruling in self.rulings]
        self.english = [evidence.english_words(text) for text in self.texts]
        order = sorted(range(len(self.rulings)), key=self._place)
        self.ranks = [0.0] * len(order)
        for rank, index in enumerate(order):
            self.ranks[index] = rank / max(1, len(order) - 1)

    def _place(self, index: int) -> tuple[int, int]:
        # A page that lists the newest first has the same order inside a date.
        date = self.rulings[index].date
        return (date.toordinal() if date else 0), index


@dataclass(slots=True)
class Linked:
    """A cluster with the weakest of its links, how it was found, whether it may be wrong, and which side is far off."""

    members: dict[int, list[int]]
    score: float
    method: str
    doubtful: bool = False
    weakest: int | None = None


class Pool:
    """The tables of all pairs of sides: margins where there are vectors, else the likeness of the marks."""

    def __init__(
        self,
        sides: Sequence[Side],
        encoder: Encoder,
        background: Mapping[str, Vectors] | None,
        likely: Sequence[tuple[Cluster, float]] = (),
    ) -> None:
        self.sides = sides
        self.encoder = encoder
        self.weights = evidence.rarity([side.bags for side in sides])
        encoder.encode([text for side in sides for text in side.texts])  # together they fill the batches better
        encoded = [encoder.encode(side.texts) for side in sides]
        self.vectors = [one for one in encoded if one is not None]
        self.background = [(background or {}).get(side.language) for side in sides]
        self.marks: dict[tuple[int, int], Matrix] = {}
        self.scores: dict[tuple[int, int], Matrix] = {}
        for one, two in combinations(range(len(sides)), 2):
            self._compare(one, two)
        self.likely = [made for made, _ in likely]
        for made, bonus in likely:
            for (one, i), (two, j) in combinations(sorted(made.items()), 2):
                self.scores[one, two][i, j] += bonus

    @property
    def method(self) -> str:
        """Return what the links rest on."""
        return "vectors" if self.vectors else "fingerprint"

    @property
    def limits(self) -> tuple[float, float]:
        """Return the margin of a link and of a sure link."""
        return (LEAST, SURE) if self.vectors else (LEAST_MARKS, SURE_MARKS)

    def _compare(self, one: int, two: int) -> None:
        import numpy as np

        a, b = self.sides[one], self.sides[two]
        shared, single = evidence.agreement(a.bags, b.bags, self.weights)
        usual = evidence.usual_ratio((a.language, b.language), a.texts, b.texts)
        fit = evidence.length_fit(a.texts, b.texts, usual)
        self.marks[one, two] = shared - single / 4 + fit
        untranslated = self._untranslated(a, b)
        if self.vectors:
            table = (self.vectors[one] @ self.vectors[two].T).astype(np.float64) - WITHIN * (untranslated < 0)
            rows = self._against(one, two)
            columns = self._against(two, one)
            score = matching.margins(table, rows, columns, UNLIKE)
            few = min(table.shape) <= FEW
            likeness = evidence.likeness(shared, single, FEW_MARKS if few else MANY_MARKS)
            score = score + (MARKS_OF_FEW if few else MARKS) * matching.margins(likeness, None, None, 0.1)
        else:
            likeness = evidence.likeness(shared, single)
            score = matching.margins(likeness, None, None, 0.0) + 0.05 * fit
        self.scores[one, two] = score - self._distance(a, b) + untranslated

    @staticmethod
    def _untranslated(a: Side, b: Side) -> Matrix:
        """Return what is added where one of the texts was left in the other's language."""
        import numpy as np

        table = np.zeros((len(a.texts), len(b.texts)))
        english = [[n for n, some in enumerate(side.english) if some] for side in (a, b)]
        for i in english[0]:
            for j in english[1]:
                table[i, j] = EQUAL * evidence.overlap(a.english[i], b.english[j]) or -UNTRANSLATED
        folded = [[evidence.fold(text) for text in side.texts] for side in (a, b)]
        places = {text: j for j, text in enumerate(folded[1])}
        for i, text in enumerate(folded[0]):
            if text in places and len(text) > 20:
                table[i, places[text]] = EQUAL
        return table

    def _against(self, one: int, other: int) -> Matrix | None:
        import numpy as np

        background = self.background[other]
        if background is None or not len(background):
            return None
        # A sentence that stands on the page itself is no rival of its translation.
        background = background[(background @ self.vectors[other].T).max(axis=1) < SAME]
        return np.asarray(self.vectors[one] @ background.T, dtype=np.float64)

    @staticmethod
    def _distance(a: Side, b: Side) -> Matrix:
        import numpy as np

        dates = [np.array([r.date.toordinal() if r.date else 0 for r in side.rulings]) for side in (a, b)]
        known = (dates[0][:, None] > 0) & (dates[1][None, :] > 0)
        other = known & (dates[0][:, None] != dates[1][None, :])
        rank = np.abs(np.array(a.ranks)[:, None] - np.array(b.ranks)[None, :])
        kinds = [np.array([r.kind == "heading" for r in side.rulings]) for side in (a, b)]
        return np.asarray(OTHER_DATE * other + OTHER_RANK * rank + (kinds[0][:, None] != kinds[1][None, :]))

    def same_date(self, a: Item, b: Item) -> bool:
        """Return whether two items have the same date, or one has none."""
        dates = [self.sides[side].rulings[index].date for side, index in (a, b)]
        return dates[0] == dates[1] or None in dates

    def agreed_date(self, a: Item, b: Item) -> bool:
        """Return whether both items have a date, and the same one."""
        return self.same_date(a, b) and all(self.sides[side].rulings[index].date for side, index in (a, b))


def link(
    sides: Sequence[Side],
    encoder: Encoder,
    background: Mapping[str, Vectors] | None = None,
    likely: Sequence[tuple[Cluster, float]] = (),
) -> list[Linked]:
    """Return clusters that hold every ruling of the sides exactly once.

    Every ruling has a text and stands once on its side. `likely` are clusters that date and position suggest, with
    what that adds to their scores. Where the encoder gives no vectors, marks and order decide.
    """
    pool = Pool(sides, encoder, background, likely)
    clusters = _agglomerated(pool)
    clusters, doubtful = _fill(pool, clusters)
    doubtful |= _weak(pool, clusters)
    result = [
        Linked(
            {side: [index] for side, index in sorted(made.items())},
            *_strength(pool, made),
            id(made) in doubtful,
            _weakest(pool, made),
        )
        for made in clusters
    ]
    return joining.join(pool, result)


def _agglomerated(pool: Pool) -> list[Cluster]:
    """Return the clusters, the weak links made when it is known what is part of a merged or split ruling."""
    import numpy as np

    sizes = [len(side.rulings) for side in pool.sides]
    least, sure = pool.limits
    scores = pool.scores
    if pool.vectors:
        first = matching.agglomerate(sizes, scores, sure)
        parts = joining.parts(pool, [Linked({side: [i] for side, i in made.items()}, 0.0, "") for made in first])
        if parts:
            scores = {pair: table.copy() for pair, table in scores.items()}
        for part in parts:
            for (one, two), table in scores.items():
                if one in part.members and two not in part.members:
                    table[part.members[one], :] = -np.inf
                if two in part.members and one not in part.members:
                    table[:, part.members[two]] = -np.inf
    return matching.agglomerate(sizes, scores, least)


def _strength(pool: Pool, made: Cluster) -> tuple[float, str]:
    """Return the weakest link's score and the method."""
    if len(made) == 1:
        return 1.0, "alone"
    weakest = min(matching.pair_score(pool.scores, a, b) for a, b in combinations(sorted(made.items()), 2))
    return (chance(weakest) if pool.vectors else round(min(1.0, max(0.0, 0.5 + weakest)), 4)), pool.method


def _weakest(pool: Pool, made: Cluster) -> int | None:
    """Return the side whose member lies far from the others on the whole, where there are three or more."""
    if not pool.vectors or len(made) < 3:
        return None
    items = sorted(made.items())
    means = {
        one: sum(matching.pair_score(pool.scores, one, two) for two in items if two != one) / (len(items) - 1)
        for one in items
    }
    side, _ = far = min(items, key=lambda item: (round(means[item], 4), item))
    return side if means[far] < FAR else None


def _weak(pool: Pool, clusters: Sequence[Cluster]) -> set[int]:
    """Return (by identity) the clusters with weak links, or with a rival among those that lack one of their languages.

    A weak link between neighbours that are linked as well, or one that date and position suggest, stands where it
    should: that is no doubt.
    """
    _, sure = pool.limits
    low = DOUBT if pool.vectors else LEAST_MARKS / 2
    owner = {item: made for made in clusters for item in made.items()}
    found = set()
    for made in clusters:
        values = [matching.pair_score(pool.scores, a, b) for a, b in combinations(sorted(made.items()), 2)]
        if not values:
            continue
        weak = sum(values) / len(values) < sure and made not in pool.likely and not _in_place(made, owner)
        if weak or not _stands_alone(pool, made):
            found.add(id(made))
    for left, right in combinations([made for made in clusters if len(made) < len(pool.sides)], 2):
        if not left.keys() & right.keys() and matching.mean_score(left, right, pool.scores) >= low:
            found.update((id(left), id(right)))
    return found


def _stands_alone(pool: Pool, made: Cluster) -> bool:
    """Return whether each link is sure without rivals: of two pages with a ruling or two anything may be nearest.

    The same date on both pages is evidence enough; a fault in the marks must not make its own ruling doubtful.
    """
    if not pool.vectors:
        return True
    for (one, i), (two, j) in combinations(sorted(made.items()), 2):
        if not (pool.sides[one].short or pool.sides[two].short) or pool.agreed_date((one, i), (two, j)):
            continue
        margin = matching.pair_score(pool.scores, (one, i), (two, j))
        same = evidence.common(pool.sides[one].bags[i], pool.sides[two].bags[j])
        if (margin < SURE_UNMARKED) if same < 0 else (margin + same < SURE_ALONE):
            return False
    return True


def _in_place(made: Cluster, owner: Mapping[Item, Cluster]) -> bool:
    """Return whether the cluster's members have the same linked neighbours on all their pages, and any at all."""
    found = [[owner.get((side, index + step)) for side, index in made.items()] for step in (-1, 1)]
    return all(len({id(one) for one in beside}) == 1 for beside in found) and any(one[0] for one in found)


def _fill(pool: Pool, clusters: list[Cluster]) -> tuple[list[Cluster], set[int]]:
    """Join what stands alone between the same linked neighbours; return the clusters and (by identity) the doubtful."""
    doubtful: set[int] = set()
    for one, two in combinations(range(len(pool.sides)), 2):
        owner = {item: made for made in clusters for item in made.items()}
        for (i, j), verdict in _between(pool, clusters, one, two):
            left, right = owner[one, i], owner[two, j]
            if left is right or left.keys() & right.keys():
                continue
            far = pool.vectors and matching.mean_score(left, right, pool.scores) < FILL
            if verdict == APART or far:
                # Too far apart to be linked, too near in place to be called missing.
                doubtful.update((id(left), id(right)))
                continue
            left.update(right)
            owner.update(dict.fromkeys(right.items(), left))
            if verdict != FIRM or id(right) in doubtful:
                doubtful.add(id(left))
            clusters = [made for made in clusters if made is not right]
    return clusters, doubtful


def _between(pool: Pool, clusters: Sequence[Cluster], one: int, two: int) -> list[Verdict]:
    """Return the pairs of two sides that order alone suggests, and what to do with each."""
    order = [sorted(range(len(pool.sides[s].rulings)), key=pool.sides[s].ranks.__getitem__) for s in (one, two)]
    place = [{index: n for n, index in enumerate(row)} for row in order]
    linked = [(place[0][made[one]], place[1][made[two]]) for made in clusters if one in made and two in made]
    taken = [{a for a, _ in linked}, {b for _, b in linked}]
    result: list[Verdict] = []
    for left, right in matching.gaps(matching.increasing(linked), len(order[0]), len(order[1])):
        rows = [order[0][n] for n in left if n not in taken[0]]
        columns = [order[1][n] for n in right if n not in taken[1]]
        if rows and columns:
            choose = _by_rank if pool.vectors else _by_marks
            result += choose(pool, (one, two), rows, columns)
    return result


def _by_rank(pool: Pool, pair: tuple[int, int], rows: Sequence[int], columns: Sequence[int]) -> list[Verdict]:
    """Return the pairs of one gap best first, none of them firm: the vectors did not bring them together."""
    table = pool.scores[pair]
    cells = ((i, j) for i in rows for j in columns if pool.same_date((pair[0], i), (pair[1], j)))
    return [(cell, WEAK) for cell in sorted(cells, key=lambda cell: (-round(float(table[cell]), 4), cell))]


def _by_marks(pool: Pool, pair: tuple[int, int], rows: Sequence[int], columns: Sequence[int]) -> list[Verdict]:
    """Return the pairs of one gap in order, as marks and lengths suggest; then what both sides leave over."""
    table = pool.marks[pair][rows][:, columns]
    path = matching.monotone((len(rows), len(columns)), lambda i, j: float(table[i, j]) + 4.0, 0.0)
    equal = len(rows) == len(columns) == len(path)
    result: list[Verdict] = []
    for i, j in path:
        others = [*table[i, :j], *table[i, j + 1 :], *table[:i, j], *table[i + 1 :, j]]
        firm = equal or max(others, default=-9.0) + 0.7 < table[i, j]
        result.append(((rows[i], columns[j]), FIRM if firm else WEAK))
    left = [[n for n in range(len(some)) if n not in {p[k] for p in path}] for k, some in enumerate((rows, columns))]
    return result + [((rows[i], columns[j]), APART) for i in left[0] for j in left[1]]
