"""GLS: is the glossary itself sound."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from aligner.checks import check, registry
from aligner.glossary import BLOCKER, Glossary, concept_key, term_key
from aligner.languages import german, profile
from aligner.lookalikes import look_alikes
from aligner.model import Finding, Severity, Term
from aligner.terms import LEMMA, TermIndex, build_index, term_forms

CATEGORY = "terminology / termbase"
_NOT_PREFERRED = re.compile(r"\b(?:none|no|not)\b.*\bprefer")
_SHARED = re.compile(r"\b(?:shared with|also|one word|same word|homonym)\b")
_SCRIPTS = {
    "ru": ("CYRILLIC", "LATIN"),
    "ja": ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK", "LATIN", "IDEOGRAPHIC"),
    "ko": ("HANGUL", "LATIN"),
    "zhs": ("CJK", "LATIN", "IDEOGRAPHIC"),
    "zht": ("CJK", "LATIN", "IDEOGRAPHIC"),
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """What a check of a glossary yields: the row, what is wrong with it, and the rows beside it that prove it.

    `language` is the one that a concept lacks; else it is the row's own. `excerpt` overrides the row's term.
    """

    term: Term
    message: str
    suggestion: str = ""
    related: tuple[Term, ...] = ()
    language: str = ""
    excerpt: str = ""


@dataclass(frozen=True)
class Evidence:
    """What a check may ask beside the glossary: the index of a language, and the terms that a corpus has.

    `met` has, for each language of the corpus, the rows found in it; it is None where no corpus was given.
    """

    glossary: Glossary
    met: Mapping[str, Collection[Term]] | None = None
    _indexes: dict[str, TermIndex] = field(default_factory=dict)

    def index(self, language: str) -> TermIndex:
        """Return the index of all the glossary's terms in this language."""
        if language not in self._indexes:
            self._indexes[language] = build_index(self.glossary.terms(language), language)
        return self._indexes[language]


def lint(
    glossary: Glossary,
    codes: Collection[str],
    met: Mapping[str, Collection[Term]] | None = None,
    place: Callable[[Term], tuple[str, int]] = lambda term: (f"{term.language}.csv", 0),
) -> Iterator[Finding]:
    """Yield the findings of these checks on a glossary; `place` says in which file and line a row stands."""
    evidence = Evidence(glossary, met)
    for one in registry().values():
        if one.scope != "glossary" or one.code not in codes:
            continue
        for flaw in one.function(glossary, evidence):
            term = flaw.term
            file, line = place(term)
            yield Finding(
                code=one.code,
                name=one.name,
                severity=str(one.severity),
                category=one.category,
                document="",
                language=flaw.language or term.language,
                date="",
                position="",
                key="",
                file=file,
                line=line,
                column=1 if line else 0,
                excerpt=flaw.excerpt or term.text,
                message=flaw.message,
                suggestion=flaw.suggestion,
                concept=term.concept,
                related=tuple(":".join(str(part) for part in place(other) if part) for other in flaw.related),
            )


@check("GLS001", "conflicting-entries", Severity.ERROR, CATEGORY, on="glossary")
def conflicting_entries(glossary: Glossary, _evidence: Evidence) -> Iterator[Flaw]:
    """Say of each term either that it is accepted or that it is not, and prefer one.

    Why: a tool that obeys the glossary would call the same word right and wrong, or could not tell what to suggest.

    When it is wrong to complain: where the two rows are of different times, or the two preferred terms of different
    parts of speech (a noun and its verb). State `since` and `until`, or `pos`.

    How to mend: take one of the two rows out, or make the second preferred term an admitted one.
    """
    for rows in _by_concept(glossary):
        accepted = [row for row in rows if row.accepted]
        for row in (row for row in rows if row.status == "deprecated"):
            same = [other for other in accepted if _spellings(row) & _spellings(other) and _same_time(row, other)]
            if same:
                yield Flaw(
                    row, f"{row.text!r} is {row.status} here and {same[0].status} in another row", related=(same[0],)
                )
        preferred: list[Term] = []
        for row in (row for row in rows if row.status == "preferred"):
            same = [other for other in preferred if _compete(row, other) and _same_time(row, other)]
            if same:
                yield Flaw(
                    row, f"{row.text!r} and {same[0].text!r} are both preferred for {row.concept!r}", related=(same[0],)
                )
            preferred.append(row)


