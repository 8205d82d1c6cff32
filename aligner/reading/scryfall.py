"""Scryfall: lists of rulings with `published_at` and `comment`, and cards with the text that is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aligner.model import Page, Ruling
from aligner.reading.formats import iso_date
from aligner.reading.records import NOTHING, Record, Text, objects_in, text_in

_OFFICIAL = ("wotc", "")


class Rulings:
    """The rulings of a list, gathered by card; those that are not the publisher's own are kept apart."""

    def __init__(self) -> None:
        self._cards: dict[tuple[str, str], list[Ruling]] = {}

    def add(self, record: Record) -> bool:
        """Take this object where it is a ruling; return whether it was one."""
        if "comment" not in record.values and "published_at" not in record.values:
            return False
        source = record.text("source").text.casefold()
        card = record.text("oracle_id").text
        rulings = self._cards.setdefault((card, "" if source in _OFFICIAL else source), [])
        comment, published = record.text("comment"), record.text("published_at")
        label = published if published.text or comment.text else record.text("oracle_id")
        place = comment if comment.text else label
        rulings.append(
            Ruling(
                comment.text,
                len(rulings) + 1,
                place.line,
                place.column,
                date=iso_date(published.text),
                label=label.text,
                label_line=label.line,
                label_column=label.column,
            )
        )
        return True

    def pages(self, shown: str) -> Iterator[Page]:
        """Yield a page for each card and source, in the order in which they were first met.

        The only card of a file has no name: its file's counts. A page of another source than the publisher has the
        source in its name, so that it is compared with nothing of the publisher's.
        """
        cards = {card for card, _ in self._cards}
        for (card, source), rulings in self._cards.items():
            name = card if len(cards) > 1 else ""
            if source:
                name = f"{card or shown} ({source})"
            yield Page(shown, "", None, tuple(rulings), name=name, format="scryfall")


class Cards:
    """The cards of a file, as they come; printings of one card are told apart."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._met: dict[tuple[str, str], int] = {}

    def pages(self, record: Record, shown: str) -> Iterator[Page]:
        """Yield a page for this card, or one for each of its faces.

        The printed text is the ruling, of an English card the current wording where nothing else is given. A card
        without its printed text, though the game's database has a wording, lacks the ruling.
        """
        values = record.values
        language, region = _language(record.text("lang").text)
        faces = objects_in(values, "card_faces") or [values]
        printing = " ".join(filter(None, (record.text("set").text.upper(), record.text("collector_number").text)))
        for face in faces:
            name = text_in(face, "name") if text_in(face, "name").text else record.text("name")
            title = text_in(face, "printed_name") if text_in(face, "printed_name").text else name
            yield Page(
                shown,
                language,
                Ruling(title.text, 0, title.line, title.column, kind="title") if title.text else None,
                tuple(_printed(face, language, title)),
                name=self._named(name.text, printing, language),
                format="scryfall",
                language_source="format" if language else "text",
                region=region,
            )

    def _named(self, name: str, printing: str, language: str) -> str:
        if self._first.setdefault(name, printing) != printing:
            name = f"{name} ({printing})"
        times = self._met[name, language] = self._met.get((name, language), 0) + 1
        return f"{name} ({times})" if times > 1 else name


def is_card(record: Record) -> bool:
    """Return whether this object is a card of Scryfall's."""
    if "name" not in record.values or "rulings" in record.values:
        return False
    return record.text("object").text == "card" or any(key in record.values for key in ("printed_text", "oracle_text"))


def _language(code: str) -> tuple[str, str]:
    from aligner.languages import canonical

    found, region = canonical(code)
    return found or code.casefold(), region


def _printed(face: dict[str, Any], language: str, title: Text) -> Iterable[Ruling]:
    printed, oracle = text_in(face, "printed_text"), text_in(face, "oracle_text")
    if not printed.text and language in ("en", ""):
        printed = oracle
    if printed.text:
        yield Ruling(printed.text, 1, printed.line, printed.column)
    elif oracle.text:
        label = title if title is not NOTHING else oracle
        yield Ruling(
            "",
            1,
            label.line,
            label.column,
            label=title.text,
            label_line=label.line,
            label_column=label.column,
        )
