"""TRM002 without a glossary: what the other pages show of a language for which the glossary has no rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from aligner import mining
from aligner.checks import UNTRANSLATED, Context, Run
from aligner.model import Document, Group, Hit, Place, Severity

REFERENCE = "en"
"""The language whose words name the concepts; against no other has drift been measured."""


Heard = dict[str, tuple[Place, ...]]
"""One group of a document, as far as drift is looked for in it: language → the places of its rulings."""


def drift_evidence(document: Document, context: Context) -> Iterator[tuple[Heard, ...]]:
    """Yield what one document tells, if anything: its sure groups, in English and the languages to look at.

    Only languages for which the glossary has no rows are looked at, and of these those of `mining.RELIABLE`.
    Untranslated rulings are left out.
    """
    known = context.facts.glossary
    judged = [one for one in document.languages if one in mining.RELIABLE and not known.terms(one)]
    if not judged or REFERENCE not in document.languages:
        return
    languages = (REFERENCE, *judged)
    groups = {id(group): group for one in document.page(REFERENCE).rulings if (group := context.group(one))}
    places = {
        id(entry): Place(context.number, side, at)
        for side, page in enumerate(document.pages)
        if page.language in languages
        for at, entry in enumerate(page.entries)
    }
    found = (_heard(group, languages, places, context) for group in groups.values() if not group.doubtful)
    yield tuple(one for one in found if REFERENCE in one and len(one) > 1)


def _heard(group: Group, languages: Sequence[str], places: Mapping[int, Place], context: Context) -> Heard:
    heard: Heard = {}
    for language in languages:
        rulings = group.members.get(language, ())
        kept = tuple(places[id(one)] for one in rulings if one.text and not context.is_silenced(one, UNTRANSLATED))
        if kept:
            heard[language] = kept
    return heard


def drift_conclusion(evidence: Sequence[tuple[Heard, ...]], run: Run) -> Iterator[Hit]:
    """Yield a note for each ruling whose page has another rendering of an English word in other rulings.

    `evidence` is what each document tells.
    """
    heard = sorted((one for document in evidence for one in document), key=lambda one: one[REFERENCE][0])
    if not heard:
        return
    numbers = [one[REFERENCE][0].document for one in heard]
    for found in mining.drift([_texts(one, run) for one in heard], numbers, REFERENCE):
        usual = heard[found.usual_groups[0]][found.language]
        there = len(found.usual_groups)
        for group, written in zip(found.other_groups, found.written, strict=True):
            members = [(*run.entry(place), place) for place in heard[group][found.language]]
            page, ruling, place = next((one for one in members if written in one[1].text), members[0])
            start = ruling.text.find(written)
            yield Hit(
                page,
                ruling,
                (start, start + len(written)) if start >= 0 else None,
                f"{written!r} for {found.concept!r}, where the page has {found.usual!r} "
                + ("once" if there == 1 else f"{there} times"),
                concept=found.concept,
                related=(run.entry(usual[0]),),
                severity=Severity.NOTE,
                place=place,
            )


def _texts(heard: Heard, run: Run) -> mining.Texts:
    """Return language → text."""
    return {language: "\n".join(run.entry(one)[1].text for one in places) for language, places in heard.items()}