@check("GLS002", "shared-term", Severity.WARNING, CATEGORY, on="glossary")
def shared_term(glossary: Glossary, _evidence: Evidence) -> Iterator[Flaw]:
    """Give every concept of a language a term of its own.

    Why: where one word stands for two concepts, nobody can tell which is meant, and the first in the file is taken.

    When it is wrong to complain: where printed cards do use one word for both. Say so in the note of one of the rows:
    it begins with `common`, or says `shared with` and the other concept.

    How to mend: choose another term for one of the two, or write the note.
    """
    for language in glossary.languages:
        holders: dict[str, list[Term]] = defaultdict(list)
        for row in glossary.terms(language):
            if row.accepted and not row.concept.startswith(BLOCKER):
                for spelling in sorted(_spellings(row)):
                    holders[spelling].append(row)
        said: set[tuple[str, str]] = set()
        for rows in holders.values():
            for row in rows[1:]:
                first = next((one for one in rows if concept_key(one.concept) != concept_key(row.concept)), None)
                if first is None or rows.index(first) > rows.index(row):
                    continue
                pair = (concept_key(first.concept), concept_key(row.concept))
                if pair not in said and not any(_explains_sharing(one) for one in (first, row)):
                    said.add(pair)
                    yield Flaw(row, f"{row.text!r} is also a term for {first.concept!r}", related=(first,))


@check("GLS003", "no-preferred", Severity.WARNING, CATEGORY, on="glossary")
def no_preferred(glossary: Glossary, _evidence: Evidence) -> Iterator[Flaw]:
    """Prefer one term for each concept in each language that has any.

    Why: without a preferred term a finding can say that a word is wrong, and not which one is right.

    When it is wrong to complain: where no term has won yet. Say in the note of one of the rows that none is preferred.

    How to mend: make one of the accepted terms the preferred one, or add it.
    """
    for rows in _by_concept(glossary):
        if not any(row.status == "preferred" for row in rows) and not any(
            _NOT_PREFERRED.search(row.note.lower()) for row in rows
        ):
            best = next((row for row in rows if row.accepted), rows[0])
            yield Flaw(best, f"{best.concept!r} has no preferred term in {best.language}")


@check("GLS004", "missing-language", Severity.NOTE, CATEGORY, on="glossary")
def missing_language(glossary: Glossary, _evidence: Evidence) -> Iterator[Flaw]:
    """Name every concept in every language of the glossary.

    Why: what has no term in a language cannot be looked for in its texts.

    When it is wrong to complain: where the language has no term yet, as for a keyword that was never printed in it.
    A glossary of one language lacks none.

    How to mend: add the term with its source, or leave the gap.
    """
    languages = [
        language
        for language in glossary.languages
        if any(not row.concept.startswith(BLOCKER) for row in glossary.terms(language))
    ]
    for concept in _names(glossary):
        rows = {language: glossary.of(concept, language) for language in languages}
        first = next(found[0] for found in rows.values() if found)
        for language in languages:
            if not rows[language]:
                yield Flaw(first, f"{concept!r} has no term in {language}", language=language, excerpt=concept)


@check("GLS005", "unlikely-characters", Severity.ERROR, CATEGORY, on="glossary")
def unlikely_characters(glossary: Glossary, _evidence: Evidence) -> Iterator[Flaw]:
    """Write each term in the letters of its own language.

    Why: a Latin c in a Russian word looks right and is never found in a text; so is an invisible character.

    When it is wrong to complain: a whole word in Latin letters is lawful in every language, and so is a Latin stem
    whose ending stands behind a hyphen or an apostrophe.

    How to mend: type the word anew, or take the suggestion.
    """
    for language in glossary.languages:
        for row in glossary.terms(language):
            for text in (row.text, *(form.removeprefix(LEMMA) for form in row.forms)):
                found = _unlikely(text, language)
                if found:
                    character, mended = found
                    name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
                    yield Flaw(
                        row,
                        f"{text!r} has {character!r} ({name}), no letter of {language}",
                        suggestion=mended,
                        excerpt=text,
                    )
                    break


@check("GLS006", "unused-entry", Severity.NOTE, CATEGORY, on="glossary")
def unused_entry(glossary: Glossary, evidence: Evidence) -> Iterator[Flaw]:
    """Keep the terms that texts use.

    Why: a term that never occurs may be misspelt, or no translation uses it.

    When it is wrong to complain: where the corpus is small. It speaks only where a corpus is given, of languages that
    the corpus has, and never of terms that should not occur.

    How to mend: correct the term, or leave it.
    """
    for language, terms in (evidence.met or {}).items():
        for row in glossary.terms(language):
            if row.accepted and not row.concept.startswith(BLOCKER) and row not in terms:
                yield Flaw(row, f"{row.text!r} does not occur in the corpus")


