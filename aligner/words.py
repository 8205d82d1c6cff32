"""Word lists: what is an everyday word of a language, what is English, and what is protected in any text."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from aligner.data import shipped
from aligner.text import ByWord

LATIN_LANGUAGES = ("en", "pt", "de", "fr", "it", "es")
LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
CYRILLIC = "\u0400-\u052f"
GREEK = "\u0370-\u03ff\u1f00-\u1fff"
KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f"
HAN = "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
BLANK = "\ue000"
"""What stands for one character of a protected piece, so that offsets stay true."""

_WORD = re.compile(rf"[{LATIN}]+(?:['’](?:s|t|re|ve|ll|d|m)(?![{LATIN}]))?")
_ROMAN = re.compile(r"M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")
# A run of letters is looked through from its beginning only, or a long one would be from each of its letters.
_FIXED = re.compile(
    r"\{[^{}\n]*\}"  # symbols
    r"|(?:https?://|www\.)[!-~]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+"
    r"|(?i:(?<![a-z0-9_.])(?!(?<=-)-)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|info|html?|pdf|txt)"
    r"(?![a-z0-9_])(?:/[!-~]*)?)"
    r"|(?:(?<![A-Za-z0-9])[A-Za-z0-9]+)?_[A-Za-z0-9_]*"  # names of accounts and files
    r"|[+\-−–±]?[\dXYZ*]+/[+\-−–±]?[\dXYZ*]+(?![A-Za-z])"  # power and toughness
    # numbers, rules, words glued to digits
    r"|(?:(?<![A-Za-z_])[A-Za-z_]+)?\d[A-Za-z0-9_]*(?:\.\d+[a-z]?)*(?:[-–][a-z](?![A-Za-z]))?"
)
_WIDE = re.compile(r"\{[^{}\n ]* |《")  # what may blank a space
_BEYOND = re.compile(r"\{[^{}\n]*\Z|《")  # the same in what stands before a space
_MARKED_NAME = re.compile(rf"《[^《》\n{CYRILLIC}{KANA}{HAN}{HANGUL}]*》")


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of one language by kind, in lower case; brands are as written.

    `character` are Han characters that only one way of writing Chinese has, `shared` those that Japanese has as well.
    `twice` are words that may stand twice running, `open` those that no sentence ends with. `own` is every word that
    never counts as foreign: function words, loans, and words that are English as well.
    """

    function: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    loan: frozenset[str] = frozenset()
    ambiguous: frozenset[str] = frozenset()
    character: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    brand: frozenset[str] = frozenset()
    twice: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()


@cache
def word_list(language: str) -> WordList:
    """Return the shipped word list of a language, empty where there is none."""
    path = shipped("glossaries") / "words" / f"{language}.csv"
    if not path.is_file():
        return WordList()
    kinds: dict[str, set[str]] = defaultdict(set)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kinds[row["kind"]].add(row["word"])
    own = kinds["function"] | kinds["loan"] | kinds["ambiguous"]
    return WordList(own=frozenset(own), **{kind: frozenset(words) for kind, words in kinds.items()})


@lru_cache(maxsize=1)
def english_words() -> frozenset[str]:
    """Return the English function words and the vocabulary of the rules."""
    words = word_list("en")
    return words.function | words.rules


class Token(NamedTuple):
    """A word in Latin letters: (start, end) in the text, as written, and in lower case with a straight apostrophe."""

    start: int
    end: int
    text: str
    key: str

    @property
    def capital(self) -> bool:
        """Return whether the word begins with a capital."""
        return self.text[0].isupper()

    @property
    def stem(self) -> str:
        """Return the key without a possessive `'s`."""
        return self.key[:-2] if self.key.endswith("'s") else self.key


def latin_words(text: str) -> list[str]:
    """Return the words in Latin letters as written."""
    return _WORD.findall(text)


def key_of(word: str) -> str:
    """Return a word in lower case with a straight apostrophe."""
    return word.lower().replace("’", "'")


_KEYS = ByWord(key_of)


