"""The rows of tables: CSV with commas, semicolons or tabs, and the sheets of Excel workbooks."""

from __future__ import annotations

import csv
import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from aligner.model import AlignerError
from aligner.reading import streams

Row = tuple[int, list[str]]
"""The number of a row, as a spreadsheet counts it, and its cells without guards."""
DELIMITERS = ",;\t"
# The apostrophe that keeps a spreadsheet from running a cell, or from taking it for a date or a number.
_GUARDED = re.compile(r"'(?=[=+\-@'\t\r]|\s*[\d.,])")
HEADER_ROWS = 10
"""Rows of a table among which its heads stand."""
_LONGEST_HEADS = 1 << 14
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def delimiter(head: str, fits: Callable[[list[str]], bool]) -> str:
    """Return the delimiter with which one of the first rows fits, empty where none does."""
    first = "\n".join(head[:_LONGEST_HEADS].split("\n", HEADER_ROWS)[:HEADER_ROWS])
    for mark in DELIMITERS:
        if mark in first and any(map(fits, _first_rows(first, mark))):
            return mark
    return ""


def _first_rows(first: str, mark: str) -> Iterator[list[str]]:
    """Yield the rows of several cells, as far as they are CSV."""
    try:
        for cells in csv.reader(_lines(first), delimiter=mark):
            if len(cells) > 1:
                yield list(map(unguarded, cells))
    except csv.Error:
        return


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a table with their ends; an `io.StringIO` has four bytes for every letter beside the text."""
    return map(itemgetter(0), _LINE.finditer(text))


def text_rows(text: str, mark: str, shown: str) -> Iterator[Row]:
    """Yield the rows of a table in text; AlignerError with the row where its quotation marks do not fit.

    In a table with tabs whose marks do not fit, quotation marks are text.
    """
    quoted = mark != "\t" or _is_quoted(text)
    reader = csv.reader(
        _lines(text),
        delimiter=mark,
        strict=True,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
    )
    number = 0
    guard = _GUARDED.match
    try:
        for number, cells in enumerate(reader, 1):
            yield number, [cell[1:] if cell[:1] == "'" and guard(cell) else cell for cell in cells]
    except csv.Error as error:
        raise AlignerError(
            f"{shown}:{number + 1}: a row that is no CSV ({error}); check its quotation marks"
        ) from error


def lined_rows(text: str, shown: str, remedy: str, *, strict: bool = False) -> Iterator[Row]:
    """Yield the rows that are not blank with the lines they begin on; the first line tells the delimiter.

    AlignerError with the line and this remedy where a row is no CSV.
    """
    first = text.split("\n", 1)[0]
    mark = max(DELIMITERS, key=lambda one: (first.count(one), -DELIMITERS.index(one)))
    reader = csv.reader(_lines(text), delimiter=mark, strict=strict)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise AlignerError(f"{shown}:{line}: the row is no CSV ({error}); {remedy}") from error


def _is_quoted(text: str) -> bool:
    """Return whether the quotation marks of a table with tabs surround cells."""
    try:
        for _ in csv.reader(_lines(text), delimiter="\t", strict=True):
            pass
    except csv.Error:
        return False
    return True


def unguarded(cell: str) -> str:
    """Return a cell without the one apostrophe that guards it."""
    return cell[1:] if cell[:1] == "'" and _GUARDED.match(cell) else cell


@contextmanager
def workbook(data: bytes, shown: str) -> Iterator[list[tuple[str, Iterable[Row]]]]:
    """Open an Excel workbook and give the names of its sheets with their rows; formulas give their last values.

    AlignerError where it is broken, locked, no workbook, or would unpack to more than the limits.
    """
    import openpyxl

    _check(data, shown)
    book = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and drawings, which we do not read
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            yield [(sheet.title, _sheet_rows(sheet)) for sheet in book.worksheets]
    except AlignerError:
        raise
    except Exception as error:  # openpyxl lets whatever its parsers raise pass
        reason = str(error).partition("\n")[0].strip(" .") or type(error).__name__
        raise AlignerError(
            f"{shown}: a workbook that cannot be read ({reason:.120}); save it again as XLSX or CSV"
        ) from error
    finally:
        if book is not None:
            book.close()


def _check(data: bytes, shown: str) -> None:
    try:
        infos = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise AlignerError(f"{shown}: a damaged or cut-off workbook ({error}); save it again") from error
    if not any(info.filename.startswith("xl/") for info in infos):
        raise AlignerError(f"{shown}: an archive or a document, and no Excel workbook; unpack it, or save it as text")
    streams.check_unpacked(sum(info.file_size for info in infos), len(data), shown)


def _sheet_rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what the file says of them is often wrong
    for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        yield number, [unguarded(cell) if type(cell) is str else _written(cell) for cell in cells]


def _written(cell: object) -> str:
    """Return what a cell that is no text shows: a date in ISO form, a whole number without its point."""
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
