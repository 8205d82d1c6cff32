"""Check official card texts against their English, count the findings, and write docs/cards.md.

    python benchmarks/cards.py                             writes docs/cards.md
    python benchmarks/cards.py --languages de,ja           prints some languages
    python benchmarks/cards.py --show de --code FRM007     prints the findings of a check, with both texts
    python benchmarks/cards.py --unjudged 100              prints a seeded hundred a language that nobody judged yet

A card is one document with one ruling a page, the printed text, and its name as the title. card_judgements.csv has what
a reader decided about each finding. A card whose text was scanned badly is a finding as true as a translator's slip.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import gzip
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from aligner import checks, glossary, judging
from aligner.evaluate import wilson
from aligner.facts import FactBook
from aligner.model import LANGUAGES, Aligned, Document, Finding, Group, Page, Ruling

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
HERE = Path(__file__).resolve().parent
FAMILIES = ("FRM", "LNG", "RDG")
SEED = "cards"
_QUOTED = 40  # characters of an excerpt that tell one finding of a text from another
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card's name, its date and its two texts."""

    name: str
    date: str
    english: str
    text: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A finding, the language it was asked in, and the card."""

    language: str
    finding: Finding
    card: Card

    @property
    def key(self) -> Key:
        """Return what a judgement knows it by."""
        return (self.language, self.finding.code, self.card.name, self.card.date, short(self.finding.excerpt))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a reader decided: whether something is wrong there, and why."""

    true: bool
    why: str


def short(excerpt: str) -> str:
    """Return the beginning of an excerpt on one line."""
    return excerpt.replace("\n", "\\n").replace("\u2028", "\\u2028")[:_QUOTED]


def languages() -> list[str]:
    """Return the languages that have card texts, in our order."""
    return [code for code in LANGUAGES if (DATA / f"card_texts_{code}.tsv.gz").is_file()]


def codes() -> frozenset[str]:
    """Return the checks of the three families that run without being asked for."""
    return frozenset(
        code
        for code, one in checks.registry().items()
        if code.startswith(FAMILIES) and one.by_default and one.scope in checks.SCOPES
    )


