"""FRM001–FRM006: what must survive translation: symbols, slots, numbers, sizes, references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aligner.checks import UNTRANSLATED, Context, check
from aligner.checks.agreement import Verdict, dissenters
from aligner.checks.differences import (
    NumberSet,
    ReferenceSet,
    Run,
    Side,
    SlotSet,
    SymbolSet,
    difference,
    have_same_numbers,
    have_same_symbols,
    lacking,
    numbers_of,
    references_of,
    related_to,
    rules_of,
    same_numbers,
    same_references,
    same_slots,
    same_symbols,
    sides_of,
    slots_of,
    symbols_of,
    unmatched_runs,
)
from aligner.fixed import Fixed
from aligner.model import Document, Group, Hit, Page, Ruling, Severity
from aligner.numbers import with_counted

_ACCURACY = "accuracy / mistranslation"
_DOUBT = "; nothing tells which is wrong"


def _doubt(verdict: Verdict[Any]) -> str:
    """Return what a message adds where neither side can be called wrong."""
    return "" if verdict.certain else _DOUBT


@check(
    "FRM001",
    "different-symbols",
    Severity.ERROR,
    _ACCURACY,
    on="group",
    silenced_by=(*UNTRANSLATED, "FRM012"),
    needs="N",
)
def different_symbols(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Write the same symbols as the other languages.

    Why: {2}{B} for {2}{U} changes what a player pays, and a lost {T} changes what a card does. Symbols are the same
    in every language, so that any difference is a fault on one side. Their order does not count. With three or more
    languages the majority shows which side is wrong; English can be it.

    When it is wrong to complain: one language says a symbol in words ("one white mana"), or names it once where
    the other repeats it.

    How to mend: copy the symbols from the counterparts. LNG001 and LNG006 silence it, and so does FRM012.
    """
    if group.doubtful:
        return
    sides = sides_of(group, context)
    if have_same_symbols(sides.values()):
        return
    values = {language: symbols_of(side) for language, side in sides.items()}
    if len({value.readings for value in values.values()}) < 2:
        return
    verdict = dissenters(values, context.reference or None, same_symbols)
    for odd in verdict.odd:
        witness = next(one for one in verdict.others if not same_symbols(values[odd], values[one]))
        yield from _symbol_hits(document, sides, odd, verdict, witness)


def _symbol_hits(
    document: Document, sides: Mapping[str, Side], odd: str, verdict: Verdict[SymbolSet], witness: str
) -> Iterator[Hit]:
    """Report each run of symbols that differs, or the whole ruling where symbols are only missing."""
    page, related = document.page(odd), related_to(document, sides, verdict.others)
    extra, missing = unmatched_runs(sides[odd], sides[witness])
    who = ", ".join(verdict.others)
    certain = verdict.certain and not (extra and _are_guessed(sides[witness], missing))
    doubt = "" if certain else _DOUBT
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
            suggestion=wanted if certain else "",
            related=related,
        )


def _are_guessed(side: Side, runs: list[Run]) -> bool:
    """Return whether one of these runs holds what is no symbol there, only likely was one: {GU}."""
    guessed = [
        (ruling, wrong)
        for ruling, facts in zip(side.rulings, side.facts, strict=True)
        for wrong in facts.malformed
        if wrong.value.startswith("{")
    ]
    return any(
        ruling is run.ruling and wrong.start < run.end and run.start < wrong.end
        for run in runs
        for ruling, wrong in guessed
    )


