"""Decisions of people on findings: which are true faults, which are false alarms, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from aligner import checks
from aligner.model import AlignerError
from aligner.reading import sheets
from aligner.reading.files import shown_name
from aligner.recognition import FALSE_ALARM, TRUE_FAULT, Entry

COLUMNS = ("fingerprint", "code", "document", "language", "file", "line", "excerpt", "decision", "reason")
"""The columns that the HTML report writes."""
REQUIRED = ("fingerprint", "code", "decision")
_OTHERS = (
    "name", "severity", "category", "date", "position", "key", "column", "message", "suggestion", "concept", "related",
    "score", "status", "ruling", "counterparts",
)  # fmt: skip
_FINGERPRINT = re.compile(r"[0-9a-f]{24}(?:-[1-9]\d*)?")
_CODE = re.compile(r"[A-Z]{3}\d{3}")
_REMEDY = "save the decisions anew from the HTML report"


def is_decisions(path: Path) -> bool:
    """Return whether the file's first line names the columns of decisions."""
    try:
        with path.open("rb") as file:
            head = file.readline(4096)
    except OSError:
        return False
    if head.startswith(b"PK\x03\x04"):
        return True
    names = re.split(rf"[{sheets.DELIMITERS}\r\n\"]+", head.decode("utf-8-sig", "replace").lower())
    return {"fingerprint", "decision"} <= set(names)


def read(path: Path) -> tuple[Entry, ...]:
    """Return the decisions in a file, those that say nothing left out.

    A report as CSV with the columns `decision` and `reason` added to it will do, and so will the workbook that
    `--format xlsx` makes, with its decisions filled in. AlignerError with file and line where
    the file is missing, foreign, cut off, or holds what is no decision.
    """
    shown = shown_name(str(path)) or str(path)
    entries: dict[str, Entry] = {}
    for line, row in _rows(path, shown):
        place = f"{shown}:{line}"
        entry = _entry(row, place, shown, line)
        if entry is None:
            continue
        other = entries.setdefault(entry.fingerprint, entry)
        if other.decision != entry.decision:
            raise AlignerError(
                f"{place}: {entry.fingerprint} is a {entry.decision} here and a {other.decision} in line {other.line}; "
                "keep one"
            )
    return tuple(entries.values())


def read_all(paths: Iterable[Path]) -> tuple[Entry, ...]:
    """Return the decisions in several files; where two speak of one finding, the later file goes before."""
    return tuple({entry.fingerprint: entry for path in paths for entry in read(path)}.values())


def _entry(row: dict[str, str], place: str, shown: str, line: int) -> Entry | None:
    """Return the decision of a row, None where nothing was decided."""
    decision = " ".join(row["decision"].lower().split())
    if not _FINGERPRINT.fullmatch(row["fingerprint"]):
        raise AlignerError(
            f"{place}: {row['fingerprint']!r} is no fingerprint of a finding; the row is cut off, or a program changed "
            f"it: {_REMEDY}"
        )
    if not _CODE.fullmatch(row["code"]):
        raise AlignerError(f"{place}: {row['code']!r} is no code of a check; {_REMEDY}")
    if row["code"] not in checks.registry() and row["code"][:3] != "CUS":
        raise AlignerError(f"{place}: there is no check {row['code']!r} in this version of aligner; take the row out")
    if not decision:
        return None
    if decision not in (FALSE_ALARM, TRUE_FAULT):
        raise AlignerError(f"{place}: {row['decision']!r} is no decision; write {TRUE_FAULT!r} or {FALSE_ALARM!r}")
    return Entry(
        row["fingerprint"], row["code"], row.get("language", ""), row.get("document", ""), row.get("file", ""),
        row.get("excerpt", ""), row.get("concept"), None, decision, row.get("reason", "").strip(), shown, line,
    )  # fmt: skip


def _rows(path: Path, shown: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows with their lines, apostrophes before cells taken off."""
    if _is_workbook(path):
        yield from _of_workbook(path, shown)
        return
    text = _text(path, shown)
    if "\r\n" in text and not text.endswith("\n"):
        raise AlignerError(f"{shown}: the last row has no end, the file is cut off; {_REMEDY}")
    header: list[str] = []
    for line, cells in sheets.lined_rows(text, shown, f"the file is cut off: {_REMEDY}", strict=True):
        if not header:
            header = _header(cells, f"{shown}:{line}")
        elif len(cells) != len(header):
            raise AlignerError(
                f"{shown}:{line}: {len(cells)} cells where there are {len(header)} columns; the file is cut "
                f"off or damaged: {_REMEDY}"
            )
        else:
            yield line, dict(zip(header, map(unguarded, cells), strict=True))
    if not header:
        raise AlignerError(f"{shown}: the file of decisions is empty; {_REMEDY}")


def _is_workbook(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False  # reading it will say why


def _of_workbook(path: Path, shown: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of the sheet of findings in the workbook that `--format xlsx` makes."""
    from openpyxl import load_workbook

    try:
        book = load_workbook(path, read_only=True, data_only=True)
        sheet = book["Findings"] if "Findings" in book.sheetnames else None
        rows = [["" if cell is None else str(cell) for cell in row] for row in sheet.values] if sheet else []
        book.close()
    except Exception as error:  # openpyxl has no error of its own for what is wrong with a file
        raise AlignerError(f"{shown}: the workbook is cut off or damaged; {_REMEDY}") from error
    if not rows:
        raise AlignerError(f"{shown}: the workbook has no sheet of findings; give one that `--format xlsx` made")
    header = _header(rows[0], f"{shown}:1")
    for line, cells in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in cells):
            yield line, dict(zip(header, cells, strict=True))


def _text(path: Path, shown: str) -> str:
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise AlignerError(f"{shown}: there is no such file of decisions; save one from the HTML report") from error
    except OSError as error:
        raise AlignerError(f"{shown}: cannot read the decisions ({error.strerror or error}); check the path") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AlignerError(f"{shown}: the decisions are not UTF-8 text; save them as CSV in UTF-8") from error


def _header(cells: Sequence[str], place: str) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    for name in REQUIRED:
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"did you mean it by {near[0]!r}?" if near else f"decisions have the columns {','.join(COLUMNS)}"
            raise AlignerError(f"{place}: no column {name!r}, so these are no decisions; {hint}")
    for name in names:
        if name not in (*COLUMNS, *_OTHERS):
            near = get_close_matches(name, COLUMNS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the columns are {','.join(COLUMNS)}"
            raise AlignerError(f"{place}: unknown column {name!r}; {hint}")
        if names.count(name) > 1:
            raise AlignerError(f"{place}: column {name!r} stands twice; keep one")
    return names


def unguarded(cell: str) -> str:
    """Take off the apostrophe that keeps a spreadsheet from running or rewriting a cell."""
    return cell[1:] if cell.startswith("'") else cell
