"""What was waved through: ignores, decisions and a baseline give each finding its status, and are judged themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aligner import baseline, checks
from aligner import decisions as decided
from aligner.baseline import Baseline
from aligner.checks.suppression import Waved
from aligner.coverage import Coverage, Sight, is_named
from aligner.findings import in_report_order
from aligner.model import AlignerError, Document, Finding
from aligner.recognition import FALSE_ALARM, Entry, matched

NEW, KNOWN, IGNORED = "new", "known", "ignored"


@dataclass(frozen=True, slots=True)
class Ignore:
    """What a user has decided not to hear of: findings of these checks, files and languages whose words hold a text.

    What is empty sets no limit. `named` are the codes that were named one by one, not as a family. `file` and `line`
    say where it is written.
    """

    codes: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    contains: str = ""
    reason: str = ""
    words: str = ""
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """Return the ignore as people would say it: checks, files, languages, words."""
        held = f"{self.contains!r}" if self.contains else ""
        return " ".join(part for part in (self.words, *self.paths, *self.languages, held) if part)

    def names(self, finding: Finding) -> bool:
        """Return whether the finding is one of those; white space in its excerpt and its message does not matter."""
        return (
            (not self.codes or finding.code in self.codes)
            and (not self.paths or is_named(finding.file, self.paths))
            and (not self.languages or finding.language in self.languages)
            and (not self.contains or any(self._is_in(text) for text in (finding.excerpt, finding.message)))
        )

    def _is_in(self, text: str) -> bool:
        return " ".join(self.contains.split()) in " ".join(text.split()) or self.contains in text


@dataclass(frozen=True, slots=True)
class Lists:
    """What a run was given to wave findings through with; `writes` is whether it shall leave a baseline behind."""

    ignores: tuple[Ignore, ...] = ()
    decisions: tuple[Entry, ...] = ()
    baseline: Baseline | None = None
    writes: bool = False

    def __bool__(self) -> bool:
        """Return whether there is anything to wave through with."""
        return bool(self.ignores or self.decisions or self.baseline)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The findings with their status, those about what was waved through among them, and why what is ignored is.

    `reasons` and `known`, the entries of the baseline that were met, go by the findings' fingerprints.
    """

    findings: Sequence[Finding]
    reasons: Mapping[str, str]
    known: Mapping[str, Entry]


def load(ignores: Sequence[Ignore], decisions: Sequence[str], known: str, write: str) -> Lists:
    """Return what the files hold; AlignerError where one cannot be read, or a baseline would be written over another.

    `known` is the file of the baseline; it may be missing where it is the one to be written.
    """
    target = Path(write)
    if write and target.exists():
        try:
            baseline.read(target)
        except AlignerError as error:
            raise AlignerError(f"{error}; nothing was written over it") from error
    first = known and known == write and not target.exists()
    return Lists(
        tuple(ignores),
        decided.read_all(Path(name) for name in decisions),
        baseline.read(Path(known)) if known and not first else None,
        bool(write),
    )


def judge(findings: Sequence[Finding], lists: Lists, run: Coverage) -> Verdicts:
    """Return the findings with their status: a false alarm or an ignore makes it "ignored", a baseline "known".

    No finding is taken away. What matches nothing although the run covered it, and an ignore without a reason, are
    findings of their own (SUP001, SUP002) where these checks are selected. The findings come in the report's order.
    """
    if not lists:
        return Verdicts(findings, {}, {})
    findings = tuple(findings)
    decisions = matched(findings, lists.decisions)
    known = matched(findings, lists.baseline.entries if lists.baseline else ())
    reasons: dict[str, str] = {}
    used: set[Ignore] = set()
    result = []
    for number, finding in enumerate(findings):
        status = KNOWN if number in known else NEW
        for ignore in lists.ignores:
            if ignore.names(finding):
                used.add(ignore)
                status = IGNORED
                reasons.setdefault(finding.fingerprint, ignore.reason)
        entry = decisions.get(number)
        if entry and entry.decision == FALSE_ALARM:
            status = IGNORED
            reasons[finding.fingerprint] = entry.reason
        result.append(replace(finding, status=status))
    waved = [
        *(_of_ignore(ignore, run, ignore in used) for ignore in lists.ignores),
        *_of_decisions(lists.decisions, decisions.values(), run),
        *(() if lists.writes else _of_baseline(lists.baseline, known.values(), run)),
    ]
    everything = in_report_order([*result, *_remarks(waved, run.selected)])
    return Verdicts(everything, reasons, {findings[number].fingerprint: entry for number, entry in known.items()})


