"""The texts of segments, and the codes inside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aligner.reading.xmlstream import entity, local, namespace

_XML = "{http://www.w3.org/XML/1998/namespace}"
# Elements that stand for codes of another format, with all that is in them; every other element holds text.
_CODES = frozenset(("bpt", "ept", "it", "ph", "ut", "x", "bx", "ex", "sc", "ec", "sm", "em", "cp"))
_BREAK = re.compile(r"(?:x-)?(?:html[-:])?br|(?:xlf:|x-)?lb|</?br\b.*|\\n|\n", re.IGNORECASE | re.DOTALL)
# `xml.sax.saxutils` has this as well, but loads what fetches addresses.
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_AND_RETURN = {**_MARKUP, ord("\r"): "&#13;"}
_AND_QUOTE = {**_AND_RETURN, ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}
_SPECIAL = re.compile(r"""[&<>"\n\r\t]""")
_KINDS = ("type", "ctype", "subType", "equiv-text", "equiv", "disp")  # attributes that say what a code stands for
_TOUCHING = frozenset(",.;:!?)]}%»”’。、，")


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of a text's source that is no text: an inline code, or the space at the text's ends.

    It stands at text[start:end], which is empty, or the line break that the reader put for the code. `xml` is what the
    file has there, well-formed wherever it is put together with its fellows.
    """

    start: int
    end: int
    xml: str


def content(element: Any, shown: str) -> tuple[str, tuple[Code, ...]]:
    """Return the text of a segment, and the codes in it.

    A code between two words that stands for a line break gives one. The space that a code leaves doubled, or alone
    before a mark, belongs to the code, and so do line breaks at the text's ends, and a text of nothing but space.
    """
    if not len(element):
        return _trimmed(element.text or "", [])
    made = _Content()
    _walk(element, made, namespace(element), shown)
    return _trimmed(made.text(), made.codes)


def coded(text: str, pattern: re.Pattern[str]) -> tuple[str, tuple[Code, ...]]:
    """Return a plain text without what the pattern finds, which becomes codes, or without the space it has alone."""
    if not text.strip():
        return "", blank(text)
    made = _Content()
    at = 0
    for number, found in enumerate(pattern.finditer(text), 1):
        made.add(text[at : found.start()])
        made.code(f'<ph id="{number}">{found[0].translate(_MARKUP)}</ph>')
        at = found.end()
    made.add(text[at:])
    return made.text(), tuple(made.codes)


def blank(text: str) -> tuple[Code, ...]:
    """Return the space of a text that has nothing else, as what stands there beside the text."""
    return (Code(0, 0, text.translate(_MARKUP)),) if text and not text.strip() else ()


def _trimmed(text: str, codes: list[Code]) -> tuple[str, tuple[Code, ...]]:
    """Move the line breaks at the ends of a text, with the space around them, into codes."""
    if text and not (text[0].isspace() or text[-1].isspace()):
        return text, tuple(codes)
    lead, trail = len(text) - len(text.lstrip()), len(text.rstrip())
    if not trail:
        return "", (Code(0, 0, _written(text, codes)),) if text or codes else ()
    lead = lead if "\n" in text[:lead] else 0
    trail = trail if "\n" in text[trail:] else len(text)
    found = [Code(one.start - lead, one.end - lead, one.xml) for one in codes if lead <= one.start and one.end <= trail]
    if lead:
        found.insert(0, Code(0, 0, _written(text[:lead], [one for one in codes if one.start < lead])))
    if trail < len(text):
        after = [Code(max(one.start - trail, 0), one.end - trail, one.xml) for one in codes if one.end > trail]
        found.append(Code(trail - lead, trail - lead, _written(text[trail:], after)))
    return text[lead:trail], tuple(found)


def _written(text: str, codes: Sequence[Code]) -> str:
    """Return a text with its codes as XML."""
    parts = []
    at = 0
    for one in codes:
        parts += [text[at : one.start].translate(_MARKUP), one.xml]
        at = one.end
    return "".join((*parts, text[at:].translate(_MARKUP)))


class _Content:
    """A text and its codes while they are put together."""

    def __init__(self) -> None:
        self._parts = ""
        self.codes: list[Code] = []
        self._fresh = 0  # codes since the last text

    def text(self) -> str:
        self._settle("")
        return self._parts

    def add(self, text: str) -> None:
        if text:
            left = self._settle(text)
            self._parts += left
            self._fresh = 0 if left else self._fresh

    def code(self, xml: str, breaks: bool = False) -> None:
        at = len(self._parts)
        if breaks and at and not self._parts[-1].isspace():
            self._parts += "\n"
            self._fresh = 0
            self.codes.append(Code(at, at + 1, xml))
            return
        self.codes.append(Code(at, at, xml))
        self._fresh += 1

    def _settle(self, text: str) -> str:
        """Give the codes that were added last the space that they would leave behind; return the text that is left."""
        if not self._fresh:
            return text
        before = self._parts
        spaced = before.endswith(" ")
        if text.startswith(" ") and (spaced or not before):
            last = self.codes[-1]
            self.codes[-1] = Code(last.start, last.end, last.xml + " ")
            return text[1:]
        if spaced and (not text or text[0] in _TOUCHING) and before.strip():
            first = len(self.codes) - self._fresh
            self._parts = before[:-1]
            for n in range(first, len(self.codes)):
                one = self.codes[n]
                self.codes[n] = Code(one.start - 1, one.end - 1, (" " if n == first else "") + one.xml)
        return text


def _walk(element: Any, made: _Content, home: str, shown: str) -> None:
    made.add(element.text or "")
    for child in element:
        if not isinstance(child.tag, str):
            raise entity(child, shown)
        if local(child) in _CODES:
            made.code(*_code(child, home, shown))
        else:
            name, start = _start(child, home)
            made.code(f"<{start}>")
            _walk(child, made, home, shown)
            made.code(f"</{name}>")
        made.add(child.tail or "")


def _code(element: Any, home: str, shown: str) -> tuple[str, bool]:
    """Return a code as XML, and whether it says that it stands for a line break."""
    attributes = tuple(element.attrib.items())
    if len(element) or element.tag.rpartition("}")[0] != home[:-1] or any(key[0] == "{" for key, _ in attributes):
        return _whole(element, home, shown), _breaks(attributes, element.text or "")
    return _plain_code(element.tag[len(home) :], attributes, element.text or "")


@lru_cache(maxsize=4096)
def _plain_code(name: str, attributes: tuple[tuple[str, str], ...], text: str) -> tuple[str, bool]:
    start = _plain_start(name, attributes)
    xml = f"<{start}>{content_of(text)}</{name}>" if text else f"<{start}/>"
    return xml, _breaks(attributes, text)


@lru_cache(maxsize=4096)
def _plain_start(name: str, attributes: tuple[tuple[str, str], ...]) -> str:
    return " ".join((name, *(f'{key}="{attribute(value)}"' for key, value in attributes)))


def _breaks(attributes: Sequence[tuple[str, str]], text: str) -> bool:
    said = [value.strip(" ") for key, value in attributes if key in _KINDS]
    return any(map(_BREAK.fullmatch, said)) or bool(text and _BREAK.fullmatch(text))


def _start(element: Any, home: str) -> tuple[str, str]:
    """Return the name of an element, and what its start tag holds; other namespaces than `home` are declared there."""
    tag: str = element.tag
    written = tuple(element.attrib.items())
    if tag.rpartition("}")[0] == home[:-1] and not any(key[0] == "{" for key, _ in written):
        return tag[len(home) :], _plain_start(tag[len(home) :], written)
    spaces: dict[str, str] = {}
    known = sorted((prefix, uri) for prefix, uri in element.nsmap.items() if prefix)

    def named(tag: str, own: str) -> str:
        space, _, name = tag.rpartition("}")
        if not space or f"{space}}}" == own:
            return name
        if f"{space}}}" == _XML:
            return f"xml:{name}"
        prefix = next((prefix for prefix, uri in known if uri == space[1:]), f"ns{len(spaces)}")
        spaces[prefix] = space[1:]
        return f"{prefix}:{name}"

    name = named(tag, home)
    attributes = [f'{named(key, "")}="{attribute(value)}"' for key, value in written]
    declared = [f'xmlns:{prefix}="{attribute(uri)}"' for prefix, uri in sorted(spaces.items())]
    return name, " ".join((name, *attributes, *declared))


def attribute(value: str) -> str:
    """Return a value as it stands between double quotes in XML."""
    if _SPECIAL.search(value) is None:
        return value
    return value.translate(_AND_QUOTE)


def content_of(text: str) -> str:
    """Return a text as it stands between two tags in XML."""
    return text.translate(_AND_RETURN)


def _whole(element: Any, home: str, shown: str) -> str:
    """Return an element with all that is in it as XML, without what follows it."""
    name, start = _start(element, home)
    if not len(element):
        return f"<{start}>{content_of(element.text)}</{name}>" if element.text else f"<{start}/>"
    inner = [content_of(element.text or "")]
    for child in element:
        if not isinstance(child.tag, str):
            raise entity(child, shown)
        inner += [_whole(child, home, shown), content_of(child.tail or "")]
    return f"<{start}>{''.join(inner)}</{name}>"
