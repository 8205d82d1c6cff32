"""Put a ruling back to its neighbour where another language has both in one, or one in both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from aligner.linking import evidence, matching
from aligner.linking.matching import Item

if TYPE_CHECKING:
    from aligner.linking.pool import Linked, Pool

MOST = 3  # rulings of one language that are joined
JOIN = -0.75  # strength from which a ruling and its neighbour are joined
ALMOST = -2.0  # the same, from which the ruling is not called missing either
CLEARLY = 0.0  # the same, from which nothing is doubtful: half a ruling was a weak link, the whole is none
# What the strength is made of: the logarithm of the odds, fitted to the half of the material of benchmarks/alignment.py
# that `--half first` takes.
LESS = 3.3  # so much is against it from the outset
BETTER_WHOLE = 43.0  # how much nearer both together lie than the neighbour alone
BETTER_PART = 9.0  # how much nearer both together lie than the ruling alone
LENGTH, MARKS = 1.1, 1.2  # how well the length of both fits, and the marks that the ruling adds
OWN = 10.0  # the ruling's own margin with the counterpart
SAME_DATE = 1.2
FEWEST_MARKS, MOST_MARKS = -3.0, 5.0


def join(pool: Pool, linked: list[Linked]) -> list[Linked]:
    """Return the clusters with the parts of merged and split rulings put together, the strongest first."""
    for _ in range(MOST - 1):
        before = len(linked)
        linked = _once(pool, linked)
        if len(linked) == before:
            break
    return linked


def _once(pool: Pool, linked: list[Linked]) -> list[Linked]:
    """Return the clusters after one round, in which none grows twice."""
    owner = {(side, index): n for n, one in enumerate(linked) for side, some in one.members.items() for index in some}
    offers = []
    for n, part in enumerate(linked):
        if len(part.members) == len(pool.sides) or any(len(some) > 1 for some in part.members.values()):
            continue
        for step in (-1, 1):
            m = _neighbour(pool, part, owner, step)
            if m is not None and linked[m].members.keys() > part.members.keys():
                offers.append((n, m))
    usual = _ratios(pool, linked) if offers else {}
    strengths = [_strength(pool, usual, linked[n], linked[m]) for n, m in offers]
    gone: set[int] = set()
    grown: set[int] = set()
    for strength, (n, m) in sorted(zip(strengths, offers, strict=True), key=lambda row: (-round(row[0], 3), row[1])):
        if strength < JOIN or {n, m} & (gone | grown) or not _has_room(linked[n], linked[m]):
            linked[n].doubtful = linked[n].doubtful or strength >= ALMOST
            continue
        for side, some in linked[n].members.items():
            linked[m].members[side] = sorted(linked[m].members[side] + some)
        gone.add(n)
        grown.add(m)
        linked[m].doubtful = strength < CLEARLY
    return [one for n, one in enumerate(linked) if n not in gone]


def _has_room(part: Linked, whole: Linked) -> bool:
    return all(len(whole.members[side]) + len(some) <= MOST for side, some in part.members.items())


def _neighbour(pool: Pool, part: Linked, owner: Mapping[Item, int], step: int) -> int | None:
    """Return the cluster that stands before or behind this one on every page that has it."""
    found = set()
    for side, (index, *_) in part.members.items():
        rulings = pool.sides[side].rulings
        other = index + step
        if not 0 <= other < len(rulings) or abs(rulings[other].position - rulings[index].position) != 1:
            return None
        if (rulings[other].kind == "heading") != (rulings[index].kind == "heading"):
            return None
        found.add(owner[side, other])
    return found.pop() if len(found) == 1 else None


def _ratios(pool: Pool, linked: Sequence[Linked]) -> dict[tuple[int, int], float]:
    """Return the logarithm of the usual ratio of lengths for each two sides, from what is linked."""
    found = {}
    for one, two in permutations(range(len(pool.sides)), 2):
        both = [part.members for part in linked if one in part.members and two in part.members]
        texts = [[pool.sides[side].texts[members[side][0]] for members in both] for side in (one, two)]
        languages = pool.sides[one].language, pool.sides[two].language
        found[one, two] = evidence.usual_ratio(languages, texts[0], texts[1], paired=True)
    return found


def _strength(pool: Pool, usual: Mapping[tuple[int, int], float], part: Linked, whole: Linked) -> float:
    """Return how sure it is that the part and its neighbour together are what answers the neighbour alone."""
    found = [
        _joined(pool, usual[side, other], (side, index), whole, other)
        for side, (index, *_) in part.members.items()
        for other in sorted(whole.members.keys() - part.members.keys())
    ]
    return sum(found) / len(found)


def _joined(pool: Pool, usual: float, item: Item, whole: Linked, other: int) -> float:
    """Return the same for one language of the part and one of its counterparts."""
    side, index = item
    home, away = pool.sides[side], pool.sides[other]
    beside, answers = whole.members[side], whole.members[other]
    texts = [" ".join(home.texts[i] for i in some) for some in (sorted([*beside, index]), beside, [index])]
    target = " ".join(away.texts[i] for i in answers)
    fit = evidence.length_fit(texts[:2], [target], usual)[:, 0]
    bags: list[evidence.Bag] = [_bag(home.bags[i] for i in some) for some in ([*beside, index], beside)]
    shared, lone = evidence.agreement(bags, [_bag(away.bags[i] for i in answers)], pool.weights)
    marks = float(shared[0, 0] - shared[1, 0] - (lone[0, 0] - lone[1, 0]) / 4)
    vectors = pool.encoder.encode([*texts, target])
    if vectors is None:
        return _by_lengths(float(fit[0]), float(fit[1]), marks)
    near = [float(n) for n in vectors[:3] @ vectors[3]]
    own = max(matching.pair_score(pool.scores, item, (other, i)) for i in answers)
    dates = {home.rulings[i].date for i in (index, *beside)}
    return (
        BETTER_WHOLE * (near[0] - near[1])
        + BETTER_PART * (near[0] - near[2])
        + LENGTH * float(fit[0])
        + MARKS * max(FEWEST_MARKS, min(MOST_MARKS, marks))
        + OWN * own
        + SAME_DATE * (len(dates) == 1)
        - LESS
    )


def _by_lengths(together: float, alone: float, marks: float) -> float:
    """Return the strength where there are no vectors: lengths alone cast a doubt, no more."""
    better = (together - alone) / 4.5
    if better > 0.2 and marks > 1.0:
        return CLEARLY
    return ALMOST if better > 0.05 and together > -2.0 else ALMOST - 1


def _bag(bags: Iterable[evidence.Bag]) -> Counter[str]:
    total: Counter[str] = Counter()
    for bag in bags:
        total.update(bag)
    return total
