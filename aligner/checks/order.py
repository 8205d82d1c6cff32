"""ALN004 and ALN005: does every ruling stand where, and under the date that, the other languages have it."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aligner.checks import Context, check
from aligner.checks.agreement import dissenters
from aligner.linking import evidence
from aligner.linking.matching import increasing
from aligner.model import Document, Group, Hit, Page, Ruling, Severity
from aligner.reading import dates

BLOCK = 3  # rulings of one date, from which the same wrong date is one finding
MANY = 4  # rulings, from which a large part of the page is no single ruling's fault
MOST = 0.8  # share of the steps from date to date that give a page its direction
Pair = tuple[Ruling, Ruling]
"""The same ruling on the page that gives the order, and on the page that is looked at."""


@check("ALN004", "moved-ruling", Severity.NOTE, "style / organisation", on="document", needs="N")
def moved_ruling(document: Document, context: Context) -> Iterator[Hit]:
    """Look whether the order of the rulings is meant.

    Why: a ruling that refers to the one before it is not understood in another place.

    When it is wrong to complain: sources list the rulings of a day in any order. A page that begins with the newest
    ruling, or has an order of its own, is said to do so once. A ruling under a wrong date stands where that date
    belongs; ALN005 says so.

    How to mend: put the ruling where the page that the report names has it.
    """
    pages = [page for page in document.pages if len(page.rulings) > 1]
    if len(pages) > 1:
        base = _base(pages, context)
        for page in pages:
            if page is not base and _differ(base, page, context):
                yield from _out_of_order(base, page, context)


@check("ALN005", "different-date", Severity.ERROR, "locale conventions / date format", on="document", needs="N")
def different_date(document: Document, context: Context) -> Iterator[Hit]:
    """Give the ruling the date that the other languages have.

    Why: the date tells which rules a ruling speaks of, and which of two rulings holds.

    When it is wrong to complain: the text was issued twice, and each page has another issue. Dates of a rules page are
    those of its upload and are not compared; a page without a date is none to compare; a file whose order of day and
    month nothing settles is RDG003's. Most languages decide which date is right; where there are two, the reference or
    the English one.

    How to mend: take over the date; the suggestion has it in the page's own notation.
    """
    wrong = _wrong_dates(document, context)
    for page in document.pages:
        own = wrong.get(page.language, [])
        if own and not _other_notation(page, own) and not _against_other_notation(own):
            yield from _dated_otherwise(page, own, context)


def _base(pages: Sequence[Page], context: Context) -> Page:
    """Return the page that gives the order: the one that fewest others contradict, the reference in doubt."""
    first = next((page for page in pages if page.language == context.reference), None)
    first = first or next((page for page in pages if page.language == "en"), pages[0])
    if len(pages) == 2 or not any(_differ(first, page, context) for page in pages):
        return first
    against = [sum(_differ(base, page, context) for page in pages if page is not base) for base in pages]
    best = min(range(len(pages)), key=lambda n: (against[n], pages[n] is not first, n))
    return pages[best]


@dataclass(frozen=True, slots=True)
class _Order:
    """How one page's order differs from another's: what both have, whether it is turned round, what is out of place."""

    pairs: list[Pair]
    turned: str
    moved: frozenset[int]

    @classmethod
    def of(cls, base: Page, page: Page, context: Context) -> _Order:
        """Return the comparison; `pairs` stand in the page's own order and `moved` are places in it."""
        pairs = _pairs(base, page, context)
        turned = _turned(pairs)
        orders = [list(range(len(pairs)))]
        if turned in ("newest", "oldest"):
            sign = 1 if turned == "newest" else -1
            days = [sign * own.date.toordinal() if own.date else 0 for _, own in pairs]
            orders = [sorted(orders[0], key=lambda n: (days[n], way * n)) for way in (1, -1)]
        elif turned:
            orders = [orders[0][::-1]]
        return cls(pairs, turned, min((_moved(pairs, order) for order in orders), key=len))

    @property
    def differs(self) -> bool:
        """Return whether the two orders are not the same."""
        return bool(self.turned or self.moved)

    @property
    def scattered(self) -> bool:
        """Return whether so much is out of place that the page has an order of its own."""
        return len(self.moved) >= MANY and 3 * len(self.moved) > len(self.pairs)


def _differ(base: Page, page: Page, context: Context) -> bool:
    """Return whether the rulings of the two pages stand in different orders."""
    return not _in_step(base, page, context) and _Order.of(base, page, context).differs


def _in_step(base: Page, page: Page, context: Context) -> bool:
    """Return whether each ruling's counterpart stands further down than the one before: then nothing can be moved."""
    last = -1
    for own in page.rulings:
        group = context.group(own)
        theirs = group.members.get(base.language) if group is not None else None
        if theirs:
            if len(theirs) > 1 or theirs[0].position <= last:
                return False
            last = theirs[0].position
    return True


