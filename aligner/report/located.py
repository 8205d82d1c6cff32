"""Where findings stand in the texts, for the formats in which other programs mark them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from aligner.model import Finding, Group, Page, Ruling
from aligner.report.html.places import Place, Places
from aligner.results import Corpus, Report


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A place that a finding names as related; `page` and `ruling` are None where the corpus has no such place."""

    file: str
    line: int
    document: int = 0
    page: Page | None = None
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a finding stands: the document's number from 1, 0 where it is not known, and what is known below it.

    `span` is (start, end) in the ruling's text; None where what the finding quotes is no part of it. `end` is line and
    column behind the last character quoted, 0 where that is not known.
    """

    document: int = 0
    page: Page | None = None
    ruling: Ruling | None = None
    group: Group | None = None
    span: tuple[int, int] | None = None
    end: tuple[int, int] = (0, 0)
    related: tuple[Counterpart, ...] = ()


def locate(result: Report) -> tuple[Spot, ...]:
    """Return the place of each finding, in the findings' order."""
    corpus = result.corpus.at_hand()
    places, lines = Places(corpus.aligned), _lines(corpus)
    return tuple(_spot(finding, places, lines, corpus) for finding in result.findings)


Lines = dict[str, list[tuple[int, Page, Ruling]]]


def _lines(corpus: Corpus) -> Lines:
    """Return `file:line` → the entries that stand there, as findings name them."""
    found: Lines = defaultdict(list)
    for number, document in enumerate(corpus.documents, 1):
        for page in document.pages:
            for ruling in page.entries:
                found[f"{page.file}:{ruling.line or ''}"].append((number, page, ruling))
    return found


def _spot(finding: Finding, places: Places, lines: Lines, corpus: Corpus) -> Spot:
    place = places.find(finding)
    if place is None:
        return Spot(related=_related(finding, 0, None, lines))
    document = corpus.documents[place.document]
    group = places.rows[place.document][place.row].group if place.row >= 0 else None
    number = place.document + 1
    page = next((one for one in document.pages if (one.file, one.language) == (finding.file, finding.language)), None)
    ruling, span = _ruling(finding, place, places)
    end = _end(finding, place, ruling, span)
    return Spot(number, page, ruling, group, span, end, _related(finding, number, group, lines))


def _ruling(finding: Finding, place: Place, places: Places) -> tuple[Ruling | None, tuple[int, int] | None]:
    if place.row < 0 or place.member < 0:
        return None, None
    ruling = places.rows[place.document][place.row].cells[finding.language][place.member]
    if place.on_label:
        return ruling, None
    whole = (0, len(ruling.text)) if ruling.text and finding.excerpt == ruling.text else None
    return ruling, place.span or whole


def _end(finding: Finding, place: Place, ruling: Ruling | None, span: tuple[int, int] | None) -> tuple[int, int]:
    if place.on_label and finding.column:
        return finding.line, finding.column + len(finding.excerpt)
    return ruling.place(span[1]) if ruling and ruling.column and span else (0, 0)


def _related(finding: Finding, number: int, group: Group | None, lines: Lines) -> tuple[Counterpart, ...]:
    return tuple(_counterpart(one, finding, number, group, lines) for one in finding.related)


def _counterpart(related: str, finding: Finding, number: int, group: Group | None, lines: Lines) -> Counterpart:
    """Return the place that `file:line` names: of several, another ruling than its own, then one of its group."""
    file, _, line = related.rpartition(":")
    at = int(line) if line.isdecimal() else 0
    own = (finding.file, finding.language, finding.position)
    members = {id(ruling) for some in group.members.values() for ruling in some} if group else set()

    def distance(place: tuple[int, Page, Ruling]) -> tuple[bool, bool, bool]:
        document, page, ruling = place
        is_own = (page.file, page.language, str(ruling.position)) == own
        return is_own, id(ruling) not in members, document != number

    known = lines.get(related)
    if not known:
        return Counterpart(file, at)
    document, page, ruling = min(known, key=distance)
    return Counterpart(file, at, document, page, ruling)


def quoted(finding: Finding, limit: int = 60) -> str:
    """Return the beginning of what a finding quotes, on one line, for a heading."""
    text = " ".join(finding.excerpt.split())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def by_file(findings: Iterable[Finding], pages: Iterable[Page]) -> dict[str, list[Finding]]:
    """Return file → its findings, with every file that was read, in the order of the names."""
    found: dict[str, list[Finding]] = {page.file: [] for page in pages}
    for one in findings:
        found.setdefault(one.file, []).append(one)
    return dict(sorted(found.items()))
