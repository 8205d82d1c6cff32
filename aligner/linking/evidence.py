"""Cheap evidence that two texts of different languages say the same: marks that need no translation, and length."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from aligner.words import LATIN_LANGUAGES, word_list

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Vector = NDArray[np.float64]

Bag = Mapping[str, int]
Fingerprint = Callable[[str, str], Bag]
"""Gives, for a language and a text, what another language shows as well: concepts (`c:`), symbols, numbers, names."""

# A concept may be hidden by a wrong rendering, a symbol or a number seldom is.
_TRUST = {"c": 1.0, "l": 1.0, "s": 1.3, "n": 1.2, "p": 1.3, "r": 1.3}
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›「」『』〝〞〟＂＇"
_DROPPED = re.compile(f"[{_QUOTES}\u00ad\u200b-\u200f\u2060\ufeff]")  # quotation marks, and what nobody sees
_SPACES_AND_QUOTES = dict.fromkeys(code for code in range(128) if chr(code).isspace() or chr(code) in _QUOTES)
ALIKE = 0.5  # likeness of the marks, from which two rulings may well say the same
SPEAKS = 1.5  # weight of the marks that only one of them has, below which they say nothing
CONTRADICTION = 2.0  # by how much another partner's marks must fit better before a position is doubted
LEAST_SHIFT = 1.5 * CONTRADICTION  # by how much in all a stretch must fit better one place further on
CONFIRMED = 1.0  # by how much the order must fit better than one with two rulings changed, or vectors are asked
# By the number of rulings on a short page, the share of marks in common below which vectors are asked.
COMMON = {1: 0.55, 2: 0.35}
_SPREAD = 0.25  # of the logarithm of the ratio of two translations' lengths
# Logarithm of a text's length beside the English one's, as measured on 1,500 printed cards a language.
_LENGTH = {
    "en": 0.0,
    "ru": 0.14,
    "pt": 0.14,
    "ja": -0.44,
    "de": 0.23,
    "fr": 0.22,
    "it": 0.17,
    "es": 0.15,
    "ko": -0.44,
    "zhs": -0.97,
    "zht": -0.97,
}
_KNOWN = 4.0  # how many rulings' lengths the measured figure is worth


_BEGINNING = 40  # characters, to the end of a word, by which nearly all rulings of a page differ
REMEMBERED = 1 << 10  # texts, more than most documents have
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?")
# Share of function words that only English has: of 1,430 cards in each of five other languages none has more than 0.11,
# of 5,000 English rulings one in a hundred has fewer than 0.18.
_ENGLISH = 0.15
_WITHIN = 0.96  # share of the words of the shorter text that the longer one has where it is a copy or holds it


@lru_cache(maxsize=REMEMBERED)
def english_words(text: str) -> frozenset[str]:
    """Return the words of a text that is in English, nothing where it is in another language."""
    plain = text.casefold()
    words = _WORD.findall(plain)
    if 2 * sum(map(len, words)) < len(plain) or len(words) < 4:
        return frozenset()
    known = sum(word in _only_english() for word in words)
    return frozenset(words) if known >= _ENGLISH * len(words) else frozenset()


@lru_cache(maxsize=1)
def _only_english() -> frozenset[str]:
    others = [word_list(language).function for language in LATIN_LANGUAGES if language != "en"]
    return word_list("en").function.difference(*others)


def overlap(one: frozenset[str], two: frozenset[str]) -> float:
    """Return from 0 to 1 how alike two texts' words are; 0 where neither holds nearly all words of the other."""
    shared = len(one & two)
    return shared / len(one | two) if shared >= _WITHIN * min(len(one), len(two)) else 0.0


@lru_cache(maxsize=REMEMBERED)
def fold(text: str) -> str:
    """Return the text without what makes no difference between copies: quotation marks, spaces, case."""
    return _folded(text)


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_SPACES_AND_QUOTES)  # the same, quicker
    return "".join(_DROPPED.sub("", unicodedata.normalize("NFKC", text)).casefold().split())


def copies(texts: Sequence[str]) -> list[int]:
    """Return for each text the index of the first one that equals it when folded; blank texts equal nothing."""
    beginnings = [_beginning(text[: text.find(" ", _BEGINNING) + 1] or text) for text in texts]
    shortest = min(map(len, beginnings), default=0)
    cut = [beginning[:shortest] for beginning in beginnings]
    if len(set(cut)) == len(cut):
        return list(range(len(cut)))
    times = Counter(cut)
    first: dict[str, int] = {}
    return [
        first.setdefault(fold(text), n) if times[cut[n]] > 1 and text.strip() else n for n, text in enumerate(texts)
    ]


@lru_cache(maxsize=REMEMBERED)
def _beginning(piece: str) -> str:
    """Return the piece folded, which is the beginning of the folded text where a space ends it: many begin alike."""
    return _folded(piece)


def rarity(bags: Sequence[Sequence[Bag]]) -> dict[str, float]:
    """Return how much each mark says, from how few texts have it; `bags` are the bags of each language's texts."""
    size = max((len(side) for side in bags), default=0)
    shares: dict[str, list[float]] = {}
    for side in bags:
        number = len(side)
        for mark, count in Counter(chain.from_iterable(side)).items():
            if mark in shares:
                shares[mark].append(count / number)
            else:
                shares[mark] = [count / number]
    return {mark: worth(mark, size, sum(some) / len(some)) for mark, some in shares.items()}


def worth(mark: str, size: int, share: float) -> float:
    """Return how much a mark says that this share of so many texts have."""
    return _trust(mark) * math.log((size + 1) / max(1.0, size * share))


