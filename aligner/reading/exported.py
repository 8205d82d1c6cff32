"""Pages in the JSON that `aligner convert` writes."""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

from aligner.model import AlignerError, Page, Residue, Ruling
from aligner.reading.inline import Code
from aligner.reading.units import Unit, UnitPage

_OURS = re.compile(r'\s*\{\s*"schema"\s*:\s*"aligner-pages"')
_VERSION = 1
_REMEDY = "convert the pages again"


def is_exported(text: str) -> bool:
    """Return whether this JSON begins as ours does."""
    return _OURS.match(text) is not None


def read(text: str, shown: str) -> tuple[Page, ...]:
    """Return the pages; those that were one document are one again. AlignerError where the file is broken."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise AlignerError(
            f"{shown}:{error.lineno}: broken JSON ({error.msg}); the file may be cut off: {_REMEDY}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise AlignerError(f"{shown}: JSON that cannot be read ({type(error).__name__}); {_REMEDY}") from error
    if data.get("version") != _VERSION:
        raise AlignerError(f"{shown}:1: pages of version {data.get('version')!r}, known is {_VERSION}; {_REMEDY}")
    lines = _Lines(text)
    try:
        pages = [_page(one, shown, lines) for one in data["pages"]]
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise AlignerError(
            f"{shown}:{lines.line}: not as `aligner convert` writes it ({_reason(error)}); {_REMEDY}"
        ) from error
    return tuple(_named(pages, [str(one.get("document", "")) for one in data["pages"]], shown))


def _reason(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else " ".join(str(error).split())[:100]


def _named(pages: list[Page], documents: list[str], shown: str) -> list[Page]:
    """Return the pages with the document's name where there are several; a language for the second time begins anew."""
    named: list[Page] = []
    rounds: Counter[tuple[str, str]] = Counter()
    for page, document in zip(pages, documents, strict=True):
        rounds[document, page.language] += 1
        number = rounds[document, page.language]
        name = f"{shown}/{document}" if len(set(documents)) > 1 else shown
        named.append(replace(page, name=name if number == 1 else f"{name} ({number})"))
    return named


class _Lines:
    """Find the lines on which texts stand, in the order in which they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.line = 1

    def of(self, value: str) -> int:
        """Return the line of this value, of the last one where it is not found."""
        found = self._text.find(json.dumps(value, ensure_ascii=False), self._at) if value else -1
        if found >= 0:
            self.line += self._text.count("\n", self._at, found)
            self._at = found
        return self.line


def _page(data: dict[str, Any], shown: str, lines: _Lines) -> Page:
    language = _string(data.get("language", ""))
    title = data.get("title")
    page = UnitPage(
        file=shown,
        language=language,
        title=None if title is None else _ruling(title, lines, "title"),
        rulings=tuple(_ruling(one, lines, "ruling") for one in data["rulings"]),
        residue=tuple(Residue(_string(text), int(line), int(column)) for text, line, column in data.get("residue", ())),
        format=_string(data.get("format", "pages")),
        language_source="format" if language else "text",
        region=_string(data.get("region", "")),
        side=_string(data.get("side", "")),
        left_out=tuple((_string(reason), int(number)) for reason, number in data.get("left_out", {}).items()),
    )
    if page.side or page.left_out or any(isinstance(one, Unit) for one in page.entries):
        return page
    return Page(shown, page.language, page.title, page.rulings, page.residue, "", page.format, region=page.region,
                language_source=page.language_source)  # fmt: skip


def _ruling(data: dict[str, Any], lines: _Lines, kind: str) -> Ruling:
    text = _string(data["text"])
    label = _string(data.get("label", ""))
    date = data.get("date")
    line = lines.of(text or label)
    fields: dict[str, Any] = {
        "line": line,
        "date": None if date is None else datetime.date.fromisoformat(date),
        "key": _string(data.get("key", "")),
        "kind": _string(data.get("kind", kind)),
        "label": label,
        "label_line": line if label else 0,
        "author": _string(data.get("author", "")),
    }
    position = int(data["position"])
    if "unit" not in data:
        return Ruling(text, position, **fields)
    return Unit(
        text,
        position,
        **fields,
        codes=tuple(_code(text, *code) for code in data.get("codes", ())),
        state=_string(data.get("state", "")),
        notes=tuple((_string(who), _string(said)) for who, said in data.get("notes", ())),
        unit=int(data["unit"]),
    )


def _code(text: str, start: int, end: int, xml: str) -> Code:
    if not 0 <= start <= end <= len(text):
        raise ValueError("a code outside its text")
    return Code(int(start), int(end), _string(xml))


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} in place of a text")
    return value
