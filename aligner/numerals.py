"""The values that figures with separators, and Han numerals, may have."""

from __future__ import annotations

import re

_COMMA_DECIMAL = frozenset({"ru", "pt", "de", "fr", "it", "es"})
_SPACED = frozenset({"ru", "pt", "de", "fr", "it", "es"})
_NARROW = "\u00a0\u202f\u2009"
KANJI = {"一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
SCALES = {"百": 100, "千": 1000, "万": 10_000, "萬": 10_000, "億": 10**8, "亿": 10**8, "만": 10_000}


def kanji_value(run: str) -> int:
    """Return the value of a run of Han numerals."""
    total = current = 0
    for char in run:
        scale = 10 if char == "十" else SCALES.get(char, 0)
        if scale:
            total += (current or 1) * scale
            current = 0
        else:
            current = KANJI[char]
    return total + current


def plain_value(digits: str) -> str:
    """Return figures with a sign as a plain number, without zeros before it."""
    sign = digits[0] if digits[0] in "+-" else ""
    return sign + str(int(digits.lstrip("+-")))


def readings(run: str, language: str) -> tuple[str, ...]:
    """Return the values that a run of digits with separators may have, none where it is a list of numbers."""
    parts = re.split(r"[^0-9]", run)
    marks = re.findall(r"[^0-9]", run)
    if not marks:
        return (str(int(run)),)
    thousands = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3 and parts[0][0] != "0"
    whole = str(int("".join(parts)))
    decimal_mark = "," if language in _COMMA_DECIMAL else "."
    kinds = set(marks)
    if kinds <= set(_NARROW + " "):
        lawful = thousands and (" " not in kinds or language in _SPACED)
        return (whole,) if lawful else ()
    if len(kinds) == 1:
        mark = marks[0]
        if thousands and (mark != decimal_mark or len(marks) > 1):
            return (whole,)
        if len(marks) > 1 or mark in "'’":
            return ()
        decimal = _decimal(parts[0], parts[1])
        if thousands:
            return (whole, decimal)
        if mark == decimal_mark or mark == ".":
            return (decimal,)
        return (decimal, str(int(parts[0])), str(int(parts[1])))
    last = run[-len(parts[-1]) - 1]
    if marks.count(last) == 1 and last in ".," and len(kinds) == 2 and all(len(part) == 3 for part in parts[1:-1]):
        return (_decimal("".join(parts[:-1]), parts[-1]),)
    return ()


def _decimal(whole: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    return f"{int(whole)}.{fraction}" if fraction else str(int(whole))
