"""Findings as text for a terminal: one line a finding, then a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from aligner.config import Config
from aligner.model import LANGUAGES, Finding, Page
from aligner.renderings import Uses, consistency
from aligner.results import Report

FEW = 3
"""How many unused entries of one baseline have a line each."""


def report(result: Report, config: Config) -> Iterator[str]:
    """Yield the findings of a run that are new, or only their counts, for a terminal; all of them on request."""
    rows = result.findings if config.show_all else _New(result.findings)
    if config.statistics:
        yield from (f"{line}\n" for line in statistics(rows))
        return
    yield from lines(rows, result.corpus.pages, show_counterparts=config.show_counterparts, reasons=result.reasons)


def findings(rows: Iterable[Finding]) -> str:
    """Return a line `file:line:column: CODE message` a finding."""
    return "".join(lines(rows, ()))


def lines(
    rows: Iterable[Finding],
    pages: Iterable[Page],
    *,
    show_counterparts: bool = False,
    reasons: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """Yield a line `file:line:column: CODE message` a finding, with the counterparts' texts below on request.

    A finding that is not new says so, with the reason why it is ignored. Many unused entries of a file are one line.
    """
    texts = _texts(pages) if show_counterparts else {}
    unused = Counter(one.file for one in rows if one.code == "SUP001")
    told = ""
    for one in rows:
        many = unused[one.file] if one.code == "SUP001" else 0
        if many > FEW:
            line = f"{one.file}: SUP001 {many} of its entries match nothing any more; take them out\n"
            if line != told:
                yield line
            told = line
            continue
        place = ":".join(str(part) for part in (one.file, one.line or "", one.column or "") if part != "")
        told = f"{place}: {one.code} {one.message}{_status(one, reasons)}\n"
        yield told
        for related in one.related:
            language, text = texts.get(related, ("", ""))
            if text:
                told = f"    {language} {related}: {text}\n"
                yield told


@dataclass(frozen=True, slots=True)
class _New:
    """The new ones of findings, as often as they are gone through."""

    rows: Iterable[Finding]

    def __iter__(self) -> Iterator[Finding]:
        return (one for one in self.rows if one.status == "new")


def _status(one: Finding, reasons: Mapping[str, str]) -> str:
    reason = reasons.get(one.fingerprint, "")
    return "" if one.status == "new" else f" [{one.status}: {reason}]" if reason else f" [{one.status}]"


def _texts(pages: Iterable[Page]) -> dict[str, tuple[str, str]]:
    return {
        f"{page.file}:{entry.line}": (page.language, " ".join(entry.text.split()))
        for page in pages
        for entry in page.entries
    }


def summary(rows: Iterable[Finding], pages: Sequence[Page], documents: int, found: Uses) -> str:
    """Return what was read, the counts of new findings by code and language, and the consistency share."""
    rulings = sum(len(page.rulings) for page in pages)
    statuses = Counter(one.status for one in rows if one.status != "new")
    beside = " and ".join(f"{count} {status}" for status, count in sorted(statuses.items(), reverse=True))
    severities = Counter(one.severity for one in _New(rows))
    counts = ", ".join(_number(severities[name], name) for name in ("error", "warning", "note"))
    lines = [f"{_number(len(pages), 'page')}, {_number(documents, 'document')}, {_number(rulings, 'ruling')}: {counts}"]
    lines += [f"beside these {beside}; --show-all lists them"] if beside else []
    lines += statistics(_New(rows))
    same, everything = consistency(found)
    if everything:
        lines.append(f"consistency share of terms: {same / everything:.1%} ({same} of {everything})")
    return "".join(f"{line}\n" for line in lines)


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def statistics(rows: Iterable[Finding]) -> list[str]:
    """Return the lines of a table, if there is anything to count: a row a code, a column a language."""
    counts = Counter((one.code, one.name, one.language) for one in rows)
    if not counts:
        return []
    present = {language for *_, language in counts}
    languages = [code for code in LANGUAGES if code in present] + sorted(present - set(LANGUAGES))
    checks = sorted({(code, name) for code, name, _ in counts})
    width = max(len(name) for _, name in checks) + 8
    head = f"{'':{width}}" + "".join(f"{language or '?':>6}" for language in languages) + f"{'all':>7}"
    body = [
        f"{code + ' ' + name:{width}}"
        + "".join(f"{counts[code, name, language] or '·':>6}" for language in languages)
        + f"{sum(counts[code, name, language] for language in languages):>7}"
        for code, name in checks
    ]
    return [head, *body]
