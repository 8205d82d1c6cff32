"""Link two texts of one segment a line, in order: beads of up to five lines, near a path between anchors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from aligner.linking import anchors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from aligner.encoding import Encoder, Vectors

    Numbers = NDArray[np.float64]

MOST = 5  # lines in a bead, both sides together
SKIP = 0.1  # what a line that stands alone is worth; a bead of two must be worth more than both
SHARES = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2), (1, 4), (4, 1))
RUN = 4  # lines on one side of a bead
SAMPLE = 50  # lines of the other text that tell how like anything a line is
UNLIKE, KNOWN = 0.3, 10  # the usual cosine of two lines, and how many lines of the sample that is worth
EXACT = 6000  # lines of both texts, up to which every run is encoded as one text
SMALL = 400_000  # cells, up to which the whole table is searched
WIDTH = 25  # lines beside the path between two anchors that are searched
STRIP = 500  # the same beside the diagonal of a long stretch without anchors


@dataclass(frozen=True, slots=True)
class Bead:
    """Lines of two texts that say the same, as indices from 0; one side is empty where a line stands alone.

    `score` is from 0 (as like as any two lines) to 1.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    score: float = 0.0


def link_lines(first: Sequence[str], second: Sequence[str], encoder: Encoder) -> list[Bead]:
    """Return the beads of two texts in order; every line is in exactly one, a blank line alone.

    Without an encoder the lengths of the lines decide.
    """
    sides = [[n for n, line in enumerate(lines) if line.strip()] for lines in (first, second)]
    texts = [[lines[n].strip() for n in some] for lines, some in zip((first, second), sides, strict=True)]
    found = [
        Bead(tuple(sides[0][i] for i in bead.first), tuple(sides[1][j] for j in bead.second), bead.score)
        for bead in (_linked(texts[0], texts[1], encoder) if all(texts) else [])
    ]
    seen = [{n for bead in found for n in (bead.first, bead.second)[side]} for side in (0, 1)]
    found += [Bead((n,), ()) for n in range(len(first)) if n not in seen[0]]
    found += [Bead((), (n,)) for n in range(len(second)) if n not in seen[1]]
    return _in_order(found)


def _in_order(beads: list[Bead]) -> list[Bead]:
    """Return the beads in the order of both texts; a line alone stands behind what stands before it on its own side."""
    pairs = sorted((bead for bead in beads if bead.first and bead.second), key=lambda bead: bead.first)
    lone = [
        sorted((bead for bead in beads if not (bead.first, bead.second)[1 - side]), key=lambda b: (b.first, b.second))
        for side in (0, 1)
    ]
    result: list[Bead] = []
    for pair in pairs:
        for side, place in ((0, pair.first), (1, pair.second)):
            while lone[side] and (lone[side][0].first, lone[side][0].second)[side] < place:
                result.append(lone[side].pop(0))
        result.append(pair)
    return result + lone[0] + lone[1]


def _linked(first: Sequence[str], second: Sequence[str], encoder: Encoder) -> list[Bead]:
    """Return the beads of two texts without blank lines."""
    table = _Table(first, second, encoder)
    return table.beads()


