"""What a run leaves behind: the corpus that was read and the findings in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from aligner import renderings
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Finding, Page
from aligner.renderings import Occurrence


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read: the documents with their groups, what could not be read, what was left out of folders.

    `notes` are lines about the user's own lists that are worth a look and stop nothing.
    """

    aligned: tuple[Aligned, ...]
    facts: FactBook
    errors: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return the documents."""
        return tuple(one.document for one in self.aligned)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of all documents."""
        return tuple(page for document in self.documents for page in document.pages)

    @property
    def files(self) -> frozenset[str]:
        """Return the files of all pages, as reports name them."""
        return frozenset(page.file for page in self.pages)

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield every term on every page in the page's own language, in the order of the pages."""
        for page in self.pages:
            own = [one for one in page.entries if self.facts.language(page.language, one.text) in ("", page.language)]
            yield from renderings.occurrences(page, self.facts, own)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a run, in the order of the report, and the corpus they were found in.

    `reasons` says why a finding is ignored, by its fingerprint. `baseline` is the text of the baseline to be written,
    empty where none was asked for.
    """

    findings: tuple[Finding, ...]
    corpus: Corpus
    reasons: Mapping[str, str] = field(default_factory=dict)
    baseline: str = ""
