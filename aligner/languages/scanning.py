"""Where terms stand in a text: the ways of looking, one for each kind of writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from aligner.languages import german
from aligner.languages.entries import TOKEN, Candidate, Entry, Key, Piece
from aligner.languages.hangul import Korean
from aligner.languages.unspaced import Unspaced
from aligner.text import ByWord, cut, fold, normalise

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


class _Word(NamedTuple):
    """A word in normal form, and where it stands: in its chunk, or in the text."""

    text: str
    start: int
    end: int


class _Begin(NamedTuple):
    """A word of a chunk that is a term or may begin one: where it stands in the chunk, and what it is by itself.

    A longer term may begin with it, the chunk's word of this number, where the next chunk begins with one of the
    `seconds`; where these are None, the chunk itself does not tell.
    """

    start: int
    end: int
    entry: Entry
    number: int = 0
    seconds: frozenset[str] | None = frozenset()


class _Node(NamedTuple):
    """What the words so far stand for, if anything, and the words that may follow them."""

    entry: Entry
    following: dict[str, Any]  # word → _Node
    seconds: frozenset[str]  # the same words, and "" for what is no word


Chunks = tuple[str, Sequence[str], Sequence[int]]
"""A text, its chunks and their lengths, as it is cut."""


class _Spaced:
    """Longest known run of words at each word.

    Texts are many and their chunks few: what a chunk holds is found out once, and what stands behind it is looked at
    only where a longer term may begin.
    """

    def __init__(self, language: str, entries: Mapping[Key, Entry]) -> None:
        self.language = language
        self.entries = entries
        self.longer: dict[str, list[Key]] = {}
        for key in entries:
            if len(key) > 1:
                self.longer.setdefault(key[0], []).append(key)
        self.heads: dict[str, _Node] = {}
        self.words = ByWord(self._cut)
        self.first_words = ByWord(lambda chunk: self.words[chunk][0].text if self.words[chunk] else "")
        self.begins = ByWord(self._begin)

    def scan(self, text: str) -> Sequence[Piece]:
        """Return the pieces of a text that are terms."""
        chunks, lengths = cut(text)
        next_words = [*map(self.first_words.__getitem__, chunks[1:]), None]
        pieces: list[Piece] = []
        done = 0
        for at, begins in enumerate(map(self.begins.__getitem__, chunks)):
            for first, last, entry, number, seconds in begins:
                here = lengths[at] + at
                if here + first < done:
                    continue
                if seconds is None or next_words[at] in seconds:
                    done = self._look((text, chunks, lengths), at, number, pieces) or done
                elif entry:
                    done = here + last
                    pieces.append((here + first, done, entry))
        return pieces

    def _cut(self, chunk: str) -> tuple[_Word, ...]:
        normal = normalise(chunk, self.language)
        return tuple([_Word(match[0], *normal.span(*match.span())) for match in TOKEN.finditer(normal.text)])

    def _begin(self, chunk: str) -> tuple[_Begin, ...]:
        """Return the words of a chunk that are terms or may begin one."""
        found = []
        words = self.words[chunk]
        for number, (word, start, end) in enumerate(words):
            head = self._head(word)
            if head is not None:
                begin = self._open(chunk, number, head, _Begin(start, end, head.entry))
                found += [begin] if begin.entry or begin.seconds != frozenset() else []
        return tuple(found)

    def _open(self, chunk: str, number: int, head: _Node, begin: _Begin) -> _Begin:
        """Return the word with what must stand behind it if it begins a longer term, as far as its chunk tells."""
        words = self.words[chunk]
        if number + 1 < len(words):
            return begin._replace(number=number, seconds=None) if words[number + 1].text in head.following else begin
        if (
            begin.seconds is not None
            and head.following
            and fold(chunk[begin.end :], self.language).strip() in ("", "'", ".")
        ):
            return begin._replace(number=number, seconds=head.seconds)
        return begin

    def _head(self, word: str) -> _Node | None:
        """Return what begins with the word, put in order when it is first met."""
        head = self.heads.get(word)
        if head is None and (word in self.longer or (word,) in self.entries):
            below = {key[1:]: self.entries[key] for key in ((word,), *self.longer.get(word, ())) if key in self.entries}
            head = self.heads[word] = _node(below)
        return head

    def _look(self, text: Chunks, at: int, number: int, pieces: list[Piece]) -> int:
        """Add the longest term that begins with this word of a chunk and return where it ends, 0 if there is none."""
        run = self._run(text, at, number)
        length, entry = self._longest(text[0], run)
        if not length:
            return 0
        lead = entry[0].lead
        if lead:
            self._within(text[0], run[:lead], pieces)
        pieces.append((run[lead].start, run[length - 1].end, entry))
        return run[length - 1].end

    def _run(self, text: Chunks, at: int, number: int) -> list[_Word]:
        """Return this word of a chunk and the longest run of words behind it that some term has."""
        whole, chunks, lengths = text
        words = self.words[chunks[at]]
        before, first, last = words[number]
        here = lengths[at] + at
        run = [_Word(before, here + first, here + last)]
        node: _Node | None = self.heads[before]
        while node and node.following:
            number += 1
            if number >= len(words):
                at, number = at + 1, -1
                if at == len(chunks):
                    break
                words, here = self.words[chunks[at]], lengths[at] + at
                continue
            word, first, last = words[number]
            node = node.following.get(word)
            gap = whole[run[-1].end : here + first]
            if not node or not _joins(gap if gap == " " else fold(gap, self.language), before, word):
                break
            run.append(_Word(word, here + first, here + last))
            before = word
        return run

    def _within(self, text: str, words: Sequence[_Word], pieces: list[Piece]) -> None:
        """Add the terms among the words that must stand before another and are no part of it."""
        while words:
            length, entry = self._longest(text, words)
            if length and not entry[0].lead:
                pieces.append((words[0].start, words[length - 1].end, entry))
            words = words[max(length, 1) :]

    def _longest(self, text: str, words: Sequence[_Word]) -> tuple[int, Entry]:
        """Return how many of the words the longest term has, and its candidates; 0 where there is none.

        What must stand behind a term is not counted.
        """
        key = tuple([word.text for word in words])
        for length in range(len(words), 0, -1):
            entry = self.entries.get(key[:length])
            fitting = self._fitting(text, words[:length], entry) if entry else ()
            if fitting:
                return length - fitting[0].context, fitting
        return 0, ()

    def _fitting(self, text: str, words: Sequence[_Word], entry: Entry) -> Entry:
        """Return those of the candidates that may be written like that."""
        return entry


def _node(rests: Mapping[Key, Entry]) -> _Node:
    below: dict[str, dict[Key, Entry]] = {}
    for key, entry in rests.items():
        if key:
            below.setdefault(key[0], {})[key[1:]] = entry
    following = {word: _node(some) for word, some in below.items()}
    return _Node(rests.get((), ()), following, frozenset([*following, ""] if following else ()))


def _joins(gap: str, before: str, after: str) -> bool:
    """Return whether white space or an apostrophe only parts two words, at a hyphen nothing."""
    if not gap:
        return True
    if not gap.isspace() and gap.strip() != "'":
        return gap.strip() == "." and before in _ABBREVIATIONS
    return before != "-" and after != "-"


class _German(_Spaced):
    """Nouns only where they are written large, parts of compounds, and verbs whose particle stands apart."""

    def __init__(self, language: str, entries: Mapping[Key, Entry]) -> None:
        super().__init__(language, entries)
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

    def _begin(self, chunk: str) -> tuple[_Begin, ...]:
        found: list[_Begin] = []
        for number, (word, start, end) in enumerate(self.words[chunk]):
            begin = _Begin(start, end, (), number, None if word in self.apart else frozenset())
            head = self._head(word)
            if head is not None:
                own = self._fitting(chunk, self.words[chunk][number : number + 1], head.entry)
                begin = self._open(chunk, number, head, begin._replace(entry=own))
            parts = [] if begin.entry else self._compound(chunk, number)
            if begin.entry or begin.seconds != frozenset():
                found.append(begin._replace(seconds=None) if parts else begin)
            else:
                found += parts
        return tuple(found)

    def _look(self, text: Chunks, at: int, number: int, pieces: list[Piece]) -> int:
        _, chunks, lengths = text
        word, first, last = self.words[chunks[at]][number]
        here = lengths[at] + at
        rows = self.apart.get(word)
        verb = self._separated(text, at, number, rows) if rows else ()
        if verb:
            pieces.append((here + first, here + last, verb))
            return here + last
        done = super()._look(text, at, number, pieces) if word in self.heads else 0
        if not done:
            parts = self._compound(chunks[at], number)
            pieces += [(here + start, here + end, entry) for start, end, entry, *_ in parts]
        return done

    def _compound(self, chunk: str, number: int) -> list[_Begin]:
        """Return the terms that are parts of a noun."""
        word, start, end = self.words[chunk][number]
        if len(word) < _COMPOUND_LENGTH or not chunk[start].isupper():
            return []
        normal = normalise(chunk[start:end], self.language)
        parts = german.divide(word, self.parts, _PART_LENGTH)
        spans = [(normal.span(first, last), part) for first, last, part in parts]
        return [_Begin(start + first, start + last, part) for (first, last), part in spans]

    def _separated(self, text: Chunks, at: int, number: int, rows: Mapping[str, Entry]) -> Entry:
        """Return the verb whose particle closes the clause of this word."""
        words = self._clause(text, at, number)
        if rows.keys().isdisjoint([word.text for word in words[1:]]):
            return ()
        gaps = ["", *[fold(text[0][one.end : other.start], "de") for one, other in pairwise(words)]]
        for here, (word, gap) in enumerate(zip(words[:_CLAUSE_WORDS], gaps, strict=False)):
            if here and gap != " " and _SENTENCE_END.search(gap) and words[here - 1].text not in _ABBREVIATIONS:
                break
            if here and word.text in rows and _closes_clause([word.text for word in words], gaps, here):
                return rows[word.text]
        return ()

    def _clause(self, text: Chunks, at: int, number: int) -> list[_Word]:
        """Return this word and what follows it, as far as the particle of a verb may stand."""
        found: list[_Word] = []
        _, chunks, lengths = text
        while at < len(chunks) and len(found) <= _CLAUSE_WORDS:
            here = lengths[at] + at
            words = self.words[chunks[at]][number:]
            found += [_Word(word, here + first, here + last) for word, first, last in words]
            at, number = at + 1, 0
        return found

    def _fitting(self, text: str, words: Sequence[_Word], entry: Entry) -> Entry:
        large = [text[word.start].isupper() for word in words]
        return tuple(
            [one for one in entry if all(up or not must for up, must in zip(large, one.capitals, strict=True))]
        )


def _closes_clause(words: Sequence[str], gaps: Sequence[str], at: int) -> bool:
    """Return whether the clause ends behind the particle, or only says where to: zurück auf die Hand."""
    if at + 1 == len(words) or words[at + 1] in _JOINING:
        return True
    if words[at] in _DIRECTIONS and words[at + 1] in _PLACES:
        return True
    return _CLAUSE_END.search(gaps[at + 1]) is not None


Scanner = _Spaced | Korean | Unspaced


def scanner(language: str, spaced: bool) -> Callable[[str, Mapping[Key, Entry]], Scanner]:
    """Return what makes the scanner of a language from its code and its entries."""
    if language == "de":
        return _German
    if language == "ko":
        return Korean
    return _Spaced if spaced else Unspaced
