"""Sentences of our own that a match must stand out against where a page has few rulings."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from aligner.encoding import SCALE

if TYPE_CHECKING:
    from aligner.encoding import Encoder, Vectors

_FILE = Path(__file__).resolve().parent / "background.csv"
_VECTORS = _FILE.with_suffix(".npz")


@lru_cache(maxsize=1)
def sentences() -> Mapping[str, tuple[str, ...]]:
    """Return the sentences by language."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {language: tuple(row[language] for row in rows) for language in rows[0]}


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Vectors]:
    """Return the vectors of all sentences by language, as the embedded encoder gives them."""
    import numpy as np

    with np.load(_VECTORS) as file:
        return {language: rows.astype(np.float32) / np.float32(SCALE) for language, rows in file.items()}


def vectors(encoder: Encoder, languages: Sequence[str]) -> Mapping[str, Vectors]:
    """Return the sentences' vectors; a language that has none gets the English ones. Empty without an encoder.

    Those of the embedded encoder are shipped: to make them takes longer than what a small run does with them.
    """
    known = sentences()
    if encoder.name == "embedded":
        return {language: _shipped()[language if language in known else "en"] for language in languages}
    found = {language: encoder.encode(known.get(language, known["en"])) for language in dict.fromkeys(languages)}
    return {language: rows for language, rows in found.items() if rows is not None}
