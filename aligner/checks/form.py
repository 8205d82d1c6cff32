"""Checks of what must survive translation: symbols, numbers, sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aligner.checks import Context, check
from aligner.checks.agreement import Verdict, dissenters
from aligner.fixed import Fixed, Piece
from aligner.model import Document, Group, Hit, Page, Ruling, Severity
from aligner.numbers import Number

_VARIABLES = ("{X}", "{Y}", "{Z}")
_ACCURACY = "accuracy / mistranslation"


@dataclass(frozen=True, slots=True)
class _Side:
    """What one language has in a group: its rulings and the fixed parts of each."""

    language: str
    rulings: tuple[Ruling, ...]
    facts: tuple[Fixed, ...]


def _sides(group: Group, context: Context) -> dict[str, _Side]:
    """Return the languages that have a text in the group; titles are names and take no part."""
    sides = {}
    for language, members in group.members.items():
        rulings = tuple(member for member in members if member.text.strip() and member.kind != "title")
        if rulings:
            facts = tuple(context.facts.fixed(language, ruling.text) for ruling in rulings)
            sides[language] = _Side(language, rulings, facts)
    return sides


def _related(
    document: Document, sides: Mapping[str, _Side], languages: tuple[str, ...]
) -> tuple[tuple[Page, Ruling], ...]:
    return tuple((document.page(one), ruling) for one in languages for ruling in sides[one].rulings)


def _doubt(verdict: Verdict[Any]) -> str:
    """Return what a message adds where neither side can be called wrong."""
    return "" if verdict.certain else "; nothing tells which is wrong"


# --- symbols ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Symbols:
    """The symbols of one side: every lawful reading of them as a sorted run, and how many stay unknown.

    `variables` are {X}, {Y} and {Z} that stand alone, `mentions` those and the ones without braces.
    """

    readings: tuple[tuple[str, ...], ...]
    unknown: int
    variables: tuple[str, ...]
    mentions: int


def _symbols(side: _Side) -> _Symbols:
    readings: list[tuple[str, ...]] = [()]
    unknown = 0
    lone = tuple(run.text for run in _runs(side) if run.text in _VARIABLES)
    bare = sum(len(facts.variables) for facts in side.facts)
    for facts in side.facts:
        plain = tuple(symbol.value for symbol in facts.symbols)
        readings = [reading + plain for reading in readings]
        for wrong in facts.malformed:
            unknown += not wrong.readings
            choices = wrong.readings[:2] or ((),)
            readings = [reading + choice for reading in readings for choice in choices][:16]
    runs = tuple(dict.fromkeys(tuple(sorted(reading)) for reading in readings))
    return _Symbols(runs, unknown, lone, len(lone) + bare)


def _same_symbols(one: _Symbols, other: _Symbols) -> bool:
    """Return whether some readings agree; "X in its cost" is as good as "{X} in its cost"."""
    alike = one.mentions == other.mentions
    for left in one.readings:
        for right in other.readings:
            a, b = Counter(left), Counter(right)
            if alike:
                a, b = a - Counter(one.variables), b - Counter(other.variables)
            if (a - b).total() <= other.unknown and (b - a).total() <= one.unknown:
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Run:
    """Symbols that touch each other: where, in which of the side's rulings, and which."""

    ruling: Ruling
    start: int
    end: int
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(self.values)


def _runs(side: _Side) -> list[_Run]:
    runs: list[_Run] = []
    for ruling, facts in zip(side.rulings, side.facts, strict=True):
        pieces: list[tuple[int, int, tuple[str, ...]]] = [(p.start, p.end, (p.value,)) for p in facts.symbols]
        pieces += [(wrong.start, wrong.end, wrong.readings[0]) for wrong in facts.malformed if wrong.readings]
        for start, end, values in sorted(pieces):
            last = runs[-1] if runs else None
            if last and last.ruling is ruling and start <= last.end:
                runs[-1] = _Run(ruling, last.start, end, last.values + values)
            else:
                runs.append(_Run(ruling, start, end, values))
    return runs


