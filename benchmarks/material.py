"""The clean pages of benchmarks/quality.py, and what every run over them needs."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from aligner import align, encoding, judging, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Finding, Page, Ruling

ROOT = Path(__file__).resolve().parent.parent
RULINGS = ROOT.parent / "shared" / "data" / "rulings_en_zhs.tsv.gz"


@dataclass(frozen=True)
class Bench:
    """What every run needs: the encoder, the facts, the checks that look at one document, and all of them."""

    encoder: encoding.Encoder
    facts: FactBook
    codes: frozenset[str]
    every: frozenset[str]

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
