"""XLIFF 1.0 to 1.2 and 2.x: each `<file>` is a document, its source and its target a page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from aligner.model import AlignerError, Page
from aligner.reading import inline, units, xmlstream
from aligner.reading.units import OWN, XML_LANG, Unit

_REMEDY = "export it again as XLIFF 1.2 or 2.1"
_PROTECTED = 'translate="no"'
_Notes = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _File:
    """One `<file>` while its units are read."""

    original: str
    source: tuple[str, str]
    target: tuple[str, str]
    sources: list[Unit] = field(default_factory=list)
    targets: list[Unit] = field(default_factory=list)
    has_target: bool = False
    left_out: Counter[str] = field(default_factory=Counter)
    keys: units.Keys = field(default_factory=units.Keys)
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Segment:
    """What is translated as one: a segment, or a whole unit. No target is None, an empty one is an element."""

    name: str
    source: Any
    target: Any
    state: str


def read(data: bytes | xmlstream.Readable, shown: str, wide: bool = False) -> tuple[Page, ...]:
    """Return a page for the source and one for the target of each `<file>`, the source first.

    A segment is a ruling, on both pages with the same key: the unit's id, with the segment's behind it where the unit
    has several. An absent target is no ruling, an empty or blank one a ruling without text. What is marked as not to be
    translated is on neither page. Codes inside a text, states and notes are kept beside it. Files with one `original`
    and the same source in several target languages are one document. AlignerError, naming file and line, where the XML
    is broken, holds entities, or has no source language.
    """
    files = list(_files(data, shown))
    encoding = "utf-16" if wide or xmlstream.is_wide(data) else "utf-8"
    pages: list[Page] = []
    known: dict[tuple[object, ...], tuple[str, set[str]]] = {}
    names: Counter[str] = Counter()
    for version, one in files:
        same = (one.original, one.source, *((unit.key, unit.text, unit.codes, unit.notes) for unit in one.sources))
        fields = {"file": shown, "format": f"xliff {version}", "encoding": encoding}
        if same not in known or one.target[0] in known[same][1]:
            known[same] = (_name(shown, one, len(files), names), {one.source[0]})
            pages.append(_page(one.sources, "source", one, known[same][0], fields))
        if one.has_target or one.target[0]:
            known[same][1].add(one.target[0])
            pages.append(_page(one.targets, "target", one, known[same][0], fields))
    if not pages:
        raise AlignerError(f"{shown}: an XLIFF without any <file>; {_REMEDY}")
    return tuple(pages)


def _name(shown: str, one: _File, number: int, names: Counter[str]) -> str:
    if number == 1:
        return shown
    name = f"{shown}/{one.original or 'file'}"
    names[name] += 1
    return name if names[name] == 1 else f"{name} ({names[name]})"


def _page(rulings: list[Unit], side: str, one: _File, name: str, fields: dict[str, str]) -> Page:
    code, region = one.source if side == "source" else one.target
    return units.page_of(
        rulings,
        language=code,
        region=region,
        name=name,
        language_source="format" if code else "text",
        side=side,
        left_out=tuple(one.left_out.items()) if side == "source" else (),
        **fields,
    )


def _files(data: bytes | xmlstream.Readable, shown: str) -> Iterator[tuple[str, _File]]:
    """Yield the version and each file with its units."""
    tags = ("xliff", "file", "group", "trans-unit", "unit")
    translate = [True]
    version = home = ""
    languages: tuple[str, str] = ("", "")
    one: _File | None = None
    number = 0
    for event, element in xmlstream.stream(data, shown, "xliff", tags, _REMEDY, starts=True):
        name = xmlstream.local(element)
        if event == "start" and name == "xliff" and not version:
            version, home = _version(element, shown), xmlstream.namespace(element)
            languages = element.get("srcLang") or "", element.get("trgLang") or ""
        if xmlstream.namespace(element) != home:
            continue
        if name in ("trans-unit", "unit"):
            if event == "end" and one is not None:
                number += 1
                _unit(element, one, _yes(element, translate[-1]), number, shown)
                xmlstream.done(element)
        elif event == "start":
            translate.append(_yes(element, translate[-1]))
            if name == "file":
                one = _file(element, languages, shown)
        else:
            translate.pop()
            if name == "file" and one is not None:
                yield version, one
                one = None
            if name != "xliff":
                xmlstream.done(element)


def _version(root: Any, shown: str) -> str:
    version = (root.get("version") or "").strip() or ("2.0" if root.get("srcLang") else "1.2")
    if version[0] not in "12":
        raise AlignerError(f"{shown}:{root.sourceline}: XLIFF of an unknown version {version!r}; {_REMEDY}")
    return version


def _yes(element: Any, otherwise: bool) -> bool:
    said = element.get("translate")
    return otherwise if said is None else said != "no"


def _file(element: Any, languages: tuple[str, str], shown: str) -> _File:
    source = units.language(element.get("source-language") or languages[0])
    if not source[0]:
        raise AlignerError(
            f"{shown}:{element.sourceline}: a file without a source language; "
            "write it into source-language (XLIFF 1.2) or srcLang (2.x)"
        )
    target = units.language(element.get("target-language") or languages[1])
    return _File(element.get("original") or element.get("id") or "", source, target)


def _unit(unit: Any, one: _File, translate: bool, number: int, shown: str) -> None:
    """Add the segments of one unit to its file's pages."""
    parts = _children(unit)
    old = xmlstream.local(unit) == "trans-unit"
    segments = list(_old_segments(unit, parts) if old else _segments(parts))
    notes, aside = _notes(parts, shown)
    kept = _kept(parts, shown)
    own = one.keys.own(unit.get("id") or "", number) if segments else ""
    for place, segment in enumerate(segments):
        one.number += 1
        if not translate or _is_protected(segment.source):
            one.left_out[_PROTECTED] += 1
            continue
        key = own if len(segments) == 1 else f"{own}/{segment.name or place + 1}"
        text, codes = inline.content(segment.source, shown)
        target = segment.target
        if target is not None:
            one.has_target = True
            one.target = one.target if one.target[0] else units.language(target.get(XML_LANG) or "")
        theirs = inline.content(target, shown) if target is not None else ("", ())
        if text or "label" in kept["source"]:
            one.sources.append(
                units.ruling(
                    text, codes, one.number, segment.source.sourceline, key, kept["source"],
                    label=key, notes=notes if target is not None else (*notes, *aside), unit=number,
                )
            )  # fmt: skip
        elif not theirs[0] and "label" not in kept["target"]:
            continue  # nothing to translate
        if target is not None:
            one.targets.append(
                units.ruling(
                    *theirs, one.number, target.sourceline, key, kept["target"],
                    label=key, state=segment.state, notes=aside if text else (*notes, *aside), unit=number,
                )
            )  # fmt: skip
        notes = aside = ()


