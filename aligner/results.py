"""What a run leaves behind: the corpus that was read and the findings in it."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from aligner import renderings
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Finding, Group, Page
from aligner.renderings import Occurrence
from aligner.shelf import Pieces, at_hand, opened


class Kept(Aligned):
    """A document whose groups are kept in a line of bytes, a tenth of their size, and made anew whenever asked for."""

    __slots__ = ("_line",)
    _line: bytes

    def __init__(self, document: Document, line: bytes) -> None:
        object.__setattr__(self, "document", document)
        object.__setattr__(self, "_line", line)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Return the groups."""
        pages = {page.language: page.rulings for page in self.document.pages}
        return tuple(
            Group(number, {code: tuple(pages[code][at] for at in some) for code, some in members.items()}, *rest)
            for number, members, *rest in marshal.loads(self._line)
        )


def in_a_line(aligned: Aligned) -> bytes:
    """Return the groups of a document as they are kept: each ruling is its place on its page."""
    places = {id(ruling): at for page in aligned.document.pages for at, ruling in enumerate(page.rulings)}
    rows = [
        (
            one.number,
            {code: [places[id(ruling)] for ruling in some] for code, some in one.members.items()},
            float(one.score),
            one.method,
            bool(one.doubtful),
            one.weakest,
        )
        for one in aligned.groups
    ]
    return marshal.dumps(rows)


@dataclass(frozen=True, slots=True)
class Shelves(Sequence[Aligned]):
    """Documents, perhaps with their rulings on a shelf, to be aligned when asked for.

    `numbers` tells for each which of the `lines` has its groups.
    """

    documents: tuple[Document, ...]
    numbers: Sequence[int]
    lines: Pieces

    def __len__(self) -> int:
        return len(self.documents)

    @overload
    def __getitem__(self, at: int) -> Aligned: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Aligned]: ...
    def __getitem__(self, at: int | slice) -> Aligned | Sequence[Aligned]:
        if isinstance(at, slice):
            return Shelves(self.documents[at], self.numbers[at], self.lines)
        return Kept(opened(self.documents[at]), self.lines[self.numbers[at]])


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read: the documents with their groups, what could not be read, what was left out of folders.

    What `aligned` has is made anew whenever it is asked for, and so are the rulings of `documents` and `pages`, if the
    run has them on a shelf: whoever compares them by identity asks for the corpus `at_hand`.

    `notes` are lines about the user's own lists that are worth a look and stop nothing. `counted` has
    how often each rendering stands there, where the run has counted. `asides` are lines about this machine, which are
    no part of a report.
    """

    aligned: Sequence[Aligned]
    facts: FactBook
    errors: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    counted: renderings.Uses | None = None
    asides: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return the documents."""
        if isinstance(self.aligned, Shelves):
            return self.aligned.documents
        return tuple(one.document for one in self.aligned)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of all documents."""
        return tuple(page for document in self.documents for page in document.pages)

    @property
    def files(self) -> frozenset[str]:
        """Return the files of all pages, as reports name them."""
        return frozenset(page.file for page in self.pages)

    @property
    def uses(self) -> renderings.Uses:
        """Return how often each rendering stands on the pages."""
        return renderings.uses(self.occurrences()) if self.counted is None else self.counted

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield every term on every page in the page's own language, in the order of the pages."""
        for page in self.pages:
            yield from renderings.in_own_language(at_hand(page), self.facts)

    def at_hand(self) -> Corpus:
        """Return the corpus with all rulings at hand, each the same whenever it is asked for."""
        return replace(self, aligned=tuple(self.aligned))


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a run, in the order of the report, and the corpus they were found in.

    `reasons` says why a finding is ignored, by its fingerprint. `baseline` is the text of the baseline to be written,
    empty where none was asked for.
    """

    findings: Sequence[Finding]
    corpus: Corpus
    reasons: Mapping[str, str] = field(default_factory=dict)
    baseline: str = ""

    def at_hand(self) -> Report:
        """Return the report with all rulings at hand, each the same whenever it is asked for."""
        return replace(self, corpus=self.corpus.at_hand())
