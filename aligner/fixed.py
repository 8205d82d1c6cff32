"""What a translation must carry over as it is: symbols, slots, numbers, rule references, power and toughness."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, compress, count
from typing import NamedTuple

from aligner import symbols
from aligner.numbers import CJK, LONGEST, Number, may_hold_numbers, numbers
from aligner.sentences import moved
from aligner.text import ByWord, cut


class Piece(NamedTuple):
    """A piece of a text, (start, end), and what it stands for in its regular form."""

    start: int
    end: int
    value: str


class Malformed(NamedTuple):
    """A piece that is certainly wrong: as written, what likely was meant, and every reading (runs of symbols)."""

    start: int
    end: int
    value: str
    suggestion: str = ""
    readings: tuple[tuple[str, ...], ...] = ()


class Slot(NamedTuple):
    """A square-bracket placeholder; `value` is the text inside; an open one lacks its closing bracket."""

    start: int
    end: int
    value: str
    closed: bool = True


class Fixed(NamedTuple):
    """The fixed parts of one text, each kind in the order of the text.

    `symbols` has one piece a symbol; several share a span where Chinese writes them in one pair of braces.
    `variables` are X, Y and Z without braces. `powers` and `malformed_powers` are sizes of creatures and their
    changes, `2/2` and `+1/+1`. `present` has every value, and every limit, that a number elsewhere may find its
    counterpart in; `loose` those of them that are parts of words; `enclosed` the whole numbers inside symbols, sizes
    and references, sorted, each as often as it stands.
    """

    symbols: tuple[Piece, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    slots: tuple[Slot, ...] = ()
    references: tuple[Piece, ...] = ()
    powers: tuple[Piece, ...] = ()
    malformed_powers: tuple[Malformed, ...] = ()
    numbers: tuple[Number, ...] = ()
    variables: tuple[Piece, ...] = ()
    present: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    enclosed: tuple[str, ...] = ()


NOTHING = Fixed()


class _Fold(dict[int, int]):
    """A table that is as long as its text: full-width forms, dashes, digits of every script to ASCII."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        if char.isdecimal():
            self[code] = 48 + int(char)
        elif 0xFF01 <= code <= 0xFF5E and (char.isalnum() or char in "｛｝［］＋－／＊．＼｜"):
            self[code] = code - 0xFEE0
        else:
            self[code] = code
        return self[code]


_FOLD = _Fold(
    {ord(char): ord("-") for char in "−–‐‑‒﹣"} | {ord("ё"): ord("е"), ord("Ё"): ord("Е"), ord("⁄"): ord("/")}
)

_TO_FOLD = re.compile("[^\u0000-\u024f\u0400-\u052f“”„‘’…—•]")  # the others are as they are, but for ё

