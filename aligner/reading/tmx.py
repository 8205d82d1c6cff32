"""Translation memories (TMX 1.4): each language is a page, each unit a ruling."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aligner.model import AlignerError, Page, Residue, Ruling

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_MARKUP = frozenset(("bpt", "ept", "it", "ph", "ut"))  # native codes of another format, no text of the segment


@dataclass(slots=True)
class _Variants:
    """What one language has in the units so far."""

    region: str
    rulings: list[Ruling] = field(default_factory=list)
    residue: list[Residue] = field(default_factory=list)


def read(data: bytes, shown: str, wide: bool = False) -> tuple[Page, ...]:
    """Return a page for each language, in the order in which they are first met.

    A ruling's position is the number of its unit, its key the unit's `tuid`, else that number. A unit that lacks a
    language lacks the ruling on that page; an empty segment is a ruling without text. Entities are not resolved and
    nothing is fetched.
    """
    root = _parse(data, shown)
    header = root.find("header")
    source = _language(header.get("srclang") or "")[0] if header is not None else ""
    found: dict[tuple[str, str], _Variants] = {}
    for position, unit in enumerate(root.iter("tu"), 1):
        _unit(unit, position, source, found, shown)
    if not found:
        raise AlignerError(f"{shown}: a translation memory without any unit; export it again")
    return tuple(
        Page(
            shown,
            language,
            None,
            tuple(variants.rulings),
            tuple(variants.residue),
            name=shown,
            format="tmx",
            encoding="utf-16" if wide else "utf-8",
            language_source="format",
            region=variants.region,
        )
        for (language, _), variants in found.items()
    )


def _unit(unit: Any, position: int, source: str, found: dict[tuple[str, str], _Variants], shown: str) -> None:
    """Add the variants of one unit to their pages; a second one of a language and region is residue."""
    key = unit.get("tuid") or str(position)
    filled: set[tuple[str, str]] = set()
    variants = [(variant, *_segment(variant)) for variant in unit.findall("tuv")]
    for variant, text, line in variants:
        code, region = _language(variant.get(_XML_LANG) or variant.get("lang") or "")
        if not code:
            raise AlignerError(f"{shown}:{variant.sourceline}: a tuv without a language; give it an xml:lang")
        blank = not text.strip()
        if blank and (code == source or not any(other.strip() for _, other, _ in variants)):
            continue  # nothing to translate
        page = (code, region) if (code, "") in filled else (code, "")
        home = found.setdefault(page, _Variants(region))
        if page in filled:
            home.residue.append(Residue(text, line))
            continue
        filled.add(page)
        label, label_line = (key, line) if blank else ("", 0)
        ruling = Ruling("" if blank else text, position, line, 0, key=key, label=label, label_line=label_line)
        home.rulings.append(ruling)


def _parse(data: bytes, shown: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise AlignerError(
            f"{shown}:{error.lineno or 1}: broken XML ({error.msg}); the file may be cut off: export it again"
        ) from error
    except ValueError as error:
        raise AlignerError(f"{shown}: XML that cannot be read ({error}); export it again") from error
    if root.tag != "tmx":
        raise AlignerError(f"{shown}: XML but no translation memory (its root is <{root.tag}>); export it as TMX 1.4")
    return root


def _language(code: str) -> tuple[str, str]:
    from aligner.languages import canonical

    if not code or code == "*all*":
        return "", ""
    ours, region = canonical(code)
    return ours or code.lower(), region


def _segment(variant: Any) -> tuple[str, int]:
    """Return the text of a variant without the codes inside it, and its line in the source."""
    segment = variant.find("seg")
    if segment is None:
        return "", variant.sourceline
    return "".join(_texts(segment)), segment.sourceline


def _texts(element: Any) -> list[str]:
    found = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _MARKUP:
            found += _texts(child)
        found.append(child.tail or "")
    return found
