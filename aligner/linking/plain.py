"""Pages whose dates and marks agree so plainly that only what stands side by side need be looked at."""

from __future__ import annotations

from collections.abc import Sequence

from aligner.linking import evidence
from aligner.linking.evidence import Bag
from aligner.model import Ruling

_LEAST = 3  # rulings, below which their marks say little
_MISFIT = 0.15  # of the lengths, on average: so little is never by chance
_LACKING = 0.99  # what any two rulings may lack together


def agree(languages: tuple[str, str], pages: Sequence[Sequence[Ruling]], bags: Sequence[Sequence[Bag]]) -> bool:
    """Return whether nothing that `position` asks of two pages can speak against the places of their rulings.

    Each ruling has a date that no other of its page has, and the same as its counterpart. What a pair lacks is 3/4 of
    the weight of the marks that only one of the two has, and the misfit of their lengths. If two rulings changed
    places, their dates would cost 2, and their marks and lengths gain no more than the two pairs lack now. So the order
    is confirmed where no two pairs lack 1 together; then nothing contradicts it, no stretch is shifted, no pair unlike.
    """
    dates = [[ruling.date for ruling in page] for page in pages]
    size = len(dates[0])
    if size < _LEAST or dates[0] != dates[1] or None in dates[0] or len(set(dates[0])) < size:
        return False
    misfits = _misfits(languages, pages)
    if sum(misfits) > _MISFIT * size:
        return False
    lacking = [
        misfit if one == two else misfit + 0.75 * _apart(one, two, bags)
        for misfit, one, two in zip(misfits, *bags, strict=True)
    ]
    largest = sorted(lacking)[-2:]
    return bool(largest[0] + largest[1] <= _LACKING)


def _misfits(languages: tuple[str, str], pages: Sequence[Sequence[Ruling]]) -> list[float]:
    a, b = (evidence.lengths([ruling.text for ruling in page]) for page in pages)
    fit = evidence.fit_of(a, b, evidence.usual_of(languages, a, b, paired=True))
    return (-fit.diagonal()).tolist()  # type: ignore[no-any-return]


def _apart(one: Bag, two: Bag, bags: Sequence[Sequence[Bag]]) -> float:
    """Return the weight of the marks that only one of two texts has, as `evidence.agreement` does."""
    weight = 0.0
    for mark in one.keys() | two.keys():
        less, more = sorted((min(one.get(mark, 0), 4), min(two.get(mark, 0), 4)))
        if less < more:
            weight += _weight(mark, bags) * sum(1 / copy for copy in range(less + 1, more + 1))
    return weight


def _weight(mark: str, bags: Sequence[Sequence[Bag]]) -> float:
    size = len(bags[0])
    shares = [share for side in bags if (share := sum(mark in bag for bag in side) / size)]
    if len(shares) == 2:
        return evidence.worth(mark, size, sum(shares) / 2)
    return 0.0 if mark.startswith("c:") else evidence.worth(mark, size, shares[0]) / 2
