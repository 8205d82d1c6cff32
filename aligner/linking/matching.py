"""The numbers behind the alignment: margins, order-free clusters, anchors and monotone filling."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

Item = tuple[int, int]
"""A side (a language) and an index on it."""
Cluster = dict[int, int]
"""Side -> index: items of different sides that say the same."""
NEIGHBOURS = 3


def rivals(table: Matrix, background: Matrix | None, floor: float) -> Matrix:
    """Return for each cell the mean of the three best other values of its row, the background's included.

    `floor` stands in where a row has fewer than four values.
    """
    import numpy as np

    pad = np.full((len(table), NEIGHBOURS + 1), floor)
    rows = np.hstack([table, pad] if background is None else [table, background, pad])
    best = -np.sort(-rows, axis=1)[:, : NEIGHBOURS + 1]
    top, total = best[:, NEIGHBOURS - 1 : NEIGHBOURS], best.sum(axis=1, keepdims=True)
    # Where the cell itself is among the three best, the fourth takes its place.
    others = np.where(table >= top, total - table, total - best[:, NEIGHBOURS:])
    return np.asarray(others / NEIGHBOURS)


def margins(table: Matrix, row_background: Matrix | None, column_background: Matrix | None, floor: float) -> Matrix:
    """Return how much better each pair is than its rivals in its row and its column."""
    across, down = rivals(table, row_background, floor), rivals(table.T, column_background, floor).T
    return table - (across + down) / 2


def agglomerate(
    sizes: Sequence[int], scores: Mapping[tuple[int, int], Matrix], least: float, start: Sequence[Cluster] = ()
) -> list[Cluster]:
    """Join items best pair first: at most one of a side in a cluster, and the mean of all pairs at least `least`.

    `scores` has a matrix for each pair of sides (first < second). `start` are clusters that stand already.
    """
    import numpy as np

    clusters: dict[Item, Cluster] = {}
    for made in start:
        clusters.update(dict.fromkeys(made.items(), made))
    for side, size in enumerate(sizes):
        for index in range(size):
            clusters.setdefault((side, index), {side: index})
    edges = []
    for (one, two), table in scores.items():
        rows, columns = np.nonzero(table >= least)
        edges += [(-round(float(table[i, j]), 4), one, two, int(i), int(j)) for i, j in zip(rows, columns, strict=True)]
    for _, one, two, i, j in sorted(edges):
        left, right = clusters[one, i], clusters[two, j]
        if left is right or left.keys() & right.keys():
            continue
        if mean_score(left, right, scores) >= least:
            left.update(right)
            clusters.update(dict.fromkeys(right.items(), left))
    return list({id(made): made for made in clusters.values()}.values())


def mean_score(left: Cluster, right: Cluster, scores: Mapping[tuple[int, int], Matrix]) -> float:
    """Return the mean of the scores between two clusters."""
    values = [pair_score(scores, a, b) for a in left.items() for b in right.items()]
    return sum(values) / len(values)


def pair_score(scores: Mapping[tuple[int, int], Matrix], a: Item, b: Item) -> float:
    """Return the score of two items of different sides."""
    (one, i), (two, j) = (a, b) if a[0] < b[0] else (b, a)
    return float(scores[one, two][i, j])


def increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of the pairs in which both numbers increase."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    ordered = sorted(pairs)
    for n, (_, j) in enumerate(ordered):
        place = bisect_left(tails, j)
        tails[place:] = [j, *tails[place + 1 :]]
        at[place:] = [n, *at[place + 1 :]]
        before.append(at[place - 1] if place else -1)
    result = []
    n = at[-1] if at else -1
    while n >= 0:
        result.append(ordered[n])
        n = before[n]
    return result[::-1]


def gaps(anchors: Sequence[tuple[int, int]], rows: int, columns: int) -> list[tuple[range, range]]:
    """Return what lies between the anchors, before the first and behind the last, where there is anything."""
    edges = [(-1, -1), *anchors, (rows, columns)]
    spans = [(range(a + 1, c), range(b + 1, d)) for (a, b), (c, d) in pairwise(edges) if c > a and d > b]
    return [(left, right) for left, right in spans if left or right]


def monotone(size: tuple[int, int], score: Callable[[int, int], float], skip: float) -> list[tuple[int, int]]:
    """Return the pairs of the best path through two sequences: the sum of the scores, `skip` for what stays alone."""
    rows, columns = size
    best = [[skip * (i + j) for j in range(columns + 1)] for i in range(rows + 1)]
    step = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        for j in range(columns + 1):
            if i and j:
                ways = (best[i - 1][j - 1] + score(i - 1, j - 1), best[i - 1][j] + skip, best[i][j - 1] + skip)
                step[i][j] = max(range(3), key=lambda way: (round(ways[way], 6), -way))
                best[i][j] = ways[step[i][j]]
            else:
                step[i][j] = 1 if i else 2
    pairs = []
    i, j = rows, columns
    while i and j:
        if step[i][j] == 0:
            pairs.append((i - 1, j - 1))
        i, j = i - (step[i][j] != 2), j - (step[i][j] != 1)
    return pairs[::-1]
