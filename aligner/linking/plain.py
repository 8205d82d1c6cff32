"""Pages whose marks and lengths agree so plainly that few rulings need be compared with others than their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

from aligner.linking import evidence
from aligner.linking.evidence import ALIKE, COMMON, CONFIRMED, CONTRADICTION, LEAST_SHIFT, SPEAKS, Bag
from aligner.model import Ruling

_MISFIT = 0.15  # of the lengths, on average: so little is never by chance
_COMPARED = 60  # pairs of rulings, from which the tables of all with all are quicker
_ROUNDING = 0.01
_ONLY_ONE = 0.75  # of the weight of what only one of two texts has is lost, beside what both could share


def agree(languages: tuple[str, str], pages: Sequence[Sequence[Ruling]], bags: Sequence[Sequence[Bag]]) -> bool:
    """Return whether nothing that `position` asks of two pages can speak against the places of their rulings.

    Their dates must be the same. What a pair lacks is 3/4 of the weight of the marks that only one of the two has, and
    the misfit of their lengths: two texts with the same marks and the usual lengths lack nothing. If two rulings
    changed places, their marks and lengths could gain no more than the two pairs lack now, less what they would lack
    then, and different dates would cost 2.
    """
    days = [[ruling.date for ruling in page] for page in pages]
    size = len(days[0])
    if days[0] != days[1]:
        return False
    if (least := COMMON.get(size)) and any(evidence.common(one, two) < least for one, two in zip(*bags, strict=True)):
        return False
    misfits = _misfits(languages, pages)
    if sum(misfits) > _MISFIT * size:
        return False
    weights = _Weights(bags)
    apart = [0.0 if one == two else weights.apart(one, two) for one, two in zip(*bags, strict=True)]
    lacking = [misfit + _ONLY_ONE * only for misfit, only in zip(misfits, apart, strict=True)]
    dated = [len({None, one, two}) > 2 for one, two in pairwise(days[0])]
    speaking = [(one, two, only) for one, two, only in zip(*bags, apart, strict=True) if only > SPEAKS - _ROUNDING]
    return (
        _stays(lacking, dated)
        and all(weights.alike(*pair) for pair in speaking)
        and _is_alone_right(lacking, apart, days[0], bags, weights)
    )


def _stays(lacking: Sequence[float], dated: Sequence[bool]) -> bool:
    """Return whether no stretch can fit its neighbours' counterparts clearly better.

    Two texts share at most half of what both have, and what a pair has beside that is what it lacks: beside the mean of
    two pairs, one of them with the other's counterpart gains at most 5/8 of what only one has in them.
    """
    share = 0.625 / _ONLY_ONE
    gains = [share * (one + two) - other for (one, two), other in zip(pairwise(lacking), dated, strict=True)]
    return sum(max(0.0, gain) for gain in gains) <= LEAST_SHIFT


def _is_alone_right(
    lacking: Sequence[float],
    apart: Sequence[float],
    days: Sequence[object],
    bags: Sequence[Sequence[Bag]],
    weights: _Weights,
) -> bool:
    """Return whether no ruling fits another one's counterpart clearly better, nor two rulings that change places.

    A ruling with another's counterpart is off by 3/4 of what only one of the two has. Beside both pairs it could gain
    what they lack, and half of what only one has in each, where the shared marks are the longer text's.
    """
    doubtful = []
    for i, j in combinations(range(len(lacking)), 2):
        lack = lacking[i] + lacking[j] + _ROUNDING - (2 if len({None, days[i], days[j]}) > 2 else 0)
        changed = (lack + CONFIRMED) / _ONLY_ONE
        better = (lack + (apart[i] + apart[j]) / 2 - 2 * CONTRADICTION) / (2 * _ONLY_ONE)
        if changed > 0 or better > 0:
            doubtful.append((i, j, changed, better))
            if len(doubtful) > _COMPARED:
                return False
    ours, theirs = bags
    for i, j, changed, better in doubtful:
        there = weights.apart(ours[i], theirs[j], max(changed, better))
        if there < better:
            return False
        back = weights.apart(ours[j], theirs[i], max(changed - there, better))
        if back < better or there + back < changed:
            return False
    return True


def _misfits(languages: tuple[str, str], pages: Sequence[Sequence[Ruling]]) -> list[float]:
    """Return how badly the lengths of each two rulings fit."""
    ours, theirs = ([evidence.length(ruling.text) for ruling in page] for page in pages)
    off = [one - two for one, two in zip(ours, theirs, strict=True)]
    usual = evidence.usual_apart(languages, off)
    return [evidence.misfit(one - usual) for one in off]


def _further(less: int, more: int) -> float:
    """Return what the copies of a mark after so many say, beside the first: the third one says a third of it."""
    return sum([1 / copy for copy in range(less + 1, more + 1)])


class _Weights(dict[str, float]):
    """Mark → its weight among the texts of two pages, as `evidence.agreement` has it."""

    def __init__(self, bags: Sequence[Sequence[Bag]]) -> None:
        super().__init__()
        self._bags = bags

    def __missing__(self, mark: str) -> float:
        size = len(self._bags[0])
        shares = [share for side in self._bags if (share := sum([mark in bag for bag in side]) / size)]
        known = evidence.worth(mark, size, sum(shares) / len(shares))
        self[mark] = known if len(shares) == 2 else 0.0 if mark.startswith("c:") else known / 2
        return self[mark]

    def apart(self, one: Bag, two: Bag, enough: float = math.inf) -> float:
        """Return the weight of the marks that only one of two texts has, once it is enough a part of it."""
        weight = 0.0
        for mark in one.keys() | two.keys():
            less, more = sorted((min(one.get(mark, 0), 4), min(two.get(mark, 0), 4)))
            if less < more:
                weight += self[mark] * _further(less, more)
                if weight >= enough:
                    break
        return weight

    def alike(self, one: Bag, two: Bag, only: float) -> bool:
        """Return whether two texts have enough marks in common, beside the weight of what only one has."""
        both = one.keys() & two.keys()
        shared = sum(self[mark] * _further(0, min(one[mark], two[mark], 4)) for mark in both)
        return 2 * shared / (2 * shared + only + 1) >= ALIKE + _ROUNDING
