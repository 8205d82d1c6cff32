"""Read files into pages: find them, tell what each holds, and hand it to the reader of that format."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from types import ModuleType

from aligner.model import AlignerError, Page
from aligner.reading import decoding, mtgjson, naming, pages, rules, scryfall
from aligner.reading.files import Source, contents, find_files, holds_no_pages

__all__ = ["Source", "find_files", "read", "read_bytes"]

_JSON = re.compile(r"\s*[\[{]\s*[\"{\[\]}]")
_XML = re.compile(r"\s*<(?:\?xml|!doctype|!--|tmx|html|xliff)", re.IGNORECASE)
_TRANSLATION_ROOT = re.compile(r"<(?:\w+:)?(tmx|xliff)[\s>/]")
_PO = re.compile(r"(?:[^\S\n]*(?:#.*)?\r?\n)*(?:msgctxt|msgid|domain)[^\S\n]+\"")
_BY_SUFFIX = {".tmx": "tmx", ".xlf": "xliff", ".xliff": "xliff", ".sdlxliff": "xliff", ".po": "po", ".pot": "po"}
_HEAD = 1 << 16


def read(source: Source) -> tuple[Page, ...]:
    """Return the pages of a file; AlignerError with file, place and remedy where it cannot be read."""
    return read_bytes(contents(source), source.shown, source.inside)


def read_bytes(data: bytes, shown: str, inside: str | None = None) -> tuple[Page, ...]:
    """Return the pages that these bytes hold.

    `shown` is the name that reports print; `inside` is the part of it under the PATH that was given. A page whose
    name tells no language, and whose format neither, has the language "".
    """
    found = naming.named(shown, shown if inside is None else inside)
    text, encoding = decoding.decode(data, shown, found.language)
    kind = _translation_kind(text[:_HEAD], shown)
    if kind:
        read_pages = _translations(kind, shown).read(data, shown)
        if encoding != "utf-8":
            read_pages = tuple(replace(page, encoding=encoding) for page in read_pages)
    elif _XML.match(text):
        raise AlignerError(f"{shown}: holds markup, not text; save the page as plain text")
    elif _JSON.match(text) or shown.lower().endswith(".json"):
        read_pages = tuple(replace(page, encoding=encoding) for page in _json(text, shown))
    elif shown.lower().endswith((".csv", ".tsv")):
        raise AlignerError(f"{shown}: a table holds no pages; give a glossary with --glossary, and pages as text")
    else:
        kind = "rules" if rules.is_rules_page(text) else "pages"
        title, rulings, residue = rules.read(text) if kind == "rules" else pages.read(text)
        read_pages = (Page(shown, "", title, rulings, residue, format=kind, encoding=encoding),)
    return tuple(_named(page, found) for page in read_pages)


def _translation_kind(head: str, shown: str) -> str:
    """Return "tmx", "xliff" or "po" where the text begins as one does, else where the name says so."""
    if _XML.match(head):
        root = _TRANSLATION_ROOT.search(head)
        if root:
            return root[1]
    elif _PO.match(head):
        return "po"
    suffix = shown[shown.rfind(".") :].lower() if "." in shown else ""
    return _BY_SUFFIX.get(suffix, "")


def _translations(kind: str, shown: str) -> ModuleType:
    """Return the reader of a translators' format: its `read(data, shown)` gives the pages of these bytes."""
    try:
        return importlib.import_module(f"aligner.reading.{kind}")
    except ModuleNotFoundError as error:
        raise AlignerError(f"{shown}: {kind} files cannot be read; convert it to TMX") from error


def _json(text: str, shown: str) -> tuple[Page, ...]:
    from aligner.reading.formats import load

    data = load(text, shown)
    if scryfall.is_scryfall(data):
        return scryfall.read(data, text, shown)
    if mtgjson.is_mtgjson(data):
        return mtgjson.read(data, text, shown)
    raise AlignerError(f"{shown}: {holds_no_pages('JSON')}")


def _named(page: Page, found: naming.Named) -> Page:
    """Return the page with the language and the document of its file's name, where the format tells none."""
    if page.language_source == "format":
        return page if page.name or not found.name else replace(page, name=found.name)
    if not found.language:
        return page
    return replace(
        page, language=found.language, region=found.region, language_source="name", name=page.name or found.name
    )
