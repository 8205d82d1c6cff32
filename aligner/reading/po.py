"""Gettext catalogues (PO): the messages are a page, their translations another."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aligner.model import AlignerError, Page
from aligner.reading import decoding, inline, units
from aligner.reading.units import Unit

_REMEDY = "mend the line, or export the catalogue again"
_CHARSET = re.compile(rb"charset=([\w.:-]+)", re.IGNORECASE)
_LINE = re.compile(r"line (\d+)")
_KEYWORD = re.compile(r"(?:#~ ?)?\s*(msg\w+)(?:\[(\d+)\])?")
_PLURALS = re.compile(r"nplurals\s*=\s*(\d{1,2})")
_PLACEHOLDER = re.compile(r"%(?:\(\w+\)|\d+\$)?[-+#0]*\d*(?:\.\d+)?l*[a-zA-Z]|\{\w*\}")
_FORMAT = re.compile(r"(?!no-)[\w-]+-format")
_NOTHING = re.compile(r"(?!)")
_NAME = re.compile(r"[\w-]+(?:[.:/#_][\w-]+)+")
# What str.splitlines takes for the end of a line, and PO does not; polib splits the text there.
_BREAKS = {ord(mark): 0xF0F80 + n for n, mark in enumerate("\v\f\x1c\x1d\x1e\x85\u2028\u2029")}
_UNBREAKS = {stand_in: mark for mark, stand_in in _BREAKS.items()}


@dataclass(frozen=True, slots=True)
class _Form:
    """A message, or one plural form of it: what is to be translated, the translation, and where both stand."""

    key: str
    source: str
    target: str | None
    source_line: int
    target_line: int


def read(data: bytes, shown: str, wide: bool = False) -> tuple[Page, ...]:
    """Return a page of the messages and one of the translations, if there are any or the header tells their language.

    The key is the message's context, else its number; each plural form is a ruling. An untranslated message is a ruling
    without text. Fuzzy and obsolete messages are on neither page. Where a flag such as c-format says that a message has
    placeholders, these are codes. Messages that are names rather than texts
    (`card.otaria.3`) are keys, and their translations the only page. The messages are English unless the header has an
    X-Source-Language. AlignerError, naming file and line, where the catalogue is broken.
    """
    text, encoding = _decoded(data, shown)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    entries, metadata = _parsed(lines, shown)
    left_out = Counter(reason for entry in entries if (reason := _reason(entry)))
    firm = [(n, entry) for n, entry in enumerate(entries, 1) if entry.msgid.strip() and not _reason(entry)]
    named = bool(firm) and all(_NAME.fullmatch(entry.msgid) for _, entry in firm)
    sources, targets = _sides(firm, named, metadata, lines)
    common = {"file": shown, "name": shown, "format": "po", "encoding": encoding}
    pages = []
    if not named:
        source = units.language(metadata.get("X-Source-Language", ""))
        pages.append(_page(sources, source if source[0] else ("en", ""), "source", left_out, common))
    target = units.language(metadata.get("Language", "") or metadata.get("X-Poedit-Language", ""))
    if named or target[0] or any(one.text for one in targets):
        pages.append(_page(targets, target, "target", left_out if named else Counter(), common))
    return tuple(pages)


def _sides(
    entries: list[tuple[int, Any]], named: bool, metadata: dict[str, str], lines: list[str]
) -> tuple[list[Unit], list[Unit]]:
    """Return the rulings of the messages and those of the translations."""
    sources: list[Unit] = []
    targets: list[Unit] = []
    plurals = _PLURALS.search(metadata.get("Plural-Forms", ""))
    keys = units.Keys()
    for number, entry in entries:
        key = keys.own(entry.msgctxt or (entry.msgid if named else ""), number)
        said = (("translator", entry.tcomment), ("developer", entry.comment))
        notes = tuple((who, what) for who, what in said if what)
        codes = _PLACEHOLDER if any(_FORMAT.fullmatch(flag) for flag in entry.flags) else _NOTHING
        for form in _forms(entry, key, int(plurals[1]) if plurals else 0, lines):
            position = len(sources) + 1
            source = inline.coded(form.source, codes)
            sources.append(units.ruling(*source, position, form.source_line, form.key, {}, notes=notes, unit=number))
            if form.target is not None:
                target = inline.coded(form.target, codes)
                targets.append(
                    units.ruling(
                        *target, position, form.target_line, form.key, {},
                        label=entry.msgctxt or entry.msgid, notes=notes if named else (), unit=number,
                    )
                )  # fmt: skip
            notes = ()
    return sources, targets


def _page(
    rulings: list[Unit], language: tuple[str, str], side: str, left_out: Counter[str], common: dict[str, str]
) -> Page:
    code, region = language
    return units.page_of(
        rulings,
        language=code,
        region=region,
        language_source="format" if code else "text",
        side=side,
        left_out=tuple(sorted(left_out.items())),
        **common,
    )


def codec(data: bytes, shown: str) -> str:
    """Return the name of the encoding that the header names, else of the one that the bytes tell."""
    return _named_codec(data) or decoding.decode(data, shown)[1]


def _named_codec(data: bytes) -> str:
    """Return what the header names, empty where it names nothing, or what these bytes are not."""
    found = _CHARSET.search(data[: 1 << 16])
    if not found or data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ""
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
        data.decode(name)
    except (LookupError, ValueError):
        return ""
    return name


def _decoded(data: bytes, shown: str) -> tuple[str, str]:
    """Return the text, and the encoding where it was guessed; what the header names is no guess."""
    name = _named_codec(data)
    return (data.decode(name), "utf-8") if name else decoding.decode(data, shown)


def _parsed(lines: list[str], shown: str) -> tuple[list[Any], dict[str, str]]:
    """Return the messages and the header's fields."""
    import polib

    given = [line.translate(_BREAKS) for line in lines]
    while given and (not given[-1].strip() or (given[-1].startswith("#") and not given[-1].startswith("#~ "))):
        given.pop()  # a comment at the end belongs to nothing, and polib may lose the message before it
    try:
        catalogue = polib.pofile("\n" + "\n".join(given) + "\n")  # the line break before it keeps it from being a path
    except (OSError, ValueError, IndexError, AttributeError) as error:
        at = _LINE.search(str(error))
        line = max(1, int(at[1]) - 1) if at else 1
        reason = str(error).rpartition("): ")[2] if "): " in str(error) else "syntax error"
        raise AlignerError(f"{shown}:{line}: broken PO ({reason}); {_REMEDY}") from error
    entries = list(catalogue)
    if not entries and not catalogue.metadata and given:
        raise AlignerError(f"{shown}: a catalogue without any message; {_REMEDY}")
    for entry in entries:
        for name in ("msgid", "msgid_plural", "msgstr", "msgctxt", "tcomment", "comment"):
            written = getattr(entry, name)
            setattr(entry, name, written.translate(_UNBREAKS) if written else "")
        entry.msgstr_plural = {n: text.translate(_UNBREAKS) for n, text in sorted(entry.msgstr_plural.items())}
    return entries, dict(catalogue.metadata)