def latin_tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """Yield the words in Latin letters; an elision (l', dell') is a word, an English contraction (don't) is one."""
    for match in _WORD.finditer(text, start, len(text) if end is None else end):
        first, last = match.span()
        yield Token(first, last, match[0], _KEYS[match[0]])


@lru_cache(maxsize=1)
def _brands() -> re.Pattern[str]:
    names = sorted((name for name in word_list("en").brand if " " in name), key=lambda name: (-len(name), name))
    initials = "".join(sorted({name[0] for name in names}))
    rest = "|".join(rf"(?<={name[0]}){re.escape(name[1:])}" for name in names)
    return re.compile(rf"[{initials}](?<![{LATIN}].)(?:{rest})(?![{LATIN}])")  # the initial first: it is found quickest


def blank(text: str, pattern: re.Pattern[str], mark: str = BLANK) -> str:
    """Return the text with every match of the pattern replaced, character by character, by a mark."""
    return pattern.sub(lambda match: mark * len(match[0]), text)


_BLANKED = ByWord(lambda piece: blank(piece, _FIXED))


@lru_cache(maxsize=1)
def _first_words() -> tuple[str, ...]:
    return tuple({name.partition(" ")[0] for name in word_list("en").brand if " " in name})


def _blanked_alone(chunk: str) -> str | None:
    return None if _BEYOND.search(chunk) or chunk.endswith(_first_words()) else _BLANKED[chunk]


BLANKED_CHUNKS = ByWord(_blanked_alone)
"""What stands between two spaces, blanked as in any text; None where that may depend on what stands beside it."""


@lru_cache(maxsize=2048)
def blanked(text: str) -> str:
    """Return the text with what belongs to no language blanked, of the same length.

    Symbols in braces, addresses, numbers and what is glued to them, power and toughness, brands of several words, and
    card names in Japanese name marks.
    """
    if ("{" in text or "《" in text) and _WIDE.search(text):
        kept = blank(blank(text, _FIXED), _MARKED_NAME)
    else:
        kept = " ".join(map(_BLANKED.__getitem__, text.split(" ")))
    return blank(kept, _brands())


def is_label(word: str) -> bool:
    """Return whether a word is a letter, a roman numeral or a set code of two to four capitals."""
    return len(word) == 1 or (word.isupper() and (len(word) <= 4 or bool(_ROMAN.fullmatch(word))))


def is_of_no_language(word: str) -> bool:
    """Return whether a word tells nothing of the language: a label, but no small letter (a, e, o) but x, y and z."""
    return is_label(word) and not (word.islower() and word not in "xyz")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of one text are judged by."""

    language: str
    listed: WordList
    own_terms: frozenset[str]
    english_terms: frozenset[str]
    counterpart: str = ""

    def own(self, token: Token) -> bool:
        """Return whether the page's own language has the word."""
        return self._lists(token.key) or (token.key.endswith("s") and self._plural(token.key[:-1], token.key))

    def _lists(self, word: str) -> bool:
        return word in self.listed.own or word in self.own_terms

    def _plural(self, word: str, plural: str) -> bool:
        """Return whether a word with an s is the plural of one of the language's own words."""
        if len(word) < 4:
            return False
        return (
            word in self.listed.loan or word in self.own_terms or (plural not in english_words() and self._lists(word))
        )

    def english(self, token: Token) -> bool:
        """Return whether the word is English and no word of the page's language.

        Among languages in Latin letters a word of the glossary alone is no proof, for its forms are made by rule: it
        must stand in the English counterpart too.
        """
        words = english_words()
        known = token.key in words or token.stem in words
        if not known and token.key in self.english_terms:
            known = self.language not in LATIN_LANGUAGES or token.key in self.counterpart.lower().split()
        return known and not self.own(token)

    def both(self, token: Token) -> bool:
        """Return whether the word is English and a word of the page's language as well."""
        return (token.key in english_words() or token.key in self.english_terms) and self.own(token)

    def protected(self, token: Token) -> bool:
        """Return whether the word is lawful in any text: a label, a roman numeral, a set code, a brand, a loan."""
        return is_label(token.text) or token.text in word_list("en").brand or token.key in self.listed.loan
