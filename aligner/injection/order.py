"""Faults in the number, the order and the dates of a page's rulings."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from aligner.injection import Changed, in_order
from aligner.languages import profile
from aligner.model import Page, Ruling

_EVERY = "every language"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=。)(?=[^\s」』”）])")
_SHORTEST = {True: 40, False: 12}  # a half of a ruling that still says something: with spaces between words, without


def _own(page: Page) -> list[int]:
    """Return the numbers of the rulings, none where rule numbers keep them in their places."""
    if any(ruling.key or ruling.kind == "heading" for ruling in page.rulings):
        return []
    return [number for number, ruling in enumerate(page.rulings) if ruling.text.strip()]


@in_order("drop-ruling", "ALN001", allowed=_EVERY)
def drop(page: Page, rng: Random) -> Changed | None:
    """Leave a ruling out."""
    own = _own(page)
    if len(own) < 2:
        return None
    at = rng.choice(own)
    rulings = [ruling for number, ruling in enumerate(page.rulings) if number != at]
    return Changed(rulings, at + 1, page.rulings[at].text, "")


@in_order("empty-ruling", "RDG004", allowed="rulings under a date")
def empty(page: Page, rng: Random) -> Changed | None:
    """Lose the text under a date."""
    own = [number for number in _own(page) if page.rulings[number].date]
    if not own:
        return None
    at = rng.choice(own)
    rulings = [*page.rulings[:at], replace(page.rulings[at], text=""), *page.rulings[at + 1 :]]
    return Changed(rulings, at + 1, page.rulings[at].text, "")


@in_order("duplicate-ruling", "ALN003", allowed=_EVERY)
def duplicate(page: Page, rng: Random) -> Changed | None:
    """Put a second copy of a ruling somewhere behind it."""
    own = _own(page)
    if not own:
        return None
    at = rng.choice(own)
    to = rng.randint(at + 1, len(page.rulings))
    rulings = [*page.rulings[:to], replace(page.rulings[at]), *page.rulings[to:]]
    return Changed(rulings, to + 1, "", page.rulings[at].text)


@in_order("move-ruling", "ALN004", allowed=_EVERY)
def move(page: Page, rng: Random) -> Changed | None:
    """Put a ruling two places or more from its own."""
    own = _own(page)
    pairs = [(start, to) for start in own for to in range(len(page.rulings)) if abs(start - to) >= 2]
    if len(own) < 4 or not pairs:
        return None
    start, to = rng.choice(pairs)
    rulings = [ruling for number, ruling in enumerate(page.rulings) if number != start]
    rulings.insert(to, page.rulings[start])
    return Changed(rulings, to + 1, str(start + 1), str(to + 1))


@in_order("other-date", "ALN005", allowed=_EVERY)
def other_date(page: Page, rng: Random) -> Changed | None:
    """Put a ruling under another date, its own with another year or one that stands elsewhere on the page."""
    dated = [number for number in _own(page) if page.rulings[number].date]
    if len(dated) < 2:
        return None
    at = rng.choice(dated)
    ruling = page.rulings[at]
    date = ruling.date
    assert date is not None  # the undated were left out
    others = sorted({one.date for one in page.rulings if one.date and one.date != date})
    others += [date.replace(day=min(date.day, 28), year=date.year - 1), date.replace(day=min(date.day, 28) % 28 + 1)]
    new = rng.choice(others)
    changed = replace(ruling, date=new, label=new.strftime("%d/%m/%Y"))
    return Changed([*page.rulings[:at], changed, *page.rulings[at + 1 :]], at + 1, date.isoformat(), new.isoformat())


@in_order("merge-rulings", "ALN006", allowed=_EVERY)
def merge(page: Page, rng: Random) -> Changed | None:
    """Write a ruling and the next one as one paragraph."""
    own = _own(page)
    starts = [number for number in own if number + 1 in own]
    if not starts:
        return None
    at = rng.choice(starts)
    first, second = page.rulings[at : at + 2]
    text = first.text + (" " if profile(page.language).spaced else "") + second.text
    merged = replace(first, text=text)
    return Changed([*page.rulings[:at], merged, *page.rulings[at + 2 :]], at + 1, second.text, text)


@in_order("split-ruling", "ALN007", allowed=_EVERY)
def split(page: Page, rng: Random) -> Changed | None:
    """Write a ruling of several sentences as two, under the same date."""
    shortest = _SHORTEST[profile(page.language).spaced]
    places: list[tuple[int, int, int]] = []
    for number in _own(page):
        text = page.rulings[number].text
        for match in _SENTENCE.finditer(text):
            if match.start() >= shortest and len(text) - match.end() >= shortest:
                places.append((number, match.start(), match.end()))
    if not places:
        return None
    at, end, start = rng.choice(places)
    ruling: Ruling = page.rulings[at]
    halves = [replace(ruling, text=ruling.text[:end]), replace(ruling, text=ruling.text[start:])]
    return Changed([*page.rulings[:at], *halves, *page.rulings[at + 1 :]], at + 1, ruling.text, halves[1].text)
