"""The symbols of the game: which are lawful, and what a malformed one likely was."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from aligner.data import shipped

COLOURS = "WUBRG"
HIGHEST = 1_000_000

_LOOK_ALIKES = str.maketrans(
    "ХхТтСсВЕеРрЗОоМАКНІіХΧχΤτΒΕΡρΟο",
    "XXTTCCBEEPP3OOMAKHIIXXXTTBEPPOO",
)
_DIGIT_ALIKES = str.maketrans("OolI|ЗзбОо", "0011133600")
_SEPARATORS = re.compile(r"\s*[\\|∕⁄.,;:–-]\s*|\s+/\s*|/\s+|\s+")
_FUSED = re.compile(r"(\d{0,2})([WUBRGX]{0,6}|E{1,6}|C{1,6}|S{1,3})")
_CHINESE = {"zhs", "zht"}
_NUMERALS = {c: i for i, c in enumerate("零一二三四五六七八九十")}


@dataclass(frozen=True, slots=True)
class _Table:
    """The lawful symbols by what stands in the braces, and the words that stand for one."""

    lawful: dict[str, str]
    words: dict[str, str]


@lru_cache(maxsize=1)
def _table() -> _Table:
    lawful: dict[str, str] = {}
    words: dict[str, str] = {}
    with (shipped("glossaries") / "words" / "symbols.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            symbol = row["symbol"]
            for order in permutations(symbol.split("/")):
                lawful.setdefault("/".join(order), symbol)
            words.update((word, symbol) for word in row["words"].split("|") if word)
    return _Table(lawful, words)


def canonical(inner: str) -> str:
    """Return the symbol with this text between its braces as the game writes it (`w/U` → `{W/U}`), or nothing."""
    if inner == "l":  # a small l is a one that was misread, never the rare {L}
        return ""
    known = _table().lawful.get(inner.upper())
    if known:
        return f"{{{known}}}"
    if re.fullmatch(r"0|[1-9][0-9]{0,6}", inner) and int(inner) <= HIGHEST:
        return f"{{{inner}}}"
    return ""


@lru_cache(maxsize=4096)
def lawful(inner: str, language: str) -> tuple[str, ...]:
    """Return the symbols that these braces stand for, none where they are malformed.

    Chinese prints symbols as words, several in one pair of braces: {红}, {能能}, {红/绿}, {二}.
    """
    plain = canonical(inner)
    if plain:
        return (plain,)
    if language not in _CHINESE:
        return ()
    number = _numeral(inner)
    if number:
        return (f"{{{number}}}",)
    words = _table().words
    parts = inner.split("/")
    if len(parts) == 2 and all(part in words or _numeral(part) for part in parts):
        joined = canonical("/".join(words.get(part) or _numeral(part) for part in parts))
        return (joined,) if joined else ()
    run = _word_run()
    return tuple(f"{{{words[word]}}}" for word in run.findall(inner)) if _covers(run, inner) else ()


@lru_cache(maxsize=1)
def _word_run() -> re.Pattern[str]:
    words = sorted((word for word in _table().words if not word.isascii()), key=lambda word: (-len(word), word))
    return re.compile("|".join(map(re.escape, words)))


def _covers(run: re.Pattern[str], inner: str) -> bool:
    return bool(re.fullmatch(f"(?:{run.pattern})+", inner))


def _numeral(word: str) -> str:
    """Return the value of a Chinese numeral up to twenty, or nothing."""
    if word in _NUMERALS:
        return str(_NUMERALS[word])
    if word == "二十":
        return "20"
    if len(word) == 2 and word[0] == "十" and word[1] in _NUMERALS and word[1] not in "零十":
        return str(10 + _NUMERALS[word[1]])
    return ""


def likely(inner: str) -> tuple[tuple[str, ...], ...]:
    """Return what malformed braces may have been, the likeliest first: none, one or several runs of symbols."""
    cleaned = _SEPARATORS.sub("/", inner.strip()).strip("/")
    unmasked = cleaned.translate(_LOOK_ALIKES)
    for guess in (cleaned, unmasked, cleaned.translate(_DIGIT_ALIKES)):
        plain = canonical(guess)
        if plain:
            return ((plain,),)
    word = _table().words.get(cleaned.lower())
    if word:
        return ((f"{{{word}}}",),)
    parts = unmasked.split("/")
    if len(parts) > 1 and all(canonical(part) for part in parts):
        return (tuple(canonical(part) for part in parts),)
    return _fused(unmasked.replace("/", ""))


def _fused(code: str) -> tuple[tuple[str, ...], ...]:
    """Return the readings of symbols that share one pair of braces: {4R}, {WW}, {WB}, {PR}."""
    hybrid = ""
    if len(code) in (2, 3):
        hybrid = canonical("/".join(code))
    found = _FUSED.fullmatch(code)
    if not found or not code:
        return ((hybrid,),) if hybrid else ()
    number, letters = found.groups()
    split = tuple(f"{{{part}}}" for part in ([number] if number else []) + list(letters))
    if not hybrid:
        return (split,)
    return (split, (hybrid,)) if number else ((hybrid,), split)
