"""Which terms are missing, outdated or another concept's: what counts as evidence, and what does not."""

from __future__ import annotations

import datetime

import pytest

from aligner import glossary, judging
from aligner.checks.kinship import related
from aligner.facts import FactBook
from aligner.model import Aligned, Document, Group, Page, Ruling
from aligner.renderings import own_names


@pytest.fixture(scope="module")
def facts() -> FactBook:
    return FactBook(glossary.merge((), glossary.read_shipped()))


def _found(facts: FactBook, language: str, english: str, other: str, date: str = "2021-06-18") -> list[str]:
    """Return code and concept of what is found in a ruling beside its English text."""
    day = datetime.date.fromisoformat(date)
    first, second = (Ruling(text, 1, 2, 1, day) for text in (english, other))
    pages = (
        Page("a.en.txt", "en", Ruling("Lantern Keeper", 0, 1, 1, kind="title"), (first,)),
        Page(f"a.{language}.txt", language, Ruling("Хранитель фонаря", 0, 1, 1, kind="title"), (second,)),
    )
    group = Group(1, {"en": (first,), language: (second,)})
    codes = {"TRM001", "TRM002", "TRM003", "TRM004", "TRM005", "TRM006"}
    found = judging.run([Aligned(Document("Lantern Keeper", pages), (group,))], facts, codes)
    return [f"{one.code} {one.concept}" for one in found if one.code in codes]


@pytest.mark.parametrize(
    ("language", "english", "other"),
    [
        (
            "zhs",
            "If two cards become illegal targets, the spell doesn't resolve.",
            "如果两张牌都成为不合法的目标，则此咒语会被反击。",
        ),
        ("ru", "If Shifting Flashback leaves, nothing happens.", "Если Зыбкая Память уйдёт, ничего не произойдёт."),
        ("ru", "You may play lands and cast spells.", "Вы можете разыгрывать земли и заклинания."),
        ("zhs", "The triggered ability is put onto the stack.", "将该异能放进堆叠。"),
        ("ru", "Untap all lands. ({Q} is the untap symbol.)", "Разверните все земли."),
        ("pt", "Draw a card. (Discard it if it has flashback.)", "Compre um card."),
        ("ru", "Nonartifact creatures are destroyed.", "Существа уничтожаются."),
        ("fr", "The kicker gives a bonus.", "Le kick donne un bonus."),
        ("pt", "A team game is won by one team.", "Uma partida em equipes é vencida por uma equipe."),
        ("ru", "The cost of sorceries is reduced by {2}.", "Стоимость волшебств уменьшается на {2}."),
        ("ko", "You choose an attacker and a blocker.", "당신은 공격자와 방어자를 선택한다."),
    ],
)
def test_what_is_no_missing_term(facts: FactBook, language: str, english: str, other: str) -> None:
    date = "2014-02-01" if "doesn't resolve" in english else "2021-06-18"
    assert not _found(facts, language, english, other, date)


@pytest.mark.parametrize(
    ("language", "english", "other", "expected"),
    [
        ("ru", "Exile it from your graveyard.", "Изгоните её.", "TRM001 graveyard"),
        ("pt", "The flashback cost is paid once.", "O custo é pago uma vez.", "TRM001 flashback"),
        ("zhs", "Put it onto the stack.", "将它放置。", "TRM001 stack"),
        ("ru", "Pay the kicker cost.", "Заплатите стоимость усиления.", "TRM005 kicker"),
    ],
)
def test_what_is_a_missing_term(facts: FactBook, language: str, english: str, other: str, expected: str) -> None:
    assert _found(facts, language, english, other) == [expected]


@pytest.mark.parametrize(
    ("date", "text", "expected"),
    [
        ("2008-05-01", "Удалите эту карту из игры.", []),
        ("2019-05-01", "Удалите эту карту из игры.", ["TRM006 exile"]),
        ("2008-05-01", "Изгоните эту карту.", []),
        ("2019-05-01", "Изгоните эту карту, а ту карту удалите из игры.", ["TRM002 exile"]),
    ],
)
def test_dates(facts: FactBook, date: str, text: str, expected: list[str]) -> None:
    assert _found(facts, "ru", "Exile this card.", text, date) == expected


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        ("damage", "combat damage", True),
        ("trigger", "triggered ability", True),
        ("legal target", "illegal target", True),
        ("tap", "untap", False),
        ("activated ability", "triggered ability", False),
        ("additional cost", "alternative cost", False),
    ],
)
def test_related_concepts(one: str, other: str, are: bool) -> None:
    assert related(one, other) is related(other, one) is are


@pytest.mark.parametrize(
    ("text", "title", "language", "names"),
    [
        ("Если Хранителя фонаря изгнать", "Хранитель фонаря", "ru", ["Хранителя фонаря"]),
        ("Koma gains flying", "Koma, Cosmos Serpent", "en", ["Koma"]),
        ("若永生琼浆在战场上", "永生琼浆", "zhs", ["永生琼浆"]),
        ("Any text", "X", "en", []),
        ("A lanterns keeper", "Lantern Keeper", "en", []),
    ],
)
def test_own_names(text: str, title: str, language: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in own_names(text, title, language)] == names


def test_a_word_that_is_no_term_here_is_no_second_rendering(facts: FactBook) -> None:
    """The counterparts tell: to fall upon them is what a choice is called."""
    day = datetime.date(2021, 7, 23)
    english = ("Creatures you control attack each turn.", "Charge them: creatures get +2/+0.")
    russian = ("Существа под вашим контролем атакуют каждый ход.", "Напасть на них: существа получают +2/+0.")

    def codes(second: str) -> list[str]:
        sides = {"en": (english[0], second), "ru": russian}
        rulings = {
            code: tuple(Ruling(text, place, place, 1, day) for place, text in enumerate(texts, 1))
            for code, texts in sides.items()
        }
        pages = tuple(Page(f"a.{code}.txt", code, None, own) for code, own in rulings.items())
        groups = tuple(Group(at, {code: (own[at],) for code, own in rulings.items()}) for at in range(2))
        found = judging.run([Aligned(Document("", pages), groups)], facts, {"TRM002"})
        return [f"{one.code} {one.excerpt}" for one in found]

    assert codes(english[1]) == []
    assert codes("Attack them: creatures get +2/+0.") == ["TRM002 Напасть"]


@pytest.mark.parametrize(
    ("language", "text", "concepts"),
    [
        ("ja", "端数を切り捨てる。", []),
        ("ja", "カードを１枚捨てる。", ["card", "discard"]),
        ("ja", "７から手札の枚数を引いた値。", ["hand"]),
        ("ja", "多相の戦士は多相を持つ。", ["changeling"]),
        ("zhs", "反抗军获得反抗。", ["revolt"]),
        ("zht", "神器師操控神器。", ["artifact"]),
        ("zhs", "有色永久物", ["color", "permanent"]),
        ("ko", "비용이 1씩 증가한다. 증가 {1}", ["cost", "escalate"]),
        ("ko", "단합 카운터", ["counter"]),
        ("fr", "Chaque peuple fée attaque.", ["attack"]),
        ("de", "Ein zufällig bestimmter Gegner", ["choose", "opponent"]),
    ],
)
def test_words_beside_our_terms(facts: FactBook, language: str, text: str, concepts: list[str]) -> None:
    assert [match.term.concept for match in facts.terms(language, text)] == concepts
