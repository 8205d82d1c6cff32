"""Find letters of another script that look like the right ones: inside words, rule numbers and symbols."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aligner.text import ByWord
from aligner.words import CYRILLIC, GREEK, LATIN, word_list

_LATIN_OF = dict(zip("АВЕЅІЈКМНОРСТУХЬаеѕіјорсухԁһԛԝ", "ABESIJKMHOPCTYXbaesijopcyxdhqw", strict=True)) | dict(
    zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν", "ABEZHIKMNOPTYXoav", strict=True)
)
_CYRILLIC_OF = dict(zip("ABCEHKMOPTXYaceopxyu", "АВСЕНКМОРТХУасеорхуи", strict=True)) | dict(
    zip("ΑΒΕΗΚΜΟΡΤΧΥο", "АВЕНКМОРТХУо", strict=True)
)
_DIGIT_OF = {"З": "3", "О": "0", "о": "0", "б": "6"}
_RULE_LETTER = _LATIN_OF | {"Ь": "b", "ь": "b", "в": "b", "т": "m", "м": "m", "к": "k", "н": "h", "п": "n", "г": "r"}
_JAPANESE = {"一": "ー", "力": "カ", "口": "ロ", "工": "エ", "夕": "タ", "卜": "ト"}

_WORD = re.compile(rf"[{LATIN}{CYRILLIC}{GREEK}\u0300-\u036f]+")
_LETTER = {
    "latin": re.compile(f"[{LATIN}]"),
    "cyrillic": re.compile(f"[{CYRILLIC}]"),
    "greek": re.compile(f"[{GREEK}]"),
}
_BESIDE_LATIN = re.compile(f"[{CYRILLIC}{GREEK}]")
_TOUCHING = (
    re.compile(  # a letter beside one of another script, as every word has that mixes them; or Greek beside Greek
        rf"[{LATIN}{GREEK}](?:(?<=[{CYRILLIC}{GREEK}\u0300-\u036f].)|[\u0300-\u036f]*[{CYRILLIC}{GREEK}])"
    )
)
_NUMBERED = re.compile(r"\d[.Оо]")  # what the numbers below have, so that most texts are left at once
_RULE = re.compile(rf"(?<![\w.])\d{{3}}\.\d+(?:[a-z{CYRILLIC}][-–])?[{CYRILLIC}{GREEK}](?!\w)")
_DOTTED_RULE = re.compile(rf"\A\s*\d{{3}}\.\d+\.[{CYRILLIC}{GREEK}](?!\w)")
_SYMBOL = re.compile(rf"\{{[^{{}}\s]*[{CYRILLIC}{GREEK}][^{{}}\s]*\}}")
_SIZE = re.compile(r"(?<![\w/])[+\-−–]?[\dЗОXХ*]+/[+\-−–]?[\dЗОXХ*]+(?![\w/])")
_NUMBER = re.compile(r"(?<![\w.])\d+[Оо]+\d*(?!\w)")
_KATAKANA = "\u30a1-\u30fa\u30fc"
_IN_KATAKANA = re.compile(rf"[{_KATAKANA}]*(?<=[{_KATAKANA}])[{''.join(_JAPANESE)}](?=[{_KATAKANA}])[{_KATAKANA}]+")


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A word, number or symbol with a letter of another script: (start, end), and the mended piece if plain."""

    start: int
    end: int
    suggestion: str = ""


def look_alikes(text: str, language: str) -> tuple[LookAlike, ...]:
    """Return the words, rule numbers and symbols that hold look-alike letters of another script.

    A hyphen or an apostrophe ends a word, so a Latin stem with a Cyrillic ending behind it is lawful; so is a letter
    that stands alone. `language` decides what a word of as many letters of either script should be.
    """
    if text.isascii() or not (language == "ja" or _BESIDE_LATIN.search(text)):
        return ()
    found: list[LookAlike] = []
    for one in (*_symbols(text), *_numbers(text), *_words(text, language), *_japanese(text, language)):
        if not any(one.start < other.end and other.start < one.end for other in found):
            found.append(one)
    return tuple(sorted(found, key=lambda one: one.start))


def _symbols(text: str) -> Iterator[LookAlike]:
    for match in _SYMBOL.finditer(text) if "{" in text else ():
        inside = match[0][1:-1]
        mended = "".join(_DIGIT_OF.get(character) or _LATIN_OF.get(character, character) for character in inside)
        if mended.isascii():
            yield LookAlike(*match.span(), f"{{{mended.upper()}}}")


def _numbers(text: str) -> Iterator[LookAlike]:
    numbered = _NUMBERED.search(text)
    for pattern in (_RULE, _DOTTED_RULE) if numbered else ():
        for match in pattern.finditer(text):
            number = match[0].lstrip()
            mended = "".join(_RULE_LETTER.get(character, character).lower() for character in number)
            yield LookAlike(match.end() - len(number), match.end(), mended if mended.isascii() else "")
    for match in _SIZE.finditer(text) if "/" in text and ("З" in text or "О" in text) else ():
        if re.search("[ЗО]", match[0]):
            yield LookAlike(*match.span(), match[0].replace("З", "3").replace("О", "0"))
    for match in _NUMBER.finditer(text) if numbered else ():
        yield LookAlike(*match.span(), match[0].replace("О", "0").replace("о", "0"))


def _words(text: str, language: str) -> Iterator[LookAlike]:
    for match in _WORD.finditer(text) if _TOUCHING.search(text) else ():
        if scripts := _MIXED[match[0]]:
            yield LookAlike(*match.span(), _mended(unicodedata.normalize("NFC", match[0]), scripts, language))


def _mixed(word: str) -> dict[str, int]:
    """Return how many letters of each script a word has that mixes them, nothing for others."""
    scripts = {} if word.isascii() else {name: len(pattern.findall(word)) for name, pattern in _LETTER.items()}
    return scripts if sum(number > 0 for number in scripts.values()) > 1 else {}


_MIXED = ByWord(_mixed)


def _mended(word: str, scripts: Mapping[str, int], language: str) -> str:
    """Return the word in the script that all its letters can be written in, empty where none or both would do."""
    ending = re.fullmatch(rf"([{LATIN}]+)([{CYRILLIC}]{{1,3}})", word)
    if ending and ending[1].lower() in word_list(language).loan:
        return f"{ending[1]}-{ending[2]}"
    latin = "".join(_LATIN_OF.get(character, character) for character in word)
    cyrillic = "".join(_CYRILLIC_OF.get(character, character) for character in word)
    is_latin = not (_LETTER["cyrillic"].search(latin) or _LETTER["greek"].search(latin))
    is_cyrillic = not (_LETTER["latin"].search(cyrillic) or _LETTER["greek"].search(cyrillic))
    if is_latin and is_cyrillic:
        if scripts["latin"] != scripts["cyrillic"]:
            return latin if scripts["latin"] > scripts["cyrillic"] else cyrillic
        return cyrillic if language == "ru" else latin
    if is_latin or is_cyrillic:
        return latin if is_latin else cyrillic
    return ""


def _japanese(text: str, language: str) -> Iterator[LookAlike]:
    """Yield katakana words with a Han character that looks like katakana inside."""
    if language != "ja":
        return
    for match in _IN_KATAKANA.finditer(text):
        yield LookAlike(*match.span(), "".join(_JAPANESE.get(character, character) for character in match[0]))
