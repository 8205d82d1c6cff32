"""Cut two parallel texts into pieces that stand for one another, and a piece into runs that may be a term."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from aligner.languages import forms, korean, profile
from aligner.text import fold
from aligner.words import word_list

LONGEST = 3  # words of a run, function words aside
_LONGEST_PHRASE = 5  # with them
LONGEST_UNSPACED = 8  # characters of a run; a whole word in katakana counts as one

_LEVELS = (
    re.compile(r"[\r\n]+"),
    re.compile(r"[()（）\[\]［］]"),
    re.compile(r"[.!?…]+(?=[\s\"'”’»)]|$)|[。！？．]+|[•・‧](?=\s)|^[•‧]"),
    re.compile(r"[:：]|\s[—–~～]+\s?|——?|～"),
)
_ITEMS = re.compile(r"[,，、;；]")
_SENTENCE = re.compile(r"[.!?。！？:：]")
_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_ENGLISH_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑'’][^\W\d_]+)*")
_GAP = re.compile(r"[ \t\u00a0\u202f]+|['’]")
_UNSPACED = re.compile(r"[\u30a1-\u30fa\u30fc]+|・(?!\s)|[\u3041-\u3096\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_EDGES = frozenset("をはがのにへとでもやてかしら・的了在是之其此该該这這那及与與和或且则則将將会會对對以于於所")
_INNER = frozenset("をはがのでもや的")  # particles that no term has within
_BOUND = 0.5  # the share of a function word's places that a run at whose edge it stands must have


def pieces(source: str, target: str) -> list[tuple[str, str]]:
    """Return the pieces of two parallel texts in pairs; the pair itself where nothing says how to cut it."""
    for level in _LEVELS:
        cut = _cut(level, source), _cut(level, target)
        if len(cut[0]) == len(cut[1]) > 1:
            return [pair for one, other in zip(*cut, strict=True) for pair in pieces(one, other)]
    if not _SENTENCE.search(source) and not _SENTENCE.search(target):
        cut = _cut(_ITEMS, source), _cut(_ITEMS, target)
        if len(cut[0]) == len(cut[1]):
            return list(zip(*cut, strict=True))
    return [(source, target)]


def _cut(mark: re.Pattern[str], text: str) -> list[str]:
    return [part.strip() for part in mark.split(text) if part.strip()]


class Lexicon:
    """The words of one language in a corpus, inflected forms under one key, and which runs of them may be a term."""

    def __init__(self, language: str, texts: Iterable[str]) -> None:
        self._find = self._spaced if profile(language).spaced else self._unspaced
        self._find = self._korean if language == "ko" else self._find
        self._word = _ENGLISH_WORD if language == "en" else _WORD
        self._function = word_list(language).function
        spaced = self._find == self._spaced
        words = {_word_key(word) for text in texts for word in self._word.findall(text)} if spaced else set()
        self._lemma = _lemmas(words - self._function, language)

    def runs(self, text: str) -> dict[str, str]:
        """Return the key of each run of the text, with the run as written; one at the piece's beginning comes last."""
        found: dict[str, str] = {}
        for key, written in [*self._find(text)][::-1]:
            found.setdefault(key, written)
        return found

    def is_loose(self, key: str) -> bool:
        """Return whether a function word stands at the run's beginning or end."""
        return not self._function.isdisjoint((key.partition(" ")[0], key.rpartition(" ")[2]))

    def is_unit(self, key: str, counts: Mapping[str, int]) -> bool:
        """Return whether the run may be a term: a function word stands at its edge only where it belongs there.

        It does where most of its places are there, as in first strike.
        """
        words = key.split(" ")
        loose = [word for word in (words[0], words[-1]) if word in self._function]
        return not loose or (len(words) > 1 and all(counts[key] >= _BOUND * counts[word] for word in loose))

    def _spaced(self, text: str) -> Iterator[tuple[str, str]]:
        for chain in _chains(self._word, text):
            keys = [self._key(match[0]) for match in chain]
            for start in range(len(chain)):
                for end in range(start, min(start + _LONGEST_PHRASE, len(chain))):
                    if sum(key not in self._function for key in keys[start : end + 1]) > LONGEST:
                        break
                    key = " ".join(keys[start : end + 1])
                    if len(key) > 1:
                        yield key, text[chain[start].start() : chain[end].end()]

    def _key(self, word: str) -> str:
        key = _word_key(word)
        if key in self._function:  # resistência a magia, resistência à magia
            return plain if (plain := _without_accents(key)) in self._function else key
        return self._lemma.get(key, key)

    def _unspaced(self, text: str) -> Iterator[tuple[str, str]]:
        for chain in _chains(_UNSPACED, text):
            units = [match[0] for match in chain]
            for start in range(len(units)):
                if units[start] in _EDGES:
                    continue
                for end in range(start, min(start + LONGEST_UNSPACED, len(units))):
                    if units[end] in _INNER:
                        break
                    run = "".join(units[start : end + 1])
                    if units[end] not in _EDGES and (len(run) > 1 or run > "ヿ"):  # one Han character may be a word
                        yield run, run

    def _korean(self, text: str) -> Iterator[tuple[str, str]]:
        for chain in _chains(_WORD, text):
            for start in range(len(chain)):
                for end in range(start, min(start + LONGEST, len(chain))):
                    last = chain[end][0]
                    for length in range(1, len(last) + 1):
                        run = text[chain[start].start() : chain[end].start() + length]
                        size = len(run.replace(" ", ""))
                        if size <= LONGEST_UNSPACED and korean.lawful_tail(last[length:], verb=False):
                            yield run, run


def _word_key(word: str) -> str:
    return fold(word).removesuffix("'s")


def _chains(unit: re.Pattern[str], text: str) -> Iterator[list[re.Match[str]]]:
    """Yield the chains of units with nothing but a space between them."""
    chain: list[re.Match[str]] = []
    for match in unit.finditer(text):
        gap = text[chain[-1].end() : match.start()] if chain else ""
        if gap and not _GAP.fullmatch(gap):
            yield chain
            chain = []
        chain.append(match)
    if chain:
        yield chain


def _lemmas(words: set[str], language: str) -> dict[str, str]:
    """Return the key of each word: words that are forms of one word share it."""
    if language == "ru":
        return {word: _russian(word) for word in sorted(words)}
    if language == "en":
        return _by_forms(words, language)
    return _by_prefix(words)


@lru_cache(maxsize=1)
def _morphology() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


def _russian(word: str) -> str:
    return str(_morphology().parse(word)[0].normal_form).replace("ё", "е")


def _by_forms(words: set[str], language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in sorted(words, key=lambda one: (len(one), one)):
        if word not in found:
            for form in sorted(forms(word, "", language) & words):
                found.setdefault(form, word)
    return found


def _by_prefix(words: set[str]) -> dict[str, str]:
    """Group neighbours in the alphabet that begin alike: the rest is at most three letters or half of the beginning."""
    found: dict[str, str] = {}
    head = ""
    for plain, word in sorted((_without_accents(word), word) for word in words):
        shared = beginning(head, plain)
        if shared < 4 or max(len(plain), len(head)) - shared > max(3, shared // 2):
            head = plain
        found[word] = head
    return found


def _without_accents(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def beginning(one: str, other: str) -> int:
    """Return how many letters two words share at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))
