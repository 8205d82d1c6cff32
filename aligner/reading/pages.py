"""Pages of dated rulings: a title, then dates with the rulings under them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from aligner.model import Residue, Ruling, as_ruling
from aligner.reading import dates
from aligner.reading.dates import Stamp
from aligner.reading.lines import Line, Placed, blocks, piece, whole

Parts = tuple[Ruling | None, tuple[Ruling, ...], tuple[Residue, ...]]


@dataclass(slots=True)
class Section:
    """A date, and the paragraphs under it, each with the stamp that follows it."""

    label: Placed | None
    bodies: list[Placed] = field(default_factory=list)
    stamps: dict[int, Stamp] = field(default_factory=dict)


def read(text: str) -> Parts:
    """Return the title, the rulings and what could not be placed.

    Each paragraph under a date is a ruling of its own; a date with nothing under it is a ruling without text.
    What stands between the title and the first date is residue; a page without any date has undated rulings.
    A line that says who wrote when gives its author, and its date where there is no other, to the ruling above it.
    """
    before, *dated = _sections(text)
    title: Ruling | None = None
    first = before.bodies[0] if before.bodies else None
    if first:
        title = Ruling(first[0], 0, *first[1:], kind="title")
    rest = Section(None, before.bodies[1:], {number - 1: stamp for number, stamp in before.stamps.items()})
    if not dated:
        return title, tuple(rulings([rest])), ()
    return title, tuple(rulings(dated)), tuple(Residue(*one) for one in rest.bodies)


def _sections(text: str) -> list[Section]:
    """Return what stands before the first date, then each date with what stands under it."""
    sections = [Section(None)]
    for block in blocks(text):
        if len(block) == 1:
            words, _, number = block[0]
            bare = words.strip()
            if dates.is_long(bare):
                sections[-1].bodies.append((bare, number, words.find(bare) + 1))
                continue
            written = dates.date_in(words)
            if written:
                sections.append(Section((written, number, words.find(written) + 1), [], {}))
                continue
            if not dates.may_hold_one(words):
                sections[-1].bodies.append(whole(block[0]))
                continue
        run: list[Line] = []
        for line in block:
            written = dates.date_in(line.text)
            stamp = None if written else dates.stamp_in(line.text)
            if not written and not stamp:
                run.append(line)
                continue
            if run:
                sections[-1].bodies.append(piece(text, run))
                run = []
            if stamp:
                sections[-1].stamps.setdefault(len(sections[-1].bodies) - 1, stamp)
            else:
                column = len(line.text) - len(line.text.lstrip()) + 1
                sections.append(Section((written, line.number, column)))
        if run:
            sections[-1].bodies.append(piece(text, run))
    return sections


def rulings(sections: list[Section]) -> Iterator[Ruling]:
    """Yield the rulings of these sections, in their order; their dates settle the order of day and month."""
    labels = [section.label[0] for section in sections if section.label]
    if not labels:
        labels = [stamp.date for section in sections for stamp in section.stamps.values()]
    order = dates.settled_order(labels) or "day"
    position = 0
    for section in sections:
        label = section.label
        written, label_line, label_column = label or ("", 0, 0)
        date = dates.parse(written, order) if label else None
        bodies = section.bodies or ([("", label_line, label_column)] if label else [])
        for number, (text, line, column) in enumerate(bodies):
            position += 1
            author, day = "", date
            if section.stamps and number in section.stamps:
                stamp = section.stamps[number]
                author, day = stamp.author, date if label else dates.parse(stamp.date, order)
            yield as_ruling(text, position, line, column, day, "", "ruling", written, label_line, label_column, author)
