"""What one language has of symbols, numbers, slots and references and another lacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from aligner.checks import Context
from aligner.fixed import LETTER_ALIKES, Fixed, Piece, fold
from aligner.model import Document, Group, Page, Ruling
from aligner.numbers import Number

VARIABLES = ("{X}", "{Y}", "{Z}")


class Side(NamedTuple):  # every ruling is one
    """What one language has in a group: its rulings and the fixed parts of each."""

    language: str
    rulings: tuple[Ruling, ...]
    facts: tuple[Fixed, ...]


def sides_of(group: Group, context: Context) -> dict[str, Side]:
    """Return the languages that have a text in the group; titles are names and take no part."""
    return context.once(lambda: _sides(group, context), "sides", group)


def _sides(group: Group, context: Context) -> dict[str, Side]:
    sides = {}
    fixed = context.facts.fixed
    for language, members in group.members.items():
        rulings = tuple([member for member in members if member.kind != "title" and member.text.strip()])
        if rulings:
            sides[language] = Side(language, rulings, tuple([fixed(language, ruling.text) for ruling in rulings]))
    return sides


def related_to(
    document: Document, sides: Mapping[str, Side], languages: tuple[str, ...]
) -> tuple[tuple[Page, Ruling], ...]:
    """Return the rulings of these languages, with their pages, to be named as counterparts."""
    return tuple((document.page(one), ruling) for one in languages for ruling in sides[one].rulings)


@dataclass(frozen=True, slots=True)
class SymbolSet:
    """The symbols of one side: every lawful reading of them as a sorted run, and how many stay unknown.

    `variables` are {X}, {Y} and {Z} that stand alone, `mentions` those and the ones without braces.
    """

    readings: tuple[tuple[str, ...], ...]
    unknown: int
    variables: tuple[str, ...]
    mentions: int


def symbols_of(side: Side) -> SymbolSet:
    """Collect the symbols of a side; a malformed one counts as what it likely was, or as unknown."""
    readings: list[tuple[str, ...]] = [()]
    unknown = 0
    lone = tuple(run.text for run in runs_of(side) if run.text in VARIABLES)
    bare = sum(len(facts.variables) for facts in side.facts)
    for facts in side.facts:
        plain = tuple(symbol.value for symbol in facts.symbols)
        readings = [reading + plain for reading in readings]
        for wrong in facts.malformed:
            unknown += not wrong.readings
            choices = wrong.readings[:2] or ((),)
            readings = [reading + choice for reading in readings for choice in choices][:16]
    runs = tuple(dict.fromkeys(tuple(sorted(reading)) for reading in readings))
    return SymbolSet(runs, unknown, lone, len(lone) + bare)


def have_same_symbols(sides: Iterable[Side]) -> bool:
    """Return whether all sides plainly have the same symbols, the usual case: nothing is malformed, nothing differs."""
    found = []
    for side in sides:
        values: list[str] = []
        for facts in side.facts:
            if facts.malformed:
                return False
            values += [symbol.value for symbol in facts.symbols]
        values.sort()
        found.append(values)
    return not found or found.count(found[0]) == len(found)


def same_symbols(one: SymbolSet, other: SymbolSet) -> bool:
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
class Run:
    """Symbols that touch each other: where, in which of the side's rulings, and which."""

    ruling: Ruling
    start: int
    end: int
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the symbols in their regular form."""
        return "".join(self.values)


def runs_of(side: Side) -> list[Run]:
    """Return the symbols of a side as runs, in the order of the text."""
    runs: list[Run] = []
    for ruling, facts in zip(side.rulings, side.facts, strict=True):
        pieces: list[tuple[int, int, tuple[str, ...]]] = [(p.start, p.end, (p.value,)) for p in facts.symbols]
        pieces += [(wrong.start, wrong.end, wrong.readings[0]) for wrong in facts.malformed if wrong.readings]
        for start, end, values in sorted(pieces):
            last = runs[-1] if runs else None
            if last and last.ruling is ruling and start <= last.end:
                runs[-1] = Run(ruling, last.start, end, last.values + values)
            else:
                runs.append(Run(ruling, start, end, values))
    return runs


def unmatched_runs(one: Side, other: Side) -> tuple[list[Run], list[Run]]:
    """Return the runs that have no equal on the other side, the order within a run aside.

    Where both sides have as many runs and the order tells which was changed, it does.
    """
    here, there = runs_of(one), runs_of(other)
    extra, missing = _unmatched(here, there), _unmatched(there, here)
    if len(here) == len(there):
        pairs = [(a, b) for a, b in zip(here, there, strict=True) if sorted(a.values) != sorted(b.values)]
        if len(pairs) == len(extra) == len(missing):
            return [a for a, _ in pairs], [b for _, b in pairs]
    return extra, missing


def _unmatched(runs: list[Run], others: list[Run]) -> list[Run]:
    left = Counter(tuple(sorted(run.values)) for run in others)
    result = []
    for run in runs:
        key = tuple(sorted(run.values))
        if left[key]:
            left[key] -= 1
        else:
            result.append(run)
    return result


@dataclass(frozen=True, slots=True)
class NumberSet:
    """The numbers of one side, each with its ruling.

    `sure` need a counterpart; `counted` are all of two and more, sure or not; `figures` are firm digits, 1 included.
    `present` and `loose` are those of the texts together; `counts` says how often a value stands, `enclosed` how often
    it does inside symbols and the like, `sizes_meant` how often a size does, malformed ones as they likely were.
    `limits` are the bounds of the numbers.
    """

    sure: tuple[Placed, ...]
    counted: tuple[Placed, ...]
    figures: tuple[Placed, ...]
    sizes: tuple[Placed, ...]
    present: frozenset[str]
    loose: frozenset[str]
    counts: Counter[str]
    enclosed: Counter[str]
    sizes_meant: Counter[str]
    limits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Placed:
    """A number or size in its ruling."""

    ruling: Ruling
    piece: Number | Piece

    @property
    def value(self) -> str:
        """Return what the number or size is."""
        return self.piece.value

    @property
    def answers(self) -> set[str]:
        """Return the values of the other side that are as good as this one."""
        if isinstance(self.piece, Piece):
            return {self.value}
        unsigned = (value.lstrip("+-") for value in self.piece.values)
        return {*self.piece.values, *unsigned, self.piece.bound} - {""}

    @property
    def plain(self) -> bool:
        """Return whether it has one reading only."""
        return isinstance(self.piece, Piece) or len(self.piece.values) == 1

    @property
    def digits(self) -> bool:
        """Return whether it is written in digits."""
        return not isinstance(self.piece, Number) or self.piece.digits


def numbers_of(side: Side) -> NumberSet:
    """Collect the numbers of a side."""
    facts = side.facts
    numbers = [(r, n) for r, one in zip(side.rulings, facts, strict=True) for n in one.numbers]
    sizes = [Placed(r, size) for r, one in zip(side.rulings, facts, strict=True) for size in one.powers]
    counts = Counter(value for _, number in numbers for value in number.values)
    meant = Counter(size.value for size in sizes)
    meant.update(wrong.suggestion for one in facts for wrong in one.malformed_powers)
    return NumberSet(
        tuple(Placed(r, n) for r, n in numbers if n.sure),
        tuple(Placed(r, n) for r, n in numbers if n.sure or (not n.digits and n.value not in ("0", "1"))),
        tuple(Placed(r, n) for r, n in numbers if n.firm),
        tuple(sizes),
        frozenset[str]().union(*(one.present for one in facts)),
        frozenset[str]().union(*(one.loose for one in facts)),
        counts,
        Counter(value for one in facts for value in one.enclosed),
        meant,
        frozenset(number.bound for _, number in numbers if number.bound),
    )


def have_same_numbers(sides: Collection[Side]) -> bool:
    """Return whether all sides plainly have the same numbers, so that `difference` finds none between any of them.

    They have if each sure number stands as often among the others' numbers, the sizes are the same, and so are the
    figures where there are as many of them.
    """
    if not any(one.numbers or one.powers for side in sides for one in side.facts):
        return True
    all_sure, all_values, figures, sizes = [], [], set(), set()
    for side in sides:
        numbers = [number for one in side.facts for number in one.numbers]
        all_sure.append([number.value for number in numbers if number.sure])
        all_values.append([value for number in numbers for value in number.values])
        figures.add(tuple(sorted([number.value for number in numbers if number.firm])))
        sizes.add(tuple(sorted([size.value for one in side.facts for size in one.powers])))
    return (
        len(sizes) == 1
        and len(figures) == len(set(map(len, figures)))
        and all(sure.count(one) <= values.count(one) for sure in all_sure for values in all_values for one in {*sure})
    )


def _absent(one: NumberSet, other: NumberSet) -> list[Placed]:
    """Return the sure numbers of one side that nothing on the other side answers, one a value."""
    present = other.present | (other.enclosed - one.enclosed).keys()
    result = {placed.value: placed for placed in reversed(one.sure) if not placed.answers & present}
    return list(reversed(result.values()))


def _surplus(
    one: tuple[Placed, ...], other: tuple[Placed, ...], counts: Counter[str], answered: frozenset[str] = frozenset()
) -> list[Placed]:
    """Return what stands more often here than `counts` has it, one a value.

    What has several readings, or a reading among the answered values, is left alone.
    """
    by_value: dict[str, list[int]] = {}
    for index, placed in enumerate(one):
        by_value.setdefault(placed.value, []).append(index)
    chosen = (one[_changed(indexes, one, other)] for value, indexes in by_value.items() if len(indexes) > counts[value])
    return [placed for placed in chosen if placed.plain and not placed.answers & answered]


def _changed(indexes: list[int], one: tuple[Placed, ...], other: tuple[Placed, ...]) -> int:
    """Return which of several equal numbers is one too many: where the order differs, else a digit, else the last."""
    if len(one) == len(other):
        for index in indexes:
            if one[index].value != other[index].value:
                return index
    return next((index for index in reversed(indexes) if one[index].digits), indexes[-1])


Difference = tuple[list[Placed], list[Placed]]
_NONE: Difference = ([], [])


def difference(one: NumberSet, other: NumberSet) -> Difference:
    """Return what stands only here and only there, where that is certainly a fault.

    A digit that nothing answers is one; a zero is not, since it is often said without a number ("no counters").
    What is only a word must have been exchanged for something on the other side.
    """
    here, there = _absent(one, other), _absent(other, one)
    if (here and there) or any(placed.digits and placed.value != "0" for placed in here + there):
        more_here, more_there = _more(one, other)
        return here or more_here, there or more_there
    here, there = _more(one, other)
    if here and there:
        return here, there
    return _exchanged_figures(one, other) or _exchanged_sizes(one, other) or _NONE


def _more(one: NumberSet, other: NumberSet) -> Difference:
    """Return the numbers that stand more often here and those that stand more often there.

    Where one side alone has more of a sure number, an unsure one on the other side may be what it was exchanged for.
    """
    ours, theirs = one.counts + (one.enclosed - other.enclosed), other.counts + (other.enclosed - one.enclosed)
    our_answers, their_answers = one.loose | one.limits, other.loose | other.limits
    here = _surplus(one.sure, other.sure, theirs, their_answers)
    there = _surplus(other.sure, one.sure, ours, our_answers)
    if here and not there:
        there = _surplus(other.counted, one.counted, ours, our_answers)
    elif there and not here:
        here = _surplus(one.counted, other.counted, theirs, their_answers)
    return here, there


def _exchanged_figures(one: NumberSet, other: NumberSet) -> Difference | None:
    """Compare the digits alone, 1 included, where both sides have as many of them."""
    if len(one.figures) != len(other.figures):
        return None
    ours, theirs = (Counter(placed.value for placed in side.figures) for side in (one, other))
    here = _surplus(one.figures, other.figures, theirs, other.limits)
    there = _surplus(other.figures, one.figures, ours, one.limits)
    return (here, there) if here and there else None


def _exchanged_sizes(one: NumberSet, other: NumberSet) -> Difference | None:
    here = _surplus(one.sizes, other.sizes, other.sizes_meant)
    there = _surplus(other.sizes, one.sizes, one.sizes_meant)
    return (here, there) if here and there else None


def same_numbers(one: NumberSet, other: NumberSet) -> bool:
    """Return whether nothing certain differs."""
    return difference(one, other) == _NONE


@dataclass(frozen=True, slots=True)
class SlotSet:
    """The square-bracket slots of one side: how many, its labels sorted, and how many other brackets may be slots."""

    count: int
    labels: tuple[str, ...]
    spare: int


_LABEL = re.compile(r"[A-ZА-ЯЁ0-9]{1,2}")
_LATIN = str.maketrans("АВСЕНКМОРТХ", "ABCEHKMOPTX")
_LENTICULAR = re.compile(r"【[^【】\n]{1,40}】")


def slots_of(side: Side) -> SlotSet:
    """Count the slots of a side; one that lost a bracket counts, labels such as [A] and [X] are told apart."""
    values = [slot.value for facts in side.facts for slot in facts.slots]
    labels = sorted(value.translate(_LATIN) for value in values if _LABEL.fullmatch(value))
    spare = sum(len(_LENTICULAR.findall(ruling.text)) for ruling in side.rulings)
    return SlotSet(len(values), tuple(labels), spare)


def same_slots(one: SlotSet, other: SlotSet) -> bool:
    """Return whether both have as many slots, and the same labels."""
    if one.labels != other.labels and one.spare == other.spare == 0:
        return False
    return one.count <= other.count + other.spare and other.count <= one.count + one.spare


@dataclass(frozen=True, slots=True)
class ReferenceSet:
    """The rules that one side refers to, the ends of ranges each by itself, and its text without spaces."""

    values: frozenset[str]
    text: str


_RANGE = re.compile(r"([0-9]+\.[0-9]+)([a-zа-я]?)-(?:[0-9]+\.[0-9]+)?([a-zа-я])")


def rules_of(value: str) -> tuple[str, ...]:
    """Return the rules that a reference names: 409.1f-h names 409.1f and 409.1h."""
    match = _RANGE.fullmatch(value)
    return (match[1] + match[2], match[1] + match[3]) if match else (value,)


def references_of(side: Side) -> ReferenceSet:
    """Collect the references of a side."""
    values = (rule for facts in side.facts for piece in facts.references for rule in rules_of(piece.value))
    text = "\n".join(fold(ruling.text).lower() for ruling in side.rulings)
    return ReferenceSet(
        frozenset(values), re.sub(r"[^\S\n]+|(?<=[0-9])\.(?=[a-zа-я])", "", text).translate(LETTER_ALIKES)
    )


def lacking(one: ReferenceSet, other: ReferenceSet) -> list[str]:
    """Return what one side refers to and the other does not, in the order of the numbers.

    A number that the other side has in some other shape ("section 706") is there.
    """
    return sorted(
        value
        for value in one.values - other.values
        if not re.search(rf"(?<![0-9.]){re.escape(value)}(?![0-9a-z]|\.[0-9])", other.text)
    )


def same_references(one: ReferenceSet, other: ReferenceSet) -> bool:
    """Return whether both sides refer to the same rules, however often."""
    return not lacking(one, other) and not lacking(other, one)
