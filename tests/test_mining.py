"""Term candidates and drift from aligned groups alone."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from aligner import glossary, mining
from aligner.cli import main
from aligner.facts import FactBook
from aligner.mining.association import likelihood_ratio
from aligner.mining.pieces import pieces
from aligner.model import Term


@pytest.mark.parametrize(
    ("source", "target", "cut"),
    [
        ("Flying, vigilance", "飛行、警戒", [("Flying", "飛行"), ("vigilance", "警戒")]),
        ("Flying\nTap it.", "Полет\nПоверните.", [("Flying", "Полет"), ("Tap it.", "Поверните.")]),
        ("Scry 2. (Look.)", "占卜2。（检视。）", [("Scry 2.", "占卜2。"), ("Look.", "检视。")]),
        ("Pay 1: draw a card.", "Paga 1: roba una carta.", [("Pay 1", "Paga 1"), ("draw a card.", "roba una carta.")]),
        ("One. Two. Three.", "Раз, два. Три.", [("One. Two. Three.", "Раз, два. Три.")]),
        ("If it dies, draw.", "Draw it, si muere.", [("If it dies, draw.", "Draw it, si muere.")]),
    ],
)
def test_texts_are_cut_where_both_sides_agree(source: str, target: str, cut: list[tuple[str, str]]) -> None:
    assert pieces(source, target) == cut


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_word_is_lost_by_cutting(source: str, target: str) -> None:
    cut = pieces(source, target)
    for side, text in enumerate((source, target)):
        letters = [letter for letter in text if letter.isalnum()]
        assert [letter for pair in cut for letter in pair[side] if letter.isalnum()] == letters


@given(st.integers(1, 50), st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_the_likelihood_ratio_is_never_negative_and_symmetric(both: int, one: int, other: int, none: int) -> None:
    total = both + one + other + none
    ratio = likelihood_ratio(both, both + one, both + other, total)
    assert ratio >= -1e-9
    assert ratio == pytest.approx(likelihood_ratio(both, both + other, both + one, total))


def test_chance_has_no_likelihood_ratio() -> None:
    assert likelihood_ratio(10, 20, 50, 100) == pytest.approx(0)


SENTENCES = (
    ("Target creature gains first strike", "Целевое существо получает Первый удар", "クリーチャー１体は先制攻撃を得る"),
    ("Each creature has first strike", "Каждое существо имеет Первый удар", "各クリーチャーは先制攻撃を持つ"),
    ("It loses first strike", "Оно теряет Первый удар", "それは先制攻撃を失う"),
    ("Destroy target creature", "Уничтожьте целевое существо", "クリーチャー１体を破壊する"),
    ("Creatures attack", "Существа атакуют", "クリーチャーは攻撃する"),
    ("Exile target card from a graveyard", "Изгоните целевую карту с кладбища", "墓地からカード１枚を追放する"),
    ("Return it from your graveyard", "Верните с вашего кладбища", "あなたの墓地から戻す"),
    ("Shuffle your graveyard into a library", "Втасуйте кладбища в библиотеку", "墓地をライブラリーに加える"),
    ("Draw a card", "Возьмите карту", "カード１枚を引く"),
    ("Target player discards a card", "Целевой игрок сбрасывает карту", "プレイヤー１人はカード１枚を捨てる"),
)
GROUPS = [dict(zip(("en", "ru", "ja"), texts, strict=True)) for texts in SENTENCES for _ in range(4)]


def best(language: str) -> dict[str, str]:
    return {one.concept: one.text for one in mining.mine(GROUPS) if one.language == language and one.rank == 1}


@pytest.mark.parametrize(
    ("language", "concept", "text"),
    [
        ("ru", "first strike", "Первый удар"),
        ("ru", "graveyard", "кладбища"),
        ("ja", "graveyard", "墓地"),
        ("ja", "first strike", "先制攻撃"),
    ],
)
def test_what_goes_together_is_found(language: str, concept: str, text: str) -> None:
    assert best(language)[concept] == text


def test_the_figures_of_a_candidate() -> None:
    (one,) = [one for one in mining.mine(GROUPS) if (one.concept, one.language, one.rank) == ("graveyard", "ja", 1)]
    assert (one.support, one.precision, one.share) == (12, 1.0, 1.0)
    assert "graveyard" in one.example[0]
    assert "墓地" in one.example[1]


def test_what_stands_too_seldom_is_no_candidate() -> None:
    assert mining.mine(GROUPS[:2]) == ()
    assert mining.mine([]) == ()


def test_the_reference_is_english_where_there_is_english() -> None:
    assert mining.reference_of(GROUPS) == "en"
    assert mining.reference_of(GROUPS, "ja") == "ja"
    assert mining.reference_of([{"ru": "а"}, {"ja": "あ", "ru": "б"}]) == "ru"


def test_the_order_of_the_groups_does_not_matter() -> None:
    figures = {(one.concept, one.text, one.support) for one in mining.mine(GROUPS)}
    assert {(one.concept, one.text, one.support) for one in mining.mine(GROUPS[::-1])} == figures


def test_candidates_are_lawful_rows_that_no_check_looks_at(tmp_path: Path) -> None:
    from aligner.exchange import to_csv

    path = tmp_path / "candidates.csv"
    path.write_text(to_csv(mining.terms(mining.mine(GROUPS), len(GROUPS))), encoding="utf-8")
    rows = glossary.load(path)
    assert {row.status for row in rows} == {"candidate"}
    assert {row.source for row in rows} == {"mined from 40 groups"}
    assert not any(row.accepted for row in rows)
    assert glossary.merge(rows, ()).rows == ()
    facts = FactBook(glossary.Glossary(rows))
    assert facts.terms("ja", "墓地") == ()
    assert glossary.Glossary(rows).of("graveyard", "ja") == ()


def test_a_candidate_does_not_touch_our_own_term() -> None:
    ours = (Term("graveyard", "кладбище", "ru", shipped=True),)
    assert glossary.merge([Term("graveyard", "кладбище", "ru", "candidate")], ours).rows == ours


IN_A_GRAVEYARD = (
    ("Put it into a graveyard", "Положите это: {}"),
    ("Your graveyard is empty", "Пусто {}"),
    ("Each graveyard counts", "Учитывается каждое {}"),
)
ELSEWHERE = (("Put it into a library", "Положите это: библиотека"), ("Each creature is red", "Красно каждое существо"))


def test_drift_on_a_page() -> None:
    def some(rendering: str, times: int) -> list[dict[str, str]]:
        return [{"en": one, "ru": other.format(rendering)} for one, other in IN_A_GRAVEYARD for _ in range(times)]

    texts = [
        *some("кладбище", 6),
        *some("могила", 3),
        *[{"en": en, "ru": ru} for en, ru in ELSEWHERE for _ in range(30)],
    ]
    (found,) = mining.drift(texts, [0] * 19 + [1] * 8 + [2] * 60)
    assert (found.document, found.language, found.concept) == (0, "ru", "graveyard")
    assert (found.usual, found.other) == ("кладбище", "могила")
    assert (len(found.usual_groups), found.other_groups) == (18, (18,))


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (("a creature named Hill", "существо с именем Гора"), ("name a creature", "назовите существо")),  # another form
        (("the top three cards", "верхние три карты"), ("the top card", "первую карту")),  # other surroundings
        (("it deals combat damage", "наносит боевые повреждения"), ("combat damage it deals", "повреждения боевые он")),
    ],
)
def test_what_two_renderings_are_no_drift(usual: tuple[str, str], other: tuple[str, str]) -> None:
    texts = [{"en": pair[0], "ru": pair[1]} for pair in [usual] * 9 + [other] * 5]
    texts += [{"en": f"{word} is red", "ru": f"{word} красное"} for word in ("it", "that") for _ in range(15)]
    assert mining.drift(texts, [0] * len(texts)) == ()


def test_forms_of_one_word_are_no_drift() -> None:
    texts = [{"en": "draw a card", "es": text} for text in ["roba una carta"] * 9 + ["robes una carta"] * 5]
    texts += [{"en": "attack it", "es": "ataca"} for _ in range(20)]
    assert mining.drift(texts, [0] * len(texts)) == ()


def test_the_command(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    dates = [f"{1 + number:02}/02/2021" for number in range(len(GROUPS))]
    pages = {
        f"{code}.txt": "".join(f"{date}\n\n{group[code]}.\n\n" for date, group in zip(dates, GROUPS, strict=True))
        for code in ("en", "ru")
    }
    folder(pages)
    done = CliRunner().invoke(main, ["glossary", "mine", ".", "--encoder", "none", "--output", "mined.csv"])
    assert done.exit_code == 0, done.output
    assert ("graveyard", "ru", "candidate") in {
        (row.concept, row.language, row.status) for row in glossary.load(Path("mined.csv"))
    }


@pytest.mark.parametrize("language", ["ru", "ja"])
def test_printed_keywords_are_found(shared: Path, language: str) -> None:
    with gzip.open(shared / "data" / f"card_texts_{language}.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    texts = [{"en": row["text_en_printed"], language: row["text_loc"]} for row in rows]
    texts = [{code: text.replace("\\n", "\n") for code, text in group.items()} for group in texts]
    found = {one.concept: one.text.lower() for one in mining.mine(texts) if one.rank == 1}
    wanted = {
        "ru": {"flying": "полет", "trample": "пробивной удар", "first strike": "первый удар", "haste": "ускорение"},
        "ja": {"flying": "飛行", "trample": "トランプル", "first strike": "先制攻撃", "haste": "速攻"},
    }[language]
    assert {concept: found.get(concept) for concept in wanted} == wanted
