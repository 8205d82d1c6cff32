"""SUP: is what was waved through still true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aligner.checks import check
from aligner.model import Severity

CATEGORY = "other / waved through"


@dataclass(frozen=True, slots=True)
class Waved:
    """Something that waves findings through: an ignore, a false alarm, or an entry of a baseline.

    `what` is "ignore", "false alarm" or "baseline entry", `text` says what it waves through, `excerpt` quotes it.
    `covered` is whether the run could have found what it is for, `used` whether it did.
    """

    what: str
    text: str
    excerpt: str
    file: str
    line: int
    reason: str = ""
    code: str = ""
    language: str = ""
    document: str = ""
    concept: str = ""
    covered: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """What a check of what was waved through yields."""

    about: Waved
    message: str
    suggestion: str = ""


@check("SUP001", "unused-ignore", Severity.NOTE, CATEGORY, on="waved")
def unused_ignore(waved: Iterable[Waved]) -> Iterator[Remark]:
    """Take out an ignore, a false alarm or a baseline entry that matches nothing any more.

    Why: what it waved through is mended or gone. Left in place it would wave through the next fault of the kind, and
    nobody would see it.

    When it is wrong to complain: it speaks only of what the run could have found: the check ran, and the pages that it
    is about were read. An ignore that names no path is judged only where all pages of the working directory were read.

    How to mend: take the ignore out of the configuration, or the row out of the decisions. A baseline is brought up to
    date with `aligner check PATH --baseline FILE --write-baseline FILE`.
    """
    for one in waved:
        if one.covered and not one.used:
            yield Remark(one, f"{one.what} for {one.text} matches nothing any more; take it out")


@check("SUP002", "ignore-without-reason", Severity.WARNING, CATEGORY, on="waved")
def ignore_without_reason(waved: Iterable[Waved]) -> Iterator[Remark]:
    """Say of every ignore why it is right.

    Why: next year nobody knows whether it hides a false alarm, a house rule, or a fault that somebody had no time for.

    When it is wrong to complain: never; a reason of three words will do. The ignore works all the same.

    How to mend: add `reason = "…"` to the `[[tool.aligner.ignore]]`.
    """
    for one in waved:
        if one.what == "ignore" and not one.reason:
            yield Remark(one, f'ignore for {one.text} says no reason; add reason = "…"')
