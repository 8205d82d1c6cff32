"""Normalised text for look-ups, with an index map back to the original."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar

HYPHENS = "-\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
APOSTROPHES = "'`\u00b4\u02b9\u02bc\u02c8\u2018\u2019\u201b\u2032\uff07"
MIDDLE_DOTS = "\u00b7\u2027\u2219\u22c5\u30fb\uff65"
LONG_VOWEL_DASHES = "\uff0d\u2015\u2010"

_SAME = {
    **dict.fromkeys(HYPHENS, "-"),
    **dict.fromkeys(APOSTROPHES, "'"),
    **dict.fromkeys(MIDDLE_DOTS, "・"),
    "ё": "е",
    "Ё": "е",
    "œ": "oe",
    "Œ": "oe",
}
_DOTTED_I = {"tr", "az"}
_SIMPLE = " -_a-~«»À-ÖØ-Þà-öø-ÿА-Яа-я“”、。「」『』ぁ-ゖァ-ヺ・ー一-鿿가-힣"
_NOT_SIMPLE = re.compile(f"[^{_SIMPLE}]")  # of what is simple we know beforehand that lower() gives the normal form
_NOT_SIMPLE_OR_I = re.compile(f"[^{_SIMPLE}]|I")
_LONG_VOWEL = re.compile(
    rf"(?<=[ァ-ヺｦ-ｯｱ-ﾟ\u3099\u309a])[{LONG_VOWEL_DASHES}](?![{LONG_VOWEL_DASHES}\-])"
)  # not after ー: two dashes in a row are a dash, never a vowel


Answer = TypeVar("Answer")


class ByWord(dict[str, Answer], Generic[Answer]):
    """The answer for each word or piece of a text, made once: texts are many, but their words are few.

    Of what is too long to come again only the last one is kept, and where there are too many, all are forgotten.
    """

    MOST, LONGEST = 1 << 14, 40

    def __init__(self, make: Callable[[str], Answer]) -> None:
        super().__init__()
        self._make = make
        self._long: tuple[str, Answer] | None = None

    def __missing__(self, word: str) -> Answer:
        if len(word) > self.LONGEST:
            known = self._long
            if known is None or known[0] != word:
                known = self._long = word, self._make(word)
            return known[1]
        answer = self._make(word)
        if len(self) >= self.MOST:
            self.clear()
        self[word] = answer
        return answer


class Normalised(NamedTuple):  # thousands are made, and a tuple is made in half the time
    """A text made fit for comparison.

    Character i of `text` stands for the original's characters from `starts[i]` up to `ends[i]`.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @property
    def same_length(self) -> bool:
        """Return whether each character stands for the one at its own place."""
        return isinstance(self.starts, range)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where `text[start:end]` stands in the original; an empty span has an empty answer."""
        if start >= end:
            place = self.starts[start] if start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return place, place
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=512)
def cut(text: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the chunks of a text, which are what stands between its spaces, and how long all before each are.

    Chunk k begins at `lengths[k] + k`. The last texts are remembered, for they are asked about again and again.
    """
    chunks = text.split(" ")
    return chunks, [*accumulate(map(len, chunks), initial=0)]


def normalise(text: str, language: str = "") -> Normalised:
    """Return the text in compatibility form, without case, with one kind of space, hyphen, dot and apostrophe.

    Invisible characters are dropped, ё is е, œ is oe, and in Japanese a dash after katakana is the long vowel.
    Applying it twice changes nothing more. Any text is accepted.
    """
    if text.isascii() and text.isprintable() and "`" not in text and language not in _DOTTED_I:
        return Normalised(text.lower(), range(len(text)), range(1, len(text) + 1))
    folding = _folding("tr" if language in _DOTTED_I else "")
    if language == "ja" and any(dash in text for dash in LONG_VOWEL_DASHES):
        text = _LONG_VOWEL.sub("ー", text)
    length = len(text)
    other = set(folding.doubtful.findall(text)) - folding.plain
    if other and not folding.learn(other):
        return _by_cluster(text, folding)
    for character in other & folding.single.keys():
        text = text.replace(character, folding.single[character])
    return Normalised(text.lower(), range(length), range(1, length + 1))


def fold(text: str, language: str = "") -> str:
    """Return the normalised text alone."""
    return _FOLDED[language][text]


_FOLDED = ByWord(lambda language: ByWord(lambda word: normalise(word, language).text))


