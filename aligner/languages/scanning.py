"""Where terms stand in a normalised text: the ways of looking, one for each kind of writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from aligner.languages import german, korean
from aligner.model import Term
from aligner.text import LONG_VOWEL_DASHES, Normalised, fold

BLOCKER = "-"  # what the concept of a term that only blocks begins with
TOKEN = re.compile(r"[+-](?:\d+|x)/[+-](?:\d+|x)|[^\W_]+|-")
_KATAKANA = frozenset(map(chr, range(ord("ァ"), ord("ヺ") + 1))) | set("ーヽヾ")
_SENTENCE_END = re.compile(r"[.;:!?]")
_CLAUSE_END = re.compile(r"[.,;:!?()\[\]\"“”„»]")
_COMPOUND_LENGTH, _PART_LENGTH = 9, 4
_CLAUSE_WORDS = 30
_ABBREVIATIONS = frozenset({"bzw"})  # whose full stop ends nothing within a term


@dataclass(frozen=True, slots=True)
class Candidate:
    """A term that a form may stand for.

    `rank` orders the candidates of one form. `capitals` says which of the form's words German writes large;
    `stem` marks what a Korean verb begins with, `verb` what may be a verb. The last `context` words of the form must
    follow and are no part of the term. `lemma` is the infinitive where the form is one that the glossary writes.
    """

    term: Term
    rank: tuple[int, ...]
    capitals: tuple[bool, ...] = ()
    stem: bool = False
    verb: bool = False
    context: int = 0
    lemma: str = ""

    @property
    def blocks(self) -> bool:
        """Return whether the term only keeps shorter ones from being found."""
        return self.term.concept.startswith(BLOCKER)

    @property
    def exact(self) -> bool:
        """Return whether the form is the term as the glossary writes it."""
        return not self.rank[2]


Key = tuple[str, ...]
Entry = tuple[Candidate, ...]
Piece = tuple[int, int, Entry]  # start and end in the normalised text, best candidate first


_NOTHING: tuple[int, Entry] = (0, ())


class _Words:
    """The words of a normalised text and where they stand in it; the text as given tells capitals."""

    __slots__ = ("matches", "normal", "original", "text", "words")

    def __init__(self, normal: Normalised, original: str) -> None:
        self.normal = normal
        self.original = original
        self.text = normal.text
        self.matches = list(TOKEN.finditer(normal.text))
        self.words = [match[0] for match in self.matches]

    def connected(self, at: int, length: int) -> bool:
        """Return whether the words are parted by white space or an apostrophe only, at a hyphen by nothing."""
        for left in range(at, at + length - 1):
            gap = self.text[self.matches[left].end() : self.matches[left + 1].start()]
            if gap not in ("", " ") and not (gap.isspace() or gap.strip() == "'"):
                if gap.strip() == "." and self.words[left] in _ABBREVIATIONS:
                    continue
                return False
            if gap and "-" in (self.words[left], self.words[left + 1]):
                return False
        return True

    def is_large(self, at: int) -> bool:
        """Return whether the word is written with a capital."""
        return self.original[self.normal.starts[self.matches[at].start()]].isupper()


class _Spaced:
    """Longest known run of words at each word."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        tables: dict[str, dict[int, dict[Key, Entry]]] = {}
        for key, entry in entries.items():
            tables.setdefault(key[0], {}).setdefault(len(key), {})[key] = entry
        self.heads = {head: sorted(by_length.items(), reverse=True) for head, by_length in tables.items()}

    def scan(self, normal: Normalised, text: str) -> Iterable[Piece]:
        """Yield the pieces of a normalised text that are terms."""
        found = _Words(normal, text)
        heads = self.heads
        done = 0
        for at, word in enumerate(found.words):
            if word in heads and at >= done:
                length, entry = self.longest(found, at)
                if length:
                    yield found.matches[at].start(), found.matches[at + length - 1].end(), entry
                    done = at + length

    def longest(self, found: _Words, at: int) -> tuple[int, Entry]:
        """Return how many words the longest term here has, and its candidates; 0 where there is none."""
        for length, table in self.heads[found.words[at]]:
            entry = table.get(tuple(found.words[at : at + length]))
            if entry is not None and (length == 1 or found.connected(at, length)):
                return length - entry[0].context, entry
        return _NOTHING


