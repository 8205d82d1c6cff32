"""What a quick look at a sentence, chunk by chunk, tells of its language: nearly always that it is the page's own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from aligner.text import ByWord, cut
from aligner.words import (
    BLANKED_CHUNKS,
    CYRILLIC,
    HAN,
    HANGUL,
    KANA,
    LATIN,
    LATIN_LANGUAGES,
    english_words,
    is_of_no_language,
    key_of,
    latin_words,
    word_list,
)

SHORT = 15  # words below which half a translated sentence might pass for English
CYRILLIC_WORD = re.compile(f"[{CYRILLIC}]+")
BESIDE_LATIN = re.compile(f"[{CYRILLIC}{KANA}{HAN}{HANGUL}]")
_BESIDE_RUSSIAN = re.compile(f"[{LATIN}\u0400\u0402-\u040f\u0450\u0452-\u052f{KANA}{HAN}{HANGUL}]")
BULGARIAN = re.compile("ъ[бвгджзйклмнпрстфхцчшщ]")
_ROUNDING = 1e-9
_NATIVE = re.compile("[uN](?:-*[uN]){3}")
_UNKNOWN = (0.0,)

Glance = str | tuple[float, ...]
"""What a quick look at a sentence, chunk by chunk, tells of the language of a page."""


@lru_cache(maxsize=1)
def function_weights() -> dict[str, dict[str, float]]:
    """Return language → function word → weight: the fewer languages have the word, the more it weighs."""
    known: dict[str, set[str]] = defaultdict(set)
    for language in LATIN_LANGUAGES:
        for word in word_list(language).function:
            known[word].add(language)
    return {
        language: {word: 1 / len(known[word]) for word in word_list(language).function if len(known[word]) < 4}
        for language in LATIN_LANGUAGES
    }


def glance(text: str, page_language: str) -> Glance:
    """Return what a quick look at a sentence tells; nothing for a page in another language than is_plain knows."""
    chunks = cut(text)[0]
    if page_language == "ru":
        return "".join({*map(_RUSSIAN.__getitem__, chunks)})
    if page_language == "en":
        return "".join(map(_KINDS.__getitem__, chunks))
    if page_language not in LATIN_LANGUAGES:
        return ""
    told = [*filter(None, map(_weights(page_language).__getitem__, chunks))]
    return _UNKNOWN if _UNKNOWN in told else tuple(map(sum, zip(*told, strict=True)))


def is_plain(sentences: Sequence[Glance], page_language: str) -> bool:
    """Return whether what was glanced of all sentences of a text proves that it is in the page's language."""
    if page_language == "ru":
        kinds = "".join(map(str, sentences))
        return "r" in kinds and "?" not in kinds
    if page_language == "en":
        return _is_plain_english("".join(map(str, sentences)))
    return page_language in LATIN_LANGUAGES and _is_plain_latin([one for one in sentences if one])


def _russian(chunk: str) -> str:
    """Return what a chunk tells of Russian: "r" Russian letters, "?" others as well or ъ as Bulgarian has it."""
    text = BLANKED_CHUNKS[chunk]
    if text is None or _BESIDE_RUSSIAN.search(text) or BULGARIAN.search(text.lower()):
        return "?"
    return "r" if CYRILLIC_WORD.search(text) else "-"


_RUSSIAN = ByWord(_russian)


def _is_plain_english(kinds: str) -> bool:
    """Return whether the long way would say English too, whichever of the capitalised words are left out as names."""
    names, unknown, function = kinds.count("N"), kinds.count("u"), kinds.count("f")
    english = function + kinds.count("e")
    least = english + unknown
    unknown += bool(names)  # of capitalised words only the first counts
    return (
        function > 0
        and english >= max(3, 0.4 * (least + names))
        and unknown <= (0.3 if least >= SHORT else 0.2) * least
        and (unknown + names < 4 or not _NATIVE.search(kinds))
        and "?" not in kinds
    )


def _is_plain_latin(told: Sequence[Glance]) -> bool:
    """Return whether too many words are no English ones, and the language's own outweigh those of any other.

    Capitalised words, which may be names, count for the others alone.
    """
    if not told or _UNKNOWN in told:
        return False
    words, native, own, *others = map(sum, zip(*told, strict=True))
    return native > 0.1 * words and own > max(others) + _ROUNDING


@lru_cache(maxsize=8)
def _weights(language: str) -> ByWord[tuple[float, ...]]:
    """Return what tells how many words a chunk has, how many native ones, and how they weigh for each language.

    This language comes first, then the others.
    """
    weights = function_weights()
    others = [weights[other] for other in LATIN_LANGUAGES if other != language]
    function = word_list(language).function

    def told(word: str) -> tuple[float, ...]:
        key = key_of(word)
        if is_of_no_language(word):
            return (1.0, 0.0, 0.0, *(0.0 for _ in others))
        sure = not word[0].isupper() or key in english_words()
        native = sure and len(key) > 1 and key in function and key not in english_words()
        own = weights[language].get(key, 0.0) * sure
        return (1.0, float(native), own, *(some.get(key, 0.0) for some in others))

    def all_told(chunk: str) -> tuple[float, ...]:
        text = BLANKED_CHUNKS[chunk]
        if text is None or BESIDE_LATIN.search(text):
            return _UNKNOWN
        return tuple(map(sum, zip(*map(told, latin_words(text)), strict=True)))

    return ByWord(all_told)


def _kind(word: str) -> str:
    """Return what a word tells of English: "f" a function word, "e" English, "u" unknown, "N" a name, "-" nothing."""
    key = key_of(word)
    if is_of_no_language(word):
        return "-"
    if key in english_words():
        return "f" if key in word_list("en").function else "e"
    if word[0].isupper():
        return "N"
    return "e" if key.removesuffix("'s") in english_words() else "u"


def _kinds(chunk: str) -> str:
    """Return what the words of a chunk tell of English, "?" where it may hold other letters or part of a brand."""
    text = BLANKED_CHUNKS[chunk]
    return "?" if text is None or BESIDE_LATIN.search(text) else "".join(map(_kind, latin_words(text)))


_KINDS = ByWord(_kinds)