def _pairs(base: Page, page: Page, context: Context) -> list[Pair]:
    """Return what both pages have for certain and under no unlike dates, in the order of the second.

    Which of several copies answers which is anybody's guess, so they take no part.
    """
    found = []
    seen: set[int] = set()
    copied = _copied(base) | _copied(page)
    for own in page.rulings:
        group = context.group(own)
        if group is None or group.doubtful or group.number in seen or own.kind == "heading" or not own.text.strip():
            continue
        if any(id(one) in copied for some in group.members.values() for one in some):
            continue
        theirs = next((ruling for ruling in group.members.get(base.language, ()) if ruling.text.strip()), None)
        if theirs is not None and (theirs.date == own.date or None in (theirs.date, own.date)):
            seen.add(group.number)
            found.append((theirs, own))
    return found


def _copied(page: Page) -> set[int]:
    """Return (by identity) the rulings whose text stands on the page more than once."""
    first = evidence.copies([ruling.text for ruling in page.rulings])
    times = Counter(first)
    return {id(ruling) for ruling, n in zip(page.rulings, first, strict=True) if times[n] > 1}


def _turned(pairs: Sequence[Pair]) -> str:
    """Return how the page is turned round as a whole: "newest", "oldest" (first) or "last" (where no dates tell)."""
    if len(pairs) < 2:
        return ""
    theirs = [pair[0] for pair in sorted(pairs, key=lambda pair: pair[0].position)]
    ways = _direction(theirs), _direction([own for _, own in pairs])
    if ways == (1, -1):
        return "newest"
    if ways == (-1, 1):
        return "oldest"
    places = [pair[0].position for pair in pairs]
    return "last" if len(places) >= BLOCK and places == sorted(places, reverse=True) else ""


def _direction(rulings: Sequence[Ruling]) -> int:
    """Return 1 where the dates of a page grow, -1 where they fall, 0 where they do neither."""
    days = [ruling.date.toordinal() for ruling in rulings if ruling.date]
    steps = [b - a for a, b in pairwise(days) if a != b]
    if not steps or len(days) < len(rulings):
        return 0
    up = sum(step > 0 for step in steps) / len(steps)
    return 1 if up >= MOST else -1 if up <= 1 - MOST else 0


def _moved(pairs: Sequence[Pair], order: Sequence[int]) -> frozenset[int]:
    """Return which pairs stand out of place when the page's rulings are taken in this order."""
    kept = increasing([(place, pairs[n][0].position) for place, n in enumerate(order)])
    return frozenset(order) - {order[place] for place, _ in kept}


def _out_of_order(base: Page, page: Page, context: Context) -> Iterator[Hit]:
    found = _Order.of(base, page, context)
    beside = f"the {base.language} page"
    whole = ""
    if found.turned == "last":
        whole = f"the rulings stand in the reverse order of {beside}"
    elif found.turned:
        whole = f"this page has the {found.turned} ruling first, {beside} has it last"
    elif found.scattered:
        whole = f"{len(found.moved)} of {len(found.pairs)} rulings stand in another order than on {beside}"
    if whole:
        yield Hit(page, None, None, whole, line=1)
    if found.scattered:
        return
    for block in _blocks(found):
        theirs, own = found.pairs[block[0]]
        here = f"ruling {own.position}" if len(block) == 1 else f"the {len(block)} rulings from here on"
        where = f"ruling {theirs.position}" if len(block) == 1 else f"rulings {theirs.position} and following"
        yield Hit(page, own, None, f"{here}, on {beside} {where}: moved", related=((base, theirs),))


def _blocks(found: _Order) -> list[list[int]]:
    """Return the places of what was moved; what was moved together in one."""
    rank = {place: n for n, place in enumerate(sorted(pair[0].position for pair in found.pairs))}
    blocks: list[list[int]] = []
    for n in sorted(found.moved):
        before = blocks[-1][-1] if blocks else -2
        here, there = (rank[found.pairs[k][0].position] if k >= 0 else -9 for k in (n, before))
        if before == n - 1 and here == there + 1:
            blocks[-1].append(n)
        else:
            blocks.append([n])
    return blocks


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A ruling whose date is not the others', with the date that they have and who has it."""

    ruling: Ruling
    date: datetime.date
    expected: datetime.date
    others: tuple[tuple[Page, Ruling], ...]
    certain: bool

    @property
    def swapped(self) -> bool:
        """Return whether day and month have changed places."""
        return (self.date.year, self.date.month, self.date.day) == (
            self.expected.year,
            self.expected.day,
            self.expected.month,
        )


def _wrong_dates(document: Document, context: Context) -> dict[str, list[_Wrong]]:
    """Return language → its rulings under another date, in the page's order."""
    pages = [page for page in document.pages if page.format != "rules" and any(one.date for one in page.rulings)]
    found: dict[str, list[_Wrong]] = {}
    if len(pages) < 2:
        return found
    for group in _groups(pages, context):
        if len({one.date for some in group.members.values() for one in some if one.date}) < 2:
            continue
        dated = {page.language: one for page in pages if (one := _dated(group, page.language))}
        values = {language: one.date for language, one in dated.items() if one.date}
        verdict = dissenters(values, context.reference)
        if verdict.expected is None:
            continue
        others = tuple((document.page(language), dated[language]) for language in verdict.others)
        for language in verdict.odd:
            own = dated[language]
            found.setdefault(language, []).append(
                _Wrong(own, values[language], verdict.expected, others, verdict.certain)
            )
    return {language: sorted(some, key=lambda one: one.ruling.position) for language, some in found.items()}


