"""ALN004, ALN005, ALN008 and ALN010: order, dates, and what stands on the wrong page."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.checks import Context, Run, registry
from aligner.checks.order import different_date, moved_ruling, written_like
from aligner.facts import FactBook
from aligner.glossary import merge, read_shipped
from aligner.model import Document, Group, Hit, Page, Ruling
from aligner.survey import survey

DAY = datetime.date(2021, 4, 5)
SWAPPED = datetime.date(2021, 5, 4)
OLD = datetime.date(2009, 10, 1)
BOOK = FactBook(merge([], []))


def page(language: str, days: Sequence[datetime.date | None], **fields) -> Page:
    rulings = tuple(
        Ruling(
            f"{language} {n}", n, 4 * n + 1, 1, day, label=day.strftime("%d/%m/%Y") if day else "", label_line=4 * n - 1
        )
        for n, day in enumerate(days, 1)
    )
    return Page(f"{language}.txt", language, Ruling("T", 0, 1, 1, kind="title"), rulings, **fields)


def context(groups: Iterable[Sequence[tuple[Page, int]]], doubtful: Iterable[int] = ()) -> Context:
    """Return a context whose groups hold these rulings, each by its page and its position."""
    made = Context(BOOK)
    for number, members in enumerate(groups, 1):
        some = {home.language: (home.rulings[position - 1],) for home, position in members}
        group = Group(number, some, doubtful=number in set(doubtful))
        made.places.update((id(one), group) for (one,) in some.values())
    return made


def orders(**places: str) -> list[str]:
    """Return what ALN004 says of pages whose rulings stand in these orders; the letters are the groups."""
    pages = {code: page(code, [None] * len(order)) for code, order in places.items()}
    letters = sorted({letter for order in places.values() for letter in order})
    groups = [[(pages[code], order.index(x) + 1) for code, order in places.items() if x in order] for x in letters]
    found = moved_ruling(Document("T", tuple(pages.values())), context(groups))
    return [f"{hit.page.language}:{hit.ruling.position if hit.ruling else 0}" for hit in found]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        pytest.param({"en": "abcde", "ru": "abcde"}, [], id="the same"),
        pytest.param({"en": "abcde", "ru": "abde"}, [], id="one is missing"),
        pytest.param({"en": "abde", "ru": "abcde"}, [], id="one is extra"),
        pytest.param({"en": "abcde", "ru": "dabce"}, ["ru:1"], id="one moved up"),
        pytest.param({"en": "abcde", "ru": "bcdea"}, ["ru:5"], id="one moved down"),
        pytest.param({"en": "abcdefg", "ru": "fgabcde"}, ["ru:1"], id="two moved together"),
        pytest.param({"en": "abcdefghij", "ru": "cabdefgjhi"}, ["ru:1", "ru:8"], id="two moved apart"),
        pytest.param({"en": "abcde", "ru": "edcba"}, ["ru:0"], id="turned round"),
        pytest.param({"en": "abcdefgh", "ru": "hbdafceg"}, ["ru:0"], id="an order of its own"),
        pytest.param({"en": "dabce", "ru": "abcde", "ja": "abcde"}, ["en:1"], id="the English page is the odd one"),
        pytest.param({"ru": "abcde", "ja": "dabce"}, ["ja:1"], id="without English the first page"),
        pytest.param({"en": "a", "ru": "a"}, [], id="one ruling"),
        pytest.param({"en": "abc"}, [], id="one page"),
    ],
)  # fmt: skip
def test_what_moved(places: dict[str, str], expected: list[str]) -> None:
    assert orders(**places) == expected


@given(st.permutations("abcdefgh"), st.sets(st.sampled_from("abcdefgh")))
def test_a_gap_moves_nothing(order: list[str], gone: set[str]) -> None:
    """Whatever is missing on a page: the rest in the same order has no note."""
    whole = "".join(order)
    assert orders(en=whole, ru="".join(x for x in whole if x not in gone)) == []


LATE = datetime.date(2021, 3, 25)


def dated(doubtful: Iterable[int] = (), **days: Sequence[datetime.date | None]) -> list[Hit]:
    """Return what ALN005 says of pages whose rulings answer one another in order."""
    pages = [page(code, some) for code, some in days.items()]
    rows = [[(home, n) for home in pages] for n in range(1, len(pages[0].rulings) + 1)]
    return list(different_date(Document("T", tuple(pages)), context(rows, doubtful)))


def test_the_majority_decides_and_the_date_is_the_place() -> None:
    (hit,) = dated(en=[OLD, DAY], ru=[OLD, DAY], pt=[OLD, SWAPPED])
    assert (hit.page.language, hit.line, hit.excerpt, hit.suggestion) == ("pt", 7, "04/05/2021", "05/04/2021")
    assert hit.message == (
        "this ruling is dated 2021-05-04 here; en, ru have 2021-04-05: day and month have changed places"
    )


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        pytest.param({"en": [OLD, DAY], "ru": [OLD, OLD]}, ["ru:2"], id="English decides between two"),
        pytest.param({"en": [OLD, OLD], "ru": [OLD, DAY], "ja": [OLD, DAY]}, ["en:2"], id="English is the odd one"),
        pytest.param({"en": [OLD, DAY], "ru": [OLD, None]}, [], id="no date"),
        pytest.param({"en": [DAY] * 4, "ru": [OLD] * 4}, ["ru:1"], id="a whole block"),
        pytest.param({"en": [DAY, DAY, OLD], "ru": [OLD] * 3}, ["ru:1", "ru:2"], id="two of a block"),
        pytest.param({"en": [DAY] * 3, "ru": [SWAPPED] * 3}, [], id="a file with the month first"),
        pytest.param({"en": [DAY, None], "ru": [SWAPPED, LATE]}, [], id="the English file has the month first"),
        pytest.param({"en": [DAY, LATE], "ru": [SWAPPED, LATE]}, ["ru:1"], id="both files settle their order"),
    ],
)  # fmt: skip
def test_whose_date_is_wrong(days: dict, expected: list[str]) -> None:
    assert [f"{hit.page.language}:{hit.ruling.position}" for hit in dated(**days) if hit.ruling] == expected


def test_doubtful_groups_and_stamps_tell_no_date() -> None:
    assert dated(doubtful=[2], en=[OLD, DAY], ru=[OLD, OLD]) == []
    en, ru = page("en", [DAY], format="rules"), page("ru", [OLD], format="rules")
    assert list(different_date(Document("T", (en, ru)), context([[(en, 1), (ru, 1)]]))) == []


@pytest.mark.parametrize(
    ("label", "expected", "order"),
    [
        ("04/05/2021", "05/04/2021", "day"),
        ("05/04/2021", "04/05/2021", "month"),
        ("4.5.2021", "5.4.2021", "day"),
        ("2021-05-04", "2021-04-05", "day"),
        ("04.05.21", "05.04.21", "day"),
        ("2021年5月4日", "2021年4月5日", "day"),
        ("２０２１年５月４日", "２０２１年４月５日", "day"),
        ("4 May 2021", "", "day"),  # another month's name is not ours to guess
    ],
)
def test_the_suggestion_is_in_the_pages_notation(label: str, expected: str, order: str) -> None:
    assert written_like(label, SWAPPED, DAY, order) == expected


def test_a_worded_month_stays() -> None:
    assert written_like("4 de maio de 2021", SWAPPED, replace_day(SWAPPED, 14)) == "14 de maio de 2021"


def replace_day(day: datetime.date, number: int) -> datetime.date:
    return day.replace(day=number)


def corpus(language: str, **pages: Sequence[str]) -> list[Document]:
    """Return lone pages: title (with `_` for a space) and rulings."""
    documents = []
    for name, texts in pages.items():
        title = name.replace("_", " ")
        rulings = tuple(Ruling(text, n, 4 * n + 1, 1, DAY) for n, text in enumerate(texts, 1))
        home = Page(f"{name}.txt", language, Ruling(title, 0, 1, 1, kind="title"), rulings)
        documents.append(Document(title, (home,)))
    return documents


TERMS = FactBook(merge([], read_shipped()))


def together(code: str, documents: Sequence[Document], facts: FactBook) -> list[Hit]:
    """Return the hits of a check of the corpus that was shown these documents one after the other."""
    one, known = registry()[code], survey(documents)
    assert one.gather is not None
    pieces = [
        piece
        for number, document in enumerate(documents)
        for piece in one.gather(document, Context(facts, survey=known, number=number))
    ]
    return list(one.function(pieces, Run(facts, documents, survey=known)))


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Mire Otter's last ability doesn't target.", True),
        ("en", "If Mire Otter leaves the battlefield, the card stays exiled.", True),
        ("en", "The last ability of Mire Otter doesn't target.", True),
        ("en", "Lantern Wright's ability copies that of Mire Otter.", False),
        ("en", "If Mire Otter and Lantern Wright attack, you choose.", False),
        ("en", "Cards such as Mire Otter are copied as well.", False),
        ("en", "If Mire Otter attacks, this creature blocks it.", False),
        ("en", "Mire Otter Captain's ability doesn't target.", False),
        ("en", "Elder Mire Otter can attack.", False),
        ("en", "When the creature that you chose as the spell resolved dies, Mire Otter is exiled.", False),
        ("en", "The mire otter is a creature.", False),
        ("en", "The Wright sees Mire Otter.", False),
        ("fr", "La capacité de Mire Otter se déclenche.", True),
        ("fr", "Des cartes comme Mire Otter sont copiées.", False),
    ],
)
def test_a_ruling_of_another_card(language: str, text: str, found: bool) -> None:
    documents = corpus(language, Mire_Otter=["x"], Lantern_Wright=[text])
    hits = together("ALN008", documents, TERMS)
    assert [(hit.page.title_text, hit.ruling.text) for hit in hits if hit.ruling] == [("Lantern Wright", text)] * found


@pytest.mark.parametrize("title", ["Exile", "Flashback", "Counter", "Target Player", "Opt", "Desert"])
def test_a_common_word_is_no_evidence(title: str) -> None:
    texts = [f"If {title} is there, nothing happens.", f"{title} costs are paid once."]
    documents = corpus(
        "en", **{title.replace(" ", "_"): ["x"], "Lantern_Wright": texts, "Sallow": texts, "Tarn": texts}
    )
    pages = corpus("en", **{f"Page_{n}_Fen": texts for n in range(3)})
    assert together("ALN008", [*documents, *pages], TERMS) == []


def test_the_message_says_where_it_stands_as_well() -> None:
    text = "Mire Otter's last ability doesn't target."
    (hit,) = together("ALN008", corpus("en", Mire_Otter=[text], Lantern_Wright=[text]), TERMS)
    assert hit.page.title_text == "Lantern Wright"
    assert "where it stands as well" in hit.message


def test_a_language_that_nearly_all_documents_have() -> None:
    def named(number: int, *codes: str) -> Document:
        return Document(f"T{number}", tuple(replace(page(code, [DAY]), name=f"t{number}") for code in codes), "name")

    full = [named(n, "en", "ru", "pt") for n in range(4)]
    (hit,) = together("ALN010", [*full, named(9, "en", "ru")], BOOK)
    assert (hit.page.language, hit.ruling, hit.line) == ("en", None, 1)
    assert hit.message == "there is no Portuguese page; 4 of 4 other documents have one"
    assert together("ALN010", [*full[:2], named(9, "en", "ru")], BOOK) == []
    assert together("ALN010", [*full, named(9, "en")], BOOK) == []
    loose = Document("T9", (page("en", [DAY]), page("ru", [DAY])), "dates")
    assert together("ALN010", [*full, loose], BOOK) == []
