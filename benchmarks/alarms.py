"""Count what is reported of clean rulings, and how much of it a reader judged to be wrong.

ruling_judgements.csv has what a reader decided about each finding of the English and Chinese rulings, with both texts
beside each other. False is what no careful translator would call a fault of either text, notes included.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from cards import judgements, short
from material import Bench

from aligner.evaluate import wilson
from aligner.model import Aligned, Finding
from aligner.report.scores import measure

Key = tuple[str, ...]


def alarms(name: str, documents: Sequence[Aligned], bench: Bench, shown: int) -> Iterator[str]:
    """Yield the lines of the table of what is reported of clean rulings, and the false alarms below it."""
    rulings = sum(len(page.rulings) for one in documents for page in one.document.pages)
    judged = judgements("ruling_judgements.csv")
    found = bench.findings(documents, bench.every)
    yield from (f"### {name}: {rulings:,} rulings", "")
    yield "| code | findings | true | false | not judged | one false alarm in | share of the rulings |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for code in sorted({one.code for one in found}):
        keys = [_key(one) for one in found if one.code == code]
        false = sum(key in judged and not judged[key].true for key in keys)
        unknown = sum(key not in judged for key in keys)
        wrong = false + unknown  # what nobody judged is counted as wrong
        rate = f"{rulings // wrong:,}" if wrong else "–"
        over = " **above one in 500**" if 500 * wrong > rulings else ""
        share = measure(wrong / rulings, wilson(wrong, rulings))
        yield f"| {code} | {len(keys)} | {len(keys) - wrong} | {false} | {unknown} | {rate} | {share}{over} |"
    if not found:
        yield "| any | 0 | 0 | 0 | 0 | – | – |"
    yield ""
    yield from _once(
        f"- {one.code}, {one.document}, “{short(one.excerpt)}”: {judged[_key(one)].why}"
        for one in sorted(found, key=_key)
        if _key(one) in judged and not judged[_key(one)].true
    )
    for one in [one for one in found if _key(one) not in judged][:shown]:
        print(f"ALARM {one.code} {one.file} {one.position}: {one.excerpt[:80]!r}: {one.message}", file=sys.stderr)
    yield ""


def _once(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(lines))


def _key(one: Finding) -> Key:
    return (one.language, one.code, one.document, one.date, short(one.excerpt), one.concept)
