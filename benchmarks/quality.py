"""Plant faults into clean pages, count what the checks find, and write docs/quality.md.

    python benchmarks/quality.py                    writes docs/quality.md
    python benchmarks/quality.py --kinds LNG,FRM001 --misses 5     prints some kinds, with examples of what was missed

The clean pages are those of corpus/clean and, where ../shared is there, the English and Chinese rulings of its data.
One fault a document; everything is seeded. Findings that the clean document has as well do not count.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random

from click.testing import CliRunner

from aligner import align, checks, encoding, injection, judging, run
from aligner.cli import main as command_line
from aligner.config import Config
from aligner.evaluate import wilson
from aligner.facts import FactBook
from aligner.injection import Planted
from aligner.model import LANGUAGES, Aligned, Document, Finding, Page, Ruling
from aligner.report.scores import measure

ROOT = Path(__file__).resolve().parent.parent
RULINGS = ROOT.parent / "shared" / "data" / "rulings_en_zhs.tsv.gz"
COUNT = 200  # faults of each kind in each material
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


@dataclass(frozen=True)
class Bench:
    """What every run needs: the encoder, the facts and the codes of the checks that look at one document."""

    encoder: encoding.Encoder
    facts: FactBook
    codes: frozenset[str]

    def aligned(self, document: Document) -> Aligned:
        """Align a document."""
        return Aligned(document, align.align(document, self.encoder, self.facts.fingerprint))

    def findings(self, corpus: Sequence[Aligned], codes: frozenset[str] | None = None) -> list[Finding]:
        """Run the checks."""
        return list(judging.run(corpus, self.facts, self.codes if codes is None else codes))


def corpus_documents() -> list[Aligned]:
    """Return the clean documents of the corpus."""
    return list(run.load([str(ROOT / "corpus" / "clean")], Config()).aligned)


def by_language(documents: Iterable[Aligned], bench: Bench) -> list[tuple[str, Aligned]]:
    """Return each document once for each of its languages but English, with four pages at most."""
    found = []
    for one in documents:
        others = [page.language for page in one.document.pages if page.language != "en"]
        for number, language in enumerate(others):
            if len(others) < 4:
                found.append((language, one))
                continue
            kept = {"en", language, *(others[(number + step) % len(others)] for step in (1, 2))}
            pages = tuple(page for page in one.document.pages if page.language in kept)
            found.append((language, bench.aligned(Document(one.document.title, pages))))
    return found


def chinese_documents(bench: Bench) -> list[Aligned]:
    """Return the cards whose Chinese rulings all stand in the order of the English ones (grade A)."""
    if not RULINGS.is_file():
        return []
    cards: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    with gzip.open(RULINGS, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            cards[row["set"], row["card_en"]].append(row)
    return [bench.aligned(_bilingual(rows)) for rows in cards.values() if all(row["grade"] == "A" for row in rows)]


def parallel(documents: Sequence[Aligned], bench: Bench) -> list[Aligned]:
    """Return the documents to plant faults in: those whose rulings answer each other and are whole.

    Some rows of grade A hold two different rulings, or a Chinese one that breaks off.
    """
    unlike = frozenset(code for code in bench.codes if code.startswith("ALN")) | {"FRM012"}
    return [one for one in documents if not bench.findings([one], unlike)]


def _bilingual(rows: Sequence[dict[str, str]]) -> Document:
    pages = []
    for language in ("en", "zhs"):
        rulings = tuple(
            Ruling(
                row[language].replace("\\n", "\n"), number, 100 * number, 1, date=_date(row["date"]), label=row["date"]
            )
            for number, row in enumerate(rows, 1)
        )
        title = Ruling(rows[0][f"card_{language}"], 0, 1, 1, kind="title")
        pages.append(Page(f"{rows[0]['set']}/{rows[0]['card_en']}.{language}", language, title, rulings))
    return Document(rows[0]["card_en"], tuple(pages))


def _date(written: str) -> date | None:
    return date.fromisoformat(written) if written else None


def faults(
    kind: str, material: Sequence[tuple[str, Aligned]], count: int, facts: FactBook
) -> Iterator[tuple[Planted, Aligned]]:
    """Yield up to `count` different faults of a kind, the languages in turn."""
    documents: dict[str, list[Aligned]] = defaultdict(list)
    for language, one in material:
        documents[language].append(one)
    streams = [
        _stream(kind, language, documents[language], facts, count)
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
    kind: str, language: str, documents: Sequence[Aligned], facts: FactBook, count: int
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
            planted = injection.plant(kind, one, language, rng, facts)
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


def is_met(planted: Planted, number: int, finding: Finding) -> bool:
    """Return whether a finding reports the fault: its code, at the ruling or with the ruling as its counterpart."""
    file = f"{number}.{planted.language}"
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
            _count(tallies[planted.language], planted, number, by_document[str(number)], before[id(clean)])
    return dict(tallies)


def _batches(everything: list[tuple[Planted, Aligned]]) -> Iterator[list[tuple[Planted, Aligned]]]:
    for start in range(0, len(everything), BATCH):
        yield everything[start : start + BATCH]


def _count(tally: Tally, planted: Planted, number: int, findings: Iterable[Finding], clean: set[Key]) -> None:
    new = [one for one in findings if _key(one) not in clean]
    met = [one for one in new if is_met(planted, number, one)]
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


def alarms(name: str, documents: Sequence[Aligned], bench: Bench, shown: int) -> Iterator[str]:
    """Yield the lines of the table of what is reported of clean rulings."""
    rulings = sum(len(page.rulings) for one in documents for page in one.document.pages)
    found = bench.findings(
        documents, frozenset(code for code, one in checks.registry().items() if "off" not in one.needs)
    )
    counts = Counter(one.code for one in found)
    yield from (f"### {name}: {rulings:,} rulings", "", "| code | findings | one in | share |", "|---|---:|---:|---|")
    for code in sorted(counts):
        share = measure(counts[code] / rulings, wilson(counts[code], rulings))
        yield f"| {code} | {counts[code]} | {rulings // counts[code]:,} | {share} |"
    if not counts:
        yield "| any | 0 | – | – |"
    for code in sorted(counts):
        for one in [one for one in found if one.code == code][:shown]:
            print(f"ALARM {code} {one.file} {one.position}: {one.excerpt[:80]!r}: {one.message}", file=sys.stderr)
    yield ""


def everyday() -> frozenset[str]:
    """Return the codes of the checks of pages that run without being asked for."""
    registry = checks.registry()
    return frozenset(
        code
        for code in run.selection(Config())
        if "off" not in registry[code].needs and registry[code].scope in ("page", "group", "corpus")
    )


def main() -> None:
    """Measure, and write the page or print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, help="faults of each kind in each material")
    parser.add_argument("--kinds", default="", help="names or codes, with commas; prints instead of writing")
    parser.add_argument("--misses", type=int, default=0, help="examples of misses and false alarms, on stderr")
    parser.add_argument("--no-alarms", action="store_true", help="leave the clean rulings out")
    options = parser.parse_args()
    asked = everyday()
    codes = frozenset(code for code in asked if "C" not in checks.registry()[code].needs.split())
    bench = Bench(encoding.load_encoder("embedded"), FactBook(run.glossaries(Config())), codes)
    wanted = [word.strip() for word in options.kinds.split(",") if word.strip()]
    chosen = [
        name
        for name, one in injection.kinds().items()
        if set(one.codes) & codes and (not wanted or any(name == w or one.codes[0].startswith(w) for w in wanted))
    ]
    sources = (
        ("corpus/clean", corpus_documents()),
        ("English and Chinese rulings", chinese_documents(bench)),
    )
    recall: list[str] = []
    false: list[str] = []
    for name, documents in sources:
        if not documents:
            continue
        material = by_language(parallel(documents, bench), bench)
        before = clean_findings(material, bench)
        results = {kind: measured(kind, material, options.count, bench, before) for kind in chosen}
        recall += table(name, {kind: found for kind, found in results.items() if found}, options.misses)
        if not options.no_alarms:
            false += alarms(name, documents, bench, options.misses)
    if wanted:
        print("\n".join(recall + false))
    else:
        (ROOT / "docs" / "quality.md").write_text(page(options.count, chosen, recall, false), encoding="utf-8")


