"""The options of a run: from the command line, from a configuration file, or by default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from aligner import checks, lists
from aligner.checks import Check
from aligner.checks.own import own_checks
from aligner.model import AlignerError, Severity
from aligner.patterns import Pattern
from aligner.suppress import Ignore


@dataclass(frozen=True, slots=True)
class Config:
    """What a run was asked for; the names are those of the options."""

    glossary: tuple[str, ...] = ()
    shipped_glossary: bool = True
    reference: str = ""
    languages: tuple[str, ...] = ()
    encoder: str = "embedded"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    min_severity: Severity = Severity.NOTE
    fail_on: str = "warning"
    exclude: tuple[str, ...] = ()
    pages: str = ""
    links: str = ""
    statistics: bool = False
    show_counterparts: bool = False
    show_all: bool = False
    baseline: str = ""
    decisions: tuple[str, ...] = ()
    write_baseline: str = ""
    ignores: tuple[Ignore, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    delimiter: str = ","
    jobs: int = 1
    cache: str = ""
    scheduler: str = ""


_LISTS = {"ignores": "ignore", "patterns": "pattern"}
_CODES = ("select", "ignore", "extend_select")


def from_file(path: Path) -> dict[str, Any]:
    """Return the options of `[tool.aligner]` in a pyproject.toml, or of a whole aligner.toml.

    AlignerError names the file and the key where something is unknown or of the wrong type.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AlignerError(f"{path}: cannot read the configuration ({reason}); name another with --config") from error
    except tomllib.TOMLDecodeError as error:
        raise AlignerError(f"{path}: not TOML: {error}; mend it or give --no-config") from error
    section = _section(content, path)
    tables = {name: _tables(section.get(key)) for name, key in _LISTS.items()}
    options: dict[str, Any] = {}
    for key, value in section.items():
        plain = [one for one in value if not isinstance(one, dict)] if isinstance(value, list) else value
        if key == "pattern" and (not tables["patterns"] or plain not in ([], value)):
            raise AlignerError(f"{path}: {key} = {value!r}; write a pattern as a table, [[tool.aligner.pattern]]")
        if key not in _LISTS.values() or (key == "ignore" and (plain or not tables["ignores"])):
            options[_known(key, path)] = _value(key, plain if key == "ignore" else value, path)
    own: Mapping[str, Check] = {}
    if tables["patterns"]:
        options["patterns"] = lists.patterns(tables["patterns"], str(path), text)
        own = own_checks(options["patterns"])
    if tables["ignores"]:
        options["ignores"] = lists.ignores(tables["ignores"], str(path), text, own)
    _check_words(options, str(path), own)
    return options


def _section(content: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Return what the file says to aligner: `[tool.aligner]`, or all of an aligner.toml."""
    tool = content.get("tool", {})
    section = tool.get("aligner") if isinstance(tool, dict) else None
    if section is None and path.name == "pyproject.toml":
        return {}
    if section is None:
        return content
    if not isinstance(section, dict):
        raise AlignerError(f"{path}: tool.aligner = {section!r}; write the options below [tool.aligner]")
    beside = [key for key in content if key != "tool"] if path.name == "aligner.toml" else []
    if beside:
        raise AlignerError(f"{path}: {beside[0]!r} stands outside of [tool.aligner]; put it below")
    return section


def _tables(value: Any) -> list[Mapping[str, Any]]:
    """Return the tables of a list, or the one table."""
    parts = value if isinstance(value, list) else [value]
    return [one for one in parts if isinstance(one, dict)]


def _check_words(options: Mapping[str, Any], path: str, own: Mapping[str, Check]) -> None:
    """Raise AlignerError with the file and the key where a word names no check, no language or no severity."""
    for key in _CODES:
        for word in options.get(key, ()):
            lists.at(f"{path}: {key.replace('_', '-')}", partial(checks.find, word, own))
    for tag in (*options.get("languages", ()), *filter(None, [options.get("reference")])):
        lists.language(tag, f"{path}: {'reference' if tag == options.get('reference') else 'languages'}")
    level = options.get("fail_on", "never")
    if level not in (*Severity, "never"):
        raise AlignerError(f"{path}: fail-on = {level!r}; it is one of {', '.join(Severity)}, never")


def discovered(folder: Path) -> dict[str, Any]:
    """Return the options of the configuration file in the folder; none where there is no such file."""
    own = folder / "aligner.toml"
    if own.is_file():
        return from_file(own)
    project = folder / "pyproject.toml"
    return from_file(project) if project.is_file() else {}


def settled(options: Mapping[str, Any], file: Mapping[str, Any]) -> Config:
    """Return the configuration: the command line goes before the file, the file before the defaults."""
    given = {name: value for name, value in options.items() if value not in (None, (), "")}
    config = replace(Config(), **{**file, **given})
    languages = tuple(lists.language(tag, "--languages") for tag in config.languages)
    reference = lists.language(config.reference, "--reference") if config.reference else ""
    severity = Severity(config.min_severity)  # the command line has it as a word
    mark = delimiter(config.delimiter)
    return replace(config, languages=languages, reference=reference, min_severity=severity, delimiter=mark)


def delimiter(word: str) -> str:
    """Return the mark between the cells of a CSV that a word such as `tab` names; AlignerError where it names none."""
    mark = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t"}.get(word.lower(), word)
    if mark not in (",", ";", "\t"):
        raise AlignerError(f"--delimiter: {word!r} is none that spreadsheets know; give a comma, ';' or tab")
    return mark


def _known(key: str, path: Path) -> str:
    names = {field.name for field in fields(Config)} - {*_LISTS, "write_baseline"} | set(_LISTS.values())
    name = key.replace("-", "_")
    if name == "write_baseline":
        raise AlignerError(f"{path}: {key} would rewrite the baseline with every run; give it on the command line")
    if name == "no_shipped_glossary":
        return "shipped_glossary"
    if name not in names:
        near = get_close_matches(name, sorted(names), 1)
        hint = f"; did you mean {near[0].replace('_', '-')}?" if near else ""
        raise AlignerError(f"{path}: unknown key {key!r} in [tool.aligner]{hint}")
    return name


def _value(key: str, value: Any, path: Path) -> Any:
    name = _known(key, path)
    default = getattr(Config(), name)
    if isinstance(default, bool) and isinstance(value, bool):
        return not value if key.replace("-", "_") == "no_shipped_glossary" else value
    if isinstance(default, tuple):
        items = value.split(",") if isinstance(value, str) else value
        if isinstance(items, list) and all(isinstance(item, str) for item in items):
            return tuple(item.strip() for item in items if item.strip())
    if isinstance(default, int) and isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if isinstance(default, Severity) and value in list(Severity):
        return Severity(value)
    if isinstance(default, str) and not isinstance(default, Severity) and isinstance(value, str):
        return value
    raise AlignerError(
        f"{path}: {key} = {value!r} is not what [tool.aligner] takes there; `aligner check --help` says what"
    )