class _Folding:
    """What each character becomes; characters are looked up once and remembered."""

    __slots__ = ("dotted", "doubtful", "long", "plain", "single")

    def __init__(self, dotted: bool) -> None:
        self.dotted = dotted
        self.doubtful = _NOT_SIMPLE_OR_I if dotted else _NOT_SIMPLE
        self.plain: set[str] = set()  # one character, which lower() alone gives
        self.single: dict[str, str] = {}  # one character, of another kind
        self.long: dict[str, str] = {}  # none or several characters, or one that joins its neighbour

    def learn(self, characters: set[str]) -> bool:
        """Look up what is new, and return whether all of the characters stay single."""
        if characters <= self.single.keys():
            return True
        for character in sorted(characters - self.single.keys() - self.long.keys() - self.plain):
            self._look_up(character)
        return characters.isdisjoint(self.long)

    def _look_up(self, character: str) -> None:
        folded = self.cluster(character)
        if _joins(character) or len(folded) != 1 or folded.lower() != folded:  # Cherokee folds to capitals
            self.long[character] = folded
        elif character.lower() == folded and character not in "Σς":  # its lower case depends on its place
            self.plain.add(character)
        else:
            self.single[character] = folded

    def cluster(self, cluster: str) -> str:
        """Return what a base character with its marks becomes."""
        for _ in range(4):  # case folding can undo the composition and the other way round
            before = cluster
            cluster = "".join("" if _invisible(c) else " " if c.isspace() else _SAME.get(c, c) for c in cluster)
            cluster = unicodedata.normalize("NFKC", cluster)
            if self.dotted:
                cluster = cluster.replace("I", "ı").replace("İ", "i")
            cluster = unicodedata.normalize("NFKC", cluster.casefold())
            cluster = "".join(" " if c.isspace() else _SAME.get(c, c) for c in cluster)
            if cluster == before:
                break
        return cluster

    def run(self, text: str) -> str:
        """Return what a run of characters becomes that all stay single."""
        for character in set(self.doubtful.findall(text)) - self.plain:
            text = text.replace(character, self.single[character])
        return text.lower()


@lru_cache(maxsize=2)
def _folding(kind: str) -> _Folding:
    return _Folding(bool(kind))


def _by_cluster(text: str, folding: _Folding) -> Normalised:
    """Normalise a text whose length changes."""
    odd = sorted(set(text) & folding.long.keys())
    pattern = _cluster_pattern() if any(map(_joins, odd)) else None
    alone = re.compile("[" + "".join(map(re.escape, odd)) + "]")
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def copy(start: int, end: int) -> None:
        pieces.append(folding.run(text[start:end]))
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))

    def put(start: int, end: int, folded: str) -> None:
        pieces.append(folded)
        starts.extend([start] * len(folded))
        ends.extend([end] * len(folded))

    def copy_all(start: int, end: int) -> None:
        for match in alone.finditer(text, start, end):
            copy(start, match.start())
            put(*match.span(), folding.long[match[0]])
            start = match.end()
        copy(start, end)

    at = 0
    for match in pattern.finditer(text) if pattern else ():
        copy_all(at, match.start())
        put(*match.span(), folding.cluster(match[0]))
        at = match.end()
    copy_all(at, len(text))
    return Normalised("".join(pieces), starts, ends)


def _invisible(character: str) -> bool:
    if character.isascii():
        return False
    if unicodedata.category(character) == "Cf":
        return True
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef" or character == "\u034f"


def _joins(character: str) -> bool:
    """Return whether the character is written onto the one before it."""
    if character < "\u0300":
        return False
    code = ord(character)
    jamo = 0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FB
    voicing = character in "\uff9e\uff9f"
    return jamo or voicing or (unicodedata.category(character)[0] == "M" and not _invisible(character))


@lru_cache(maxsize=1)
def _cluster_pattern() -> re.Pattern[str]:
    """Return the pattern of a character with its marks, invisible characters between them included."""
    code_points = [*range(0x300, 0x20000), *range(0xE0100, 0xE01F0), 0xAD]
    joining = _character_class([code for code in code_points if _joins(chr(code))])
    invisible = _character_class([code for code in code_points if _invisible(chr(code))])
    return re.compile(rf"[^{invisible}](?:[{invisible}]*[{joining}])+", re.DOTALL)


def _character_class(codes: list[int]) -> str:
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges if first <= sys.maxunicode)
