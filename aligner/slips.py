"""Slips of the keyboard in one text: spaces too many or too few, and words written twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from operator import eq
from typing import NamedTuple

from aligner.languages import Profile, profile
from aligner.text import ByWord, cut
from aligner.words import BLANK, BLANKED_CHUNKS, HAN, KANA, blank, blanked, word_list


class Slip(NamedTuple):
    """A piece that was mistyped, (start, end), and what should stand there.

    `kind` is "double space", "space before a mark", "no space after a mark", "space inside marks" or "word twice".
    """

    start: int
    end: int
    kind: str
    suggestion: str


_ENTITY = re.compile(r"&#?\w+;|<[^<>\n]{1,60}>")
_SPACE = " \u00a0\u2009\u202f"
_DOUBLE = re.compile(r"(?<=[^\s.!?…:]) [ \u00a0]+(?=[^\s])|(?<=[^\s.!?…:])\u00a0[ \u00a0]+(?=[^\s])")
# What is slow is looked for only where something quick says that it may be there.
_TWO_SPACES = re.compile("[ \u00a0]{2}")
_MARK_LETTER = re.compile(r"[,;.!?][^\W\d_]")
_BRACKET = re.compile("[()（）]")
_BULLET = re.compile(r"(?:^|\n)\s*(?:[•·*–—-]|[0-9]{1,3}[.)]?|[a-z][.)])$")
_AFTER_MARK = r"(?=$|[\s\"'”’“»)\]）」』])"
_NO_SPACE = re.compile(
    r"[^\W\d_]{2,}[,;](?=[^\W\d_]{2})|[^\W\d_]*[a-zß-öø-ÿа-яё]{2}[.!?](?=[A-ZÀ-ÖØ-ÞА-ЯЁ][a-zß-öø-ÿа-яё])"
)
_INSIDE = re.compile(r"[(（][ \u00a0]+(?=[^\s)）])|(?<=[^\s(（:;])[ \u00a0]+[)）]")
_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_TWICE = re.compile(rf"(?<![\w'’/+-])({_WORD})\s+(?=({_WORD})(?![\w'’/+-]))")
_CHARACTERS = rf"[{KANA}{HAN}]"
_RUN_TWICE = re.compile(rf"({_CHARACTERS}{{4,12}})\1")
_PARTICLE_TWICE = re.compile(r"(?<!を)をを(?!を)")


def slips(text: str, language: str) -> tuple[Slip, ...]:
    """Find mistyped spaces and repeated words; spans are offsets into the text.

    Each language's own rules are kept: French has spaces before some marks, Japanese and Chinese have none to miss,
    and some words are lawfully written twice. Two spaces after a full stop are a habit, not a slip.
    """
    own = profile(language)
    if own.spaced and own.known and _is_plain(text, _bare(own.tight)):
        return ()
    plain = blanked(text)
    if "&" in text or "<" in text:
        plain = blank(plain, _ENTITY)
    found = [*_spaces(text, plain, own), *_repeated(plain, own)]
    return tuple(sorted(found, key=lambda slip: (slip.start, slip.end)))


def _is_plain(text: str, bare: ByWord[str | None]) -> bool:
    """Return whether no piece between two spaces may be part of a slip: what most texts are."""
    pieces = [*map(bare.__getitem__, cut(text)[0])]
    return None not in pieces and True not in map(eq, pieces, pieces[1:])


@lru_cache(maxsize=16)
def _bare(tight: str) -> ByWord[str | None]:
    """Return what gives the bare word of a piece, None where the piece has several or a mark at an odd place."""
    odd = re.compile(rf"\A\Z|\s|\A[{re.escape(tight)})）]|[(（]\Z|{_MARK_LETTER.pattern}")
    entity = re.compile("[&<]")
    word = re.compile(_WORD)

    def bare(chunk: str) -> str | None:
        piece = BLANKED_CHUNKS[chunk]
        if piece is None or entity.search(chunk) or odd.search(piece):
            return None
        words = word.findall(piece)
        if len(words) > 1:
            return None
        return words[0].casefold() if words else piece

    return ByWord(bare)


def _spaces(text: str, plain: str, own: Profile) -> Iterator[Slip]:
    for match in _DOUBLE.finditer(plain) if _TWO_SPACES.search(plain) else ():
        sentence_ends = plain[: match.start()].rstrip(own.closers)[-1:] in own.ends
        if not sentence_ends and not _BULLET.search(plain, 0, match.start()):
            start, end = _around(plain, *match.span(), own)
            yield Slip(start, end, "double space", text[start : match.start()] + " " + text[match.end() : end])
    if own.known:
        near, before = _before_mark(own.tight, own.full_width)
        for match in before.finditer(plain) if near.search(plain) else ():
            start, _ = _around(plain, *match.span(), own)
            yield Slip(start, match.end(), "space before a mark", text[start : match.start()] + match[1])
    if own.spaced and own.known and _MARK_LETTER.search(plain):
        for start, end, places in _glued(plain, own):
            suggestion = " ".join([text[one:other] for one, other in pairwise([start, *places, end])])
            yield Slip(start, end, "no space after a mark", suggestion)
    for match in _INSIDE.finditer(plain) if _BRACKET.search(plain) else ():
        start, end = _around(plain, *match.span(), own)
        yield Slip(start, end, "space inside marks", text[start:end].replace(match[0], match[0].strip(_SPACE)))


def _glued(plain: str, own: Profile) -> list[tuple[int, int, list[int]]]:
    """Return the pieces between spaces that lack some, and the places where they do."""
    found: list[tuple[int, int, list[int]]] = []
    for match in _NO_SPACE.finditer(plain):
        if not found or match.end() >= found[-1][1]:
            found.append((*_around(plain, match.end(), match.end(), own), []))
        found[-1][2].append(match.end())
    return found


def _around(plain: str, start: int, end: int, own: Profile) -> tuple[int, int]:
    """Return the span with the words that touch it; without spaces between words, with a character on each side."""
    if not own.spaced:
        return max(0, start - 1), min(len(plain), end + 1)
    while start and not plain[start - 1].isspace() and plain[start - 1] != BLANK:
        start -= 1
    while end < len(plain) and not plain[end].isspace() and plain[end] != BLANK:
        end += 1
    return start, end


@lru_cache(maxsize=16)
def _before_mark(tight: str, full_width: bool) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what a text has that may have a space before one of these marks, and what finds them.

    Ellipses, decimals, names of files and smileys are none.
    """
    marks = re.escape(tight)
    after = "" if full_width else _AFTER_MARK
    return re.compile(rf"[{_SPACE}][{marks}]"), re.compile(
        rf"(?<=[\w)\]}}”»\"'’）」』{BLANK}])[{_SPACE}]+([{marks}])(?![{marks}]| \1)(?!(?<=[:;])[()]){after}"
    )


