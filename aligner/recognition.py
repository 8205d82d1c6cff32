"""Tell a finding again in another run: by its fingerprint, by what it says of which words, by a text hardly changed."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Any

from aligner.model import Finding

FALSE_ALARM, TRUE_FAULT = "false alarm", "true fault"
_LONG = 40  # letters of an excerpt that is a text of its own rather than a word
_LIKE = 0.85
_ROUGHLY = 0.7  # of the pairs of letters, which are quickly compared
_PAIRS = 400  # of a check in a file; beyond that the edition is another


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding as it was written down: in a baseline, among decisions, or in a report.

    `decision` is "false alarm", "true fault" or nothing; `source` and `line` say where it is written down. `concept`
    and `message` are None where they were not.
    """

    fingerprint: str
    code: str
    language: str
    document: str
    file: str
    excerpt: str = ""
    concept: str | None = None
    message: str | None = None
    decision: str = ""
    reason: str = ""
    source: str = ""
    line: int = 0


def entry_of(finding: Finding) -> Entry:
    """Return what is written down of a finding: nothing that depends on lines."""
    return Entry(
        finding.fingerprint, finding.code, finding.language, finding.document, finding.file, finding.excerpt,
        finding.concept, finding.message,
    )  # fmt: skip


def matched(findings: Sequence[Finding], entries: Sequence[Entry]) -> dict[int, Entry]:
    """Return the entry that each finding (by its number) is written down in; an entry answers one finding at most.

    The whole fingerprint goes before its first parts, which outlive a new title and mended words elsewhere in the
    ruling, and those before a long excerpt that hardly changed. Of findings that are alike the one in the entry's own
    file is taken; where some of them are gone, those that were called true faults are thought to be mended.
    """
    free = _unmended(findings, entries)
    met: dict[int, Entry] = {}
    for key_of in _ROUNDS:
        waiting: dict[Hashable, deque[Entry]] = defaultdict(deque)
        for entry in free.values():
            if (key := key_of(entry)) is not None:
                waiting[key].append(entry)
        for number, finding in enumerate(findings):
            queue = waiting.get(key_of(finding)) if number not in met else None
            if queue:
                met[number] = queue.popleft()
                del free[id(met[number])]
    for number, entry in _alone(findings, met, free.values()):
        met[number] = entry
        del free[id(entry)]
    for number, entry in _hardly_changed(findings, met, free.values()):
        met[number] = entry
    return met


def _base(fingerprint: str) -> str:
    """Return the fingerprint without the number that tells it from its like on the same pages."""
    return fingerprint.partition("-")[0]


_SAID, _BEFORE, _BEHIND = slice(8), slice(8, 12), slice(12, 16)  # of a fingerprint
_NOTHING = "e3b0"  # stands for no words on that side, which tell nothing

_Key = Callable[[Entry | Finding], Hashable]


def _beside(side: slice, home: Callable[[Any], str]) -> _Key:
    """Return the key of words, those on one side of them, and the file or document; None where none are there."""

    def key(one: Entry | Finding) -> Hashable:
        words = one.fingerprint[side]
        return None if words == _NOTHING else (one.fingerprint[_SAID], words, one.code, one.language, home(one))

    return key


def _around(home: Callable[[Any], str]) -> _Key:
    return lambda one: (one.fingerprint[:16], one.code, one.language, home(one))


_ROUNDS: tuple[_Key, ...] = (
    lambda one: (one.fingerprint, one.file, one.message),
    lambda one: (_base(one.fingerprint), one.file, one.message),
    lambda one: (one.fingerprint, one.file),
    lambda one: (_base(one.fingerprint), one.file),
    lambda one: one.fingerprint,
    lambda one: _base(one.fingerprint),
    *(_around(attrgetter(home)) for home in ("file", "document")),
    *(_beside(side, attrgetter(home)) for side in (_BEFORE, _BEHIND) for home in ("file", "document")),
)


def _unmended(findings: Iterable[Finding], entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return the entries by identity, without the true faults that are more than the findings of their kind."""
    entries = list(entries)
    surplus = Counter(_base(entry.fingerprint) for entry in entries)
    surplus.subtract(_base(one.fingerprint) for one in findings)
    kept = {}
    for entry in entries:
        base = _base(entry.fingerprint)
        if entry.decision == TRUE_FAULT and surplus[base] > 0:
            surplus[base] -= 1
        else:
            kept[id(entry)] = entry
    return kept


def _alone(findings: Sequence[Finding], met: Mapping[int, Entry], free: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Return the findings of words that begin or end a ruling of a file, where one entry and one finding are left."""
    waiting: dict[Hashable, list[Entry]] = defaultdict(list)
    asking: dict[Hashable, list[int]] = defaultdict(list)
    for entry in free:
        waiting[_edge(entry)].append(entry)
    for number, finding in enumerate(findings):
        if number not in met:
            asking[_edge(finding)].append(number)
    return [
        (asking[key][0], entries[0])
        for key, entries in waiting.items()
        if key is not None and len(entries) == 1 == len(asking.get(key, ()))
    ]


def _edge(one: Entry | Finding) -> Hashable:
    sides = tuple(one.fingerprint[side] == _NOTHING for side in (_BEFORE, _BEHIND))
    return (one.fingerprint[_SAID], sides, one.code, one.language, one.file) if any(sides) else None


def _hardly_changed(
    findings: Sequence[Finding], met: dict[int, Entry], free: Iterable[Entry]
) -> Iterable[tuple[int, Entry]]:
    """Yield the findings whose long excerpt is one entry's but for a few letters, and no other's."""
    waiting: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
    for entry in free:
        if len(entry.excerpt) >= _LONG:
            waiting[entry.code, entry.language, entry.file].append(entry)
    asking: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, finding in enumerate(findings):
        key = (finding.code, finding.language, finding.file)
        if number not in met and len(finding.excerpt) >= _LONG and key in waiting:
            asking[key].append(number)
    for asked, numbers in asking.items():
        if len(numbers) * len(waiting[asked]) > _PAIRS:
            continue
        pairs = [(n, entry) for n in numbers for entry in waiting[asked] if _alike(findings[n], entry)]
        of_finding, of_entry = Counter(n for n, _ in pairs), Counter(id(entry) for _, entry in pairs)
        yield from ((n, entry) for n, entry in pairs if of_finding[n] == 1 == of_entry[id(entry)])


@lru_cache(maxsize=1 << 16)
def _pairs_of_letters(text: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(text)))


def _alike(finding: Finding, entry: Entry) -> bool:
    if entry.concept is not None and entry.concept != finding.concept:
        return False
    one, other = _pairs_of_letters(finding.excerpt), _pairs_of_letters(entry.excerpt)
    if 2 * len(one & other) < _ROUGHLY * (len(one) + len(other)):
        return False
    matcher = SequenceMatcher(None, entry.excerpt, finding.excerpt, autojunk=False)
    return all(ratio() >= _LIKE for ratio in (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio))
