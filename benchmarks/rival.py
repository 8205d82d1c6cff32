"""The same terms found by termflex: a table of precision and recall, printed by `term_quality.py --rival`.

Both get one glossary and the same texts. Two materials:
- the labelled sentences of ../shared, with their glossary. termflex compares a source with a target, so the sentence is
  both, as its manual has it for texts of one language; what it finds in the source counts. A find is right where it
  overlaps a labelled term of the same concept; a labelled term that nothing overlaps is missed.
- printed cards, with the shipped glossary: the preferred English term, every accepted rendering and the other lemmas of
  its row. Each English text is put beside its own translation and beside another card's. A term that stands in the
  English text word for word, and in no longer words of the glossary (converted mana cost, into play), is rendered in
  its own translation, and not in the other card's if the English of that card has no English word of the concept. A
  tool says "rendered" or not: precision is over what it calls rendered.
"""

from __future__ import annotations

import csv
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from term_quality import concepts, printed

from aligner import glossary
from aligner.model import Term
from aligner.terms import TermIndex, build_index

CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"
BACKENDS = {"ru": ("pymorphy3", "simplemma"), "pt": ("simplemma",)}
LABELLED = ("term", "overlap", "homonym")  # in which every term is labelled
BEGINNING = 5  # letters of an English term that another card must not have anywhere, to be without the term
ONE_WORD = ({"cast", "play", "activate"},)  # what cards called by one word before 2010


@dataclass
class Score:
    """Right and wrong finds, and what was missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def cells(self) -> str:
        """Return precision, recall and the counts as cells."""
        found, due = self.right + self.wrong, self.right + self.missed
        return f"{self.right / max(found, 1):.4f} | {self.right / max(due, 1):.4f} | {found:,} | {due:,}"


def table() -> Iterator[str]:
    """Yield the table's lines."""
    from termflex import Checker, Glossary

    logging.disable(logging.CRITICAL)
    yield "| texts | language | tool | precision | recall | found | due |\n|---|---|---|--:|--:|--:|--:|"
    for language, backends in BACKENDS.items():
        rows, sentences = labelled(language)
        targets = {term.text: term.text for term in rows}
        yield f"| labelled sentences | {language} | aligner | {by_us(rows, sentences, language).cells()} |"
        for backend in backends:
            checker = Checker(
                Glossary.from_json(targets, language, language, {"layout": "mapping"}, lemmatizer=backend)
            )
            score = by_sentences(checker, rows, sentences)
            yield f"| labelled sentences | {language} | termflex, {backend} | {score.cells()} |"
        shipped = glossary.merge((), glossary.read_shipped())
        english, local = (build_index(shipped.terms(code), code) for code in ("en", language))
        due = list(pairs(language, shipped))
        yield f"| printed cards | {language} | aligner | {cards_by_us(due, english, local).cells()} |"
        records = [{"en": source, "to": target} for source, target in equivalents(shipped, language)]
        for backend in backends:
            built = Glossary.from_json(
                records, "en", language, {"source": "en", "target": "to"}, target_lemmatizer=backend
            )
            yield f"| printed cards | {language} | termflex, {backend} | {cards(Checker(built), due).cells()} |"


Sentence = tuple[str, list[tuple[str, int, int, bool]]]
"""A text and its labels: concept, start, end, and whether it must be found."""