_SIZE = r"(?:[0-9]{1,3}|[XYХ]|\*|1\+\*|\*\+1)"
_LETTER = "A-Za-zÀ-ɏЀ-ӿ"
_RULE_WORDS = (
    r"(?:rules?|CR|regras?|reglas?|regol[ae]|règles?|Regeln?|правил(?:о|а|у|ом|е|ам|ами|ах)?"
    r"|пункт(?:а|у|е|ом|ы|ов)?|ルール|규칙|规则|規則)"
)
_FIRST_SIGNS, _FIRST_LETTERS = "0123456789{}[+*XYХWUBGTQESCR-", "orпル규规規"
_PATTERN = re.compile(
    rf"""
    (?= [{re.escape(_FIRST_SIGNS)}] | [{_FIRST_LETTERS}](?<![{_LETTER}].) )  # what any of these begins with
    (?: (?P<date> (?<![0-9])
        (?: [0-9]{{1,4}} (?P<mark>[./-]) [0-9]{{1,2}} (?P=mark) (?:[0-9]{{4}}|[0-9]{{2}}) (?![0-9])
          | [0-9]{{4}}[年년]\s? (?:[0-9]{{1,2}}[月월]\s?)? (?:[0-9]{{1,2}}[日일])?
          | [0-9]{{1,2}}[月월]\s?[0-9]{{1,2}}[日일] ) )
  | (?P<brace> \{{+ [^{{}}\n]{{0,30}} \}}+ | \{{2\n[WUBRG]\}} )
  | (?P<open> \{{ (?P<inner> \s? (?:CHAOS|[0-9A-ZТХ½∞]{{1,2}}) (?:/[0-9A-Z]){{0,2}} ) (?![\w/}}]) [)\]]? | \{{ )
  | (?P<close> (?<![0-9{_LETTER}{{/.,+-]) (?:[0-9]{{1,2}}|[WUBRGCXTQES]) (?:/[WUBRGP]){{0,2}} \}} )
  | (?P<stray> \}} )
  | (?P<signed> \[ [+-]? (?:[0-9]{{1,2}}|X) \] )
  | (?P<slot> \[ [^\[\]{{}}\n]{{0,80}} \] )
  | (?P<openslot> \[ [^\[\]{{}}\n.!?。]* )
  | (?P<raw> (?<![0-9{_LETTER}]) (?: o(?:[0-9]{{1,2}}|c?\n?T|\n?[WUBRG]|[CXQ]|o\n[WUBRGX]) | (?<![^\n])o\nX(?=[:,]) )+
        (?![0-9{_LETTER}'’]) )
  | (?P<reference> (?<![0-9.,/+-]) (?: 70[12]\.[1-9][0-9]{{0,2}} | [1-9][0-9]{{2}}\.[1-9][0-9]? ) (?![0-9])
        (?:\.?[a-zа-я](?![{_LETTER}]))? (?:-(?:[1-9][0-9]{{2}}\.[0-9]{{1,3}})?[a-z](?![{_LETTER}]))? )
  | (?P<rule> (?<![{_LETTER}]) {_RULE_WORDS} \s? (?:n[.º°o]+\s?)? (?P<rulenumber>[1-9][0-9]{{2}}) (?![0-9]|[.,][0-9]) )
  | (?P<badsize> (?<![0-9{_LETTER}/+*.,\\|-]) (?:
        \+ {_SIZE} / (?:[0-9]{{1,3}}|X)
      | [0-9]{{1,3}} / \+ [0-9]{{1,3}}
      | \+ [0-9]{{1,2}} \+ [0-9]{{1,2}}
      | \+/\+? [0-9]{{1,2}} [+/]+ [0-9]{{1,2}}
      | \+ [0-9]{{1,2}} (?:[\\|]|//) \+ [0-9]{{1,2}}
      | \+ [0-9lIОоOЗз|]{{1,2}} / \+ [0-9lIОоOЗз|]{{1,2}} ) (?![0-9{_LETTER}/*]) )
  | (?P<size> (?: (?<![0-9{_LETTER}/*]) [+-]? | (?<=[a-zß-ÿа-я]) \+ )
        {_SIZE} \s?/\s? [+-]? {_SIZE} (?![0-9{_LETTER}/*]) ) )
    """,
    re.VERBOSE,
)
_FIRST = frozenset(_FIRST_SIGNS + _FIRST_LETTERS)
_SIGN = re.compile(r"[0-9{}\[*+/]")  # what any of these has, but for a symbol in raw letters
_BEFORE_SIGN, _BEFORE_RULE = 3, 60  # characters
_RAW = re.compile(r"o(?<![A-Za-z].)[co]?\n?[A-Z]")
_GOOD_SIZE = re.compile(rf"([+-]?)({_SIZE})\s?/\s?([+-]?)({_SIZE})")
_SIZE_PART = re.compile(r"[0-9lIОоOЗз|]+|[XYХ]|\*")
_COUNTER = r"(?:counters?\b|жетон|marcador|カウンター|Marke|marqueur|segnalin|contador|카운터|指示物)"
_BEFORE_COUNTER = re.compile(rf"{_COUNTER}\w*\s(?:(?:de|di)\s)?$")
_AFTER_COUNTER = re.compile(rf"[\s-]?の?{_COUNTER}")
_DIGITS = re.compile("[0-9]+")
_STRAY_DIGITS = re.compile(r"[0-9]{1,2}(?![0-9/.,])")
_STRAY_COLOUR = re.compile(rf"[WUBRG](?![0-9{_LETTER}'’/{{])")
_VARIABLES = {"X": "X", "Х": "X", "Y": "Y", "Z": "Z"}
_VARIABLE = re.compile(rf"[XХYZ](?<![0-9{_LETTER}/'’].)(?![0-9{_LETTER}/])")
_LONGEST_WORD = 6  # of a symbol written as a word: 十/红
_RAW_CODE = re.compile(r"o[co]?\n?([0-9]+|[A-Z])")
_DIGIT_ALIKES = str.maketrans("lI|ОоOЗз", "11100033")
LETTER_ALIKES = str.maketrans("асеорх", "aceopx")


