"""Two renderings on one page, noticed without a glossary."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

import pytest

from aligner import glossary, judging
from aligner.checks import Context, Run
from aligner.checks.drift import drift_conclusion, drift_evidence
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Group, Hit, Page, Ruling, Severity, Term

USUAL, OTHER = "кладбище", "могила"
IN_A_GRAVEYARD = (
    ("Put it into a graveyard.", "Положите это: {}."),
    ("Your graveyard is empty.", "Пусто {}."),
    ("Each graveyard counts.", "Учитывается каждое {}."),
)
ELSEWHERE = (
    ("Put it into a library.", "Положите это: библиотека."),
    ("Each creature is red.", "Красно каждое существо."),
)


def _document(number: int, pairs: Sequence[tuple[str, str]], language: str, doubtful: bool = False) -> Aligned:
    day = datetime.date(2021, 6, 18)
    rulings = [
        [Ruling(text, place, place * 4, 1, day) for place, text in enumerate(side, 1)]
        for side in zip(*pairs, strict=True)
    ]
    pages = tuple(
        Page(f"card-{number}/{code}.txt", code, Ruling(f"Card {number}", 0, 1, 1, kind="title"), tuple(own))
        for code, own in zip(("en", language), rulings, strict=True)
    )
    groups = tuple(
        Group(place, {"en": (one,), language: (other,)}, doubtful=doubtful)
        for place, (one, other) in enumerate(zip(*rulings, strict=True))
    )
    return Aligned(Document(f"Card {number}", pages), groups)


def _corpus(language: str = "ru", doubtful: bool = False) -> list[Aligned]:
    """Return a page with both words, pages with one of them each, and pages without."""

    def some(word: str, times: int) -> list[tuple[str, str]]:
        return [(one, other.format(word)) for one, other in IN_A_GRAVEYARD for _ in range(times)]

    return [
        _document(0, [*some(USUAL, 2), (IN_A_GRAVEYARD[0][0], IN_A_GRAVEYARD[0][1].format(OTHER))], language, doubtful),
        _document(1, some(USUAL, 4), language),
        _document(2, some(OTHER, 3), language),
        _document(3, list(ELSEWHERE) * 30, language),
    ]


def _context(corpus: Sequence[Aligned], rows: Sequence[Term] = ()) -> Context:
    made = Context(FactBook(glossary.Glossary(tuple(rows))))
    for one in corpus:
        made.places.update(judging.context(one, made.facts).places)
    return made


def _hits(corpus: Sequence[Aligned], rows: Sequence[Term] = (), silenced: Sequence[Ruling] = ()) -> list[Hit]:
    context = _context(corpus, rows)
    context.silenced["LNG001"] = {id(one) for one in silenced}
    documents = [one.document for one in corpus]
    told = [one for n, home in enumerate(documents) for one in drift_evidence(home, replace(context, number=n))]
    return list(drift_conclusion(told, Run(context.facts, documents)))


def test_the_odd_rendering_is_a_note_where_it_stands() -> None:
    corpus = _corpus()
    (hit,) = _hits(corpus)
    page = corpus[0].document.page("ru")
    assert (hit.page, hit.ruling, hit.severity) == (page, page.rulings[-1], Severity.NOTE)
    assert hit.ruling is not None
    assert hit.span is not None
    assert hit.ruling.text[slice(*hit.span)] == OTHER
    assert hit.message == f"'{OTHER}' for 'graveyard', where the page has '{USUAL}' 6 times"
    assert hit.concept == "graveyard"
    assert hit.related == ((page, page.rulings[0]),)


def test_what_the_glossary_knows_is_not_mined() -> None:
    assert _hits(_corpus(), [Term("graveyard", USUAL, "ru")]) == []
    assert len(_hits(_corpus(), [Term("graveyard", "cementerio", "es")])) == 1


@pytest.mark.parametrize("language", ["ja", "ko", "pl"])
def test_languages_in_which_it_was_not_found_reliable_are_left_alone(language: str) -> None:
    assert _hits(_corpus(language)) == []


def test_a_doubtful_link_and_an_untranslated_ruling_prove_nothing() -> None:
    assert _hits(_corpus(doubtful=True)) == []
    corpus = _corpus()
    assert _hits(corpus, silenced=[corpus[0].document.page("ru").rulings[-1]]) == []


def test_a_document_without_english_tells_nothing() -> None:
    corpus = _corpus()
    context = _context(corpus)
    document = corpus[0].document
    (told,) = drift_evidence(document, context)
    assert len(told) == 7
    assert list(drift_evidence(Document("", (document.page("ru"),)), context)) == []
