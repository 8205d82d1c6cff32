"""Glossaries as translators keep them: a table with a row a concept and a column a language.

A cell may hold several terms, with `;`, `|` or a line break between them: the first is preferred, the others admitted.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError, Term

_CONCEPT = ("concept", "key", "id", "entry", "identifier", "concept id", "term id", "#", "no", "no.")
_NAMED = {"note": "note", "notes": "note", "comment": "note", "comments": "note", "source": "source"}
_SEPARATOR = re.compile(r"[;|\n]")
_MARKS = ",;\t"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: its place as messages name it, and its cells."""

    place: str
    cells: tuple[str, ...]


def csv_rows(data: bytes, shown: str) -> list[Row]:
    """Return the rows of a CSV file that are not empty; the separator is what the first line has most of."""
    code = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(code)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AlignerError(f"{shown}:{line}: the table is not UTF-8 text; save it as CSV in UTF-8") from error
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(_MARKS, key=lambda one: (first.count(one), -_MARKS.index(one)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    rows: list[Row] = []
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(f"{shown}:{start}", tuple(_unguarded(cell) for cell in cells)))
            start = reader.line_num + 1
    except csv.Error as error:
        raise AlignerError(f"{shown}:{start}: the row is no CSV ({error}); check its quotation marks") from error
    return rows


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell


def xlsx_rows(data: bytes, shown: str) -> list[Row]:
    """Return the rows of the first sheet of a workbook that are not empty."""
    import zipfile

    import openpyxl

    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = [
            Row(f"{shown}:{sheet.title}!{number}", tuple("" if cell is None else str(cell) for cell in cells))
            for number, cells in enumerate(sheet.iter_rows(values_only=True), 1)
        ]
    except (zipfile.BadZipFile, KeyError, ValueError, IndexError, OSError, SyntaxError, TypeError) as error:
        raise AlignerError(f"{shown}: the workbook cannot be read ({error}); save it as XLSX again") from error
    return [row for row in rows if any(cell.strip() for cell in row.cells)]


def read(rows: Sequence[Row], shown: str) -> tuple[Term, ...]:
    """Return the terms of a table whose first row names the languages by code or name.

    The concept stands in a column of that name, else in the first column where that is no language; else it is the
    first English term, or the first term of the row. What stands in other columns goes to the note of the row's
    first term.
    """
    if not rows:
        raise AlignerError(f"{shown}:1: the table is empty; its first row names the languages: concept,en,ru")
    header = [" ".join(cell.split()) for cell in rows[0].cells]
    languages = {number: code for number, name in enumerate(header) if (code := _language(name))}
    if not languages:
        raise AlignerError(f"{rows[0].place}: no column names a language; write codes or names: concept,en,ru")
    doubled = [code for code in languages.values() if list(languages.values()).count(code) > 1]
    if doubled:
        raise AlignerError(f"{rows[0].place}: two columns are of the language {doubled[0]!r}; keep one")
    named = next((number for number, name in enumerate(header) if name.lower() in _CONCEPT), None)
    concept = 0 if named is None and 0 not in languages else named
    return tuple(term for row in rows[1:] for term in _row(row, header, languages, concept))


def _language(name: str) -> str:
    code = canonical(name)[0]
    return code if code in LANGUAGES or (len(code) == 2 and len(name.split("-")[0].split("_")[0]) == 2) else ""


def _row(row: Row, header: Sequence[str], languages: dict[int, str], concept: int | None) -> list[Term]:
    cells = dict(enumerate(" ".join(cell.split(" ")) for cell in row.cells))
    if any(cell.strip() for number, cell in cells.items() if number >= len(header)):
        raise AlignerError(
            f"{row.place}: more cells than columns; put a cell that holds the separator in quotation marks"
        )
    terms = {code: _split(cells.get(number, "")) for number, code in languages.items()}
    if not any(terms.values()):
        return []
    name = " ".join(cells.get(concept, "").split()) if concept is not None else ""
    name = name or next(iter((*terms.get("en", ()), *(one for found in terms.values() for one in found))))
    said: dict[str, list[str]] = defaultdict(list)
    for number, title in enumerate(header):
        text = " ".join(cells.get(number, "").split())
        if text and number not in languages and number != concept:
            kind = _NAMED.get(title.lower(), "")
            said[kind or "note"].append(text if kind or not title else f"{title}: {text}")
    found: list[Term] = []
    for code, texts in terms.items():
        for place, text in enumerate(texts):
            note = "; ".join(said["note"]) if not found else ""
            source = "; ".join(said["source"])
            found.append(Term(name, text, code, "admitted" if place else "preferred", note=note, source=source))
    return found


def _split(cell: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in _SEPARATOR.split(cell))
    return tuple(dict.fromkeys(part for part in parts if part))


def sheet(terms: Iterable[Term]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the columns and the rows of a table with one column a language: only terms that are accepted.

    The preferred term stands first in its cell; terms are joined by `; `, and a blocker has no row.
    """
    accepted = [term for term in terms if term.accepted and not term.concept.startswith("-")]
    languages = sorted({term.language for term in accepted}, key=_order)
    cells: dict[str, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
    for term in accepted:
        if _SEPARATOR.search(term.text):
            raise AlignerError(f"the term {term.text!r} holds a mark that separates terms in a table; export it as TBX")
        cells[term.concept][term.language].append(term)
    rows = []
    for concept, found in cells.items():
        texts = [
            "; ".join(one.text for one in sorted(found[language], key=lambda one: one.status != "preferred"))
            for language in languages
        ]
        rows.append((concept, *texts))
    return ("concept", *languages), rows


def _order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES), language)
