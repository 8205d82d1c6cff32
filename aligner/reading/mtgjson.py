"""MTGJSON: a card with its rulings, or cards with the printed texts of other languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aligner.model import Page, Residue, Ruling
from aligner.reading.formats import Places, iso_date, text_of

_CARD_KEYS = ("rulings", "foreignData", "text")


def is_mtgjson(data: object) -> bool:
    """Return whether this JSON holds a card: an object with a name, and with rulings or a text."""
    return next(_cards(data), None) is not None


def read(data: Any, text: str, shown: str) -> tuple[Page, ...]:
    """Return the pages of all cards, in the order of the file.

    A card with `foreignData` gives a page a language, with the printed text as its only ruling; a card without
    gives one page with its rulings. The pages of one card have one `name`.
    """
    places = Places(text)
    cards = list(_cards(data))
    names: dict[str, int] = {}
    pages: list[Page] = []
    for card in cards:
        name = text_of(card.get("faceName")) or text_of(card.get("name"))
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name} ({names[name]})"
        foreign = _objects(card.get("foreignData"))
        pages += _card_texts(card, foreign, name, places, shown) if foreign else []
        if not foreign or _objects(card.get("rulings")):
            alone = len(cards) == 1 and not foreign
            pages.append(_card_rulings(card, "" if alone else f"{name} / rulings" if foreign else name, places, shown))
        places.next_entry()
    return tuple(pages)


def _cards(data: object, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the cards of a card file, a set file, a list, or a table of lists by name."""
    if isinstance(data, list):
        for item in data:
            yield from _cards(item, depth + 1)
    elif isinstance(data, dict) and depth < 4:
        if "name" in data and any(key in data for key in _CARD_KEYS) and "cards" not in data:
            yield data
        elif "cards" in data:
            yield from _cards(data["cards"], depth + 1)
        else:
            for value in data.values():
                if isinstance(value, (list, dict)):
                    yield from _cards(value, depth + 1)


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _language(value: str) -> tuple[str, str]:
    """Return our code and the region; a language that nobody knows keeps its name."""
    from aligner.languages import canonical

    code, region = canonical(value)
    return code or value.casefold(), region


def _title(name: str, places: Places) -> Ruling | None:
    if not name:
        return None
    line, column = places.find(name)
    return Ruling(name, 0, line, column, kind="title")


def _card_texts(
    card: dict[str, Any], foreign: list[dict[str, Any]], name: str, places: Places, shown: str
) -> list[Page]:
    own = text_of(card.get("text"))
    found: dict[str, Page] = {}
    order = [_entry(card, own, "English", name, places, shown)]
    for item in foreign:
        places.next_entry()
        order.append(_entry(item, own, text_of(item.get("language")), name, places, shown))
    again: dict[str, list[Residue]] = {}
    for page, label in order:
        if page.language in found:
            again.setdefault(page.language, []).append(label)
        else:
            found[page.language] = page
    return [_with_residue(page, again.get(language, [])) for language, page in found.items()]


def _with_residue(page: Page, residue: list[Residue]) -> Page:
    from dataclasses import replace

    return replace(page, residue=tuple(residue)) if residue else page


def _entry(
    item: dict[str, Any], own: str, language: str, name: str, places: Places, shown: str
) -> tuple[Page, Residue]:
    """Return the page of one language, and what names it where the card has that language twice.

    An entry without a text, where the card itself has one, gets a ruling without text: its label is the name, or
    the language as written.
    """
    code, region = _language(language)
    label_line, label_column = places.find(language)
    title = _title(text_of(item.get("faceName")) or text_of(item.get("name")), places)
    text = text_of(item.get("text"))
    rulings: tuple[Ruling, ...] = ()
    if text:
        line, column = places.find(text)
        rulings = (Ruling(text, 1, line, column),)
    elif own:
        label, line, column = (title.text, title.line, title.column) if title else (language, label_line, label_column)
        rulings = (Ruling("", 1, line, column, label=label, label_line=line, label_column=column),)
    page = Page(shown, code, title, rulings, name=name, format="mtgjson", language_source="format", region=region)
    return page, Residue(language, label_line, label_column)


def _card_rulings(card: dict[str, Any], name: str, places: Places, shown: str) -> Page:
    written = text_of(card.get("language"))
    code, region = _language(written) if written else ("", "")
    title = _title(text_of(card.get("faceName")) or text_of(card.get("name")), places)
    rulings = []
    for position, item in enumerate(_objects(card.get("rulings")), 1):
        places.next_entry()
        date, text = text_of(item.get("date")), text_of(item.get("text"))
        label_line, label_column = places.find(date) if date else (0, 0)
        line, column = places.find(text) if text else (label_line, label_column)
        rulings.append(
            Ruling(
                text,
                position,
                line,
                column,
                date=iso_date(date),
                label=date,
                label_line=label_line,
                label_column=label_column,
            )
        )
    if not rulings and text_of(card.get("text")):
        text = text_of(card.get("text"))
        rulings.append(Ruling(text, 1, *places.find(text)))
    source = "format" if code else "text"
    return Page(shown, code, title, tuple(rulings), name=name, format="mtgjson", language_source=source, region=region)