class _German(_Spaced):
    """Nouns only where they are written large, parts of compounds, and verbs whose particle stands apart."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        super().__init__(entries)
        self.parts: dict[str, Entry] = {}
        apart: dict[str, dict[str, list[Candidate]]] = {}
        for key, entry in entries.items():
            if len(key) > 1:
                continue
            nouns = tuple(one for one in entry if one.capitals[0])
            if nouns and len(key[0]) >= _PART_LENGTH and key[0].isalpha():
                self.parts[key[0]] = nouns
            for candidate in entry:
                if candidate.verb and candidate.lemma and not candidate.capitals[0]:
                    particle, finite = german.separated_forms(candidate.lemma)
                    for form in sorted(finite):
                        apart.setdefault(fold(form, "de"), {}).setdefault(particle, []).append(candidate)
        self.apart = {
            form: {particle: tuple(sorted(found, key=lambda one: one.rank)) for particle, found in rows.items()}
            for form, rows in apart.items()
        }
        self.divided: dict[str, tuple[tuple[int, int, Entry], ...]] = {}

    def scan(self, normal: Normalised, text: str) -> Iterable[Piece]:
        """Yield the pieces of a normalised text that are terms."""
        found = _Words(normal, text)
        done = 0
        for at, word in enumerate(found.words):
            if at < done:
                continue
            length, entry = self._separated(found, at) if word in self.apart else _NOTHING
            if not length and word in self.heads:
                length, entry = self.longest(found, at)
            if length:
                yield found.matches[at].start(), found.matches[at + length - 1].end(), entry
                done = at + length
            elif len(word) >= _COMPOUND_LENGTH and found.is_large(at):
                start = found.matches[at].start()
                for first, last, part in self._within(word):
                    yield start + first, start + last, part

    def longest(self, found: _Words, at: int) -> tuple[int, Entry]:
        """Return the longest term here whose nouns are written with a capital."""
        for length, table in self.heads[found.words[at]]:
            entry = table.get(tuple(found.words[at : at + length]))
            if entry is None or (length > 1 and not found.connected(at, length)):
                continue
            large = [found.is_large(here) for here in range(at, at + length)]
            fitting = tuple(
                one for one in entry if all(up or not must for up, must in zip(large, one.capitals, strict=True))
            )
            if fitting:
                return length - fitting[0].context, fitting
        return _NOTHING

    def _within(self, word: str) -> tuple[tuple[int, int, Entry], ...]:
        """Return the known parts of a compound noun."""
        if word not in self.divided:
            self.divided[word] = tuple(german.divide(word, self.parts, _PART_LENGTH))
        return self.divided[word]

    def _separated(self, found: _Words, at: int) -> tuple[int, Entry]:
        """Return the verb whose particle closes the clause of this word."""
        rows = self.apart[found.words[at]]
        for here in range(at + 1, min(at + _CLAUSE_WORDS, len(found.words))):
            start, end = found.matches[here].span()
            if _SENTENCE_END.search(found.text, found.matches[here - 1].end(), start):
                break
            if found.words[here] in rows and _closes_clause(found, here, end):
                return 1, rows[found.words[here]]
        return _NOTHING


def _closes_clause(found: _Words, at: int, end: int) -> bool:
    if at + 1 == len(found.words) or found.words[at + 1] in ("und", "oder", "sowie", "aber", "dann"):
        return True
    return _CLAUSE_END.search(found.text, end, found.matches[at + 1].start()) is not None


class _Korean(_Spaced):
    """Terms at the start of a word, with particles or endings behind them."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        super().__init__(entries)
        self.single = {key[0]: entry for key, entry in entries.items() if len(key) == 1}
        self.greatest = max(map(len, self.single), default=0)
        self.phrases: dict[str, list[tuple[Key, Entry]]] = {}
        for key, entry in sorted(entries.items(), key=lambda row: (-len(row[0]), row[0])):
            if len(key) > 1:
                self.phrases.setdefault(key[0], []).append((key, entry))
        self.read: dict[str, tuple[Piece, ...]] = {}

    def scan(self, normal: Normalised, text: str) -> Iterable[Piece]:
        """Yield the pieces of a normalised text that are terms."""
        found = _Words(normal, text)
        done = 0
        for at, word in enumerate(found.words):
            if at < done:
                continue
            length, piece = self._phrase(found, at) if word in self.phrases else (0, None)
            if piece is not None:
                yield piece
                done = at + length
                continue
            if word not in self.read:
                self.read[word] = self._within(word)
            start = found.matches[at].start()
            for first, last, entry in self.read[word]:
                yield start + first, start + last, entry

    def _phrase(self, found: _Words, at: int) -> tuple[int, Piece | None]:
        for key, entry in self.phrases[found.words[at]]:
            words = tuple(found.words[at : at + len(key)])
            if words[:-1] != key[:-1] or not words[-1].startswith(key[-1]):
                continue
            fitting = _korean_fitting(entry, words[-1][len(key[-1]) :])
            if fitting and found.connected(at, len(key)):
                last = found.matches[at + len(key) - 1].start() + len(key[-1])
                return len(key), (found.matches[at].start(), last, fitting)
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


