"""Rule numbers: as pages write them, in their regular form, and in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)}
_CJK = "\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
_NUMBER = re.compile(
    r"(?P<rule>\d{1,3}\.\d{1,3})"
    rf"(?:(?P<point>\.?)(?P<open>\(?)(?P<letter>[A-Za-zА-Яа-я])(?![^\W_{_CJK}]))?"
    rf"(?P<tail>[.):]{{0,2}})(?:$|(?=[\s{_CJK}「『“\"«„(])|(?<=[.):])(?=\D))"
)
_CHAPTER = re.compile(r"(?P<rule>\d{1,3})\.(?=\s|$)")
_LOOK_ALIKE = dict(zip("авсенкмортух", "abcehkmoptyx", strict=True))
_RUSSIAN = dict(zip("абвгдежзиклмнопрстуфхцчш", "abcdefghijkmnpqrstuvwxyz", strict=True))
SKIPPED_LETTERS = frozenset("lo")
"""The letters that the rules themselves leave out, as they look like 1 and 0."""


@dataclass(frozen=True, slots=True)
class Number:
    """A rule number at the head of a paragraph: as written, what it says, and where its text begins.

    `form` is the shape of the label with 9 for digits and a for the letter: `9.9a`, `9.9.a`, `9.9.`.
    """

    label: str
    rule: str
    letter: str
    form: str
    end: int

    @property
    def look_alike(self) -> bool:
        """Return whether the letter is a Cyrillic one that looks like a Latin one."""
        return self.letter.lower() in _LOOK_ALIKE

    @property
    def cyrillic(self) -> bool:
        """Return whether the letter is Cyrillic."""
        return bool(self.letter) and self.letter > "\u0400"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a rule stands among the rules: 502.21c is (502, 21, "c")."""

    chapter: int
    rule: int
    letter: str = ""


def number_in(text: str) -> Number | None:
    """Return the rule number that this paragraph begins with."""
    start = len(text) - len(text.lstrip())
    if not text[start : start + 1].isdigit():
        return None
    found = _NUMBER.match(text.translate(_FULL_WIDTH), start)
    if not found:
        return None
    letter = found["letter"] or ""
    form = "9.9" + (found["point"] or "") + (found["open"] or "") + _letter_form(letter) + found["tail"]
    return Number(text[start : found.end()], found["rule"], letter, form, found.end())


def chapter_in(text: str) -> Number | None:
    """Return the number of a chapter (`502. Phasing`) that this line begins with."""
    start = len(text) - len(text.lstrip())
    found = _CHAPTER.match(text.translate(_FULL_WIDTH), start)
    return Number(text[start : found.end()], found["rule"], "", "9.", found.end()) if found else None


def regular(number: Number, russian_alphabet: bool = False) -> str:
    """Return the number in its regular form: `502.32a` for 502.32а., 502.32.a and 502.32A.

    A Cyrillic letter is taken for the Latin one it looks like, or, on a page that counts by the Russian
    alphabet, for the one at its place in the alphabet.
    """
    letter = number.letter.lower()
    table = _RUSSIAN if russian_alphabet else _LOOK_ALIKE
    return number.rule + (table.get(letter, letter) if number.cyrillic else letter)


def counts_in_russian(numbers: Iterable[Number]) -> bool:
    """Return whether a page counts by the Russian alphabet: a letter of it that looks like no Latin one is used."""
    return any(number.cyrillic and not number.look_alike for number in numbers)


def place(key: str) -> Place | None:
    """Return where the rule with this regular number stands; None for a chapter and for any other key."""
    found = re.fullmatch(r"(\d+)\.(\d+)(\w?)", key)
    return Place(int(found[1]), int(found[2]), found[3]) if found else None


def _letter_form(letter: str) -> str:
    return ("a" if letter.islower() else "A") if letter else ""
