"""Scryfall's lists of rulings: one object a ruling, with `published_at` and `comment`."""

from __future__ import annotations

from typing import Any

from aligner.model import AlignerError, Page, Ruling
from aligner.reading.formats import Places, iso_date, text_of


def is_scryfall(data: object) -> bool:
    """Return whether this JSON is such a list, alone or under `data`."""
    items = _items(data)
    if not isinstance(items, list):
        return False
    if not items:
        return isinstance(data, dict) and data.get("object") == "list"
    return any(isinstance(item, dict) and "comment" in item and "published_at" in item for item in items)


def read(data: Any, text: str, shown: str) -> tuple[Page, ...]:
    """Return a page for each card (`oracle_id`), in the order of the file, with the rulings in theirs."""
    places = Places(text)
    cards: dict[str, list[Ruling]] = {}
    for number, item in enumerate(_items(data), 1):
        if not isinstance(item, dict):
            raise AlignerError(f"{shown}: ruling {number} is no object; fetch the list of rulings again")
        rulings = cards.setdefault(text_of(item.get("oracle_id")), [])
        rulings.append(_ruling(item, len(rulings) + 1, places))
        places.next_entry()
    if len(cards) < 2:
        return (Page(shown, "", None, tuple(next(iter(cards.values()), ())), format="scryfall"),)
    return tuple(Page(shown, "", None, tuple(found), name=card, format="scryfall") for card, found in cards.items())


def _items(data: object) -> Any:
    return data.get("data") if isinstance(data, dict) else data


def _ruling(item: dict[str, Any], position: int, places: Places) -> Ruling:
    comment, published = text_of(item.get("comment")), text_of(item.get("published_at"))
    label_line, label_column = places.find(published) if published else (0, 0)
    line, column = places.find(comment) if comment else (label_line, label_column)
    return Ruling(
        comment,
        position,
        line,
        column,
        date=iso_date(published),
        label=published,
        label_line=label_line,
        label_column=label_column,
    )
