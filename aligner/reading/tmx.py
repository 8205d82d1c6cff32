"""Translation memories (TMX 1.4): each language is a page, each unit a ruling."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aligner.model import AlignerError, Page, Residue
from aligner.reading import inline, units, xmlstream
from aligner.reading.units import OWN, XML_LANG, Unit

_REMEDY = "export it again as TMX 1.4"


@dataclass(slots=True)
class _Variants:
    """What one language has in the units so far."""

    region: str
    document: str
    rulings: list[Unit] = field(default_factory=list)
    residue: list[Residue] = field(default_factory=list)


_Found = dict[tuple[str, str, str], _Variants]


def read(data: bytes | xmlstream.Readable, shown: str, wide: bool = False) -> tuple[Page, ...]:
    """Return a page for each language, in the order in which they are first met.

    A ruling's position is the number of its unit, its key the unit's `tuid`, else that number. A unit that lacks a
    language lacks the ruling on that page; an empty segment is a ruling without text. Codes inside a segment are kept
    beside its text. Entities are not resolved and nothing is fetched; where there are any, and where the XML is
    broken, AlignerError names the line.
    """
    source = ""
    found: _Found = {}
    keys = units.Keys()
    number = 0
    for _, element in xmlstream.stream(data, shown, "tmx", ("header", "tu"), _REMEDY):
        if xmlstream.local(element) == "header":
            source = units.language(element.get("srclang") or "")[0]
            continue
        number += 1
        _unit(element, number, keys.own(element.get("tuid") or "", number), source, found, shown)
        xmlstream.done(element)
    if not found:
        raise AlignerError(f"{shown}: a translation memory without any unit; {_REMEDY}")
    return tuple(
        units.page_of(
            variants.rulings,
            file=shown,
            language=code,
            residue=tuple(variants.residue),
            name=f"{shown}/{variants.document}" if variants.document else shown,
            format="tmx",
            encoding="utf-16" if wide or xmlstream.is_wide(data) else "utf-8",
            language_source="format" if code else "text",
            region=variants.region,
        )
        for (_, code, _), variants in found.items()
    )


def _unit(unit: Any, number: int, key: str, source: str, found: _Found, shown: str) -> None:
    """Add the variants of one unit to their pages; a second one of a language and region is residue."""
    general, notes = _properties(unit, shown)
    document = general.pop("document", "")
    variants = [(variant, *_segment(variant, shown)) for variant in unit if xmlstream.is_named(variant, "tuv")]
    filled: dict[tuple[str, str], tuple[str, str]] = {}  # language and region → the page that has it
    for variant, text, codes, line in variants:
        tag = variant.get(XML_LANG) or variant.get("lang") or ""
        code, region = units.language(tag)
        if not code and tag.lower() != "und":
            raise AlignerError(f"{shown}:{variant.sourceline}: a tuv without a language; give it an xml:lang")
        own, said = _properties(variant, shown) if len(variant) > 1 else ({}, ())
        kept = {**general, **own}
        if not text and "label" not in kept and (code == source or not any(other for _, other, _, _ in variants)):
            continue  # nothing to translate
        page = filled.get((code, region)) or ((code, region) if (code, "") in filled.values() else (code, ""))
        home = found.setdefault((document, *page), _Variants(region, document))
        if page in filled.values():
            home.residue.append(Residue(text, line))
            continue
        said = said if filled else (*notes, *said)
        filled[code, region] = page
        home.rulings.append(
            units.ruling(
                text, codes, number, line, key, kept,
                label=key, state=kept.get("state", ""), notes=said, unit=number,
            )
        )  # fmt: skip


def _segment(variant: Any, shown: str) -> tuple[str, tuple[inline.Code, ...], int]:
    """Return the text of a variant, the codes inside it, and its line in the source."""
    for child in variant:
        if xmlstream.is_named(child, "seg"):
            return *inline.content(child, shown), child.sourceline
    return "", (), variant.sourceline


def _properties(home: Any, shown: str) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Return the properties of ours and the notes of a unit or a variant."""
    kept: dict[str, str] = {}
    notes: list[tuple[str, str]] = []
    for child in home:
        if xmlstream.is_named(child, "prop"):
            kind = child.get("type") or ""
            if kind.startswith(f"{OWN}note:"):
                notes.append((kind.removeprefix(f"{OWN}note:"), xmlstream.plain(child, shown)))
            elif kind.startswith(OWN):
                kept[kind.removeprefix(OWN)] = xmlstream.plain(child, shown)
        elif xmlstream.is_named(child, "note"):
            notes.append(("", xmlstream.plain(child, shown)))
    return kept, tuple(notes)
