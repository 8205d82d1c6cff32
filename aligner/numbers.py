"""Numbers in a text by their value: digits of any width, separators by locale, number words in eleven languages."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from aligner.data import shipped
from aligner.numerals import KANJI, SCALES, kanji_value, plain_value, readings
from aligner.text import ByWord

CJK = frozenset({"ja", "ko", "zhs", "zht"})
LONGEST = 4_300  # characters of a number, or of a list of them: Python makes no number of more digits
_DIGITS = r"[+-]?[0-9]+(?:[.,'’ \u00a0\u202f\u2009][0-9]+)*"
_KANJI_RUN = r"[一二两兩三四五六七八九十百千]+"
_ROMAN = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9", "XI": "11", "XII": "12"}
_LINKS = re.compile(r"(?:[ \u00a0-]|[ \u00a0](?:and|und|et|y|e)[ \u00a0])(?=\w)")
_LINE_START = re.compile(r"(?:\A|\n)\s*\(?\Z")
_REPEATED = re.compile(r"[0-9]或[大小多少高低][于於]\Z")
_ORDINAL = re.compile(
    r"[^\W\d_\u1100-\uffff]|[ºª°]|-[а-я]{1,3}\b|つ目|つの?(?:うち)?から|[回番枚人体度]目|番目|\s?번째|倍|배"
)
_SIGNED = re.compile("[+-]?[0-9]+")
_COLON = re.compile(r"\s?[:：]")
_KOREAN_TIMES = re.compile(r"\s?번째|\s?배")
_CAPITAL_NEXT = re.compile("[ -][A-ZА-Я]")
_LOOSE = frozenset("倍者色度番方半对對面部头頭句段人")  # behind a numeral that counts nothing
_YEARS = range(1990, 2040)


class Number(NamedTuple):
    """A number in a text: (start, end) and its possible values as plain decimals, the likeliest first.

    A `sure` number must have a counterpart in a translation; the others (one, ordinals, twice, both, years) only
    may stand for one. `digits` tells 3 from three. `bound` is the limit that it sets together with the words
    beside it, as an inclusive one: "more than 1" and "2 or more" are both "≥2". `firm` is a figure that is no
    ordinal, year, list number or 1 with a counter: a firm 1 needs no counterpart, but may stand for a wrong number.
    """

    start: int
    end: int
    values: tuple[str, ...]
    sure: bool
    digits: bool
    bound: str = ""
    firm: bool = False

    @property
    def value(self) -> str:
        """Return the likeliest value."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class _Words:
    """What a language calls its numbers, and the one expression that finds all of them."""

    values: dict[str, tuple[str, str]]
    stems: tuple[tuple[str, str], ...]
    pattern: re.Pattern[str]
    times: ByWord[int]
    article: re.Pattern[str] | None
    month_after: re.Pattern[str] | None
    month_before: re.Pattern[str] | None
    article_counter: re.Pattern[str] | None
    bounds: tuple[str, ...]
    bound_before: re.Pattern[str] | None
    bound_after: re.Pattern[str] | None


