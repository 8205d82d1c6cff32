"""Translation memories: TMX 1.4, a unit a group of rulings."""

from __future__ import annotations

from aligner import __version__
from aligner.model import Document, Ruling
from aligner.reading import units
from aligner.reading.units import OWN, Unit
from aligner.writing import Bundle, Row, Written, markup, rows, source_of, tag, unit_key


def render(bundle: Bundle, reference: str) -> list[Written]:
    """Return one memory with all documents; dates, labels and the like stand in properties of ours."""
    pages = tuple(page for document, _ in bundle.documents for page in document.pages)
    source = source_of(pages, reference)
    head = (
        ("creationtool", "aligner"), ("creationtoolversion", __version__), ("segtype", "paragraph"),
        ("o-tmf", "aligner"), ("adminlang", "en"), ("srclang", tag(source)), ("datatype", "plaintext"),
    )  # fmt: skip
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<tmx version="1.4">', f"<header{markup.attributes(head)}/>"]
    lines.append("<body>")
    used: set[str] = set()
    number = 0
    for place, (document, groups) in enumerate(bundle.documents, 1):
        name = f"{place} {document.title}" if len(bundle.documents) > 1 else ""
        for row in rows(document, groups):
            number += 1
            lines += _unit(row, document, name, number, unit_key(row, used, number), source.language)
    lines += ["</body>", "</tmx>", ""]
    return [Written(f"{bundle.name}.tmx", "\n".join(lines).encode("utf-8", "replace"), pages)]


def _unit(row: Row, document: Document, name: str, number: int, key: str, source: str) -> list[str]:
    """Return the lines of one unit; properties that all its rulings have alike stand at the unit."""
    empty = not any(one.text.strip() for one in row.values())
    kept = {}
    for place, one in row.items():
        kept[place] = units.properties(one, number, key)
        if not one.text and (empty or document.pages[place].language == source):
            kept[place]["label"] = one.label
        if isinstance(one, Unit) and one.state:
            kept[place]["state"] = one.state
    first, *others = kept.values()
    general = {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}
    lines = [f"<tu{markup.attributes([('tuid', key)])}>"]
    lines += [_property("document", name)] if name else []
    lines += [_property(*item) for item in general.items()]
    for place, one in row.items():
        page = document.pages[place]
        own = [_property(*item) for item in kept[place].items() if item[0] not in general]
        lines += [
            f'<tuv xml:lang="{markup.attribute(tag(page))}">',
            *_notes(one),
            *own,
            f"<seg>{markup.content(one, page, markup.TMX)}</seg>",
            "</tuv>",
        ]
    return [*lines, "</tu>"]


def _notes(one: Ruling) -> list[str]:
    notes = one.notes if isinstance(one, Unit) else ()
    return [f"<note>{markup.text(said)}</note>" if not who else _property(f"note:{who}", said) for who, said in notes]


def _property(name: str, value: str) -> str:
    return f'<prop type="{markup.attribute(OWN + name)}">{markup.text(value)}</prop>'
