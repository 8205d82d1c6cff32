"""Damage documents whose alignment is known, align them again, and print how many links come out right.

    python benchmarks/alignment.py                    prints the tables of docs/alignment.md
    python benchmarks/alignment.py --count 200        with more documents a scenario

The texts are those of ../shared: the seeds, printed cards in several languages, and neighbouring rules, which resemble
one another as rulings of one card do. Everything is seeded. A link is a pair of rulings of two languages.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from random import Random

from aligner import align, encoding, reading, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.model import Document, Page, Ruling

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
DATA = SHARED / "data"
CARDS = ("ru", "pt", "ja", "de", "fr", "es", "it")
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


@dataclass(frozen=True)
class Entry:
    """A ruling, the numbers of the originals that it holds, and whether it is a further copy of one."""

    text: str
    day: date | None
    holds: frozenset[int]
    copy: bool = False


Side = list[Entry]
Pool = list[dict[str, str]]
"""Rows of language → text, in the order of their source."""


def rows(name: str) -> Iterator[dict[str, str]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {key: value.replace("\\n", " ") for key, value in row.items()}


def cards(languages: Sequence[str]) -> Pool:
    """Return the cards whose text we have in English and in all these languages."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for language in languages:
        for row in rows(f"card_texts_{language}.tsv.gz"):
            if min(len(row["text_loc"]), len(row["text_en_printed"])) > 40:
                card = found.setdefault((row["card"], row["face"]), {"en": row["text_en_printed"]})
                card[language] = row["text_loc"]
    return [card for _, card in sorted(found.items()) if len(card) == len(languages) + 1]


def rules() -> Pool:
    return [{"en": row["en"], "zhs": row["zhs"]} for row in rows("rules_en_zhs_2024.tsv.gz") if len(row["en"]) > 60]


def seeds() -> Pool:
    sources, _, _ = reading.find_files([str(SHARED / "seeds")], ())
    pages = [page for source in sources for page in reading.read(source)][:3]
    columns = [[ruling.text for ruling in page.rulings] for page in pages]
    return [dict(zip(("ru", "pt", "ja"), texts, strict=True)) for texts in zip(*columns, strict=True)]


def drawn(pool: Pool, rng: Random, languages: Sequence[str], near: bool) -> dict[str, Side]:
    """Return a document of 6 to 30 rows under one to four dates; `near` takes neighbours of the pool."""
    size = min(len(pool), rng.randint(6, 30))
    start = rng.randrange(len(pool) - size + 1)
    chosen = pool[start : start + size] if near else rng.sample(pool, size)
    first = date(2009, 10, 1)
    days = sorted(first + timedelta(days=rng.randrange(4000)) for _ in range(rng.randint(1, 4)))
    under = sorted(rng.choice(days) for _ in chosen)
    return {
        language: [
            Entry(row[language], day, frozenset({n})) for n, (row, day) in enumerate(zip(chosen, under, strict=True))
        ]
        for language in languages
    }


def drop(share: float) -> Callable[[Side, Random], Side]:
    return lambda side, rng: [one for one in side if rng.random() >= share] or side[:1]


def shuffle(side: Side, rng: Random) -> Side:
    return sorted(side, key=lambda one: (one.day or date.min, rng.random()))


def merge(side: Side, rng: Random) -> Side:
    result: Side = []
    for one in side:
        if result and result[-1].day == one.day and len(result[-1].holds) == 1 and rng.random() < 0.1:
            before = result.pop()
            one = Entry(f"{before.text} {one.text}", one.day, before.holds | one.holds)
        result.append(one)
    return result


def split(side: Side, rng: Random) -> Side:
    result: Side = []
    for one in side:
        parts = [part for part in SENTENCE.split(one.text) if part]
        if len(parts) > 1 and rng.random() < 0.15:
            cut = rng.randrange(1, len(parts))
            result += [replace(one, text=" ".join(some)) for some in (parts[:cut], parts[cut:])]
        else:
            result.append(one)
    return result


def duplicate(side: Side, rng: Random) -> Side:
    result = list(side)
    for one in side:
        if rng.random() < 0.1:
            place = next(n for n, other in enumerate(result) if other is one)
            result.insert(rng.randint(place + 1, len(result)), replace(one, copy=True))
    return result


def redate(side: Side, rng: Random) -> Side:
    return [
        replace(one, day=one.day + timedelta(days=rng.choice((-365, -31, 28, 400))))
        if one.day and rng.random() < 0.1
        else one
        for one in side
    ]


def undated(side: Side, rng: Random) -> Side:
    return [replace(one, day=None) for one in side]


# Halves of a ruling stay together, and only neighbours are merged; of a ruling and its copy either may be linked.
Damage = Callable[[Side, Random], Side]
SCENARIOS: dict[str, tuple[tuple[Damage, ...], tuple[Damage, ...], float]] = {
    # name: (damage of the first side, damage of the second, share left in the first side's language)
    "clean": ((), (), 0),
    "drop 10 %": ((), (drop(0.1),), 0),
    "drop 25 %": ((), (drop(0.25),), 0),
    "drop 10 % in each": ((drop(0.1),), (drop(0.1),), 0),
    "shuffle in date": ((), (shuffle,), 0),
    "shuffle, drop 10 %": ((), (drop(0.1), shuffle), 0),
    "merge 10 %": ((), (merge,), 0),
    "split 15 %": ((), (split,), 0),
    "duplicate 10 %": ((), (duplicate,), 0),
    "untranslated 20 %": ((), (), 0.2),
    "wrong date 10 %, drop 10 %": ((), (drop(0.1), redate), 0),
    "no dates in one, shuffle, drop": ((), (drop(0.1), shuffle, undated), 0),
    "all of it": ((drop(0.1),), (drop(0.1), merge, shuffle, split, duplicate, redate), 0.2),
}


