"""Find a name in a text that is nearly, but not quite, a given one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from aligner.languages import forms, profile
from aligner.text import ByWord, fold
from aligner.words import HAN, KANA

_LEAST = 6  # letters of a name in letters
_LEAST_SIGNS = 4  # characters of a name in Japanese or Chinese
_LEAST_WORD = 4  # letters of a word that may be misspelt
_LONGEST_TAIL = 5  # syllables of particles behind a Korean name
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


class Words:
    """The words of some texts, each once and with its folded form; `capitals` are those that begin with one.

    `capitals` are taken from pieces of the texts between spaces, which must be all that hold such a word.
    """

    def __init__(self, texts: Sequence[str], capitals: Iterable[str], language: str) -> None:
        self._texts, self._words_in = texts, _WORDS_IN[language].__getitem__
        words = set(chain.from_iterable(map(self._words_in, capitals)))
        self.capitals = [one for one in words if one[0][0].isupper()]

    @cached_property
    def all(self) -> Collection[tuple[str, str]]:
        """Return every word."""
        return set(chain.from_iterable(map(self._words_in, "\n".join(self._texts).split())))


_WORDS_IN = ByWord(
    lambda language: ByWord(lambda piece: tuple([(word, fold(word, language)) for word in _WORD.findall(piece)]))
)


def misspelt(words: Words, name: str, language: str) -> list[str]:
    """Return those of the words of a page that are a misspelt word of the name, where its other words stand as well.

    There are mostly none; and only a text with one of them can have misspellings of the name. Of a language without
    spaces it tells nothing.
    """
    own = _tokens(name, language)
    letters = sum(len(word.text) for word in own)
    if letters < (_LEAST_SIGNS if language == "ko" else _LEAST):
        return []
    found: list[str] = []
    for word in own:
        likely = _likely_misspelt(word, words.capitals if word.text[0].isupper() else words.all, language)
        rest = letters - len(word.text)
        wrong = [one for one in likely if not _is_same(word, one, language) and _near(word.text, one, language, rest)]
        if wrong and all(any(_is_same(other, one, language) for one, _ in words.all) for other in own if other != word):
            found += wrong
    return found


def _likely_misspelt(word: _Token, known: Iterable[tuple[str, str]], language: str) -> list[str]:
    """Return those of some words whose letters are so much like the word's that they may be the word misspelt."""
    most = 2 if len(word.folded) >= _LONG_WORD else 1
    least, longest = len(word.folded) - 2, len(word.folded) + _most(language)
    letters = frozenset(word.folded)
    found = []
    for one, folded in known:
        if not least <= len(folded) <= longest or len(letters.difference(folded)) > most:
            continue
        if language == "ko" or len(set(folded) - letters) <= most:  # behind a Korean name particles stand
            found.append(one)
    return found


def _most(language: str) -> int:
    """Return how many letters a misspelt word may have more than the name's word."""
    return _LONGEST_TAIL if language == "ko" else 2


def _is_same(word: _Token, other: str, language: str) -> bool:
    """Return whether a word of a text is the name's word, in whatever form; all its forms have one first letter."""
    folded = fold(other, language)
    return word.folded == folded or (word.folded[:1] == folded[:1] and same(word.text, other, language))


def occurs(text: str, name: str, language: str) -> bool:
    """Return whether the text has the name, in any of its forms."""
    if not profile(language).spaced:
        return fold(name, language) in fold(text, language)
    words = _tokens(name, language)
    return any(
        all(same(word.text, token.text, language) for word, token in zip(words, window, strict=True))
        for window in _windows(text, _tokens(text, language), len(words))
    )


def _windows(text: str, tokens: Sequence[_Token], length: int) -> Iterator[Sequence[_Token]]:
    for place in range(len(tokens) - length + 1):
        window = tokens[place : place + length]
        if _joined(text, window):
            yield window


def _joined(text: str, window: Sequence[_Token]) -> bool:
    return all(_JOINT.fullmatch(text, one.end, other.start) for one, other in pairwise(window))


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
        return one[:2] == two[:2] and (two in forms(word, "", language) or one in forms(other, "", language))
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


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    folded: str


@lru_cache(maxsize=1024)
def _tokens(text: str, language: str) -> tuple[_Token, ...]:
    return tuple(_Token(*match.span(), match[0], fold(match[0], language)) for match in _WORD.finditer(text))


def _in_words(text: str, name: str, language: str, known: Collection[str]) -> Iterator[Misspelling]:
    words = _tokens(name, language)
    if sum(len(word.text) for word in words) < (_LEAST_SIGNS if language == "ko" else _LEAST):
        return
    tokens = _tokens(text, language)
    for place in _likely(words, tokens, language):
        window = tokens[place : place + len(words)]
        wrong = _only_wrong(words, window, language)
        if wrong is None or wrong[1].folded in known or not _joined(text, window):
            continue
        if fold(text[window[0].start : window[-1].end], language) in known:
            continue
        if (words[0].text[0].isupper() and not window[0].text[0].isupper()) or (
            wrong[0].text[0].isupper() and not wrong[1].text[0].isupper()
        ):
            continue
        start, end = window[0].start, window[-1].end
        if len(words) == 1 and len(wrong[0].text) < _LONG_WORD and _begins_sentence(text, start):
            continue  # an everyday word has a capital there too
        yield Misspelling(start, end)


def _likely(words: Sequence[_Token], tokens: Sequence[_Token], language: str) -> Iterator[int]:
    """Yield the places of a text where the words may stand with one of them wrong, by lengths and first letters."""
    places = range(len(tokens) - len(words) + 1)
    if len(words) == 1:
        length, most = len(words[0].folded), _most(language)
        yield from (place for place in places if abs(len(tokens[place].folded) - length) <= most)
        return
    # the words that are right begin with the name's letters, and of the first two at least one is right
    first, second = words[0].folded[:1], words[1].folded[:1]
    letters = [token.folded[:1] for token in tokens]
    yield from (place for place in places if letters[place] == first or letters[place + 1] == second)


def _only_wrong(words: Sequence[_Token], window: Sequence[_Token], language: str) -> tuple[_Token, _Token] | None:
    """Return the one word that is misspelt and how, None where there is no such or more than one."""
    wrong = None
    for word, token in zip(words, window, strict=True):
        if _is_same(word, token.text, language):
            continue
        if wrong or abs(len(word.folded) - len(token.folded)) > _most(language):
            return None
        wrong = word, token
    if wrong is None:
        return None
    rest = sum(len(word.text) for word in words) - len(wrong[0].text)
    return wrong if _near(wrong[0].text, wrong[1].text, language, rest) else None


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
            if start < done or (run[place] != name[0] and run[place + 1 : place + len(name)] != name[1:]):
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
