"""Drift without a glossary: one word of the reference that one page renders in two ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from aligner.mining.association import Counts, Pair, alternatives, linked
from aligner.mining.pieces import beginning

_STEM = 3  # letters at the beginning that two forms of a word share
_ALIKE = 0.6  # the share of letters that they have in common
_GAP = 0.5  # the share of the places without the usual rendering that must have the other
_STRENGTH = 0.6  # the share of a rendering's places, in the whole corpus, that must have the concept


@dataclass(frozen=True, slots=True)
class Drift:
    """A concept that one page renders in two ways, in different groups.

    `usual` and `other` are the renderings as written; `usual_groups` and `other_groups` the numbers of the page's
    groups, in the order of the corpus, that have the one and not the other.
    """

    document: int
    language: str
    concept: str
    usual: str
    other: str
    usual_groups: tuple[int, ...]
    other_groups: tuple[int, ...]


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
            ):
                yield from _on_pages(counts, language, first, other, documents)


def variants(one: str, other: str) -> bool:
    """Return whether two renderings may be forms of the same words: they share most letters, or a beginning."""
    return beginning(one, other) >= _STEM or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def _on_pages(counts: Counts, language: str, first: Pair, other: Pair, documents: Sequence[int]) -> Iterator[Drift]:
    usual, odd = _groups(counts, first), _groups(counts, other)
    pages: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (groups, rest) in enumerate(((usual, odd), (odd, usual))):
        for group in sorted(groups - rest):
            pages[documents[group]][side].append(group)
    spelled = counts.spellings(first.source_key), counts.renderings(first), counts.renderings(other)
    names = [min(found, key=lambda one: (-found[one], one)) for found in spelled]
    for document, (ones, others) in sorted(pages.items()):
        if ones and others:
            yield Drift(document, language, names[0], names[1], names[2], tuple(ones), tuple(others))


def _groups(counts: Counts, pair: Pair) -> set[int]:
    places = counts.where(pair.source_key, pair.target_key)
    return {group for piece in places for group in piece.groups}
