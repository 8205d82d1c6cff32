"""Where a text may be cut: what stands in its sentences, each by itself, is then all that stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from aligner.languages import profile

_SPACED = re.compile(  # the space first: it is found quickest
    r" (?<=[.!?] )(?=[A-ZÀ-ÖØ-ÞА-ЯЁ가-힣])(?:(?<=[^\W\d_]{2}[.!?] )|(?<=[0-9A-Z]\}[.!?] ))"
    r"(?<!bzw\. )"  # which is no end in German
)
_UNSPACED = re.compile(r"(?<=。)(?<=[ぁ-ゖ一-鿿]。)(?=[ぁ-ゖァ-ヺ一-鿿A-Z])")
_ENCLOSING = re.compile(r"[\n<>&\[\]()［］（）｛｝\"“”„«»「」『』《》]")
_PAIRS = tuple(map(tuple, ("()", "（）", "｛｝", "«»", "《》", "「」", "『』")))
_NEVER = frozenset("\n<>&[]［］")
_ENUMERATED = re.compile(r"(?<!\w)\w{1,2}[)）]")

Piece = TypeVar("Piece", bound=tuple[Any, ...])
"""A tuple that begins with where it stands, (start, end)."""


def sentences(text: str, language: str) -> Sequence[str]:
    """Return the sentences of a text, the spaces between them left out; a text that must not be cut is one."""
    found = (_SPACED if profile(language).spaced else _UNSPACED).split(text)
    if len(found) == 1:
        return found
    symbols = "{" not in text or all(one.count("{") == one.count("}") for one in found)
    if symbols and (not _ENCLOSING.search(text) or all(map(_stands_alone, found))):
        return found
    return [text]


def _stands_alone(sentence: str) -> bool:
    """Return whether nothing that begins in the sentence may end in another one."""
    marks = _ENCLOSING.findall(sentence)
    if not marks:
        return True
    count = marks.count
    return (
        _NEVER.isdisjoint(marks)
        and all(count(one) == count(other) for one, other in _PAIRS)
        and not (count('"') + count("“") + count("”") + count("„")) % 2
        and not _ENUMERATED.search(sentence)
    )


def starts(found: Sequence[str], language: str) -> list[int]:
    """Return where the sentences begin in their text."""
    space = profile(language).spaced
    return [0, *accumulate(len(one) + space for one in found[:-1])]


def moved(pieces: Iterable[Piece], by: int) -> list[Piece]:
    """Return pieces of a sentence with their places in a text in which it begins there."""
    new = tuple.__new__
    return [new(type(one), (one[0] + by, one[1] + by, *one[2:])) for one in pieces]
