"""Which of several languages is the odd one out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict(Generic[T]):
    """Who differs from whom.

    `odd` are the languages to report, in the order given; `others` are those they are measured by, the one to quote
    first. Where nothing tells which side is wrong, `certain` is false and a message should name both sides.
    """

    odd: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    expected: T | None = None
    certain: bool = True


def dissenters(
    values: Mapping[str, T],
    reference: str | None = None,
    agree: Callable[[T, T], bool] = operator.eq,
) -> Verdict[T]:
    """Return which languages differ from the others.

    What more than half of three or more languages have is the evidence, and English may be the odd one. Without a
    majority the reference decides, else English; with neither, the first language is set against the rest. `agree`
    may be looser than equality, but must be symmetric.
    """
    languages = list(values)
    against = {
        one: [other for other in languages if other != one and not agree(values[one], values[other])]
        for one in languages
    }
    if not any(against.values()):
        return Verdict()
    anchor = next((one for one in (reference, "en") if one in values), None)
    majority = [one for one in languages if 2 * len(against[one]) <= len(languages) - 1]
    odd = [one for one in languages if one not in majority]
    if len(languages) > 2 and odd and len(majority) > len(odd):
        others = sorted(majority, key=lambda one: (one != anchor, languages.index(one)))
        return Verdict(tuple(odd), tuple(others), values[others[0]])
    certain = anchor is not None
    if anchor is None or not against[anchor]:
        anchor = next(one for one in languages if against[one])
    return Verdict(tuple(against[anchor]), (anchor,), values[anchor], certain)
