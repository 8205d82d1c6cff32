"""The words of a text as wordings are compared, in which the name of its concept may stand for a term."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from aligner.glossary import Glossary
from aligner.languages import profile
from aligner.text import ByWord, fold

NAME = "\N{WHITE SQUARE}"
"""What stands for the name of the text's own card."""
_WORD = re.compile(rf"\{{[^{{}}\s]+\}}|[+-]?(?:\d+|x)/[+-]?(?:\d+|x)|[^\W_]+|{NAME}")
_WORDS_IN = ByWord(
    lambda language: ByWord(lambda piece: "".join([f" {word}" for word in _WORD.findall(fold(piece, language))]))
)
"""Language → a piece between spaces → its words, a space before each: pieces come again, and an expression is slow."""


class Concepts(dict[str, str]):
    """Concept → what stands for its renderings; empty where they are common words, which are compared as they are."""

    def __init__(self, language: str, glossary: Glossary) -> None:
        super().__init__()
        self._language, self._glossary = language, glossary

    def __missing__(self, concept: str) -> str:
        common = self._glossary.is_common(concept, self._language)
        self[concept] = "" if common else f"{{{concept.replace(' ', '-')}}}"
        return self[concept]


def words(text: str, language: str, pieces: Iterable[tuple[int, int, str]] = ()) -> str:
    """Return the words of a text, a space between them; without spaces every letter is a word.

    `pieces`, in order, are (start, end, what stands there instead); what is empty changes nothing.
    """
    parts: list[str] = []
    last = 0
    for start, end, word in pieces:
        if word:
            parts += text[last:start], word
            last = end
    if parts:
        text = " ".join([*parts, text[last:]])
    if profile(language).spaced:
        return "".join(map(_WORDS_IN[language].__getitem__, text.split()))[1:]
    return " ".join([part for word in _WORD.findall(fold(text, language)) for part in _letters(word)])


def _letters(word: str) -> Sequence[str]:
    """Return the letters of a word written without spaces, and a symbol whole."""
    return [word] if word.startswith("{") or word.isascii() else list(word)
