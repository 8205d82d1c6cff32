"""Damage documents whose alignment is known, align them again, and print how many links come out right.

    python benchmarks/alignment.py                    prints the tables of docs/alignment.md
    python benchmarks/alignment.py --count 200        with more documents a scenario
    python benchmarks/alignment.py --half first       on the half from which thresholds are taken
    python benchmarks/alignment.py --only known       one table: stress, many, small, known or rules

The texts are those of ../shared: the seeds, printed cards in several languages, and neighbouring rules, which resemble
one another as rulings of one card do. Cards and rules are cut in two: thresholds come from the first half and are
judged on the second; the sixteen seeds are too few to cut. Everything is seeded. A link is a pair of rulings of two
languages.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np

from aligner import align, encoding, reading, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.linking import background
from aligner.model import Document, Page, Ruling

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
DATA = SHARED / "data"
CARDS = ("ru", "pt", "ja", "de", "fr", "es", "it")
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*(?=[^\s”’）」』])")


@dataclass(frozen=True)
class Entry:
    """A ruling, the numbers of the originals that it holds, and whether it is a further copy of one.

    `seam` is where the second original begins in a text that holds two.
    """

    text: str
    day: date | None
    holds: frozenset[int]
    copy: bool = False
    seam: int = 0


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


def half(pool: Pool, which: str) -> Pool:
    """Return the first or the second half of the pool, in its order: rules of one chapter stay together."""
    cut = len(pool) // 2
    return pool[:cut] if which == "first" else pool[cut:]


def drawn(pool: Pool, rng: Random, languages: Sequence[str], near: bool, least: int = 6) -> dict[str, Side]:
    """Return a document of `least` to 30 rows under one to four dates; `near` takes neighbours of the pool."""
    size = min(len(pool), rng.randint(least, 30))
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


def merge(side: Side, rng: Random, share: float = 0.1) -> Side:
    result: Side = []
    for one in side:
        if result and result[-1].day == one.day and len(result[-1].holds) == 1 and rng.random() < share:
            before = result.pop()
            text = f"{before.text} {one.text}"
            one = Entry(text, one.day, before.holds | one.holds, seam=len(before.text) + 1)
        result.append(one)
    return result


def split(side: Side, rng: Random) -> Side:
    result: Side = []
    for one in side:
        parts = [part for part in SENTENCE.split(one.text) if part]
        if len(parts) > 1 and rng.random() < 0.15:
            cut = rng.randrange(1, len(parts))
            halves = " ".join(parts[:cut]), " ".join(parts[cut:])
            at = len(one.text) - len(halves[1])
            low, high = min(one.holds), max(one.holds)  # only neighbours are merged, before anything is shuffled
            held = (
                one.holds if at > one.seam else frozenset({low}),
                one.holds if at < one.seam else frozenset({high}),
            )
            result += [replace(one, text=text, holds=some, seam=0) for text, some in zip(halves, held, strict=True)]
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
    """Count links: how many are right, how many were made, how many there are; those made without a doubt as well."""

    def __init__(
        self, encoder: encoding.Encoder, facts: FactBook, rivals: Mapping[str, encoding.Vectors] | None = None
    ) -> None:
        self.encoder, self.facts, self.rivals = encoder, facts, rivals
        self.right = self.made = self.true = self.sure = self.sound = 0

    def add(self, sides: dict[str, Side]) -> None:
        """Align a document of these pages and count its links."""
        document = Document("T", tuple(page(language, side) for language, side in sides.items()))
        groups = align.align(document, self.encoder, self.facts.fingerprint, rivals=self.rivals)
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
                right = sum(bool(holds[id(a)] & holds[id(b)]) for a, b in links)
                self.right += right
                if not group.doubtful:
                    self.sure, self.sound = self.sure + len(links), self.sound + right

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


def stress(count: int, which: str, encoder: encoding.Encoder, facts: FactBook) -> None:
    pools = {
        "seeds ru-ja": (seeds(), ("ru", "ja"), False),
        "cards en-ru": (half(cards(("ru",)), which), ("en", "ru"), False),
        "rules en-zhs": (half(rules(), which), ("en", "zhs"), True),
    }
    if which == "first":
        del pools["seeds ru-ja"]
    print(f"| scenario | {' | '.join(pools)} |\n|---|{'---|' * len(pools)}")
    for name in SCENARIOS:
        cells = []
        for pool, languages, near in pools.values():
            rng, scorer = Random(name), Scorer(encoder, facts)
            for _ in range(count):
                scorer.add(damaged(pool, rng, languages, near, name))
            cells.append(f"{scorer.f1:.3f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def many(count: int, which: str, encoder: encoding.Encoder, facts: FactBook) -> None:
    print("\n| languages, 10 % dropped in each | link F1 |\n|---|---|")
    for languages in (("en", *CARDS[:2]), ("en", *CARDS[:4]), ("en", *CARDS)):
        pool, rng, scorer = half(cards(languages[1:]), which), Random(len(languages)), Scorer(encoder, facts)
        for n in range(count):
            sides = drawn(pool, rng, languages, near=False)
            for language in languages:
                sides[language] = drop(0.1)(shuffle(sides[language], rng) if n % 2 else sides[language], rng)
            scorer.add(sides)
        print(f"| {len(languages)}, half of the documents shuffled | {scorer.f1:.3f} |", flush=True)


def known(which: str, encoder: encoding.Encoder, facts: FactBook) -> None:
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
    for languages, pool in (
        (("en", "zhs"), rules()),
        (("en", "ru"), cards(("ru",))),
        (("de", "fr"), cards(("de", "fr"))),
    ):
        print(
            f"single unrelated rulings linked, {'-'.join(languages)}: {single(pool, languages, which, encoder, facts)}"
        )


def single(pool: Pool, languages: tuple[str, str], which: str, encoder: encoding.Encoder, facts: FactBook) -> str:
    """Align pages of one ruling each that have nothing in common, and pages of one ruling that say the same."""
    rng, linked, kept = Random(7), 0, 0
    for _ in range(600):
        one, two = rng.sample(half(pool, which), 2)
        for other in (two, one):
            texts = one[languages[0]], other[languages[1]]
            pages = [page(code, [Entry(text, None, frozenset())]) for code, text in zip(languages, texts, strict=True)]
            groups = align.align(Document("T", tuple(pages)), encoder, facts.fingerprint)
            sure = any(len(group.members) == 2 and not group.doubtful for group in groups)
            linked, kept = linked + (sure and other is two), kept + (sure and other is one)
    return f"{linked} of 600; of as many translations {kept} are linked without a doubt"


def small(count: int, which: str, encoder: encoding.Encoder, facts: FactBook) -> None:
    """Print how pages of one to five rulings fare, three in ten missing on each, against several rivals."""
    other = "first" if which == "second" else "second"
    print("\n| pool | rivals | P | R | sure links | of them wrong |\n|---|---|---|---|---|---|")
    for pool, languages, near in ((cards(("ru",)), ("en", "ru"), False), (rules(), ("en", "zhs"), True)):
        made = [shortened(half(pool, which), Random(n), languages, near) for n in range(count)]
        texts = Random(1).sample(half(pool, other), 40)
        own = background.vectors(encoder, languages)
        encoded = {code: encoder.encode([row[code] for row in texts]) for code in languages}
        others = {code: vectors for code, vectors in encoded.items() if vectors is not None}
        both = {code: np.concatenate([own[code], vectors]) for code, vectors in others.items()}
        for name, vectors in (("our own", own), ("of other documents", others), ("both", both)):
            scorer = Scorer(encoder, facts, vectors)
            for sides in made:
                scorer.add(sides)
            right = f"{scorer.right / scorer.made:.3f} | {scorer.right / scorer.true:.3f}"
            print(f"| {'-'.join(languages)} | {name} | {right} | {scorer.sure} | {scorer.sure - scorer.sound} |")


def shortened(pool: Pool, rng: Random, languages: Sequence[str], near: bool) -> dict[str, Side]:
    """Return a document of at most five rulings without dates, three in ten of them missing on each page."""
    size = rng.randint(1, 5)
    start = rng.randrange(len(pool) - size)
    rows = pool[start : start + size] if near else rng.sample(pool, size)
    return {
        code: drop(0.3)([Entry(row[code], None, frozenset({n})) for n, row in enumerate(rows)], rng)
        for code in languages
    }


def unnumbered(encoder: encoding.Encoder, facts: FactBook) -> None:
    """Print how the whole book of rules is aligned when its numbers are taken away."""
    sides: dict[str, Side] = {
        code: [Entry(row[code], None, frozenset({n})) for n, row in enumerate(rows("rules_en_zhs_2024.tsv.gz"))]
        for code in ("en", "zhs")
    }
    scorer = Scorer(encoder, facts)
    scorer.add({code: [one for one in side if one.text.strip()] for code, side in sides.items()})
    print(f"\nrules without their numbers: {scorer.true:,} links, F1 {scorer.f1:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="documents a scenario and pool")
    parser.add_argument("--half", choices=("first", "second"), default="second", help="of the cards and the rules")
    parser.add_argument(
        "--only", nargs="+", choices=("stress", "many", "small", "known", "rules"), help="only these tables"
    )
    parser.add_argument("--encoder", default="embedded")
    options = parser.parse_args()
    if not DATA.is_dir():
        parser.exit(2, "../shared is not there: the texts are no part of the project\n")
    encoder, facts = encoding.load_encoder(options.encoder), FactBook(run.glossaries(Config()))
    tables: dict[str, Callable[[], None]] = {
        "stress": lambda: stress(options.count, options.half, encoder, facts),
        "many": lambda: many(options.count, options.half, encoder, facts),
        "small": lambda: small(5 * options.count, options.half, encoder, facts),
        "known": lambda: known(options.half, encoder, facts),
        "rules": lambda: unnumbered(encoder, facts),
    }
    for name in options.only or tables:
        tables[name]()


if __name__ == "__main__":
    main()
