"""MTGJSON: a card with its rulings, or cards with the printed texts of other languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from aligner.model import Page, Residue, Ruling
from aligner.reading.formats import iso_date
from aligner.reading.records import Record, Text, objects_in, text_in

_CARD_KEYS = ("rulings", "foreignData", "text")


def is_card(record: Record) -> bool:
    """Return whether this object is a card: it has a name, and rulings or a text."""
    return "name" in record.values and any(key in record.values for key in _CARD_KEYS)


class Cards:
    """The cards of a file, as they come; several cards of one name are told apart by a number."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def pages(self, record: Record, shown: str) -> Iterator[Page]:
        """Yield the pages of one card, all of one name.

        A card with `foreignData` gives a page a language, with the printed text as its only ruling; a card without
        gives one page with its rulings.
        """
        card = record.values
        name = _title(card).text
        times = self._times[name] = self._times.get(name, 0) + 1
        if times > 1:
            name = f"{name} ({times})"
        foreign = objects_in(card, "foreignData")
        if foreign:
            yield from _card_texts(card, foreign, name, shown)
        if not foreign or objects_in(card, "rulings"):
            own = "" if record.alone and not foreign else f"{name} / rulings" if foreign else name
            yield _card_rulings(card, own, shown)


def _language(value: str) -> tuple[str, str]:
    """Return our code and the region; a language that nobody knows keeps its name."""
    from aligner.languages import canonical

    code, region = canonical(value)
    return code or value.casefold(), region


def _title(card: dict[str, Any]) -> Text:
    face = text_in(card, "faceName")
    return face if face.text else text_in(card, "name")


def _heading(card: dict[str, Any]) -> Ruling | None:
    title = _title(card)
    return Ruling(title.text, 0, title.line, title.column, kind="title") if title.text else None


def _card_texts(card: dict[str, Any], foreign: list[dict[str, Any]], name: str, shown: str) -> Iterator[Page]:
    own = bool(text_in(card, "text").text)
    english = Text("English", 0, 0)
    found: dict[str, Page] = {}
    again: dict[str, list[Residue]] = {}
    for item in (card, *foreign):
        language = english if item is card else text_in(item, "language")
        page = _entry(item, own, language, name, shown)
        if page.language in found:
            again.setdefault(page.language, []).append(Residue(language.text, language.line, language.column))
        else:
            found[page.language] = page
    for language_code, page in found.items():
        residue = again.get(language_code)
        yield replace(page, residue=tuple(residue)) if residue else page


def _entry(item: dict[str, Any], own: bool, language: Text, name: str, shown: str) -> Page:
    """Return the page of one language.

    An entry without a text, where the card itself has one, gets a ruling without text: its label is the name, or
    the language as written.
    """
    code, region = _language(language.text)
    text = text_in(item, "text")
    rulings: tuple[Ruling, ...] = ()
    if text.text:
        rulings = (Ruling(text.text, 1, text.line, text.column),)
    elif own:
        label = _title(item) if _title(item).text else language
        place = (label.line, label.column)
        rulings = (Ruling("", 1, *place, label=label.text, label_line=label.line, label_column=label.column),)
    return Page(
        shown, code, _heading(item), rulings, name=name, format="mtgjson", language_source="format", region=region
    )


def _card_rulings(card: dict[str, Any], name: str, shown: str) -> Page:
    written = text_in(card, "language").text
    code, region = _language(written) if written else ("", "")
    rulings = []
    for position, item in enumerate(objects_in(card, "rulings"), 1):
        date, text = text_in(item, "date"), text_in(item, "text")
        place = text if text.text else date
        rulings.append(
            Ruling(
                text.text,
                position,
                place.line,
                place.column,
                date=iso_date(date.text),
                label=date.text,
                label_line=date.line,
                label_column=date.column,
            )
        )
    text = text_in(card, "text")
    if not rulings and text.text:
        rulings.append(Ruling(text.text, 1, text.line, text.column))
    source = "format" if code else "text"
    heading = _heading(card)
    return Page(
        shown, code, heading, tuple(rulings), name=name, format="mtgjson", language_source=source, region=region
    )
