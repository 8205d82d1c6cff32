"""TRM: are the terms right, and always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aligner.checks import UNTRANSLATED, Context, check
from aligner.checks.absence import absences, holders, quoted
from aligner.checks.drift import drift_conclusion, drift_evidence
from aligner.checks.usages import telling
from aligner.languages import profile, siblings
from aligner.model import Document, Group, Hit, Match, Page, Ruling, Severity
from aligner.renderings import Occurrence, certain, is_common, is_name, is_outdated, is_weak, rivals, usual
from aligner.text import fold


@check(
    "TRM001",
    "missing-term",
    (Severity.ERROR, Severity.NOTE),
    "terminology / inconsistent with termbase",
    on="group",
    silenced_by=(*UNTRANSLATED, "FRM012"),
    needs="N G",
)
def missing_term(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Render every term that the other languages have in this ruling.

    Why: a reader who looks for the rule behind a term does not find it where a translation has left the term out
    or has another word for it.

    When it is wrong to complain: everyday words and general nouns (spell, card, player) may give way to a pronoun
    or to another noun, so terms whose glossary row is marked as common are never missed. Neither is a concept that
    stands here less often than in the others: the second time, a language says it by a pronoun or an ending. A term
    that stands here in another form, in English or as another concept's term is another check's business (TRM002 to
    TRM005, LNG002).

    How to mend: use the glossary's term, or admit the rendering in your glossary. LNG001 and LNG006 silence it, and so
    does FRM012: what a ruling has lost with its end is one fault.
    """
    for language, concept, stand_in in absences(document, group, context):
        if stand_in is None:
            page, members = document.page(language), group.members[language]
            term = context.facts.glossary.preferred(concept, language)
            related = holders(document, group, language, concept, context)
            yield Hit(
                page,
                members[0],
                None,
                f"no accepted rendering of {concept!r} here, where {quoted(related, concept, context)} stands in the "
                "counterparts",
                suggestion=term.text if term else "",
                concept=concept,
                related=related,
            )