def fold(text: str) -> str:
    """Return a text of the same length with full-width forms, dashes and digits of every script as ASCII."""
    if text.isascii():
        return text
    text = text.replace("ё", "е").replace("Ё", "Е")
    return text.translate(_FOLD) if _TO_FOLD.search(text) else text


def fixed(text: str, language: str) -> Fixed:
    """Find the fixed parts of a text; spans are offsets into the text as given."""
    chunks, lengths = cut(text)
    holding = compress(count(), map(_HOLDS[language].__getitem__, chunks))
    places = [(lengths[at] + at, lengths[at + 1] + at) for at in holding]
    if not places:
        return NOTHING
    folded = fold(text)
    parts = None
    if _SIGN.search(folded) or _RAW.search(folded):
        parts = _Parts(text, folded, language)
        _scan(parts)
        for start, end in parts.blanks:
            folded = folded[:start] + "\0" * (end - start) + folded[end:]
    found, loose = numbers(folded, language, places)
    variables: tuple[Piece, ...] = ()
    if "X" in folded or "Y" in folded or "Z" in folded or "Х" in folded:
        variables = tuple([Piece(*match.span(), _VARIABLES[match[0]]) for match in _VARIABLE.finditer(folded)])
    present = loose.union([value for number in found for value in (*number.values, number.bound) if value])
    if parts is None:
        return Fixed(numbers=found, variables=variables, present=present, loose=loose)
    return Fixed(
        tuple(parts.symbols),
        tuple(parts.malformed),
        tuple(parts.slots),
        tuple(parts.references),
        tuple(parts.powers),
        tuple(parts.malformed_powers),
        found,
        variables,
        present,
        loose,
        parts.enclosed(),
    )


def joined(starts: Sequence[int], found: Sequence[Fixed]) -> Fixed:
    """Return the fixed parts of a text from those of its sentences and where these begin."""
    there = [_moved(one, start) for start, one in zip(starts, found, strict=True) if one is not NOTHING]
    if len(there) < 2:
        return there[0] if there else NOTHING
    *kinds, present, loose, enclosed = zip(*there, strict=True)
    pieces = [tuple(chain.from_iterable(some)) for some in kinds]
    values = frozenset().union(*present), frozenset().union(*loose), tuple(sorted(chain.from_iterable(enclosed)))
    return Fixed._make([*pieces, *values])


def _moved(one: Fixed, by: int) -> Fixed:
    """Return the fixed parts of a sentence as they stand in a text in which it begins there."""
    if not by:
        return one
    *kinds, present, loose, enclosed = one
    return Fixed._make([*[tuple(moved(some, by)) if some else some for some in kinds], present, loose, enclosed])


def may_hold(chunk: str, language: str) -> bool:
    """Return whether a text may have fixed parts if this stands in it between two spaces."""
    return _HOLDS[language][chunk]


