"""What each page writes for each concept, and which of its renderings is the odd one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from aligner.facts import FactBook
from aligner.glossary import Glossary
from aligner.languages import profile
from aligner.model import Match, Page, Ruling, Term

_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ][^\W_]*(?:['’-][^\W_]+)*"
_CONNECTOR = r"(?:of|the|a|an|and|to|in|for|from|with|at|de|do|da|dos|das|del|della|du|des|la|le|el|и|из|в|на|с)"
_CAPITALISED = re.compile(rf"{_CAPITAL}(?:,? (?:{_CONNECTOR} ){{0,2}}{_CAPITAL})+")
_ENDING = 2  # letters at the end of a word that a case may change


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
    return not is_outdated(term, ruling)


def is_outdated(term: Term, ruling: Ruling) -> bool:
    """Return whether the term's period was over at the ruling's date; never for an undated one."""
    return ruling.date is not None and term.until is not None and ruling.date >= term.until


def is_weak(term: Term) -> bool:
    """Return whether an outdated term of ours is an everyday word too, so that it proves nothing by itself."""
    return term.shipped and term.status == "superseded" and term.note.startswith("common")


def occurrences(page: Page, facts: FactBook, rulings: Iterable[Ruling] | None = None) -> tuple[Occurrence, ...]:
    """Return every term on the page, in the order of the text; a word of the page's own name is none in its rulings."""
    heard = page.entries if rulings is None else rulings
    return tuple(
        Occurrence(page, ruling, match)
        for ruling in heard
        for match in facts.terms(page.language, ruling.text)
        if ruling.kind == "title" or not _is_part(match, own_names(ruling.text, page.title_text, page.language))
    )


def certain(page: Page, ruling: Ruling, facts: FactBook) -> tuple[Match, ...]:
    """Return the accepted terms of a ruling that are surely meant: no word of a name, nor one behind English "non-"."""
    names = name_spans(ruling.text, page) if ruling.kind != "title" else ()
    return tuple(
        match
        for match in facts.terms(page.language, ruling.text)
        if match.term.accepted and not _is_part(match, names) and not _is_negated(match, ruling.text)
    )


def _is_negated(match: Match, text: str) -> bool:
    return match.term.language == "en" and text[match.start : match.end].lower().startswith("non")


def is_name(page: Page, ruling: Ruling, match: Match) -> bool:
    """Return whether the match is a word of what may be a card's name."""
    return ruling.kind != "title" and _is_part(match, name_spans(ruling.text, page))


def _is_part(match: Match, names: Iterable[tuple[int, int]]) -> bool:
    return any(
        start <= match.start and match.end <= end and (start, end) != (match.start, match.end) for start, end in names
    )


def name_spans(text: str, page: Page) -> tuple[tuple[int, int], ...]:
    """Return what may be a card's name in a text of the page: its own title, and runs of capitalised words.

    German writes every noun with a capital, so that a run tells nothing there.
    """
    own = own_names(text, page.title_text, page.language)
    runs = () if page.language == "de" else tuple(match.span() for match in _CAPITALISED.finditer(text))
    return own + runs


@lru_cache(maxsize=4096)
def own_names(text: str, title: str, language: str) -> tuple[tuple[int, int], ...]:
    """Return where a title stands in a text, in any of its cases, and where what stands before its comma does."""
    found: list[tuple[int, int]] = []
    for name in dict.fromkeys((title.strip(), re.split(r"[,，、]| // ", title)[0].strip())):
        pattern = _name_pattern(name, language)
        for match in pattern.finditer(text) if pattern else ():
            if not any(match.start() < end and start < match.end() for start, end in found):
                found.append(match.span())
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def _name_pattern(name: str, language: str) -> re.Pattern[str] | None:
    """Return what finds a name, None where it is too short to tell."""
    words = re.findall(r"[^\W_]+", name)
    if sum(map(len, words)) < 2:  # a single letter is no name
        return None
    if not profile(language).spaced:
        return re.compile(r"[\W_]*".join(map(re.escape, words)))
    parts = [
        re.escape(word)
        if language == "en" or len(word) <= _ENDING + 1
        else rf"{re.escape(word[:-_ENDING])}[^\W_]{{0,{_ENDING + 2}}}"
        for word in words
    ]
    phrase = r"[\W_]+".join(parts)
    return re.compile(rf"(?<![^\W_]){phrase}(?![^\W_])")


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

    The note of an accepted row says so with the word `common`; such a concept is weak evidence. On a row that is not
    accepted, the word weakens that row alone.
    """
    return any(term.note.startswith("common") for term in glossary.of(concept, language) if term.accepted)


def rivals(found: Iterable[Occurrence]) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return part of speech → the lawful occurrences that compete for one concept, where two renderings do.

    Different parts of speech complete each other, and a row that states none competes with nothing.
    """
    by_pos: dict[str, list[Occurrence]] = defaultdict(list)
    for one in found:
        if one.lawful and one.term.pos:
            by_pos[one.term.pos].append(one)
    return {pos: tuple(group) for pos, group in by_pos.items() if len({one.term.text for one in group}) > 1}


Uses = Mapping[tuple[str, str, str, str], int]
"""How often a rendering stands there: by concept, language, part of speech and text."""


def uses(found: Iterable[Occurrence]) -> Uses:
    """Return how often each rendering stands there."""
    return Counter((one.term.concept, one.term.language, one.term.pos, one.term.text) for one in found)


def in_own_language(page: Page, facts: FactBook) -> tuple[Occurrence, ...]:
    """Return every term on the page, rulings that are certainly in another language left out."""
    own = [one for one in page.entries if facts.language(page.language, one.text) in ("", page.language)]
    return occurrences(page, facts, own)


def consistency(found: Uses) -> tuple[int, int]:
    """Return how many occurrences have the commonest rendering of their concept and language, and how many there are.

    Only renderings with the same part of speech are alternatives to one another.
    """
    most: dict[tuple[str, str, str], int] = {}
    for (*key, _), times in found.items():
        shelf = (key[0], key[1], key[2])
        most[shelf] = max(most.get(shelf, 0), times)
    return sum(most.values()), sum(found.values())