def page(language: str, side: Side) -> Page:
    rulings = tuple(Ruling(one.text, n, 4 * n + 1, 1, one.day) for n, one in enumerate(side, 1))
    return Page(f"{language}.txt", language, None, rulings)


class Scorer:
    """Count links: how many are right, how many were made, how many there are."""

    def __init__(self, encoder: encoding.Encoder, facts: FactBook) -> None:
        self.encoder, self.facts = encoder, facts
        self.right = self.made = self.true = 0

    def add(self, sides: dict[str, Side]) -> None:
        """Align a document of these pages and count its links."""
        document = Document("T", tuple(page(language, side) for language, side in sides.items()))
        groups = align.align(document, self.encoder, self.facts.fingerprint)
        holds = {
            id(ruling): one.holds
            for home in document.pages
            for ruling, one in zip(home.rulings, sides[home.language], strict=True)
        }
        for one, two in combinations(sides, 2):
            self.true += sum(
                bool(a.holds & b.holds) for a in sides[one] for b in sides[two] if not a.copy and not b.copy
            )
            for group in groups:
                links = [(a, b) for a in group.members.get(one, ()) for b in group.members.get(two, ())]
                self.made += len(links)
                self.right += sum(bool(holds[id(a)] & holds[id(b)]) for a, b in links)

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return 2 * self.right / max(1, self.made + self.true)


def damaged(pool: Pool, rng: Random, languages: Sequence[str], near: bool, name: str) -> dict[str, Side]:
    sides = drawn(pool, rng, languages, near)
    first, second, left = SCENARIOS[name]
    original = {min(one.holds): one.text for one in sides[languages[0]]}
    for language, damages in zip(languages, (first, second), strict=True):
        if language == languages[1] and left:
            sides[language] = [
                replace(one, text=original[min(one.holds)]) if rng.random() < left else one for one in sides[language]
            ]
        for damage in damages:
            sides[language] = damage(sides[language], rng)
    return sides


def stress(count: int, encoder: encoding.Encoder, facts: FactBook) -> None:
    pools = {
        "seeds ru-ja": (seeds(), ("ru", "ja"), False),
        "cards en-ru": (cards(("ru",)), ("en", "ru"), False),
        "rules en-zhs": (rules(), ("en", "zhs"), True),
    }
    print(f"| scenario | {' | '.join(pools)} |\n|---|{'---|' * len(pools)}")
    for name in SCENARIOS:
        cells = []
        for pool, languages, near in pools.values():
            rng, scorer = Random(name), Scorer(encoder, facts)
            for _ in range(count):
                scorer.add(damaged(pool, rng, languages, near, name))
            cells.append(f"{scorer.f1:.3f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def many(count: int, encoder: encoding.Encoder, facts: FactBook) -> None:
    print("\n| languages, 10 % dropped in each | link F1 |\n|---|---|")
    for languages in (("en", *CARDS[:2]), ("en", *CARDS[:4]), ("en", *CARDS)):
        pool, rng, scorer = cards(languages[1:]), Random(len(languages)), Scorer(encoder, facts)
        for n in range(count):
            sides = drawn(pool, rng, languages, near=False)
            for language in languages:
                sides[language] = drop(0.1)(shuffle(sides[language], rng) if n % 2 else sides[language], rng)
            scorer.add(sides)
        print(f"| {len(languages)}, half of the documents shuffled | {scorer.f1:.3f} |", flush=True)


def known(encoder: encoding.Encoder, facts: FactBook) -> None:
    """Print the rulings whose order is known, and the single unrelated ones that were linked."""
    books: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows("rulings_en_zhs.tsv.gz"):
        if row["grade"] == "A":
            books.setdefault((row["set"], row["card_en"]), []).append(row)
    scorer = Scorer(encoder, facts)
    for found in books.values():
        sides = {
            language: [
                Entry(row[language], date.fromisoformat(row["date"]), frozenset({n}))
                for n, row in sorted(enumerate(found), key=lambda pair: int(pair[1][f"{language}_pos"]))
            ]
            for language in ("en", "zhs")
        }
        scorer.add(sides)
    print(f"\nrulings of grade A: {scorer.right} of {scorer.true} links as given, {scorer.made - scorer.right} others")
    pool, rng, linked = rules(), Random(7), 0
    for _ in range(600):
        one, two = rng.sample(pool, 2)
        document = Document(
            "T",
            (page("en", [Entry(one["en"], None, frozenset())]), page("zhs", [Entry(two["zhs"], None, frozenset())])),
        )
        linked += any(
            len(group.members) == 2 and not group.doubtful
            for group in align.align(document, encoder, facts.fingerprint)
        )
    print(f"single unrelated rulings linked: {linked} of 600")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="documents a scenario and pool")
    parser.add_argument("--encoder", default="embedded")
    options = parser.parse_args()
    if not DATA.is_dir():
        parser.exit(2, "../shared is not there: the texts are no part of the project\n")
    encoder, facts = encoding.load_encoder(options.encoder), FactBook(run.glossaries(Config()))
    stress(options.count, encoder, facts)
    many(options.count, encoder, facts)
    known(encoder, facts)


if __name__ == "__main__":
    main()
