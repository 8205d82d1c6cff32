"""What the formats of translators share: units and their keys, and what is kept of a ruling beside its text."""

from __future__ import annotations

import datetime
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aligner.model import Page, Ruling
from aligner.reading.inline import Code

OWN = "x-aligner-"
"""What begins the names of the properties in which we keep what a format has no place for."""
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True, slots=True)
class Unit(Ruling):
    """A ruling of a format of translators: one language's side of a unit or segment.

    `codes` are in the order of the text. `state` and `notes` (who, what) are the file's own; the notes of a unit stand
    on its source. `unit` is the unit's number in the file, from 1.
    """

    codes: tuple[Code, ...] = ()
    state: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    unit: int = 0


@dataclass(frozen=True, slots=True)
class UnitPage(Page):
    """A page of such a format: which side it is ("source", "target" or "" of many), and what was left out and why."""

    side: str = ""
    left_out: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=1024)
def language(tag: str) -> tuple[str, str]:
    """Return our code and the region of a language tag; what nobody knows as it is; ("", "") for none."""
    from aligner.languages import canonical

    if not tag.strip() or tag.lower() in ("*all*", "und"):
        return "", ""
    ours, region = canonical(tag)
    return ours or tag.lower(), region


class Keys:
    """Give every unit of a page a key of its own: the file's id, else its number."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def own(self, written: str, number: int) -> str:
        """Return the key of the next unit."""
        key = written or str(number)
        self._seen[key] += 1
        if self._seen[key] == 1:
            return key
        return self.own(f"{key} ({self._seen[key]})", number)


def ruling(
    text: str,
    codes: tuple[Code, ...],
    number: int,
    line: int,
    key: str,
    kept: Mapping[str, str],
    *,
    label: str = "",
    state: str = "",
    notes: tuple[tuple[str, str], ...] = (),
    unit: int = 0,
) -> Unit:
    """Return the ruling of a segment.

    `kept` are the properties that a writer of ours left in the file (`properties`); `label` is what names a segment
    without text.
    """
    if not kept:
        label = "" if text else label
        return Unit(
            text, number, line, 0, key=key, label=label, label_line=line if label else 0,
            codes=codes, state=state, notes=notes, unit=unit,
        )  # fmt: skip
    label = kept.get("label", "" if text else label)
    position = kept.get("position", "")
    return Unit(
        text,
        int(position) if position.isascii() and position.isdigit() and len(position) < 10 else number,
        line,
        0,
        date=_date(kept.get("date", "")),
        key=kept.get("key", key),
        kind=kept.get("kind", "") or "ruling",
        label=label,
        label_line=line if label else 0,
        author=kept.get("author", ""),
        codes=codes,
        state=kept.get("state", state),
        notes=notes,
        unit=unit,
    )


def _date(written: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(written)
    except ValueError:
        return None


def properties(one: Ruling, number: int, key: str) -> dict[str, str]:
    """Return what has to be kept beside the text so that `ruling` gives the same again from this number and key."""
    found = {}
    if one.position != number:
        found["position"] = str(one.position)
    if one.key != key:
        found["key"] = one.key
    if one.kind != "ruling":
        found["kind"] = one.kind
    if one.date:
        found["date"] = one.date.isoformat()
    if one.label != ("" if one.text else key):
        found["label"] = one.label
    if one.author:
        found["author"] = one.author
    return found


def page_of(rulings: Sequence[Unit], **fields: Any) -> UnitPage:
    """Return a page of these rulings, in their order by position; one that calls itself the title is the title."""
    title = next((one for one in rulings if one.kind == "title"), None)
    others = [one for one in rulings if one is not title]
    if any(a.position > b.position for a, b in itertools.pairwise(others)):
        others.sort(key=lambda one: one.position)
    return UnitPage(title=title, rulings=tuple(others), **fields)
