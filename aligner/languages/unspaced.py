"""Where terms stand in a text without spaces between its words: Japanese and Chinese."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from aligner.languages.entries import Entry, Key, Piece
from aligner.text import LONG_VOWEL_DASHES, Normalised

_KATAKANA = frozenset(map(chr, range(ord("ァ"), ord("ヺ") + 1))) | set("ーヽヾ")
_ALPHANUMERIC = frozenset(string.ascii_letters + string.digits)
_START = itemgetter(0)
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Form(NamedTuple):
    """A form, and what may stand neither before nor behind it: a word that runs on is another word."""

    entry: Entry
    bounded: bool
    before: frozenset[str]
    behind: frozenset[str]


class Unspaced:
    """Longest known string; a katakana term is none within a longer run of katakana."""

    def __init__(self, entries: Mapping[Key, Entry]) -> None:
        from ahocorasick_rs import AhoCorasick, Implementation

        self.forms = {key[0]: _form(key[0], entry) for key, entry in entries.items()}
        self.numbered = list(self.forms.values())
        self.search = AhoCorasick(list(self.forms), implementation=Implementation.DFA).find_matches_as_indexes

    def scan(self, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a normalised text that are terms."""
        numbered, letters = self.numbered, normal.text
        longest: dict[int, tuple[int, Entry]] = {}
        for number, start, end in self._found(letters):  # of those with one start, the longest comes last
            entry, bounded, before, behind = numbered[number]
            if bounded:
                if start and letters[start - 1] in before and _runs_on(normal, text, before, start - 1):
                    continue
                if letters[end : end + 1] in behind and _runs_on(normal, text, behind, end):
                    continue
            longest[start] = end, entry
        found = sorted(longest.items(), key=_START)
        pieces: list[Piece] = []
        done = 0
        for place, (start, (end, entry)) in enumerate(found):
            if start < done:
                continue
            if end > start + 1:
                for rival, (rival_end, _) in found[place + 1 : place + end - start]:
                    if rival >= end:
                        break
                    if rival_end - rival > end - start:  # the longer of two that overlap takes the place
                        end, entry = self._within(normal, text, start, rival)
                        break
            if end > start:
                pieces.append((start, end, entry))
                done = end
        return pieces

    def _found(self, letters: str) -> Sequence[tuple[int, int, int]]:
        """Return number, start and end of every form in a text."""
        try:
            return self.search(letters, overlapping=True)
        except UnicodeEncodeError:  # half of a pair of surrogates
            return self.search(_SURROGATE.sub("\ufffd", letters), overlapping=True)

    def _within(self, normal: Normalised, text: str, start: int, limit: int) -> tuple[int, Entry]:
        """Return the end and the entry of the longest form that begins here and ends before the limit."""
        for end in range(limit, start, -1):
            form = self.forms.get(normal.text[start:end])
            if form is None:
                continue
            if not (_runs_on(normal, text, form.before, start - 1) or _runs_on(normal, text, form.behind, end)):
                return end, form.entry
        return start, ()


def _form(form: str, entry: Entry) -> _Form:
    before, behind = _kin(form[0]), _kin(form[-1])
    return _Form(entry, bool(before or behind), before, behind)


def _kin(letter: str) -> frozenset[str]:
    """Return the letters that make one word with this one where they stand beside it."""
    if letter in _KATAKANA:
        return _KATAKANA
    return _ALPHANUMERIC if letter in _ALPHANUMERIC else frozenset()


def _runs_on(normal: Normalised, text: str, kin: frozenset[str], beyond: int) -> bool:
    """Return whether the letter there makes one word with its neighbour: a dash that is read as a vowel does not."""
    if not 0 <= beyond < len(normal.text) or normal.text[beyond] not in kin:
        return False
    return kin is not _KATAKANA or text[normal.starts[beyond]] not in LONG_VOWEL_DASHES
