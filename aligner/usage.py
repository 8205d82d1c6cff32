"""How often, and from when to when, each rendering of a concept stands on the pages."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from aligner.model import LANGUAGES
from aligner.renderings import Occurrence


@dataclass(frozen=True, slots=True)
class Rendering:
    """One term of a concept in one language, with all its occurrences.

    `share` is its part of the concept's occurrences in the language, from 0 to 1. `first` and `last` are the dates of
    its oldest and newest ruling, None where no ruling has a date.
    """

    concept: str
    language: str
    text: str
    pos: str
    status: str
    share: float
    occurrences: tuple[Occurrence, ...]
    first: datetime.date | None = None
    last: datetime.date | None = None

    @property
    def count(self) -> int:
        """Return how often it stands on the pages."""
        return len(self.occurrences)


def renderings(found: Iterable[Occurrence]) -> list[Rendering]:
    """Return the renderings by concept and language, the commonest of a concept first."""
    terms: dict[tuple[str, str], dict[str, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        terms[one.term.concept, one.page.language][one.term.text].append(one)
    rows = []
    for (concept, language), by_text in sorted(terms.items(), key=lambda item: _order(*item[0])):
        everything = sum(map(len, by_text.values()))
        for text, ones in sorted(by_text.items(), key=lambda item: (-len(item[1]), item[0])):
            dates = sorted(one.ruling.date for one in ones if one.ruling.date)
            period = (dates[0], dates[-1]) if dates else (None, None)
            term = ones[0].term
            share = len(ones) / everything
            rows.append(Rendering(concept, language, text, term.pos, term.status, share, tuple(ones), *period))
    return rows


def _order(concept: str, language: str) -> tuple[str, int, str]:
    return concept, LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES), language
