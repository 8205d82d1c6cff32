"""Make findings of hits: what the check is, where the hit stands, how it is told again in the next run."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from aligner.checks import Check
from aligner.model import Document, Finding, Hit, Ruling
from aligner.shelf import Pile
from aligner.text import normalise

NEAR = 16
"""How many letters before and behind a piece tell it from its like elsewhere."""
_ORDER = attrgetter("file", "line", "column", "code", "language", "position", "excerpt", "message")


def finding(one: Check, document: Document, hit: Hit) -> Finding:
    """Stamp what the check is and where the hit stands."""
    ruling, severity = hit.ruling, hit.severity or one.severity
    excerpt, line, column = _place(hit)
    return Finding(
        code=one.code,
        name=one.name,
        severity=str(severity if severity.rank <= one.severity.rank else one.severity),
        category=one.category,
        document=document.title,
        language=hit.page.language,
        date=ruling.date.isoformat() if ruling and ruling.date else "",
        position=str(ruling.position) if ruling else "",
        key=hit.key if hit.key is not None else ruling.key if ruling else "",
        file=hit.page.file,
        line=line,
        column=column,
        excerpt=excerpt,
        message=hit.message,
        suggestion=hit.suggestion,
        concept=hit.concept,
        related=tuple(dict.fromkeys(f"{page.file}:{_line(other)}" for page, other in hit.related)),
        score=hit.score,
        fingerprint=_identity(one, document, hit, excerpt),
    )


def _place(hit: Hit) -> tuple[str, int, int]:
    """Return what the hit quotes, and line and column in the file."""
    ruling = hit.ruling
    if ruling is None:
        return hit.excerpt or "", hit.line or 1, hit.column or 1
    start, end = hit.span or (0, len(ruling.text))
    excerpt = hit.excerpt if hit.excerpt is not None else ruling.text[start:end] or ruling.label
    line, column = ruling.place(start) if ruling.text else (ruling.line, ruling.column)
    return excerpt, hit.line or line, hit.column or column


def _line(ruling: Ruling) -> str:
    return str(ruling.line) if ruling.line else ""


def _identity(one: Check, document: Document, hit: Hit, excerpt: str) -> str:
    """Return a fingerprint of 24 digits that knows no place.

    Eight are for what is said of which words, four each for what stands before and behind them, eight for the ruling
    and the document. None knows a line, a date or a file's name. `recognition` tells a finding again by some of them
    where the title, the words on one side or something else in the ruling was mended. Documents without a title are
    known by their texts.
    """
    language, ruling = hit.page.language, hit.ruling
    own = ruling is not None and (hit.excerpt is None or (hit.excerpt != "" and hit.excerpt in ruling.label))
    text = ruling.text if ruling is not None and own else ""
    start, end = hit.span if hit.span and text else (0, len(text))
    before = _words(text[max(start - 99, 0) : start], language)[-NEAR:]
    behind = _words(text[end : end + 99], language)[:NEAR]
    home = document.title if any(page.title_text for page in document.pages) else ""
    said = _digest(one.code, language, hit.concept, excerpt)
    return f"{said[:8]}{_digest(before)[:4]}{_digest(behind)[:4]}{_digest_of_all(home, text, language)[:8]}"


@lru_cache(maxsize=64)
def _digest_of_all(home: str, text: str, language: str) -> str:
    """Return the digest of a ruling and its document: a long one may have thousands of findings."""
    return _digest(home, _words(text, language))


def _words(text: str, language: str) -> str:
    return " ".join(normalise(text, language).text.split())


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def in_report_order(findings: Iterable[Finding]) -> Sequence[Finding]:
    """Return the findings by file, line, column and code; the second like one gets a fingerprint of its own."""
    return Pile(_told_apart(Pile(findings, _ORDER)))


def _told_apart(findings: Iterable[Finding]) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for finding in findings:
        again = seen[finding.fingerprint]
        seen[finding.fingerprint] += 1
        yield replace(finding, fingerprint=f"{finding.fingerprint}-{again + 1}") if again else finding
