"""Findings as SARIF 2.1.0, for code scanning and for editors."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from aligner import __version__, checks
from aligner.checks import Check
from aligner.checks.own import own_checks
from aligner.config import Config
from aligner.model import Finding, Severity
from aligner.report.json import written
from aligner.report.located import Counterpart, Spot, locate
from aligner.report.verdict import exit_status
from aligner.results import Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "%SRCROOT%"
_STATUSES = ("nothing to report", "findings at or above the chosen severity", "something could not be read")
_PROBLEMS = {"error": "error", "warning": "warning", "note": "recommendation"}
_ERROR = re.compile(r"(?P<file>[^\n]+?):(?:(?P<line>[1-9]\d*):)?(?:\d+:)? ")
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()|(?<=\\)\[")


def report(result: Report, config: Config) -> str:
    """Return the findings of a run as a SARIF log with one run.

    Known findings are `unchanged` against the baseline, ignored ones carry a suppression; none is left out. What could
    not be read is a notification of the tool's own. Columns count code points.
    """
    rules = _rules(result.findings, config)
    files = {file: number for number, file in enumerate(dict.fromkeys(page.file for page in result.corpus.pages))}
    run = {
        "tool": {"driver": {"name": "ruling-aligner", "semanticVersion": __version__, "rules": rules}},
        "invocations": [_invocation(result, config)],
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder in which the aligner was called."}}},
        "artifacts": [{"location": _location(file), "roles": ["analysisTarget"]} for file in files],
        "columnKind": "unicodeCodePoints",
        "results": _results(result, config, [rule["id"] for rule in rules], files),
    }
    return written({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(findings: Iterable[Finding], config: Config) -> list[dict[str, Any]]:
    """Return the checks of pages and the user's own, and what else found something."""
    every = {**checks.registry(), **own_checks(config.patterns)}
    known = {code: _rule(one) for code, one in every.items() if one.scope != "glossary"}
    for one in findings:
        if one.code not in known:
            tags = {"tags": [one.category]} if one.category else {}
            described = {"shortDescription": {"text": one.name}, "properties": tags}
            known[one.code] = {"id": one.code, "name": _pascal(one.name), **described}
    return [known[code] for code in sorted(known)]


def _rule(one: Check) -> dict[str, Any]:
    text = inspect.cleandoc(one.text)
    advice, _, more = text.partition("\n")
    paragraphs = [" ".join(part.split()) for part in more.strip().split("\n\n")]
    return {
        "id": one.code,
        "name": _pascal(one.name),
        "shortDescription": {"text": advice},
        "fullDescription": {"text": paragraphs[0] or advice},
        "help": {"text": text, "markdown": f"**{advice}**\n\n" + "\n\n".join(paragraphs)},
        "defaultConfiguration": {"level": str(one.severity), "enabled": one.by_default},
        "properties": {"tags": [one.category], "problem.severity": _PROBLEMS[str(one.severity)]},
    }


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _invocation(result: Report, config: Config) -> dict[str, Any]:
    corpus, status = result.corpus, exit_status(result, config)
    skipped = (f"{name}: left out; it holds no pages" for name in corpus.skipped)
    told = [*(("error", one) for one in corpus.errors), *(("note", one) for one in (*corpus.notes, *skipped))]
    return {
        "executionSuccessful": not corpus.errors,
        "exitCode": status,
        "exitCodeDescription": _STATUSES[status],
        "toolExecutionNotifications": [_notification(level, text) for level, text in told],
    }


def _notification(level: str, text: str) -> dict[str, Any]:
    found: dict[str, Any] = {"level": level, "message": {"text": _plain(text)}}
    if place := _ERROR.match(text):
        region = {"region": {"startLine": int(place["line"])}} if place["line"] else {}
        found["locations"] = [{"physicalLocation": {"artifactLocation": _location(place["file"]), **region}}]
    return found


def _location(file: str) -> dict[str, str]:
    """Return where a file is: a URI relative to the working directory."""
    return {"uri": quote(file, errors="surrogateescape"), "uriBaseId": _BASE}


def _plain(text: str) -> str:
    """Keep a reader from taking braces for a placeholder, and brackets for a link."""
    return _LINK.sub(r"\\[", text).replace("{", "{{").replace("}", "}}")


def _results(result: Report, config: Config, rules: Sequence[str], files: dict[str, int]) -> list[dict[str, Any]]:
    """Return the results; what one of them says of baseline and suppression, all must say something of."""
    statuses = {one.status for one in result.findings}
    found = []
    for one, spot in zip(result.findings, locate(result), strict=True):
        row = _result(one, spot, files)
        row["ruleIndex"] = rules.index(one.code)
        if config.baseline or "known" in statuses:
            row["baselineState"] = "new" if one.status == "new" else "unchanged"
        if "ignored" in statuses:
            row["suppressions"] = [_suppression(one, result)] if one.status == "ignored" else []
        found.append(row)
    return found


def _suppression(one: Finding, result: Report) -> dict[str, str]:
    reason = result.reasons.get(one.fingerprint, "")
    return {"kind": "external", "status": "accepted", **({"justification": reason} if reason else {})}


def _result(one: Finding, spot: Spot, files: dict[str, int]) -> dict[str, Any]:
    suggestion = f"; suggestion: {one.suggestion}" if one.suggestion else ""
    where: dict[str, Any] = {"artifactLocation": _location(one.file)}
    if one.file in files:
        where["artifactLocation"]["index"] = files[one.file]
    if one.line:
        where["region"] = _region(one, spot)
    name = " / ".join(part for part in (one.document, one.language, one.key or one.position) if part)
    logical = [{"fullyQualifiedName": name, "kind": "ruling" if one.position else "page"}] if name else []
    found: dict[str, Any] = {
        "ruleId": one.code,
        "level": str(Severity(one.severity)),
        "message": {"text": _plain(one.message + suggestion)},
        "locations": [{"physicalLocation": where, "logicalLocations": logical}],
        "partialFingerprints": {"primaryLocationLineHash": one.fingerprint, "findingHash/v1": one.fingerprint},
        "properties": _properties(one),
    }
    if spot.related:
        found["relatedLocations"] = [_counterpart(number, other) for number, other in enumerate(spot.related)]
    return found


def _region(one: Finding, spot: Spot) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": one.line}
    if one.column:
        region["startColumn"] = one.column
    line, column = spot.end
    if line and (line, column) >= (one.line, one.column):
        region |= {"endLine": line, "endColumn": column, "snippet": {"text": one.excerpt}}
    return region


def _counterpart(number: int, other: Counterpart) -> dict[str, Any]:
    where: dict[str, Any] = {"artifactLocation": _location(other.file)}
    if other.line:
        where["region"] = {"startLine": other.line}
        if other.ruling and other.ruling.column:
            where["region"]["startColumn"] = other.ruling.column
    found: dict[str, Any] = {"id": number, "physicalLocation": where}
    if other.page and other.ruling and other.ruling.text:
        found["message"] = {"text": _plain(f"{other.page.language}: {other.ruling.text}")}
    return found


def _properties(one: Finding) -> dict[str, Any]:
    """Return the columns of the CSV that have no place of their own in a result."""
    names = ("category", "document", "language", "date", "position", "key", "excerpt", "message", "suggestion")
    values = {name: getattr(one, name) for name in (*names, "concept", "status")}
    kept: dict[str, Any] = {name: value for name, value in values.items() if value}
    return kept if one.score is None else {**kept, "score": round(one.score, 4)}