def _reason(entry: Any) -> str:
    """Return why a message is not checked, empty where it is."""
    return "obsolete" if entry.obsolete else "fuzzy" if "fuzzy" in entry.flags else ""


def _forms(entry: Any, key: str, plurals: int, lines: list[str]) -> Iterator[_Form]:
    """Yield the message, or its plural forms; one form for all where none is translated."""
    places = _places(lines, max(entry.linenum - 1, 1))
    source, plural, written = entry.msgid, entry.msgid_plural, entry.msgstr_plural
    first = places.get("msgid", max(entry.linenum - 1, 1))
    if not plural:
        yield _Form(key, source, entry.msgstr, first, places.get("msgstr", first))
        return
    if not any(text.strip() for text in written.values()):
        yield _Form(key, source, "", first, places.get("msgstr[0]", first))
        return
    count = max(plurals, *(number + 1 for number in written))
    for number in range(count):
        target = written.get(number)
        single = count > 1 and number == 0 and _same_placeholders(target or "", source, plural)
        yield _Form(
            f"{key}[{number}]",
            source if single else plural,
            target,
            first if single else places.get("msgid_plural", first),
            places.get(f"msgstr[{number}]", first),
        )


def _same_placeholders(form: str, single: str, plural: str) -> bool:
    """Return whether the first form goes with the singular: it does not have what only the plural has, such as %d."""
    own, one, many = (Counter(_PLACEHOLDER.findall(text)) for text in (form, single, plural))
    return own == one or own != many


def _places(lines: list[str], start: int) -> dict[str, int]:
    """Return the lines of an entry's keywords, from 1."""
    found: dict[str, int] = {}
    for number in range(start, len(lines) + 1):
        keyword = _KEYWORD.match(lines[number - 1])
        if keyword is None:
            if found and lines[number - 1].lstrip()[:1] not in ('"', "#"):
                break
            continue
        name = keyword[1] + (f"[{keyword[2]}]" if keyword[2] else "")
        if name in found or (name in ("msgid", "msgctxt") and "msgid" in found):
            break
        found[name] = number
    return found
