"""Where terms stand in a normalised text: the ways of looking, one for each kind of writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from aligner.languages import german, korean
from aligner.languages.entries import CHANGE, TOKEN, Candidate, Entry, Key, Piece
from aligner.languages.unspaced import Unspaced
from aligner.text import Normalised, fold

_PARTS = re.compile(f"({TOKEN.pattern})")
_PARTS_WITHOUT_LINES = re.compile(rf"(\w+|{CHANGE}|-)")  # the same, quicker, where no underscore stands in the text
_SENTENCE_END = re.compile(r"[.;:!?]")
_CLAUSE_END = re.compile(r"[.,;:!?()\[\]\"“”„»]")
_COMPOUND_LENGTH, _PART_LENGTH = 9, 4
_CLAUSE_WORDS = 30
_ABBREVIATIONS = frozenset({"bzw"})  # whose full stop ends nothing within a term
_JOINING = frozenset({"und", "oder", "sowie", "aber", "dann"})
_DIRECTIONS = frozenset(
    {"zurück", "heraus", "hinein", "hinaus"}
)  # particles that may stand before their "auf die Hand"
_PLACES = frozenset({"auf", "in", "ins", "unter", "aus"})


class _Node(NamedTuple):
    """What the words so far stand for, if anything, and the words that may follow them."""

    entry: Entry | None
    following: dict[str, Any]  # word → _Node
    large: tuple[int, ...]  # which of the words so far a candidate wants with a capital


_NOTHING: tuple[int, Entry] = (0, ())
_REMEMBERED = 1 << 16  # words
_Reading = tuple[()] | tuple[Mapping[str, Entry] | None, _Node | None, tuple[Piece, ...]]
"""The particles and the terms of a verb, the terms that begin with the word, the parts of a compound."""


def _tree(entries: Mapping[Key, Entry]) -> dict[str, _Node]:
    """Return first word → node of all keys."""
    below: dict[str, dict[Key, Entry]] = {}
    for key, entry in entries.items():
        below.setdefault(key[0], {})[key[1:]] = entry
    tree = {}
    for word, rest in below.items():
        own = rest.pop((), None)
        large = tuple(sorted({at for one in own or () for at, must in enumerate(one.capitals) if must}))
        tree[word] = _Node(own, _tree(rest), large)
    return tree


class _Words:
    """The words of a normalised text and where they stand in it; the text as given tells capitals.

    `gaps[k]` stands before word k; word k stands from `places[2 * k]` to `places[2 * k + 1]`.
    """

    __slots__ = ("gaps", "normal", "original", "places", "words")

    def __init__(self, normal: Normalised, original: str) -> None:
        self.normal = normal
        self.original = original
        text = normal.text
        parts = (_PARTS if "_" in text else _PARTS_WITHOUT_LINES).split(text)
        self.words = parts[1::2]
        self.gaps = parts[::2]
        self.places = list(accumulate(map(len, parts)))

    def span(self, at: int, after: int) -> tuple[int, int]:
        """Return where the words from `at` up to `after` stand."""
        return self.places[2 * at], self.places[2 * after - 1]

    def joins(self, at: int) -> bool:
        """Return whether white space or an apostrophe only parts the word from the next, at a hyphen nothing."""
        gap = self.gaps[at + 1]
        if not gap:
            return True
        if gap != " " and not gap.isspace() and gap.strip() != "'":
            return gap.strip() == "." and self.words[at] in _ABBREVIATIONS
        return self.words[at] != "-" and self.words[at + 1] != "-"

    def is_large(self, at: int) -> bool:
        """Return whether the word is written with a capital."""
        return self.original[self.normal.starts[self.places[2 * at]]].isupper()


class _Spaced:
    """Longest known run of words at each word."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        self.heads = _tree(entries)

    def scan(self, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a normalised text that are terms."""
        found = _Words(normal, text)
        pieces: list[Piece] = []
        heads, places = self.heads, found.places
        last = len(found.words)
        done = 0
        for at, word in enumerate(found.words):
            if word in heads and at >= done:
                length, entry = self.longest(found, at, last)
                if not length:
                    continue
                if entry[0].lead:
                    self.within(found, at, at + entry[0].lead, pieces)
                done = at + length
                pieces.append((places[2 * (at + entry[0].lead)], places[2 * done - 1], entry))
        return pieces

    def longest(self, found: _Words, at: int, limit: int) -> tuple[int, Entry]:
        """Return how many words the longest term here has, and its candidates; 0 where there is none."""
        words = found.words
        best, following, _ = self.heads[words[at]]
        length = 1
        here = at
        while following and here + 1 < limit and words[here + 1] in following and found.joins(here):
            here += 1
            entry, following, _ = following[words[here]]
            if entry is not None:
                best, length = entry, here + 1 - at
        return (length - best[0].context, best) if best is not None else _NOTHING

    def within(self, found: _Words, at: int, limit: int, pieces: list[Piece]) -> None:
        """Add the terms among the words from `at` up to `limit`."""
        while at < limit:
            length, entry = self.longest(found, at, limit) if found.words[at] in self.heads else _NOTHING
            if length and not entry[0].lead:
                pieces.append((*found.span(at, at + length), entry))
            at += max(length, 1)


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
        self.read: dict[str, _Reading] = {}

    def scan(self, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a normalised text that are terms."""
        found = _Words(normal, text)
        pieces: list[Piece] = []
        read, places, last = self.read, found.places, len(found.words)
        done = 0
        for at, word in enumerate(found.words):
            known = read.get(word)
            if known is None:
                known = self._known(word)
            if not known or at < done:
                continue
            rows, node, parts = known
            length, entry = _separated(found, at, rows) if rows else _NOTHING
            if not length and node is not None:
                length, entry = _longest_fitting(found, at, last, node)
            if length:
                if entry[0].lead:
                    self.within(found, at, at + entry[0].lead, pieces)
                done = at + length
                pieces.append((places[2 * (at + entry[0].lead)], places[2 * done - 1], entry))
            elif parts and found.is_large(at):
                start = places[2 * at]
                pieces += [(start + first, start + last, part) for first, last, part in parts]
        return pieces

    def longest(self, found: _Words, at: int, limit: int) -> tuple[int, Entry]:
        """Return the longest term here whose nouns are written with a capital."""
        return _longest_fitting(found, at, limit, self.heads[found.words[at]])

    def _known(self, word: str) -> _Reading:
        """Return what the word may be, and remember it."""
        if len(self.read) >= _REMEMBERED:
            self.read.clear()
        parts = tuple(german.divide(word, self.parts, _PART_LENGTH)) if len(word) >= _COMPOUND_LENGTH else ()
        known = self.apart.get(word), self.heads.get(word), parts
        self.read[word] = known if any(known) else ()
        return self.read[word]


def _longest_fitting(found: _Words, at: int, limit: int, node: _Node) -> tuple[int, Entry]:
    """Return the longest term here whose nouns are written with a capital; the node is the first word's."""
    words = found.words
    entry, following, large = node
    if not following or at + 1 >= limit or words[at + 1] not in following:
        if entry is not None and large and not found.is_large(at):
            entry = _fitting(entry, (False,))
        return (1, entry) if entry else _NOTHING
    met = [(1, node)]
    here = at
    while following and here + 1 < limit and words[here + 1] in following and found.joins(here):
        here += 1
        node = following[words[here]]
        following = node.following
        met.append((here + 1 - at, node))
    for length, (entry, _, large) in reversed(met):
        if entry is not None and not all(map(found.is_large, [at + word for word in large])):
            entry = _fitting(entry, [found.is_large(word) for word in range(at, at + length)])
        if entry:
            return length - entry[0].context, entry
    return _NOTHING


def _separated(found: _Words, at: int, rows: Mapping[str, Entry]) -> tuple[int, Entry]:
    """Return the verb whose particle closes the clause of this word."""
    last = min(at + _CLAUSE_WORDS, len(found.words))
    if rows.keys().isdisjoint(found.words[at + 1 : last]):
        return _NOTHING
    for here in range(at + 1, last):
        gap = found.gaps[here]
        if gap != " " and _SENTENCE_END.search(gap) and found.words[here - 1] not in _ABBREVIATIONS:
            break
        if found.words[here] in rows and _closes_clause(found, here):
            return 1, rows[found.words[here]]
    return _NOTHING


def _fitting(entry: Entry, large: Sequence[bool]) -> Entry:
    return tuple([one for one in entry if all(up or not must for up, must in zip(large, one.capitals, strict=True))])


def _closes_clause(found: _Words, at: int) -> bool:
    """Return whether the clause ends behind the particle, or only says where to: zurück auf die Hand."""
    if at + 1 == len(found.words) or found.words[at + 1] in _JOINING:
        return True
    if found.words[at] in _DIRECTIONS and found.words[at + 1] in _PLACES:
        return True
    return _CLAUSE_END.search(found.gaps[at + 1]) is not None


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
        self.follows = {head: _follower([key for key, _ in rows]) for head, rows in self.phrases.items()}
        self.words: dict[str, tuple[Piece, ...]] = {}
        self.read: dict[str, tuple[Piece, ...]] = {}
        self.beginning: dict[str, list[tuple[int, re.Pattern[str]]]] = {}

    def scan(self, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a normalised text that are terms."""
        letters = normal.text
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
                        return self._with_phrases(normal, text)
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

    def _with_phrases(self, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a text in which a phrase may stand."""
        found = _Words(normal, text)
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


Scanner = _Spaced | Unspaced


def scanner(language: str, spaced: bool) -> Callable[[Mapping[Key, Entry]], Scanner]:
    """Return what makes the scanner of a language from its entries."""
    if language == "de":
        return _German
    if language == "ko":
        return _Korean
    return _Spaced if spaced else Unspaced
