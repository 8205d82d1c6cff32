"""Measure the parts of a run one by one with pyperf: reading, finding terms and English, aligning.

    python benchmarks/parts.py                                all of them, in some minutes
    python benchmarks/parts.py -o new.json                    and keep the figures
    python -m pyperf compare_to old.json new.json --table     what two versions cost

Read are 1,000 rulings in each format; searched are 500 pieces of 200 characters of the printed texts in a language,
without what is remembered of a text; aligned is one document of so many rulings a side without dates, one in a hundred
missing, merged and moved, whose marks are known, without an encoder. The texts are those of ../shared. CPU seconds, of
five processes each; pyperf's own options can be given. Whole runs are those of benchmarks/scale.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

import alignment_scale
import pyperf
import reading
import terms

from aligner import align, encoding, run
from aligner.config import Config
from aligner.english import leftovers
from aligner.facts import FactBook
from aligner.terms import build_index

RULINGS = 1_000
TEXTS = 500
SIZES = (20, 200, 2_000, 20_000)
LANGUAGES = ("ru", "pt", "ja")
Work = Callable[[], object]


def read(kind: str) -> Work:
    """Return what reads the files of a format."""
    files = reading.FORMATS[kind](reading.texts(RULINGS))
    return lambda: reading.read_all(files)


def some(language: str) -> list[str]:
    """Return pieces of printed texts of a language."""
    return terms.rulings(list(islice(terms.printed(language), 2 * TEXTS)))[:TEXTS]


def find_terms(language: str) -> Work:
    """Return what finds the terms of a language in texts."""
    index = build_index(run.glossaries(Config()).terms(language), language)
    texts = some(language)
    return lambda: [index.find(text) for text in texts]


def find_english(language: str) -> Work:
    """Return what looks for English in texts of another language."""
    facts = FactBook(run.glossaries(Config()))
    own, english = facts.words(language), facts.english_terms
    texts = some(language)
    return lambda: [leftovers(text, language, own, english_terms=english) for text in texts]


def link(size: int) -> Work:
    """Return what aligns a document of two pages with so many rulings each."""
    document = alignment_scale.long(size)
    facts = FactBook(run.glossaries(Config()))
    marks = {
        (page.language, one.text): facts.fingerprint(page.language, one.text)
        for page in document.pages
        for one in page.rulings
    }
    return lambda: align.align(document, encoding.NoEncoder(), lambda language, text: marks[language, text])


def seconds(prepare: Callable[[], Work], loops: int) -> float:
    """Return the CPU seconds that so many rounds take; what prepares them does not count."""
    work = prepare()
    return terms.seconds(lambda: [work() for _ in range(loops)])


def main() -> None:
    runner = pyperf.Runner(processes=5, values=1, warmups=0)
    parts = {f"read {RULINGS:,} rulings, {kind}": partial(read, kind) for kind in reading.FORMATS}
    parts |= {f"find terms in {TEXTS} texts, {language}": partial(find_terms, language) for language in LANGUAGES}
    parts |= {f"find English in {TEXTS} texts, {language}": partial(find_english, language) for language in LANGUAGES}
    parts |= {f"align {size:,} rulings a side": partial(link, size) for size in SIZES}
    for name, prepare in parts.items():
        runner.bench_time_func(name, partial(seconds, prepare))


if __name__ == "__main__":
    main()