def page(count: int, chosen: Sequence[str], recall: Sequence[str], false: Sequence[str]) -> str:
    """Return docs/quality.md."""
    command = "python benchmarks/quality.py" + (f" --count {count}" if count != COUNT else "")
    lines = [
        "# How right the checks are",
        "",
        f"Made by `{command}`. The English and Chinese rulings are those of `../shared`,",
        "where it is there. Intervals are Wilson's, 95 %.",
        "",
        "## The corpus and its labels",
        "",
        "```console",
        "$ aligner evaluate corpus/labels.csv corpus --quiet",
        corpus_evaluation().rstrip("\n"),
        "```",
        "",
        "## Planted faults",
        "",
        f"Up to {count} of each kind in each material, one a document, seeded. *Found* is a finding of the code at",
        "the damaged ruling, or one that names it as a counterpart; *said beside* counts the documents in which",
        "another code spoke too. **below** marks what is under the goal: .99 for symbols, slots, look-alikes and whole",
        "rulings, else .95.",
        "",
        *allowed_table(chosen),
        *recall,
        "## What is reported of clean rulings",
        "",
        "Every finding counts as false here, though nobody has proofread the Chinese rulings. The goal is one in 500",
        "at most.",
        "",
        *false,
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def corpus_evaluation() -> str:
    """Return what `aligner evaluate` prints of the corpus."""
    import os

    here = Path.cwd()
    os.chdir(ROOT)
    try:
        return CliRunner().invoke(command_line, ["evaluate", "corpus/labels.csv", "corpus", "--quiet"]).stdout
    finally:
        os.chdir(here)


if __name__ == "__main__":
    main()
