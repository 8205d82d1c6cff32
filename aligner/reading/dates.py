"""Dates as pages write them, and the lines of a forum page that say who wrote when."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: 0x20, 0xA0: 0x20, 0x202F: 0x20, 0x2009: 0x20}
_MONTHS = (
    "january januar januari janvier janeiro gennaio enero января январь січня січень stycznia styczen januari gener",
    "february februar fevrier fevereiro febbraio febrero февраля февраль лютого лютий lutego luty februari febrer",
    "march marz mars marco marzo марта март березня березень marca marzec maart",
    "april avril abril aprile апреля апрель квітня квітень kwietnia kwiecien",
    "may mai maio maggio mayo мая май травня травень maja mei maig",
    "june juni juin junho giugno junio июня июнь червня червень czerwca czerwiec juny",
    "july juli juillet julho luglio julio июля июль липня липень lipca lipiec juliol",
    "august aout agosto августа август серпня серпень sierpnia sierpien augustus agost",
    "september septembre setembro settembre septiembre setiembre сентября сентябрь вересня вересень wrzesnia wrzesien",
    "october oktober octobre outubro ottobre octubre октября октябрь жовтня жовтень pazdziernika pazdziernik",
    "november novembre novembro noviembre ноября ноябрь листопада листопад listopada",
    "december dezember decembre dezembro dicembre diciembre декабря декабрь грудня грудень grudnia grudzien desembre",
)
_YEAR_FIRST = r"\d{4}(?P<a>[-/.])[ ]?\d{1,2}(?P=a)[ ]?\d{1,2}"
_YEAR_LAST = r"\d{1,2}(?P<b>[-/.])[ ]?\d{1,2}(?P=b)[ ]?(?:\d{4}|\d{2})"
_SIGNS = r"\d{4}[ ]?[年년][ ]?\d{1,2}[ ]?[月월][ ]?\d{1,2}[ ]?[日일]"
_NUMERIC = f"{_YEAR_FIRST}|{_YEAR_LAST}|{_SIGNS}"
_ONLY_NUMERIC = re.compile(rf"(?:{_NUMERIC})\.?(?:[ ]?г\.?)?")
_ENDS_IN_YEAR = re.compile(rf"(?:{_YEAR_LAST})\D*")
_NUMBERS = re.compile(r"\d+")
_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:\.|er|º|°|ª|st|nd|rd|th)?[ ](?:de[ ]|of[ ]|d['’])?(?P<month>[^\W\d_]{3,})\.?,?"
    r"[ ](?:de[ ]|del[ ])?(?P<year>\d{4})(?:[ ]?(?:[гр]\.?|года|року))?"
)
_MONTH_FIRST = re.compile(r"(?P<month>[^\W\d_]{3,})\.?[ ](?P<day>\d{1,2})(?:st|nd|rd|th)?,?[ ](?P<year>\d{4})")
_STAMP = re.compile(
    rf"(?:(?P<author>\S.{{0,59}}?)[ ]?[\s,—–|·:-][ ]?)?(?P<date>{_NUMERIC})(?:[ ]?г\.)?,?[ ]"
    r"(?:(?:в|at|um|à|às|as|alle|alle ore|ore|a las|a la|kl\.?)[ ])?"
    r"\d{1,2}[:.h时時시][ ]?\d{2}(?:[:.]\d{2})?[ ]?(?:Uhr|h|ч\.?|[ap]\.?m\.?|分|분)?",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_NEVER = re.compile(r"[A-Za-z][\d/]|\d{5}")  # what no date has, but most names of files
_CLOCK = re.compile(r"\d[:.h：．ｈ時时시]", re.IGNORECASE)  # what every stamp has
_UNSEEN = dict.fromkeys([0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A)])
_PLAIN: dict[int, int | None] = _FULL_WIDTH | _UNSEEN
_COLONS = ":："
_LONGEST_LINE = 120  # characters of a line that is a stamp, the blanks around it aside
_LONGEST = 60  # characters of a line that is a date and nothing else
_PLAUSIBLE_CENTURY = 90  # the game began in 1993: a year of two digits from here on belongs to the last century


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who wrote the entry above, and the date as written."""

    author: str
    date: str


def may_hold_one(line: str) -> bool:
    """Return whether a line may be a date or a stamp, at the first glance."""
    return (len(line) <= _LONGEST_LINE or len(line.strip()) <= _LONGEST_LINE) and _DIGIT.search(line) is not None


def is_long(written: str) -> bool:
    """Return whether a line without blanks around it is too long for a date or a stamp."""
    return len(written) > _LONGEST_LINE and written[-1] not in _COLONS