def _unmatched(runs: list[_Run], others: list[_Run]) -> list[_Run]:
    """Return the runs that have no equal among the others, the order within a run aside."""
    left = Counter(tuple(sorted(run.values)) for run in others)
    result = []
    for run in runs:
        key = tuple(sorted(run.values))
        if left[key]:
            left[key] -= 1
        else:
            result.append(run)
    return result


@check(
    "FRM001",
    "different-symbols",
    Severity.ERROR,
    _ACCURACY,
    on="group",
    silenced_by=("LNG001", "LNG006"),
    needs="N",
)
def different_symbols(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Write the same symbols as the other languages.

    Why: {2}{B} for {2}{U} changes what a player pays, and a lost {T} changes what a card does. Symbols are the same
    in every language, so that any difference is a fault on one side. Their order does not count. With three or more
    languages the majority shows which side is wrong; English can be it.

    When it is wrong to complain: one language says a symbol in words ("one white mana"), or names it once where
    the other repeats it.

    How to mend: copy the symbols from the counterparts.
    """
    if group.doubtful:
        return
    sides = _sides(group, context)
    values = {language: _symbols(side) for language, side in sides.items()}
    if len({value.readings for value in values.values()}) < 2:
        return
    verdict = dissenters(values, context.reference or None, _same_symbols)
    for odd in verdict.odd:
        witness = verdict.others[0]
        yield from _symbol_hits(document, sides, odd, verdict, witness)


def _symbol_hits(
    document: Document, sides: Mapping[str, _Side], odd: str, verdict: Verdict[_Symbols], witness: str
) -> Iterator[Hit]:
    """Report each run of symbols that differs, or the whole ruling where symbols are only missing."""
    page, related = document.page(odd), _related(document, sides, verdict.others)
    here, there = _runs(sides[odd]), _runs(sides[witness])
    extra, missing = _unmatched(here, there), _unmatched(there, here)
    who = ", ".join(verdict.others)
    doubt = _doubt(verdict)
    if not extra:
        lost = " ".join(run.text for run in missing)
        yield Hit(page, sides[odd].rulings[0], None, f"no {lost} here, but in {who}{doubt}", related=related)
        return
    for place, run in enumerate(extra):
        wanted = missing[place].text if len(extra) == len(missing) else ""
        named = wanted or " ".join(other.text for other in missing) or "no such symbol"
        yield Hit(
            page,
            run.ruling,
            (run.start, run.end),
            f"{run.text} here, {named} in {who}{doubt}",
            suggestion=wanted if verdict.certain else "",
            related=related,
        )


@check("FRM002", "malformed-symbol", Severity.ERROR, _ACCURACY, on="page", silenced_by=("LNG001", "LNG006"))
def malformed_symbol(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Write each symbol as the game has it, one pair of braces each.

    Why: {4R}, {2}0, o1oR and a {Х} in Cyrillic are no symbols; programs show them as text or not at all.

    When it is wrong to complain: the page quotes a template of a program, such as {name}.

    How to mend: write what the suggestion shows: {4}{R}, {20}, {1}{R}, {X}.
    """
    for ruling in page.entries:
        for wrong in context.facts.fixed(page.language, ruling.text).malformed:
            meant = f"; it likely was {wrong.suggestion}" if wrong.suggestion else ""
            message = f"{wrong.value} is no symbol of the game{meant}"
            yield Hit(page, ruling, (wrong.start, wrong.end), message, suggestion=wrong.suggestion)


# --- sizes ------------------------------------------------------------------------------------------------------


@check("FRM005", "malformed-power", Severity.ERROR, _ACCURACY, on="page", silenced_by=("LNG001", "LNG006"))
def malformed_power(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Give both halves of a change of power and toughness their sign.

    Why: +1/1 is neither the size 1/1 nor the change +1/+1.

    When it is wrong to complain: hardly ever; -2/2 is a size with a negative power and is left alone unless
    a counter is named beside it.

    How to mend: write +1/+1 or -1/-1, with a sign on both halves.
    """
    for ruling in page.entries:
        for wrong in context.facts.fixed(page.language, ruling.text).malformed_powers:
            message = f"{wrong.value} is no power and toughness; it likely was {wrong.suggestion}"
            yield Hit(page, ruling, (wrong.start, wrong.end), message, suggestion=wrong.suggestion)


# --- numbers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of one side, each with its ruling.

    `sure` need a counterpart; `counted` are all of two and more, sure or not; `figures` are firm digits, 1 included.
    `present` and `loose` are those of the texts together; `counts` says how often a value stands, `sizes_meant` how
    often a size does, malformed ones as they likely were.
    """

    sure: tuple[_Placed, ...]
    counted: tuple[_Placed, ...]
    figures: tuple[_Placed, ...]
    sizes: tuple[_Placed, ...]
    present: frozenset[str]
    loose: frozenset[str]
    counts: Counter[str]
    sizes_meant: Counter[str]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A number or size in its ruling."""

    ruling: Ruling
    piece: Number | Piece

    @property
    def value(self) -> str:
        return self.piece.value

    @property
    def answers(self) -> set[str]:
        """Return the values of the other side that are as good as this one."""
        if isinstance(self.piece, Piece):
            return {self.value}
        unsigned = (value.lstrip("+-") for value in self.piece.values)
        return {*self.piece.values, *unsigned, self.piece.bound} - {""}

    @property
    def digits(self) -> bool:
        return not isinstance(self.piece, Number) or self.piece.digits


def _numbers(side: _Side) -> _Numbers:
    facts = side.facts
    numbers = [(r, n) for r, one in zip(side.rulings, facts, strict=True) for n in one.numbers]
    sizes = [_Placed(r, size) for r, one in zip(side.rulings, facts, strict=True) for size in one.powers]
    counts = Counter(value for _, number in numbers for value in number.values)
    counts.update(value for one in facts for value in one.enclosed)
    meant = Counter(size.value for size in sizes)
    meant.update(wrong.suggestion for one in facts for wrong in one.malformed_powers)
    return _Numbers(
        tuple(_Placed(r, n) for r, n in numbers if n.sure),
        tuple(_Placed(r, n) for r, n in numbers if n.sure or n.value not in ("0", "1")),
        tuple(_Placed(r, n) for r, n in numbers if n.firm),
        tuple(sizes),
        frozenset[str]().union(*(one.present for one in facts)),
        frozenset[str]().union(*(one.loose for one in facts)),
        counts,
        meant,
    )


def _absent(one: _Numbers, other: _Numbers) -> list[_Placed]:
    """Return the sure numbers of one side that nothing on the other side answers, one a value."""
    result = {placed.value: placed for placed in reversed(one.sure) if not placed.answers & other.present}
    return list(reversed(result.values()))


def _surplus(placed: tuple[_Placed, ...], counts: Counter[str], loose: frozenset[str] = frozenset()) -> list[_Placed]:
    """Return what stands more often here than `counts` has it, one a value, the last of each."""
    by_value: dict[str, list[_Placed]] = {}
    for one in placed:
        by_value.setdefault(one.value, []).append(one)
    return [
        places[-1]
        for value, places in by_value.items()
        if value not in loose and len(places) > counts[value] and len(places[-1].answers) < 3
    ]


_Difference = tuple[list[_Placed], list[_Placed]]
_NONE: _Difference = ([], [])


def _difference(one: _Numbers, other: _Numbers) -> _Difference:
    """Return what stands only here and only there, where that is certainly a fault.

    A digit that nothing answers is one; a zero is not, since it is often said without a number ("no counters").
    What is only a word must have been exchanged for something on the other side.
    """
    here, there = _absent(one, other), _absent(other, one)
    if (here and there) or any(placed.digits and placed.value != "0" for placed in here + there):
        return here, there
    return _exchanged(one, other) or (_exchanged_sizes(one, other) or _NONE)


def _exchanged(one: _Numbers, other: _Numbers) -> _Difference | None:
    """Return the numbers that stand more often here and those that stand more often there, if there are both."""
    here, there = _surplus(one.sure, other.counts, other.loose), _surplus(other.sure, one.counts, one.loose)
    if here and not there:
        there = _surplus(other.counted, one.counts, one.loose)
    elif there and not here:
        here = _surplus(one.counted, other.counts, other.loose)
    if here and there:
        return here, there
    if len(one.figures) != len(other.figures):
        return None
    here = _surplus(one.figures, Counter(placed.value for placed in other.figures))
    there = _surplus(other.figures, Counter(placed.value for placed in one.figures))
    return (here, there) if here and there else None


def _exchanged_sizes(one: _Numbers, other: _Numbers) -> _Difference | None:
    here, there = _surplus(one.sizes, other.sizes_meant), _surplus(other.sizes, one.sizes_meant)
    return (here, there) if here and there else None


def _same_numbers(one: _Numbers, other: _Numbers) -> bool:
    return _difference(one, other) == _NONE


@check(
    "FRM004",
    "different-numbers",
    Severity.ERROR,
    _ACCURACY,
    on="group",
    silenced_by=("LNG001", "LNG006"),
    needs="N",
)
def different_numbers(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Give the same numbers as the other languages.

    Why: three cards drawn instead of two is another card. Numbers are compared by value: digits of any width and
    script, separators as the language writes them, number words in all their forms.

    When it is wrong to complain: one language gives an example that the others lack. What lawfully comes and goes
    is left alone: "one" and "a", ordinals, both and twice, dates, rule numbers, X.

    How to mend: compare with the counterparts and write their number.
    """
    if group.doubtful:
        return
    sides = _sides(group, context)
    values = {language: _numbers(side) for language, side in sides.items()}
    if len(values) < 2:
        return
    verdict = dissenters(values, context.reference or None, _same_numbers)
    for odd in verdict.odd:
        yield from _number_hits(document, sides, values, odd, verdict)
    for odd, value, others in _dropped_words(values):
        if odd not in verdict.odd:
            message = f"no {value} here, but in {', '.join(others)}"
            yield Hit(
                document.page(odd), sides[odd].rulings[0], None, message, related=_related(document, sides, others)
            )


def _number_hits(
    document: Document,
    sides: Mapping[str, _Side],
    values: Mapping[str, _Numbers],
    odd: str,
    verdict: Verdict[_Numbers],
) -> Iterator[Hit]:
    """Report each number that has no counterpart, or the whole ruling where numbers are only missing."""
    page, related = document.page(odd), _related(document, sides, verdict.others)
    witness = next(one for one in verdict.others if not _same_numbers(values[odd], values[one]))
    here, there = _difference(values[odd], values[witness])
    lost = [placed.value for placed in there]
    who, doubt = ", ".join(verdict.others), _doubt(verdict)
    if not here:
        message = f"no {', '.join(lost)} here, but in {who}{doubt}"
        yield Hit(page, sides[odd].rulings[0], None, message, related=related)
    for place, placed in enumerate(here):
        wanted = lost[place] if len(lost) == len(here) else ", ".join(lost) or "no such number"
        message = f"{placed.value} here, {wanted} in {who}{doubt}"
        yield Hit(page, placed.ruling, (placed.piece.start, placed.piece.end), message, related=related)


def _dropped_words(values: Mapping[str, _Numbers]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield a language that lacks a number which all others have, two of them for certain."""
    if len(values) < 3:
        return
    for odd, own in values.items():
        others = {language: one for language, one in values.items() if language != odd}
        for value in dict.fromkeys(placed.value for one in others.values() for placed in one.sure):
            certain = [name for name, one in others.items() if any(value in placed.answers for placed in one.sure)]
            if value not in own.present and len(certain) > 1 and all(value in one.present for one in others.values()):
                yield odd, value, tuple(certain)
                break
