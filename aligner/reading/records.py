"""JSON as a stream: the objects that hold rulings or cards, one at a time, with the place of every string in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from aligner.model import AlignerError

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BUFFER = 1 << 16
_LONGEST = 64 << 20  # characters of one object: no card comes near it
_DEEPEST = 32
_MANY = 20_000  # strings that are passed over before their text is let go
_OWN_LISTS = frozenset(("rulings", "foreignData", "card_faces"))  # belong to the object that they stand in
_UNREAD = frozenset(("tokens", "decks", "sealedProduct", "booster", "meta"))  # of a set: no cards of it
_KEPT = _OWN_LISTS | frozenset(
    (
        "name", "faceName", "asciiName", "text", "language", "date", "side", "uuid", "number",
        "object", "oracle_id", "comment", "published_at", "source", "lang", "set", "collector_number",
        "printed_name", "printed_text", "oracle_text",
    )
)  # fmt: skip
_TELLING = _OWN_LISTS | {"name", "comment"}
Event = tuple[str, Any]
_Waiting = tuple[dict[str, Any] | None, str, str, int]
"""A string without its place yet: the object and the key that it belongs to, and its number in the source."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string of the source, and its place: line and column of its first character from 1.

    The column is 0 where escapes stand for some of the characters, so that columns inside it would be wrong.
    """

    text: str
    line: int
    column: int


NOTHING = Text("", 0, 0)


@dataclass(frozen=True, slots=True)
class Record:
    """One object of the source.

    `values` has the keys that readers know, each with a Text, a list of such objects, or another value. `alone` tells
    that the object is the whole file, or all of its `data`, and no member of a list.
    """

    values: dict[str, Any]
    alone: bool = False

    def text(self, key: str) -> Text:
        """Return the string under a key, an empty one for anything else."""
        return text_in(self.values, key)


def text_in(values: dict[str, Any], key: str) -> Text:
    """Return the string under a key of an object, an empty one for anything else."""
    found = values.get(key)
    return found if isinstance(found, Text) else NOTHING


def objects_in(values: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects of the list under a key."""
    found = values.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def read(chunks: Iterable[str], shown: str) -> Iterator[Record]:
    """Yield the objects that stand in the lists of a JSON source, or the source's own object.

    The lists are searched for at the top, under `data` and under the keys of its objects; lists that belong to a
    card, such as `rulings`, come with it. Memory holds one object at a time. AlignerError with the line where the
    JSON is broken or cut off, where a key stands twice in an object, or where a list has a member that is no object.
    """
    import ijson

    source = _Source(chunks, shown)
    walk = _Walk(source)
    walk.events = iter(ijson.basic_parse(source, use_float=True, buf_size=_BUFFER))
    try:
        yield from walk.top()
        next(walk.events, None)  # what follows the end is an error
    except ijson.JSONError as error:
        what, *context = (line.decode("utf-8", "ignore") for line in _message(error).splitlines())
        line = source.last_line() if "EOF" in what else source.line_of(context)
        raise AlignerError(
            f"{shown}:{line}: broken JSON ({what.partition(': ')[2] or what}); the file may be cut off: fetch it again"
        ) from error


def _message(error: Exception) -> bytes:
    told = error.args[0] if error.args else ""
    return told if isinstance(told, bytes) else str(told).encode() or b"no value"


