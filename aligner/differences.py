"""What changed between two runs: which findings are new, which are fixed, and which are still there."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from aligner.decisions import unguarded
from aligner.model import AlignerError, Finding, Severity
from aligner.reading.files import shown_name
from aligner.recognition import entry_of, matched

NEW, FIXED, STILL = CHANGES = ("new", "fixed", "still")
_COLUMNS = tuple(field.name for field in fields(Finding))
_TEXTS = tuple(name for name in _COLUMNS if name not in ("line", "column", "related", "score"))
_NEEDED = ("code", "file", "excerpt", "fingerprint", "severity")


@dataclass(frozen=True, slots=True)
class Change:
    """A finding and what became of it: "new", "fixed" or "still" there; one that is still there is the newer run's."""

    what: str
    finding: Finding


def compare(old: Sequence[Finding], new: Sequence[Finding], roots: tuple[str, str] = ("", "")) -> tuple[Change, ...]:
    """Return what became of the findings, in the order of the new report, what is fixed behind the rest.

    `roots` are the folders of two editions, as reports name them; below them files of one name belong together.
    Findings about ignores and baselines take no part.
    """
    before, after = ([one for one in findings if one.code[:3] != "SUP"] for findings in (old, new))
    entries = [entry_of(one) for one in _below(before, roots[0])]
    met = matched(_below(after, roots[1]), entries)
    answered = {id(entry) for entry in met.values()}
    changes = [Change(STILL if number in met else NEW, one) for number, one in enumerate(after)]
    gone = [one for one, entry in zip(before, entries, strict=True) if id(entry) not in answered]
    return (*changes, *(Change(FIXED, one) for one in gone))


def _below(findings: Iterable[Finding], root: str) -> list[Finding]:
    return [replace(one, file=one.file.removeprefix(f"{root}/")) if root else one for one in findings]


def counts(changes: Sequence[Change]) -> list[tuple[object, ...]]:
    """Return code, name, and how many are new, fixed and still there, by check; the last row is over all."""
    tally = Counter((one.finding.code, one.finding.name, one.what) for one in changes)
    everything = Counter(one.what for one in changes)
    rows = [(*check, *(tally[*check, what] for what in CHANGES)) for check in sorted({key[:2] for key in tally})]
    return [*rows, ("all", "", *(everything[what] for what in CHANGES))]


def is_report(path: Path) -> bool:
    """Return whether a file is taken for a report rather than for pages: a CSV, or JSON with the findings of a run."""
    if path.suffix.lower() == ".csv":
        return path.is_file()
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    try:
        head = path.read_bytes()[:400]
    except OSError:
        return True  # reading it will say why
    return b'"schema_version"' in head


def read_report(path: Path) -> tuple[Finding, ...]:
    """Return the findings of a report as CSV or JSON; AlignerError where it is foreign, cut off or unreadable."""
    shown = shown_name(str(path)) or str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise AlignerError(f"{shown}: cannot read the report ({error.strerror or error}); check the path") from error
    except UnicodeDecodeError as error:
        raise AlignerError(f"{shown}: the report is not UTF-8 text; give it as `aligner check` wrote it") from error
    rows = _json(text, shown) if path.suffix.lower() == ".json" else _csv(text, shown)
    return tuple(rows)


def _foreign(shown: str) -> AlignerError:
    return AlignerError(f"{shown}: this is no report of `aligner check`; give its CSV or JSON, or a folder of pages")


def _csv(text: str, shown: str) -> Iterable[Finding]:
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    line = 1
    try:
        header = [name.strip() for name in next(reader, [])]
        if not set(_COLUMNS) <= set(header):
            raise _foreign(shown)
        for cells in reader:
            line = reader.line_num
            if cells and len(cells) != len(header):
                raise AlignerError(f"{shown}:{line}: {len(cells)} cells, not {len(header)}: the report is cut off")
            if cells:
                yield _finding(dict(zip(header, map(unguarded, cells), strict=True)), f"{shown}:{line}")
    except csv.Error as error:
        raise AlignerError(f"{shown}:{line}: the row is no CSV ({error}): the report is cut off") from error
    if not text.endswith("\n"):
        raise AlignerError(f"{shown}:{line}: the last row has no end: the report is cut off")


def _json(text: str, shown: str) -> Iterable[Finding]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise AlignerError(f"{shown}:{error.lineno}: the report is cut off or damaged ({error.msg})") from error
    except RecursionError as error:
        raise _foreign(shown) from error
    rows = content.get("findings") if isinstance(content, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _foreign(shown)
    for number, row in enumerate(rows, 1):
        yield _finding(row, f"{shown}: finding {number}")


def _finding(row: Mapping[str, Any], place: str) -> Finding:
    """Return the finding of a row, whose cells are texts or, from JSON, values."""
    missing = [name for name in _NEEDED if not isinstance(row.get(name), str)]
    if missing or row["severity"] not in list(Severity):
        what = (missing or ["severity"])[0]
        raise AlignerError(f"{place}: has no {what}; give the report as `aligner check` wrote it")
    texts = {name: str(row[name]) for name in _TEXTS if row.get(name) is not None}
    numbers = {name: _number(row.get(name), place) for name in ("line", "column")}
    related = row.get("related") or ()
    if isinstance(related, str):
        related = related.split("; ")
    names = tuple(one if isinstance(one, str) else f"{one.get('file')}:{one.get('line') or ''}" for one in related)
    blank = dict.fromkeys(_TEXTS, "")
    try:
        score = float(row["score"]) if row.get("score") else None
    except (TypeError, ValueError) as error:
        raise AlignerError(f"{place}: the score {row['score']!r} is no number") from error
    cells: dict[str, Any] = {**blank, **texts, **numbers}
    return Finding(**cells, related=names, score=score)


def _number(value: Any, place: str) -> int:
    if value in (None, ""):
        return 0
    if isinstance(value, int) or (isinstance(value, str) and value.isascii() and value.isdigit()):
        return int(value)
    raise AlignerError(f"{place}: {value!r} is no line or column; give the report as `aligner check` wrote it")
