"""RDG: can the page be read as rulings at all."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from aligner.checks import Context, check
from aligner.languages import profile
from aligner.model import Document, Hit, Page, Ruling, Severity
from aligner.reading import dates, numbers
from aligner.reading.numbers import Number, Place
from aligner.survey import WRITTEN, dated, settled_order

_UNCLEAR = "design and markup / missing or unclear text"
_LETTERS = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in numbers.SKIPPED_LETTERS]
_REGULAR_FORM = "9.9a"
_MOST_NAMED = 3
_FIRST_DAY = datetime.date(1993, 8, 5)  # the game was published
_LAST_YEAR = 2039  # a later ruling is a slip of the pen; no clock is asked, so that the same input has the same report
_NEVER = datetime.date(_LAST_YEAR + 1, 1, 1)
_DATED = (*WRITTEN, "table", "scryfall", "mtgjson")


@check("RDG001", "unread-text", Severity.WARNING, _UNCLEAR, on="page")
def unread_text(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Give every piece of text a place: a title, a date, a number, a ruling.

    Why: text that stands between the title and the first date, between two rules without a number of its own, or in a
    second entry for one language belongs to no ruling, so it is aligned with nothing and checked by nothing.

    When it is wrong to complain: an introduction of the page itself. Lines that say who wrote when, and examples
    below a rule, are read and never reported.

    How to mend: put the date or the number above the text, or take the text out of the file.
    """
    for piece in page.residue:
        message = "text that is no title, date, number or ruling, so nothing is compared with it"
        if page.format not in (*WRITTEN, "rules"):
            message = "a second entry for a language that is there already, so nothing is compared with it"
        yield Hit(page, None, None, message, excerpt=piece.text, line=piece.line, column=piece.column)


@check("RDG003", "unclear-date", Severity.WARNING, "locale conventions / date format", on="document")
def unclear_date(document: Document, context: Context) -> Iterator[Hit]:
    """Give every ruling a date that there is, written so that day and month cannot be taken for each other.

    Why: rulings are aligned and judged by their dates. 31/02 is no day; a ruling from before the game or from a far
    future is a slip of the pen; and where every number is 12 or less, 04/05 may be April or May.

    When it is wrong to complain: about single dates. The order of day and month is decided for a whole file: one date
    above 12 settles it. A file that settles nothing is read with the day first, and that is reported only where there
    is a reason to doubt it: the other pages' dates fit the other order, the page is American, or it stands alone.

    How to mend: write the month as a word, or the year first (2021-04-05).
    """
    for page in document.pages:
        if page.format in _DATED:
            yield from _impossible(page)
    yield from _unsettled(document, context)


def _impossible(page: Page) -> Iterator[Hit]:
    """Yield the dates that cannot be, under the order that the file has."""
    days = {ruling.date or ruling.label for ruling in page.rulings}
    if all(_FIRST_DAY <= day < _NEVER if isinstance(day, datetime.date) else not day for day in days):
        return
    order = settled_order(page) or "day"
    for ruling in dated(page):
        if ruling.date is None:
            other = dates.parse(ruling.label, "month" if order == "day" else "day")
            if other and page.format in WRITTEN:
                message = (
                    f"{ruling.label} is no date with the {order} first, as the other dates of this file are written"
                )
            else:
                message = f"there is no day {ruling.label}"
            yield _hit(page, ruling, message, other.isoformat() if other else "")
        elif ruling.date < _FIRST_DAY:
            yield _hit(page, ruling, f"{ruling.label} is earlier than the game, which was published in August 1993")
        elif ruling.date >= _NEVER:
            yield _hit(page, ruling, f"{ruling.label} lies too far in the future")


@lru_cache(maxsize=4096)
def _settles(label: str) -> bool:
    """Return whether a label is a date that tells whether day or month comes first."""
    return bool(dates.date_in(label) and dates.settled_order((label,)))


def _dated(page: Page, context: Context) -> list[Ruling]:
    return context.once(lambda: dated(page), "dated", page)


