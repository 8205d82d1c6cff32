"""Where terms stand in a text without spaces between its words: Japanese and Chinese."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from aligner.languages.entries import Entry, Key, Piece, in_original
from aligner.text import LONG_VOWEL_DASHES, Normalised, normalise

_KATAKANA = frozenset(map(chr, range(ord("ァ"), ord("ヺ") + 1))) | set("ーヽヾ")
_KATAKANA_BEFORE = re.compile(r"[ァ-ヺーヽヾ]+\Z")
_KATAKANA_BEHIND = re.compile(r"[ァ-ヺーヽヾ]+")
_ALPHANUMERIC = frozenset(string.ascii_letters + string.digits)
_START = itemgetter(0)
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Form(NamedTuple):
    """A form, and what may stand neither before nor behind it: a word that runs on is another word."""

    entry: Entry
    before: frozenset[str]
    behind: frozenset[str]


class Unspaced:
    """Longest known string; a katakana term is none within a longer run of katakana, unless all of it are terms."""

    def __init__(self, language: str, entries: Mapping[Key, Entry]) -> None:
        from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

        self.language = language
        every = {key[0]: _Form(entry, _kin(key[0][0]), _kin(key[0][-1])) for key, entry in entries.items()}
        free = [form for form, one in every.items() if not one.before and not one.behind]
        self.free = len(free)  # the number from which on a form may run on, or stands for two that overlap
        self.forms = {form: every[form] for form in (*free, *every)}
        self.numbered = list(self.forms.values())
        self.entries = [form.entry for form in self.numbered]
        self.every = AhoCorasick(list(self.forms), implementation=Implementation.DFA).find_matches_as_indexes
        self.longest = AhoCorasick(
            [*self.forms, *_overlapping(self.forms)],
            matchkind=MatchKind.LeftmostLongest,
            implementation=Implementation.DFA,
        ).find_matches_as_indexes

    def scan(self, text: str) -> Sequence[Piece]:
        """Return the pieces of a text that are terms."""
        normal = normalise(text, self.language)
        return in_original(self._scan(normal, text), normal)

    def _scan(self, normal: Normalised, text: str) -> Sequence[Piece]:
        letters = normal.text
        try:
            found = self.longest(letters)
        except UnicodeEncodeError:  # half of a pair of surrogates
            letters = _SURROGATE.sub("\ufffd", letters)
            found = self.longest(letters)
        free = self.free
        for number, start, end in found:
            if number >= free:
                if number >= len(self.numbered):
                    return self._weighed(letters, normal, text)
                _, before, behind = self.numbered[number]
                if (start and letters[start - 1] in before) or letters[end : end + 1] in behind:
                    return self._weighed(letters, normal, text)
        entries = self.entries
        return [(start, end, entries[number]) for number, start, end in found]

    def _weighed(self, letters: str, normal: Normalised, text: str) -> Sequence[Piece]:
        """Return the pieces of a text in which forms overlap or may run on."""
        longest: dict[int, tuple[int, Entry]] = {}
        for number, start, end in self.every(letters, overlapping=True):  # with one start, the longest comes last
            form = self.numbered[number]
            if not self._is_cut(form, normal, text, start, end):
                longest[start] = end, form.entry
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

    def _is_cut(self, form: _Form, normal: Normalised, text: str, start: int, end: int) -> bool:
        """Return whether a form is only part of a word here."""
        if _runs_on(normal, text, form.before, start - 1) and (
            form.before is not _KATAKANA or not self._are_terms(_KATAKANA_BEFORE.search(normal.text, 0, start))
        ):
            return True
        return _runs_on(normal, text, form.behind, end) and (
            form.behind is not _KATAKANA or not self._are_terms(_KATAKANA_BEHIND.match(normal.text, end))
        )

    def _are_terms(self, found: re.Match[str] | None) -> bool:
        """Return whether a run of katakana can be cut into terms: ターン can, プール cannot."""
        run = found[0] if found else ""
        reached = {0}
        for end in range(1, len(run) + 1):
            if any(run[start:end] in self.forms for start in reached):
                reached.add(end)
        return len(run) in reached

    def _within(self, normal: Normalised, text: str, start: int, limit: int) -> tuple[int, Entry]:
        """Return the end and the entry of the longest form that begins here and ends before the limit."""
        for end in range(limit, start, -1):
            form = self.forms.get(normal.text[start:end])
            if form is not None and not self._is_cut(form, normal, text, start, end):
                return end, form.entry
        return start, ()


def _overlapping(forms: Collection[str]) -> list[str]:
    """Return each form followed by the rest of a longer one that begins within it: 法术力 with 术力费用."""
    beginning: dict[str, list[str]] = {}
    for form in forms:
        for end in range(1, len(form)):
            beginning.setdefault(form[:end], []).append(form)
    joined = {
        form[:at] + rival
        for form in forms
        for at in range(1, len(form))
        for rival in beginning.get(form[at:], ())
        if len(rival) > len(form)
    }
    return sorted(joined.difference(forms))


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
