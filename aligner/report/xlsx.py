"""Findings as a workbook in which a translator reads both texts, decides and says why."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from aligner import usage
from aligner.config import Config
from aligner.model import Aligned, Finding, Group, Ruling
from aligner.renderings import consistency
from aligner.report.html.payload import in_order
from aligner.report.located import Spot, locate
from aligner.report.workbook import Cell, Sheet, Span, Text, build, joined
from aligner.results import Corpus, Report

DECISIONS = ("true fault", "false alarm")
"""What a person can decide about a finding."""
_FINDINGS = (
    ("decision", 13), ("reason", 22), ("code", 9), ("name", 20), ("severity", 10), ("status", 9), ("document", 18),
    ("language", 10), ("message", 40), ("ruling", 60), ("counterparts", 60), ("suggestion", 20), ("excerpt", 24),
    ("concept", 16), ("file", 24), ("line", 7), ("column", 8), ("position", 9), ("date", 11), ("key", 9),
    ("related", 24), ("score", 8), ("category", 24), ("fingerprint", 26),
)  # fmt: skip
_LINK = (("document", 22), ("group", 8), ("score", 8), ("method", 12), ("doubtful", 10), ("findings", 14))
_DRIFT = (
    ("concept", 24), ("language", 10), ("part of speech", 14), ("rendering", 28), ("status", 12), ("count", 8),
    ("share", 8), ("first", 12), ("last", 12), ("example", 30), ("ruling", 70),
)  # fmt: skip

Spans = Mapping[int, Sequence[Span]]


def report(result: Report, config: Config) -> bytes:
    """Return the workbook: findings, groups side by side, drift and a summary."""
    result = result.at_hand()
    spots = locate(result)
    spans: dict[int, list[Span]] = defaultdict(list)
    codes: dict[int, list[str]] = defaultdict(list)
    for one, spot in zip(result.findings, spots, strict=True):
        if spot.ruling is not None:
            codes[id(spot.ruling)].append(one.code)
            if spot.span:
                spans[id(spot.ruling)].append(spot.span)
    return build(_sheets(result, spots, spans, codes))


def _sheets(result: Report, spots: Sequence[Spot], spans: Spans, codes: Mapping[int, Sequence[str]]) -> Iterator[Sheet]:
    decided = (("decision", DECISIONS),)
    yield Sheet("Findings", _FINDINGS, _findings(result, spots), frozen=3, choices=decided)
    languages = languages_of(result.corpus)
    columns = (*_LINK, *((language, 50) for language in languages))
    yield Sheet("Side by side", columns, _groups(result.corpus, languages, spans, codes), frozen=2)
    yield Sheet("Drift", _DRIFT, _drift(result.corpus))
    yield Sheet("Summary", (("what", 60), ("language", 12), ("number", 12)), _summary(result))


def languages_of(corpus: Corpus) -> list[str]:
    """Return the languages of the pages in the order of the reports."""
    return in_order(page.language for page in corpus.pages)


def _findings(result: Report, spots: Iterable[Spot]) -> Iterator[tuple[Cell, ...]]:
    for one, spot in zip(result.findings, spots, strict=True):
        decision = Text(DECISIONS[1] if one.status == "ignored" else "")
        ruling = spot.ruling.text if spot.ruling else ""
        marked = Text(ruling, (spot.span,) if spot.span and spot.span != (0, len(ruling)) else ())
        reason, severity = Text(result.reasons.get(one.fingerprint, "")), Text(one.severity, fill=one.severity)
        position = int(one.position) if one.position else None
        yield (
            *(decision, reason, one.code, one.name, severity, one.status, one.document, one.language),
            *(one.message, marked, _counterparts(one, spot), one.suggestion, one.excerpt, one.concept),
            *(one.file, one.line or None, one.column or None, position, one.date, one.key),
            *("; ".join(one.related), one.score, one.category, one.fingerprint),
        )


def _counterparts(one: Finding, spot: Spot) -> str:
    """Return what the other languages have in the same place, each text behind its language."""
    if spot.group is not None:
        members = spot.group.members
        texts = [(language, ruling.text) for language, some in members.items() for ruling in some]
        return "\n".join(f"{language}: {text}" for language, text in texts if language != one.language and text)
    related = ((other.page, other.ruling) for other in spot.related)
    return "\n".join(f"{page.language}: {ruling.text}" for page, ruling in related if page and ruling and ruling.text)


def _groups(
    corpus: Corpus, languages: Sequence[str], spans: Spans, codes: Mapping[int, Sequence[str]]
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for the titles of each document, then one a group."""
    for aligned in corpus.aligned:
        titles = {page.language: (page.title,) for page in aligned.document.pages if page.title}
        if titles:
            doubt = Text("yes", fill="doubt") if aligned.document.doubtful else ""
            found = _codes(titles, codes)
            cells = (cell(titles.get(language, ()), spans) for language in languages)
            yield (aligned.document.title, "title", None, aligned.document.reason, doubt, found, *cells)
        yield from group_rows(aligned, languages, spans, codes)