class _Source:
    """The text as ijson reads it, with a window that holds what has been read but not placed yet."""

    def __init__(self, chunks: Iterable[str], shown: str) -> None:
        self.shown = shown
        self._chunks = iter(chunks)
        self._window = ""
        self._position = 0  # behind the last string that was placed
        self._strings = 0  # how many strings end before it
        self._line = 1
        self._same: dict[str, str] = {}  # rulings repeat: each string is kept once
        self._begin = 0  # where in the window the line of the position begins; negative where it was let go

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes for the parser."""
        if not size:
            return b""
        chunk = next(self._chunks, "")
        self._window += chunk
        if len(self._window) - self._position > _LONGEST:
            raise AlignerError(f"{self.shown}:{self._line}: one object of more than {_LONGEST >> 20} MB; split it")
        return chunk.encode("utf-8", "replace")

    def last_line(self) -> int:
        """Return the number of the last line that was read."""
        return self._line + self._window.count("\n", self._position)

    def line_of(self, context: list[str]) -> int:
        """Return the line of what the parser quotes: the text around the fault, and under it a line up to a caret."""
        if len(context) > 1 and "^" in context[-1]:
            before = context[0].encode()[: context[-1].index("^")].decode("utf-8", "ignore")
            pattern = r"\s*".join(map(re.escape, before.split()))
            places = [found.end() for found in re.finditer(pattern, self._window)] if pattern else []
            if places:
                return self._line + self._window.count("\n", self._position, places[-1])
        return self.last_line()

    def settle(self, waiting: list[_Waiting]) -> None:
        """Put the strings that wait, in their order in the source, with their places where they belong; let them go."""
        window, count, position = self._window, self._strings, self._position
        strings = _STRING.finditer(window, position)
        for home, key, value, number in waiting:
            string = next(islice(strings, number - count, None) if number > count else strings)
            count = number + 1
            start = string.start()
            lines = window.count("\n", position, start)
            if lines:
                self._line += lines
                self._begin = window.rfind("\n", position, start) + 1
            position = string.end()
            verbatim = position - start - 2 == len(value)
            if home is not None:
                text = self._same.setdefault(value, value)
                home[key] = Text(text, self._line, start + 2 - self._begin if verbatim else 0)
        waiting.clear()
        self._strings = count
        if position > 4 * _BUFFER:
            self._window = window[position:]
            self._begin -= position
            position = 0
        self._position = position


class _Walk:
    """One way through the events of a JSON source."""

    events: Iterator[Event]

    def __init__(self, source: _Source) -> None:
        self._source = source
        self._strings = 0  # how many were met, keys included
        self._waiting: list[_Waiting] = []

    def top(self) -> Iterator[Record]:
        event, value = self._next()
        if event == "start_array":
            yield from self._members((), True)
        elif event == "start_map":
            yield from self._container((), True)
        else:
            del value

    def _next(self) -> Event:
        event = next(self.events)
        if event[0] in ("string", "map_key"):
            self._strings += 1
        return event

    def _container(self, path: tuple[str, ...], alone: bool) -> Iterator[Record]:
        """Yield the objects in the lists of an object, and the object itself where it has no such lists."""
        own: dict[str, Any] = {}
        listed = False
        for key in self._keys():
            event, value = self._next()
            if key in _OWN_LISTS or not event.startswith("start_"):
                own[key] = self._value(own, key, event, value, len(path))
            elif key in _UNREAD or len(path) > 3:
                self._skip()
            elif event == "start_map":
                yield from self._container((*path, key), key == "data" and not path)
            elif key in ("cards", "data") or path == ("data",):
                listed = True
                yield from self._members((*path, key), key == "data")
            else:
                self._skip()
        self._source.settle(self._waiting)
        itself = Record(own, alone)
        if itself.text("object").text == "list" or (not listed and any(key in own for key in _TELLING)):
            yield itself

    def _members(self, path: tuple[str, ...], strict: bool) -> Iterator[Record]:
        number = 0
        while True:
            event, value = self._next()
            if event == "end_array":
                return
            number += 1
            if event == "start_map":
                values = self._object(len(path))
                self._source.settle(self._waiting)
                yield Record(values)
            elif event == "start_array" and len(path) < 4:
                yield from self._members((*path, ""), strict)
            elif event == "start_array":
                self._skip()
            elif strict:
                raise AlignerError(
                    f"{self._source.shown}:{self._source.last_line()}: ruling {number} of the list is no object but "
                    f"{value!r:.40}; fetch the list again"
                )

    def _keys(self) -> Iterator[str]:
        """Yield the keys of the object that was begun; the caller takes the value of each."""
        seen: set[str] = set()
        while True:
            event, key = self._next()
            if event == "end_map":
                return
            if key in seen:
                raise self._twice(key)
            seen.add(key)
            yield key

    def _twice(self, key: str) -> AlignerError:
        return AlignerError(
            f"{self._source.shown}:{self._source.last_line()}: the key {key[:40]!r} stands twice in one object, so "
            "one of its values would be lost; take one out"
        )

    def _object(self, depth: int) -> dict[str, Any]:
        """Return the rest of the object that was begun, with the keys that are kept."""
        found: dict[str, Any] = {}
        seen: set[str] = set()
        events, waiting = self.events, self._waiting
        for event, key in events:
            if event == "end_map":
                break
            self._strings += 1
            if key in seen:
                raise self._twice(key)
            seen.add(key)
            event, value = next(events)
            if event == "string":
                if key in _KEPT:
                    waiting.append((found, key, value, self._strings))
                self._strings += 1
            elif event == "start_map" or event == "start_array":
                if key in _KEPT:
                    found[key] = self._value(found, key, event, value, depth)
                else:
                    self._skip()
            elif key in _KEPT:
                found[key] = value
        return found

    def _value(self, home: dict[str, Any], key: str, event: str, value: Any, depth: int) -> Any:
        if depth > _DEEPEST:
            raise AlignerError(f"{self._source.shown}:{self._source.last_line()}: nested too deep; fetch it again")
        if event == "string":
            self._waiting.append((home, key, value, self._strings - 1))
        elif event == "start_map":
            return self._object(depth + 1)
        elif event == "start_array":
            members = []
            while (following := self._next())[0] != "end_array":
                members.append(self._value({}, key, *following, depth + 1))
            return members
        return value

    def _skip(self) -> None:
        """Pass over the rest of the list or object that was begun."""
        depth = 1
        strings = self._strings
        for event, _ in self.events:
            if event == "string" or event == "map_key":
                strings += 1
                if strings % _MANY == 0:
                    self._strings = strings
                    self._source.settle(self._waiting)
                    self._source.settle([(None, "", "", strings - 1)])
            elif event == "start_map" or event == "start_array":
                depth += 1
            elif event == "end_map" or event == "end_array":
                depth -= 1
                if not depth:
                    break
        self._strings = strings