def _korean_fitting(entry: Entry, tail: str) -> Entry:
    return tuple(one for one in entry if korean.lawful_tail(tail, verb=one.stem))


class _Unspaced:
    """Longest known string; a katakana term is none within a longer run of katakana."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        self.entries = {key[0]: entry for key, entry in entries.items()}
        lengths: dict[str, set[int]] = {}
        for form in self.entries:
            lengths.setdefault(form[0], set()).add(len(form))
        self.lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        self.first = re.compile("[" + "".join(re.escape(first) for first in sorted(lengths)) + "]") if lengths else None

    def scan(self, normal: Normalised, text: str) -> Iterable[Piece]:
        """Yield the pieces of a normalised text that are terms."""
        if self.first is None:
            return
        pieces = []
        for match in self.first.finditer(normal.text):
            piece = self._longest(normal, text, match.start(), len(normal.text))
            if piece is not None:
                pieces.append(piece)
        done = 0
        for number, (start, end, entry) in enumerate(pieces):
            if start < done:
                continue
            shortened: Piece | None = (start, end, entry)
            for later in range(number + 1, len(pieces)):
                rival, rival_end, _ = pieces[later]
                if rival >= end:
                    break
                if rival_end - rival > end - start:  # the longer of two that overlap takes the place
                    shortened = self._longest(normal, text, start, rival)
                    break
            if shortened is not None:
                yield shortened
                done = shortened[1]

    def _longest(self, normal: Normalised, text: str, place: int, limit: int) -> Piece | None:
        letters = normal.text
        for length in self.lengths[letters[place]]:
            end = place + length
            entry = self.entries.get(letters[place:end])
            if entry is None or end > limit:
                continue
            if not (_runs_on(normal, text, place, place - 1) or _runs_on(normal, text, end - 1, end)):
                return place, end, entry
        return None


def _runs_on(normal: Normalised, text: str, edge: int, beyond: int) -> bool:
    """Return whether the word at `edge` goes on at `beyond`: katakana after katakana, a letter after a letter."""
    inner = normal.text[edge]
    if inner > "\u30ff" or (not 0 <= beyond < len(normal.text)):  # Han
        return False
    outer = normal.text[beyond]
    if inner in _KATAKANA:
        return outer in _KATAKANA and text[normal.starts[beyond]] not in LONG_VOWEL_DASHES
    return inner.isascii() and inner.isalnum() and outer.isascii() and outer.isalnum()


Scanner = _Spaced | _Unspaced


def scanner(language: str, spaced: bool) -> Callable[[Mapping[Key, Entry]], Scanner]:
    """Return what makes the scanner of a language from its entries."""
    if language == "de":
        return _German
    if language == "ko":
        return _Korean
    return _Spaced if spaced else _Unspaced
