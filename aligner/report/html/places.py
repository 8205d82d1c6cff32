"""Where a finding stands among the aligned rulings of its document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aligner.model import Aligned, Document, Finding, Group, Page, Ruling

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the side-by-side view: language → the rulings that say the same. The titles make a row of their own."""

    cells: Mapping[str, tuple[Ruling, ...]]
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a finding: document, row and member count from 0.

    `row` is -1 for a page as a whole, `member` -1 for a cell with no ruling in it. `span` is (start, end) in the
    ruling's text, None for all of it. `on_label` tells that the finding is about the date or number as written.
    """

    document: int
    row: int = -1
    member: int = -1
    span: tuple[int, int] | None = None
    on_label: bool = False


def rows_of(aligned: Aligned) -> tuple[Row, ...]:
    """Return the rows of a document: the titles, where there are any, then the groups."""
    titles = {page.language: (page.title,) for page in aligned.document.pages if page.title}
    groups = tuple(Row(group.members, group) for group in aligned.groups)
    return (Row(titles), *groups) if titles else groups


class Places:
    """An index of a corpus that finds the places of findings and of the counterparts that they name."""

    def __init__(self, corpus: Sequence[Aligned]) -> None:
        self._corpus = corpus
        self._pages: dict[tuple[str, str, str], list[tuple[int, Page]]] = defaultdict(list)
        self._rulings: dict[int, tuple[int, int]] = {}
        self._lines: dict[tuple[str, str], list[tuple[int, str, Ruling]]] = defaultdict(list)
        self.rows = tuple(rows_of(aligned) for aligned in corpus)
        """The rows of each document."""
        for number, aligned in enumerate(corpus):
            for page in aligned.document.pages:
                self._pages[page.file, page.language, aligned.document.title].append((number, page))
            for row, one in enumerate(self.rows[number]):
                self._enter(number, row, one, aligned.document)

    def _enter(self, document: int, row: int, one: Row, pages: Document) -> None:
        for language, members in one.cells.items():
            file = pages.page(language).file
            for member, ruling in enumerate(members):
                self._rulings[id(ruling)] = row, member
                if ruling.line:
                    self._lines[file, str(ruling.line)].append((document, language, ruling))

    def find(self, finding: Finding) -> Place | None:
        """Return the place of a finding; None where its page is not in the corpus."""
        homes = self._pages.get((finding.file, finding.language, finding.document), [])
        if not homes:
            return None
        for number, page in homes:
            ruling = _ruling(page, finding) if finding.position else None
            if ruling is not None and id(ruling) in self._rulings:
                return self._empty_cell(number, finding, ruling) or self._in_ruling(number, finding, ruling)
        return Place(homes[0][0])

    def _in_ruling(self, document: int, finding: Finding, ruling: Ruling) -> Place:
        row, member = self._rulings[id(ruling)]
        on_label = bool(ruling.label) and finding.excerpt == ruling.label
        return Place(document, row, member, None if on_label else span_of(finding, ruling), on_label)

    def _empty_cell(self, document: int, finding: Finding, ruling: Ruling) -> Place | None:
        """Return the cell without a ruling that the finding is about: what it quotes stands only in a counterpart."""
        if finding.excerpt in (ruling.label, "") or finding.excerpt in ruling.text:
            return None
        for home, _, other in self.counterparts(finding, document):
            row, _ = self._rulings[id(other)]
            if home == document and not self.rows[home][row].cells.get(finding.language):
                return Place(document, row)
        return None

    def counterparts(self, finding: Finding, document: int) -> Iterable[tuple[int, str, Ruling]]:
        """Yield document, language and ruling of what the finding names as related, where that is known."""
        for related in finding.related:
            file, _, line = related.rpartition(":")
            known = [
                one
                for one in self._lines.get((file, line), ())
                if one[1] != finding.language or (file, line) != (finding.file, str(finding.line))
            ]
            if known:
                yield next((one for one in known if one[0] == document), known[0])

    def row(self, ruling: Ruling) -> int:
        """Return the row that a ruling of the corpus stands in."""
        return self._rulings[id(ruling)][0]


def _ruling(page: Page, finding: Finding) -> Ruling | None:
    for ruling in page.entries:
        if str(ruling.position) == finding.position:
            return ruling
    return None


def span_of(finding: Finding, ruling: Ruling) -> tuple[int, int] | None:
    """Return (start, end) of what a finding quotes of the ruling; None for the whole, and where it quotes no part."""
    text, excerpt = ruling.text, finding.excerpt
    if not excerpt or excerpt == text:
        return None
    start = _offset(ruling, finding.line, finding.column)
    if start is None or not text.startswith(excerpt, start):
        start = text.find(excerpt)
    return (start, start + len(excerpt)) if start >= 0 else None


def _offset(ruling: Ruling, line: int, column: int) -> int | None:
    """Return the offset in the ruling's text of a place in the file; None where it is not in the text."""
    if not ruling.column or not column or line < ruling.line:
        return None
    starts = [0, *(end.end() for end in _LINE_END.finditer(ruling.text))]
    below = line - ruling.line
    if below >= len(starts):
        return None
    offset = starts[below] + column - (1 if below else ruling.column)
    return offset if 0 <= offset <= len(ruling.text) else None
