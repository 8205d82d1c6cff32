"""What the name of a file says of the language and the document of its page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from aligner.model import LANGUAGES

# Languages beside ours that any piece of a name may tell.
_ANYWHERE = frozenset("ar bg cs fi hu lt lv nb nl pl ro sk sv th tr uk vi zh".split())
_USUAL = _ANYWHERE.union(LANGUAGES)
# Those that a piece tells only where no piece in `_ANYWHERE` or of our own does, and only at the end of the name's stem
# or as a folder: their codes are rarer.
_AT_END = frozenset("ca cy et eu fa fil gl hr hy ka kk lb mk mn nn sq sr ur uz".split())
# Those whose codes are words or common short forms: they need their country (`da-DK`), a place between two dots at the
# end of the name (`otaria.da.txt`), or, unless they are words of English, to be all of the name (`da.txt`).
_COUNTRIES = {
    "af": "ZA", "am": "ET", "as": "IN", "az": "AZ", "be": "BY", "bn": "IN BD", "bs": "BA", "da": "DK", "el": "GR CY",
    "eo": "", "fo": "FO", "ga": "IE", "gu": "IN", "he": "IL", "hi": "IN", "id": "ID", "is": "IS", "km": "KH",
    "kn": "IN",
    "la": "VA", "lo": "LA", "mi": "NZ", "ml": "IN", "mr": "IN", "ms": "MY SG BN", "mt": "MT", "my": "MM", "ne": "NP",
    "no": "NO", "or": "IN", "pa": "IN PK", "ps": "AF", "si": "LK", "sl": "SI", "so": "SO", "sw": "KE TZ", "ta": "IN LK",
    "te": "IN", "tg": "TJ", "tl": "PH", "yi": "",
}  # fmt: skip
_ENGLISH_WORDS = frozenset("am as be he hi id is la lo mi ms my ne no or pa ps si so".split())
_CODE = re.compile(r"([a-z]{2,3})(?:-(hans|hant|latn|cyrl))?(?:-([a-z]{2}))?", re.IGNORECASE)
_FORMAT_WORDS = re.compile(
    r"txt|text|md|json|tmx|xml|gz|scryfall|mtgjson|bom|ansi|utf-?8|utf-?16(?:le|be)?|(?:cp|windows-?|ibm)\d{3,5}"
    r"|iso-?8859-?\d{1,2}|latin-?1|koi8-?[ru]|sjis|gbk|gb2312|gb18030|big5",
    re.IGNORECASE,
)


_PIECE = re.compile(r"[^./_]+")
_PART = re.compile(r"([._])")
_REGION = re.compile(r"[A-Z]{2}|Hans|Hant")
_Segment = tuple[str, int, int]  # a piece of a name, where it begins and where it ends


class Named(NamedTuple):  # a file has one, and a tuple is made in a third of the time
    """Language ("" where the name tells none), region and document that a file's name tells."""

    language: str = ""
    region: str = ""
    name: str = ""


def suffix(shown: str) -> str:
    """Return the last suffix of a name in lower case, what gz has packed aside: ".json" for `cards.json.gz`."""
    name = shown.rpartition("/")[2].lower().removesuffix(".gz")
    return name[name.rfind(".") :] if "." in name else ""


def named(shown: str, inside: str) -> Named:
    """Return what the name says: the leftmost segment between dots, `_` and folders that is a language code.

    `inside` is the part of `shown` under the PATH that was given. It is looked through first, then the PATH itself.
    The document is the name without that segment, without the format's own words and the suffix, with its folders;
    "." where nothing else is left.
    """
    first = len(shown) - len(inside)
    segments = [(found[0], *found.span()) for found in _PIECE.finditer(shown)]
    if shown.rfind(".") > shown.rfind("/"):
        segments = segments[:-1]  # the suffix
    above = sum(segment[1] < first for segment in segments) if first else 0
    for some in (segments[above:], segments[:above]):
        for rare in (False, True):
            found = _search(shown, some, rare)
            if found:
                return found
    return Named()


def _search(shown: str, segments: Sequence[_Segment], rare: bool) -> Named | None:
    """Return what the leftmost segment that is a code says: of our languages and the usual others, or of rare ones."""
    for index, (text, start, end) in enumerate(segments):
        # pt_BR and zh_TW: the region stands in a segment of its own
        if shown[end : end + 1] == "_" and index + 1 < len(segments):
            region, begin, region_end = segments[index + 1]
            if begin == end + 1 and _REGION.fullmatch(region):
                found = _told(f"{text}-{region}", shown, start, region_end, rare)
                if found:
                    return Named(*found, _document(shown, start, region_end))
        found = _told(text, shown, start, end, rare)
        if found:
            return Named(*found, _document(shown, start, end))
    return None


def _told(code: str, shown: str, start: int, end: int, rare: bool) -> tuple[str, str] | None:
    """Return the language of a piece of a name, where its place leaves no doubt that it is meant as one."""
    primary, _, region = code.partition("-")
    primary = primary.lower()
    if primary in _USUAL:
        return None if rare else language(code)
    if not rare or shown[end : end + 1] == "_":
        return None
    between_dots = shown[start - 1 : start] == "." and shown[end : end + 1] == "." and "/" not in shown[end:]
    whole = shown[start - 1 : start] in ("", "/") and shown[end : end + 1] == "." and "/" not in shown[end:]
    if whole and not region and primary in _COUNTRIES:
        return None if primary in _ENGLISH_WORDS else language(code)
    at_home = region in _COUNTRIES.get(primary, "").split()
    if primary in _AT_END or between_dots or (region and at_home):
        return language(code)
    return None


@lru_cache(maxsize=1024)
def language(code: str) -> tuple[str, str] | None:
    """Return our code and the region of what is exactly a language code, None for anything else."""
    found = _CODE.fullmatch(code)
    primary = found[1].lower() if found else ""
    if primary not in LANGUAGES and not any(primary in known for known in (_ANYWHERE, _AT_END, _COUNTRIES)):
        return None
    from aligner.languages import canonical

    ours, region = canonical(code)
    return (ours, region) if ours else None


def _document(shown: str, start: int, end: int) -> str:
    """Return the path without the piece from `start` to `end`, its suffix and the format's own words."""
    folder, _, file = (shown[:start] + "\n" + shown[end:]).rpartition("/")
    folders = [part for part in folder.split("/") if part not in ("\n", "")]
    words = _PART.split(file)
    if len(words) > 1 and words[-2] == ".":
        words = words[:-2]  # the suffix
    left = "".join(_kept(words)).strip("._-")
    if folders:
        return "/".join(part.replace("\n", "").strip("._-") or "." for part in [*folders, *([left] if left else [])])
    return left.replace("\n", "").strip("._-") or "."


def _kept(words: list[str]) -> Iterable[str]:
    """Yield the words with the separators before them, without the language's place and the format's words."""
    for index in range(0, len(words), 2):
        if words[index] in ("\n", "") or _FORMAT_WORDS.fullmatch(words[index]):
            continue
        yield (words[index - 1] if index else "") + words[index]