def _unsettled(document: Document, context: Context) -> Iterator[Hit]:
    """Yield the first date of each file whose order of day and month nothing settles and something puts in doubt."""
    orders = context.survey.orders
    pages = {
        number: doubtful
        for number, page in enumerate(document.pages)
        if page.format in WRITTEN
        and not any(map(_settles, {one.label for one in page.rulings}))
        and (doubtful := [ruling for ruling in _dated(page, context) if dates.is_ambiguous(ruling.label)])
    }
    if not pages:
        return
    clear: set[datetime.date | None] = {
        ruling.date
        for number, page in enumerate(document.pages)
        if page.format in _DATED
        for ruling in _dated(page, context)
        if ruling.date and not (number in pages and dates.is_year_last(ruling.label))
    }
    agreed = Counter(
        ruling.date for doubtful in pages.values() for ruling in {one.date: one for one in doubtful}.values()
    )
    for number, doubtful in pages.items():
        page = document.pages[number]
        known = clear or {date for date, times in agreed.items() if 2 * times > len(pages) > 2}
        straight = {ruling.date for ruling in doubtful} & known
        turned = {dates.parse(ruling.label, "month") for ruling in doubtful} & known
        alone = len(document.pages) == 1 and len({ruling.label for ruling in doubtful}) > 1
        reason = ""
        if len(turned) > len(straight):
            reason = "but the other pages' dates fit the month first"
        elif not straight and not clear and (page.language, "day") not in orders:
            if (page.language, "month") in orders:
                reason = "but other pages of this language have the month first"
            elif page.region == "US":
                reason = "but American pages have the month first"
            elif alone and not orders:
                reason = "for want of any date above 12"
        if reason:
            written = doubtful[0].label
            yield _hit(page, doubtful[0], f"{written} was read with the day first, {reason}; write the year first")


