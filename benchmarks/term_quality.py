"""Compare the terms found in printed cards with those of the English text of the same printing.

    python benchmarks/term_quality.py                      prints the tables of docs/terms.md
    python benchmarks/term_quality.py --languages de --misses 20        and texts of the concepts below 95 %
    python benchmarks/term_quality.py --rival              the table against termflex (extra `bench`)

The texts are the printed cards of ../shared, 1,500 a language; without them there is nothing to compare. A card's own
name is taken out of both texts. A concept counts once a text. What a printed text lawfully leaves out or says in other
words is told apart by the rules in OTHERWISE and counted by itself.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aligner import glossary
from aligner.model import LANGUAGES
from aligner.terms import TermIndex, build_index

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
COMMONEST = 50
ENOUGH = 0.95
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")


@dataclass(frozen=True)
class Otherwise:
    """Words by which a printed text says a concept without a rendering of it: patterns for both sides."""

    reason: str
    languages: str
    concepts: str
    english: str = ""
    local: str = ""


OTHERWISE = (
    Otherwise(
        "choose a target is to target", "ja ko", "choose", r"(?i)cho[os]+e[sn]?\b.{0,40}\btargets?\b", "対象|목표"
    ),
    Otherwise("divided as one likes", "ja ko", "choose", "as you choose", "望むように|나눈 대로|분배한 대로"),
    Otherwise("who discards chooses (捨てる)", "ja", "choose", "chooses? and discard", "捨て"),
    Otherwise("chosen is named or targeted", "ja", "choose", "chosen", "指定した|対象にした"),
    Otherwise("to fix the choice (정하다)", "ko", "choose", "", "정해|정한|정할"),
    Otherwise("to like or to wish", "ja", "choose", "", "望む|任意の"),
    Otherwise(
        "costs {1} less is reduces {1}",
        "zhs zht",
        "cost",
        r"(?i)\bcosts? (up to )?(an additional )?.{0,12}(less|more)",
        "减少|增加|減少",
    ),
    Otherwise(
        "instants and sorceries go without the word",
        "de",
        "spell",
        r"(?i)(instant|sorcery) spell",
        "Spontanzauber|Hexerei",
    ),
    Otherwise(
        "a permanent of a kind is a card of that kind",
        "de",
        "permanent",
        r"\w+ permanent",
        r"verschneiten? Karte|bleibenden? \w+-Karte",
    ),
    Otherwise("property, the word of 1995", "de", "ability", "", "Eigenschaft"),
    Otherwise("of your choice", "de", "choose", "", "(?i)deiner wahl|entscheide"),
    Otherwise("what is played is cast", "de ja ru", "play", "", r"(?i)\b(ge)?spr[aeio]ch|gesprochen|唱え|разыгр"),
    Otherwise("colored and colorless by one word", "ja ko zhs zht", "color", "", "無色|무색|无色"),
)


@dataclass
class Language:
    """What was counted in one language: texts by concept."""

    name: str
    has: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    here: Counter[str] = field(default_factory=Counter)
    otherwise: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    misses: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))


def printed(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield date, English and local text of each printed card, without the card's own name."""
    with gzip.open(DATA / f"card_texts_{language}.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            english = row["text_en_printed"].replace("|\\n", "\n").replace("\\n", "\n")
            local = row["text_loc"].replace("\\n", "\n")
            yield row["date"], unnamed(english, row["card"]), unnamed(local, row["name_loc"])


def unnamed(text: str, name: str) -> str:
    """Return a text with § for the name of a card."""
    for form in (name, name.split(",")[0]) if len(name) > 3 else ():
        text = text.replace(form, "§")
    return text


def concepts(index: TermIndex, text: str) -> set[str]:
    """Return the concepts that stand in a text, both where a form has two."""
    return {term.concept for one in index.scan(text) for term in (one.term, *one.shared)}


def count(language: str, indexes: dict[str, TermIndex]) -> Language:
    """Return the counts of a language."""
    told = Language(language)
    known = {term.concept for term in indexes[language].terms}
    for _, english, local in printed(language):
        there, here = concepts(indexes["en"], english) & known, concepts(indexes[language], local)
        told.has.update(there)
        told.here.update(here)
        told.found.update(there & here)
        for concept in sorted(there - here):
            reason = reason_of(language, concept, english, local, indexes["en"])
            if reason:
                told.otherwise[concept] += 1
                told.reasons[concept, reason] += 1
            told.misses[concept].append((reason, f"{english}\n    {local}"))
    return told


def reason_of(language: str, concept: str, english: str, local: str, index: TermIndex) -> str:
    """Return why a printed text lawfully lacks a rendering of a concept, empty where no rule says so."""
    for rule in OTHERWISE:
        concerned = language in rule.languages.split() and concept in rule.concepts.split()
        if concerned and re.search(rule.english, english) and re.search(rule.local, local):
            return rule.reason
    fewer = len(_ASIDE.findall(local)) < len(_ASIDE.findall(english))
    if fewer and concept not in concepts(index, _ASIDE.sub(" ", english)):
        return "in a reminder that is not printed here"
    return ""


def table(told: Sequence[Language]) -> Iterator[str]:
    """Yield a row a concept, a column a language: texts with the concept here, of those whose English has it."""
    whole = sum((one.has for one in told), Counter())
    yield f"| concept | {' | '.join(one.name for one in told)} |"
    yield f"|---|{'--:|' * len(told)}"
    for concept, _ in sorted(whole.items(), key=lambda item: (-item[1], item[0]))[:COMMONEST]:
        cells = []
        for one in told:
            has, found, lawful = one.has[concept], one.found[concept], one.otherwise[concept]
            cell = f"{found}/{has}" + (f" (+{lawful})" if lawful and found < ENOUGH * has else "")
            cells.append(f"**{cell}**" if found + lawful < ENOUGH * has else cell)
        yield f"| {concept} | {' | '.join(cells)} |"


def summary(told: Sequence[Language]) -> Iterator[str]:
    """Yield a row a language for its own fifty commonest concepts."""
    yield "| language | below 95 % | of these lawful | recall | with what is worded otherwise | English has it too |"
    yield "|---|--:|--:|--:|--:|--:|"
    for one in told:
        top = [concept for concept, _ in one.has.most_common(COMMONEST)]
        low = [concept for concept in top if one.found[concept] < ENOUGH * one.has[concept]]
        lawful = [c for c in low if one.found[c] + one.otherwise[c] >= ENOUGH * one.has[c]]
        has, found = sum(one.has[c] for c in top), sum(one.found[c] for c in top)
        here, other = sum(one.here[c] for c in top), sum(one.otherwise[c] for c in top)
        yield (
            f"| {one.name} | {len(low)} ({', '.join(low) or 'none'}) | {len(lawful)} | {found / has:.2%} "
            f"| {(found + other) / has:.2%} | {found / here:.2%} |"
        )


def reasons(told: Sequence[Language]) -> Iterator[str]:
    """Yield a row a reason: what printed texts say otherwise, with counts."""
    yield "| language | concept | texts | how |\n|---|---|--:|---|"
    for one in told:
        for (concept, reason), texts in sorted(one.reasons.items(), key=lambda item: (-item[1], item[0])):
            if one.found[concept] < ENOUGH * one.has[concept] and concept in dict(one.has.most_common(COMMONEST)):
                yield f"| {one.name} | {concept} | {texts} | {reason} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(LANGUAGES[1:]), metavar="CODES")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="so many texts of each concept below 95 %%")
    parser.add_argument("--rival", action="store_true", help="the table against termflex")
    options = parser.parse_args()
    if not DATA.is_dir():
        sys.exit("term_quality.py: ../shared is absent, so there are no printed texts to compare; nothing was measured")
    if options.rival:
        import rival  # beside this file

        print("\n".join(rival.table()))
        return
    languages = options.languages.split(",")
    rows = glossary.merge((), glossary.read_shipped())
    indexes = {code: build_index(rows.terms(code), code) for code in ("en", *languages)}
    told = [count(language, indexes) for language in languages]
    for part in (summary, table, reasons):
        print("\n".join(part(told)), end="\n\n")
    for one in told:
        for concept, _ in one.has.most_common(COMMONEST):
            if options.misses and one.found[concept] < ENOUGH * one.has[concept]:
                for reason, text in [miss for miss in one.misses[concept] if not miss[0]][: options.misses]:
                    print(f"## {one.name} {concept} {reason}\n{text}")


if __name__ == "__main__":
    main()
