"""TRM007: which rendering each page has of each concept, and whether all pages have the same."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aligner.checks import UNTRANSLATED, Context, Run, check
from aligner.model import Document, Hit, Page, Place, Severity
from aligner.renderings import Occurrence, by_concept, is_common, occurrences, usual

EXAMPLES = 20  # places of a rendering that are named where a concept has several


def telling(page: Page, context: Context) -> Mapping[str, tuple[Occurrence, ...]]:
    """Return concept → its occurrences on the page, of the concepts whose renderings there can be wrong or rivals."""
    return context.once(lambda: _find_telling(page, context), "telling renderings", page)


def _find_telling(page: Page, context: Context) -> Mapping[str, tuple[Occurrence, ...]]:
    contested = context.facts.contested
    concepts = frozenset[str]().union(*[contested(page.language, ruling.text) for ruling in page.entries])
    if not concepts:
        return {}
    facts = context.facts
    heard = [ruling for ruling in page.entries if not concepts.isdisjoint(facts.concepts(page.language, ruling.text))]
    return by_concept(one for one in occurrences(page, facts, heard) if one.term.concept in concepts)


class _Spot(NamedTuple):
    """Where a page has a rendering first."""

    place: Place
    span: tuple[int, int]

    @property
    def order(self) -> tuple[int, int]:
        """Return the order of the documents and their pages."""
        return self.place.document, self.place.page


class _Usage(NamedTuple):
    """The usual rendering of a concept on pages: how often it stands there, from when to when, and some of the places.

    Renderings of one part of speech are alternatives to one another.
    """

    language: str
    concept: str
    pos: str
    text: str
    preferred: bool
    times: int
    since: datetime.date | None
    until: datetime.date | None
    places: tuple[_Spot, ...]


def _usages(document: Document, context: Context) -> Iterator[_Usage]:
    """Yield which rendering each page has of each concept; the odd ones beside it are reported on the page."""
    for number, page in enumerate(document.pages):
        entries = {id(one): at for at, one in enumerate(page.entries)}
        for concept, found in telling(page, context).items():
            if context.silenced:
                found = tuple(one for one in found if not context.is_silenced(one.ruling, UNTRANSLATED))
            if is_common(concept, page.language, context.facts.glossary):
                continue
            for pos in sorted({one.term.pos for one in found if one.term.accepted and one.term.pos}):
                same = [one for one in found if one.term.accepted and one.term.pos == pos]
                best = usual(same)
                assert best is not None
                kept = [one for one in same if one.term.text == best.text]
                dates = [one.ruling.date for one in kept if one.ruling.date]
                first = kept[0]
                place = Place(context.number, number, entries[id(first.ruling)])
                yield _Usage(
                    page.language, concept, pos, best.text, best.status == "preferred", len(kept),
                    min(dates, default=None), max(dates, default=None),
                    (_Spot(place, (first.match.start, first.match.end)),),
                )  # fmt: skip


def _together(usages: Sequence[_Usage]) -> list[_Usage]:
    """Return one usage for each rendering, with the first of its places, in the order of these."""
    shelves: dict[tuple[str, ...], list[_Usage]] = {}
    for one in usages:
        shelves.setdefault((one.language, one.concept, one.pos, one.text), []).append(one)
    made = []
    for some in shelves.values():
        places = sorted((place for one in some for place in one.places), key=lambda place: place.order)
        made.append(
            some[0]._replace(
                times=sum(one.times for one in some),
                since=min((one.since for one in some if one.since), default=None),
                until=max((one.until for one in some if one.until), default=None),
                places=tuple(places[:EXAMPLES]),
            )
        )
    return sorted(made, key=lambda one: one.places[0].order)


@check(
    "TRM007",
    "corpus-drift",
    Severity.WARNING,
    "terminology / inconsistent use",
    on="corpus",
    needs="C G",
    gather=_usages,
    fold=_together,
)
def corpus_drift(usages: Sequence[_Usage], run: Run) -> Iterator[Hit]:
    """Use one rendering of a concept on all pages of a language.

    Why: a reader goes from page to page, and each page is consistent in itself.

    When it is wrong to complain: where the pages belong to different editions; renderings that were printed at their
    ruling's date take no part, and neither does what TRM002 and TRM003 report one by one.

    How to mend: choose one rendering and make it the preferred one of your glossary.
    """
    shelves: dict[tuple[str, str, str], list[_Usage]] = {}
    for one in _together(usages):
        shelves.setdefault((one.language, one.concept, one.pos), []).append(one)
    for (language, concept, _), found in sorted(shelves.items(), key=lambda item: item[0]):
        if len(found) > 1:
            yield _drift(concept, language, found, run)


def _drift(concept: str, language: str, found: Sequence[_Usage], run: Run) -> Hit:
    """Word the finding about one concept in one language; `found` are its renderings."""
    everything = sum(one.times for one in found)
    best = max(found, key=lambda one: (one.times, one.preferred))
    parts = []
    for one in sorted(found, key=lambda one: (-one.times, one.text)):
        period = f", {one.since.isoformat()} to {one.until.isoformat()}" if one.since and one.until else ""
        parts.append(f"{one.text!r} {one.times} times ({one.times / everything:.0%}{period})")
    odd = sorted((place for one in found if one is not best for place in one.places), key=lambda place: place.order)
    first, *others = odd + list(best.places)
    return Hit(
        *run.entry(first.place),
        first.span,
        f"{concept!r} has {len(found)} renderings on the {language} pages: {'; '.join(parts)}",
        suggestion=best.text,
        concept=concept,
        related=tuple(run.entry(other.place) for other in others),
        place=first.place,
    )