def date_in(line: str) -> str:
    """Return the date that this line holds and nothing else, exactly as written, or "" where it is no such line.

    A colon after the date belongs to the line, not to the date. A date that cannot be (31/02) is still one.
    """
    if len(line) <= _LONGEST:
        return _short_date(line)
    written = line.strip().rstrip(_COLONS).rstrip()
    return written if len(written) <= _LONGEST and _DIGIT.search(written) and _is_date(written) else ""


@lru_cache(maxsize=4096)
def _short_date(line: str) -> str:
    if not _DIGIT.search(line):
        return ""
    written = line.strip().rstrip(_COLONS).rstrip()
    return written if _is_date(written) else ""


def stamp_in(line: str) -> Stamp | None:
    """Return who wrote when, where this line says that and nothing else (`name 05.10.08 в 17:44`)."""
    written = line.strip()
    if len(written) > _LONGEST_LINE or not _CLOCK.search(written):
        return None
    found = _STAMP.fullmatch(written.translate(_FULL_WIDTH))
    if not found:
        return None
    author = written[found.start("author") : found.end("author")] if found["author"] else ""
    return Stamp(author.rstrip(" ,—–|·:-"), written[found.start("date") : found.end("date")])


def settled_order(written: Iterable[str]) -> str:
    """Return "day" or "month": which comes first in these dates of one file, or "" where none of them tells.

    Each date with a number above 12 has a vote; where they disagree, the commoner order wins, then the day.
    """
    votes = list(map(_vote, written))
    day, month = votes.count("day"), votes.count("month")
    if not day and not month:
        return ""
    return "day" if day >= month else "month"


@lru_cache(maxsize=4096)
def _vote(written: str) -> str:
    """Return what the number above 12 in a date with the year last says of its order, "" where there is none."""
    numbers = _numbers(written)
    if not numbers or not is_year_last(written):
        return ""
    first, second = numbers[:2]
    if first > 12 >= second:
        return "day"
    return "month" if second > 12 >= first else ""


@lru_cache(maxsize=4096)
def is_ambiguous(written: str) -> bool:
    """Return whether the day could be the month and the month the day: another date, and neither above 12.

    Nobody puts the month before a full stop, so 04.05.2021 is the fourth of May anywhere.
    """
    day, month = parse(written, "day"), parse(written, "month")
    return (
        is_year_last(written)
        and "." not in _plain(written).rstrip(".")
        and day is not None
        and month is not None
        and day != month
    )


@lru_cache(maxsize=4096)
def parse(written: str, order: str = "day") -> datetime.date | None:
    """Return the date, or None where there is no such day; `order` is what a date with the year last begins with."""
    plain = _plain(written)
    worded = _worded(plain)
    if worded:
        year, month, day = worded
    else:
        numbers = _numbers(written)
        if len(numbers) != 3:
            return None
        if not is_year_last(written):
            year, month, day = numbers
        elif order == "month":
            month, day, year = numbers
        else:
            day, month, year = numbers
    if year < 100:
        year += 1900 if year >= _PLAUSIBLE_CENTURY else 2000
    try:
        return datetime.date(year, month, day)
    except (ValueError, OverflowError):
        return None


def _is_date(written: str) -> bool:
    if _NEVER.search(written):
        return False
    plain = _plain(written)
    return bool(_ONLY_NUMERIC.fullmatch(plain) or _worded(plain))


def _plain(written: str) -> str:
    return " ".join(unicodedata.normalize("NFC", written).translate(_PLAIN).split())


def _numbers(written: str) -> list[int]:
    return [int(number) for number in _NUMBERS.findall(_plain(written))]


def is_year_last(written: str) -> bool:
    """Return whether a date is in digits with the year last, so that only its file tells what it begins with."""
    return _ENDS_IN_YEAR.fullmatch(_plain(written)) is not None


def _worded(plain: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a date with the month in words."""
    found = _DAY_FIRST.fullmatch(plain) or _MONTH_FIRST.fullmatch(plain)
    month = _month(found["month"]) if found else 0
    if not found or not month:
        return None
    return int(found["year"]), month, int(found["day"])


@lru_cache(maxsize=512)
def _month(word: str) -> int:
    """Return the number of the month that this word, or this beginning of a word, names in one of the languages."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))
    found = {
        number for number, names in enumerate(_MONTHS, 1) if any(_bare(name).startswith(bare) for name in names.split())
    }
    exact = {number for number, names in enumerate(_MONTHS, 1) if bare in map(_bare, names.split())}
    found = exact or found
    return found.pop() if len(found) == 1 else 0


def _bare(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
