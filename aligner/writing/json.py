"""Our own JSON: every page with all that is known of it, and nothing that is not."""

from __future__ import annotations

import json
from typing import Any

from aligner.model import Page, Ruling
from aligner.reading.units import Unit, UnitPage
from aligner.writing import Bundle, Written

SCHEMA = "aligner-pages"
VERSION = 1


def render(bundle: Bundle, reference: str) -> list[Written]:
    """Return one file with the pages in their order, a ruling a line."""
    pages = tuple(page for document, _ in bundle.documents for page in document.pages)
    names = [document.title for document, _ in bundle.documents for _ in document.pages]
    lines = ["{", f'"schema": {_dump(SCHEMA)}, "version": {VERSION},', '"pages": [']
    for number, (page, name) in enumerate(zip(pages, names, strict=True)):
        head = _dump(_page(page, name))[1:-1]
        lines.append("{" + head + ', "rulings": [')
        lines += [_dump(_ruling(one)) + "," for one in page.rulings[:-1]]
        lines += [_dump(_ruling(one)) for one in page.rulings[-1:]]
        lines.append("]}" + ("," if number + 1 < len(pages) else ""))
    lines += ["]", "}", ""]
    return [Written(f"{bundle.name}.json", "\n".join(lines).encode("utf-8"), pages)]


def _dump(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(value)  # half a character of UTF-16, which UTF-8 has no form for
    return written


def _page(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"document": name, "language": page.language}
    if page.region:
        found["region"] = page.region
    if page.format != "pages":
        found["format"] = page.format
    if isinstance(page, UnitPage):
        found |= {"side": page.side} if page.side else {}
        found |= {"left_out": dict(page.left_out)} if page.left_out else {}
    if page.title:
        found["title"] = _ruling(page.title)
    if page.residue:
        found["residue"] = [[one.text, one.line, one.column] for one in page.residue]
    return found


def _ruling(one: Ruling) -> dict[str, Any]:
    found: dict[str, Any] = {"position": one.position}
    if one.date:
        found["date"] = one.date.isoformat()
    for name, usual in (("label", ""), ("key", ""), ("kind", "ruling"), ("author", "")):
        value = getattr(one, name)
        if value != usual:
            found[name] = value
    found["text"] = one.text
    if isinstance(one, Unit):
        found |= {"state": one.state} if one.state else {}
        found |= {"notes": [list(note) for note in one.notes]} if one.notes else {}
        found |= {"codes": [[code.start, code.end, code.xml] for code in one.codes]} if one.codes else {}
        found["unit"] = one.unit
    return found
