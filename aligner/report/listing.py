"""The listings beside the findings: pages, aligned rulings, renderings of terms."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence

from aligner.model import Aligned, Page
from aligner.renderings import Occurrence
from aligner.report import csv

PAGES = ("file", "title", "language", "document", "rulings", "reason")
GROUPS = ("document", "group", "language", "file", "position", "key", "line", "date", "score", "method", "text")
OCCURRENCES = ("concept", "language", "rendering", "status", "file", "line", "column", "position", "excerpt")
RENDERINGS = ("concept", "language", "rendering", "status", "count", "share", "first", "last", "example")

Row = tuple[object, ...]


def pages(corpus: Iterable[Aligned]) -> list[Row]:
    """Return a row a page: what it was taken for, and why."""
    return [
        (page.file, page.title_text, page.language, one.document.title, len(page.rulings), _reason(page, one))
        for one in corpus
        for page in one.document.pages
    ]


def _reason(page: Page, one: Aligned) -> str:
    source = {"name": "by its name", "text": "by its text", "format": "by the format", "list": "by the list"}
    joined = f"; joined by {one.document.reason}" if len(one.document.pages) > 1 and one.document.reason else ""
    doubt = " (doubtful)" if one.document.doubtful and joined else ""
    language = source.get(page.language_source, page.language_source)
    return f"{page.format}, {page.encoding}; language {language}{joined}{doubt}"


def groups(corpus: Iterable[Aligned]) -> list[Row]:
    """Return a row a ruling; the rulings of one group share its number."""
    rows: list[Row] = []
    for one in corpus:
        for group in one.groups:
            for language, members in group.members.items():
                page = one.document.page(language)
                for member in members:
                    date = member.date.isoformat() if member.date else ""
                    place = (page.file, member.position, member.key, member.line or "", date)
                    link = (f"{group.score:.4f}", group.method + (" doubtful" if group.doubtful else ""))
                    rows.append((one.document.title, group.number, language, *place, *link, member.text))
    return rows


def occurrences(found: Iterable[Occurrence]) -> list[Row]:
    """Return a row an occurrence of a term."""
    rows: list[Row] = []
    for one in found:
        line, column = one.ruling.place(one.match.start)
        place = (one.page.file, line or "", column or "", one.ruling.position)
        rows.append((one.term.concept, one.page.language, one.term.text, one.term.status, *place, one.written))
    return rows


def renderings(found: Iterable[Occurrence]) -> list[Row]:
    """Return a row a rendering: how often, its share in its language, first and last date, an example."""
    by_concept: dict[tuple[str, str], dict[str, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        by_concept[one.term.concept, one.page.language][one.term.text].append(one)
    rows: list[Row] = []
    for (concept, language), terms in sorted(by_concept.items()):
        everything = sum(len(group) for group in terms.values())
        for text, group in sorted(terms.items(), key=lambda item: (-len(item[1]), item[0])):
            dates = sorted(one.ruling.date.isoformat() for one in group if one.ruling.date)
            period = (dates[0], dates[-1]) if dates else ("", "")
            line, _ = group[0].ruling.place(group[0].match.start)
            example = f"{group[0].page.file}:{line}" if line else group[0].page.file
            share = f"{len(group) / everything:.3f}"
            rows.append((concept, language, text, group[0].term.status, len(group), share, *period, example))
    return rows


def rendered(columns: Sequence[str], rows: Sequence[Row], style: str, delimiter: str = ",") -> str:
    """Return rows as csv, json or aligned text."""
    if style == "csv":
        return csv.table(columns, rows, delimiter)
    if style == "json":
        records = [dict(zip(columns, row, strict=True)) for row in rows]
        return json.dumps(records, ensure_ascii=False, indent=1) + "\n"
    return padded([columns, *rows])


def padded(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as lines whose columns stand below one another on a terminal, where Han characters take two cells."""
    from rich.cells import cell_len

    texts = [[one_line(str(cell)) for cell in row] for row in rows]
    widths = [max(cell_len(row[number]) for row in texts) for number in range(len(texts[0]))]
    filled = ((cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)) for row in texts)
    return "".join("  ".join(cells).rstrip() + "\n" for cells in filled)


def one_line(text: str) -> str:
    """Return a text on one line, without characters that would move the cursor."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in " ".join(text.split()))
