"""What each page writes for each concept, and which of its renderings is the odd one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aligner.facts import FactBook
from aligner.glossary import Glossary
from aligner.model import Match, Page, Ruling, Term


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A term as a page writes it in one of its rulings."""

    page: Page
    ruling: Ruling
    match: Match

    @property
    def term(self) -> Term:
        """Return the glossary's row."""
        return self.match.term

    @property
    def written(self) -> str:
        """Return the words as they stand on the page."""
        return self.ruling.text[self.match.start : self.match.end]

    @property
    def lawful(self) -> bool:
        """Return whether the glossary accepts the term at the ruling's own date."""
        return is_lawful(self.term, self.ruling)


def is_lawful(term: Term, ruling: Ruling) -> bool:
    """Return whether a ruling of this date may use the term; an undated one may use what was ever printed."""
    if term.accepted:
        return True
    if term.status != "superseded":
        return False
    return ruling.date is None or term.until is None or ruling.date < term.until


def occurrences(page: Page, facts: FactBook, rulings: Iterable[Ruling] | None = None) -> tuple[Occurrence, ...]:
    """Return every term on the page, in the order of the text."""
    heard = page.entries if rulings is None else rulings
    return tuple(
        Occurrence(page, ruling, match) for ruling in heard for match in facts.terms(page.language, ruling.text)
    )


def by_concept(found: Iterable[Occurrence]) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return concept → its occurrences, the concepts in the order of their names."""
    sorted_by: dict[str, list[Occurrence]] = defaultdict(list)
    for one in found:
        sorted_by[one.term.concept].append(one)
    return {concept: tuple(sorted_by[concept]) for concept in sorted(sorted_by)}


def usual(found: Iterable[Occurrence]) -> Term | None:
    """Return the rendering that stands most often; the preferred one, then the first, wins a tie."""
    counts = Counter(one.term for one in found)
    if not counts:
        return None
    order = list(counts)
    return max(order, key=lambda term: (counts[term], term.status == "preferred", -order.index(term)))


def is_common(concept: str, language: str, glossary: Glossary) -> bool:
    """Return whether the concept's words in this language are everyday words or lawfully left out.

    The note of a glossary row says so with the word `common`; such a concept is weak evidence.
    """
    return any(term.note.startswith("common") for term in glossary.of(concept, language))


def rivals(found: Iterable[Occurrence]) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return part of speech → the lawful occurrences that compete for one concept, where two renderings do.

    Different parts of speech complete each other, and a row that states none competes with nothing.
    """
    by_pos: dict[str, list[Occurrence]] = defaultdict(list)
    for one in found:
        if one.lawful and one.term.pos:
            by_pos[one.term.pos].append(one)
    return {pos: tuple(group) for pos, group in by_pos.items() if len({one.term.text for one in group}) > 1}


def consistency(found: Iterable[Occurrence]) -> tuple[int, int]:
    """Return how many occurrences have the commonest rendering of their concept and language, and how many there are.

    Only renderings with the same part of speech are alternatives to one another.
    """
    counts: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for one in found:
        counts[one.term.concept, one.term.language, one.term.pos][one.term.text] += 1
    return sum(max(c.values()) for c in counts.values()), sum(c.total() for c in counts.values())