@lru_cache(maxsize=REMEMBERED)
def _trust(mark: str) -> float:
    return _TRUST.get(mark[:1] if mark[1:2] == ":" else "", 1.0)


def agreement(first: Sequence[Bag], second: Sequence[Bag], weights: Mapping[str, float]) -> tuple[Matrix, Matrix]:
    """Return two n x m matrices: the weight of the marks that two texts share, and of those that only one has.

    A concept that one of the languages never shows is no evidence: its glossary may lack it. Other marks of
    that kind count half.
    """
    import numpy as np

    vocabulary = [set().union(*side) for side in (first, second)]
    common = vocabulary[0] & vocabulary[1]
    hidden = {mark for mark in vocabulary[0] ^ vocabulary[1] if mark.startswith("c:")}
    columns: dict[str | tuple[str, int], int] = {}  # of a mark, and of its later copies
    value: list[float] = []

    def cells(bag: Bag) -> list[int]:
        found = []
        for mark, count in bag.items():
            if mark in hidden:
                continue
            if mark not in columns:
                columns[mark] = len(value)
                value.append(weights.get(mark, 0.0) * (1.0 if mark in common else 0.5))
            found.append(columns[mark])
            # the third "card" of a text says little, the fifth nothing
            for copy in range(2, min(count, 4) + 1) if count > 1 else ():
                if (mark, copy) not in columns:
                    columns[mark, copy] = len(value)
                    value.append(value[columns[mark]] / copy)
                found.append(columns[mark, copy])
        return found

    ours = list(map(cells, first))
    theirs = [
        ours[n] if n < len(first) and bag == first[n] else cells(bag)  # two that answer one another are often the same
        for n, bag in enumerate(second)
    ]
    weight = np.asarray(value or [0.0])
    one, two = (_filled(rows, len(weight)) for rows in (ours, theirs))
    shared = (one * weight) @ two.T
    return shared, (one @ weight)[:, None] + (two @ weight)[None, :] - 2 * shared


def _filled(rows: Sequence[Sequence[int]], width: int) -> Matrix:
    """Return a table with 1 in the cells of each row that are named, 0 elsewhere."""
    import numpy as np

    table = np.zeros((len(rows), width))
    table.reshape(-1)[[row * width + cell for row, cells in enumerate(rows) for cell in cells]] = 1.0
    return table


def likeness(shared: Matrix, single: Matrix, little: float = 1.0) -> Matrix:
    """Return from 0 to 1 how alike two texts' marks are; marks of no more than the weight `little` give little."""
    return 2 * shared / (2 * shared + single + little)


def common(one: Bag, two: Bag) -> float:
    """Return from 0 to 1 the share of two texts' marks that both have, less where there are few; -1 for no marks."""
    both = sum((Counter(one) & Counter(two)).values())
    every = sum((Counter(one) | Counter(two)).values())
    return both / (every + 1) if every else -1.0


def usual_ratio(languages: tuple[str, str], first: Sequence[str], second: Sequence[str], paired: bool = False) -> float:
    """Return the logarithm of the usual ratio of two texts' lengths, from the languages and the texts themselves.

    `paired` says that the texts answer one another; otherwise their medians are compared.
    """
    a, b = lengths(first), lengths(second)
    return usual_of(languages, a, b, paired)


def lengths(texts: Sequence[str]) -> Vector:
    """Return the logarithms of the lengths of some texts, which says little of the shortest."""
    import numpy as np

    return np.array(list(map(length, texts)))


def length(text: str) -> float:
    """Return the logarithm of a text's length, which says little of a short one."""
    return math.log(len(text) + 10.0)


def misfit(off: float) -> float:
    """Return how badly two lengths fit, from 0 to 4.5; `off` is how far their ratio's logarithm is from the usual."""
    return min((off / _SPREAD) ** 2, 9.0) / 2


def usual_of(languages: tuple[str, str], a: Vector, b: Vector, paired: bool = False) -> float:
    """Return the same from the logarithms of the lengths."""
    if paired:
        return usual_apart(languages, (a - b).tolist())
    number = min(len(a), len(b)) / 4
    seen = _median(a.tolist()) - _median(b.tolist()) if number else 0.0
    return (_KNOWN * _known_ratio(languages) + number * seen) / (_KNOWN + number)


def usual_apart(languages: tuple[str, str], apart: Sequence[float]) -> float:
    """Return the same from the differences of the logarithms of the lengths of texts that answer one another."""
    number = len(apart) / 2
    seen = _median(list(apart)) if number else 0.0
    return (_KNOWN * _known_ratio(languages) + number * seen) / (_KNOWN + number)


def _known_ratio(languages: tuple[str, str]) -> float:
    return _LENGTH.get(languages[0], 0.1) - _LENGTH.get(languages[1], 0.1)


def _median(values: list[float]) -> float:
    """Return the middle value, as numpy does, which takes far longer for a few."""
    values.sort()
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def length_fit(first: Sequence[str], second: Sequence[str], usual: float) -> Matrix:
    """Return how badly two texts' lengths fit, from 0 (as usual between these languages) down to -4.5.

    `usual` is the logarithm of the usual ratio.
    """
    return fit_of(lengths(first), lengths(second), usual)


def fit_of(a: Vector, b: Vector, usual: float) -> Matrix:
    """Return the same from the logarithms of the lengths."""
    import numpy as np

    off = (a[:, None] - b[None, :] - usual) / _SPREAD
    return np.asarray(-np.minimum(off * off, 9.0) / 2)
