"""Texts are cut only where what stands in their sentences is all that stands in them."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from pathlib import Path

import pytest

from aligner import fixed, glossary, identify, slips
from aligner.facts import FactBook
from aligner.languages import profile
from aligner.linking import background
from aligner.model import LANGUAGES
from aligner.sentences import moved, sentences, starts

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
CASES = (
    ("en", "Draw a card. You may play it.", 2),
    ("ru", "Возьмите карту. Вы можете разыграть ее! Затем сбросьте карту.", 3),
    ("ko", "카드를 뽑습니다. 그 카드를 발동할 수 있습니다.", 2),
    ("ja", "カードを１枚引く。あなたはそれを唱えてもよい。", 2),
    ("zhs", "抓一张牌。你可以施放它。", 2),
    ("en", "It costs {2}. You may pay {G}.", 2),
    ("en", "Draw a card (or another) now. Discard it.", 2),
    # what would go on in the next sentence
    ("en", "Draw a card (you may. Draw another).", 1),
    ("en", "He says “Draw a card. You may play it.” and leaves.", 1),
    ("en", "Choose {2. You may pay 3}.", 1),
    ("en", "Choose a) one card. You may b) draw another.", 1),
    ("en", "Draw <b>a card. You</b> may play it.", 1),
    ("en", "Draw a card.\nDiscard one. You may play it.", 1),
    ("de", "Ziehe eine Karte bzw. Karten vom Stapel.", 1),
    ("en", "See rule 702. Cards are drawn.", 1),
    ("en", "Draw 2. You may play it.", 1),
    # what is no end, or one written unusually
    ("en", "Draw a card.  You may play it.", 1),
    ("en", "Draw a card. you may play it.", 1),
    ("en", "Draw a card.", 1),
    ("en", "", 1),
)


@pytest.mark.parametrize(("language", "text", "number"), CASES)
def test_a_text_is_cut_where_nothing_goes_on(language: str, text: str, number: int) -> None:
    found = sentences(text, language)
    assert len(found) == number
    assert [text[at : at + len(one)] for at, one in zip(starts(found, language), found, strict=True)] == [*found]
    assert (" " if profile(language).spaced else "").join(found) == text


def _ours() -> Iterator[tuple[str, str]]:
    for language, texts in background.sentences().items():
        yield from ((language, text) for text in texts)
        joint = " " if profile(language).spaced else ""
        yield from ((language, joint.join(pair)) for pair in pairwise(texts))
    for page in sorted(CORPUS.rglob("*.txt")):
        language = page.stem.split("-")[-1]
        if language in LANGUAGES:
            yield from ((language, text) for text in page.read_text(encoding="utf-8").split("\n\n"))


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _printed(data: Path) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(_rows(data / "rulings_en_zhs.tsv.gz")):
        if number % 3 == 0:
            yield from (("en", row["en"]), ("zhs", row["zhs"]))
    for language in LANGUAGES[1:]:
        for number, row in enumerate(_rows(data / f"card_texts_{language}.tsv.gz")):
            if number % 20 == 0:
                yield language, row["text_loc"].replace("|\\n", " ")


def test_what_is_told_of_our_sentences_is_told_of_the_text() -> None:
    assert _told_alike(_ours()) > 200


def test_what_is_told_of_printed_sentences_is_told_of_the_text(shared: Path) -> None:
    assert _told_alike(_printed(shared / "data")) > 1400


def _told_alike(texts: Iterable[tuple[str, str]]) -> int:
    """Compare what is told of texts whole and sentence by sentence; return how many can be cut."""
    facts = FactBook(glossary.merge((), glossary.read_shipped()))
    cut = 0
    for language, text in texts:
        parts = sentences(text, language)
        if len(parts) == 1:
            continue
        cut += 1
        at = starts(parts, language)
        find = facts.index(language).find
        assert [*chain.from_iterable(map(moved, map(find, parts), at))] == [*find(text)], text
        assert facts.terms(language, text) == find(text), text
        assert fixed.joined(at, [fixed.fixed(one, language) for one in parts]) == fixed.fixed(text, language), text
        assert facts.fixed(language, text) == fixed.fixed(text, language), text
        assert facts.slips(language, text) == slips.slips(text, language), text
        assert facts.language(language, text) == identify.ruling_language(text, language), text
    return cut
