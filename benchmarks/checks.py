"""Compare what every check costs with what the ten commonest cost, on the same pages.

    python benchmarks/checks.py [--rulings 1000] [--rounds 5]

The pages are those of corpus/ in all their languages, read again under other names until there are enough rulings; with
`../shared` beside the project, English and Chinese rulings, all different, take their place. CPU seconds, reading and
aligning included, each round on new facts; medians.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import statistics
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

from aligner import align, checks, encoding, judging, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Page, Ruling

ROOT = Path(__file__).resolve().parent.parent
RULINGS = ROOT.parent / "shared" / "data" / "rulings_en_zhs.tsv.gz"
COMMONEST = (
    "LNG001", "LNG002", "TRM002", "TRM001", "TRM005", "FRM001", "FRM004", "ALN001", "LNG003", "RDG004",
)  # fmt: skip
"""The checks with the most labels in corpus/ and in the labelled cases."""


def documents(wanted: int) -> list[Document]:
    """Return documents that hold this many rulings in all, on all their pages."""
    found: list[Document] = []
    rulings = 0
    for document in _shared() or _repeated():
        if rulings >= wanted:
            break
        found.append(document)
        rulings += sum(len(page.rulings) for page in document.pages)
    return found


def _shared() -> list[Document]:
    if not RULINGS.is_file():
        return []
    cards: dict[tuple[str, str], list[dict[str, str]]] = {}
    with gzip.open(RULINGS, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            cards.setdefault((row["set"], row["card_en"]), []).append(row)
    return [_bilingual(number, rows) for number, rows in enumerate(cards.values())]


def _bilingual(number: int, rows: Sequence[dict[str, str]]) -> Document:
    pages = []
    for language, title in (("en", "card_en"), ("zhs", "card_zhs")):
        entries = tuple(
            Ruling(row[language], place, 2 * place, 1, date.fromisoformat(row["date"]) if row["date"] else None)
            for place, row in enumerate(rows, 1)
        )
        heading = Ruling(rows[0][title], 0, 1, 1, kind="title")
        pages.append(Page(f"{number}.{language}.txt", language, heading, entries))
    return Document(rows[0]["card_en"], tuple(pages))


def _repeated() -> list[Document]:
    read = run.load([str(ROOT / "corpus")], Config()).documents
    found: list[Document] = []
    for again in count():
        for document in read:
            pages = tuple(replace(page, file=f"{again}/{page.file}") for page in document.pages)
            found.append(replace(document, pages=pages))
        if sum(len(page.rulings) for one in found for page in one.pages) > 1_000_000 or again > 200:
            break
    return found


def seconds(pages: Sequence[Document], codes: Collection[str]) -> float:
    """Return the CPU seconds of aligning and checking the documents with these checks, on new facts."""
    facts = FactBook(run.glossaries(Config()))
    for page in pages[0].pages:
        facts.terms(page.language, "")  # the indexes are built once a run, whatever runs
    encoder = encoding.load_encoder("embedded")
    start = time.process_time()
    corpus = [Aligned(one, align.align(one, encoder, facts.fingerprint)) for one in pages]
    for _ in judging.run(corpus, facts, codes):
        pass
    return time.process_time() - start


def main() -> None:
    """Measure both and print their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    pages = documents(options.rulings)
    rulings = sum(len(page.rulings) for one in pages for page in one.pages)
    every = frozenset(code for code, one in checks.registry().items() if one.scope != "glossary")
    rounds = [(seconds(pages, every), seconds(pages, COMMONEST)) for _ in range(options.rounds)]
    everything, ten = (statistics.median(values) for values in zip(*rounds, strict=True))
    print(f"{rulings:,} rulings in {len(pages):,} documents, CPU seconds, median of {options.rounds}")
    print(f"every check ({len(every)}): {everything:.2f}")
    print(f"the ten commonest: {ten:.2f}")
    print(f"ratio: {everything / ten:.2f}")


if __name__ == "__main__":
    main()
