"""Find what a reader of a text cannot see or should not: invisible characters, markup, damaged letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from aligner.mojibake import Damage, damages, may_be_damaged

_UNSEEN = (
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f"  # control characters but tab and line ends
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef"
)
_COMBINING = r"\u0300-\u036f\u0591-\u05bd\u1161-\u11ff\u3099\u309a"
_INVISIBLE, _MARKS = re.compile(f"[{_UNSEEN}]"), re.compile(f"[{_COMBINING}]")
_JOINERS = "\u200c\u200d"
_DIRECTIONS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_NEEDS_JOINERS = re.compile("[\u0600-\u08ff\u0900-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # Thai, Lao, Burmese, Khmer break lines by U+200B
_TEXT_LETTER = re.compile("[A-Za-z\u00c0-\u052f\\s.,;:!?()\u201c\u201d\u2019\u00ab\u00bb]")
_NAMES = {  # control characters have no name of their own
    "\u0000": "NULL",
    "\u0008": "BACKSPACE",
    "\u000b": "LINE TABULATION",
    "\u000c": "FORM FEED",
    "\u001b": "ESCAPE",
    "\u007f": "DELETE",
    "\ufeff": "ZERO WIDTH NO-BREAK SPACE, the byte order mark",
}

_TAGS = (
    "a|abbr|acronym|b|bdi|bdo|big|blockquote|body|br|center|cite|code|dd|del|dfn|div|dl|dt|em|font|h[1-6]|head|hr|html|i"
    "|iframe|img|input|ins|kbd|li|meta|nobr|ol|p|pre|q|rp|rt|ruby|s|samp|script|small|span|strike|strong|sub|sup|svg"
    "|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr|xml"
)  # words that could stand in such brackets for themselves (object, title) need a closing mark or an attribute
_TAG = rf"/?(?:{_TAGS})(?:\s[^<>]*=[^<>]*|\s*)/?"
_ANY_TAG = (
    r"/[a-z][\w:.-]*|[a-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s<>]+))+\s*/?|[a-z][\w:.-]*\s*/"
)
_BB = "b|i|u|s|url|img|quote|color|size|cards?|deck|spoiler|list|code|font|center|align|sup|sub"
_ERRORS = (  # what a spreadsheet writes into a cell that it cannot compute
    r"¡?(?:REF|VALUE|DIV/0|NUM|NULL|SPILL|CALC|BEZUG|WERT|ZAHL|VALEUR|VALOR|VALORE|RIF|ССЫЛКА|ЗНАЧ|ДЕЛ/0|ЧИСЛО|ПУСТО)!"
    r"|¿?(?:NAME|NOM|NOMBRE|NOME|ИМЯ)\?|N/A|Н/Д|NV"
)

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a spreadsheet formula", re.compile(r"\A\s*[=@]\s*\+?[^\W\d_][\w.]*\((?:.*\))?", re.DOTALL)),
    ("a spreadsheet formula", re.compile(r"(?<!\w)=[^\W\d_a-z][^\W_a-z]{2,}(?:\.[^\W_a-z]+)*\([^()\n]*\)?")),
    ("a spreadsheet formula", re.compile(r"\A\s*=\s*\+?\$?[A-Z]{1,3}\$?\d+(?![\w/]).*", re.DOTALL)),
    ("a spreadsheet's error", re.compile(rf"(?<!\w)#(?:{_ERRORS})(?!\w)")),
    (
        "an HTML comment",
        re.compile(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[|\]\]>|<\?xml\b[^>]*>|<!doctype\b[^>]*>", re.S | re.I),
    ),
    ("an escaped tag", re.compile(rf"&(?:amp;)*lt;\s*(?:{_TAG}|{_ANY_TAG})\s*&(?:amp;)*gt;", re.IGNORECASE)),
    ("a tag", re.compile(rf"<\s*(?:{_TAG}|{_ANY_TAG})\s*>", re.IGNORECASE)),
    (
        "an HTML entity",
        re.compile(r"&(?:amp;)*(?:#\d{2,7};?|#[xX][0-9A-Fa-f]{2,6};?|nbsp;?|(?P<name>[A-Za-z]{2,8}\d{0,2});)"),
    ),
    ("a forum's tag", re.compile(rf"\[/(?:{_BB})\]|\[(?:{_BB})=[^\]\n]*\]", re.I)),
    ("a wiki link", re.compile(r"\[\[[^\[\]\n]+\]\]|\{\{[A-Za-z][^{}\n]*\|[^{}\n]*\}\}|'''[^'\n]+'''")),
    ("a link in Markdown", re.compile(r"!?\[[^\[\]\n]*\]\((?:https?:|/|www\.)[^()\s]*\)")),
    (
        "bold type in Markdown",
        re.compile(r"\*\*(?=[^\W_])[^*\n]+\*\*|(?<!_)__(?=[^\W_])[^_\n]+(?<=[\w.!?])__(?!_)|```"),
    ),
    (
        "an escaped character",
        re.compile(r"(?<![\\:\w])\\(?:[\"']|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|\\r\\n|\\[nrt](?!\\)"),
    ),
    (
        "a placeholder of a program",
        re.compile(r"(?<![\d%])%(?:\d\$)?[sd](?![^\W_])|%\([a-z]\w*\)[sd]|\$\{[A-Za-z_]\w*\}"),
    ),
)
_MARKUP = re.compile(  # what any of these needs; the first character by itself: it is found quickly
    r"[<\\#=@%$&\[\]*_`'{](?:(?<=[<\\#=@%$])|(?<=&)[#a-zA-Z]|(?<=\[)[/\[a-zA-Z]|(?<=\])\(|(?<=\*)\*|(?<=_)_"
    r"|(?<=`)``|(?<=')''|(?<=\{)\{)"
)
_ODD = re.compile(rf"[{_UNSEEN}{_COMBINING}<\\#=@%$&\[\]*_`{{]")  # what any of the three needs, but for apostrophes
_PATH = re.compile(r"\b[A-Za-z]:\\")


@dataclass(frozen=True, slots=True)
class Invisible:
    """An invisible character: the word it stands in as (start, end), what it is, how often the text has it."""

    start: int
    end: int
    character: str
    times: int
    suggestion: str

    @property
    def name(self) -> str:
        """Return code point and name, as Unicode has them."""
        name = _NAMES.get(self.character) or unicodedata.name(self.character, "a control character")
        return f"U+{ord(self.character):04X} {name}"


@dataclass(frozen=True, slots=True)
class Markup:
    """A piece of markup: (start, end), what it is, how often the text has it, and the text without it if plain."""

    start: int
    end: int
    kind: str
    times: int = 1
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Characters:
    """What one text holds that no reader should meet; `decomposed` is the first word with a letter in two parts."""

    damaged: tuple[Damage, ...] = ()
    invisible: tuple[Invisible, ...] = ()
    markup: tuple[Markup, ...] = ()
    decomposed: tuple[int, int] | None = None


NONE = Characters()


def characters(text: str, language: str) -> Characters:
    """Return the damaged letters, invisible characters, markup and decomposed letters of a text."""
    odd = _ODD.search(text) or "'''" in text
    invisible = tuple(_invisible(text)) if odd and _INVISIBLE.search(text) else ()
    markup = tuple(_markup(text)) if odd and _MARKUP.search(text) else ()
    if text.isascii():
        damaged = damages(text, language) if "??" in text else ()
        return Characters(damaged, invisible, markup) if damaged or invisible or markup else NONE
    decomposed = _decomposed(text) if odd and _MARKS.search(text) else None
    damaged = damages(text, language)
    if not (damaged or odd):
        return NONE
    return Characters(damaged, invisible, markup, decomposed)


def may_hold(chunk: str) -> bool:
    """Return whether a text may hold any of these if this stands in it between two spaces."""
    return any(one.search(chunk) for one in (_INVISIBLE, _MARKS, _MARKUP)) or may_be_damaged(chunk)


def _word(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the word around a place; what is invisible does not end it."""

    def belongs(character: str) -> bool:
        return character.isalnum() or bool(_INVISIBLE.match(character) or unicodedata.combining(character))

    while start and belongs(text[start - 1]):
        start -= 1
    while end < len(text) and belongs(text[end]):
        end += 1
    return start, end