@check("RDG005", "unclear-language", Severity.NOTE, _UNCLEAR, on="page")
def unclear_language(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Say in the file's name which language the page is in.

    Why: a page whose language nobody knows gets only the checks that need no knowledge of it: symbols, numbers and
    dates are compared, words are not.

    When it is wrong to complain: a page whose name says its language (`ru.txt`, `otaria.pt.txt`), however short.
    Rulings left in English make no page unclear.

    How to mend: name the file after its language, or correct the list that `aligner pages` gives.
    """
    if page.language and page.language_source != "text":
        return
    if not any(any(map(str.isalnum, ruling.text)) for ruling in page.entries):
        return
    if not page.language:
        yield Hit(page, None, None, "too little text to tell the language", line=1)
    else:
        found = Counter(context.facts.language(page.language, ruling.text) for ruling in page.rulings if ruling.text)
        own = found[page.language]
        for language, times in sorted(found.items()):
            if language not in ("", "en", page.language) and times > 1 and 3 * times >= 2 * own:
                message = f"{own} rulings are in {_language(page.language)} and {times} in {_language(language)}"
                yield Hit(page, None, None, message, line=1)


def _language(code: str) -> str:
    return profile(code).name


@check("RDG004", "missing-body", Severity.WARNING, _UNCLEAR, on="page")
def missing_body(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Put a ruling under every date, rule number and heading.

    Why: a date or a heading with nothing under it is a ruling that was lost on the way, and a reader cannot know
    what it said. An empty file is a page that was lost.

    When it is wrong to complain: a heading whose rules were left out on purpose. A heading counts as filled when a
    rule below it stands anywhere on the page; a full stop alone is no text.

    How to mend: fetch the page again, or take the lone date or heading out.
    """
    if not page.entries and not page.residue and page.format in ("pages", "rules"):
        yield Hit(page, None, None, "the file is empty: no title, no ruling", line=1)
    elif not page.entries and page.format.startswith(("xliff", "po")) and any(one.rulings for one in document.pages):
        yield Hit(page, None, None, "no unit has a translation", line=1)
    elif page.title and not page.rulings and not page.residue and page.format == "pages":
        yield Hit(page, page.title, None, "a title with no ruling under it")
    for index, ruling in enumerate(page.rulings):
        if ruling.text and not ruling.text[0].isalnum() and not any(c.isalnum() for c in ruling.text):
            yield Hit(page, ruling, None, "a text without a letter or a digit says nothing")
        elif not ruling.text:
            yield Hit(page, ruling, None, f"{_what(page, ruling)} with no ruling under it", excerpt=ruling.label)
        elif ruling.kind == "heading" and not _is_filled(page, index):
            yield Hit(
                page,
                ruling,
                None,
                "a heading with no rule under it",
                excerpt=f"{ruling.label} {ruling.text}",
                line=ruling.label_line,
                column=ruling.label_column,
            )


def _what(page: Page, ruling: Ruling) -> str:
    if page.format == "rules":
        return "a rule number"
    return "a date" if page.format in WRITTEN or ruling.date else "an entry"


def _is_filled(page: Page, index: int) -> bool:
    """Return whether a rule of the heading's own stands on the page, or unread text right below it (RDG001 says so)."""
    heading = page.rulings[index]
    own = f"{heading.key}." if "." not in heading.key else heading.key
    if any(other.key.startswith(own) and _below(heading.key, other.key) for other in page.rulings):
        return True
    end = page.rulings[index + 1].label_line if index + 1 < len(page.rulings) else None
    return any(heading.line < one.line and (end is None or one.line < end) for one in page.residue)


def _below(heading: str, key: str) -> bool:
    rest = key[len(heading) :]
    return rest[:1] == "." if "." not in heading else rest.isalpha()


@check("RDG008", "numbering", Severity.WARNING, _UNCLEAR, on="page")
def numbering(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Write rule numbers in one form, each once and without gaps.

    Why: other pages refer to a rule by its number. A number of another form (502.25.c among 502.21c) is not found, and
    a gap (502.28, then 502.30) is most often a rule that nobody translated.

    When it is wrong to complain: a collection of single rules. A page may begin anywhere; chapters are not
    counted; the letters l and o are left out by the rules themselves. A gap that the page has in another language
    too is none; where another language has the missing rule, ALN001 says so instead. A letter of another script in a
    number is LNG007's, a rule that stands twice word for word ALN003's, a rule that lost its number RDG001's.

    How to mend: write the number in the suggested form, or supply the missing rule.
    """
    if page.format != "rules":
        return
    entries = [(ruling, number) for ruling in page.rulings if (number := numbers.number_in(ruling.label))]
    yield from _other_forms(page, entries)
    yield from _repeated(page, [ruling for ruling, _ in entries])
    yield from _gaps(document, page, [ruling for ruling, _ in entries])


def _hit(page: Page, ruling: Ruling, message: str, suggestion: str = "") -> Hit:
    return Hit(
        page,
        ruling,
        None,
        message,
        suggestion=suggestion,
        excerpt=ruling.label,
        line=ruling.label_line,
        column=ruling.label_column,
    )


def _other_forms(page: Page, entries: Sequence[tuple[Ruling, Number]]) -> Iterator[Hit]:
    """Yield the labels whose form most labels of their kind (with a letter, without) do not have."""
    usual: dict[bool, str] = {}
    for lettered in (True, False):
        counts = Counter(number.form for _, number in entries if bool(number.letter) is lettered)
        if counts:
            form, most = max(counts.items(), key=lambda item: (item[1], item[0] == _REGULAR_FORM))
            # without a clear majority only the game's own form may judge the others
            if 2 * most > counts.total() or (form == _REGULAR_FORM and 2 * most == counts.total()):
                usual[lettered] = form
    for ruling, number in entries:
        form = usual.get(bool(number.letter), number.form)
        if number.form != form and not number.cyrillic:
            letter = ruling.key[len(number.rule) :]
            proper = form.replace("9.9", number.rule).replace("a", letter).replace("A", letter.upper())
            yield _hit(
                page, ruling, f"rule number {ruling.label}: the others of this page have the form {proper}", proper
            )


def _repeated(page: Page, entries: Sequence[Ruling]) -> Iterator[Hit]:
    first: dict[str, Ruling] = {}
    for ruling in entries:
        earlier = first.setdefault(ruling.key, ruling)
        if earlier is not ruling and _words(earlier) != _words(ruling):
            yield _hit(page, ruling, f"rule number {ruling.key} stands already on line {earlier.label_line}")


def _words(ruling: Ruling) -> list[str]:
    return ruling.text.casefold().split()


def _gaps(document: Document, page: Page, entries: Sequence[Ruling]) -> Iterator[Hit]:
    others = [_keys(other) for other in document.pages if other is not page]
    present = _keys(page)
    last: Place | None = None
    line = 0
    for ruling in entries:
        here = numbers.place(ruling.key)
        if here is None or (last and here <= last):
            continue
        missing = [key for key in _between(last, here) if key not in present] if last else []
        before = _key(last) if last else ""
        missing = [
            key
            for key in missing
            if not any(key in other or (before in other and ruling.key in other) for other in others)
        ]
        if missing and not any(line < one.line < ruling.label_line for one in page.residue):
            named = ", ".join(missing[:_MOST_NAMED]) + (f" to {missing[-1]}" if len(missing) > _MOST_NAMED else "")
            yield _hit(page, ruling, f"{named} missing between {before} and {ruling.key}")
        last, line = here, ruling.label_line


def _keys(page: Page) -> set[str]:
    return {ruling.key for ruling in page.rulings if ruling.key}


def _key(place: Place) -> str:
    return f"{place.chapter}.{place.rule}{place.letter}"


def _between(last: Place, here: Place) -> list[str]:
    """Return the numbers that the rules have between these two of one chapter; a new chapter begins anywhere."""
    if last.chapter != here.chapter:
        return []
    found = [_key(Place(last.chapter, rule)) for rule in range(last.rule + 1, here.rule)]
    after = last.letter if last.rule == here.rule else ""
    found += [_key(Place(here.chapter, here.rule, letter)) for letter in _LETTERS if after < letter < here.letter]
    return found
