"""The options of a run: from the command line, from a configuration file, or by default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from aligner.languages import canonical
from aligner.model import AlignerError, Severity


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
    statistics: bool = False
    show_counterparts: bool = False


def from_file(path: Path) -> dict[str, Any]:
    """Return the options of `[tool.aligner]` in a pyproject.toml, or of a whole aligner.toml.

    AlignerError names the file and the key where something is unknown or of the wrong type.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AlignerError(f"{path}: cannot read the configuration ({reason}); name another with --config") from error
    except tomllib.TOMLDecodeError as error:
        raise AlignerError(f"{path}: not TOML: {error}; mend it or give --no-config") from error
    section = content.get("tool", {}).get("aligner", {})
    if path.name != "pyproject.toml" and not section:
        section = content
    return {_known(key, path): _value(key, value, path) for key, value in section.items()}


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
    languages = tuple(_language(tag, "languages") for tag in config.languages)
    reference = _language(config.reference, "reference") if config.reference else ""
    severity = Severity(config.min_severity)  # the command line has it as a word
    return replace(config, languages=languages, reference=reference, min_severity=severity)


def _language(tag: str, option: str) -> str:
    code, _ = canonical(tag)
    if not code:
        raise AlignerError(f"--{option}: {tag!r} is no language code; give codes such as ru, pt-BR or zh-Hans")
    return code


def _known(key: str, path: Path) -> str:
    names = {field.name for field in fields(Config)}
    name = key.replace("-", "_")
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
        items = value if isinstance(value, list) else str(value).split(",")
        if all(isinstance(item, str) for item in items):
            return tuple(item.strip() for item in items if item.strip())
    if isinstance(default, Severity) and value in list(Severity):
        return Severity(value)
    if isinstance(default, str) and not isinstance(default, Severity) and isinstance(value, str):
        return value
    raise AlignerError(
        f"{path}: {key} = {value!r} is not what [tool.aligner] takes there; `aligner check --help` says what"
    )