# Invisible characters


def _invisible(text: str) -> Iterator[Invisible]:
    places: dict[str, list[int]] = {}
    for match in _INVISIBLE.finditer(text):
        if not _lawful(text, match.start()):
            places.setdefault(match[0], []).append(match.start())
    for character, found in places.items():
        start, end = _word(text, found[0], found[0] + 1)
        yield Invisible(start, end, character, len(found), _INVISIBLE.sub("", text[start:end]))


def _lawful(text: str, place: int) -> bool:
    """Return whether the invisible character at this place is part of how its neighbours are written."""
    character = text[place]
    before, after = text[:place][-1:], text[place + 1 :][:1]
    if character in _JOINERS:
        pictured = unicodedata.category(before or " ") in ("So", "Sk", "Mn") or before == "\ufe0f"
        return bool(_NEEDS_JOINERS.match(before) or _NEEDS_JOINERS.match(after)) or pictured
    if character == "\u200b":
        return bool(_NO_SPACES.match(before) or _NO_SPACES.match(after))
    if re.match(f"[{_DIRECTIONS}]", character):
        return bool(_RIGHT_TO_LEFT.search(text))
    if (
        "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or "\u180b" <= character <= "\u180d"
    ):
        return bool(before) and not _TEXT_LETTER.match(before)
    return "\U000e0020" <= character <= "\U000e007f" and "\U0001f3f4" in text[:place]


