"""XLIFF 1.2: a file for each language that is translated into, a `<file>` in it for each document."""

from __future__ import annotations

from aligner.model import Document, Group, Page, Ruling
from aligner.reading import units
from aligner.reading.units import OWN, Unit
from aligner.writing import Bundle, Written, markup, rows, source_of, tag, unit_key, unused

_STATES = frozenset(
    "final needs-adaptation needs-l10n needs-review-adaptation needs-review-l10n needs-review-translation "
    "needs-translation new signed-off translated".split()
)
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">"""


def render(bundle: Bundle, reference: str) -> list[Written]:
    """Return a file for each language beside the source's; dates, labels and the like stand in contexts of ours."""
    files: dict[str, list[tuple[Document, tuple[Group, ...], Page, Page | None]]] = {}
    for document, groups in bundle.documents:
        source = source_of(document.pages, reference)
        targets: list[Page | None] = [page for page in document.pages if page is not source]
        for target in targets or [None]:
            name = f"{tag(source)}-{tag(target)}" if target else tag(source)
            files.setdefault(name, []).append((document, groups, source, target))
    written = []
    for name, some in files.items():
        originals: set[str] = set()
        lines = [_HEAD]
        numbers = _Numbers()
        for document, groups, home, other in some:
            lines += _file(document, groups, home, other, unused(document.title, originals), numbers)
        pages = [page for _, _, home, other in some for page in (home, other) if page]
        data = "\n".join((*lines, "</xliff>", "")).encode("utf-8", "replace")
        written.append(Written(f"{bundle.name}.{name}.xlf", data, tuple(pages)))
    return written


class _Numbers:
    """The number of the unit in the whole file."""

    def __init__(self) -> None:
        self.unit = 0


def _file(
    document: Document, groups: tuple[Group, ...], source: Page, target: Page | None, original: str, numbers: _Numbers
) -> list[str]:
    head = [("original", original or "pages"), ("source-language", tag(source))]
    head += [("target-language", tag(target) if target else ""), ("datatype", "plaintext"), ("xml:space", "preserve")]
    lines = [f"<file{markup.attributes(head)}>", "<body>"]
    places = {id(page): number for number, page in enumerate(document.pages)}
    used: set[str] = set()
    position = 0
    for row in rows(document, groups):
        ours = row.get(places[id(source)])
        theirs = row.get(places[id(target)]) if target else None
        if ours is None and theirs is None:
            continue
        position += 1
        numbers.unit += 1
        both = {n: one for n, one in enumerate((ours, theirs)) if one}
        key = unit_key(both, used, numbers.unit)
        lines += _unit(source, ours, target, theirs, key, position)
    return [*lines, "</body>", "</file>"]


def _unit(
    source: Page, ours: Ruling | None, target: Page | None, theirs: Ruling | None, key: str, position: int
) -> list[str]:
    """Return the lines of one unit."""
    states = (_state(theirs) if theirs else "").split()
    lawful = all(one in _STATES or one == "approved" for one in states) and len(set(states) - {"approved"}) < 2
    approved = "yes" if lawful and "approved" in states else ""
    lines = [f"<trans-unit{markup.attributes([('id', key), ('approved', approved)])}>"]
    lines.append(f"<source>{markup.content(ours, source, markup.XLIFF) if ours else ''}</source>")
    if theirs and target:
        state = next((one for one in states if one != "approved"), "") if lawful else ""
        lines.append(
            f"<target{markup.attributes([('state', state)])}>{markup.content(theirs, target, markup.XLIFF)}</target>"
        )
    contexts = []
    for side, one in (("source", ours), ("target", theirs)):
        if one:
            kept = units.properties(one, position, key)
            if not one.text and (ours is None or not ours.text):
                kept["label"] = one.label  # without it there is nothing to translate
            if _state(one) and (side == "source" or not lawful):
                kept["state"] = _state(one)
            contexts += [
                f'<context context-type="{markup.attribute(f"{OWN}{side}-{name}")}">{markup.text(value)}</context>'
                for name, value in kept.items()
            ]
    if contexts:
        lines += ['<context-group name="aligner" purpose="information">', *contexts, "</context-group>"]
    for side, one in (("", ours), ("target", theirs)):
        for who, said in one.notes if isinstance(one, Unit) else ():
            lines.append(f"<note{markup.attributes([('from', who), ('annotates', side)])}>{markup.text(said)}</note>")
    return [*lines, "</trans-unit>"]


def _state(one: Ruling) -> str:
    return one.state if isinstance(one, Unit) else ""
