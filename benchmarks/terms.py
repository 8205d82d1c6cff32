"""Find the terms in rulings of 200 characters and print how many a second, and how long the index takes to build.

    python benchmarks/terms.py                    prints the table of docs/terms.md
    python benchmarks/terms.py --languages ru,ja

The texts are the printed cards of ../shared, put together and cut anew after 200 characters; without them those of
corpus/clean, which are few. CPU seconds of one core; of every fifty texts the best of thirty runs counts, so that what
else the machine does tells little.
"""

from __future__ import annotations

import argparse
import csv
import gc
import gzip
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from aligner import glossary
from aligner.languages import forms, german, romance, russian
from aligner.model import LANGUAGES
from aligner.terms import build_index

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
LENGTH = 200
RUNS = 30
FEW = 50
WANTED = {"ru": 15_000}
WANTED_ELSE = 25_000


def printed(language: str) -> Iterator[str]:
    """Yield the printed texts of a language."""
    name, column = ("de", "text_en_printed") if language == "en" else (language, "text_loc")
    with gzip.open(DATA / f"card_texts_{name}.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row[column].replace("\\n", " ")


def corpus(language: str) -> list[str]:
    """Return the rulings of corpus/clean in a language."""
    from aligner import run
    from aligner.config import Config

    loaded = run.load([str(ROOT / "corpus" / "clean")], Config())
    return [ruling.text for page in loaded.pages if page.language == language for ruling in page.rulings]


def rulings(texts: Sequence[str]) -> list[str]:
    """Return the texts put together and cut into pieces of 200 characters."""
    whole = " ".join(texts)
    return [whole[at : at + LENGTH] for at in range(0, len(whole) - LENGTH, LENGTH)]


def seconds(action: Callable[[], object]) -> float:
    """Return the CPU seconds that the action took."""
    gc.disable()  # as timeit does: else the other languages' tables are counted again and again
    start = time.process_time()
    action()
    taken = time.process_time() - start
    gc.enable()
    return taken


def _forget() -> None:
    """Forget the forms that were made, so that an index is built from nothing."""
    forms.cache_clear()
    german.noun_forms.cache_clear()
    german.verb_forms.cache_clear()
    romance.verb_forms.cache_clear()
    for remembered in (
        russian._parse,
        russian._lexeme,
        russian._noun_tables,
        russian._adjective_tables,
        russian._dependant,
    ):
        remembered.cache_clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(LANGUAGES), metavar="CODES")
    languages = parser.parse_args().languages.split(",")
    rows = glossary.read_shipped()
    own = {language: [row for row in rows if row.language == language] for language in languages}
    built = dict.fromkeys(languages, float("inf"))
    indexes, portions = {}, {}
    for language in languages:
        pieces = rulings(list(printed(language)) if DATA.is_dir() else corpus(language))
        portions[language] = [pieces[at : at + FEW] for at in range(0, len(pieces), FEW)]
        for _ in range(5):
            _forget()
            built[language] = min(built[language], seconds(lambda code=language: build_index(own[code], code)))
        indexes[language] = build_index(own[language], language)
    least = {language: [float("inf")] * len(portions[language]) for language in languages}
    for _ in range(RUNS):  # one run of all languages after the other, as what else runs comes and goes
        for language in languages:
            find = indexes[language].find
            for at, portion in enumerate(portions[language]):
                taken = seconds(lambda find=find, portion=portion: [find(piece) for piece in portion])
                least[language][at] = min(least[language][at], taken)
    print("| language | rulings a second | wanted | index built in, s | forms |\n|---|--:|--:|--:|--:|")
    for language in languages:
        speed = sum(map(len, portions[language])) / sum(least[language])
        wanted = WANTED.get(language, WANTED_ELSE)
        forms_known = len(indexes[language].keys)
        print(f"| {language} | {speed:,.0f} | {wanted:,} | {built[language]:.2f} | {forms_known:,} |")


if __name__ == "__main__":
    main()
