"""Count which runs of two languages stand in the same pieces, and link those that go together by more than chance."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aligner.languages import korean
from aligner.mining.pieces import Lexicon, pieces

CHANCE = 10.83  # the log-likelihood ratio that chance alone exceeds once in a thousand
_SAME = 0.9  # the share of a rendering's places in which a longer one must stand to be taken in its stead
_RIVAL = 0.6  # the share of the strongest score from which another rendering comes near it
_MOSTLY = 0.6  # the share of a word's places in which it renders a phrase that its owner is part of
_APART = 0.1  # the share of its places in which an alternative may stand beside the usual rendering
_OWN = 0.3  # the share of an alternative's places that must have the concept


@dataclass(frozen=True, slots=True)
class Pair:
    """A run of the reference and one of another language, by their keys.

    `both` is the number of pieces that have the two, `source` and `target` of those that have the one or the other;
    `score` is the log-likelihood ratio.
    """

    source_key: str
    target_key: str
    both: int
    source: int
    target: int
    score: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Two parallel pieces with the runs of each that count, and the numbers of the groups that have them."""

    source: str
    target: str
    source_keys: frozenset[str]
    target_keys: frozenset[str]
    groups: tuple[int, ...]


class Counts:
    """The pieces of two languages with their runs; equal pairs of pieces are kept once."""

    def __init__(self, texts: Iterable[tuple[int, str, str]], languages: tuple[str, str], least: int) -> None:
        cut: dict[tuple[str, str], list[int]] = defaultdict(list)
        for group, source, target in texts:
            for pair in pieces(source, target):
                cut[pair].append(group)
        self.least = least
        self._korean = languages[1] == "ko"
        self.is_loose = Lexicon(languages[1], ()).is_loose
        self._spelled: list[dict[str, dict[str, str]]] = []
        sides = [self._runs(side, language, cut) for side, language in enumerate(languages)]
        self.pieces = [
            Piece(one, other, sides[0][one], sides[1][other], tuple(groups)) for (one, other), groups in cut.items()
        ]
        self.places: dict[str, list[int]] = defaultdict(list)
        for number, piece in enumerate(self.pieces):
            for key in piece.source_keys:
                self.places[key].append(number)
        self.total = sum(len(piece.groups) for piece in self.pieces)
        self.targets = _totals((piece.target_keys, len(piece.groups)) for piece in self.pieces)

    def _runs(self, side: int, language: str, cut: Mapping[tuple[str, str], list[int]]) -> dict[str, frozenset[str]]:
        """Return the runs of each text of one side that are frequent and in no longer run wherever they stand."""
        times: Counter[str] = Counter()
        for pair, groups in cut.items():
            times[pair[side]] += len(groups)
        lexicon = Lexicon(language, times)
        runs = {text: lexicon.runs(text) for text in times}
        counts = _totals((found, times[text]) for text, found in runs.items())
        kept = {key for key, count in counts.items() if count >= self.least and lexicon.is_unit(key, counts)}
        if side == 0:
            kept -= {shorter for key in kept for shorter in _within(key) if counts.get(shorter) == counts[key]}
        for text, found in runs.items():
            runs[text] = {key: written for key, written in found.items() if key in kept}
        self._spelled.append(runs)
        return {text: frozenset(found) for text, found in runs.items()}

    def pairs(self) -> dict[str, list[Pair]]:
        """Return for each run of the reference those that go with it by more than chance, the strongest first."""
        found = {}
        for key, numbers in self.places.items():
            row = _totals((self.pieces[number].target_keys, len(self.pieces[number].groups)) for number in numbers)
            first = sum(len(self.pieces[number].groups) for number in numbers)
            found[key] = sorted(self._scored(key, first, row), key=_order)
        return {key: pairs for key, pairs in found.items() if pairs}

    def _scored(self, key: str, first: int, row: Mapping[str, int]) -> Iterator[Pair]:
        for other, both in row.items():
            second = self.targets[other]
            if both >= self.least and both * self.total > first * second:
                score = likelihood_ratio(both, first, second, self.total)
                if score > CHANCE:
                    yield Pair(key, other, both, first, second, score)

    def where(self, source: str, target: str) -> list[Piece]:
        """Return the pieces that have both runs."""
        found = (self.pieces[number] for number in self.places[source])
        return [piece for piece in found if target in piece.target_keys]

    def is_ending(self, rest: str) -> bool:
        """Return whether this rest of a word is only its inflection: Korean particles."""
        return self._korean and rest[:1].isalpha() and korean.lawful_tail(rest, verb=False)

    def spelling(self, source: str, piece: Piece) -> str:
        """Return how a concept is written in a piece that has it."""
        return self._spelled[0][piece.source][source]

    def spellings(self, source: str) -> Counter[str]:
        """Return how a concept is written."""
        pieces = map(self.pieces.__getitem__, self.places[source])
        return _totals(((self.spelling(source, piece),), len(piece.groups)) for piece in pieces)

    def rendering(self, target: str, piece: Piece) -> str:
        """Return how a rendering is written in a piece that has it."""
        return self._spelled[1][piece.target][target]

    def renderings(self, pair: Pair) -> Counter[str]:
        """Return how a rendering is written where it stands for the concept."""
        return _totals(
            ((self.rendering(pair.target_key, piece),), len(piece.groups))
            for piece in self.where(pair.source_key, pair.target_key)
        )

    def beside(self, source: str, one: str, other: str) -> int:
        """Return in how many places of a concept two runs of the other language stand in one piece."""
        return sum(len(piece.groups) for piece in self.where(source, one) if other in piece.target_keys)


def _order(pair: Pair) -> tuple[float, str, int, str]:
    return (-round(pair.score, 6), pair.source_key, len(pair.target_key), pair.target_key)


