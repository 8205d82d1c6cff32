"""What the page shows where no script runs: each document's findings below the texts that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aligner.model import Finding, Ruling
from aligner.report.html.payload import in_order, paragraphs, tag
from aligner.report.html.places import Place, Places, Row
from aligner.results import Report


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a text, and the families of the findings that mark it."""

    text: str
    families: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One language of a row: its code, its tag, and its rulings as label and pieces."""

    language: str
    tag: str
    rulings: tuple[tuple[str, tuple[Piece, ...]], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A row of a document that has findings; the cells are empty where the findings are about a page as a whole."""

    cells: tuple[Cell, ...]
    findings: tuple[Finding, ...]


Document = tuple[str, tuple[Passage, ...]]


def documents(result: Report, places: Places, found: Sequence[Place | None]) -> Iterator[Document]:
    """Yield the title and the passages of each document that has findings, in the order of the first of them."""
    by_document: dict[tuple[int, str], dict[int, list[tuple[Finding, Place | None]]]] = {}
    for finding, place in zip(result.findings, found, strict=True):
        key = (place.document if place else -1, finding.document)
        rows = by_document.setdefault(key, defaultdict(list))
        rows[place.row if place else -1].append((finding, place))
    for (number, title), rows in by_document.items():
        passages = []
        for row in sorted(rows):
            members = rows[row]
            cells = tuple(_cells(result, number, places.rows[number][row], members)) if row >= 0 else ()
            passages.append(Passage(cells, tuple(finding for finding, _ in members)))
        yield title, tuple(passages)


def _cells(result: Report, number: int, row: Row, members: list[tuple[Finding, Place | None]]) -> Iterator[Cell]:
    document = result.corpus.aligned[number].document
    for language in in_order(document.languages):
        page = document.page(language)
        rulings = tuple(
            (ruling.label or ruling.key, pieces(ruling, _spans(members, language, index)))
            for index, ruling in enumerate(row.cells.get(language, ()))
        )
        yield Cell(language, tag(language, page.region), rulings)


def _spans(members: list[tuple[Finding, Place | None]], language: str, index: int) -> list[tuple[int, int, str]]:
    return [
        (*place.span, finding.code[:3])
        for finding, place in members
        if place and place.span and finding.language == language and place.member == index
    ]


def pieces(ruling: Ruling, spans: Sequence[tuple[int, int, str]]) -> tuple[Piece, ...]:
    """Return the text of a ruling cut at the ends of the spans, which may overlap; joined, the pieces are the text."""
    cuts = sorted({0, len(ruling.text), *(cut for start, end, _ in spans for cut in (start, end))})
    return tuple(
        Piece(ruling.text[start:end], " ".join(sorted({family for s, e, family in spans if s <= start and end <= e})))
        for start, end in pairwise(cuts)
    )


def explanations(result: Report) -> list[tuple[str, str, list[str]]]:
    """Return code, name and paragraphs of each check that found something."""
    names = {finding.code: finding.name for finding in result.findings}
    return [(code, names[code], paragraphs(code)) for code in sorted(names)]