def _groups(pages: Sequence[Page], context: Context) -> list[Group]:
    found = {group.number: group for page in pages for one in page.rulings if (group := context.group(one))}
    return [found[number] for number in sorted(found) if not found[number].doubtful]


def _dated(group: Group, language: str) -> Ruling | None:
    """Return the language's ruling, None where its date is missing or its members have several."""
    members = [one for one in group.members.get(language, ()) if one.text.strip() and one.kind != "heading"]
    return members[0] if members and members[0].date and len({one.date for one in members}) == 1 else None


def _other_notation(page: Page, wrong: Sequence[_Wrong]) -> bool:
    """Return whether the whole file has the month first: nothing else settles its order, and all dates are swapped."""
    if page.format not in ("pages", "html", "markdown") or dates.settled_order(
        one.label for one in page.rulings if one.label
    ):
        return False
    telling = [
        one for one in page.rulings if one.date and one.date.day != one.date.month and dates.is_ambiguous(one.label)
    ]
    return all(one.swapped for one in wrong) and len(wrong) == len(telling)


def _against_other_notation(wrong: Sequence[_Wrong]) -> bool:
    """Return whether it is the page that the dates are measured by whose whole file has the month first."""
    pages = {id(page): page for one in wrong for page, _ in one.others}
    return len(pages) == 1 and all(_other_notation(page, wrong) for page in pages.values())


def _dated_otherwise(page: Page, wrong: Sequence[_Wrong], context: Context) -> Iterator[Hit]:
    """Yield a hit a date: rulings under one line, or a whole block with the same wrong date, are one."""
    linked = sum(bool(one.date) for one in page.rulings)
    if len(wrong) >= MANY and 2 * len(wrong) > linked and len({one.date for one in wrong}) > 1:
        yield _hit(page, wrong[0], f"{len(wrong)} of {linked} rulings have another date than in {_languages(wrong[0])}")
        return
    blocks: dict[object, list[_Wrong]] = {}
    under = Counter(one.date for one in page.rulings)
    shared = Counter((one.date, one.expected) for one in wrong)
    for one in wrong:
        whole = shared[one.date, one.expected] >= max(BLOCK, under[one.date])
        line = (one.ruling.label_line, one.ruling.label_column)
        blocks.setdefault(
            (one.date, one.expected) if whole else (line, one.expected) if any(line) else id(one), []
        ).append(one)
    for block in blocks.values():
        first = block[0]
        subject = f"{len(block)} rulings are" if len(block) > 1 else "this ruling is"
        verb = "have" if len(first.others) > 1 else "has"
        message = (
            f"{subject} dated {first.date.isoformat()} here; {_languages(first)} {verb} {first.expected.isoformat()}"
        )
        if first.swapped:
            message += ": day and month have changed places"
        if not first.certain:
            message += "; one of them is wrong"
        yield _hit(page, first, message)


def _languages(wrong: _Wrong) -> str:
    return ", ".join(page.language for page, _ in wrong.others)


def _hit(page: Page, wrong: _Wrong, message: str) -> Hit:
    own = wrong.ruling
    return Hit(
        page,
        own,
        None,
        message,
        suggestion=written_like(own.label, wrong.date, wrong.expected, _order(page)),
        related=wrong.others,
        excerpt=own.label or wrong.date.isoformat(),
        line=own.label_line,
        column=own.label_column,
    )


def _order(page: Page) -> str:
    return dates.settled_order(one.label for one in page.rulings if one.label) or "day"


def written_like(label: str, date: datetime.date, expected: datetime.date, order: str = "day") -> str:
    """Return the expected date as the label has its own date; empty where that is not clear.

    `order` is what the page's dates with the year last begin with.
    """
    numbers = list(re.finditer(r"\d+", label))
    if len(numbers) == 2 and date.month == expected.month:  # the month is a word
        roles = "dy" if len(numbers[1][0]) == 4 else ""
    elif len(numbers) == 3:
        way = ("dmy" if order == "day" else "mdy") if dates.is_year_last(label) else "ymd"
        roles = way if dates.parse(label, order) == date else ""
    else:
        roles = ""
    if not roles:
        return ""
    padded = not any(len(number[0]) == 1 for number in numbers)
    value = {"d": expected.day, "m": expected.month, "y": expected.year}
    result, end = "", 0
    for role, number in zip(roles, numbers, strict=True):
        width = len(number[0]) if role == "y" else 2 if padded else 1
        digits = str(value[role])[-width:] if role == "y" else f"{value[role]:0{width}d}"
        result += label[end : number.start()] + _like(digits, number[0])
        end = number.end()
    return result + label[end:]


def _like(digits: str, model: str) -> str:
    """Return the digits in full width where the model's are."""
    wide = unicodedata.east_asian_width(model[0]) == "F"
    return "".join(chr(ord(digit) + 0xFEE0) for digit in digits) if wide else digits
