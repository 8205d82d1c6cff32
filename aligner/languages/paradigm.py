"""Building blocks of the verb paradigms."""

from __future__ import annotations

import re


def paradigm(stem: str, endings: str) -> set[str]:
    """Return the stem with each ending; 0 stands for none."""
    return {stem + ending.replace("0", "") for ending in endings.split()}


def participles(stems: set[str], endings: str = "o a os as") -> set[str]:
    """Return the stems with the endings of gender and number."""
    return {stem + ending for stem in stems for ending in endings.split()}


def with_vowel(stem: str, old: str, new: str) -> str:
    """Return the stem with its last vowel changed, unchanged where that vowel is another one."""
    match = re.search(r"[aeiouáéíóú][^aeiouáéíóú]*$", stem)
    if match is None or stem[match.start()] != old:
        return stem
    return stem[: match.start()] + new + stem[match.start() + 1 :]
