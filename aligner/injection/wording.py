"""Faults in what must survive translation, and in what language a text is."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from random import Random

from aligner.checks.differences import VARIABLES
from aligner.data import shipped
from aligner.fixed import Fixed, Piece
from aligner.injection import Edit, Site, in_text, without
from aligner.model import LANGUAGES
from aligner.numbers import Number

_WITH_SYMBOLS = "texts with a symbol"
_COLOURS, _CHINESE_COLOURS = "WUBRG", "白蓝黑红绿"
_ENGLISH_WORDS = re.compile(r"[A-Za-z][a-z]*(?:[’'-][a-z]+)*(?: [A-Za-z][a-z]*(?:[’'-][a-z]+)*)+")
_NUMERALS = "二两三四五六七八九"
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def _symbols(site: Site) -> list[Piece]:
    """Return the symbols that have braces of their own."""
    found = site.facts.fixed(site.language, site.text).symbols
    spans = [(piece.start, piece.end) for piece in found]
    return [piece for piece in found if spans.count((piece.start, piece.end)) == 1]


def _another(written: str, rng: Random) -> str:
    """Return another symbol of the same sort as the one written."""
    inner = written.strip("{}｛｝")
    if inner.isdigit():
        return f"{{{rng.choice([n for n in range(1, 10) if n != int(inner)])}}}"
    colours = _CHINESE_COLOURS if inner in _CHINESE_COLOURS else _COLOURS
    return f"{{{rng.choice([colour for colour in colours if colour != inner])}}}"


@in_text("other-symbol", "FRM001", allowed=_WITH_SYMBOLS)
def other_symbol(site: Site, rng: Random) -> Edit | None:
    """Put another symbol in place of one."""
    found = _symbols(site)
    piece = rng.choice(found) if found else None
    return (piece.start, piece.end, _another(site.text[piece.start : piece.end], rng)) if piece else None


@in_text("lost-symbol", "FRM001", allowed=f"{_WITH_SYMBOLS}; not {{X}}, which may as well be written without braces")
def lost_symbol(site: Site, rng: Random) -> Edit | None:
    """Leave a symbol out."""
    found = [piece for piece in _symbols(site) if piece.value not in VARIABLES]
    piece = rng.choice(found) if found else None
    return without(site.text, piece.start, piece.end) if piece else None


@in_text("added-symbol", "FRM001", allowed=_WITH_SYMBOLS)
def added_symbol(site: Site, rng: Random) -> Edit | None:
    """Put another symbol beside one."""
    found = _symbols(site)
    piece = rng.choice(found) if found else None
    return (piece.end, piece.end, _another(site.text[piece.start : piece.end], rng)) if piece else None


@in_text("fused-symbols", "FRM002", allowed="texts with two symbols side by side")
def fused_symbols(site: Site, rng: Random) -> Edit | None:
    """Write two symbols in one pair of braces."""
    places = [match.start() for match in re.finditer(r"(?<=\{\d)\}\{(?=[WUBRGX])", site.text)]
    at = rng.choice(places) if places else -1
    return (at, at + 2, "") if places else None


@in_text("lost-brace", "FRM002", allowed=_WITH_SYMBOLS)
def lost_brace(site: Site, rng: Random) -> Edit | None:
    """Lose one brace of a symbol."""
    found = [piece for piece in _symbols(site) if site.text[piece.start] == "{" and site.text[piece.end - 1] == "}"]
    piece = rng.choice(found) if found else None
    at = rng.choice((piece.start, piece.end - 1)) if piece else -1
    return (at, at + 1, "") if piece else None


@in_text("lost-slot", "FRM003", allowed="texts with a slot, beside counterparts with one")
def lost_slot(site: Site, rng: Random) -> Edit | None:
    """Leave a slot out."""
    there = all(site.facts.fixed(language, text).slots for language, text in site.others.items())
    found = site.facts.fixed(site.language, site.text).slots if there else ()
    slot = rng.choice(found) if found else None
    return without(site.text, slot.start, slot.end) if slot else None


def _numbers(site: Site) -> tuple[list[Number], frozenset[str]]:
    """Return the numbers that the counterparts say too, and every value that a counterpart has anywhere.

    What a counterpart says as "both" or "twice" does not count: it lawfully comes and goes.
    """
    there = [site.facts.fixed(language, text) for language, text in site.others.items()]
    shared = [
        one
        for one in site.facts.fixed(site.language, site.text).numbers
        if one.sure and there and all(_says(side, one.value) for side in there)
    ]
    return shared, frozenset().union(*(side.present for side in there))


def _says(side: Fixed, value: str) -> bool:
    """Return whether the text has the value, and always as a number."""
    return {one.sure for one in side.numbers if one.value == value} == {True}


@in_text("other-digit", "FRM004", allowed="texts with a number in digits that the counterparts have too")
def other_digit(site: Site, rng: Random) -> Edit | None:
    """Write another number in digits, one that no counterpart has."""
    found, taken = _numbers(site)
    found = [one for one in found if one.digits and site.text[one.start : one.end].isdecimal()]
    number = rng.choice(found) if found else None
    if number is None:
        return None
    written = site.text[number.start : number.end]
    choices = [new for step in (1, 2, 3) if (new := str(int(written) + step)) not in taken]
    if not choices:
        return None
    new = rng.choice(choices)
    return number.start, number.end, new if written.isascii() else new.translate(_FULL_WIDTH)


@lru_cache(maxsize=16)
def _number_words(language: str) -> dict[int, tuple[str, ...]]:
    """Return value → its words in their forms, two to ten."""
    with (shipped("glossaries") / "words" / "numbers.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["language"] == language and row["kind"] == "number"]
    return {int(row["value"]): tuple(row["forms"].split("|")) for row in rows if 2 <= int(row["value"]) <= 10}


@in_text("other-number-word", "FRM004", allowed="texts with a number word that the counterparts have too, two to ten")
def other_number_word(site: Site, rng: Random) -> Edit | None:
    """Write another number word, one that no counterpart has."""
    words = _number_words(site.language)
    places: list[Edit] = []
    shared, taken = _numbers(site)
    for number in shared:
        written = site.text[number.start : number.end]
        forms = words.get(int(number.value), ()) if number.value.isdecimal() else ()
        if len(written) == 1 and written in _NUMERALS:
            numerals = ((_NUMERALS.index(other) + 1, other) for other in _NUMERALS[2:] if other != written)
            places += [(number.start, number.end, other) for value, other in numerals if str(value) not in taken]
        if number.digits or written.lower() not in forms:
            continue
        at = forms.index(written.lower())
        for value, others in words.items():
            if value != int(number.value) and str(value) not in taken:
                word = others[min(at, len(others) - 1)]
                places.append((number.start, number.end, word if written.islower() else word.capitalize()))
    return rng.choice(places) if places else None


@in_text("lost-sign", "FRM005", allowed="texts with a change such as +1/+1")
def lost_sign(site: Site, rng: Random) -> Edit | None:
    """Lose one sign of a change of power and toughness."""
    places = [
        at
        for match in re.finditer(r"(?<![\d+/])([+＋])[1-9]/([+＋])[1-9](?![\d/])", site.text)
        for at in (match.start(1), match.start(2))
    ]
    at = rng.choice(places) if places else -1
    return (at, at + 1, "") if places else None


@in_text("other-reference", "FRM006", allowed="texts that refer to a rule")
def other_reference(site: Site, rng: Random) -> Edit | None:
    """Refer to the next rule."""
    places: list[Edit] = []
    for piece in site.facts.fixed(site.language, site.text).references:
        written = re.fullmatch(r"(\d{3}\.\d{1,3})([a-z]?)", site.text[piece.start : piece.end])
        if written and written[2] in tuple("abcdefg"):
            places.append((piece.end - 1, piece.end, chr(ord(written[2]) + rng.randint(1, 3))))
        elif written and not written[2]:
            places.append((piece.start, piece.end, f"{written[1][:4]}{int(written[1][4:]) + 1}"))
    return rng.choice(places) if places else None


@in_text("english-ruling", "LNG001", allowed="documents with an English page")
def english_ruling(site: Site, _: Random) -> Edit | None:
    """Leave the whole ruling in English."""
    english = site.others.get("en", "")
    return (0, len(site.text), english) if len(english.split()) > 3 else None


@in_text("english-fragment", "LNG002", allowed="documents with an English page")
def english_fragment(site: Site, rng: Random) -> Edit | None:
    """Put two to six words of the English counterpart between two words."""
    size = rng.randint(2, 6)
    pieces = []
    for run in _ENGLISH_WORDS.finditer(site.others.get("en", "")):
        words = run.group().split(" ")
        pieces += [words[at : at + size] for at in range(len(words) - size + 1)]
    pieces = [words for words in pieces if 2 * sum(word.islower() for word in words) > len(words)]  # no card's name
    if site.spaced:
        places = [match.end() for match in re.finditer(r"(?<=[^\W\d_]) (?=[^\W\d_])", site.text)]
    else:
        places = [match.start() for match in re.finditer(r"(?<=[^\W\da-zA-Z_])(?=[^\W\da-zA-Z_])", site.text)]
    if not pieces or not places:
        return None
    at, fragment = rng.choice(places), " ".join(rng.choice(pieces))
    return at, at, fragment + (" " if site.spaced else "")


@in_text("english-slot", "LNG003", allowed="texts with a slot, beside an English page")
def english_slot(site: Site, rng: Random) -> Edit | None:
    """Leave a slot in English."""
    own = site.facts.fixed(site.language, site.text).slots
    english = [slot.value for slot in site.facts.fixed("en", site.others.get("en", "")).slots]
    words = [value for value in english if re.fullmatch(r"[a-z]{3,}(?: [a-z]+)*", value)]
    if not own or not words:
        return None
    slot = rng.choice(own)
    return slot.start, slot.end, f"[{rng.choice(words)}]"


@in_text("english-name", "LNG004", allowed="rulings that have their card's name, which is not the English one")
def english_name(site: Site, rng: Random) -> Edit | None:
    """Write the card's English name in the place of its own."""
    title, english = site.titles.get(site.language, ""), site.titles.get("en", "")
    places = [match.span() for match in re.finditer(re.escape(title), site.text)] if title else []
    if not places or not english or english in title or site.language == "en":
        return None
    return (*rng.choice(places), english)


@in_text("other-language", "LNG006", allowed="documents with a third language")
def other_language(site: Site, rng: Random) -> Edit | None:
    """Put the ruling of a third language in place of this one's."""
    others = [text for language, text in sorted(site.others.items()) if language in LANGUAGES and language != "en"]
    others = [text for text in others if len(text) > 20]
    return (0, len(site.text), rng.choice(others)) if others else None
