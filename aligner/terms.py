"""Find the terms of a glossary in a text, in any inflected form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from operator import attrgetter
from typing import Any

from aligner.languages import forms as inflected
from aligner.languages import german, korean, part_of_speech, profile, siblings
from aligner.languages.entries import BLOCKER, TOKEN, Candidate, Entry, Key
from aligner.languages.scanning import scanner
from aligner.model import Match, Term
from aligner.text import fold

LEMMA = "~"  # what begins a listed form that is inflected like the term itself
FOREIGN_LENGTH, FOREIGN_VERB_LENGTH = 5, 8  # shorter words of a sibling are too often words of one's own
_match = partial(tuple.__new__, Match)  # the quickest way where there are thousands: Match._make runs in Python


@dataclass(frozen=True, slots=True)
class Found:
    """A term in a text, and the terms of other concepts that its form could also be."""

    start: int
    end: int
    term: Term
    shared: tuple[Term, ...] = ()


class TermIndex:
    """The terms of one language, ready to be found; made by `build_index`."""

    def __init__(self, language: str, terms: Sequence[Term], entries: Mapping[Key, Entry]) -> None:
        self.language = language
        self.terms = tuple(terms)
        self._entries = entries
        self._scanner = scanner(language, profile(language).spaced)(language, entries)

    @cached_property
    def keys(self) -> frozenset[Key]:
        """Return the forms in which the terms are found, cut into words."""
        return frozenset(self._entries)

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of the forms."""
        return frozenset(chain.from_iterable(self._entries)) - {"-"}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the entries alone, each with all of its forms; a scanner is quickly made."""
        forms: dict[int, list[str]] = {}
        for key, entry in self._entries.items():
            forms.setdefault(id(entry), []).append(" ".join(key))
        entries = {id(entry): entry for entry in self._entries.values()}
        return _restored, (self.language, self.terms, [(entries[one], "\n".join(some)) for one, some in forms.items()])

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the terms in a text, in order and without overlap; the longer of two takes the place.

        Spans are offsets into the text as given. Where one form stands for several terms, an accepted one goes
        before the others, a user's before ours, a term's own form before an inflected one, then the file's order.
        """
        if not self._entries:
            return ()
        pieces = self._scanner.scan(text)
        return tuple(map(_match, [(start, end, best[0].term) for start, end, best in pieces if not best[0].blocks]))

    def scan(self, text: str) -> tuple[Found, ...]:
        """Return what `find` does, each match with the terms of other concepts that share its form."""
        pieces = self._scanner.scan(text)
        return tuple(
            Found(start, end, entry[0].term, _others(entry)) for start, end, entry in pieces if not entry[0].blocks
        )

    def blocked(self, text: str) -> tuple[str, ...]:
        """Return the pieces of a text that blockers take, so that nothing is found in them."""
        return tuple(text[start:end] for start, end, entry in self._scanner.scan(text) if entry[0].blocks)

    def shared(self, text: str, match: Match) -> tuple[Term, ...]:
        """Return the terms of other concepts that the form of this match in this text could also be."""
        for found in self.scan(text):
            if (found.start, found.end) == (match.start, match.end):
                return found.shared
        return ()

    def forms(self, term: Term) -> frozenset[str]:
        """Return every form, normalised, in which the term is found."""
        return term_forms(term)


def _restored(language: str, terms: Sequence[Term], rows: Sequence[tuple[Entry, str]]) -> TermIndex:
    """Return an index as it was pickled."""
    entries: dict[Key, Entry] = {}
    for entry, forms in rows:
        keys = map(str.split, forms.split("\n")) if profile(language).spaced else zip(forms.split("\n"), strict=True)
        entries.update(dict.fromkeys(map(tuple, keys), entry))
    return TermIndex(language, terms, entries)


def build_index(terms: Sequence[Term], language: str) -> TermIndex:
    """Return the index of those of the terms that are of this language.

    Terms of a concept that begins with "-" are found, so that nothing shorter is found in their place, and left
    out of the answer.
    """
    own = [term for term in terms if term.language == language]
    collected: dict[Key, list[Candidate]] = {}
    for order, term in enumerate(own):
        for key, candidate in _keys(term, order):
            collected.setdefault(key, []).append(candidate)
    return TermIndex(language, own, _ranked(collected))


def _ranked(collected: Mapping[Key, list[Candidate]]) -> dict[Key, Entry]:
    """Return the candidates of each form, the best first; the same ones are one entry wherever they stand."""
    known: dict[tuple[int, ...], Entry] = {}
    entries = {}
    for key, found in collected.items():
        ids = tuple(map(id, found))
        if ids not in known:
            known[ids] = tuple(sorted(found, key=attrgetter("rank")))
        entries[key] = known[ids]
    return entries


def plain_terms(terms: Iterable[Term]) -> Mapping[int, Term]:
    """Return, by identity, those of a language's terms that are right at any date and have no rival."""
    rows = tuple(terms)
    texts: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        if row.accepted and row.pos:
            texts.setdefault((row.concept, row.pos), set()).add(row.text)
    return {
        id(row): row
        for row in rows
        if row.accepted and row.until is None and len(texts.get((row.concept, row.pos), ())) < 2
    }


def term_forms(term: Term) -> frozenset[str]:
    """Return every form of a term, normalised: those that its language's rules make and those it lists.

    A listed form stands as it is; after "~" it is another lemma of the term, inflected like the term itself. Words in
    square brackets must stand before or behind it and are no part of the term ([return] to play, counter [target]).
    """
    found = {form for lemma in _lemmas(term) for form in inflected(lemma, term.pos, term.language)}
    listed = {" ".join(fold(form, term.language).split()) for form in term.forms if not form.startswith(LEMMA)}
    return frozenset((found | listed) - {""})


