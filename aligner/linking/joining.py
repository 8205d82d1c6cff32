"""Put a ruling back to its neighbour where another language has both in one, or one in both."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, permutations
from typing import TYPE_CHECKING

from aligner.linking import evidence, matching
from aligner.linking.matching import Item

if TYPE_CHECKING:
    from aligner.encoding import Encoder
    from aligner.linking.pool import Linked, Pool, Side

MOST = 3  # rulings of one language that are joined
BESIDE = 4  # places on the page from a ruling to its neighbour, at most: copies may stand between
JOIN = -0.75  # strength from which a ruling and its neighbour are joined
ALMOST = -2.0  # the same, from which the ruling is not called missing either
CLEARLY = 0.0  # the same, from which nothing is doubtful: half a ruling was a weak link, the whole is none
# What the strength is made of: the logarithm of the odds, fitted to the half of the material of benchmarks/alignment.py
# that `--half first` takes, and to merged, split and dropped rulings of half of the English and Chinese cards.
LESS = 4.9  # so much is against it from the outset
BETTER_WHOLE = 13.3  # how much nearer both together lie than the neighbour alone
LENGTH, ALONE = 0.85, -0.93  # how well the length of both fits, and of the neighbour alone
MARKS = 1.09  # how well the marks fit that the ruling adds
OWN = 7.7  # the ruling's own margin with the counterpart
SAME_DATE = 3.0
NEARER = 9.0  # how much nearer the two lie to a part each than to the counterpart as a whole, the ruling twice
CROSSWISE = 2.5  # how much nearer they lie to their own part than to the other's
SEAMS = 3  # ends of sentences that are tried, those that suit the lengths best
FAR_OFF = 6.0  # what a seam adds at most
FEWEST_MARKS, MOST_MARKS = -3.0, 5.0
_SENTENCE = re.compile(r"(?:[.!?]+[\"'”»)]*(?=\s)|[。！？]+[」』”）]*|\n)(?=\s*\S)")


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
    gone: set[int] = set()
    grown: set[int] = set()
    for strength, (n, m) in sorted(_offers(pool, linked), key=lambda row: (-round(row[0], 3), row[1])):
        if strength < JOIN or {n, m} & (gone | grown) or not _has_room(linked[n], linked[m]):
            linked[n].doubtful = linked[n].doubtful or strength >= ALMOST
            continue
        for side, some in linked[n].members.items():
            linked[m].members[side] = sorted(linked[m].members[side] + some)
        gone.add(n)
        grown.add(m)
        linked[m].doubtful = strength < CLEARLY
    return [one for n, one in enumerate(linked) if n not in gone]


def parts(pool: Pool, linked: Sequence[Linked]) -> list[Linked]:
    """Return what is beyond doubt a part of what its neighbour is linked with, so that nothing else answers it."""
    sure = {n for strength, (n, _) in _offers(pool, linked) if strength > CLEARLY}
    return [linked[n] for n in sorted(sure)]


def _offers(pool: Pool, linked: Sequence[Linked]) -> list[tuple[float, tuple[int, int]]]:
    """Return which clusters (by number) lack a language that a neighbour has, with the strength of joining the two."""
    owner = {(side, index): n for n, one in enumerate(linked) for side, some in one.members.items() for index in some}
    offers = []
    for n, part in enumerate(linked):
        if len(part.members) == len(pool.sides) or any(len(some) > 1 for some in part.members.values()):
            continue
        for step in (-1, 1):
            m = _neighbour(pool, linked, owner, n, step)
            if m is not None and linked[m].members.keys() > part.members.keys():
                offers.append((n, m))
    usual = _ratios(pool, linked) if offers else {}
    _encode_joined(pool, linked, offers)
    return [(_strength(pool, usual, linked[n], linked[m]), (n, m)) for n, m in offers]


def _has_room(part: Linked, whole: Linked) -> bool:
    return all(len(whole.members[side]) + len(some) <= MOST for side, some in part.members.items())


def _encode_joined(pool: Pool, linked: Sequence[Linked], offers: Sequence[tuple[int, int]]) -> None:
    """Have the joined texts encoded all at once: one by one takes three times as long."""
    texts = [
        _text(pool.sides[side], [*linked[m].members[side], *some])
        for n, m in offers
        for side, some in linked[n].members.items()
    ]
    if texts:
        pool.encoder.encode(texts)


def _text(side: Side, some: Iterable[int]) -> str:
    return " ".join(side.texts[index] for index in sorted(some))


def _neighbour(pool: Pool, linked: Sequence[Linked], owner: Mapping[Item, int], number: int, step: int) -> int | None:
    """Return the cluster that stands before or behind this one on every page that has it.

    Copies, and one ruling that nothing answers, may stand between.
    """
    found = set()
    for side, (index, *_) in linked[number].members.items():
        rulings = pool.sides[side].rulings
        other = index + step
        if 0 <= other + step < len(rulings) and len(linked[owner[side, other]].members) == 1:
            other += step
        if not 0 <= other < len(rulings) or abs(rulings[other].position - rulings[index].position) > BESIDE:
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
    texts = [_text(home, some) for some in ([*beside, index], beside, [index])]
    target = _text(away, answers)
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
    strength = (
        BETTER_WHOLE * (near[0] - near[1])
        + LENGTH * float(fit[0])
        + ALONE * float(fit[1])
        + MARKS * max(FEWEST_MARKS, min(MOST_MARKS, marks))
        + OWN * own
        + SAME_DATE * (len(dates) == 1)
        - LESS
    )
    if strength < ALMOST - FAR_OFF:
        return strength
    parts = [texts[1], texts[2]] if index > max(beside) else [texts[2], texts[1]]
    return strength + _seam(pool.encoder, parts, target, index > max(beside), usual)


def _seam(encoder: Encoder, parts: Sequence[str], target: str, last: bool, usual: float) -> float:
    """Return how well the two texts, in their order, answer the target's halves; 0 where it is one sentence.

    `last` says that the second of them is the one that may have been joined.
    """
    cuts = [found.end() for found in _SENTENCE.finditer(target)]
    halves = [half for cut in cuts if all(half := (target[:cut].strip(), target[cut:].strip()))]
    halves = sorted(halves, key=lambda half: -_fitting(parts, half, usual))[:SEAMS]
    vectors = encoder.encode([*parts, target, *chain.from_iterable(halves)])
    if vectors is None or not halves:
        return 0.0
    best, most = 0.0, -math.inf
    for number in range(len(halves)):
        table = vectors[:2] @ vectors[[3 + 2 * number, 4 + 2 * number, 2]].T
        gains = [float(table[n, n] - table[n, 2]) for n in (int(last), int(not last))]
        nearer = 2 * gains[0] + gains[1]
        if nearer > most:
            crosswise = float(table[0, 0] + table[1, 1] - table[0, 1] - table[1, 0])
            best, most = NEARER * nearer + CROSSWISE * crosswise, nearer
    return best


def _fitting(parts: Sequence[str], half: Sequence[str], usual: float) -> float:
    return sum(float(evidence.length_fit([one], [two], usual)[0, 0]) for one, two in zip(parts, half, strict=True))


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
