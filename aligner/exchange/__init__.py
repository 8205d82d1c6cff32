"""Glossaries in the formats of others: TBX, and tables with one column a language; lists of card names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from aligner import glossary
from aligner.model import AlignerError, Term

FORMATS = ("tbx", "csv", "xlsx")


def load(path: Path) -> tuple[Term, ...]:
    """Read a glossary in any format: TBX, CSV or XLSX with one column a language, or our own CSV.

    The rows come in the file's order. Raises AlignerError naming the file, the place and the remedy.
    """
    from aligner.exchange import tables, tbx

    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise AlignerError(f"{path}: the glossary cannot be read ({reason}); check the name and the rights") from error
    if data.startswith(b"PK\x03\x04"):
        return tables.read(tables.xlsx_rows(data, str(path)), str(path))
    head = data[:400].replace(b"\0", b"").removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xff\xfe").lstrip()
    if head.startswith(b"<") or path.suffix.lower() in (".tbx", ".xml"):
        return tbx.read(data, str(path))
    rows = tables.csv_rows(data, str(path))
    if rows and {"concept", "term"} <= {cell.strip().lower() for cell in rows[0].cells}:
        return glossary.load(path)
    return tables.read(rows, str(path))


def to_csv(terms: Iterable[Term], *, with_language: bool = True) -> str:
    """Return terms as a glossary in our own CSV, with a column for the language unless there is only one."""
    columns = glossary.COLUMNS if not with_language else ("concept", "language", *glossary.COLUMNS[1:])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for term in terms:
        cells = {
            "concept": term.concept,
            "language": term.language,
            "term": term.text,
            "status": term.status,
            "pos": term.pos,
            "forms": "|".join(term.forms),
            "since": term.since.isoformat() if term.since else "",
            "until": term.until.isoformat() if term.until else "",
            "note": term.note,
            "source": term.source,
        }
        writer.writerow([cells[name] for name in columns])
    return out.getvalue()
