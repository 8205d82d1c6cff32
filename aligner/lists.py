"""The lists in a configuration file: what to ignore, and patterns of the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from aligner import checks
from aligner.checks import Check
from aligner.checks.own import own_checks
from aligner.languages import canonical
from aligner.model import AlignerError, Severity
from aligner.patterns import Pattern
from aligner.suppress import Ignore

Table = Mapping[str, Any]
IGNORE_KEYS = ("code", "path", "language", "contains", "reason")
PATTERN_KEYS = ("name", "regex", "message", "languages", "severity")
_ALSO = {
    "codes": "code", "paths": "path", "languages": "language",
    "pattern": "regex", "regexp": "regex", "expression": "regex",
}  # fmt: skip


def ignores(tables: Sequence[Table], file: str, text: str, own: Mapping[str, Check]) -> tuple[Ignore, ...]:
    """Return the `[[tool.aligner.ignore]]` of a file; AlignerError with file, line and key where one is wrong."""
    lines = _lines(text, "ignore")
    made = []
    for number, table in enumerate(tables):
        line = lines[number] if number < len(lines) else 1
        place = f"{file}:{line}: [[tool.aligner.ignore]]"
        keys = _keys(table, IGNORE_KEYS, place)
        words = _words(keys, "code", place)
        found = [_found(word, own, f"{place} code") for word in words]
        codes = frozenset(code for some in found for code in some)
        named = frozenset(some[0] for some, word in zip(found, words, strict=True) if len(some) == 1)
        limits = (_words(keys, "path", place), _languages(keys, "language", place), _text(keys, "contains", place))
        if not codes and not any(limits):
            raise AlignerError(f"{place} would ignore everything; say a code, a path, a language or what it contains")
        reason = _text(keys, "reason", place).strip()
        made.append(Ignore(codes, named, *limits, reason, " ".join(words), file, line))
    return tuple(made)


def patterns(tables: Sequence[Table], file: str, text: str) -> tuple[Pattern, ...]:
    """Return the `[[tool.aligner.pattern]]` of a file; AlignerError with file, line and key where one is wrong."""
    lines = _lines(text, "pattern")
    made: list[Pattern] = []
    for number, table in enumerate(tables):
        place = f"{file}:{lines[number] if number < len(lines) else 1}: [[tool.aligner.pattern]]"
        keys = _keys(table, PATTERN_KEYS, place)
        name, regex, message = (_needed(keys, key, place) for key in ("name", "regex", "message"))
        if "," in name or "\n" in name:
            raise AlignerError(
                f"{place} name = {name!r}: a name is one line without commas, so that --select can take it"
            )
        severity = keys.get("severity", Severity.WARNING)
        if severity not in list(Severity):
            raise AlignerError(f"{place} severity = {severity!r}; it is one of {', '.join(Severity)}")
        code, languages = f"CUS{number + 1:03}", _languages(keys, "languages", place)
        made.append(Pattern(code, name, regex, message, languages, Severity(severity), f"{place} regex of {name!r}"))
    own_checks(made)
    return tuple(made)


def _lines(text: str, name: str) -> list[int]:
    """Return the lines on which tables of this name begin."""
    header = re.compile(rf"\s*\[\[\s*(?:tool\s*\.\s*aligner\s*\.\s*)?{name}\s*\]\]")
    return [number for number, line in enumerate(text.splitlines(), 1) if header.match(line)]


def _keys(table: Table, known: Collection[str], place: str) -> dict[str, Any]:
    """Return the table with the keys as we call them."""
    keys: dict[str, Any] = {}
    for key, value in table.items():
        short = key.replace("_", "-").lower()
        name = short if short in known else _ALSO.get(short, short)
        if name == "language" and "languages" in known:
            name = "languages"
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the keys are {', '.join(known)}"
            raise AlignerError(f"{place} has an unknown key {key!r}; {hint}")
        if name in keys:
            raise AlignerError(f"{place} says {name!r} twice; keep one")
        keys[name] = value
    return keys


def _text(keys: Table, key: str, place: str) -> str:
    value = keys.get(key, "")
    if not isinstance(value, str):
        raise AlignerError(f"{place} {key} = {value!r}; a text in quotation marks stands there")
    return value


def _needed(keys: Table, key: str, place: str) -> str:
    value = _text(keys, key, place)
    if not value.strip():
        raise AlignerError(f"{place} has no {key}; add {key} = '…'")
    return value if key == "regex" else value.strip()


def _words(keys: Table, key: str, place: str) -> tuple[str, ...]:
    """Return a text, a text with commas, or a list of texts as a tuple."""
    value = keys.get(key, ())
    parts = (
        value.split(",") if isinstance(value, str) and key != "path" else [value] if isinstance(value, str) else value
    )
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise AlignerError(f"{place} {key} = {value!r}; a text or a list of texts stands there")
    return tuple(part.strip() for part in parts if part.strip())


def _languages(keys: Table, key: str, place: str) -> tuple[str, ...]:
    return tuple(language(tag, f"{place} {key}") for tag in _words(keys, key, place))


def language(tag: str, place: str) -> str:
    """Return our code for a language; AlignerError with the place where it is none."""
    code, _ = canonical(tag)
    if not code:
        raise AlignerError(f"{place}: {tag!r} is no language code; give codes such as ru, pt-BR or zh-Hans")
    return code


def _found(word: str, own: Mapping[str, Check], place: str) -> tuple[str, ...]:
    return at(place, lambda: checks.find(word, own))


def at(place: str, ask: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return the answer; an AlignerError gets the place where the question stands."""
    try:
        return ask()
    except AlignerError as error:
        raise AlignerError(f"{place}: {error}") from error
