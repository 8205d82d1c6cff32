"""What a run leaves behind: the corpus that was read and the findings in it."""

from __future__ import annotations

from dataclasses import dataclass

from aligner.checks import Aligned
from aligner.facts import FactBook
from aligner.model import Document, Finding, Page


@dataclass(frozen=True, slots=True)
class Corpus:
    """What was read: the documents with their groups, what could not be read, and what was left out of folders."""

    aligned: tuple[Aligned, ...]
    facts: FactBook
    errors: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return the documents."""
        return tuple(one.document for one in self.aligned)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of all documents."""
        return tuple(page for document in self.documents for page in document.pages)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a run, in the order of the report, and the corpus they were found in."""

    findings: tuple[Finding, ...]
    corpus: Corpus
