"""Check the terms of official card texts, count the findings, and print the tables of docs/terms.md.

    python benchmarks/term_checks.py                       prints the tables
    python benchmarks/term_checks.py --show pt             prints the findings of a language with both texts
    python benchmarks/term_checks.py --unjudged 100        prints a seeded hundred a language that nobody judged yet

TRM002 to TRM005 read each printed text twice: alone on a page beside its English, and on a page of up to eight texts
that were printed on the same day. There the cards' own names are taken out, as no title tells them. What a reader
decided about each finding is in term_judgements.csv.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

import cards
from cards import Card, Reported
from term_quality import unnamed

from aligner import glossary, judging
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Finding, Group, Page, Ruling

CODES = frozenset({"TRM002", "TRM003", "TRM004", "TRM005"})
ON_A_PAGE = 8
JUDGED = "term_judgements.csv"


def alone(language: str, facts: FactBook) -> list[Reported]:
    """Return what is reported where each text is a page."""
    corpus, printed = cards.documents(language)
    found = judging.run(corpus, facts, CODES)
    return [Reported(language, one, printed[int(one.file.split(".")[0])]) for one in found]


def together(language: str, facts: FactBook) -> list[Reported]:
    """Return what is reported where the texts of one day share pages."""
    corpus, printed = cards.documents(language)
    names = [one.document.page(language).title_text for one in corpus]
    order = sorted(range(len(printed)), key=lambda number: (printed[number].date, number))
    made: list[Aligned] = []
    of: dict[tuple[str, str], Card] = {}
    for date, same in groupby(order, key=lambda number: printed[number].date):
        numbers = list(same)
        for start in range(0, len(numbers), ON_A_PAGE):
            chosen = numbers[start : start + ON_A_PAGE]
            home = str(len(made))
            of.update(((home, str(place)), printed[number]) for place, number in enumerate(chosen, 1))
            made.append(_page(home, language, date, [(printed[number], names[number]) for number in chosen]))
    found: list[Finding] = list(judging.run(made, facts, CODES))
    return [Reported(language, one, of[one.file.split(".")[0], one.position]) for one in found]


def _page(home: str, language: str, date: str, chosen: Sequence[tuple[Card, str]]) -> Aligned:
    day = datetime.date.fromisoformat(date)
    texts = {
        "en": [unnamed(card.english, card.name) for card, _ in chosen],
        language: [unnamed(card.text, name) for card, name in chosen],
    }
    rulings = {
        code: tuple(Ruling(text, place, place, 1, day) for place, text in enumerate(own, 1))
        for code, own in texts.items()
    }
    pages = tuple(Page(f"{home}.{code}", code, None, own) for code, own in rulings.items())
    groups = tuple(Group(place, {code: (own[place],) for code, own in rulings.items()}) for place in range(len(chosen)))
    return Aligned(Document(home, pages), groups)


def by_code(results: dict[str, tuple[list[Reported], list[Reported]]]) -> Iterator[str]:
    """Yield the table of findings: a row a check, a column a language; alone and on pages of one day."""
    yield f"| findings alone, on pages of a day | {' | '.join(results)} |"
    yield f"|---|{'--:|' * len(results)}"
    for code in sorted(CODES):
        cells = (
            ", ".join(str(sum(one.finding.code == code for one in found)) for found in both)
            for both in results.values()
        )
        yield f"| {code} | {' | '.join(cells)} |"
    yield ""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default="", help="some languages, with commas")
    parser.add_argument("--show", default="", metavar="LANG", help="print the findings of a language with both texts")
    parser.add_argument("--unjudged", type=int, default=0, metavar="N", help="print N unjudged findings a language")
    options = parser.parse_args()
    if not cards.languages():
        sys.exit("term_checks.py: ../shared is absent, so there are no printed texts to check; nothing was measured")
    wanted = [word for word in (options.show or options.languages).split(",") if word] or cards.languages()
    facts = FactBook(glossary.merge((), glossary.read_shipped()))
    judged = cards.judgements(JUDGED)
    results = {language: (alone(language, facts), together(language, facts)) for language in wanted}
    every = {
        language: list({one.key: one for found in both for one in found}.values()) for language, both in results.items()
    }
    if options.show or options.unjudged:
        for found in every.values():
            chosen = cards.unjudged(found, judged, options.unjudged) if options.unjudged else found
            print("\n".join(cards.shown(chosen, "TRM")))
        return
    print("\n".join(by_code(results)))
    texts = {language: len(cards.documents(language)[1]) for language in wanted}
    print("\n".join(cards.verdicts({language: (every[language], texts[language]) for language in wanted}, judged)))
    for one in (one for found in every.values() for one in found):
        if one.key in judged and judged[one.key].true:
            print(f"- {one.language} {one.finding.code}, {one.card.name} ({one.card.date}): {judged[one.key].why}")


if __name__ == "__main__":
    main()