def documents(language: str) -> tuple[list[Aligned], list[Card]]:
    """Return a document for each card text of a language, and the cards in the same order."""
    csv.field_size_limit(10**9)
    corpus, cards = [], []
    with gzip.open(DATA / f"card_texts_{language}.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)):
            english = row["text_en_printed"].replace("|\\n", "\\n").replace("\\n", "\n")
            card = Card(row["card"], row["date"], english, row["text_loc"].replace("\\n", "\n"))
            cards.append(card)
            corpus.append(_document(number, language, card, row["name_loc"]))
    return corpus, cards


def _document(number: int, language: str, card: Card, name: str) -> Aligned:
    day = datetime.date.fromisoformat(card.date) if card.date else None
    sides = {"en": (card.name, card.english), language: (name, card.text)}
    rulings = {code: Ruling(text, 1, 2, 1, day) for code, (_, text) in sides.items()}
    pages = tuple(
        Page(f"{number}.{code}", code, Ruling(title, 0, 1, 1, kind="title") if title else None, (rulings[code],))
        for code, (title, _) in sides.items()
    )
    group = Group(1, {code: (ruling,) for code, ruling in rulings.items()})
    return Aligned(Document(card.name, pages), (group,))


def reported(language: str, facts: FactBook) -> tuple[list[Reported], int]:
    """Return what is reported of a language's cards, and how many texts there are."""
    corpus, cards = documents(language)
    found = judging.run(corpus, facts, codes())
    result = [Reported(language, one, cards[int(one.file.split(".")[0])]) for one in found]
    return sorted(result, key=lambda one: (one.finding.code, int(one.finding.file.split(".")[0]))), len(cards)


def judgements(name: str) -> dict[Key, Judgement]:
    """Read a file of judgements; what stands before the verdict is what a finding is known by."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return {
            tuple(row[column] for column in row if column not in ("verdict", "why")): Judgement(
                row["verdict"] == "true", row["why"]
            )
            for row in csv.DictReader(file)
        }


def counts(results: dict[str, tuple[list[Reported], int]]) -> Iterator[str]:
    """Yield the table of raw counts: a row a check and side, a column a language."""
    names = list(results)
    tally = Counter(
        (one.finding.code, one.finding.language == "en", code) for code, (found, _) in results.items() for one in found
    )
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    for code, english in sorted({key[:2] for key in tally}):
        cells = (str(tally[code, english, name] or "–") for name in names)
        yield f"| {code}{', in the English text' if english else ''} | {' | '.join(cells)} |"
    touched = {name: len({one.finding.file.split(".")[0] for one in found}) for name, (found, _) in results.items()}
    yield f"| texts with a finding | {' | '.join(str(touched[name]) for name in names)} |"
    yield f"| texts | {' | '.join(str(results[name][1]) for name in names)} |"
    yield f"| share | {' | '.join(f'{touched[name] / results[name][1]:.1%}' for name in names)} |"
    yield ""


def verdicts(results: dict[str, tuple[list[Reported], int]], judged: dict[Key, Judgement]) -> Iterator[str]:
    """Yield the table of judgements and, below it, the false alarms, what nobody judged and what is no longer there."""
    yield "| language | texts | findings | judged | false | texts with a false alarm | share of the texts |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    false: list[tuple[Reported, str]] = []
    for name, (found, texts) in results.items():
        wrong = [one for one in found if one.key in judged and not judged[one.key].true]
        known = sum(one.key in judged for one in found)
        hit = len({one.finding.file.split(".")[0] for one in wrong})
        _, most = wilson(hit, texts) or (0.0, 1.0)
        share = f"{hit / texts:.2%} (at most {most:.2%})"
        over = " **above .5 %**" if hit > 0.005 * texts else ""
        yield f"| {name} | {texts} | {len(found)} | {known} | {len(wrong)} | {hit} | {share}{over} |"
        false += [(one, judged[one.key].why) for one in wrong]
    yield ""
    yield from (f"- {one.language} {one.finding.code}, {_cited(one)}: {why}" for one, why in _once(false))
    there = {one.key for found, _ in results.values() for one in found}
    stale = [key for key in judged if key[0] in results and key not in there]
    unknown = sum(one.key not in judged for found, _ in results.values() for one in found)
    yield from ("", f"{unknown} findings are not judged, {len(stale)} judgements are of findings no longer reported.")
    yield from (f"- stale: {' | '.join(key)}" for key in stale)
    yield ""


def _once(found: Iterable[tuple[Reported, str]]) -> Iterator[tuple[Reported, str]]:
    seen: set[Key] = set()
    for one, why in found:
        if one.key not in seen:
            seen.add(one.key)
            yield one, why


def _cited(one: Reported) -> str:
    return f"{one.card.name} ({one.card.date}), “{short(one.finding.excerpt)}”"


def shown(found: Iterable[Reported], code: str) -> Iterator[str]:
    """Yield the findings of a check with both texts."""
    for one in found:
        if one.finding.code.startswith(code):
            yield f"{one.finding.code} {one.finding.language} {_cited(one)}: {one.finding.message}"
            yield f"    en  {one.card.english!r}"
            yield f"    {one.language:<3} {one.card.text!r}"


def unjudged(found: Sequence[Reported], judged: dict[Key, Judgement], count: int) -> list[Reported]:
    """Return a seeded sample of the findings that nobody judged, one a key."""
    left = list({one.key: one for one in found if one.key not in judged}.values())
    return sorted(Random(SEED).sample(left, min(count, len(left))), key=lambda one: one.key)


def page(results: dict[str, tuple[list[Reported], int]], judged: dict[Key, Judgement]) -> str:
    """Return docs/cards.md."""
    lines = [
        "# What is said of official card texts",
        "",
        "Made by `python benchmarks/cards.py`. Each card text of `../shared` is a document of its own with",
        "its English; every check of FRM, LNG and RDG that runs by default reads it. The texts are as printed or as",
        "typed in at the time, so true faults are many: English symbols that lost their shape ({GU}, o2, oc and T on",
        "two lines), lines glued together, German quotation marks closed by a straight one, lost symbols.",
        "",
        "## How often",
        "",
        *counts(results),
        "## How often wrongly",
        "",
        "Every finding was judged (`benchmarks/card_judgements.csv`): damaged English symbols and straight German",
        "marks by the line they stand in and the symbols of the translation, all else beside both texts whole. False",
        "is what no careful translator would call a fault of either text, notes included. The goal is .5 % of the",
        "texts of each language.",
        "",
        *verdicts(results, judged),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Measure, and write the page or print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default="", help="some languages, with commas; prints instead of writing")
    parser.add_argument("--show", default="", metavar="LANG", help="print the findings of a language with both texts")
    parser.add_argument("--code", default="", help="with --show: a code, or the beginning of one")
    parser.add_argument("--unjudged", type=int, default=0, metavar="N", help="print N unjudged findings a language")
    options = parser.parse_args()
    if not languages():
        print("skipped: the card texts are not there (../shared/data/card_texts_*.tsv.gz)", file=sys.stderr)
        return
    wanted = [word for word in (options.show or options.languages).split(",") if word] or languages()
    if strange := set(wanted) - set(languages()):
        parser.error(f"no card texts in {', '.join(sorted(strange))}; there are {', '.join(languages())}")
    facts = FactBook(glossary.merge((), glossary.read_shipped()))
    judged = judgements("card_judgements.csv")
    results = {language: reported(language, facts) for language in wanted}
    if options.show or options.unjudged:
        for found, _ in results.values():
            chosen = unjudged(found, judged, options.unjudged) if options.unjudged else found
            print("\n".join(shown(chosen, options.code)))
        return
    if options.languages:
        print("\n".join([*counts(results), *verdicts(results, judged)]))
        return
    (ROOT / "docs" / "cards.md").write_text(page(results, judged), encoding="utf-8")


if __name__ == "__main__":
    main()
