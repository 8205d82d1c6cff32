"""What one concept is to another: a wider or a narrower one, its opposite, what stood for it in the rules of old."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection

from aligner.glossary import concept_key
from aligner.languages import negates
from aligner.model import Group

ONCE = {
    "cast": ("play", datetime.date(2009, 7, 17), ""),
    "activate": ("play", datetime.date(2009, 7, 17), ""),
    "resolve": ("counter a spell", datetime.date(2018, 4, 27), "new"),
    "indestructible": ("destroy", datetime.date(2013, 7, 19), "old"),
}
"""What the rules said of old: concept → the concept that stood for it, until when, and which of the two is denied where
they say the same (what is countered does not resolve). English rulings were reworded
since (a spell that is countered by the rules "doesn't resolve" today), their translations were not. Later too, one word
does for both where both are meant: to play lands and cast spells."""


def is_shade(one: str, other: str, group: Group, counterparts: int) -> bool:
    """Return whether the first concept may lawfully stand for the second, of which it is a wider or a narrower one.

    A narrower one is a translator's liberty where there is one counterpart; several agree that it is not meant. The
    opposite says the same only where something is denied.
    """
    if concept_key(one) in opposites(other):
        return related(one, other) and is_denied(group)
    return related(one, other) and (counterparts == 1 or len(concept_key(one)) <= len(concept_key(other)))


def once_meant(one: str, other: str) -> bool:
    """Return whether one of the concepts stood for the other in the rules of old."""
    return any(ONCE.get(concept_key(new), ("",))[0] == concept_key(old) for new, old in ((one, other), (other, one)))


def related(one: str, other: str) -> bool:
    """Return whether one concept is the other with a word more: damage and combat damage.

    Legal and illegal targets are related too: "is not a legal target" and "is an illegal target" say the same.
    """
    first, second = concept_key(one), concept_key(other)
    if first.endswith("legal target") and second.endswith("legal target"):
        return True
    return any(re.search(rf"\b{re.escape(short)}", long) for short, long in ((first, second), (second, first)))


def is_denied(group: Group) -> bool:
    """Return whether a ruling of the group denies anything, in any language."""
    return denies(group, group.members)


def denies(group: Group, languages: Collection[str]) -> bool:
    """Return whether a ruling of the group denies anything in one of these languages."""
    return any(negates(member.text, language) for language in languages for member in group.members[language])


def opposites(concept: str) -> tuple[str, ...]:
    """Return the names, folded, that a concept's opposite may have: untapped and tapped, illegal and legal."""
    key = concept_key(concept)
    return tuple(f"{prefix}{key}" for prefix in ("un", "il", "non")) + tuple(
        key.removeprefix(prefix) for prefix in ("un", "il", "non") if key.startswith(prefix)
    )
