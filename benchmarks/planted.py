"""Plant faults into the clean pages of benchmarks/quality.py, and count what is found of them."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from material import Bench

from aligner import checks, injection
from aligner.evaluate import wilson
from aligner.facts import FactBook
from aligner.injection import Elsewhere, Planted
from aligner.model import LANGUAGES, Aligned, Document, Finding
from aligner.report.scores import measure

BATCH = 400
STRICT = ("FRM001", "FRM002", "FRM003", "LNG001", "LNG003", "LNG006", "LNG007")
Key = tuple[str, str, str, str]


@dataclass
class Tally:
    """What became of the faults of one kind in one language."""

    planted: int = 0
    found: int = 0
    beside: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)


def faults(
    kind: str, material: Sequence[tuple[str, Aligned]], count: int, facts: FactBook, elsewhere: Elsewhere | None = None
) -> Iterator[tuple[Planted, Aligned]]:
    """Yield up to `count` different faults of a kind, the languages in turn."""
    documents: dict[str, list[Aligned]] = defaultdict(list)
    for language, one in material:
        documents[language].append(one)
    streams = [
        _stream(kind, language, documents[language], facts, count, elsewhere)
        for language in sorted(documents, key=LANGUAGES.index)
    ]
    left = count
    while streams and left:
        for stream in list(streams):
            planted = next(stream, None)
            if planted is None:
                streams.remove(stream)
            elif left:
                left -= 1
                yield planted


def _stream(
    kind: str,
    language: str,
    documents: Sequence[Aligned],
    facts: FactBook,
    count: int,
    elsewhere: Elsewhere | None,
) -> Iterator[tuple[Planted, Aligned]]:
    """Yield different faults in one language until four rounds over the documents have brought nothing new."""
    rng = Random(f"{kind} {language}")
    order = list(documents)
    rng.shuffle(order)
    seen: set[tuple[str, int, str, str]] = set()
    idle = number = 0
    fruitless: Counter[int] = Counter()
    while order and idle < 4 and number < count:
        idle += 1
        for one in list(order):
            planted = injection.plant(kind, one, language, rng, facts, elsewhere)
            if planted is None:
                fruitless[id(one)] += 1
                if fruitless[id(one)] > 1:
                    order.remove(one)
                continue
            key = (planted.page.file, planted.position, planted.before, planted.after)
            if key not in seen:
                seen.add(key)
                idle, number = 0, number + 1
                yield planted, one


def _placed(number: int, planted: Planted) -> Document:
    """Return the document as one of its own: other names, and no ruling that another document has too."""
    pages = tuple(
        replace(
            page,
            file=f"{number}.{page.language}",
            title=replace(page.title) if page.title else None,
            rulings=tuple(replace(ruling) for ruling in page.rulings),
        )
        for page in planted.pages
    )
    return Document(str(number), pages)


def is_met(planted: Planted, file: str, finding: Finding) -> bool:
    """Return whether a finding reports the fault: its code, at the ruling or with the ruling as its counterpart.

    `file` is the damaged page's.
    """
    if finding.code not in planted.codes:
        return False
    if planted.kind in ("drop-ruling", "move-ruling"):
        return finding.file == file
    lines = {f"{file}:{100 * planted.position}", f"{file}:{100 * planted.position + 100}"}
    near = finding.position in (str(planted.position), str(planted.position + 1))
    return (finding.file == file and near) or bool(lines & set(finding.related))


def measured(
    kind: str, material: Sequence[tuple[str, Aligned]], count: int, bench: Bench, before: dict[int, set[Key]]
) -> dict[str, Tally]:
    """Plant the faults of a kind and count what is found, by language."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for batch in _batches(list(faults(kind, material, count, bench.facts))):
        corpus = [bench.aligned(_placed(number, planted)) for number, (planted, _) in enumerate(batch)]
        by_document: dict[str, list[Finding]] = defaultdict(list)
        for finding in bench.findings(corpus):
            by_document[finding.document].append(finding)
        for number, (planted, clean) in enumerate(batch):
            new = [one for one in by_document[str(number)] if _key(one) not in before[id(clean)]]
            _count(tallies[planted.language], planted, f"{number}.{planted.language}", new)
    return dict(tallies)


def measured_in_run(
    kind: str, documents: Sequence[Aligned], count: int, bench: Bench, before: set[tuple[str, Key]]
) -> dict[str, Tally]:
    """Do the same for a kind that needs the other documents: one fault a document, all in one run, by every check.

    `before` is what a run over the clean documents reports, with its files.
    """
    tallies: dict[str, Tally] = defaultdict(Tally)
    material = [(page.language, one) for one in documents for page in one.document.pages if page.language != "en"]
    left = list(faults(kind, material, count, bench.facts, Elsewhere(documents)))
    while left:
        taken = _apart(left)
        left = [pair for pair in left if not any(pair[0] is planted for planted, _ in taken)]
        damaged = {id(clean): bench.aligned(Document(clean.document.title, planted.pages)) for planted, clean in taken}
        found = bench.findings([damaged.get(id(one), one) for one in documents], bench.every)
        by_file: dict[str, list[Finding]] = defaultdict(list)
        for finding in found:
            for file in {finding.file, *(place.rpartition(":")[0] for place in finding.related)}:
                if (finding.file, _key(finding)) not in before:
                    by_file[file].append(finding)
        for planted, _ in taken:
            _count(tallies[planted.language], planted, planted.page.file, by_file[planted.page.file])
    return dict(tallies)


