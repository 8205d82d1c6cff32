"""Findings as annotations of a GitHub workflow: the lines that its runner takes for commands."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from aligner.config import Config
from aligner.model import Finding
from aligner.report.located import Spot, locate
from aligner.results import Report

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_ERROR = re.compile(r"(?P<file>[^\n]+?):(?:(?P<line>[1-9]\d*):)? (?P<text>.*)", re.DOTALL)


def report(result: Report, config: Config) -> str:
    """Return an annotation a new finding, then the known and the ignored ones as folded lines of the log.

    A runner shows ten annotations of each kind a step, so that the errors stand first.
    """
    rows = list(zip(result.findings, locate(result), strict=True))
    fresh = [row for row in rows if row[0].status == "new"]
    lines = [_unread(error) for error in result.corpus.errors]
    for severity in _COMMANDS:
        lines += [_annotation(one, spot) for one, spot in fresh if one.severity == severity]
    for status in ("known", "ignored"):
        lines += _folded(status, [one for one, _ in rows if one.status == status], result)
    return "".join(f"{line}\n" for line in lines)


def _annotation(one: Finding, spot: Spot) -> str:
    properties: dict[str, object] = {"file": one.file if one.file != "-" else ""}
    if one.line:
        line, column = spot.end
        properties["line"] = one.line
        if line > one.line:  # columns are for a piece of one line
            properties["endLine"] = line
        elif one.column:
            properties["col"] = one.column
            if line and column > one.column:
                properties["endColumn"] = column
    properties["title"] = f"{one.code} {one.name} ({one.language})" if one.language else f"{one.code} {one.name}"
    suggestion = f"\nsuggestion: {one.suggestion}" if one.suggestion else ""
    return _command(_COMMANDS[one.severity], properties, one.message + suggestion)


def _unread(error: str) -> str:
    place = _ERROR.fullmatch(error)
    if place is None:
        return _command("error", {"title": "not read"}, error)
    return _command("error", {"file": place["file"], "line": place["line"] or "", "title": "not read"}, error)


def _command(name: str, properties: dict[str, object], message: str) -> str:
    given = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value != "")
    return f"::{name} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _folded(status: str, findings: Sequence[Finding], result: Report) -> Iterable[str]:
    """Yield findings that annotate nothing; in between, the runner takes no line for a command."""
    if not findings:
        return
    lines = []
    for one in findings:
        reason = result.reasons.get(one.fingerprint, "")
        place = f"{one.file}:{one.line or ''}:{one.column or ''}"
        line = f"{place}: {one.code} {one.message}" + (f" (ignored: {reason})" if reason else "")
        lines.append(" ".join(line.split()))
    token = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
    yield f"::group::{len(lines)} {status} finding{'s' if len(lines) > 1 else ''}"
    yield f"::stop-commands::{token}"
    yield from lines
    yield f"::{token}::"
    yield "::endgroup::"
