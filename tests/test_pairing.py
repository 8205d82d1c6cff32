"""Which pages are translations of one another."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import encoding, glossary, pairing
from aligner.facts import FactBook
from aligner.linking import background
from aligner.model import Page, Ruling

BOOK = FactBook(glossary.merge([], glossary.read_shipped()))
ENCODERS = {name: encoding.load_encoder(name) for name in ("embedded", "none")}
DAY = datetime.date(2021, 3, 19)
LATER = datetime.date(2022, 4, 29)


def fingerprint(language: str, text: str) -> Mapping[str, int]:
    """Return the numbers and symbols, as words in braces or digits."""
    return Counter(f"m:{word}" for word in text.replace(".", " ").split() if word[0] in "{0123456789")


def page(file: str, language: str, *texts: str, title: str = "", name: str = "", region: str = "", day=DAY) -> Page:
    rulings = tuple(Ruling(text, n, 4 * n + 1, 1, day) for n, text in enumerate(texts, 1))
    heading = Ruling(title, 0, 1, 1, kind="title") if title else None
    return Page(file, language, heading, rulings, name=name, region=region)


def files(documents) -> list[list[str]]:
    return [[one.file for one in document.pages] for document in documents]


def test_pages_of_one_name_belong_together() -> None:
    pages = [
        page("a/en.txt", "en", "One.", title="Bog Ferry", name="a"),
        page("a/ru.txt", "ru", "Раз.", title="Паром", name="a"),
        page("b/ru.txt", "ru", "Два.", title="Брод", name="b"),
    ]
    documents = pairing.pair(pages, ENCODERS["none"], fingerprint)
    assert files(documents) == [["a/en.txt", "a/ru.txt"], ["b/ru.txt"]]
    assert [document.title for document in documents] == ["Bog Ferry", "Брод"]
    assert [document.reason for document in documents] == ["name", ""]


def test_a_plain_code_goes_before_a_region() -> None:
    pages = [
        page("en-US.txt", "en", "One.", name=".", region="US"),
        page("en.txt", "en", "One.", name="."),
        page("ru.txt", "ru", "Раз.", name="."),
    ]
    assert files(pairing.by_name(pages)) == [["en-US.txt"], ["en.txt", "ru.txt"]]


def test_the_first_of_two_pages_of_a_language_joins() -> None:
    pages = [
        page("one.txt", "ru", "Раз.", name="ferry"),
        page("two.txt", "ru", "Раз.", name="ferry"),
        page("en.txt", "en", "One.", name="ferry"),
    ]
    assert files(pairing.by_name(pages)) == [["one.txt", "en.txt"], ["two.txt"]]


def test_a_file_with_all_languages_keeps_them_together() -> None:
    pages = [page(file, code, "One.", name="ferry") for file in ("a.json", "b.json") for code in ("en", "ru", "pt")]
    assert files(pairing.by_name(pages)) == [["a.json"] * 3, ["b.json"] * 3]


@pytest.mark.parametrize(
    ("pages", "reference", "title"),
    [
        ([page("ru.txt", "ru", title="Паром", name="x"), page("en.txt", "en", title="Ferry", name="x")], "", "Ferry"),
        ([page("ru.txt", "ru", title="Паром", name="x"), page("en.txt", "en", title="Ferry", name="x")], "ru", "Паром"),
        ([page("ru.txt", "ru", title="Паром", name="x"), page("en.txt", "en", name="x")], "", "Паром"),
        (
            [page("set/ferry.ru.txt", "ru", name="set/ferry"), page("set/ferry.en.txt", "en", name="set/ferry")],
            "",
            "ferry",
        ),
        ([page("in/0017.txt", "ru", "Раз.")], "", "0017"),
        ([page("en.txt", "en", "One.", name=".")], "", "en"),
    ],
)
def test_title_of_a_document(pages: list[Page], reference: str, title: str) -> None:
    (document,) = pairing.pair(pages, ENCODERS["none"], fingerprint, reference)
    assert document.title == title


def test_empty_pages_pair_only_by_name() -> None:
    pages = [page("1.txt", "ru"), page("2.txt", "en"), page("ja.txt", "ja", name="x"), page("pt.txt", "pt", name="x")]
    assert files(pairing.pair(pages, ENCODERS["embedded"], fingerprint)) == [["1.txt"], ["2.txt"], ["ja.txt", "pt.txt"]]


def loose(language: str, first: int, size: int = 4, **more) -> Page:
    """Return a page without a name: sentences that stand at the same place in every language."""
    texts = background.sentences()[language][first : first + size]
    return page(f"{first:02}.{language}.txt", language, *texts, **more)


def test_loose_pages_pair_by_content() -> None:
    pages = [loose(code, first) for first in (0, 8, 20, 28) for code in ("ja", "ru", "pt")]
    pages = pages[::2] + pages[1::2]
    documents = pairing.pair(pages, ENCODERS["embedded"], BOOK.fingerprint)
    assert sorted(sorted(one) for one in files(documents)) == [
        [f"{first:02}.{code}.txt" for code in ("ja", "pt", "ru")] for first in (0, 8, 20, 28)
    ]
    assert documents[0].reason.startswith("dates, counts")


def test_pages_of_different_cards_stay_alone() -> None:
    pages = [loose("ru", 0), loose("pt", 8), loose("ja", 16), loose("ru", 24)]
    for encoder in ENCODERS.values():
        assert files(pairing.pair(pages, encoder, fingerprint)) == [[one.file] for one in pages]


def test_rulings_that_many_cards_share_are_no_proof() -> None:
    """Two cards with the same three general rulings and each one of its own are two cards."""
    ru, pt = background.sentences()["ru"], background.sentences()["pt"]
    pages = [page("1.txt", "ru", *ru[:3], ru[10], ru[11]), page("2.txt", "pt", *pt[:3], pt[20], pt[21])]
    assert files(pairing.pair(pages, ENCODERS["embedded"], fingerprint)) == [["1.txt"], ["2.txt"]]


def test_a_missing_ruling_does_not_part_two_pages() -> None:
    pages = [loose("ru", 0, 6), loose("pt", 0, 5), loose("ja", 1, 5)]
    assert len(pairing.pair(pages, ENCODERS["embedded"], fingerprint)) == 1


def test_other_dates_are_another_card() -> None:
    pages = [loose("ru", 0), replace(loose("pt", 0, day=LATER), file="later.txt"), loose("pt", 0)]
    assert files(pairing.pair(pages, ENCODERS["embedded"], fingerprint)) == [["00.ru.txt", "00.pt.txt"], ["later.txt"]]


def test_two_pages_that_fit_alike_are_left_alone() -> None:
    pages = [loose("ru", 0), loose("pt", 0), replace(loose("pt", 0), file="again.txt")]
    assert len(pairing.pair(pages, ENCODERS["embedded"], fingerprint)) == 3


PAGES = st.lists(
    st.builds(
        page,
        st.sampled_from(["1.txt", "2.txt", "3.txt"]),
        st.sampled_from(["ru", "en", "ja"]),
        st.sampled_from(["", "{X} 2", "a text"]),
        title=st.sampled_from(["", "Ferry"]),
        name=st.sampled_from(["", "x", "y"]),
        region=st.sampled_from(["", "US"]),
    ),
    max_size=8,
)


@settings(max_examples=80, deadline=None)
@given(PAGES, st.sampled_from(sorted(ENCODERS)))
def test_every_page_is_in_one_document_with_one_a_language(pages: list[Page], encoder: str) -> None:
    documents = pairing.pair(pages, ENCODERS[encoder], fingerprint)
    assert sorted(id(one) for document in documents for one in document.pages) == sorted(id(one) for one in pages)
    assert all(len(set(document.languages)) == len(document.pages) for document in documents)
    firsts = [next(n for n, one in enumerate(pages) if one is document.pages[0]) for document in documents]
    assert firsts == sorted(firsts)


@pytest.mark.parametrize("encoder", sorted(ENCODERS))
def test_the_seeds_make_three_documents(shared, encoder: str) -> None:
    from aligner import reading

    sources, _, _ = reading.find_files([str(shared / "seeds")], ())
    pages = [one for source in sources for one in reading.read(source)]
    pages = [replace(one, language=code) for one, code in zip(pages, ("ru", "pt", "ja", "ru", "ru"), strict=True)]
    documents = pairing.pair(pages, ENCODERS[encoder], BOOK.fingerprint)
    assert [document.languages for document in documents] == [("ru", "pt", "ja"), ("ru",), ("ru",)]
    assert "4 shared rulings" in documents[0].reason


class _NoVectors:
    """An encoder that must not be asked."""

    name = "embedded"

    def encode(self, texts):
        raise AssertionError(f"vectors of {len(texts)} texts were asked for")


LEFT = "A copy of this card ceases to exist when it leaves the stack."


def test_shared_dates_and_an_untranslated_ruling_need_no_vectors() -> None:
    pages = [
        page("one.txt", "ru", "Раз.", "Два.", LEFT),
        page("two.txt", "pt", "Um.", "Dois.", LEFT),
        page("three.txt", "ja", "一。", "二。", LEFT),
        page("four.txt", "ru", "Совсем другая страница."),
    ]
    documents = pairing.pair(pages, _NoVectors(), fingerprint)
    assert files(documents) == [["one.txt", "two.txt", "three.txt"], ["four.txt"]]
    assert documents[0].reason == "dates, counts, 1 shared ruling"


def test_two_pages_of_a_language_with_the_same_dates_are_looked_at_closely() -> None:
    pages = [
        page("one.txt", "ru", "Раз.", "Два.", LEFT),
        page("two.txt", "pt", "Um.", "Dois.", LEFT),
        page("three.txt", "pt", "Três.", "Quatro.", LEFT),
    ]
    with pytest.raises(AssertionError, match="vectors"):
        pairing.pair(pages, _NoVectors(), fingerprint)