def labelled(language: str) -> tuple[list[Term], list[Sentence]]:
    """Return the terms and the labelled sentences of a language."""
    with (CASES / "sentences_glossary.tsv").open(encoding="utf-8") as lines:
        rows = [
            Term(row["concept"], text, language)
            for row in csv.DictReader(lines, delimiter="\t")
            for text in re.split("[;|]", row[language])
            if text
        ]
    sentences = []
    with (CASES / "sentences.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["lang"] == language and row["category"] in LABELLED:
                wanted = [one for one in json.loads(row["expected"]) if one["type"] == "term"]
                labels = [(one["concept"], one["start"], one["end"], not one.get("ambiguous")) for one in wanted]
                sentences.append((_decoded(row["text"]), labels))
    return rows, sentences


def _decoded(text: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)


def _judge(
    score: Score, found: Iterable[tuple[set[str], int, int]], labels: Sequence[tuple[str, int, int, bool]]
) -> None:
    """Add the finds of one sentence; a find has its possible concepts and its place."""
    met = set()
    for names, start, end in found:
        fitting = [at for at, (name, a, b, _) in enumerate(labels) if name in names and a < end and start < b]
        if not fitting:
            score.wrong += 1
        met.update(fitting)
    score.right += sum(must for at, (_, _, _, must) in enumerate(labels) if at in met)
    score.missed += sum(must for at, (_, _, _, must) in enumerate(labels) if at not in met)


def by_us(rows: list[Term], sentences: Sequence[Sentence], language: str) -> Score:
    """Return our score on the labelled sentences."""
    index, score = build_index(rows, language), Score()
    for text, labels in sentences:
        _judge(score, [({one.term.concept}, one.start, one.end) for one in index.find(text)], labels)
    return score


def by_sentences(checker: object, rows: Sequence[Term], sentences: Sequence[Sentence]) -> Score:
    """Return termflex's score on the labelled sentences."""
    score = Score()
    of = defaultdict(set)
    for term in rows:
        of[term.text].add(term.concept)
    for text, labels in sentences:
        offsets = _positions(checker, text)
        found = []
        for result in checker.check(text, text):
            for hit in result.source_hits:
                first, last = hit.char_span
                found.append((of[result.source_term], *offsets(first, last)))
        _judge(score, found, labels)
    return score


def _positions(checker: object, text: str):
    """Return what turns a span of termflex's normalised text into one of ours: start and end, the end not included."""
    from termflex.doc import OffsetMap

    built = OffsetMap.build(text, checker.glossary.source_lemmatizer.normalize)

    def position(first: int, last: int) -> tuple[int, int]:
        start, end = built.to_original(first, last)
        return start, end + 1

    return position


def equivalents(shipped: glossary.Glossary, language: str) -> Iterator[tuple[str, str]]:
    """Yield each English term with each rendering that is accepted, or another lemma of its row."""
    for concept in shipped.concepts:
        english = shipped.preferred(concept, "en")
        for row in shipped.of(concept, language) if english else ():
            if row.accepted:
                for text in (row.text, *(form[1:] for form in row.forms if form.startswith("~"))):
                    yield english.text, text


Due = tuple[str, str, str, str, bool]
"""Concept, English term, English text, translation, and whether the term is rendered in it."""


def pairs(language: str, shipped: glossary.Glossary) -> Iterator[Due]:
    """Yield what is to be judged: each English text beside its own translation and beside another card's."""
    texts = [(english, local) for _, english, local in printed(language)]
    other = list(range(len(texts)))
    Random(11).shuffle(other)
    preferred = {
        term.text.lower(): concept
        for concept in shipped.concepts
        if (term := shipped.preferred(concept, "en")) and any(row.accepted for row in shipped.of(concept, language))
    }
    words: dict[str, set[str]] = defaultdict(set)
    for row in shipped.terms("en"):
        words[row.concept] |= {re.sub(r"[\[\]~]", "", text).lower() for text in (row.text, *row.forms)}
    longest = sorted(set().union(*words.values()), key=lambda word: (-len(word), word))
    for at, (english, local) in enumerate(texts):
        rest = english.lower()
        theirs, translation = texts[other[at]]
        for word in longest:
            if word not in rest:
                continue
            rest, times = re.subn(rf"\b{re.escape(word)}s?\b", "_", rest)
            if not times:
                continue
            concept = preferred.get(word)
            if concept is not None:
                yield concept, shipped.preferred(concept, "en").text, english, local, True
                kin = next((kin for kin in ONE_WORD if concept in kin), {concept})
                beginnings = {spelling[:BEGINNING] for name in kin for spelling in words[name]}
                if not any(beginning in theirs.lower() for beginning in beginnings):
                    yield concept, shipped.preferred(concept, "en").text, english, translation, False


def cards_by_us(due: Sequence[Due], english: TermIndex, local: TermIndex) -> Score:
    """Return our score on the printed cards."""
    score = Score()
    for concept, _, source, target, rendered in due:
        _add(score, concept in concepts(english, source) & concepts(local, target), rendered)
    return score


def cards(checker: object, due: Sequence[Due]) -> Score:
    """Return termflex's score on the printed cards."""
    score = Score()
    answers: dict[tuple[str, str], set[str]] = {}
    for _, term, source, target, rendered in due:
        if (source, target) not in answers:
            found = checker.check(source, target)
            answers[source, target] = {one.source_term for one in found if one.status != "missing"}
        _add(score, term in answers[source, target], rendered)
    return score


def _add(score: Score, said: bool, rendered: bool) -> None:
    if said:
        score.right += rendered
        score.wrong += not rendered
    else:
        score.missed += rendered