def _totals(found: Iterable[tuple[Iterable[str], int]]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for keys, times in found:
        for key in keys:
            totals[key] += times
    return totals


def _within(key: str) -> tuple[str, ...]:
    """Return the runs that are one word or character shorter."""
    return (key.partition(" ")[2], key.rpartition(" ")[0]) if " " in key else (key[1:], key[:-1])


def overlap(one: str, other: str) -> bool:
    """Return whether one of two runs stands within the other, or they share a word."""
    return one in other or other in one or bool(set(one.split()) & set(other.split()))


def likelihood_ratio(both: int, first: int, second: int, total: int) -> float:
    """Return how much better dependence explains the counts than chance does (G², one degree of freedom)."""
    cells = (
        (both, first, second),
        (first - both, first, total - second),
        (second - both, total - first, second),
        (total - first - second + both, total - first, total - second),
    )
    return 2 * sum(seen * math.log(seen * total / (row * column)) for seen, row, column in cells if seen > 0)


def linked(counts: Counts, table: Mapping[str, Sequence[Pair]]) -> dict[str, Pair]:
    """Return the one rendering of each concept, strongest first: a pair takes its two runs from all others.

    A longer run that stands nearly wherever the strongest one does is taken in its stead. A run that is taken may
    serve a second concept, as the same word does for enchant and enchantment, where nothing else comes near it.
    """
    found: dict[str, Pair] = {}
    taken: dict[str, str] = {}
    strongest: dict[str, str] = {}
    pairs = sorted((pair for row in table.values() for pair in row), key=_order)
    for pair in pairs:
        strongest.setdefault(pair.target_key, pair.source_key)
    for pair in pairs:
        if pair.source_key in found:
            continue
        owner = taken.get(pair.target_key)
        if owner is not None and (pair is not table[pair.source_key][0] or not _shared(counts, pair, owner, table)):
            continue
        if owner is None and _of_a_part(pair, strongest[pair.target_key]):
            continue
        free = (other for other in table[pair.source_key] if other.target_key not in taken)
        best = pair if owner is not None else _whole(counts, pair, free, strongest)
        found[pair.source_key] = best
        for key in (pair.target_key, best.target_key, *_same_places(counts, best)):
            taken.setdefault(key, pair.source_key)
    return found


def _shared(counts: Counts, pair: Pair, owner: str, table: Mapping[str, Sequence[Pair]]) -> bool:
    """Return whether a rendering may serve this concept too: no other run comes near, and it is not its owner's only.

    That is, it stands without its owner, or its owner is part of the concept, as strike of first strike.
    """
    rivals = [other for other in table[pair.source_key] if not overlap(other.target_key, pair.target_key)]
    if rivals and rivals[0].score > _RIVAL * pair.score:
        return False
    if owner in pair.source_key.split(" "):
        return not _of_a_part(pair, owner)
    beside = sum(
        len(piece.groups) for piece in counts.where(pair.source_key, pair.target_key) if owner in piece.source_keys
    )
    return beside <= (1 - _SAME) * pair.both


def _of_a_part(pair: Pair, owner: str) -> bool:
    """Return whether the rendering is that of a word within the phrase, and by no means mostly the phrase's."""
    within = owner != pair.source_key and f" {owner} " in f" {pair.source_key} "
    return within and pair.both < _MOSTLY * max(pair.source, pair.target)


def _whole(counts: Counts, pair: Pair, others: Iterable[Pair], strongest: Mapping[str, str]) -> Pair:
    """Return the longest run around the strongest one, without what another word in the same places explains."""
    best = pair
    for other in sorted(others, key=lambda one: (len(one.target_key), one.target_key)):
        if best.target_key in other.target_key and other.both >= _SAME * pair.both:
            before, _, after = other.target_key.partition(best.target_key)
            rests = (before.strip(), after.strip())
            loose = counts.is_ending(after) or counts.is_loose(other.target_key)
            if (other.both == best.both or not loose) and not any(
                _elsewhere(counts, other, strongest[rest]) for rest in rests if rest in strongest
            ):
                best = other
    return best


def _elsewhere(counts: Counts, pair: Pair, source: str) -> bool:
    """Return whether another run of the reference stands nearly wherever the pair does."""
    if overlap(source, pair.source_key):
        return False
    places = counts.where(pair.source_key, pair.target_key)
    return sum(len(piece.groups) for piece in places if source in piece.source_keys) >= _SAME * pair.both


def _same_places(counts: Counts, pair: Pair) -> Iterator[str]:
    """Yield the shorter runs within a rendering that stand nearly nowhere else."""
    key = pair.target_key
    parts = key.split(" ") if " " in key else list(key)
    joint = " " if " " in key else ""
    for start in range(len(parts)):
        for end in range(start + 1, len(parts) + 1):
            shorter = joint.join(parts[start:end])
            if counts.targets[key] <= counts.targets.get(shorter, 0) <= counts.targets[key] / _SAME:
                yield shorter


def alternatives(counts: Counts, pairs: Sequence[Pair], best: Pair, taken: frozenset[str]) -> list[Pair]:
    """Return the renderings that stand for a concept where the usual one does not, and that are nobody else's."""
    found: list[Pair] = []
    for pair in pairs:
        if pair.target_key in taken or pair.both < _OWN * pair.target:
            continue
        rivals = (best, *found)
        if any(pair.target_key in rival.target_key or rival.target_key in pair.target_key for rival in rivals):
            continue
        if all(
            counts.beside(best.source_key, pair.target_key, rival.target_key) <= _APART * pair.both for rival in rivals
        ):
            found.append(pair)
    return found
