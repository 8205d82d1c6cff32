"""Find a name in a text that is nearly, but not quite, a given one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from aligner.languages import forms, profile
from aligner.text import fold
from aligner.words import HAN, KANA

_LEAST = 6  # letters of a name in letters
_LEAST_SIGNS = 4  # characters of a name in Japanese or Chinese
_LEAST_WORD = 4  # letters of a word that may be misspelt
_LONG_WORD = 8  # letters of a word in which two may be wrong
_WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u00ad\u200b-\u200d]+[^\W\d_]*)*")
_ARTICLES = frozenset({"der", "die", "das", "des", "dem", "den"})
_PARTICLES = "的之の、"
_JOINT = re.compile(r"[ \u00a0\u202f\n]?['’ʼ\-‐‑,·:!]?[ \u00a0\u202f\n]?|[ \u00a0]//[ \u00a0]")
_SIGNS = re.compile(rf"[{KANA}{HAN}・＝=、]+")
_ENDINGS = {
    "en": " s es ed d ing er ers ly",
    "de": " e en em er es s n ens ern ere eren erer",
    "fr": " s e es x ux l aux ale ales er ée ées é és",
    "es": " s es o a os as e",
    "pt": " s es o a os as e",
    "it": " o a i e he hi io ia ie",
}


@dataclass(frozen=True, slots=True)
class Misspelling:
    """Where a name stands that is nearly the given one: (start, end) in the text."""

    start: int
    end: int


def misspellings(text: str, name: str, language: str, known: Collection[str] = ()) -> tuple[Misspelling, ...]:
    """Return where the text has a name that one or two letters keep from being the given one.

    Inflected forms of its words are the name; so is any piece whose folded text is among `known`. Names shorter than
    six letters (four characters in Japanese, Chinese and Korean) are not looked for. What the name writes with a
    capital must have one.
    """
    if profile(language).spaced:
        return tuple(_in_words(text, name, language, known))
    return tuple(_in_signs(text, name, language, known))


def occurs(text: str, name: str, language: str) -> bool:
    """Return whether the text has the name, in any of its forms."""
    if not profile(language).spaced:
        return fold(name, language) in fold(text, language)
    words = _words(name)
    tokens = list(_WORD.finditer(text))
    return any(
        all(same(word, token[0], language) for word, token in zip(words, window, strict=True))
        for window in _windows(text, tokens, len(words))
    )


def _words(name: str) -> list[str]:
    return _WORD.findall(name)


def _windows(text: str, tokens: Sequence[re.Match[str]], length: int) -> Iterator[Sequence[re.Match[str]]]:
    for place in range(len(tokens) - length + 1):
        window = tokens[place : place + length]
        if all(_JOINT.fullmatch(text, one.end(), other.start()) for one, other in pairwise(window)):
            yield window


@lru_cache(maxsize=65536)
def same(word: str, other: str, language: str) -> bool:
    """Return whether two words are one word, or two forms of one."""
    one, two = fold(word, language), fold(other, language)
    if one == two:
        return True
    if language == "ko":
        return _korean(one, two)
    if language == "de" and one in _ARTICLES and two in _ARTICLES:
        return True
    endings = _endings(language)
    if language == "ru":
        return one[:1] == two[:1] and (two in forms(word, "", language) or one in forms(other, "", language))
    shared = 0
    while shared < min(len(one), len(two)) and one[shared] == two[shared]:
        shared += 1
    if shared >= 3 or (shared >= 2 and len(one) <= 4):
        for cut in range(shared, max(1, shared - 2), -1):
            if one[cut:] in endings and two[cut:] in endings:
                return True
    return shared >= 2 and (two in forms(word, "", language) or one in forms(other, "", language))


@lru_cache(maxsize=16)
def _endings(language: str) -> frozenset[str]:
    return frozenset(fold(ending, language) for ending in ["", *_ENDINGS.get(language, "").split()])


def _korean(name: str, word: str) -> bool:
    from aligner.languages.korean import lawful_tail

    return word.startswith(name) and lawful_tail(word[len(name) :], verb=False)


def distance(one: str, two: str, limit: int = 2) -> int:
    """Return how many letters must be changed, put in, taken out or swapped; `limit` + 1 for more than that."""
    if abs(len(one) - len(two)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i] + [0] * len(two)
        for j, other in enumerate(two, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == two[j - 2] and one[i - 2] == other:
                row[j] = min(row[j], last[j - 2] + 1)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def _near(word: str, other: str, language: str, rest: int) -> bool:
    """Return whether a word is a misspelling of the name's word.

    `rest` is the number of letters in the words of the name that are right: beside enough of them a short word counts.
    """
    one, two = fold(word, language), fold(other, language)
    if language == "ko":
        return (len(one) >= 3 or (len(one) == 2 and rest >= 2)) and _near_korean(one, two)
    shortest = min(len(one), len(two))
    if shortest < _LEAST_WORD and (shortest < 2 or rest < _LEAST):
        return False
    return 0 < distance(one, two) <= (2 if len(one) >= _LONG_WORD else 1)


def _near_korean(name: str, word: str) -> bool:
    from aligner.languages.korean import lawful_tail

    ends = [len(name)] if len(name) < 3 else [len(name), len(name) - 1, len(name) + 1]
    return any(
        distance(name, word[:end], 1) == 1 and lawful_tail(word[end:], verb=False) for end in ends if end <= len(word)
    )


def _in_words(text: str, name: str, language: str, known: Collection[str]) -> Iterator[Misspelling]:
    words = _words(name)
    if sum(map(len, words)) < (_LEAST_SIGNS if language == "ko" else _LEAST) or not words:
        return
    for window in _windows(text, list(_WORD.finditer(text)), len(words)):
        wrong = []
        for word, token in zip(words, window, strict=True):
            if not same(word, token[0], language):
                wrong.append((word, token))
                if len(wrong) > 1:
                    break
        if len(wrong) != 1:
            continue
        word, token = wrong[0]
        rest = sum(map(len, words)) - len(word)
        if not _near(word, token[0], language, rest) or (word[0].isupper() and not token[0][0].isupper()):
            continue
        if words[0][0].isupper() and not window[0][0][0].isupper():
            continue
        start, end = window[0].start(), window[-1].end()
        if len(words) == 1 and len(word) < _LONG_WORD and _begins_sentence(text, start):
            continue  # an everyday word has a capital there too
        if fold(text[start:end], language) not in known and fold(token[0], language) not in known:
            yield Misspelling(start, end)


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \u00a0\n\"“„«'‘¿¡([")
    return not before or before[-1] in ".!?:;•—"


def _in_signs(text: str, name: str, language: str, known: Collection[str]) -> Iterator[Misspelling]:
    if len(name) < _LEAST_SIGNS or sum(sign not in text for sign in name) > 1:
        return
    done = 0
    for match in _SIGNS.finditer(text):
        run = match[0]
        for place in range(len(run) - len(name) + 2):
            start = match.start() + place
            if start < done:
                continue
            for length in (len(name), len(name) - 1, len(name) + 1):
                piece = run[place : place + length]
                if len(piece) == length and _one_sign_off(name, piece) and not _exact(name, text, start, length):
                    if fold(piece, language) not in known:
                        yield Misspelling(start, start + length)
                        done = start + length
                    break


def _one_sign_off(name: str, piece: str) -> bool:
    if len(piece) == len(name):
        changed = [b for a, b in zip(name, piece, strict=True) if a != b]
        return len(changed) == 1 and changed[0] not in _PARTICLES
    if name[0] != piece[0] or name[-1] != piece[-1] or len(name) < _LEAST:
        return False
    return distance(name, piece, 1) == 1


def _exact(name: str, text: str, start: int, length: int) -> bool:
    """Return whether the piece is only the name itself seen from a sign away."""
    return name in text[max(0, start - 1) : start + length + 1]