def _holds(language: str, chunk: str) -> bool:
    if language in CJK:
        return True
    folded = fold(chunk)
    return bool(
        _SIGN.search(folded) or _RAW.search(folded) or _VARIABLE.search(folded) or may_hold_numbers(folded, language)
    )


_HOLDS = ByWord(lambda language: ByWord(partial(_holds, language)))
_ENCLOSED = ByWord(lambda value: tuple([str(int(run)) for run in _DIGITS.findall(value[:LONGEST])]))


@dataclass(slots=True)
class _Parts:
    """What one scan of a text has met so far; `folded` is as long as `text`."""

    text: str
    folded: str
    language: str
    blanks: list[tuple[int, int]] = field(default_factory=list)
    symbols: list[Piece] = field(default_factory=list)
    malformed: list[Malformed] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    references: list[Piece] = field(default_factory=list)
    powers: list[Piece] = field(default_factory=list)
    malformed_powers: list[Malformed] = field(default_factory=list)

    def enclosed(self) -> tuple[str, ...]:
        """Return the whole numbers inside symbols, sizes and references, malformed ones as they likely were."""
        texts = [piece.value for kind in (self.symbols, self.powers, self.references) for piece in kind]
        texts += [wrong.suggestion for kind in (self.malformed, self.malformed_powers) for wrong in kind]
        return tuple(sorted(chain.from_iterable(map(_ENCLOSED.__getitem__, texts))))

    def wrong(self, start: int, end: int, readings: tuple[tuple[str, ...], ...]) -> int:
        """Note a malformed symbol and return where it ends."""
        suggestion = "".join(readings[0]) if readings else ""
        self.malformed.append(Malformed(start, end, self.text[start:end], suggestion, readings))
        return end


def _scan(parts: _Parts) -> None:
    """Walk through the text once and note each fixed part that is no number."""
    position = 0
    search = _PATTERN.search if _RAW.search(parts.folded) else _beside_sign
    while match := search(parts.folded, position):
        kind = str(match.lastgroup)
        if kind == "signed":  # [+1], a loyalty ability: a number, not a slot
            position = match.start() + 1
            continue
        take = _TAKE.get(kind)
        position = take(parts, match) if take else match.end()
        parts.blanks.append((match.start(), position))


def _beside_sign(folded: str, position: int) -> re.Match[str] | None:
    """Return the first match from here on as a search would, but quicker: the first sign in it stands near its begin.

    A size may have a minus, X and a space before its slash, a rule its word before the number.
    """
    while sign := _SIGN.search(folded, position):
        at = sign.start()
        before = _BEFORE_RULE if folded[at : at + 3].isdigit() else _BEFORE_SIGN
        for start in range(max(position, at - before), at + 1):
            if folded[start] in _FIRST and (match := _PATTERN.match(folded, start)):
                return match
        position = at + 1
    return None


def _take_brace(parts: _Parts, match: re.Match[str]) -> int:
    start, end = match.span()
    inner = match[0].strip("{}")
    known = symbols.lawful(inner, parts.language)
    if not known or match[0] != f"{{{inner}}}":
        return parts.wrong(start, end, (known,) if known else symbols.likely(inner))
    if inner.isdigit():
        digits = _STRAY_DIGITS.match(parts.folded, end)
        if digits and not _is_counted(parts, digits):
            joined = symbols.canonical(inner + digits[0])
            return parts.wrong(start, digits.end(), ((joined,),) if joined else ())
    if _STRAY_COLOUR.match(parts.folded, end):
        return parts.wrong(start, end + 1, ((*known, f"{{{parts.folded[end]}}}"),))
    parts.symbols += [Piece(start, end, symbol) for symbol in known]
    return end


def _is_counted(parts: _Parts, digits: re.Match[str]) -> bool:
    """Return whether the digits after a symbol count something of their own, as they may without spaces."""
    return parts.language in CJK and digits[0] != "0" and parts.folded[digits.end() : digits.end() + 1].isalpha()