@lru_cache(maxsize=1)
def _rows() -> dict[str, list[tuple[str, str, tuple[str, ...]]]]:
    rows: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
    with (shipped("glossaries") / "words" / "numbers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            entry = (row["value"], row["kind"], tuple(row["forms"].split("|")))
            rows.setdefault(row["language"], []).append(entry)
    return rows


def _alternation(forms: list[str]) -> str:
    """Return the forms as one expression, the longer first; those with the same initial share it, which is quicker."""
    by_initial: dict[str, list[str]] = {}
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        by_initial.setdefault(form[:1], []).append(re.escape(form[1:]))
    return "|".join(f"{re.escape(initial)}(?:{'|'.join(rest)})" for initial, rest in by_initial.items())


@lru_cache(maxsize=32)
def _words(language: str) -> _Words:
    values: dict[str, tuple[str, str]] = {}
    by_kind: dict[str, list[str]] = {}
    stems: list[tuple[str, str]] = []
    for value, kind, forms in _rows().get(language, []):
        folded = [form.lower().replace("ё", "е") for form in forms]
        by_kind.setdefault(kind, []).extend(folded)
        if kind == "stem" or (kind == "optional" and language in CJK):
            stems.extend((form, value) for form in folded)
        elif value:
            values.update((form, (value, kind)) for form in folded)
    parts = [f"(?P<digits>{_DIGITS})"]
    if language in ("ja", "zhs", "zht"):
        counters = _alternation(by_kind["counter"])
        parts.append(f"(?P<kanji>(?<=第){_KANJI_RUN}|{_KANJI_RUN}(?={counters}))")
    elif language == "ko":
        counters, counted = _alternation(by_kind["counter"]), _alternation(by_kind["counted"])
        parts.append(rf"(?<![가-힣])(?P<word>{counted})(?=\s?(?:{counters}))")
    elif values:
        parts.append(rf"\b(?P<word>{_alternation(list(values))})\b")
        stem_forms = [form for form, _ in stems]
        if stem_forms:
            parts.append(rf"\b(?P<stem>{_alternation(stem_forms)})\w*")
    parts.append(r"\b(?P<roman>[ivx]{2,4})\b")
    months = _alternation(by_kind.get("month", []))
    article = by_kind.get("article")
    pattern = re.compile("|".join(parts))
    return _Words(
        values,
        tuple(stems),
        pattern,
        ByWord(lambda piece: len(pattern.findall(piece))),
        re.compile(rf"\b(?:{_alternation(article)})\s$") if article else None,
        re.compile(rf"\.?\s(?:de\s)?(?:{months})\b") if months else None,
        re.compile(rf"\b(?:{months})\s$") if months else None,
        # "1 with a counter" is the article of Japanese and Korean; points are always counted
        re.compile(rf"\s?(?![点점])(?:{_alternation(by_kind['counter'])})") if language in ("ja", "ko") else None,
        tuple(form for mark in _BOUNDS for form in by_kind.get(f"before {mark}", ())),
        _bounds(by_kind, "before", language),
        _bounds(by_kind, "after", language),
    )


_BOUNDS = {">": "more", "<": "less", "≥": "atleast", "≤": "atmost"}
_LIMITS = {"more": (">", 1), "less": ("<", -1), "atleast": (">", 0), "atmost": ("<", 0)}


def _bounds(by_kind: dict[str, list[str]], side: str, language: str) -> re.Pattern[str] | None:
    """Return what finds the words that make a number a limit, directly before it or a little after it."""
    marks = [mark for mark in "≥≤><" if f"{side} {mark}" in by_kind]
    if not marks:
        return None
    groups = "|".join(f"(?P<{_BOUNDS[mark]}>{_alternation(by_kind[f'{side} {mark}'])})" for mark in marks)
    if side == "before":
        edge = "" if language in CJK else r"(?<!\w)"
        return re.compile(rf"{edge}(?:{groups})\s?$")
    gap = r".{0,3}?" if language in CJK else r"(?:\s[\w]+){0,2}?\s"
    return re.compile(rf"{gap}(?:{groups})")


def _bounded(number: Number, text: str, words: _Words) -> Number:
    """Return the number with the limit that the words beside it make of it."""
    found = None
    if words.bound_before and number.value.isdigit():
        before = text[max(0, number.start - 30) : number.start]
        if before.rstrip().endswith(words.bounds):
            found = words.bound_before.search(before)
        found = found or (words.bound_after and words.bound_after.match(text, number.end))
    if not found:
        return number
    mark, step = _LIMITS[str(found.lastgroup)]
    return number._replace(bound=f"{'≥' if mark == '>' else '≤'}{int(number.value) + step}")


def numbers(text: str, language: str, places: Iterable[tuple[int, int]]) -> tuple[tuple[Number, ...], frozenset[str]]:
    """Find the numbers in a folded text from which symbols, sizes, references and dates were blanked.

    `places` are where the chunks between spaces stand that may have one.
    Returns the numbers in order, and the values that parts of words may stand for (双, zweiseitig): no number of
    the text, but enough to answer one in another language.
    """
    words = _words(language)
    found: list[Number] = []
    loose: set[str] = set()
    cased, text = text, _lowered(text)
    for match in words.pattern.finditer(text) if language in CJK else _met(text, words, places):
        kind = match.lastgroup
        if kind == "digits":
            found.extend(_from_digits(match, text, language, words))
        elif kind == "word":
            sure = not _is_name(match, cased)
            found.append(_from_word(match, text, sure, words))
        elif kind == "kanji":
            found.append(_from_kanji(match, text, language))
        elif kind == "stem":
            loose.update(value for form, value in words.stems if form == match["stem"])
        elif kind == "roman" and cased[slice(*match.span())] in _ROMAN:
            found.append(Number(match.start(), match.end(), (_ROMAN[match[0].upper()],), False, False))
    if language in CJK:
        rest = text
        for number in found:
            end = number.end + (rest[number.end : number.end + 1] in ("倍", "배"))
            rest = rest[: number.start] + "\0" * (end - number.start) + rest[end:]
        loose.update(value for form, value in words.stems if form in rest)
        loose.update(str(KANJI[char]) for char in set(rest) & KANJI.keys())
    if len(found) > 1:
        found = [*_chained(found, text, language)]
    whole = [_bounded(number, text, words) for number in found]
    return tuple(whole), frozenset(loose)


def may_hold_numbers(chunk: str, language: str) -> bool:
    """Return whether a text may have numbers, or parts of words, if this stands in it between two spaces."""
    return _words(language).pattern.search(_lowered(chunk)) is not None


def _met(text: str, words: _Words, places: Iterable[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Yield the matches of the pattern as `finditer` does, looking only where a chunk between spaces has some.

    A match may reach into the next chunk, but it begins as it would if its own stood alone.
    """
    done = 0
    for start, end in places:
        for _ in range(words.times[text[start:end]]):
            match = words.pattern.search(text, max(start, done))
            if match is None or match.start() > end:
                break
            yield match
            done = match.end()


def _lowered(text: str) -> str:
    """Return the text in small letters, as long as before."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _from_word(match: re.Match[str], text: str, sure: bool, words: _Words) -> Number:
    value, kind = words.values[match[0]]
    sure = sure and kind in ("number", "counted")
    if sure and kind == "counted":
        sure = not _KOREAN_TIMES.match(text, match.end())
    if (
        sure
        and value == "2"
        and words.article
        and words.article.search(text, max(0, match.start() - 12), match.start())
    ):
        sure = False  # "les deux", "los dos" are how others say "both"
    return Number(match.start(), match.end(), (value,), sure, False)


def _is_name(match: re.Match[str], text: str) -> bool:
    """Return whether a capital inside the sentence makes the word part of a name: Two-Headed Giant."""
    if not text[match.start()].isupper():
        return False
    before = text[: match.start()].rstrip(" \u00a0\n")
    return (bool(before) and before[-1] not in ".!?:;•—«“„\"'(") or bool(_CAPITAL_NEXT.match(text, match.end()))


def _from_kanji(match: re.Match[str], text: str, language: str) -> Number:
    value = kanji_value(match["kanji"])
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 2]
    ordinal = before == "第" or after[1:2] in ("目", "半")
    loose = after[:1] in _LOOSE
    sure = value > 1 and not ordinal and not loose and before not in SCALES and before not in ("数", "數", "几", "幾")
    if match["kanji"] == "十" and after[:1] == "分":
        sure = False
    return Number(match.start(), match.end(), (str(value),), sure, False)


def _from_digits(match: re.Match[str], text: str, language: str, words: _Words) -> Iterator[Number]:
    """Read one run of digits and separators: one number, or several where it is a list."""
    run, start = match[0], match.start()
    if len(run) > LONGEST:
        return
    before = text[start - 1] if start else ""
    signed = run[0] in "+-"
    if signed and before and ((before.isalnum() and before.isascii()) or before in ")]\x00" or _is_letter(before)):
        run, start, signed = run[1:], start + 1, False
    if before == "—" and _COLON.match(text, match.end()):
        run, start, signed = "-" + run, start - 1, True
    bare = run.lstrip("+-")
    known = (str(int(bare)),) if bare.isdigit() else readings(bare, language)
    if known:
        sign = run[0] if signed else ""
        values = tuple(sign + value for value in known)
        yield _placed(start, start + len(run), values, text, words)
        return
    for piece in _SIGNED.finditer(run):
        values = (plain_value(piece[0]),)
        yield _placed(start + piece.start(), start + piece.end(), values, text, words)


def _is_letter(char: str) -> bool:
    """Return whether the character is a letter of a script that puts spaces between words."""
    return char.isalpha() and ord(char) < 0x1100


def _placed(start: int, end: int, values: tuple[str, ...], text: str, words: _Words) -> Number:
    """Return a number as its neighbours make it: ordinals, years, list numbers and glued letters are not sure."""
    before, after = text[max(0, start - 12) : start], text[end : end + 12]
    if after[:1] in SCALES:
        value = str(int(float(values[0]) * SCALES[after[0]]))
        return Number(start, end + 1, (value,), False, True)
    plain = values[0].lstrip("+-")
    year = end - start == 4 and plain.isdigit() and int(plain) in _YEARS
    month = words.month_after and words.month_after.match(text, end)
    if words.month_before and before[-1:].isspace():
        month = month or words.month_before.search(before)
    free = not (year or month or _is_ordinal(before, after) or _is_enumerator(text, start, end))
    counted = plain == "1" and words.article_counter and words.article_counter.match(text, end)
    return Number(start, end, values, free and plain != "1", True, "", free and not counted)


def _is_enumerator(text: str, start: int, end: int) -> bool:
    """Return whether the number counts the items of a list: "1. " as a line begins, (1) or 2) in a sentence.

    The second one of 7或小于7, "7 or less", says nothing of its own either.
    """
    if text[start - 1 : start] in ("于", "於") and _REPEATED.search(text, max(0, start - 12), start):
        return True
    after = text[end : end + 2]
    if after[:1] in (".", ")") and after[1:].isspace() and _LINE_START.search(text, max(0, start - 4), start):
        return True
    if after[:1] not in (")", "）") or end - start > 2:
        return False
    before = text[:start]
    if before[-1:] in ("(", "（"):
        return True
    opened = before.count("(") + before.count("（") - before.count(")") - before.count("）")
    enumerators = len(re.findall(r"(?<![0-9])[0-9]{1,2}[)）]", before)) - len(
        re.findall(r"[(（][0-9]{1,2}[)）]", before)
    )
    return opened + enumerators <= 0


def _is_ordinal(before: str, after: str) -> bool:
    if (
        before[-1:] in ("第", "제")
        or (before and _is_letter(before[-1]))
        or (before[-2:-1].isalpha() and before[-1] == "#")
    ):
        return True
    return bool(_ORDINAL.match(after))


def with_counted(text: str, start: int, end: int, language: str) -> int:
    """Return where a number of one character ends together with what it counts: ２枚, 2 cards."""
    if end - start > 1:
        return end
    counted = re.compile(r"\s?\w+" if language == "ko" else r"[^\W0-9]" if language in CJK else r"[\s\u00a0-][^\W0-9]+")
    found = counted.match(text, end)
    return found.end() if found else end


def _chained(found: list[Number], text: str, language: str) -> Iterator[Number]:
    """Join number words that make one number (twenty-one, two hundred); such a number is never sure."""
    held: Number | None = None
    for number in found:
        if held is not None:
            joined = _joined(held, number, text, language)
            if joined is not None:
                held = joined
                continue
            yield held
        held = number
    if held is not None:
        yield held


def _joined(left: Number, right: Number, text: str, language: str) -> Number | None:
    if right.digits or language in CJK or not (left.value.isdigit() and right.value.isdigit()):
        return None
    link = _LINKS.match(text, left.end)
    if not link or link.end() != right.start:
        return None
    a, b = int(left.value), int(right.value)
    scale = _words(language).values.get(text[right.start : right.end], ("", ""))[1] == "scale"
    if scale and 0 < a < 1000:
        total = a * b
    elif not left.digits and a % 10 == 0 and a >= 20 and 0 < b < min(a, 10 if a < 100 else a):
        total = a + b
    else:
        return None
    return Number(left.start, right.end, (str(total),), False, left.digits)