@check("FRM002", "malformed-symbol", Severity.ERROR, _ACCURACY, on="page", silenced_by=UNTRANSLATED)
def malformed_symbol(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Write each symbol as the game has it, one pair of braces each.

    Why: {4R}, {2}0 and o1oR are no symbols; programs show them as text or not at all.

    When it is wrong to complain: the page quotes a template of a program, such as {name}. A letter of another script
    in the braces, {Х} in Cyrillic, is LNG007's, which names the cause.

    How to mend: write what the suggestion shows: {4}{R}, {20}, {1}{R}, {X}.
    """
    for ruling, facts in _malformed(page, context):
        alike = {(one.start, one.end) for one in context.facts.look_alikes(page.language, ruling.text)}
        for wrong in facts.malformed:
            if (wrong.start, wrong.end) in alike:
                continue
            meant = f"; it likely was {wrong.suggestion}" if wrong.suggestion else ""
            message = f"{wrong.value} is no symbol of the game{meant}"
            yield Hit(page, ruling, (wrong.start, wrong.end), message, suggestion=wrong.suggestion)


def _malformed(page: Page, context: Context) -> list[tuple[Ruling, Fixed]]:
    """Return the title and the rulings in which a symbol or a size is malformed, with their fixed parts."""

    def find() -> list[tuple[Ruling, Fixed]]:
        found = [(one, context.facts.fixed(page.language, one.text)) for one in page.entries]
        return [(one, facts) for one, facts in found if facts.malformed or facts.malformed_powers]

    return context.once(find, "malformed", page)


@check("FRM005", "malformed-power", Severity.ERROR, _ACCURACY, on="page", silenced_by=UNTRANSLATED)
def malformed_power(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Give both halves of a change of power and toughness their sign.

    Why: +1/1 is neither the size 1/1 nor the change +1/+1.

    When it is wrong to complain: hardly ever; -2/2 is a size with a negative power and is left alone unless
    a counter is named beside it.

    How to mend: write +1/+1 or -1/-1, with a sign on both halves.
    """
    for ruling, facts in _malformed(page, context):
        for wrong in facts.malformed_powers:
            message = f"{wrong.value} is no power and toughness; it likely was {wrong.suggestion}"
            yield Hit(page, ruling, (wrong.start, wrong.end), message, suggestion=wrong.suggestion)


@check(
    "FRM004",
    "different-numbers",
    Severity.ERROR,
    _ACCURACY,
    on="group",
    silenced_by=("LNG001", "LNG006", "FRM012"),
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
    sides = sides_of(group, context)
    if len(sides) < 2 or have_same_numbers(sides.values()):
        return
    values = {language: numbers_of(side) for language, side in sides.items()}
    verdict = dissenters(values, context.reference or None, same_numbers)
    for odd in verdict.odd:
        yield from _number_hits(document, sides, values, odd, verdict)
    for odd, value, others in _dropped_words(values):
        if odd not in verdict.odd:
            message = f"no {value} here, but in {', '.join(others)}"
            yield Hit(
                document.page(odd), sides[odd].rulings[0], None, message, related=related_to(document, sides, others)
            )


def _number_hits(
    document: Document,
    sides: Mapping[str, Side],
    values: Mapping[str, NumberSet],
    odd: str,
    verdict: Verdict[NumberSet],
) -> Iterator[Hit]:
    """Report each number that has no counterpart, or the whole ruling where numbers are only missing."""
    page, related = document.page(odd), related_to(document, sides, verdict.others)
    witness = next(one for one in verdict.others if not same_numbers(values[odd], values[one]))
    here, there = difference(values[odd], values[witness])
    lost = [placed.value for placed in there]
    who, doubt = ", ".join(verdict.others), _doubt(verdict)
    if not here:
        message = f"no {', '.join(lost)} here, but in {who}{doubt}"
        yield Hit(page, sides[odd].rulings[0], None, message, related=related)
    for place, placed in enumerate(here):
        paired = lost[place] if len(lost) == len(here) else ""
        wanted = paired or ", ".join(lost) or "no such number"
        message = f"{placed.value} here, {wanted} in {who}{doubt}"
        suggestion = paired if placed.digits and verdict.certain else ""
        start, end = placed.piece.start, placed.piece.end
        span = (start, with_counted(placed.ruling.text, start, end, odd))
        yield Hit(page, placed.ruling, span, message, suggestion=suggestion, related=related)


def _dropped_words(values: Mapping[str, NumberSet]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
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


@check(
    "FRM003",
    "different-slots",
    Severity.WARNING,
    _ACCURACY,
    on="group",
    silenced_by=("LNG001", "LNG006", "FRM012"),
    needs="N",
)
def different_slots(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Keep each slot in square brackets, with both its brackets.

    Why: `[cost]` stands for words that the reader puts in its place; where it is lost, the sentence says something
    else. Slots are counted, for their words are translated; labels such as [A] and [X] are compared.

    When it is wrong to complain: the language says the same with one slot fewer, or the brackets are an editor's
    remark. Costs of loyalty abilities, [+1], are no slots.

    How to mend: put the slot back where the counterparts have it; close the one that is open. What stands in a slot
    is LNG003's.
    """
    if group.doubtful:
        return
    sides = sides_of(group, context)
    if len(sides) < 2 or not any(facts.slots for side in sides.values() for facts in side.facts):
        return
    damaged = {language: _damaged(side, context) for language, side in sides.items()}
    whole = tuple(language for language in sides if not damaged[language])
    for language, pieces in damaged.items():
        for ruling, span in pieces if any(facts.slots for one in whole for facts in sides[one].facts) else ():
            message = f"the slot “{ruling.text[span[0] : span[1]]}” lacks a bracket"
            yield Hit(document.page(language), ruling, span, message, related=related_to(document, sides, whole))
    values = {language: slots_of(side) for language, side in sides.items()}
    verdict = dissenters(values, context.reference or None, same_slots)
    for odd in verdict.odd:
        if not any(damaged[one] for one in (odd, *verdict.others)):
            yield _slot_hit(document, sides, values, odd, verdict)


def _damaged(side: Side, context: Context) -> list[tuple[Ruling, tuple[int, int]]]:
    """Return the slots of a side that lack one of their brackets."""
    found = [
        (ruling, (slot.start, slot.end))
        for ruling, facts in zip(side.rulings, side.facts, strict=True)
        for slot in facts.slots
        if not slot.closed
    ]
    for ruling in side.rulings:
        for loose in context.facts.marks(side.language, ruling.text).loose:
            if loose.mark in "]］":
                end = loose.end
                start = max(ruling.text.rfind(" ", loose.start, end) + 1, loose.start)
                found.append((ruling, (start, end)))
    return found


def _slot_hit(
    document: Document, sides: Mapping[str, Side], values: Mapping[str, SlotSet], odd: str, verdict: Verdict[SlotSet]
) -> Hit:
    """Report the label that no counterpart has, or the whole ruling where the number of slots differs."""
    witness = next(one for one in verdict.others if not same_slots(values[odd], values[one]))
    side, related, doubt = sides[odd], related_to(document, sides, verdict.others), _doubt(verdict)
    strange = set(values[odd].labels) - set(values[witness].labels)
    who = ", ".join(verdict.others)
    if values[odd].count == values[witness].count:
        labels = " ".join(f"[{label}]" for label in values[witness].labels) or "no label"
        message = f"other labels here than in {who}, which has {labels}{doubt}"
    else:
        message = f"{_slots(values[odd].count)} here, {_slots(values[witness].count)} in {who}{doubt}"
    for ruling, facts in zip(side.rulings, side.facts, strict=True):
        for slot in facts.slots:
            if slot.value in strange:
                return Hit(document.page(odd), ruling, (slot.start, slot.end), message, related=related)
    return Hit(document.page(odd), side.rulings[0], None, message, related=related)


def _slots(count: int) -> str:
    return "no slot" if not count else "one slot" if count == 1 else f"{count} slots"


@check(
    "FRM006",
    "different-references",
    Severity.ERROR,
    _ACCURACY,
    on="group",
    silenced_by=("LNG001", "LNG006", "FRM012"),
    needs="N",
)
def different_references(document: Document, group: Group, context: Context) -> Iterator[Hit]:
    """Refer to the same rules as the other languages.

    Why: a reader who looks up 409.1d instead of 409.1b reads another rule.

    When it is wrong to complain: the languages follow two editions of the rules, whose numbers differ everywhere.
    Naming a rule once or twice is the same, so is a range however it is written, and a letter of another script in the
    number is LNG007's.

    How to mend: compare with the counterparts and write their number.
    """
    if group.doubtful:
        return
    sides = sides_of(group, context)
    if len(sides) < 2 or not any(facts.references for side in sides.values() for facts in side.facts):
        return
    values = {language: references_of(side) for language, side in sides.items()}
    verdict = dissenters(values, context.reference or None, same_references)
    for odd in verdict.odd:
        yield from _reference_hits(document, sides, values, odd, verdict)


def _reference_hits(
    document: Document,
    sides: Mapping[str, Side],
    values: Mapping[str, ReferenceSet],
    odd: str,
    verdict: Verdict[ReferenceSet],
) -> Iterator[Hit]:
    """Report each reference that has no counterpart, or the whole ruling where references are only missing."""
    page, side, related = document.page(odd), sides[odd], related_to(document, sides, verdict.others)
    witness = next(one for one in verdict.others if not same_references(values[odd], values[one]))
    here, there = lacking(values[odd], values[witness]), lacking(values[witness], values[odd])
    who, doubt = ", ".join(verdict.others), _doubt(verdict)
    if not here:
        message = f"no reference to {', '.join(there)} here, but in {who}{doubt}"
        yield Hit(page, side.rulings[0], None, message, related=related)
    seen = set()
    for ruling, facts in zip(side.rulings, side.facts, strict=True):
        for piece in facts.references:
            if piece.value in seen or not set(rules_of(piece.value)) & set(here):
                continue
            seen.add(piece.value)
            wanted = ", ".join(there) or "no such reference"
            suggestion = there[0] if len(here) == len(there) == 1 and verdict.certain and piece.value in here else ""
            span, message = (piece.start, piece.end), f"{piece.value} here, {wanted} in {who}{doubt}"
            yield Hit(page, ruling, span, message, suggestion=suggestion, related=related)
