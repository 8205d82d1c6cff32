"""What the page's script works on: findings, documents and checks as plain values for JSON."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from typing import Any

from aligner import checks
from aligner.facts import FactBook
from aligner.languages import profile
from aligner.model import LANGUAGES, Finding, Page, Ruling
from aligner.report import csv
from aligner.report.html.places import Place, Places, Row
from aligner.results import Report

_SCRIPTS = {"zhs": "zh-Hans", "zht": "zh-Hant"}
_REGION = re.compile(r"[A-Z]{2}|[0-9]{3}")
_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
SEVERITIES = ("error", "warning", "note")
STATUSES = ("new", "known", "ignored")


def tag(language: str, region: str = "") -> str:
    """Return the BCP 47 tag of our language code, which Han glyphs depend on; empty if there is none."""
    found = _SCRIPTS.get(language, language)
    if not _TAG.fullmatch(found):
        return ""
    return f"{found}-{region}" if _REGION.fullmatch(region) else found


def name(language: str) -> str:
    """Return what people call a language of which we have the code."""
    return profile(language).name or language if language else "no language"


def in_order(languages: Iterable[str]) -> list[str]:
    """Return distinct languages: ours in the order of the reports, then the others."""
    present = set(languages)
    return [one for one in LANGUAGES if one in present] + sorted(present - set(LANGUAGES))


def paragraphs(code: str) -> list[str]:
    """Return the explanation of a check, a string a paragraph; empty where no check has the code."""
    one = checks.registry().get(code)
    text = inspect.cleandoc(one.text) if one else ""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def payload(result: Report, places: Places, found: Sequence[Place | None]) -> dict[str, Any]:
    """Return everything the script needs; offsets count UTF-16 units, as JavaScript does.

    Only documents that a finding stands in, or names, are in it.
    """
    related = [
        list(places.counterparts(finding, place.document)) if place else []
        for finding, place in zip(result.findings, found, strict=True)
    ]
    wanted = {place.document for place in found if place} | {one[0] for many in related for one in many}
    number = {document: index for index, document in enumerate(sorted(wanted))}
    documents = [_document(result, places, document) for document in number]
    languages = in_order(
        [finding.language for finding in result.findings] + [one for document in documents for one in document["pages"]]
    )
    return {
        "languages": {language: [tag(language), name(language)] for language in languages},
        "checks": {code: paragraphs(code) for code in sorted({finding.code for finding in result.findings})},
        "documents": documents,
        "findings": [
            [
                *_stamp(finding),
                [[number[home], places.row(other)] for home, _, other in many],
                _place(finding, place, number, places),
                _same_concept(finding, place, places, result.corpus.facts),
                result.reasons.get(finding.fingerprint, ""),
            ]
            for finding, place, many in zip(result.findings, found, related, strict=True)
        ],
    }


def _document(result: Report, places: Places, number: int) -> dict[str, Any]:
    document = result.corpus.aligned[number].document
    return {
        "title": document.title,
        "doubtful": document.doubtful,
        "pages": {language: _page(document.page(language)) for language in in_order(document.languages)},
        "rows": [_row(row) for row in places.rows[number]],
    }


def _page(page: Page) -> list[str]:
    return [tag(page.language, page.region), page.file]


def _row(row: Row) -> dict[str, Any]:
    cells = {language: [_member(one) for one in members] for language, members in row.cells.items() if members}
    if row.group is None:
        return {"cells": cells}
    group = row.group
    return {"cells": cells, "link": [group.number, round(group.score, 4), group.method, int(group.doubtful)]}


def _member(ruling: Ruling) -> list[Any]:
    date = ruling.date.isoformat() if ruling.date else ""
    return [ruling.text, ruling.label or ruling.key, date, ruling.line]


def _stamp(finding: Finding) -> list[Any]:
    """Return the finding's own values, and which columns of decisions.csv need an apostrophe before them."""
    kept = [finding.fingerprint, finding.code, finding.document, finding.language, finding.file, "", finding.excerpt]
    stamp = [finding.code, finding.name, finding.severity, finding.category, finding.status, finding.fingerprint]
    home = [finding.document, finding.language, finding.file, finding.line, finding.column, finding.date]
    texts = [finding.excerpt, finding.message, finding.suggestion, finding.concept]
    return [*stamp, *home, *texts, [column for column, cell in enumerate(kept) if csv.guarded(cell) != cell]]


def _place(finding: Finding, place: Place | None, number: dict[int, int], places: Places) -> list[Any]:
    """Return document, row and member, then "label" or the ends of the span; nothing where the page is not known."""
    if place is None:
        return []
    where: list[Any] = [number[place.document], place.row, place.member]
    if place.on_label:
        return [*where, "label"]
    if place.span:
        ruling = places.rows[place.document][place.row].cells[finding.language][place.member]
        where += [_units(ruling.text[:end]) for end in place.span]
    return where


def _same_concept(finding: Finding, place: Place | None, places: Places, facts: FactBook) -> list[list[Any]]:
    """Return where the counterparts write the finding's concept: language, member, start, end."""
    if not finding.concept or place is None or place.row < 0:
        return []
    cells = places.rows[place.document][place.row].cells
    return [
        [language, member, _units(ruling.text[: match.start]), _units(ruling.text[: match.end])]
        for language, members in cells.items()
        if language != finding.language
        for member, ruling in enumerate(members)
        for match in facts.terms(language, ruling.text)
        if match.term.concept == finding.concept
    ]


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