def _decomposed(text: str) -> tuple[int, int] | None:
    """Return the first word with a letter that is written as a letter and a mark though Unicode has it whole."""
    for match in _MARKS.finditer(text):
        start = match.start()
        while start and unicodedata.combining(text[start - 1]):
            start -= 1
        letter = text[max(0, start - 1) : match.end()]
        if len(letter) > 1 and len(unicodedata.normalize("NFC", letter)) < len(letter):
            return _word(text, match.start(), match.end())
    return None


# Markup


def _markup(text: str) -> Iterator[Markup]:
    """Yield the markup of a text, one piece for all of a kind and name, from an opening tag to its closing one."""
    taken: list[tuple[int, int]] = []
    same: dict[str, list[re.Match[str]]] = {}
    for kind, pattern in _KINDS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if start == end or any(start < last and first < end for first, last in taken):
                continue
            if not _is_markup(kind, match, text):
                continue
            taken.append((start, end))
            same.setdefault(f"{kind}\0{_name(match[0])}", []).append(match)
    for key, found in same.items():
        kind = key.partition("\0")[0]
        start, end = _pair(text, found, kind)
        yield Markup(start, end, kind, len(found), _without(text[start:end], kind))


def _is_markup(kind: str, match: re.Match[str], text: str) -> bool:
    if kind == "an HTML entity":
        return match["name"] is None or f"{match['name']};" in _entities()
    if kind == "an escaped character":
        return not _PATH.search(text)
    return True


@lru_cache(maxsize=1)
def _entities() -> frozenset[str]:
    from html.entities import html5

    return frozenset(html5)


def _name(piece: str) -> str:
    """Return what joins pieces of markup: a tag's name whether it opens or closes, else the piece."""
    found = re.match(r"(?:&(?:amp;)*lt;|[<\[])\s*/?\s*([\w:.-]+)", piece)
    return found[1].casefold() if found else piece if piece[:1] in "&\\" else ""


def _pair(text: str, found: list[re.Match[str]], kind: str) -> tuple[int, int]:
    """Return the first piece, with all up to the closing tag where it opens one."""
    first = found[0]
    if kind == "a forum's tag" and first[0].startswith("[/"):
        opening = re.compile(rf"\[{re.escape(_name(first[0]))}\]", re.IGNORECASE)
        starts = [match.start() for match in opening.finditer(text, 0, first.start())]
        return (starts[0] if starts else first.start()), first.end()
    if "tag" in kind and len(found) > 1 and "/" in found[1][0][:8] and "/" not in first[0][:8]:
        return first.start(), found[1].end()
    return first.span()


def _without(piece: str, kind: str) -> str:
    """Return the piece as a reader should have it, empty where that is not plain."""
    import html

    if kind in ("a tag", "an escaped tag", "an HTML entity"):
        plain = html.unescape(html.unescape(html.unescape(piece)))
        return re.sub(rf"<(?:{_TAG}|{_ANY_TAG})>", "", plain, flags=re.IGNORECASE).strip(" ")
    if kind == "a forum's tag":
        return re.sub(r"\[/?[a-z]+(?:=[^\]]*)?\]", "", piece, flags=re.IGNORECASE)
    if kind in ("a wiki link", "a link in Markdown"):
        plain = re.sub(r"\]\(.*\)\Z", "", piece).strip("![]{}'")
        return plain.rpartition("|")[2]
    if kind == "bold type in Markdown":
        return piece.strip("*_`")
    return ""
