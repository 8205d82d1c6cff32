"""Aligned rulings as a workbook: a row a group and a column a language."""

from __future__ import annotations

from collections.abc import Iterator

from aligner.config import Config
from aligner.report.workbook import Cell, Sheet, build
from aligner.report.xlsx import group_rows, languages_of
from aligner.results import Corpus

_LINK = (("document", 22), ("group", 8), ("score", 8), ("method", 12), ("doubtful", 10))
_MEMBERS = (
    ("document", 22), ("group", 8), ("language", 10), ("file", 30), ("position", 9), ("key", 10), ("line", 8),
    ("date", 12), ("text", 90),
)  # fmt: skip
_DOCUMENTS = (("document", 30), ("language", 10), ("file", 40), ("rulings", 9), ("joined by", 30), ("doubtful", 10))


def report(corpus: Corpus, config: Config) -> bytes:
    """Return the workbook: the groups, where each of their rulings stands, and the documents."""
    languages = languages_of(corpus)
    columns = (*_LINK, *((language, 60) for language in languages))
    rows = (row for aligned in corpus.aligned for row in group_rows(aligned, languages, {}))
    return build(
        (
            Sheet("Groups", columns, rows, frozen=2),
            Sheet("Rulings", _MEMBERS, _rulings(corpus), frozen=2),
            Sheet("Documents", _DOCUMENTS, _documents(corpus)),
        )
    )


def _rulings(corpus: Corpus) -> Iterator[tuple[Cell, ...]]:
    for one in corpus.aligned:
        for group in one.groups:
            for language, members in group.members.items():
                file = one.document.page(language).file
                for ruling in members:
                    date = ruling.date.isoformat() if ruling.date else ""
                    place = (file, ruling.position, ruling.key, ruling.line or None, date)
                    yield (one.document.title, group.number, language, *place, ruling.text)


def _documents(corpus: Corpus) -> Iterator[tuple[Cell, ...]]:
    for document in corpus.documents:
        doubt = "yes" if document.doubtful else ""
        for page in document.pages:
            yield (document.title, page.language, page.file, len(page.rulings), document.reason, doubt)