@check(
    "TRM002",
    "mixed-renderings",
    (Severity.ERROR, Severity.NOTE),
    "terminology / inconsistent use",
    on="page",
    silenced_by=UNTRANSLATED,
    needs="G",
    gather=drift_evidence,
    conclude=drift_conclusion,
)
def mixed_renderings(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Use one rendering of a concept throughout a page.

    Why: two words for one thing make a reader look for two things.

    When it is wrong to complain: renderings with different parts of speech complete each other and do not compete,
    and so do forms of one word; rows of a glossary that state no part of speech are taken to complete each other.
    Words that are marked as common, and renderings that were printed at the ruling's own date, are let be. Counterparts
    that do not have the concept silence it for a rendering that is not accepted.

    How to mend: write the page's usual rendering, or set the other one's status in your glossary. LNG001 and LNG006
    silence it; where it speaks, TRM003 is silent.
    """
    for concept, found in telling(page, context).items():
        for one, better in _odd(concept, found, context):
            if not one.lawful and _is_other_reading(document, one, context):
                continue
            there = sum(other.term.text == better.term.text for other in found)
            again = "once" if there == 1 else f"{there} times"
            yield Hit(
                page,
                one.ruling,
                (one.match.start, one.match.end),
                f"{one.written!r} for {concept!r}, where the page has {better.term.text!r} {again}",
                suggestion=better.term.text,
                concept=concept,
                related=((page, better.ruling),),
            )


@check(
    "TRM003",
    "unapproved-term",
    Severity.WARNING,
    "terminology / inconsistent with termbase",
    on="page",
    silenced_by=UNTRANSLATED,
    needs="G",
)
def unapproved_term(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Avoid the renderings that the glossary deprecates or forbids.

    Why: the glossary names a better word, the one that cards print or that your house has chosen.

    When it is wrong to complain: where the word is meant in its everyday sense; give the glossary a longer term that
    holds it, or take the row out. Superseded terms are TRM006's business.

    How to mend: write the preferred term. LNG001 and LNG006 silence it, and so does TRM002, which says the same with
    more evidence where the page has an accepted rendering too.
    """
    for concept, found in telling(page, context).items():
        if any(one.lawful for one in found):
            continue
        term = context.facts.glossary.preferred(concept, page.language)
        for one in found:
            if one.term.status == "deprecated" and not _is_other_reading(document, one, context):
                better = f"; the glossary prefers {term.text!r}" if term else ""
                yield Hit(
                    page,
                    one.ruling,
                    (one.match.start, one.match.end),
                    f"{one.written!r} is not an approved rendering of {concept!r}{better}",
                    suggestion=term.text if term else "",
                    concept=concept,
                )


@check(
    "TRM004",
    "foreign-term",
    Severity.ERROR,
    "terminology / wrong term",
    on="page",
    silenced_by=UNTRANSLATED,
    needs="G",
)
def foreign_term(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Use this language's term, not the sister language's.

    Why: the word is another language's official term (Spanish retrospectiva on a Portuguese page); readers do not
    know it from their cards.

    When it is wrong to complain: where the word is an ordinary word of this language. Counterparts that do not have
    the concept silence the check, and so does a glossary row of this language for the word.

    How to mend: write the suggested term. LNG001 and LNG006 silence it, and so does what LNG002 calls English.
    """
    glossary = context.facts.glossary
    for ruling in page.rulings if siblings(page.language) else ():
        for match in context.facts.foreign(page.language, ruling.text):
            concept = match.term.concept
            term = glossary.preferred(concept, page.language)
            if term is None or not _is_meant(document, page, ruling, concept, context):
                continue
            if is_name(page, ruling, match) or _is_left_over(document, page, ruling, match, context):
                continue
            written = ruling.text[match.start : match.end]
            yield Hit(
                page,
                ruling,
                (match.start, match.end),
                f"{written!r} is the {profile(match.term.language).name} term for {concept!r}; "
                f"here it is {term.text!r}",
                suggestion=term.text,
                concept=concept,
            )


@check(
    "TRM005",
    "other-concept",
    Severity.ERROR,
    "terminology / wrong term",
    on="group",
    silenced_by=UNTRANSLATED,
    needs="N G",
)
def other_concept(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Do not render a concept by the official term of another one.

    Why: the reader looks up the wrong rule (усиление is amplify; kicker is усилитель).

    When it is wrong to complain: where the counterparts are the wrong ones. It speaks only where all of them have a
    concept that is absent here, and none of them has the one whose term stands here.

    How to mend: write the suggested term. LNG001 and LNG006 silence it; where it speaks, TRM001 is silent.
    """
    for language, concept, found in absences(document, group, context):
        if found is not None:
            term = context.facts.glossary.preferred(concept, language)
            yield Hit(
                found.page,
                found.ruling,
                (found.match.start, found.match.end),
                f"{found.written!r} is the term for {found.term.concept!r}; the counterparts have {concept!r}",
                suggestion=term.text if term else "",
                concept=concept,
                related=holders(document, group, language, concept, context),
            )


@check(
    "TRM006",
    "dated-term",
    Severity.NOTE,
    "terminology / inconsistent with termbase",
    on="page",
    silenced_by=UNTRANSLATED,
    needs="G",
)
def dated_term(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Use the rendering that was printed at the ruling's own date.

    Why: the cards of that time print another word (mana value has been called so since 2021, not before), and a reader
    of today does not find the old one.

    When it is wrong to complain: a ruling may be older than its date says, or quote an old card. An undated ruling may
    say what was ever printed, and a ruling of 2008 what 2008 printed. A newer term in an older ruling is no fault:
    rulings are brought up to date. Counterparts that do not have the concept silence the check.

    How to mend: write the preferred term, or correct the period in your glossary. LNG001 and LNG006 silence it; where
    the page has the newer rendering too, TRM002 says so instead.
    """
    for concept, found in telling(page, context).items():
        if any(one.lawful and not is_outdated(one.term, one.ruling) for one in found):
            continue
        term = context.facts.glossary.preferred(concept, page.language)
        for one in found:
            if not is_outdated(one.term, one.ruling) or is_weak(one.term):
                continue
            if _is_other_reading(document, one, context):
                continue
            better = term.text if term is not None and not is_outdated(term, one.ruling) else ""
            yield Hit(
                page,
                one.ruling,
                (one.match.start, one.match.end),
                f"{one.written!r} for {concept!r} was in use until {one.term.until}"
                + (f"; since then it is {better!r}" if better else ""),
                suggestion=better,
                concept=concept,
            )


def _odd(concept: str, found: Sequence[Occurrence], context: Context) -> Iterator[tuple[Occurrence, Occurrence]]:
    """Yield each occurrence that departs from the page's usage, with one that has the usual rendering."""
    lawful = [one for one in found if one.lawful]
    best = usual([one for one in lawful if one.term.accepted] or lawful)
    if best is None:
        return
    model = next(one for one in lawful if one.term == best)
    odd = {id(one): model for one in found if not one.lawful and not is_weak(one.term)}
    if not is_common(concept, best.language, context.facts.glossary):
        for group in rivals(found).values():
            winner = usual(group)
            for one in group:
                if winner is not None and one.term.text != winner.text and one.term.accepted:
                    odd[id(one)] = next(other for other in group if other.term == winner)
    yield from ((one, odd[id(one)]) for one in found if id(one) in odd)


def _is_meant(document: Document, page: Page, ruling: Ruling, concept: str, context: Context) -> bool:
    """Return whether the counterparts, where there are any that know the concept, have it."""
    knowing = [
        (home, other)
        for home, other in context.counterparts(document, page, ruling)
        if context.facts.glossary.of(concept, home.language)
    ]
    return not knowing or any(
        match.term.concept == concept for home, other in knowing for match in certain(home, other, context.facts)
    )


def _is_left_over(document: Document, page: Page, ruling: Ruling, match: Match, context: Context) -> bool:
    """Return whether the words are English that was left in, which another check reports, or that both have."""
    english = context.english(document, page, ruling)
    if fold(ruling.text[match.start : match.end]).lower() in fold(english).lower():
        return True
    left = context.facts.leftovers(page.language, ruling.text, english)
    return any(one.start < match.end and match.start < one.end for one in left)


def _is_other_reading(document: Document, one: Occurrence, context: Context) -> bool:
    """Return whether the counterparts show that a word that is not accepted is meant otherwise here."""
    return not _is_meant(document, one.page, one.ruling, one.term.concept, context)
