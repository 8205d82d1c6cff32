"""Lists of card names in several languages, made on the user's machine from MTGJSON or Scryfall data."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError

_CHUNK = 1 << 20
_LONGEST = 1 << 28  # characters of one set: far more than any has
Names = dict[str, str]
"""The names of one card: language → name; English is always there."""


def load(path: Path) -> list[Names]:
    """Read the cards' names from MTGJSON (AllPrintings), Scryfall bulk data, or a table with one column a language.

    A file may be compressed with gzip. JSON is read set by set or card by card, so that its size does not matter. A
    name that differs between printings is the commonest one. The cards come sorted by English name. Raises
    AlignerError naming the file.
    """
    try:
        with _opened(path) as file:
            start = file.read(1024)
            text = start.lstrip()
            if text[:1] in ("{", "["):
                return _collected(_from_json(start, file, str(path)), str(path))
            return _collected(_from_table(start, file, str(path)), str(path))
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AlignerError(f"{path}: the names cannot be read ({reason}); check the file") from error
    except UnicodeDecodeError as error:
        raise AlignerError(f"{path}: the file is not UTF-8 text; download it again") from error


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        data = gzip.GzipFile(fileobj=raw) if packed else raw
        yield io.TextIOWrapper(data, encoding="utf-8-sig", newline="")


def to_csv(cards: Iterable[Names]) -> str:
    """Return the list as CSV: a column a language, our eleven in their order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(LANGUAGES)
    writer.writerows([card.get(language, "") for language in LANGUAGES] for card in cards)
    return out.getvalue()


def _collected(pairs: Iterable[tuple[str, str, str]], shown: str) -> list[Names]:
    """Return the cards from (English name, language, name), each name as it is most often."""
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for english, language, name in pairs:
        if english and name and language in LANGUAGES:
            counts[english][language][name] += 1
    if not counts:
        raise AlignerError(
            f"{shown}:1: the file has no card names; give MTGJSON's AllPrintings.json or Scryfall's bulk data"
        )
    return [
        {"en": english, **{code: _commonest(found) for code, found in languages.items() if code != "en"}}
        for english, languages in sorted(counts.items())
    ]


def _commonest(counts: Counter[str]) -> str:
    return min(counts, key=lambda one: (-counts[one], one))


def _from_table(start: str, file: IO[str], shown: str) -> Iterator[tuple[str, str, str]]:
    text = start + file.read()
    first = text.partition("\n")[0]
    mark = max("\t,;", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise AlignerError(f"{shown}: the table is no CSV ({error}); check its quotation marks") from error
    codes = [canonical(cell)[0] for cell in rows[0]]
    if "en" not in codes:
        raise AlignerError(f"{shown}:1: no column of English names; name the columns by language: en,ru,pt")
    for row in rows[1:]:
        cells = dict(zip(codes, (cell.strip() for cell in row), strict=False))
        for code, name in cells.items():
            yield cells["en"], code, name


def _from_json(start: str, file: IO[str], shown: str) -> Iterator[tuple[str, str, str]]:
    """Yield the names of the objects of the file: sets of MTGJSON, or cards."""
    for value in _objects(start, file, shown):
        for card in _cards(value):
            if isinstance(card.get("foreignData"), list) or "faceName" in card or "uuid" in card:
                yield from _of_mtgjson(card)
            elif isinstance(card.get("name"), str):
                yield from _of_scryfall(card)


def _cards(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the cards of an object: a set has several, a card is one, cards by name are lists."""
    if isinstance(value, list):
        for one in value:
            yield from _cards(one)
    elif isinstance(value, dict):
        if isinstance(value.get("cards"), list):
            yield from _cards(value["cards"])
        elif isinstance(value.get("name"), str):
            yield value


def _of_mtgjson(card: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    english = _string(card, "faceName") or _string(card, "name")
    yield english, "en", english
    for foreign in card.get("foreignData") or ():
        if isinstance(foreign, dict):
            code = canonical(_string(foreign, "language"))[0]
            yield english, code, _string(foreign, "faceName" if "faceName" in card else "name") or ""


def _of_scryfall(card: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    code = canonical(_string(card, "lang") or "en")[0]
    faces = [face for face in card.get("card_faces") or () if isinstance(face, dict)] or [card]
    for face in faces:
        english = _string(face, "name")
        yield english, "en", english
        if code != "en":
            yield english, code, _string(face, "printed_name")


def _string(holder: dict[str, Any], key: str) -> str:
    value = holder.get(key)
    return value.strip() if isinstance(value, str) else ""


def _objects(start: str, file: IO[str], shown: str) -> Iterator[Any]:
    """Yield the values of a JSON array, or of the object under "data", else of the whole object, one by one."""
    stream = _Stream(start, file, shown)
    opening = stream.take()
    if opening == "{":
        while True:
            key = stream.value()
            stream.expect(":")
            if key == "data" and stream.peek() in "{[":
                yield from _members(stream, stream.take())
            else:
                yield stream.value()
            if stream.take() != ",":
                return
    yield from _members(stream, opening)


def _members(stream: _Stream, opening: str) -> Iterator[Any]:
    if stream.peek() in "]}":
        stream.take()
        return
    while True:
        if opening == "{":
            stream.value()
            stream.expect(":")
        yield stream.value()
        if stream.take() != ",":
            return


class _Stream:
    """A JSON text of which only one value is held at a time."""

    def __init__(self, start: str, file: IO[str], shown: str) -> None:
        self.text, self.at = start, 0
        self._file, self._shown = file, shown
        self._decoder = json.JSONDecoder()

    def _more(self) -> bool:
        more = self._file.read(max(_CHUNK, len(self.text) - self.at))
        self.text, self.at = self.text[self.at :] + more, 0
        return bool(more)

    def peek(self) -> str:
        """Return the next character that is no space."""
        while True:
            while self.at < len(self.text):
                if not self.text[self.at].isspace():
                    return self.text[self.at]
                self.at += 1
            if not self._more():
                raise self._broken("it ends too early")

    def take(self) -> str:
        """Return the next character that is no space, and go on."""
        found = self.peek()
        self.at += 1
        return found

    def expect(self, mark: str) -> None:
        """Go over this character."""
        if self.take() != mark:
            raise self._broken(f"{mark!r} is missing")

    def value(self) -> Any:
        """Return the next whole value."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self.text, self.at)
            except RecursionError as error:
                raise self._broken("it is nested too deeply") from error
            except json.JSONDecodeError as error:
                if len(self.text) - self.at > _LONGEST or not self._more():
                    raise self._broken(error.msg) from error
            else:
                if end == len(self.text):
                    begin = self.at
                    if self._more():
                        continue  # a number at the end of the piece may go on
                    end -= begin
                self.at = end
                return value

    def _broken(self, what: str) -> AlignerError:
        return AlignerError(f"{self._shown}: broken JSON ({what}); download the file again")
