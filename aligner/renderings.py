"""What each page writes for each concept, and which of its renderings is the odd one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from aligner.facts import FactBook
from aligner.glossary import Glossary
from aligner.languages import profile
from aligner.model import Match, Page, Ruling, Term

_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ][^\W_]*(?:['’-][^\W_]+)*"
_CONNECTOR = r"(?:of|the|a|an|and|to|in|for|from|with|at|de|do|da|dos|das|del|della|du|des|la|le|el|и|из|в|на|с)"
_CAPITALISED = re.compile(rf"{_CAPITAL}(?:,? (?:{_CONNECTOR} ){{0,2}}{_CAPITAL})+")
_RUN = re.compile(r"[^\W_]+")
_GAP = re.compile(r"[\W_]*")
_SHORT = re.compile(r"[,，、]| // ")
_RENDERING = attrgetter("concept", "language", "pos", "text")
_ENDING = 2  # letters at the end of a word that a case may change


class Occurrence(NamedTuple):  # a page has hundreds of them
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
        return is_lawful(self.match.term, self.ruling)


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
    return tuple([Occurrence(page, ruling, match) for ruling in heard for match in _matches(page, ruling, facts)])


def _matches(page: Page, ruling: Ruling, facts: FactBook) -> Sequence[Match]:
    """Return the terms of a ruling that are no words of its card's name."""
    names = _names_in(page, ruling)
    matches = facts.terms(page.language, ruling.text)
    return _outside(matches, names) if names else matches


def _names_in(page: Page, ruling: Ruling) -> tuple[tuple[int, int], ...]:
    """Return where a ruling names its own card; the title itself has no name in it."""
    return () if ruling.kind == "title" else own_names(ruling.text, page.title_text, page.language)


def certain(page: Page, ruling: Ruling, facts: FactBook) -> tuple[Match, ...]:
    """Return the accepted terms of a ruling that are surely meant: no word of a name, nor one behind English "non-"."""
    matches = [match for match in facts.terms(page.language, ruling.text) if match.term.accepted]
    if page.language == "en":
        matches = [match for match in matches if not ruling.text[match.start : match.end].lower().startswith("non")]
    if matches and ruling.kind != "title" and (names := name_spans(ruling.text, page)):
        matches = _outside(matches, names)
    return tuple(matches)


def is_name(page: Page, ruling: Ruling, match: Match) -> bool:
    """Return whether the match is a word of what may be a card's name."""
    return ruling.kind != "title" and _is_part(match, name_spans(ruling.text, page))


def _is_part(match: Match, names: Iterable[tuple[int, int]]) -> bool:
    return not _outside([match], names)


def _outside(matches: Sequence[Match], names: Iterable[tuple[int, int]]) -> list[Match]:
    """Return the matches that are no part of a name; a match that is all of it is no part."""
    left = list(matches)
    for start, end in names:
        left = [one for one in left if one[0] < start or end < one[1] or (one[0] == start and one[1] == end)]
    return left


def name_spans(text: str, page: Page) -> tuple[tuple[int, int], ...]:
    """Return what may be a card's name in a text of the page: its own title, and runs of capitalised words.

    German writes every noun with a capital, so that a run tells nothing there.
    """
    return own_names(text, page.title_text, page.language) + (() if page.language == "de" else _capitalised(text))


@lru_cache(maxsize=2048)
def _capitalised(text: str) -> tuple[tuple[int, int], ...]:
    return tuple([match.span() for match in _CAPITALISED.finditer(text)])


def own_names(text: str, title: str, language: str) -> tuple[tuple[int, int], ...]:
    """Return where a title stands in a text, in any of its cases, and where what stands before its comma does."""
    for words in _own_names(title, language):
        if words[0].stem in text:  # mostly none is, and no more need be known
            return _find_own_names(text, title, language)
    return ()


@lru_cache(maxsize=4096)
def _find_own_names(text: str, title: str, language: str) -> tuple[tuple[int, int], ...]:
    spaced = profile(language).spaced
    found: list[tuple[int, int]] = []
    for words in _own_names(title, language):
        for start, end in _places(text, words, spaced):
            if not any(start < last and first < end for first, last in found):
                found.append((start, end))
    return tuple(sorted(found))


class _Word(NamedTuple):
    """How each form of a name's word begins, and how many letters it may have behind that."""

    stem: str
    most: int


@lru_cache(maxsize=4096)
def _own_names(title: str, language: str) -> tuple[tuple[_Word, ...], ...]:
    """Return the names that a title gives, as they are looked for; none where one is too short to tell."""
    names = dict.fromkeys((title.strip(), _SHORT.split(title, 1)[0].strip()))
    fixed = language == "en" or not profile(language).spaced
    split = [_RUN.findall(name) for name in names]
    return tuple(
        [
            tuple([_word(word, fixed) for word in words])
            for words in split
            if sum(map(len, words)) >= 2  # a single letter is no name
        ]
    )


