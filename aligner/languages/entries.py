"""What a form of a term stands for, and how a form is cut into words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from aligner.model import Term
from aligner.text import Normalised

BLOCKER = "-"  # what the concept of a term that only blocks begins with
CHANGE = r"[+-](?:\d+|x)/[+-](?:\d+|x)"
TOKEN = re.compile(rf"[^\W_]+|{CHANGE}|-")


class Candidate(NamedTuple):
    """A term that a form may stand for.

    `rank` orders the candidates of one form. `capitals` says which of the form's words German writes large;
    `stem` marks what a Korean verb begins with, `verb` what may be a verb. The first `lead` and the last `context`
    words of the form must stand there and are no part of the term. `lemma` is the infinitive where the form is one
    that the glossary writes. What `blocks` only keeps shorter terms from being found.
    """

    term: Term
    rank: tuple[int, ...]
    capitals: tuple[bool, ...] = ()
    stem: bool = False
    verb: bool = False
    lead: int = 0
    context: int = 0
    lemma: str = ""
    blocks: bool = False

    @property
    def exact(self) -> bool:
        """Return whether the form is the term as the glossary writes it."""
        return not self.rank[2]


Key = tuple[str, ...]
Entry = tuple[Candidate, ...]
Piece = tuple[int, int, Entry]  # start and end, best candidate first


def in_original(pieces: Sequence[Piece], normal: Normalised) -> Sequence[Piece]:
    """Return the pieces of a normalised text where they stand in the text as given."""
    return pieces if normal.same_length else [(*normal.span(start, end), entry) for start, end, entry in pieces]