def to_write(
    findings: Iterable[Finding], lists: Lists, verdicts: Verdicts, run: Coverage, documents: Iterable[Document]
) -> str:
    """Return the text of the baseline that the run shall leave behind, empty where it shall not.

    In it are the findings that nobody ignores, and what the old baseline has for checks and pages that the run did not
    cover, or below its severity.
    """
    if not lists.writes:
        return ""
    rows = [one for one in findings if one.status != IGNORED and one.code[:3] != "SUP"]
    old = lists.baseline or Baseline(())
    sight = Sight(run, old)
    written = {one.fingerprint for one in rows}
    below = {one.fingerprint for one in verdicts.findings if one.status == KNOWN} - written
    met = {id(entry): fingerprint for fingerprint, entry in verdicts.known.items()}
    kept = [one for one in old.entries if (met[id(one)] in below if id(one) in met else not sight.could_find(one))]
    pages = {title: [file for file in files if not sight.is_gone(file)] for title, files in old.pages.items()}
    return baseline.rendered(rows, documents, run.conditions, kept, pages)


def _of_ignore(ignore: Ignore, run: Coverage, used: bool) -> Waved:
    language = ignore.languages[0] if len(ignore.languages) == 1 else ""
    covered = not used and ignore.named <= set(run.selected)
    covered = covered and run.covers(ignore.codes, ignore.paths, ignore.languages)
    return Waved(
        "ignore", str(ignore), str(ignore), ignore.file, ignore.line, ignore.reason, "", language,
        covered=covered, used=used,
    )  # fmt: skip


def _of_decisions(decisions: Iterable[Entry], used: Collection[Entry], run: Coverage) -> Iterable[Waved]:
    spent = set(map(id, used))
    for entry in decisions:
        if entry.decision == FALSE_ALARM:
            is_used = id(entry) in spent
            covered = not is_used and entry.file in run.files
            covered = covered and run.covers({entry.code}, (entry.file,), (entry.language,))
            yield _of_entry("false alarm", entry, covered, is_used)


def _of_baseline(known: Baseline | None, used: Collection[Entry], run: Coverage) -> Iterable[Waved]:
    spent = set(map(id, used))
    sight = Sight(run, known or Baseline(()))
    for entry in sight.baseline.entries:
        is_used = id(entry) in spent
        yield _of_entry("baseline entry", entry, not is_used and sight.covers(entry), is_used)


def _of_entry(what: str, entry: Entry, covered: bool, used: bool) -> Waved:
    excerpt = " ".join(entry.excerpt.split())
    short = excerpt if len(excerpt) <= 60 else f"{excerpt[:59]}…"
    text = f"{entry.code} {short!r} in {entry.file}" if short else f"{entry.code} in {entry.file}"
    return Waved(
        what, text, entry.excerpt, entry.source, entry.line, entry.reason, entry.code, entry.language, entry.document,
        entry.concept or "", covered, used,
    )  # fmt: skip


def _remarks(waved: Sequence[Waved], selected: Collection[str]) -> Iterable[Finding]:
    """Yield the findings of the selected checks of what was waved through."""
    for one in checks.registry().values():
        if one.scope != "waved" or one.code not in selected:
            continue
        for remark in one.function(waved):
            about: Waved = remark.about
            parts = (one.code, about.what, about.text, about.file)
            yield Finding(
                code=one.code,
                name=one.name,
                severity=str(one.severity),
                category=one.category,
                document=about.document,
                language=about.language,
                date="",
                position="",
                key="",
                file=about.file,
                line=about.line,
                column=1 if about.line else 0,
                excerpt=about.excerpt,
                message=remark.message,
                suggestion=remark.suggestion,
                concept=about.concept,
                fingerprint=hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24],
            )