def _lemmas(term: Term) -> tuple[str, ...]:
    return (term.text, *(form.removeprefix(LEMMA).strip() for form in term.forms if form.startswith(LEMMA)))


def _others(entry: Entry) -> tuple[Term, ...]:
    """Return the best term of each other concept."""
    seen = {entry[0].term.concept}
    others = []
    for candidate in entry[1:]:
        if candidate.term.concept not in seen and not candidate.blocks:
            seen.add(candidate.term.concept)
            others.append(candidate.term)
    return tuple(others)


def _keys(term: Term, order: int) -> Iterable[tuple[Key, Candidate]]:
    """Yield the keys of a term's forms with what they stand for; `order` is the term's place in the file."""
    spaced = profile(term.language).spaced
    kind = part_of_speech(term.pos)
    surface = _key(fold(term.text, term.language), spaced)
    stems: frozenset[str] = frozenset()
    if term.language == "ko":
        stems = frozenset(stem for lemma in _lemmas(term) for stem in korean.stems(fold(lemma, "ko"), kind))
    lemmas = {fold(lemma, term.language): lemma for lemma in reversed(_lemmas(term))}
    seen: set[Key] = set()
    alike: dict[tuple[Any, ...], Candidate] = {}  # most forms of a term differ in nothing but the form
    for form, capitals in sorted(_written(term, stems)):
        key = _key(form, spaced)
        if key and key not in seen:
            seen.add(key)
            fitting = capitals if len(capitals) == len(key) else (False,) * len(key)
            around = _around(form) if spaced and "[" in form else (0, 0)
            own = key != surface, fitting, form in stems, *around, lemmas.get(form, "")
            if own not in alike:
                alike[own] = _candidate(term, order, *own)
            yield key, alike[own]


def _candidate(
    term: Term,
    order: int,
    inflected: bool,
    capitals: tuple[bool, ...],
    stem: bool,
    lead: int,
    context: int,
    lemma: str,
) -> Candidate:
    rank = (not term.accepted, term.shipped, inflected, order)
    verb = part_of_speech(term.pos) in ("", "verb")
    return Candidate(term, rank, capitals, stem, verb, lead, context, lemma, term.concept.startswith(BLOCKER))


def _written(term: Term, stems: frozenset[str]) -> set[tuple[str, tuple[bool, ...]]]:
    """Return the forms of a term, each with the words that German writes with a capital."""
    if term.language != "de":
        return {(form, ()) for form in term_forms(term) | stems}
    found = set()
    for lemma in _lemmas(term):
        found |= {(form, _capitals(lemma, term.pos)) for form in inflected(lemma, term.pos, "de")}
    return found | {(fold(form, "de"), _capitals(form, "")) for form in term.forms if not form.startswith(LEMMA)}


def _around(form: str) -> tuple[int, int]:
    """Return how many words in brackets a form has before it, and how many behind it."""
    lead = re.match(r"\[([^\]]*)\]", form)
    context = re.search(r"(?<=.)\[([^\]]*)\]?$", form)
    return tuple(len(_key(found[1], True)) if found else 0 for found in (lead, context))  # type: ignore[return-value]


def _key(form: str, spaced: bool) -> Key:
    if spaced:
        return (form,) if form.isalnum() else tuple(TOKEN.findall(form))
    return (form,) if form.strip() else ()


def _capitals(text: str, pos: str) -> tuple[bool, ...]:
    """Return which words must be written with a capital: a German term's nouns."""
    words = [match.group() for match in re.finditer(r"[+-](?:\d+|[Xx])/[+-](?:\d+|[Xx])|[^\W_]+|-", text)]
    kind = part_of_speech(pos)
    if len(words) == 1 and kind:
        return (kind == "noun",)
    return tuple(german.is_noun(word) for word in words)


class ForeignIndex:
    """The official terms of sibling languages that are neither terms nor words of one's own."""

    def __init__(self, index: TermIndex) -> None:
        self._index = index

    def find(self, text: str) -> tuple[Match, ...]:
        """Return the foreign terms in a text; the language of a match's term tells whose it is."""
        return self._index.find(text)


def foreign_index(
    own: TermIndex, others: Mapping[str, Sequence[Term]], own_words: frozenset[str] = frozenset()
) -> ForeignIndex:
    """Return the index of accepted terms of sibling languages, less the forms and words of the own language.

    English is no sibling, and languages of another script are none. Forms of under five letters are left out, of
    a verb those of under eight.
    """
    collected: dict[Key, list[Candidate]] = {}
    known = own.words | own_words
    for language in siblings(own.language):
        for number, term in enumerate(others.get(language, ())):
            if not term.accepted or term.concept.startswith(BLOCKER):
                continue
            for key, candidate in _keys(term, number):
                if _tells(key, candidate) and key not in own.keys and not known.issuperset(key):
                    collected.setdefault(key, []).append(candidate)
    return ForeignIndex(TermIndex(own.language if own.language != "de" else "", (), _ranked(collected)))


def _tells(key: Key, candidate: Candidate) -> bool:
    """Return whether a form is long enough to tell its language: the short forms of verbs are shared by many."""
    shortest = FOREIGN_VERB_LENGTH if len(key) == 1 and candidate.verb and not candidate.exact else FOREIGN_LENGTH
    return sum(map(len, key)) >= shortest
