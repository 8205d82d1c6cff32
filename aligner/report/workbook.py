"""Workbooks (XLSX) in which every text is text, whatever it looks like, and none is cut."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aligner.model import AlignerError

Span = tuple[int, int]
LIMIT = 32_767
"""The characters (UTF-16 units) that a cell can hold."""
ROWS = 1_048_576
"""The rows that a sheet can hold."""
CONTINUED = "Long texts"
"""The sheet that holds the texts which are too long for a cell, in pieces."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|_(?=x[0-9A-Fa-f]{4}_)")
_MOMENT = (2000, 1, 1, 0, 0, 0)  # the same input makes the same bytes
_FILLS = {
    "error": "F8D7DA", "warning": "FFF3CD", "note": "E2ECF7", "doubt": "EDE7F6", "head": "D9E1E8", "none": "F2F2F2",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """A text in a cell: the spans (start, end) stand in bold; `fill` names a colour for what the words say too.

    An empty text is a cell to be filled in; for one that stays empty there is "".
    """

    text: str
    spans: tuple[Span, ...] = ()
    fill: str = ""


Cell = str | int | float | Text | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, the columns with their widths in characters, and the rows.

    `frozen` is the number of columns that stay in view, as the header always does. `choices` has, for a column's name,
    the values that a drop-down list in its cells offers.
    """

    name: str
    columns: tuple[tuple[str, int], ...]
    rows: Iterable[Sequence[Cell]]
    frozen: int = 0
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()


def build(sheets: Iterable[Sheet]) -> bytes:
    """Return a workbook of these sheets; each has filters, and a header that stays in view.

    A text that is longer than a cell can hold goes on in the sheet "Long texts", and its cell says where. AlignerError
    where there are more rows than a sheet can hold.
    """
    book = _Book()
    for sheet in sheets:
        book.add(sheet)
    if book.long:
        book.add(Sheet(CONTINUED, (("sheet", 16), ("cell", 10), ("part", 8), ("text", 100)), book.long))
    return book.content()


class _Book:
    """A workbook that grows a sheet at a time."""

    def __init__(self) -> None:
        import openpyxl
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, Font, PatternFill

        self._book = openpyxl.Workbook(write_only=True)
        self._cell = WriteOnlyCell
        self.long: list[tuple[str, str, int, str]] = []
        """Where the long texts stand: sheet, cell, part and piece."""
        page = self._book.create_sheet()
        self._styles: dict[tuple[str, bool], Any] = {}
        for fill in ("", *_FILLS):
            for quoted in (False, True):
                cell: Any = WriteOnlyCell(page)
                cell.alignment = Alignment(vertical="top", wrap_text=True)
                if fill:
                    cell.fill = PatternFill("solid", fgColor=_FILLS[fill])
                if fill == "head":
                    cell.font = Font(name="Calibri", size=11, bold=True)
                if quoted:
                    cell.quotePrefix = True
                self._styles[fill, quoted] = cell._style
        self._book.remove(page)

    def add(self, sheet: Sheet) -> None:
        """Write a sheet."""
        from openpyxl.utils import get_column_letter
        from openpyxl.worksheet.datavalidation import DataValidation

        page = self._book.create_sheet(sheet.name)
        for number, (_, width) in enumerate(sheet.columns, 1):
            page.column_dimensions[get_column_letter(number)].width = width
        page.freeze_panes = f"{get_column_letter(sheet.frozen + 1)}2"
        page.append([self._made(page, Text(name, fill="head"), sheet.name, "") for name, _ in sheet.columns])
        letters = [get_column_letter(number) for number in range(1, len(sheet.columns) + 1)]
        last = 1
        for last, row in enumerate(sheet.rows, 2):
            if last > ROWS:
                raise AlignerError(f"more than {ROWS - 1:,} rows for the sheet {sheet.name!r}; choose --format csv")
            page.append(
                [
                    self._made(page, cell, sheet.name, f"{letter}{last}")
                    for letter, cell in zip(letters, row, strict=True)
                ]
            )
        page.auto_filter.ref = f"A1:{letters[-1]}{last}"
        names = [name for name, _ in sheet.columns]
        for name, values in sheet.choices:
            rule = DataValidation("list", formula1=f'"{",".join(values)}"', allow_blank=True, showErrorMessage=True)
            rule.error = f"Choose one of: {', '.join(values)}."
            rule.add(f"{letters[names.index(name)]}2:{letters[names.index(name)]}{max(last, 2)}")
            page.data_validations.append(rule)

    def _made(self, page: Any, cell: Cell, sheet: str, place: str) -> Any:
        """Return a cell of openpyxl, None for an empty one; a text is one even where it begins like a formula."""
        if cell is None or cell == "":
            return None
        made: Any = self._cell(page)
        if isinstance(cell, (int, float)):
            made.value = cell
            made._style = self._styles["", False]
            return made
        text = cell if isinstance(cell, Text) else Text(cell)
        if text.text:
            shown = self._shortened(text, sheet, place)
            made.value = _rich(shown) if shown.spans else escaped(shown.text)
            made.data_type = "s"
        made._style = self._styles[text.fill, text.text.startswith(("=", "+", "-", "@", "'"))]
        return made

    def _shortened(self, text: Text, sheet: str, place: str) -> Text:
        """Return the text, or its beginning where a cell cannot hold it; then the whole goes to the sheet for these."""
        if units(text.text) <= LIMIT:
            return text
        first = len(self.long) + 2
        self.long += [(sheet, place, part, piece) for part, piece in enumerate(pieces(text.text), 1)]
        hint = f"\n… (too long for a cell: all of it is in the sheet {CONTINUED!r} from row {first} on)"
        begin = next(iter(pieces(text.text, LIMIT - units(hint))))
        spans = ((start, min(end, len(begin))) for start, end in text.spans if start < len(begin))
        return Text(begin + hint, tuple(spans), text.fill)

    def content(self) -> bytes:
        """Return the whole workbook; no clock is in it."""
        import datetime
        import zipfile

        from openpyxl.writer.excel import ExcelWriter

        self._book.properties.created = self._book.properties.modified = datetime.datetime(*_MOMENT)
        self._book.properties.creator = "ruling-aligner"
        draft, out = io.BytesIO(), io.BytesIO()
        with zipfile.ZipFile(draft, "w") as archive:
            ExcelWriter(self._book, archive).write_data()
        with zipfile.ZipFile(draft) as source, zipfile.ZipFile(out, "w") as target:
            for name in source.namelist():
                entry = zipfile.ZipInfo(name, _MOMENT)
                target.writestr(entry, source.read(name), zipfile.ZIP_DEFLATED)
        return out.getvalue()


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units, as spreadsheets count."""
    return len(text) + sum(character > "\uffff" for character in text)


def pieces(text: str, limit: int = LIMIT) -> Iterator[str]:
    """Yield a text in pieces of at most `limit` UTF-16 units."""
    start = 0
    while start < len(text):
        end = start + limit
        while units(text[start:end]) > limit:
            end -= max(1, (units(text[start:end]) - limit) // 2)
        yield text[start:end]
        start = end


def escaped(text: str) -> str:
    """Return a text as the format writes it: what XML cannot hold as `_x0001_`, which a spreadsheet shows as it was."""
    return _ILLEGAL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in order, with those that touch or overlap as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        elif start < end:
            found.append((start, end))
    return tuple(found)


def _rich(text: Text) -> Any:
    """Return a text of which pieces are bold."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    bold = InlineFont(rFont="Calibri", family=2, sz=11, b=True)  # a run that names no font gets another size
    rich, at = CellRichText(), 0
    for start, end in joined(text.spans):
        if start > at:
            rich.append(escaped(text.text[at:start]))
        rich.append(TextBlock(bold, escaped(text.text[start:end])))
        at = end
    if at < len(text.text):
        rich.append(escaped(text.text[at:]))
    return rich