def group_rows(
    aligned: Aligned, languages: Sequence[str], spans: Spans, codes: Mapping[int, Sequence[str]] | None = None
) -> Iterator[tuple[Cell, ...]]:
    """Yield the groups of a document: its title, number, score, method, doubt, the findings' codes, a text a language.

    Without `codes` there is no cell for them. A cell of a language that the document has, but not the group, is grey.
    """
    own = set(aligned.document.languages)
    for group in aligned.groups:
        found = () if codes is None else (_codes(group.members, codes),)
        yield (
            aligned.document.title,
            group.number,
            round(group.score, 4),
            group.method,
            Text("yes", fill="doubt") if group.doubtful else "",
            *found,
            *(_text(group, language, own, spans) for language in languages),
        )


def _text(group: Group, language: str, own: set[str], spans: Spans) -> Cell:
    members = group.members.get(language, ())
    if members:
        return cell(members, spans)
    return Text("(none)", fill="none") if language in own else ""


def cell(members: Sequence[Ruling], spans: Spans) -> Text:
    """Return the texts of a group's rulings in one language; where there are several, each behind its number."""
    text, marked = "", []
    for number, ruling in enumerate(members, 1):
        if len(members) > 1:
            text += ("\n" if text else "") + f"[{number} of {len(members)}] "
        marked += [(start + len(text), end + len(text)) for start, end in spans.get(id(ruling), ())]
        text += ruling.text or ruling.label
    return Text(text, joined(marked))


def _codes(members: Mapping[str, Sequence[Ruling]], codes: Mapping[int, Sequence[str]]) -> str:
    found = (code for some in members.values() for ruling in some for code in codes.get(id(ruling), ()))
    return " ".join(sorted(set(found)))


def _drift(corpus: Corpus) -> Iterator[tuple[Cell, ...]]:
    """Yield the renderings of each concept that has several of the same part of speech in one language."""
    rows = usage.renderings(corpus.occurrences())
    rivals = Counter((one.concept, one.language, one.pos) for one in rows)
    for one in rows:
        if rivals[one.concept, one.language, one.pos] > 1:
            example = one.occurrences[0]
            line, _ = example.ruling.place(example.match.start)
            place = f"{example.page.file}:{line}" if line else example.page.file
            marked = Text(example.ruling.text, ((example.match.start, example.match.end),))
            period = (day.isoformat() if day else "" for day in (one.first, one.last))
            share = round(one.share, 4)
            yield (one.concept, one.language, one.pos, one.text, one.status, one.count, share, *period, place, marked)


def _summary(result: Report) -> Iterator[tuple[Cell, ...]]:
    corpus, findings = result.corpus, result.findings
    pages = corpus.pages
    yield ("documents", "", len(corpus.documents))
    for language in languages_of(corpus):
        own = [page for page in pages if page.language == language]
        yield ("pages", language, len(own))
        yield ("rulings", language, sum(len(page.rulings) for page in own))
    for name in ("error", "warning", "note"):
        yield (Text(f"findings: {name}", fill=name), "", sum(one.severity == name for one in findings))
    for status in ("new", "known", "ignored"):
        yield (f"findings: {status}", "", sum(one.status == status for one in findings))
    counts = Counter((f"{one.code} {one.name}", one.language) for one in findings)
    for code in sorted({code for code, _ in counts}):
        for language in in_order(language for name, language in counts if name == code):
            yield (code, language, counts[code, language])
    same, everything = consistency(corpus.uses)
    if everything:
        yield ("consistency share of terms", "", round(same / everything, 4))
    yield from ((Text(f"not read: {error}", fill="error"), "", None) for error in corpus.errors)
    yield from ((f"note: {note}", "", None) for note in corpus.notes)
    yield from ((f"left out: {name}", "", None) for name in corpus.skipped)
