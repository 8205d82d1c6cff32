"""XML as the writers need it: texts, attributes, and the codes of one format written as those of another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from aligner.model import Page, Ruling
from aligner.reading import inline, units

_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAG = re.compile(r"\s*(<(/?)[^<>]*?(/?)>)\s*", re.DOTALL)
_NATIVE = re.compile(r"<(bpt|ept|ph|it|ut)\b([^<>]*?)(?:/>|>(.*)</\1>)", re.DOTALL)
_NUMBER = re.compile(r"""\b(?:i|id|x)=["'](\w+)["']""")


class Dialect(NamedTuple):
    """How a format writes codes: the family of its own, and the attributes that number and name them."""

    family: str
    pair: str  # the attribute that joins a pair's ends
    alone: str
    kind: str
    ends: tuple[str, str]  # what an opening and a closing code without its fellow are called


TMX = Dialect("tmx", "i", "x", "type", ("begin", "end"))
XLIFF = Dialect("xliff 1", "id", "id", "ctype", ("open", "close"))


def text(value: str) -> str:
    """Return a text as it stands between tags; U+FFFD stands for what XML cannot hold."""
    return inline.content_of(_IMPOSSIBLE.sub("\ufffd", value))


def attribute(value: str) -> str:
    """Return a value as it stands between double quotes."""
    return inline.attribute(_IMPOSSIBLE.sub("\ufffd", value))


def attributes(pairs: Iterable[tuple[str, str]]) -> str:
    """Return attributes with a space before each; those without a value are left out."""
    return "".join(f' {name}="{attribute(value)}"' for name, value in pairs if value)


def content(one: Ruling, page: Page, dialect: Dialect) -> str:
    """Return a ruling's text with its codes: as they are in a format of their own family, else written anew."""
    codes = one.codes if isinstance(one, units.Unit) else ()
    own = page.format.startswith(dialect.family)
    parts = []
    at = 0
    open_numbers: list[str] = []
    for number, code in enumerate(codes, 1):
        parts.append(text(one.text[at : code.start]))
        parts.append(code.xml if own or "<" not in code.xml else _anew(code, dialect, number, open_numbers))
        at = code.end
    return "".join((*parts, text(one.text[at:])))


def _anew(code: inline.Code, dialect: Dialect, number: int, open_numbers: list[str]) -> str:
    """Return a code of another format as a code of this one, with what it was as its content."""
    bare = code.xml.strip()
    lead, _, trail = code.xml.partition(bare)
    name, held, ident = "ph", bare, str(number)
    native, tag = _NATIVE.fullmatch(bare), _TAG.fullmatch(bare)
    if native and native[3]:
        name, held = native[1].replace("ut", "ph"), native[3]
        given = _NUMBER.search(native[2])
        ident = given[1] if given and name in ("bpt", "ept") else ident
    elif tag and tag[2]:
        name, held = "ept", text(bare)
        ident = open_numbers.pop() if open_numbers else ""
    elif tag and not tag[3]:
        name, held = "bpt", text(bare)
        open_numbers.append(ident)
    else:
        held = text(bare)
    if name in ("it", "ept") and (name == "it" or not ident):
        closing = name == "ept" or "end" in (native[2] if native else "") or "close" in (native[2] if native else "")
        where = dialect.ends[1] if closing else dialect.ends[0]
        return f'{lead}<it pos="{where}" {dialect.alone}="{number}">{held}</it>{trail}'
    key = dialect.pair if name in ("bpt", "ept") else dialect.alone
    kind = f' {dialect.kind}="lb"' if code.end > code.start else ""
    return f'{lead}<{name} {key}="{ident}"{kind}>{held}</{name}>{trail}'