def _take_open(parts: _Parts, match: re.Match[str]) -> int:
    inner = (match["inner"] or "").strip()
    if inner:
        return parts.wrong(*match.span(), symbols.likely(inner))
    start, end = match.span()
    for length in range(_LONGEST_WORD, 0, -1):
        known = symbols.lawful(parts.folded[end : end + length], parts.language)
        if known:
            return parts.wrong(start, end + length, (known,))
    return parts.wrong(start, end, ())


def _take_close(parts: _Parts, match: re.Match[str]) -> int:
    return parts.wrong(*match.span(), symbols.likely(match[0].rstrip("}")))


def _take_stray(parts: _Parts, match: re.Match[str]) -> int:
    """Take the symbol's word before a brace that nothing opens: Chinese writes {十} and {红/绿}."""
    start, end = match.span()
    for length in range(min(_LONGEST_WORD, start), 0, -1):
        known = symbols.lawful(parts.folded[start - length : start], parts.language)
        if known:
            parts.blanks.append((start - length, start))
            return parts.wrong(start - length, end, (known,))
    return parts.wrong(start, end, ())


def _take_raw(parts: _Parts, match: re.Match[str]) -> int:
    codes = tuple(f"{{{code}}}" for code in _RAW_CODE.findall(match[0]))
    return parts.wrong(*match.span(), (codes,))


def _take_slot(parts: _Parts, match: re.Match[str]) -> int:
    start, end = match.span()
    closed = match.lastgroup == "slot"
    parts.slots.append(Slot(start, end, parts.text[start + 1 : end - closed].strip(), closed))
    return end


def _take_reference(parts: _Parts, match: re.Match[str]) -> int:
    value = match[0].lower().translate(LETTER_ALIKES)
    parts.references.append(Piece(*match.span(), re.sub(r"\.(?=[a-z])", "", value)))
    return match.end()


def _take_rule(parts: _Parts, match: re.Match[str]) -> int:
    parts.references.append(Piece(*match.span("rulenumber"), match["rulenumber"]))
    return match.end()


def _take_bad_size(parts: _Parts, match: re.Match[str]) -> int:
    start, end = match.span()
    if _GOOD_SIZE.fullmatch(match[0]) and match[0].count("+") == 2:
        parts.powers.append(Piece(start, end, match[0]))
        return end
    power, toughness = _SIZE_PART.findall(match[0].translate(_DIGIT_ALIKES))[-2:]
    meant = f"+{power}/+{toughness}"
    parts.malformed_powers.append(Malformed(start, end, parts.text[start:end], meant))
    return end


def _take_size(parts: _Parts, match: re.Match[str]) -> int:
    start, end = match.span()
    found = _GOOD_SIZE.fullmatch(match[0])
    if found is None:
        return end
    sign, power, other, toughness = [part.replace("Х", "X") for part in found.groups()]
    if (sign, other) in (("-", ""), ("", "-")) and _is_counter(parts.folded, start, end):
        meant = f"-{power}/-{toughness}"
        parts.malformed_powers.append(Malformed(start, end, parts.text[start:end], meant))
        return end
    parts.powers.append(Piece(start, end, f"{sign}{power}/{other}{toughness}"))
    return end


def _is_counter(text: str, start: int, end: int) -> bool:
    """Return whether a counter is named beside the size; those add or take, they set nothing."""
    return bool(_AFTER_COUNTER.match(text, end) or _BEFORE_COUNTER.search(text[max(0, start - 24) : start]))


_TAKE: dict[str, Callable[[_Parts, re.Match[str]], int]] = {
    "brace": _take_brace,
    "open": _take_open,
    "close": _take_close,
    "stray": _take_stray,
    "slot": _take_slot,
    "openslot": _take_slot,
    "raw": _take_raw,
    "reference": _take_reference,
    "rule": _take_rule,
    "badsize": _take_bad_size,
    "size": _take_size,
}