def _children(element: Any) -> dict[str, list[Any]]:
    """Return the children of an element by their local names."""
    found: dict[str, list[Any]] = {}
    for child in element:
        if isinstance(child.tag, str):
            found.setdefault(xmlstream.local(child), []).append(child)
    return found


def _segments(parts: dict[str, list[Any]]) -> Iterator[_Segment]:
    """Yield the segments of a unit of XLIFF 2; what it calls ignorable stands between them."""
    for segment in parts.get("segment", ()):
        inside = _children(segment)
        if "source" in inside:
            state = segment.get("state") or ""
            if segment.get("subState"):
                state = f"{state} {segment.get('subState')}".strip()
            target = inside["target"][0] if "target" in inside else None
            yield _Segment(segment.get("id") or "", inside["source"][0], target, state)


def _old_segments(unit: Any, parts: dict[str, list[Any]]) -> Iterator[_Segment]:
    """Yield the segments that a unit of XLIFF 1 marks in source and target alike, else the unit."""
    if "source" not in parts:
        return
    source, target = parts["source"][0], parts["target"][0] if "target" in parts else None
    state = target.get("state") or "" if target is not None else ""
    if unit.get("approved") == "yes":
        state = f"{state} approved".strip()
    marked = _marked(parts["seg-source"][0]) if "seg-source" in parts else {}
    if marked and _letters(parts["seg-source"]) != _letters(marked.values()):
        marked = {}  # what stands between the segments is text too
    others = _marked(target) if marked and target is not None else {}
    filled = target is not None and (len(target) or (target.text or "").strip())
    if len(marked) < 2 or (filled and not others):
        yield _Segment("", source, target, state)
        return
    for name, mark in marked.items():
        yield _Segment(name, mark, others.get(name), state)


def _marked(element: Any) -> dict[str, Any]:
    """Return the segments that an element marks, by their ids."""
    return {
        mark.get("mid") or str(number): mark
        for number, mark in enumerate(element.iter("{*}mrk"), 1)
        if mark.get("mtype") == "seg"
    }


def _letters(elements: Iterable[Any]) -> int:
    """Return how many characters beside space stand in elements."""
    return sum(not character.isspace() for one in elements for piece in one.itertext("*") for character in piece)


def _is_protected(source: Any) -> bool:
    """Return whether one mark says of the whole text that it is not to be translated."""
    if len(source) != 1 or (source.text or "").strip() or (source[0].tail or "").strip():
        return False
    mark = source[0]
    return xmlstream.is_named(mark, "mrk") and (mark.get("translate") == "no" or mark.get("mtype") == "protected")


def _notes(parts: dict[str, list[Any]], shown: str) -> tuple[_Notes, _Notes]:
    """Return the notes of a unit, and those on its target, each with who says it."""
    found: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    homes = [*parts.get("notes", ())]
    for segment in parts.get("segment", ()):  # where some programs put the notes of XLIFF 2
        homes += [child for child in segment if xmlstream.is_named(child, "notes")]
    notes = [*parts.get("note", ()), *(child for home in homes for child in home)]
    for note in notes:
        if xmlstream.is_named(note, "note"):
            aside = (note.get("annotates") or note.get("appliesTo")) == "target"
            who = note.get("from") or note.get("category") or ""
            found[aside].append((who, xmlstream.plain(note, shown)))
    return tuple(found[0]), tuple(found[1])


def _kept(parts: dict[str, list[Any]], shown: str) -> dict[str, dict[str, str]]:
    """Return the properties that a writer of ours left in the unit, by side."""
    kept: dict[str, dict[str, str]] = {"source": {}, "target": {}}
    for group in parts.get("context-group", ()):
        for context in group:
            kind = context.get("context-type") or "" if xmlstream.is_named(context, "context") else ""
            side, _, name = kind.removeprefix(OWN).partition("-")
            if kind.startswith(OWN) and side in kept:
                kept[side][name] = xmlstream.plain(context, shown)
    return kept