def _word(word: str, fixed: bool) -> _Word:
    """Return a name's word as it is looked for; one that is fixed, or short, has no other forms."""
    return _Word(word, 0) if fixed or len(word) <= _ENDING + 1 else _Word(word[:-_ENDING], _ENDING + 2)


def _places(text: str, words: Sequence[_Word], spaced: bool) -> Iterator[tuple[int, int]]:
    """Yield where the words stand in a text one behind the other, with nothing but marks and spaces between them."""
    start = text.find(words[0].stem)
    while start >= 0:
        end = _end(text, words, start, spaced)
        if end:
            yield start, end
        start = text.find(words[0].stem, end or start + 1)


def _end(text: str, words: Sequence[_Word], start: int, spaced: bool) -> int:
    """Return where the words that begin here end, 0 where others stand here."""
    if spaced and start and text[start - 1].isalnum():
        return 0
    end = start
    for number, word in enumerate(words):
        if number:
            end = _GAP.match(text, end).end()  # type: ignore[union-attr]  # it may be empty
        if not text.startswith(word.stem, end):
            return 0
        if not spaced:
            end += len(word.stem)
            continue
        run = _RUN.match(text, end)
        if run is None or run.end() - end > len(word.stem) + word.most:
            return 0
        end = run.end()
    return end


def by_concept(found: Iterable[Occurrence]) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return concept → its occurrences, the concepts in the order of their names."""
    sorted_by: dict[str, list[Occurrence]] = {}
    for one in found:
        sorted_by.setdefault(one.match.term.concept, []).append(one)
    return {concept: tuple(sorted_by[concept]) for concept in sorted(sorted_by)}


def usual(found: Iterable[Occurrence]) -> Term | None:
    """Return the rendering that stands most often; the preferred one, then the first, wins a tie."""
    terms = [one.match.term for one in found]
    if len(set(map(id, terms))) < 2:
        return terms[0] if terms else None
    counts = Counter(terms)
    order = list(counts)
    return max(order, key=lambda term: (counts[term], term.status == "preferred", -order.index(term)))


def is_common(concept: str, language: str, glossary: Glossary) -> bool:
    """Return whether the concept's words in this language are everyday words or lawfully left out.

    The note of an accepted row says so with the word `common`; such a concept is weak evidence. On a row that is not
    accepted, the word weakens that row alone.
    """
    return glossary.is_common(concept, language)


def rivals(found: Iterable[Occurrence]) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return part of speech → the lawful occurrences that compete for one concept, where two renderings do.

    Different parts of speech complete each other, and a row that states none competes with nothing.
    """
    by_pos: dict[str, list[Occurrence]] = {}
    for one in found:
        if one.match.term.pos and one.lawful:
            by_pos.setdefault(one.match.term.pos, []).append(one)
    return {pos: tuple(group) for pos, group in by_pos.items() if len({one.term.text for one in group}) > 1}


Uses = Mapping[tuple[str, str, str, str], int]
"""How often a rendering stands there: by concept, language, part of speech and text."""


def uses(found: Iterable[Occurrence]) -> Uses:
    """Return how often each rendering stands there."""
    return _counted([one.term for one in found])


def uses_on(pages: Iterable[Page], facts: FactBook) -> Uses:
    """Return how often each rendering stands on the pages, as `in_own_language` has them."""
    terms: list[Term] = []
    for page in pages:
        for ruling in _own(page, facts):
            if _names_in(page, ruling):
                terms += [term for _, _, term in _matches(page, ruling, facts)]
            else:
                terms += facts.renderings(page.language, ruling.text)
    return _counted(terms)


def _counted(terms: Sequence[Term]) -> Uses:
    """Count by identity first: a term's hash is that of all it has."""
    ids = list(map(id, terms))
    of = dict(zip(ids, terms, strict=True))
    found: dict[tuple[str, str, str, str], int] = {}
    for which, times in Counter(ids).items():
        key = _RENDERING(of[which])
        found[key] = found.get(key, 0) + times
    return found


def in_own_language(page: Page, facts: FactBook) -> tuple[Occurrence, ...]:
    """Return every term on the page, rulings that are certainly in another language left out."""
    return occurrences(page, facts, _own(page, facts))


def _own(page: Page, facts: FactBook) -> list[Ruling]:
    """Return what has terms and is not certainly in another language; to tell what language costs more."""
    with_terms = [one for one in page.entries if facts.renderings(page.language, one.text)]
    return [one for one in with_terms if facts.language(page.language, one.text) in ("", page.language)]


def consistency(found: Uses) -> tuple[int, int]:
    """Return how many occurrences have the commonest rendering of their concept and language, and how many there are.

    Only renderings with the same part of speech are alternatives to one another.
    """
    most: dict[tuple[str, str, str], int] = {}
    for (*key, _), times in found.items():
        shelf = (key[0], key[1], key[2])
        most[shelf] = max(most.get(shelf, 0), times)
    return sum(most.values()), sum(found.values())
