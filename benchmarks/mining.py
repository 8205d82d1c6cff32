"""Mine terms and drift from printed cards without a glossary, and print the tables of docs/terms.md.

    python benchmarks/mining.py                        prints both tables
    python benchmarks/mining.py --languages ru --show  and the keywords missed, and the notes on clean pages

1,500 printed texts of ../shared a language, beside their English. Keywords: those of data/terms.csv that ten cards or
more have; found where a mined rendering of the English keyword is the printed one, in any of its forms. Drift: eight
texts a page; then, on every third page that has the concept PLANTED in two texts or more, the last of these texts gets
a second rendering, an invented word. Whether a note on a clean page is true is for a reader to say.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import time
from collections.abc import Iterator, Sequence

from term_quality import DATA, printed

from aligner import glossary, mining
from aligner.mining.drifting import Drift
from aligner.model import LANGUAGES
from aligner.terms import build_index, term_forms
from aligner.text import fold

CARDS = 10
ON_A_PAGE = 8
EVERY = 3
PLANTED = "graveyard"
WORDS = {"ru": "погостище", "ja": "奈落", "ko": "묏자리", "zhs": "冥府", "zht": "冥府", "de": "Gruftort"}
WORD_ELSE = "tumulorio"


def keywords(language: str, texts: Sequence[mining.Texts]) -> Iterator[tuple[str, str]]:
    """Yield the English keywords that enough of the cards have, with the printed ones."""
    with (DATA / "terms.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] in ("keyword", "ability word") and row[language]:
                word = re.compile(rf"\b{re.escape(row['en'])}\b", re.IGNORECASE)
                if sum(bool(word.search(text["en"])) for text in texts) >= CARDS:
                    yield row["en"], row[language]


def missed(language: str, texts: Sequence[mining.Texts], rows: glossary.Glossary) -> tuple[int, list[str]]:
    """Return how many keywords there are, and those whose printed rendering was not mined."""
    mined = mining.mine(texts, "en")
    wanted = list(keywords(language, texts))
    bad = []
    for english, own in wanted:
        forms = {form for term in rows.of(english, language) for form in term_forms(term)} | {fold(own, language)}
        right = {_close(form) for form in forms}
        found = [one.text for one in mined if fold(english) in (one.concept, *one.spellings)]
        if not any(_close(fold(text, language)) in right for text in found):
            bad.append(f"{english} ({own}): {', '.join(found) or 'nothing'}")
    return len(wanted), bad


def _close(form: str) -> str:
    return re.sub(r"[\s・]", "", form)


def planted(
    texts: Sequence[mining.Texts], language: str, rows: glossary.Glossary
) -> tuple[list[mining.Texts], set[int]]:
    """Return the texts with a second rendering on some pages, and the numbers of these pages."""
    index = build_index(rows.terms(language), language)
    having = [
        [match for match in index.find(text[language]) if match.term.concept == PLANTED]
        if PLANTED in text["en"].lower()
        else []
        for text in texts
    ]
    able = [page for page in range(0, len(texts), ON_A_PAGE) if sum(map(bool, having[page : page + ON_A_PAGE])) > 1]
    changed, pages = list(texts), set()
    for page in able[::EVERY]:
        last = max(number for number in range(page, min(page + ON_A_PAGE, len(texts))) if having[number])
        own = texts[last][language]
        for match in reversed(having[last]):
            own = own[: match.start] + WORDS.get(language, WORD_ELSE) + own[match.end :]
        changed[last] = {**texts[last], language: own}
        pages.add(page // ON_A_PAGE)
    return changed, pages


def drift(language: str, texts: Sequence[mining.Texts], rows: glossary.Glossary) -> tuple[tuple[Drift, ...], str]:
    """Return the notes on clean pages, and the cells of the table."""
    documents = [number // ON_A_PAGE for number in range(len(texts))]
    start = time.process_time()
    clean = mining.drift(texts, documents, "en")
    taken = time.process_time() - start
    changed, pages = planted(texts, language, rows)
    word = WORDS.get(language, WORD_ELSE)
    notes = mining.drift(changed, documents, "en")
    hit = len({one.document for one in notes if word in (one.usual, one.other)} & pages)
    relied = "yes" if language in mining.RELIABLE else "no"
    return clean, f"| {language} | {len(clean)} | {hit} of {len(pages)} | {relied} | {taken:.1f} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(LANGUAGES[1:]), metavar="CODES")
    parser.add_argument("--show", action="store_true", help="the keywords missed and the notes on clean pages")
    options = parser.parse_args()
    if not DATA.is_dir():
        sys.exit("mining.py: ../shared is absent, so there are no printed texts to mine; nothing was measured")
    rows = glossary.merge((), glossary.read_shipped())
    languages = options.languages.split(",")
    texts = {code: [{"en": english, code: local} for _, english, local in printed(code)] for code in languages}
    print("| language | keywords on ten cards or more | found | share |\n|---|--:|--:|--:|")
    for language in languages:
        due, bad = missed(language, texts[language], rows)
        print(f"| {language} | {due} | {due - len(bad)} | {(due - len(bad)) / due:.1%} |", flush=True)
        print("".join(f"    {one}\n" for one in bad if options.show), end="")
    print("\n| language | notes on clean pages | planted pages found | relied on | CPU s |\n|---|--:|--:|---|--:|")
    for language in languages:
        clean, cells = drift(language, texts[language], rows)
        print(cells, flush=True)
        for one in clean if options.show else ():
            both = f"{one.usual} {one.usual_groups}, {one.other} {one.other_groups}"
            print(f"    page {one.document}: {one.concept}: {both}")


if __name__ == "__main__":
    main()
