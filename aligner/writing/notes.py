"""Findings as notes in the file that was checked: XLIFF and PO. Every other byte of the file stays."""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from aligner.model import AlignerError, Document, Finding, Page
from aligner.reading import po, units
from aligner.writing import markup

AUTHOR = "aligner"
"""Who our notes say they are from, so that the next run finds and replaces them."""
FORMATS = ("xliff", "po")
_PRIORITY = {"error": "1", "warning": "4", "note": "8"}
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE(?:[^\[>]|\[.*?\]\s*)*>"
    r"|<(?P<end>/?)(?P<name>[^\s/>]+)(?P<attributes>(?:[^>\"'/]++|\"[^\"]*+\"|'[^']*+'|/(?!>))*+)(?P<empty>/?)>",
    re.DOTALL,
)
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
_OURS = re.compile(rf"\s(?:from|category)\s*=\s*[\"']{AUTHOR}[\"']")
_OLD_HEAD = ("source", "seg-source", "target")  # a note of XLIFF 1 stands behind these
_NEW_BODY = ("originalData", "segment", "ignorable")  # the notes of XLIFF 2 stand before these
_PO_NOTE = f"# {AUTHOR}: "
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BEGINS = re.compile(r"msg(?:ctxt|id)\s")


def written(data: bytes, shown: str, documents: Sequence[Document], findings: Iterable[Finding]) -> tuple[bytes, int]:
    """Return the file with the findings as notes beside their units, and how many findings have no unit.

    Notes that an earlier run left are taken out first. AlignerError where the file's encoding cannot be kept.
    """
    places = _Places(documents, shown)
    notes: dict[int, list[_Note]] = defaultdict(list)
    lost = 0
    for finding in findings:
        if finding.file != shown:
            continue
        place = places.of(finding)
        if place is None:
            lost += 1
            continue
        number, side, part = place
        note = _Note(finding.severity, side, part + _said(finding))
        if note not in notes[number]:
            notes[number].append(note)
    kind = places.format
    if kind == "po":
        return _in_po(data, shown, notes), lost
    codec = _codec(data)
    text = _exact(data, codec, shown)
    version = kind.partition(" ")[2]
    return "".join(_in_xliff(text, version, notes, codec)).encode(codec), lost


@dataclass(frozen=True, slots=True)
class _Note:
    severity: str
    side: str
    text: str


def _said(finding: Finding) -> str:
    suggestion = f" → {finding.suggestion}" if finding.suggestion else ""
    said = " ".join(f"{finding.code} {finding.name}: {finding.message}{suggestion}".split())
    return _CONTROL.sub("\ufffd", said)


class _Places:
    """Where in a file the units are that findings are about."""

    def __init__(self, documents: Sequence[Document], shown: str) -> None:
        self.format = ""
        self._entries: dict[str, list[tuple[Document, Page, units.Unit]]] = defaultdict(list)
        self._parts: dict[int, set[str]] = defaultdict(set)
        self._sides: dict[str, set[str]] = defaultdict(set)
        for document in documents:
            for page in document.pages:
                if page.file == shown:
                    self._add(document, page)

    def _add(self, document: Document, page: Page) -> None:
        self.format = page.format
        self._sides[page.language].add(getattr(page, "side", ""))
        for one in page.entries:
            if isinstance(one, units.Unit) and one.key:
                self._entries[one.key].append((document, page, one))
                self._parts[one.unit].add(one.key)

    def of(self, finding: Finding) -> tuple[int, str, str] | None:
        """Return the number of the unit, the side, and which part of a unit of several; None for no unit."""
        entries = self._entries.get(finding.key, ())
        if not entries or not finding.position:
            return None
        number = min(
            (
                4 * (document.title != finding.document) + 2 * (page.language != finding.language)
                + (str(one.position) != finding.position and one.line != finding.line),
                one.unit,
            )
            for document, page, one in entries
        )[1]  # fmt: skip
        side = "source" if self._sides[finding.language] == {"source"} else "target"
        return number, side, f"{finding.key}: " if len(self._parts[number]) > 1 else ""


def _codec(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, b"<\0")):
        return "utf-16-le"
    if data.startswith((codecs.BOM_UTF16_BE, b"\0<")):
        return "utf-16-be"
    declared = _DECLARED.match(data.removeprefix(codecs.BOM_UTF8))
    return declared[1].decode("ascii") if declared else "utf-8"


def _exact(data: bytes, codec: str, shown: str) -> str:
    """Return the text that gives these bytes again."""
    try:
        text = data.decode(codec)
        if text.encode(codec) == data:
            return text
    except (LookupError, ValueError):
        pass
    raise AlignerError(f"{shown}: its encoding {codec} cannot be kept with notes in it; save the file as UTF-8")


# XLIFF


@dataclass(slots=True)
class _Element:
    """An element within a unit: its name, where it begins and ends, and the end of what stands before it."""

    name: str
    before: int
    start: int
    inner: int
    ours: bool
    end: int = 0
    children: list[_Element] = field(default_factory=list)


def _in_xliff(text: str, version: str, notes: dict[int, list[_Note]], codec: str) -> Iterator[str]:
    """Yield the pieces of the file, old and new."""
    at = 0
    for number, (prefix, unit) in enumerate(_units(text), 1):
        ours = notes.get(number, ())
        place = _New(prefix, version, codec) if version.startswith("2") else _Old(prefix, version, codec)
        for start, end, new in sorted(place.changes(text, unit, ours)):
            yield text[at:start]
            yield new
            at = end
    yield text[at:]