@check("GLS007", "unmatched-form", Severity.WARNING, CATEGORY, on="glossary")
def unmatched_form(glossary: Glossary, evidence: Evidence) -> Iterator[Flaw]:
    """Write terms and forms so that they are found as they stand.

    Why: a term that is not even found in itself is never found in a text: a longer entry or a blocker hides it, or it
    holds a mark that ends a phrase.

    When it is wrong to complain: a word that another concept has too is found, as the other one's (GLS002).

    How to mend: take the mark out, correct the part of speech, or take out the entry that hides it.
    """
    for language in glossary.languages:
        for row in glossary.terms(language):
            if row.concept.startswith(BLOCKER):
                continue
            for text in (row.text, *(form.removeprefix(LEMMA) for form in row.forms)):
                example = text.replace("[", "").replace("]", "")
                found = evidence.index(language).scan(example)
                concepts = {concept_key(term.concept) for one in found for term in (one.term, *one.shared)}
                if concept_key(row.concept) not in concepts:
                    hidden = f"; it is taken for {found[0].term.concept!r}" if found else ""
                    yield Flaw(row, f"{example!r} is not found in itself{hidden}", excerpt=text)
                    break


def forms(glossary: Glossary, term: str, language: str, pos: str = "") -> tuple[str, ...]:
    """Return every form in which a term is found, sorted: as the glossary has it, or as any word of this language.

    A part of speech overrides the glossary's. German nouns are written with a capital.
    """
    known = [row for row in glossary.terms(language) if term_key(term) in _spellings(row)]
    rows: Iterable[Term] = known if known and not pos else [Term(concept=term, text=term, language=language, pos=pos)]
    found = {form for row in rows for form in _displayed(row)}
    return tuple(sorted(found))


def _displayed(row: Term) -> set[str]:
    """Return the forms of a row as they are written; a German verb also with its particle apart."""
    if row.language == "de" and row.pos == "verb" and " " not in row.text:
        particle, finite = german.separated_forms(row.text)
        return {*term_forms(row), *(f"{form} … {particle}" for form in finite if particle)}
    if row.language == "de" and row.pos == "noun" and " " not in row.text:
        return {form[:1].upper() + form[1:] for form in term_forms(row)}
    return set(term_forms(row))


def _names(glossary: Glossary) -> tuple[str, ...]:
    """Return the concepts, each in one of its spellings."""
    return tuple({concept_key(name): name for name in reversed(glossary.concepts)}.values())[::-1]


def _by_concept(glossary: Glossary) -> Iterator[tuple[Term, ...]]:
    """Yield the rows of each concept in each language."""
    for concept in _names(glossary):
        for language in glossary.languages:
            rows = glossary.of(concept, language)
            if rows:
                yield rows


def _spellings(row: Term) -> frozenset[str]:
    return frozenset({term_key(row.text), *(term_key(form.removeprefix(LEMMA)) for form in row.forms)})


def _compete(one: Term, other: Term) -> bool:
    return one.pos == other.pos or not one.pos or not other.pos


def _same_time(one: Term, other: Term) -> bool:
    """Return whether the periods of two rows overlap."""
    return not any(a.until and b.since and a.until <= b.since for a, b in ((one, other), (other, one)))


def _explains_sharing(row: Term) -> bool:
    return row.note.startswith("common") or bool(_SHARED.search(row.note))


def _unlikely(text: str, language: str) -> tuple[str, str] | None:
    """Return a character that is none of the language's, and the text with the right one where that is plain."""
    for one in look_alikes(text, language):
        piece = text[one.start : one.end]
        mended = f"{text[: one.start]}{one.suggestion}{text[one.end :]}" if one.suggestion else ""
        odd = next((a for a, b in zip(piece, one.suggestion, strict=False) if a != b), piece[0])
        return odd, mended
    known = profile(language).known
    scripts = _SCRIPTS.get(language, ("LATIN",)) if known else ()
    for character in text:
        category = unicodedata.category(character)
        if category in ("Cc", "Cf", "Co", "Cn") or character == "\N{REPLACEMENT CHARACTER}":
            return character, ""
        if category.startswith("L") and scripts:
            name = unicodedata.name(character, "")
            if not any(script in name for script in scripts) and category != "Lm":
                return character, ""
    return None
