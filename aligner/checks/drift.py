"""TRM002 without a glossary: what the other pages show of a language for which the glossary has no rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aligner import mining
from aligner.checks import UNTRANSLATED, Context
from aligner.model import Document, Group, Hit, Page, Ruling, Severity

REFERENCE = "en"
"""The language whose words name the concepts; against no other has drift been measured."""


class Heard(NamedTuple):
    """One group of a document, as far as drift is looked for in it: in each language the page and its rulings."""

    members: dict[str, tuple[Page, tuple[Ruling, ...]]]

    @property
    def texts(self) -> mining.Texts:
        """Return language → text."""
        return {language: "\n".join(one.text for one in rulings) for language, (_, rulings) in self.members.items()}


def drift_evidence(document: Document, context: Context) -> Iterator[tuple[Heard, ...]]:
    """Yield what one document tells, if anything: its sure groups, in English and the languages to look at.

    Only languages for which the glossary has no rows are looked at, and of these those of `mining.RELIABLE`.
    Untranslated rulings are left out.
    """
    known = context.facts.glossary
    judged = [one for one in document.languages if one in mining.RELIABLE and not known.terms(one)]
    if not judged or REFERENCE not in document.languages:
        return
    pages = {language: document.page(language) for language in (REFERENCE, *judged)}
    groups = {id(group): group for one in pages[REFERENCE].rulings if (group := context.group(one))}
    found = (_heard(group, pages, context) for group in groups.values() if not group.doubtful)
    yield tuple(one for one in found if REFERENCE in one.members and len(one.members) > 1)


def _heard(group: Group, pages: dict[str, Page], context: Context) -> Heard:
    members: dict[str, tuple[Page, tuple[Ruling, ...]]] = {}
    for language, page in pages.items():
        rulings = group.members.get(language, ())
        kept = tuple(one for one in rulings if one.text and not context.is_silenced(one, UNTRANSLATED))
        if kept:
            members[language] = page, kept
    return Heard(members)


def drift_conclusion(evidence: Sequence[tuple[Heard, ...]], context: Context) -> Iterator[Hit]:
    """Yield a note for each ruling whose page has another rendering of an English word in other rulings.

    `evidence` is what each document tells, in the order of the documents.
    """
    heard = [one for document in evidence for one in document]
    if not heard:
        return
    numbers = [number for number, document in enumerate(evidence) for _ in document]
    for found in mining.drift([one.texts for one in heard], numbers, REFERENCE):
        usual = heard[found.usual_groups[0]].members[found.language]
        there = len(found.usual_groups)
        for group, written in zip(found.other_groups, found.written, strict=True):
            page, rulings = heard[group].members[found.language]
            ruling = next((one for one in rulings if written in one.text), rulings[0])
            start = ruling.text.find(written)
            yield Hit(
                page,
                ruling,
                (start, start + len(written)) if start >= 0 else None,
                f"{written!r} for {found.concept!r}, where the page has {found.usual!r} "
                + ("once" if there == 1 else f"{there} times"),
                concept=found.concept,
                related=((usual[0], usual[1][0]),),
                severity=Severity.NOTE,
            )
