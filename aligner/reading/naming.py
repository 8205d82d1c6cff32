"""What the name of a file says of the language and the document of its page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from aligner.model import LANGUAGES

# Languages beside ours that a name may tell. Codes that are common words in names (no, is, as, so, el, da) are none.
_OTHERS = frozenset(
    ("ar", "bg", "cs", "fi", "hu", "lt", "lv", "nb", "nl", "pl", "ro", "sk", "sv", "th", "tr", "uk", "vi", "zh")
)
_CODE = re.compile(r"([a-z]{2,3})(?:-(hans|hant|latn|cyrl))?(?:-([a-z]{2}))?", re.IGNORECASE)
_FORMAT_WORDS = re.compile(
    r"txt|text|md|json|tmx|xml|gz|scryfall|mtgjson|bom|ansi|utf-?8|utf-?16(?:le|be)?|(?:cp|windows-?|ibm)\d{3,5}"
    r"|iso-?8859-?\d{1,2}|latin-?1|koi8-?[ru]|sjis|gbk|gb2312|gb18030|big5",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """Language ("" where the name tells none), region and document that a file's name tells."""

    language: str = ""
    region: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Segment:
    text: str
    start: int
    end: int


def named(shown: str, inside: str) -> Named:
    """Return what the name says: the leftmost segment between dots, `_` and folders that is a language code.

    `inside` is the part of `shown` under the PATH that was given. It is looked through first, then the PATH itself.
    The document is the name without that segment, without the format's own words and the suffix, with its folders;
    "." where nothing else is left.
    """
    first = len(shown) - len(inside)
    segments = [_Segment(found[0], found.start(), found.end()) for found in re.finditer(r"[^./_]+", shown)]
    if shown.rpartition("/")[2].count("."):
        segments = segments[:-1]  # the suffix
    here = [segment for segment in segments if segment.start >= first]
    return _search(shown, here) or _search(shown, [one for one in segments if one.start < first]) or Named()


def _search(shown: str, segments: list[_Segment]) -> Named | None:
    for index, segment in enumerate(segments):
        # pt_BR and zh_TW: the region stands in a segment of its own
        following = segments[index + 1] if index + 1 < len(segments) else None
        if (
            following
            and shown[segment.end : following.start] == "_"
            and re.fullmatch(r"[A-Z]{2}|Hans|Hant", following.text)
        ):
            found = language(f"{segment.text}-{following.text}")
            if found:
                return Named(*found, _document(shown, segment.start, following.end))
        found = language(segment.text)
        if found:
            return Named(*found, _document(shown, segment.start, segment.end))
    return None


def language(code: str) -> tuple[str, str] | None:
    """Return our code and the region of a segment that is exactly a language code."""
    found = _CODE.fullmatch(code)
    if not found or not (found[1].lower() in LANGUAGES or found[1].lower() in _OTHERS):
        return None
    from aligner.languages import canonical

    ours, region = canonical(code)
    return (ours, region) if ours else None


def _document(shown: str, start: int, end: int) -> str:
    """Return the path without the piece from `start` to `end`, its suffix and the format's own words."""
    folder, _, file = (shown[:start] + "\n" + shown[end:]).rpartition("/")
    folders = [part for part in folder.split("/") if part not in ("\n", "")]
    words = re.split(r"([._])", file)
    if len(words) > 1 and words[-2] == ".":
        words = words[:-2]  # the suffix
    left = "".join(_kept(words)).strip("._-")
    return "/".join(part.replace("\n", "").strip("._-") or "." for part in [*folders, *([left] if left else [])]) or "."


def _kept(words: list[str]) -> Iterable[str]:
    """Yield the words with the separators before them, without the language's place and the format's words."""
    for index in range(0, len(words), 2):
        if words[index] in ("\n", "") or _FORMAT_WORDS.fullmatch(words[index]):
            continue
        yield (words[index - 1] if index else "") + words[index]
