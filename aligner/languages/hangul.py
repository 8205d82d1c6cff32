"""Where terms stand in a Korean text: at the start of a word, with particles or endings behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate

from aligner.languages import korean
from aligner.languages.entries import CHANGE, TOKEN, Entry, Key, Piece, in_original
from aligner.text import normalise

_PARTS = re.compile(f"({TOKEN.pattern})")
_PARTS_WITHOUT_LINES = re.compile(rf"(\w+|{CHANGE}|-)")  # the same, quicker, where no underscore stands in the text
_REMEMBERED = 1 << 16  # words


class _Words:
    """The words of a normalised text and where they stand in it; the text as given tells capitals.

    `gaps[k]` stands before word k; word k stands from `places[2 * k]` to `places[2 * k + 1]`.
    """

    __slots__ = ("gaps", "places", "words")

    def __init__(self, text: str) -> None:
        parts = (_PARTS if "_" in text else _PARTS_WITHOUT_LINES).split(text)
        self.words = parts[1::2]
        self.gaps = parts[::2]
        self.places = list(accumulate(map(len, parts)))

    def joins(self, at: int) -> bool:
        """Return whether white space or an apostrophe only parts the word from the next, at a hyphen nothing."""
        gap = self.gaps[at + 1]
        if not gap:
            return True
        if gap != " " and not gap.isspace() and gap.strip() != "'":
            return False
        return self.words[at] != "-" and self.words[at + 1] != "-"


class Korean:
    """Terms at the start of a word, with particles or endings behind them."""

    def __init__(self, language: str, entries: Mapping[Key, Entry]) -> None:
        self.language = language
        self.single = {key[0]: entry for key, entry in entries.items() if len(key) == 1}
        self.greatest = max(map(len, self.single), default=0)
        self.phrases: dict[str, list[tuple[Key, Entry]]] = {}
        for key, entry in sorted(entries.items(), key=lambda row: (-len(row[0]), row[0])):
            if len(key) > 1:
                self.phrases.setdefault(key[0], []).append((key, entry))
        self.follows = {head: _follower([key for key, _ in rows]) for head, rows in self.phrases.items()}
        self.words: dict[str, tuple[Piece, ...]] = {}
        self.read: dict[str, tuple[Piece, ...]] = {}
        self.beginning: dict[str, list[tuple[int, re.Pattern[str]]]] = {}

    def scan(self, text: str) -> Sequence[Piece]:
        """Return the pieces of a text that are terms."""
        normal = normalise(text, self.language)
        return in_original(self._scan(normal.text), normal)

    def _scan(self, letters: str) -> Sequence[Piece]:
        pieces: list[Piece] = []
        read, beginning = self.read, self.beginning
        start = 0
        for chunk in letters.split(" "):
            within = read.get(chunk)
            if within is None:
                within = self._known(chunk)
            if within:
                for first, last, entry in within:
                    pieces.append((start + first, start + last, entry))
            if chunk in beginning:
                for end, follower in beginning[chunk]:
                    if follower.match(letters, start + end):
                        return self._with_phrases(letters)
            start += len(chunk) + 1
        return pieces

    def _known(self, chunk: str) -> tuple[Piece, ...]:
        """Return the terms within what stands between two spaces, phrases aside, and remember them."""
        if len(self.read) >= _REMEMBERED:
            self.words.clear()
            self.read.clear()
            self.beginning.clear()
        pieces: list[Piece] = []
        for match in TOKEN.finditer(chunk):
            word, start, end = match[0], *match.span()
            pieces += [(start + first, start + last, entry) for first, last, entry in self._word(word)]
            if word in self.follows:
                self.beginning.setdefault(chunk, []).append((end, self.follows[word]))
        self.read[chunk] = tuple(pieces)
        return self.read[chunk]

    def _with_phrases(self, letters: str) -> Sequence[Piece]:
        """Return the pieces of a text in which a phrase may stand."""
        found = _Words(letters)
        pieces: list[Piece] = []
        words, phrases = self.words, self.phrases
        done = 0
        for at, word in enumerate(found.words):
            if at < done:
                continue
            if word in phrases:
                length, piece = self._phrase(found, at)
                if piece is not None:
                    pieces.append(piece)
                    done = at + length
                    continue
            within = words.get(word)
            if within is None:
                within = self._word(word)
            if within:
                start = found.places[2 * at]
                pieces += [(start + first, start + last, entry) for first, last, entry in within]
        return pieces

    def _word(self, word: str) -> tuple[Piece, ...]:
        """Return the terms within a word, and remember them."""
        self.words[word] = within = self._within(word)
        return within

    def _phrase(self, found: _Words, at: int) -> tuple[int, Piece | None]:
        for key, entry in self.phrases.get(found.words[at], ()):
            last = at + len(key) - 1
            if last >= len(found.words) or not found.words[last].startswith(key[-1]):
                continue
            if tuple(found.words[at:last]) != key[:-1]:
                continue
            fitting = _korean_fitting(entry, found.words[last][len(key[-1]) :])
            if fitting and all(map(found.joins, range(at, last))):
                return len(key), (found.places[2 * at], found.places[2 * last] + len(key[-1]), fitting)
        return 0, None

    def _within(self, word: str) -> tuple[Piece, ...]:
        """Return the term that the word begins with, and those joined to it."""
        for length in range(min(len(word), self.greatest), 0, -1):
            entry = self.single.get(word[:length])
            if entry is None:
                continue
            tail = word[length:]
            fitting = _korean_fitting(entry, tail)
            if fitting:
                return ((0, length, fitting),)
            rest = self._within(tail) if length > 1 and len(tail) > 1 else ()
            if rest and rest[0][1] > 1:
                return (0, length, entry), *((length + a, length + b, other) for a, b, other in rest)
        return ()


def _follower(keys: Sequence[Key]) -> re.Pattern[str]:
    """Return what finds the words that may follow the first of these phrases."""
    joint = r"[\s']*"
    return re.compile("|".join(joint + joint.join(map(re.escape, key[1:])) for key in keys))


def _korean_fitting(entry: Entry, tail: str) -> Entry:
    return tuple(one for one in entry if korean.lawful_tail(tail, verb=one.stem))
