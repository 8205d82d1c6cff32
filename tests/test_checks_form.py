"""The checks of symbols, numbers and sizes, and who is called the odd one out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.checks import Context, form
from aligner.checks.agreement import dissenters
from aligner.checks.differences import (
    Side,
    have_same_numbers,
    have_same_symbols,
    numbers_of,
    same_numbers,
    same_symbols,
    symbols_of,
)
from aligner.fixed import fixed
from aligner.model import Document, Group, Hit, Page, Ruling


def _hits(check, reference: str = "", doubtful: bool = False, **texts: str | tuple[str, ...]) -> list[Hit]:
    """Run a group check on one ruling a language, or several where one was split."""
    rulings = {
        language: tuple(
            Ruling(one, n, 4 * n + 1, 1) for n, one in enumerate((text,) if isinstance(text, str) else text, 1)
        )
        for language, text in texts.items()
    }
    document = Document("x", tuple(Page(f"{code}.txt", code, None, own) for code, own in rulings.items()))
    context = Context(SimpleNamespace(fixed=lambda language, text: fixed(text, language)), reference)
    return list(check(document, Group(1, rulings, doubtful=doubtful), context))


def _quoted(hits: list[Hit]) -> list[tuple[str, str]]:
    return [(hit.page.language, hit.ruling.text[slice(*hit.span)] if hit.span else "") for hit in hits if hit.ruling]


@pytest.mark.parametrize(
    ("values", "reference", "odd", "certain"),
    [
        ({"en": 1, "ru": 1}, None, (), True),
        ({"en": 1, "ru": 2}, None, ("ru",), True),
        ({"ru": 2, "en": 1}, None, ("ru",), True),
        ({"ru": 1, "pt": 2}, None, ("pt",), False),
        ({"ru": 1, "pt": 2}, "pt", ("ru",), True),
        ({"en": 1, "ru": 2, "pt": 2}, None, ("en",), True),
        ({"en": 1, "ru": 2, "pt": 3}, None, ("ru", "pt"), True),
        ({"ru": 1, "pt": 2, "ja": 3}, None, ("pt", "ja"), False),
        ({"en": 1, "ru": 1, "pt": 2, "ja": 2}, None, ("pt", "ja"), True),
        ({"en": 1, "ru": 1, "pt": 1, "ja": 2, "de": 3}, None, ("ja", "de"), True),
    ],
)
def test_dissenters(values: dict[str, int], reference: str | None, odd: tuple[str, ...], certain: bool) -> None:
    verdict = dissenters(values, reference)
    assert (verdict.odd, verdict.certain) == (odd, certain)


@given(st.dictionaries(st.sampled_from(["en", "ru", "pt", "ja", "de"]), st.integers(1, 3), max_size=5))
def test_the_odd_ones_are_fewer_than_all_and_differ_from_what_is_expected(values: dict[str, int]) -> None:
    verdict = dissenters(values)
    assert (not verdict.odd) == (len(set(values.values())) < 2)
    assert set(verdict.odd) < set(values) or not values
    assert all(values[one] != verdict.expected for one in verdict.odd)
    assert set(verdict.others).isdisjoint(verdict.odd)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"en": "It costs {2}{U}.", "de": "Es kostet {2}{B}."}, [("de", "{2}{B}")]),
        ({"en": "A spell with {1}{W}{U} costs {W}{U}.", "pt": "Uma mágica custaria."}, [("pt", "")]),
        ({"en": "Pay {1}{W} or {W}.", "pt": "Pague {W} ou {W}."}, [("pt", "{W}")]),
        ({"en": "Pay {G}.", "pt": "Pague {G}{G}."}, [("pt", "{G}{G}")]),
        ({"ru": "Заплатите {2}.", "pt": "Pague {3}."}, [("pt", "{3}")]),
        ({"en": "Pay .", "ru": "Заплатите {2}.", "pt": "Pague {2}."}, [("en", "")]),
        # never
        ({"en": "Pay {4}{R}.", "de": "Zahle {4R}."}, []),
        ({"en": "Pay {X} or {3}.", "ru": "Заплатите {Х} или {З}."}, []),
        ({"en": "Pay {W/B}.", "de": "Zahle {WB}."}, []),
        ({"en": "Pay {2}.", "de": "Zahle {Kosten}."}, []),
        ({"en": "X in its cost", "ja": "コストの{X}"}, []),
        ({"en": "Pay {1} and {2}.", "de": ("Zahle {2}.", "Zahle {1}.")}, []),
        ({"en": "Pay {1}.", "de": " "}, []),
    ],
)
def test_symbols(texts: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert _quoted(_hits(form.different_symbols, **texts)) == expected


def test_a_symbol_finding_tells_both_sides() -> None:
    (hit,) = _hits(form.different_symbols, en="It costs {2}{U}.", de="Es kostet {2}{B}.")
    assert hit.suggestion == "{2}{U}"
    assert "{2}{B}" in hit.message and "{2}{U}" in hit.message and "en" in hit.message
    assert [page.language for page, _ in hit.related] == ["en"]


def test_without_a_majority_no_side_is_called_wrong() -> None:
    (hit,) = _hits(form.different_symbols, ru="Заплатите {2}.", pt="Pague {3}.")
    assert "nothing tells which is wrong" in hit.message
    assert hit.suggestion == ""


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            {"en": "It deals 3 damage to each of two targets.", "ru": "Оно наносит 2 повреждения двум целям."},
            ("ru", "2 повреждения"),
        ),
        ({"en": "Draw three cards, then discard a card.", "ja": "カードを２枚引き、１枚捨てる。"}, ("ja", "２枚")),
        ({"en": "It deals 3 damage.", "de": "Sie fügt Schaden zu."}, ("de", "")),
        ({"en": "Do it 1,000 times.", "pt": "Faça 10.000 vezes."}, ("pt", "10.000")),
        ({"en": "fewer than three loyalty counters", "ru": "если жетонов верности меньше двух"}, ("ru", "двух")),
        ({"en": "Pay {4} and put four counters.", "pt": "Pague {4} e coloque cinco marcadores."}, ("pt", "cinco")),
        ({"en": "Each loses 2 life, not 4.", "zhs": "各失去4点生命，而非4点。"}, ("zhs", "4点")),
        ({"en": "X is considered to be 0.", "zhs": "X视为1。"}, ("zhs", "1")),
        ({"en": "Choose both modes.", "de": "Wähle drei Modi."}, ("de", "drei")),
        ({"en": "a 4/4 Golem", "es": "un Gólem 5/5"}, ("es", "5/5")),
        ({"en": "4 damage", "ru": "3 повреждения", "pt": "3 pontos"}, ("en", "4 damage")),
        ({"en": "draw cards", "ru": "возьмите две карты", "pt": "compre dois cards"}, ("en", "")),
    ],
)
def test_numbers_that_differ(texts: dict[str, str], expected: tuple[str, str]) -> None:
    assert _quoted(_hits(form.different_numbers, **texts)) == [expected]


@pytest.mark.parametrize(
    "texts",
    [
        {"en": "Choose target creature.", "ja": "クリーチャー１体を対象として選ぶ。"},
        {"en": "{20} stands for twenty generic mana.", "de": "{20} steht für Mana in Höhe von 20."},
        {"en": "{20} stands for twenty mana.", "es": "{2}0 representa veinte manás."},
        {"en": "neither gives you {E}", "de": "keines von beiden bringt dir {E}", "es": "ninguno de los dos te da {E}"},
        {
            "en": "A spell with two kickers can be kicked twice.",
            "ru": "С двумя усилителями усиливают дважды.",
        },
        {"en": "a single card with two halves", "pt": "um único card com duas metades"},
        {"en": "to each of two targets: 3 damage", "pt": "3 pontos de dano a cada um de dois alvos"},
        {"en": "can't be blocked by more than one creature", "ja": "２体以上のクリーチャーにはブロックされない"},
        {"en": "more than once", "de": "mehrmals", "ja": "２回以上選ぶ", "zhs": "不止一次地选择"},
        {"en": "Choose 2 or more creatures.", "fr": "Choisissez plusieurs créatures."},
        {"en": "Prevent that damage.", "ja": "そのダメージを軽減し、０にする。"},
        {"en": "If X is 12, you create 12 tokens.", "ja": "Ｘが12であるなら、トークンを12体生成する。"},
        {"en": "As of March 19, 2021, see rule 706.", "ja": "2021年3月19日以降はルール７０６を参照。"},
        {"en": "Half of 7 is 3.5, rounded to 3.", "ru": "Половина от 7 — это 3,5, что округляется до 3."},
        {"en": "The third ability", "zhs": "第三个异能", "de": "Die 3. Fähigkeit"},
        {"en": "seven or less", "zhs": "7或小于7"},
        {"en": "In a Two-Headed Giant game", "zhs": "在双头巨人游戏中"},
        {"en": "a creature with power 2 and toughness 2", "ru": "существо 2/2"},
        {"en": "(1) it dies or (2) it leaves", "fr": "elle meurt ou elle part"},
    ],
)
def test_numbers_that_agree(texts: dict[str, str]) -> None:
    assert _hits(form.different_numbers, **texts) == []


def test_a_doubtful_group_proves_nothing() -> None:
    texts = {"en": "It deals 3 damage for {2}.", "ru": "Оно наносит 2 повреждения."}
    assert _hits(form.different_numbers, doubtful=True, **texts) == []
    assert _hits(form.different_symbols, doubtful=True, **texts) == []


def test_split_rulings_are_compared_as_one_and_the_hit_stands_on_the_right_part() -> None:
    hits = _hits(form.different_numbers, en="Pay 2 life. Draw 4 cards.", pt=("Pague 2 de vida.", "Compre 5."))
    assert _quoted(hits) == [("pt", "5")]
    assert hits[0].ruling is not None and hits[0].ruling.position == 2


@given(st.integers(2, 60), st.integers(2, 60))
def test_digits_are_told_apart_in_any_language(left: int, right: int) -> None:
    hits = _hits(form.different_numbers, en=f"It deals {left} damage.", ru=f"Оно наносит {right} повреждений.")
    assert bool(hits) == (left != right)


_PIECES = st.lists(
    st.sampled_from(["1", "2", "two", "both", "one", "3", "2/3", "+1/+1", "{2}", "{X}", "{2/W}"]), max_size=5
)


@given(_PIECES, _PIECES)
def test_what_is_plainly_the_same_differs_in_nothing(first: list[str], second: list[str]) -> None:
    sides = [
        Side("en", (Ruling(text, 1),), (fixed(text, "en"),))
        for text in (f"Draw {' cards, '.join(some)} cards." for some in (first, second))
    ]
    if have_same_numbers(sides):
        assert same_numbers(*map(numbers_of, sides))
    if have_same_symbols(sides):
        assert same_symbols(*map(symbols_of, sides))
