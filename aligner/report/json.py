"""Findings and aligned documents as one JSON object, for other programs; `docs/report.schema.json` describes it."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from aligner import __version__, checks
from aligner.checks.own import own_checks
from aligner.config import Config
from aligner.model import Aligned, Finding, Group, Page, Ruling, Severity
from aligner.report.located import Counterpart, Spot, locate
from aligner.results import Corpus, Report

SCHEMA_VERSION = "1.0"
"""The version of the shape: the first number grows where a reader of the shape before would fail."""
STATUSES = ("new", "known", "ignored")


def report(result: Report, config: Config) -> str:
    """Return the findings of a run, the documents that they stand in and what could not be read."""
    spots = locate(result)
    return written(
        {
            **head("check", result.corpus, _counts(result.findings)),
            "checks": _checks(result.findings, config),
            "findings": [_finding(one, spot, result) for one, spot in zip(result.findings, spots, strict=True)],
            "documents": documents(result.corpus),
        }
    )


def written(content: object) -> str:
    """Return a value as JSON text, with every letter as itself."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def head(kind: str, corpus: Corpus, counts: dict[str, Any]) -> dict[str, Any]:
    """Return what every JSON of ours begins with; `kind` is the command that made it."""
    rulings = sum(len(page.rulings) for page in corpus.pages)
    read = {"pages": len(corpus.pages), "documents": len(corpus.documents), "rulings": rulings}
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "ruling-aligner", "version": __version__},
        "kind": kind,
        "counts": {**read, **counts},
        "errors": list(corpus.errors),
        "skipped": list(corpus.skipped),
        "notes": list(corpus.notes),
    }


def documents(corpus: Corpus) -> list[dict[str, Any]]:
    """Return the documents with their pages, and their groups with the members in every language."""
    return [_document(number, one) for number, one in enumerate(corpus.aligned, 1)]


def _document(number: int, aligned: Aligned) -> dict[str, Any]:
    document = aligned.document
    return {
        "number": number,
        "title": document.title,
        "reason": document.reason,
        "doubtful": document.doubtful,
        "pages": [_page(page) for page in document.pages],
        "groups": [_group(group) for group in aligned.groups],
    }


def _page(page: Page) -> dict[str, Any]:
    return {
        "file": page.file,
        "language": page.language,
        "region": page.region,
        "title": _entry(page.title) if page.title else None,
        "rulings": len(page.rulings),
        "format": page.format,
        "encoding": page.encoding,
        "unread": [{"line": one.line, "column": one.column, "text": one.text} for one in page.residue],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "number": group.number,
        "score": round(group.score, 4),
        "method": group.method,
        "doubtful": group.doubtful,
        "weakest": group.weakest or None,
        "members": {language: [_entry(one) for one in members] for language, members in group.members.items()},
    }


def _entry(ruling: Ruling) -> dict[str, Any]:
    return {
        "position": ruling.position,
        "kind": ruling.kind,
        "key": ruling.key,
        "date": ruling.date.isoformat() if ruling.date else None,
        "label": ruling.label,
        "line": ruling.line or None,
        "column": ruling.column or None,
        "text": ruling.text,
    }


def _counts(findings: Sequence[Finding]) -> dict[str, Any]:
    severities = Counter(one.severity for one in findings)
    statuses = Counter(one.status for one in findings)
    return {
        "findings": len(findings),
        "by_severity": {str(one): severities[one] for one in reversed(Severity)},
        "by_status": {one: statuses[one] for one in STATUSES},
        "by_code": dict(sorted(Counter(one.code for one in findings).items())),
    }


def _checks(findings: Sequence[Finding], config: Config) -> dict[str, dict[str, str]]:
    """Return the checks that found something, by code."""
    every = {**checks.registry(), **own_checks(config.patterns)}
    texts = {code: inspect.cleandoc(one.text) for code, one in every.items()}
    found = {one.code: one for one in findings}
    return {
        code: {"name": one.name, "category": one.category, "text": texts.get(code, "")}
        for code, one in sorted(found.items())
    }


def _finding(finding: Finding, spot: Spot, result: Report) -> dict[str, Any]:
    line, column = spot.end
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "category": finding.category,
        "document": finding.document,
        "document_number": spot.document or None,
        "group": spot.group.number if spot.group else None,
        "language": finding.language,
        "date": finding.date or None,
        "position": int(finding.position) if finding.position else None,
        "key": finding.key,
        "file": finding.file,
        "line": finding.line or None,
        "column": finding.column or None,
        "end_line": line or None,
        "end_column": column or None,
        "span": {"start": spot.span[0], "end": spot.span[1]} if spot.span else None,
        "excerpt": finding.excerpt,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "concept": finding.concept,
        "related": [_related(one) for one in spot.related],
        "score": None if finding.score is None else round(finding.score, 4),
        "status": finding.status,
        "reason": result.reasons.get(finding.fingerprint, ""),
        "fingerprint": finding.fingerprint,
    }


def _related(one: Counterpart) -> dict[str, Any]:
    return {
        "file": one.file,
        "line": one.line or None,
        "column": (one.ruling.column or None) if one.ruling else None,
        "document_number": one.document or None,
        "language": one.page.language if one.page else None,
        "position": one.ruling.position if one.ruling else None,
    }
