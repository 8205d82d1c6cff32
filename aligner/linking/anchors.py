"""Link two long pages: by marks that stand once on each, then by what lies between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from aligner.linking import background, evidence, matching, pool
from aligner.linking.pool import Linked, Side
from aligner.model import Ruling

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors

STRIP = 1500  # how far from the diagonal a counterpart is looked for
BLOCK = 1000  # rows of the table of vectors that are in memory at a time
Link = tuple[int, int, str, bool]
"""Indices on both sides, the method, and whether the link is doubtful."""


def link_long(sides: Sequence[Side], encoder: Encoder, rivals: Mapping[str, Vectors] | None) -> list[Linked]:
    """Return clusters that hold every ruling of the sides once; memory grows with the length of the longest side.

    `rivals` are vectors of other rulings by language; by default a few sentences of our own, encoded when needed.

    Every side is linked to the longest one; what that leaves over on the others stays alone.
    """
    base = max(range(len(sides)), key=lambda side: (len(sides[side].rulings), -side))
    made = [Linked({base: [index]}, 1.0, "alone") for index in range(len(sides[base].rulings))]
    rest: list[Linked] = []
    for other, side in enumerate(sides):
        if other == base:
            continue
        links, doubt = _pair(sides[base], side, encoder, rivals)
        for i, j, method, doubtful in links:
            one = made[i]
            one.members[other] = [j]
            one.doubtful = one.doubtful or doubtful
            one.method = method if one.method in ("alone", "position") else one.method
        for i in doubt[0]:
            made[i].doubtful = True
        seen = {j for _, j, _, _ in links}
        rest += [Linked({other: [j]}, 1.0, "alone", j in doubt[1]) for j in range(len(side.rulings)) if j not in seen]
    return made + rest


def _pair(
    a: Side, b: Side, encoder: Encoder, rivals: Mapping[str, Vectors] | None
) -> tuple[list[Link], tuple[set[int], set[int]]]:
    """Return the links of two sides, and the indices of each that stay alone in doubt."""
    orders = [sorted(range(len(side.rulings)), key=side.ranks.__getitem__) for side in (a, b)]
    links: list[Link] = []
    doubt: tuple[set[int], set[int]] = (set(), set())
    weights = evidence.rarity([a.bags, b.bags])
    usual = evidence.usual_ratio((a.language, b.language), a.texts, b.texts)
    waiting = [(orders[0], orders[1], 0)]
    while waiting:
        rows, columns, depth = waiting.pop()
        if not rows or not columns:
            continue
        if len(rows) == len(columns) == 1 and depth:
            links.append((rows[0], columns[0], "position", False))
            continue
        found = _trusted(a, b, rows, columns, weights, usual)
        if not found and max(len(rows), len(columns)) > pool.LARGE:
            found = _by_vectors([a.texts[i] for i in rows], [b.texts[j] for j in columns], encoder)
        if found:
            method = "fingerprint"
            links += [(rows[i], columns[j], method, False) for i, j in found]
            waiting += [
                ([rows[i] for i in left], [columns[j] for j in right], depth + 1)
                for left, right in matching.gaps(found, len(rows), len(columns))
            ]
        elif max(len(rows), len(columns)) > pool.LARGE:
            doubt[0].update(rows)
            doubt[1].update(columns)
        else:
            _between(a, b, (rows, columns), encoder, rivals, links, doubt)
    _leftover(a, b, encoder, rivals, links, doubt)
    return links, doubt


def _leftover(
    a: Side,
    b: Side,
    encoder: Encoder,
    rivals: Mapping[str, Vectors] | None,
    links: list[Link],
    doubt: tuple[set[int], set[int]],
) -> None:
    """Link what stands alone on both sides after all: an anchor may have parted it."""
    seen = [{link[side] for link in links} for side in (0, 1)]
    left = [[n for n in range(len(side.rulings)) if n not in seen[k]] for k, side in enumerate((a, b))]
    if not all(left):
        return
    if max(map(len, left)) > pool.LARGE:
        for side in (0, 1):
            doubt[side].update(left[side])
        return
    _between(a, b, (left[0], left[1]), encoder, rivals, links, doubt, guess=False)


def _between(
    a: Side,
    b: Side,
    part: tuple[list[int], list[int]],
    encoder: Encoder,
    rivals: Mapping[str, Vectors] | None,
    links: list[Link],
    doubt: tuple[set[int], set[int]],
    guess: bool = True,
) -> None:
    """Link what stands between two anchors; without `guess` only what is beyond doubt."""
    rows, columns = part
    pieces = [_part(a, rows), _part(b, columns)]
    if guess and len(rows) == len(columns) and _alike(pieces):
        links += [(i, j, "position", False) for i, j in zip(rows, columns, strict=True)]
        return
    if rivals is None:
        rivals = background.vectors(encoder, [a.language, b.language])
    for one in pool.link(pieces, encoder, rivals):
        if not guess and one.doubtful:
            continue
        if len(one.members) == 2:
            links.append((rows[one.members[0][0]], columns[one.members[1][0]], one.method, one.doubtful))
        elif one.doubtful:
            for side, some in one.members.items():
                doubt[side].update(part[side][index] for index in some)


def _part(side: Side, indices: Sequence[int]) -> Side:
    rulings: list[Ruling] = [side.rulings[index] for index in indices]
    return Side(side.language, rulings, [side.bags[index] for index in indices])


def _alike(pieces: Sequence[Side]) -> bool:
    """Return whether the lengths of what stands at the same place fit."""
    first, second = (piece.texts for piece in pieces)
    usual = evidence.usual_ratio((pieces[0].language, pieces[1].language), first, second)
    fit = evidence.length_fit(first, second, usual)
    return bool(fit.diagonal().min() > -2.0)


def _trusted(
    a: Side, b: Side, rows: Sequence[int], columns: Sequence[int], weights: Mapping[str, float], usual: float
) -> list[tuple[int, int]]:
    """Return the anchors of a stretch that share most of their marks and fit in length; one mark alone may mislead."""
    result = []
    for i, j in unique_marks([a.bags[i] for i in rows], [b.bags[j] for j in columns]):
        first, second = a.bags[rows[i]], b.bags[columns[j]]
        shared = sum(weights[mark] for mark in first.keys() & second.keys())
        single = sum(weights[mark] for mark in first.keys() ^ second.keys())
        fit = evidence.length_fit([a.texts[rows[i]]], [b.texts[columns[j]]], usual)[0, 0]
        if shared > 2 * single and fit > -2.0:
            result.append((i, j))
    return result


def unique_marks(first: Sequence[evidence.Bag], second: Sequence[evidence.Bag]) -> list[tuple[int, int]]:
    """Return the longest run of pairs in order that share a mark which stands in no other text of either side."""
    homes: list[dict[str, int]] = []
    for side in (first, second):
        count = Counter(mark for bag in side for mark in bag)
        homes.append({mark: n for n, bag in enumerate(side) for mark in bag if count[mark] == 1})
    votes = Counter((homes[0][mark], homes[1][mark]) for mark in homes[0].keys() & homes[1].keys())
    best: list[dict[int, tuple[int, int]]] = [{}, {}]
    for (i, j), number in sorted(votes.items()):
        for seen, key in zip(best, (i, j), strict=True):
            if number > seen.get(key, (0, 0))[0]:
                seen[key] = (number, i if seen is best[1] else j)
    return matching.increasing([(i, j) for (i, j) in votes if best[0][i][1] == j and best[1][j][1] == i])


def _by_vectors(first: Sequence[str], second: Sequence[str], encoder: Encoder) -> list[tuple[int, int]]:
    """Return the longest run of pairs in order that are each other's nearest, near the diagonal."""
    a, b = encoder.encode(first), encoder.encode(second)
    return [] if a is None or b is None else nearest_in_order(a, b)


def nearest_in_order(a: Vectors, b: Vectors) -> list[tuple[int, int]]:
    """Return the longest run of pairs in order that are each other's nearest, near the diagonal, and alike."""
    import numpy as np

    nearest: Callable[[Vectors, Vectors], list[int]] = _nearest
    forth, back = nearest(a, b), nearest(b, a)
    scores = np.sum(a * b[forth], axis=1)
    return matching.increasing([(i, j) for i, j in enumerate(forth) if back[j] == i and scores[i] > pool.UNLIKE])


def _nearest(a: Vectors, b: Vectors) -> list[int]:
    """Return for each row of the first matrix the nearest one of the second inside the strip."""
    import numpy as np

    found: list[int] = []
    slope = len(b) / len(a)
    for start in range(0, len(a), BLOCK):
        stop = min(len(a), start + BLOCK)
        low, high = max(0, int(start * slope) - STRIP), min(len(b), int(stop * slope) + STRIP)
        found += (low + np.argmax(a[start:stop] @ b[low:high].T, axis=1)).tolist()
    return found
