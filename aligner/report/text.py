"""Findings as text for a terminal: one line a finding, then a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from aligner.config import Config
from aligner.model import LANGUAGES, Finding, Page
from aligner.renderings import Uses, consistency
from aligner.results import Report

FEW = 3
"""How many unused entries of one baseline have a line each."""


def report(result: Report, config: Config) -> str:
    """Return the findings of a run that are new, or only their counts, for a terminal; all of them on request."""
    rows = result.findings if config.show_all else [one for one in result.findings if one.status == "new"]
    if config.statistics:
        return "".join(f"{line}\n" for line in statistics(rows)) if rows else ""
    return findings(rows, result.corpus.pages, show_counterparts=config.show_counterparts, reasons=result.reasons)


def findings(
    rows: Sequence[Finding],
    pages: Iterable[Page],
    *,
    show_counterparts: bool = False,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a line `file:line:column: CODE message` a finding, with the counterparts' texts below on request.

    A finding that is not new says so, with the reason why it is ignored. Many unused entries of a file are one line.
    """
    texts = _texts(pages) if show_counterparts else {}
    unused = Counter(one.file for one in rows if one.code == "SUP001")
    lines: list[str] = []
    for one in rows:
        many = unused[one.file] if one.code == "SUP001" else 0
        if many > FEW:
            line = f"{one.file}: SUP001 {many} of its entries match nothing any more; take them out"
            lines += [line] if line not in lines[-1:] else []
            continue
        place = ":".join(str(part) for part in (one.file, one.line or "", one.column or "") if part != "")
        lines.append(f"{place}: {one.code} {one.message}{_status(one, reasons)}")
        for related in one.related:
            language, text = texts.get(related, ("", ""))
            if text:
                lines.append(f"    {language} {related}: {text}")
    return "".join(f"{line}\n" for line in lines)


def _status(one: Finding, reasons: Mapping[str, str]) -> str:
    reason = reasons.get(one.fingerprint, "")
    return "" if one.status == "new" else f" [{one.status}: {reason}]" if reason else f" [{one.status}]"


def _texts(pages: Iterable[Page]) -> dict[str, tuple[str, str]]:
    return {
        f"{page.file}:{entry.line}": (page.language, " ".join(entry.text.split()))
        for page in pages
        for entry in page.entries
    }


def summary(rows: Sequence[Finding], pages: Sequence[Page], documents: int, found: Uses) -> str:
    """Return what was read, the counts of new findings by code and language, and the consistency share."""
    rulings = sum(len(page.rulings) for page in pages)
    statuses = Counter(one.status for one in rows if one.status != "new")
    beside = " and ".join(f"{count} {status}" for status, count in sorted(statuses.items(), reverse=True))
    rows = [one for one in rows if one.status == "new"]
    severities = Counter(one.severity for one in rows)
    counts = ", ".join(_number(severities[name], name) for name in ("error", "warning", "note"))
    lines = [f"{_number(len(pages), 'page')}, {_number(documents, 'document')}, {_number(rulings, 'ruling')}: {counts}"]
    lines += [f"beside these {beside}; --show-all lists them"] if beside else []
    lines += statistics(rows) if rows else []
    same, everything = consistency(found)
    if everything:
        lines.append(f"consistency share of terms: {same / everything:.1%} ({same} of {everything})")
    return "".join(f"{line}\n" for line in lines)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def statistics(rows: Sequence[Finding]) -> list[str]:
    """Return the lines of a table: a row a code, a column a language."""
    present = {one.language for one in rows}
    languages = [code for code in LANGUAGES if code in present] + sorted(present - set(LANGUAGES))
    counts = Counter((one.code, one.language) for one in rows)
    names: Mapping[str, str] = {one.code: one.name for one in rows}
    width = max(len(name) for name in names.values()) + 8
    head = f"{'':{width}}" + "".join(f"{language or '?':>6}" for language in languages) + f"{'all':>7}"
    body = [
        f"{code + ' ' + names[code]:{width}}"
        + "".join(f"{counts[code, language] or '·':>6}" for language in languages)
        + f"{sum(counts[code, language] for language in languages):>7}"
        for code in sorted(names)
    ]
    return [head, *body]
