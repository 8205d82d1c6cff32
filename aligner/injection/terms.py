"""Faults in the terms of a ruling."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from random import Random

from aligner.checks.kinship import related
from aligner.facts import FactBook
from aligner.injection import Edit, Site, in_text, without
from aligner.languages import siblings
from aligner.model import Match, Term
from aligner.renderings import is_common
from aligner.text import fold

_SHORTEST_FOREIGN = 5
_ALIKE = 0.5


def _matches(site: Site) -> list[Match]:
    """Return the accepted terms that stand once in the text, in the English one too, and are no everyday words."""
    found = site.facts.terms(site.language, site.text)
    concepts = [match.term.concept for match in found]
    english = {match.term.concept for match in site.facts.terms("en", site.others.get("en", ""))}
    glossary = site.facts.glossary
    return [
        match
        for match in found
        if concepts.count(match.term.concept) == 1
        and match.term.concept in english
        and match.term.accepted
        and not any(is_common(match.term.concept, language, glossary) for language in (site.language, "en"))
    ]


def _swapped(site: Site, match: Match, term: Term) -> Edit:
    """Return the change of a term for another, with the capital that the first had."""
    capital = site.text[match.start].isupper() and not (site.language == "de" and match.term.pos == "noun")
    return match.start, match.end, term.text[:1].upper() + term.text[1:] if capital else term.text


def _chosen(rng: Random, edits: Iterable[Edit]) -> Edit | None:
    found = sorted(set(edits))
    return rng.choice(found) if found else None


@in_text(
    "missing-term",
    "TRM001",
    "FRM012",
    allowed="every language with a glossary; not beside a wider term, which may lawfully stand for it (ability)",
)
def missing_term(site: Site, rng: Random) -> Edit | None:
    """Leave a term out."""
    here = {match.term.concept for match in site.facts.terms(site.language, site.text)}
    return _chosen(
        rng,
        (
            without(site.text, match.start, match.end)
            for match in _matches(site)
            if not any(related(match.term.concept, other) for other in here - {match.term.concept})
        ),
    )


@in_text("second-rendering", "TRM002", allowed="concepts with two accepted renderings of one part of speech")
def second_rendering(site: Site, rng: Random) -> Edit | None:
    """Write another accepted rendering than the rest of the page."""
    texts = [one.text for one in site.page.rulings if one is not site.ruling]
    elsewhere = {match.term for text in texts for match in site.facts.terms(site.language, text)}
    return _chosen(
        rng,
        (
            _swapped(site, match, term)
            for match in _matches(site)
            for term in site.facts.glossary.of(match.term.concept, site.language)
            if term.accepted and term.pos and term.pos == match.term.pos and term != match.term
            if match.term in elsewhere and term not in elsewhere and not term.note.startswith("common")
            if not term.since and not term.until
        ),
    )


@in_text(
    "deprecated-rendering",
    "TRM003",
    "TRM002",
    "TRM006",
    allowed="concepts with a rendering that is not accepted at the date",
)
def deprecated_rendering(site: Site, rng: Random) -> Edit | None:
    """Write a deprecated or superseded rendering."""
    return _chosen(
        rng,
        (
            _swapped(site, match, term)
            for match in _matches(site)
            for term in site.facts.glossary.of(match.term.concept, site.language)
            if not term.accepted and term.pos == match.term.pos and not term.note.startswith("common")
            if not term.until or (site.ruling.date and site.ruling.date >= term.until)
        ),
    )


@in_text("sibling-term", "TRM004", "TRM002", allowed="Latin scripts; terms of five letters that this language has not")
def sibling_term(site: Site, rng: Random) -> Edit | None:
    """Write a sister language's term."""
    index = site.facts.index(site.language)
    return _chosen(
        rng,
        (
            _swapped(site, match, term)
            for match in _matches(site)
            for language in siblings(site.language)
            for term in [site.facts.glossary.preferred(match.term.concept, language)]
            if term and term.pos == match.term.pos and len(term.text) >= _SHORTEST_FOREIGN
            if fold(term.text) not in index.words and not index.find(term.text)
        ),
    )


@in_text("other-concept", "TRM005", "TRM001", allowed="every language with a glossary")
def other_concept(site: Site, rng: Random) -> Edit | None:
    """Write the term of another concept that no counterpart has."""
    matches = _nouns_and_verbs(site)
    if not matches:
        return None
    match = rng.choice(matches)
    terms = _strange(site, match)
    return _swapped(site, match, rng.choice(terms)) if terms else None


@in_text(
    "like-concept",
    "TRM005",
    allowed="terms that share half of their letters with another concept's that is neither wider nor narrower",
)
def like_concept(site: Site, rng: Random) -> Edit | None:
    """Write the term of another concept that no counterpart has and that looks like the right one."""
    return _chosen(
        rng,
        (
            _swapped(site, match, term)
            for match in _nouns_and_verbs(site)
            for preferred in [site.facts.glossary.preferred(match.term.concept, site.language)]
            for term in _strange(site, match)
            if preferred and SequenceMatcher(None, preferred.text, term.text, autojunk=False).ratio() >= _ALIKE
        ),
    )


def _nouns_and_verbs(site: Site) -> list[Match]:
    return [match for match in _matches(site) if match.term.pos in ("noun", "verb")]


def _strange(site: Site, match: Match) -> list[Term]:
    """Return the preferred terms, of the match's part of speech, of concepts that the whole group has not.

    A wider or a narrower concept is none of them: one may lawfully stand for the other.
    """
    language = site.language
    here = {one.term.concept for one in site.facts.terms(language, site.text)}
    there = {one.term.concept for other, text in site.others.items() for one in site.facts.terms(other, text)}
    return [
        term
        for term in _telling(site.facts, language)
        if term.pos == match.term.pos
        and term.concept not in here | there
        and not related(term.concept, match.term.concept)
    ]


@lru_cache(maxsize=16)
def _telling(facts: FactBook, language: str) -> tuple[Term, ...]:
    """Return the preferred terms that are no everyday words and stand for one concept only."""
    glossary, index = facts.glossary, facts.index(language)
    found = []
    for term in glossary.terms(language):
        everyday = any(is_common(term.concept, one, glossary) for one in (language, "en"))
        if term.status != "preferred" or term.concept.startswith("-") or everyday:
            continue
        read = index.scan(term.text)
        if len(read) == 1 and read[0].term == term and not read[0].shared:
            found.append(term)
    return tuple(found)
