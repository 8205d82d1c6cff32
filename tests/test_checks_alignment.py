"""ALN001 to ALN003, ALN006, ALN007, ALN009: one cause, one finding, at the place where it should be mended."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace

import pytest

from aligner.checks import Context
from aligner.checks.alignment import (
    duplicate_ruling,
    extra_ruling,
    merged_rulings,
    missing_ruling,
    split_ruling,
    weak_match,
)
from aligner.facts import FactBook
from aligner.glossary import merge
from aligner.model import Document, Group, Hit, Page, Ruling

DAY = datetime.date(2021, 3, 19)
OLD = datetime.date(2009, 10, 1)
BOOK = FactBook(merge([], []))
Row = dict[str, str | Ruling]
"""Language -> the text of its member; the members of a page stand in the order of the rows."""


def made(
    *rows: Row, doubtful: Iterable[int] = (), reference: str = "", languages: str = ""
) -> tuple[Document, Context]:
    """Return a document of these groups and the context that knows them."""
    codes = languages.split() or list(dict.fromkeys(code for row in rows for code in row))
    pages: dict[str, list[Ruling]] = {code: [] for code in codes}
    groups = []
    for number, row in enumerate(rows, 1):
        members = {}
        for code, text in row.items():
            position = len(pages[code]) + 1
            ruling = text if isinstance(text, Ruling) else Ruling(text, 0, date=DAY)
            ruling = replace(ruling, position=position, line=4 * position + 1, column=1)
            pages[code].append(ruling)
            members[code] = (ruling,)
        groups.append(Group(number, members, doubtful=number in set(doubtful)))
    document = Document("T", tuple(Page(f"{code}.txt", code, None, tuple(some)) for code, some in pages.items()))
    context = Context(BOOK, reference)
    context.places.update((id(one), group) for group in groups for some in group.members.values() for one in some)
    return document, context


def hits(check, document: Document, context: Context) -> list[Hit]:
    return [hit for page in document.pages for hit in check(document, page, context)]


def found(document: Document, context: Context) -> list[str]:
    """Return what the three checks say: code@language:position."""
    checks = {"ALN001": missing_ruling, "ALN002": extra_ruling, "ALN003": duplicate_ruling}
    return [
        f"{code}@{hit.page.language}:{hit.ruling.position if hit.ruling else 0}"
        for code, check in checks.items()
        for hit in hits(check, document, context)
    ]


FULL = {"en": "one", "ru": "один", "ja": "一"}
PAIR = {"en": "one", "ru": "один"}


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        pytest.param([FULL], {}, [], id="nothing"),
        pytest.param([PAIR, {"en": "two"}, {"en": "three", "ru": "три"}], {}, ["ALN001@ru:2"], id="English has it"),
        pytest.param([PAIR, {"ru": "два"}], {}, ["ALN002@ru:2"], id="only the translation has it"),
        pytest.param([{"ru": "один", "ja": "一"}, {"ru": "два"}], {}, ["ALN001@ja:1"], id="two translations"),
        pytest.param([FULL, {"ru": "два", "ja": "二"}], {}, ["ALN001@en:1"], id="only English lacks it"),
        pytest.param([FULL, {"en": "two"}], {}, ["ALN001@ru:1", "ALN001@ja:1"], id="only English has it"),
        pytest.param([FULL, {"ja": "二"}], {}, ["ALN002@ja:2"], id="one translation of three has it"),
        pytest.param([PAIR, {"ru": "два"}], {"reference": "ru"}, ["ALN001@en:1"], id="the reference has it"),
        pytest.param([PAIR, {"en": "two"}], {"reference": "ru"}, ["ALN002@en:2"], id="the reference has it not"),
        pytest.param([PAIR, {"ru": "два"}], {"reference": "pt"}, ["ALN002@ru:2"], id="a reference that is not there"),
        pytest.param([PAIR, {"en": "two"}], {"doubtful": [2]}, [], id="a doubtful group"),
        pytest.param([PAIR, {"en": ""}], {}, [], id="an entry without a text"),
        pytest.param([PAIR, {"en": "two", "ru": ""}], {}, [], id="the gap is an entry without a text"),
        pytest.param([PAIR, {"en": Ruling("Lands", 0, kind="heading")}], {}, [], id="a heading"),
        pytest.param([{"en": "one"}, {"en": "two"}], {"languages": "en ru"}, [], id="an empty page"),
        pytest.param([{"ru": "один"}, {"ru": "два"}], {}, [], id="a lone page"),
        pytest.param([PAIR, {"ru": "Один"}], {}, ["ALN003@ru:2"], id="a copy is neither extra nor missing"),
        pytest.param([PAIR, {"ru": "«два»"}, {"ru": "Два"}], {}, ["ALN002@ru:2", "ALN003@ru:3"], id="extra and copy"),
        pytest.param([PAIR, {"en": "two"}, {"en": "Two"}], {}, ["ALN001@ru:1", "ALN003@en:3"], id="gap, and a copy"),
        pytest.param([{"ru": "a"}, {"ru": "a"}, {"ru": "a"}], {}, ["ALN003@ru:2", "ALN003@ru:3"], id="three times"),
        pytest.param([{"ru": Ruling("a", 0, key="1.1")}, {"ru": Ruling("a", 0, key="2.1")}], {}, [], id="two rules"),
        pytest.param([{"ru": ""}, {"ru": " "}, {"ru": ""}], {}, [], id="empty ones are no copies"),
        pytest.param([PAIR, PAIR], {}, [], id="both languages repeat it"),
        pytest.param([FULL, {"en": "one", "ru": "один"}], {}, [], id="two of three repeat it"),
        pytest.param([{"ru": "два"}, {"en": "two", "ru": "два"}], {}, ["ALN003@ru:1"], id="the linked copy stays"),
        pytest.param([PAIR, {"en": "two", "ru": "один"}], {}, ["ALN003@ru:2"], id="two rulings with one translation"),
    ],
)  # fmt: skip
def test_what_is_said(rows: list[Row], options: dict, expected: list[str]) -> None:
    assert found(*made(*rows, **options)) == expected


def test_a_missing_ruling_stands_before_the_next_one_with_the_counterparts_text() -> None:
    document, context = made(FULL, {"ja": "二", "en": "two"}, {"en": "three", "ru": "три", "ja": "三"})
    (hit,) = hits(missing_ruling, document, context)
    assert hit.ruling is document.page("ru").rulings[1]
    assert hit.span is None
    assert hit.excerpt == "two"
    assert [(page.language, ruling.text) for page, ruling in hit.related] == [("en", "two"), ("ja", "二")]


def test_a_missing_rule_has_the_counterparts_number() -> None:
    rule = Ruling("A token.", 0, key="7.1b", label="7.1.b", label_line=9)
    document, context = made(PAIR, {"en": rule})
    (hit,) = hits(missing_ruling, document, context)
    assert hit.key == "7.1b"
    assert hit.excerpt == "7.1.b A token."


def test_a_whole_date_is_one_finding() -> None:
    old = [{"en": Ruling(text, 0, date=OLD)} for text in ("a", "b", "c")]
    document, context = made(PAIR, *old)
    (hit,) = hits(missing_ruling, document, context)
    assert hit.message == "all 3 rulings of 2009-10-01 are missing here; en has them, beginning with this one"
    assert len(hit.related) == 3
    two, context = made(PAIR, *old[:2])
    assert len(hits(missing_ruling, two, context)) == 2
    kept, context = made({"en": "one", "ru": Ruling("один", 0, date=OLD)}, *old)
    assert len(hits(missing_ruling, kept, context)) == 3


def test_a_copy_names_the_ruling_it_repeats() -> None:
    document, context = made(PAIR, {"ru": "один"})
    (hit,) = hits(duplicate_ruling, document, context)
    assert hit.message == "the same as ruling 1"
    assert hit.related == ((document.page("ru"), document.page("ru").rulings[0]),)


def joined(doubtful: bool = False, score: float = 1.0, weakest: str = "", **members: str) -> list[str]:
    """Return what ALN006, ALN007 and ALN009 say of one group; a language's rulings stand between bars."""
    pages = []
    for code, texts in members.items():
        rulings = tuple(Ruling(text, n, 4 * n + 1, 1, DAY) for n, text in enumerate(texts.split("|"), 1))
        pages.append(Page(f"{code}.txt", code, None, rulings))
    group = Group(1, {one.language: one.rulings for one in pages}, score, "vectors", doubtful, weakest)
    checks = {"ALN006": merged_rulings, "ALN007": split_ruling, "ALN009": weak_match}
    return [
        f"{code}@{hit.page.language}:{hit.ruling.position} {hit.message}"
        for code, check in checks.items()
        for hit in check(Document("T", tuple(pages)), group, Context(BOOK))
        if hit.ruling
    ]


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"en": "a|b", "ru": "аб"}, ["ALN006@ru:1 one ruling here holds what en has in 2"]),
        ({"en": "ab", "ru": "а|б"}, ["ALN007@ru:1 this and ruling 2 hold what en has in one"]),
        ({"en": "ab", "ru": "а|б", "ja": "あ|い"}, ["ALN006@en:1 one ruling here holds what ru, ja have in 2"]),
        ({"en": "a|b", "ru": "аб", "ja": "あい"}, ["ALN007@en:1 this and ruling 2 hold what ru, ja have in one"]),
        ({"en": "a|b", "ru": "а|б"}, []),
        ({"en": "ab", "ru": "а|"}, []),
        ({"en": "ab"}, []),
    ],
)
def test_who_divides_the_text_otherwise(members: dict[str, str], expected: list[str]) -> None:
    assert joined(**members) == expected
    assert joined(doubtful=True, **members) == []


def test_a_weak_match_is_the_translations_or_the_odd_ones() -> None:
    (pair,) = joined(score=0.2, ru="а", en="a")
    assert pair.startswith("ALN009@ru:1 linked with en")
    (odd,) = joined(score=0.2, weakest="ja", doubtful=True, ru="а", en="a", ja="あ")
    assert odd.startswith("ALN009@ja:1 linked with ru, en")
    assert joined(score=0.2, ru="а", en="a", ja="あ") == []
    assert joined(score=0.9, ru="а", en="a") == []
