"""Drift without a glossary: one word of the reference that one page renders in two ways."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product

from aligner.mining.association import Counts, Pair, alternatives, linked
from aligner.mining.pieces import beginning
from aligner.text import fold

_STEM = 3  # letters at the beginning that two forms of a word share
_ALIKE = 0.6  # the share of letters that they have in common
_GAP = 0.5  # the share of the places without the usual rendering that must have the other
_SAME = (
    0.5  # the share of the places of the other rendering in which the concept's neighbours are those of the usual one
)
_WORD = re.compile(r"[^\W_]+")
_STRENGTH = 0.6  # the share of a rendering's places, in the whole corpus, that must have the concept


@dataclass(frozen=True, slots=True)
class Drift:
    """A concept that one page renders in two ways, in different groups.

    `usual` and `other` are the renderings as they are mostly written; `usual_groups` and `other_groups` the numbers of
    the page's groups, in the order of the corpus, that have the one and not the other; `written` is how the other one
    is written in each of its groups.
    """

    document: int
    language: str
    concept: str
    usual: str
    other: str
    usual_groups: tuple[int, ...]
    other_groups: tuple[int, ...]
    written: tuple[str, ...] = ()


def drifts(counts: Counts, language: str, documents: Sequence[int]) -> Iterator[Drift]:
    """Yield the drifts of one language; `documents` has for each group the number of its document."""
    table = counts.pairs()
    best = linked(counts, table)
    taken = frozenset(pair.target_key for pair in best.values())
    strongest: dict[str, Pair] = {}
    for pairs in table.values():
        for pair in pairs:
            if pair.target_key not in strongest or pair.score > strongest[pair.target_key].score:
                strongest[pair.target_key] = pair
    for key, first in best.items():
        for other in alternatives(counts, table[key], first, taken):
            sure = all(pair.both >= _STRENGTH * pair.target for pair in (first, other))
            sure = sure and other.both >= _GAP * (first.source - first.both)
            if (
                sure
                and strongest[other.target_key].source_key == key
                and not variants(first.target_key, other.target_key)
                and _same_surroundings(counts, first, other)
            ):
                yield from _on_pages(counts, language, first, other, documents)


def variants(one: str, other: str) -> bool:
    """Return whether two renderings may be forms of the same words: they share most letters, a beginning or a word."""
    if beginning(one, other) >= _STEM or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE:
        return True
    return any(beginning(a, b) > _STEM for a, b in product(one.split(), other.split()))


def _on_pages(counts: Counts, language: str, first: Pair, other: Pair, documents: Sequence[int]) -> Iterator[Drift]:
    """Yield the pages that have both renderings, of one and the same form of the concept: named is not name."""
    usual, odd = _groups(counts, first), _groups(counts, other)
    pages: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (groups, rest) in enumerate(((usual, odd), (odd, usual))):
        for group in sorted(groups.keys() - rest.keys()):
            pages[documents[group]][side].append(group)
    spelled = counts.spellings(first.source_key), counts.renderings(first), counts.renderings(other)
    names = [min(found, key=lambda one: (-found[one], one)) for found in spelled]
    for document, (ones, others) in sorted(pages.items()):
        same = {form for group in ones for form in usual[group]} & {form for group in others for form in odd[group]}
        kept = [tuple(group for group in side if of[group] & same) for side, of in ((ones, usual), (others, odd))]
        if all(kept):
            written = tuple(_written(counts, other, group) for group in kept[1])
            yield Drift(document, language, names[0], names[1], names[2], kept[0], kept[1], written)


def _written(counts: Counts, pair: Pair, group: int) -> str:
    """Return how a group that has the pair writes its rendering."""
    found = (piece for piece in counts.where(pair.source_key, pair.target_key) if group in piece.groups)
    return counts.rendering(pair.target_key, next(found))


def _groups(counts: Counts, pair: Pair) -> dict[int, set[str]]:
    """Return the groups that have both runs of a pair, with how the concept is spelled there."""
    found: dict[int, set[str]] = defaultdict(set)
    for piece in counts.where(pair.source_key, pair.target_key):
        for group in piece.groups:
            found[group].add(fold(counts.spelling(pair.source_key, piece)))
    return found


def _same_surroundings(counts: Counts, first: Pair, other: Pair) -> bool:
    """Return whether the concept stands in the same surroundings where it has the other rendering.

    Words that are rendered by what stands beside them do not: the top card, the top three cards.
    """
    usual = _surroundings(counts, first)
    odd = _surroundings(counts, other)
    return sum(times for words, times in odd.items() if words in usual) >= _SAME * odd.total()


def _surroundings(counts: Counts, pair: Pair) -> Counter[tuple[str, str]]:
    """Return the words before and behind a concept, where it has this rendering."""
    found: Counter[tuple[str, str]] = Counter()
    for piece in counts.where(pair.source_key, pair.target_key):
        before, _, behind = piece.source.partition(counts.spelling(pair.source_key, piece))
        words = _WORD.findall(fold(before))[-1:], _WORD.findall(fold(behind))[:1]
        found["".join(words[0]), "".join(words[1])] += len(piece.groups)
    return found