def _apart(left: Sequence[tuple[Planted, Aligned]]) -> list[tuple[Planted, Aligned]]:
    """Return the first fault of each document; a card whose rulings stand on several pages is everybody's example."""
    taken: dict[int, tuple[Planted, Aligned]] = {}
    sources: set[tuple[str, str]] = set()
    for planted, clean in left:
        source = planted.language, planted.before
        if id(clean) in taken or (planted.kind == "misplaced-ruling" and source in sources):
            continue
        taken[id(clean)] = planted, clean
        sources.add(source)
    return list(taken.values())


def is_run_wide(kind: str) -> bool:
    """Return whether a kind needs the other documents, or a check that looks at them."""
    one, registry = injection.kinds()[kind], checks.registry()
    return bool(one.run_fault) or any("C" in registry[code].needs.split() for code in one.codes)


def _batches(everything: list[tuple[Planted, Aligned]]) -> Iterator[list[tuple[Planted, Aligned]]]:
    for start in range(0, len(everything), BATCH):
        yield everything[start : start + BATCH]


def _count(tally: Tally, planted: Planted, file: str, new: Sequence[Finding]) -> None:
    met = [one for one in new if is_met(planted, file, one)]
    tally.planted += 1
    tally.found += bool(met)
    others = {one.code: one for one in new if one.code not in planted.codes}
    tally.beside.update(list(others))
    for code, one in others.items() if met else ():
        tally.examples.setdefault(code, f"{planted.after[:60]!r}: {one.excerpt[:80]!r}: {one.message[:120]}")
    if not met:
        said = "; ".join(f"{one.code} {one.language} {one.excerpt!r}" for one in new) or "nothing"
        text = _text(planted)
        tally.misses.append(f"{planted.before[:70]!r} → {planted.after[:70]!r} | said {said[:150]} | {text[:200]}")


def _text(planted: Planted) -> str:
    rulings = planted.page.rulings
    return rulings[planted.position - 1].text if planted.position <= len(rulings) else ""


def _key(finding: Finding) -> Key:
    return (finding.code, finding.language, finding.excerpt, finding.concept)


def clean_findings(material: Sequence[tuple[str, Aligned]], bench: Bench) -> dict[int, set[Key]]:
    """Return, for each clean document, what is reported of it."""
    found = {}
    for _, one in material:
        found[id(one)] = {_key(finding) for finding in bench.findings([one])}
    return found


def clean_run(documents: Sequence[Aligned], bench: Bench) -> set[tuple[str, Key]]:
    """Return what a run over the clean documents reports, with its files."""
    return {(finding.file, _key(finding)) for finding in bench.findings(documents, bench.every)}


def table(name: str, results: dict[str, dict[str, Tally]], misses: int) -> Iterator[str]:
    """Yield the lines of the table of recall, a row a kind and language."""
    yield from (f"### {name}", "", "| kind | code | language | planted | found | recall | said beside |")
    yield "|---|---|---|---:|---:|---|---|"
    for kind, tallies in results.items():
        codes = "/".join(injection.kinds()[kind].codes)
        rows = [(language, tallies[language]) for language in LANGUAGES if language in tallies]
        if len(rows) > 1:
            everything = Tally(sum(one.planted for _, one in rows), sum(one.found for _, one in rows))
            rows.append(("all", everything))
        for language, one in rows:
            beside = ", ".join(f"{code} {count}" for code, count in sorted(one.beside.items()))
            recall = measure(one.found / one.planted, wilson(one.found, one.planted))
            goal = 0.99 if codes[:6] in STRICT else 0.95
            weak = " **below**" if one.found / one.planted < goal and (language == "all" or len(rows) == 1) else ""
            yield f"| {kind} | {codes} | {language} | {one.planted} | {one.found} | {recall}{weak} | {beside} |"
    for kind, tallies in results.items():
        for language, one in tallies.items():
            for example in one.misses[:misses]:
                print(f"MISSED {kind} {language}: {example}", file=sys.stderr)
            for code, example in one.examples.items() if misses else ():
                print(f"BESIDE {kind} {language}: {code} {example}", file=sys.stderr)
    yield ""


def allowed_table(ran: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the table of kinds: what each is, and where the language allows it."""
    yield from ("| kind | code | what is planted | where |", "|---|---|---|---|")
    for name in ran:
        one = injection.kinds()[name]
        yield f"| {name} | {'/'.join(one.codes)} | {one.summary.rstrip('.')} | {one.allowed} |"
    yield ""