def _repeated(plain: str, own: Profile) -> Iterator[Slip]:
    """Yield words that stand twice running; names, numbers and what the language lets stand twice are left alone."""
    if not own.spaced:
        for pattern in (_RUN_TWICE, _PARTICLE_TWICE) if own.code == "ja" else (_RUN_TWICE,):
            for match in pattern.finditer(plain):
                half = len(match[0]) // 2
                if len(set(match[0])) > 2 or half == 1:
                    yield Slip(match.start(), match.end(), "word twice", match[0][:half])
        return
    lawful = word_list(own.code).twice
    for match in _TWICE.finditer(plain):
        first, second = match[1], match[2]
        word = first.casefold()
        if word != second.casefold() or word in lawful or _is_name(first, second, plain[: match.start()], own):
            continue
        yield Slip(match.start(), match.end(2), "word twice", first)


def _is_name(first: str, second: str, before: str, own: Profile) -> bool:
    """Return whether the words are a name, its end, or a variable rather than two words of a sentence."""
    if first.isupper() and second.isupper():
        return True
    if not first[0].isupper() or own.code == "de":
        return False
    inside = bool(re.search(r"[\w,’']\s*$", before))
    known = word_list(own.code).function | word_list(own.code).rules
    return inside or (second[0].isupper() and first.casefold() not in known)