def _units(text: str) -> Iterator[tuple[str, _Element]]:
    """Yield every unit with what stands in it, and the prefix of its name."""
    stack: list[_Element] = []
    prefix: str | None = None
    before = 0
    for token in _TOKEN.finditer(text):
        name = token["name"]
        if not name:
            before = token.end()
            continue
        if prefix is None:
            prefix = name.rpartition("xliff")[0]
        bare = name.removeprefix(prefix) if name.startswith(prefix) else name
        if not token["end"] and (stack or bare in ("trans-unit", "unit")):
            ours = bool(_OURS.search(token["attributes"]))
            element = _Element(bare, before, token.start(), token.end(), ours, token.end())
            if stack:
                stack[-1].children.append(element)
            stack.append(element)
        if stack and (token["end"] or token["empty"]):
            closed = stack.pop()
            closed.end = token.end()
            if not stack:
                yield prefix, closed
        before = token.end()


class _Old:
    """Notes of XLIFF 1: beside source and target."""

    def __init__(self, prefix: str, version: str, codec: str) -> None:
        self.prefix = prefix
        self.codec = codec
        self.side = "" if version == "1.0" else "annotates"

    def changes(self, text: str, unit: _Element, notes: Sequence[_Note]) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and new text of what changes in a unit."""
        for child in unit.children:
            if child.name == "note" and child.ours:
                yield _with_space(text, child), child.end, ""
        heads = [child for child in unit.children if child.name in _OLD_HEAD]
        if notes and heads:
            space = _space(text, heads[0])
            new = "".join(f"{space}{self.note(one, 'from', self.side)}" for one in notes)
            yield heads[-1].end, heads[-1].end, new

    def note(self, one: _Note, who: str, where: str) -> str:
        """Return a note as an element."""
        head = [(who, AUTHOR), ("priority", _PRIORITY.get(one.severity, ""))]
        head += [(where, one.side)] if where else []
        name = f"{self.prefix}note"
        made = f"<{name}{markup.attributes(head)}>{markup.text(one.text)}</{name}>"
        return made.encode(self.codec, "xmlcharrefreplace").decode(self.codec)


class _New(_Old):
    """Notes of XLIFF 2: in an element of their own before the segments."""

    def changes(self, text: str, unit: _Element, notes: Sequence[_Note]) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and new text of what changes in a unit."""
        home = next((child for child in unit.children if child.name == "notes"), None)
        others = [child for child in home.children if not child.ours] if home else []
        made = [self.note(one, "category", "appliesTo") for one in notes]
        if home and others:
            for child in home.children:
                if child.ours:
                    yield _with_space(text, child), child.end, ""
            space = _space(text, others[0])
            if made:
                yield others[-1].end, others[-1].end, "".join(f"{space}{one}" for one in made)
            return
        if home:
            yield _with_space(text, home), home.end, ""
        body = next((child for child in unit.children if child.name in _NEW_BODY), None)
        if made and body:
            space = _space(text, body)
            deeper = f"{space}{_step(text, unit, space)}" if space else ""
            inner = "".join(f"{deeper}{one}" for one in made)
            name = f"{self.prefix}notes"
            at = _with_space(text, body)
            yield at, at, f"{space}<{name}>{inner}{space}</{name}>"


def _with_space(text: str, element: _Element) -> int:
    """Return where the space before an element begins."""
    return element.before if not text[element.before : element.start].strip() else element.start


def _space(text: str, element: _Element) -> str:
    """Return the line break and the indentation before an element, empty where it stands in its line."""
    before = text[element.before : element.start]
    return before[before.rindex("\n") - before.endswith("\r\n") :] if not before.strip() and "\n" in before else ""


def _step(text: str, unit: _Element, space: str) -> str:
    """Return by how much a child is set in further than its unit."""
    outer = _space(text, unit)
    return space[len(outer) :] if outer and space.startswith(outer) else "  "


# PO


def _in_po(data: bytes, shown: str, notes: dict[int, list[_Note]]) -> bytes:
    """Return the catalogue with the notes as comments of the translator, before those of the program."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    codec = po.codec(data, shown)
    text = _exact(data[len(mark) :], codec, shown)
    found: list[str] = []
    for entry in _entries(text):
        if entry.number and notes.get(entry.number):
            ending = "\r\n" if entry.lines[-1].endswith("\r\n") else "\n"
            place = next((n for n, line in enumerate(entry.lines) if not _is_comment(line)), len(entry.lines))
            said = [
                f"{_PO_NOTE}{one.text}".encode(codec, "backslashreplace").decode(codec) for one in notes[entry.number]
            ]
            entry.lines[place:place] = [f"{line}{ending}" for line in said]
        found += entry.lines
    return mark + "".join(found).encode(codec)


@dataclass(slots=True)
class _Entry:
    """The lines of one message with its comments; `number` counts messages without the header, 0 for what is none."""

    number: int
    lines: list[str]


def _entries(text: str) -> Iterator[_Entry]:
    """Yield the entries of a catalogue without our own notes; blank lines belong to the entry before them."""
    number = 0
    header = True
    lines: list[str] = []
    full = False

    def entry() -> _Entry:
        nonlocal number, header
        message = "".join(line for line in lines if not line.startswith("#") or line.startswith("#~"))
        if header and re.match(r'\s*msgid\s+""\s*\n?\s*msgstr', message.replace("\r", "")):
            header = False
            return _Entry(0, lines)
        number += full
        return _Entry(number if full else 0, lines)

    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        bare = line.removeprefix("#~").lstrip()
        begins = (line.startswith("#") and not line.startswith("#~")) or _BEGINS.match(bare) is not None
        if full and begins:
            yield entry()
            lines, full = [], False
        if line.startswith(_PO_NOTE):
            continue
        full = full or bare.startswith("msgstr")
        lines.append(line)
    yield entry()


def _is_comment(line: str) -> bool:
    return line.startswith("# ") or line.rstrip() == "#"