class _Table:
    """What every bead is worth, and the best path through all of them."""

    def __init__(self, first: Sequence[str], second: Sequence[str], encoder: Encoder) -> None:
        import numpy as np

        self.size = len(first), len(second)
        exact = sum(self.size) <= EXACT
        self.runs = [_runs(lines, encoder, exact) for lines in (first, second)]
        self.usual = [_likeness(self.runs[side], self.runs[1 - side]) for side in (0, 1)]
        self.lengths = [
            np.concatenate([[0.0], np.cumsum([len(line) + 1.0 for line in lines])]) for lines in (first, second)
        ]
        ratio = self.lengths[0][-1] / self.lengths[1][-1]
        self.lengths[1] = self.lengths[1] * ratio
        self.low, self.high = self._band()

    def _band(self) -> tuple[list[int], list[int]]:
        """Return for each number of lines of the first text how many of the second may have been used by then."""
        rows, columns = self.size
        if (rows + 1) * (columns + 1) <= SMALL:
            return [0] * (rows + 1), [columns] * (rows + 1)
        links = anchors.nearest_in_order(self.runs[0][0], self.runs[1][0]) if self.runs[0] else []
        edges = [(0, 0), *((i, j) for i, j in links), (rows, columns)]
        low, high = [columns] * (rows + 1), [0] * (rows + 1)
        for (i, j), (k, n) in pairwise(edges):
            slope = (n - j) / max(1, k - i)
            strip = STRIP if (k - i) * (n - j) > SMALL else max(k - i, n - j)
            for row in range(max(0, i - WIDTH), min(rows, k + WIDTH) + 1):
                middle = j + round((row - i) * slope)
                low[row] = min(low[row], max(0, j - WIDTH, middle - strip - WIDTH))
                high[row] = max(high[row], min(columns, n + WIDTH, middle + strip + WIDTH))
        return low, high

    def worth(self, row: int, columns: tuple[int, int], share: tuple[int, int]) -> Numbers:
        """Return what the beads of this shape are worth whose first side ends before `row`.

        One value for each end of the second side in the half-open range of columns.
        """
        import numpy as np

        a, b = share
        start, stop = columns
        length = self.lengths[0][row] - self.lengths[0][row - a]
        others = self.lengths[1][start:stop] - self.lengths[1][start - b : stop - b]
        fit = np.log2(1.0 + np.minimum(length, others) / np.maximum(length, others))
        if not self.runs[0]:
            return np.asarray(fit - 0.4 * (a + b > 2))
        vector = self.runs[0][a - 1][row - a]
        cosine = self.runs[1][b - 1][start - b : stop - b] @ vector
        usual = (self.usual[0][a - 1][row - a] + self.usual[1][b - 1][start - b : stop - b]) / 2
        return np.asarray((cosine - usual) / (1.0 - usual) * fit)

    def beads(self) -> list[Bead]:
        """Return the path of the greatest worth, line by line of the first text."""
        import numpy as np

        rows, _ = self.size
        best: list[Numbers] = []
        step: list[NDArray[np.int8]] = []
        for row in range(rows + 1):
            low, high = self.low[row], self.high[row]
            value = np.full(high - low + 1, -np.inf)
            way = np.full(high - low + 1, -1, dtype=np.int8)
            if row == 0 and low == 0:
                value[0] = 0.0
            else:
                self._extend(row, best, value, way)
            # A line of the second text alone: the best of all that end before it, less nothing but the skips between.
            skips = SKIP * np.arange(len(value))
            run = np.maximum.accumulate(value - skips)
            alone = np.concatenate([[False], run[:-1] + skips[1:] > value[1:]])
            value = np.where(alone, np.concatenate([[-np.inf], run[:-1]]) + skips, value)
            way[alone] = len(SHARES) + 1
            best.append(np.round(value, 6))
            step.append(way)
        return self._path(step)

    def _extend(self, row: int, best: Sequence[Numbers], value: Numbers, way: NDArray[np.int8]) -> None:
        """Put in what reaches this row with a bead of both texts, or with a line of the first alone."""
        import numpy as np

        low, high = self.low[row], self.high[row]
        for number, (a, b) in enumerate((*SHARES, (1, 0))):
            if a > row:
                continue
            before = self.low[row - a], self.high[row - a]
            start, stop = max(low, before[0] + b, b), min(high, before[1] + b) + 1
            if start >= stop:
                continue
            come = best[row - a][start - b - before[0] : stop - b - before[0]]
            gain = self.worth(row, (start, stop), (a, b)) if b else SKIP
            part = slice(start - low, stop - low)
            better = come + gain > value[part] + 1e-9
            value[part] = np.where(better, come + gain, value[part])
            way[part] = np.where(better, number, way[part])

    def _path(self, step: Sequence[NDArray[np.int8]]) -> list[Bead]:
        i, j = self.size
        found: list[Bead] = []
        while i or j:
            way = int(step[i][j - self.low[i]])
            a, b = (*SHARES, (1, 0), (0, 1))[way] if way >= 0 else (0, 1) if j else (1, 0)
            if a and b:
                score = float(self.worth(i, (j, j + 1), (a, b))[0])
                found.append(Bead(tuple(range(i - a, i)), tuple(range(j - b, j)), round(min(1.0, max(0.0, score)), 4)))
            i, j = i - a, j - b
        return found[::-1]


def _runs(lines: Sequence[str], encoder: Encoder, exact: bool) -> list[Vectors]:
    """Return the vectors of runs of one to four lines, by the run's first line; none without an encoder.

    `exact` encodes each run as one text; otherwise a run's vector is the sum of its lines', the longer counting more.
    """
    import numpy as np

    single = encoder.encode(lines)
    if single is None:
        return []
    found = [single]
    weighted = single * np.asarray([[len(line) + 1.0] for line in lines], dtype=np.float32)
    for size in range(2, min(RUN, len(lines)) + 1):
        starts = len(lines) - size + 1
        if exact:
            encoded = encoder.encode([" ".join(lines[n : n + size]) for n in range(starts)])
            assert encoded is not None
            found.append(encoded)
            continue
        total = sum((weighted[n : n + starts] for n in range(1, size)), weighted[:starts])
        found.append((total / np.linalg.norm(total, axis=1, keepdims=True)).astype(np.float32))
    return found


def _likeness(runs: Sequence[Vectors], others: Sequence[Vectors]) -> list[Numbers]:
    """Return for every run how like the other text's runs of its kind it is on the whole."""
    import numpy as np

    if not runs:
        return []
    sample = np.concatenate([some[:: max(1, len(some) // SAMPLE)] for some in others[:2]])
    known = len(sample) + KNOWN
    return [np.round(((some @ sample.T).sum(axis=1) + KNOWN * UNLIKE) / known, 5).astype(np.float64) for some in runs]
