"""What language a text is in, what was left in English inside it, and look-alike letters: tables of sentences."""

from __future__ import annotations

import csv
import gzip
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner import english
from aligner.model import LANGUAGES
from aligner.words import word_list

TERMS = frozenset({"flashback", "landfall", "first strike", "double strike", "mana value", "counter", "trample"})
OWN = {
    "pt": frozenset({"card", "cards", "custo", "mana", "exile", "exilar"}),
    "it": frozenset({"flashback", "creatura", "magia"}),
    "fr": frozenset({"flash", "menace", "vigilance"}),
}


def pieces(text: str, language: str, english_text: str = "") -> list[tuple[str, str]]:
    """Return kind and quoted text of every leftover."""
    own = OWN.get(language, frozenset())
    found = english.leftovers(text, language, own, english=english_text, english_terms=TERMS)
    return [(one.kind, text[one.start : one.end]) for one in found]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Копия создаётся в стеке.", "ru"),
        ("Отария", "ru"),
        ("カードを１枚引く。", "ja"),
        ("카드 한 장을 뽑습니다.", "ko"),
        ("当此生物进战场时，抓一张牌。", "zhs"),
        ("當此生物進戰場時，抽一張牌。", "zht"),
        ("The copy is created on the stack, so nobody has cast it.", "en"),
        ("Se o card for exilado, você não poderá conjurá-lo.", "pt"),
        ("Si la carta se exilia, no puedes lanzarla.", "es"),
        ("Se la carta viene esiliata, non puoi lanciarla.", "it"),
        ("Si la carte est exilée, vous ne pouvez pas la lancer.", "fr"),
        ("Wenn die Karte ins Exil geschickt wird, kannst du sie nicht wirken.", "de"),
        ("Lightning Bolt", ""),
        ("Kraken", ""),
        ("{X}{R} 2/2 409.1b", ""),
        ("断念", ""),
        ("", ""),
        ("Снимите 2/2 существо (such as a token) с поля.", "ru"),
        ("《Lightning Bolt》は3点のダメージを与える。", "ja"),
        ("Bu yetenek için geçerli değildir ve bir kart çekersiniz.", ""),
    ],
)
def test_identify(text: str, language: str) -> None:
    assert english.identify(text) == language


@pytest.mark.parametrize(
    ("page", "text", "language"),
    [
        ("ru", "+1/+1 counters stay on the permanent until it leaves the battlefield.", "en"),
        ("pt", "{CHAOS} abilities trigger each time that symbol is rolled.", "en"),
        ("ja", "[The token enters the battlefield tapped.]", "en"),
        ("fr", "“You” refers to the controller of the spell.", "en"),
        ("pt", "If Oráculo do Lodo dies, draw a card.", "en"),
        ("ru", "If Архивариус Углей leaves the battlefield, its controller draws a card.", "en"),
        ("ja", "If 《灰の書記》 leaves the battlefield, its controller draws a card.", "en"),
        ("de", "Draw a card.", "en"),
        ("tr", "You may cast this card from your graveyard if you pay its cost.", "en"),
        ("ru", "Начните с альтернативной стоимости (such as a flashback cost), которую вы платите.", "ru"),
        ("pt", "Some o custo alternativo (such as a flashback cost) que estiver pagando com os demais.", "pt"),
        ("pt", "Metade em português. Half of this ruling is in English, you see.", ""),
        ("es", "Elige up to two objetivos.", ""),
        ("pt", "As criaturas do tipo escolhido depends on whether the spell’s controller recebem +1/+1.", ""),
        ("fr", "Menace", ""),
        ("it", "Kraken", ""),
        ("pt", "Flash", ""),
        ("ja", "Lightning Bolt", ""),
        ("pt", "Los jugadores no pueden responder mientras se pagan los costes del hechizo.", "es"),
        ("pt", "Você pode conjurar a mágica usando retrospectiva mais uma vez.", "pt"),
        ("es", "Pon la carta en tu cemitério al terminar.", "es"),
        ("en", "Quando la creatura muore, il suo controllore può pescare due carte.", "it"),
        ("zhs", "當此生物進戰場時，其操控者抽一張牌，然後將它放逐。", "zht"),
        ("ja", "当此生物进战场时，其操控者抓一张牌，然后将它放逐。", "zhs"),
        ("ja", "断念", ""),
        ("tr", "Bu yetenek için geçerli değildir ve bir kart çekersiniz.", ""),
    ],
)
def test_ruling_language(page: str, text: str, language: str) -> None:
    assert english.ruling_language(text, page) == language


def test_page_language_is_that_of_the_translation() -> None:
    translated = ["Se o card for exilado, você não poderá conjurá-lo.", "O jogador que o controla não pode responder."]
    left = ["If the card is exiled, you can't cast it.", "Its controller can't respond to that."]
    assert english.page_language(["Otaria", *translated, *left]) == "pt"
    assert english.page_language(["Otaria", *left]) == "en"
    assert english.page_language(["Otaria", "{X}"]) == ""
    assert english.page_language(["カードを１枚引く。それを追放する。", left[0]]) == "ja"


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("ru", "Полная стоимость (such as a flashback cost) растёт.", [("fragment", "(such as a flashback cost)")]),
        ("ru", "Заклинание с flashback изгоняется.", [("fragment", "flashback")]),
        ("ru", "Способность типа Landfall срабатывает.", [("fragment", "Landfall")]),
        ("ru", "Существо с First Strike бьёт раньше.", [("fragment", "First Strike")]),
        ("ru", "Положите жетоны (counter) на карту.", [("gloss", "(counter)")]),
        ("ru", "Заплатите [mana cost] один раз.", [("slot", "[mana cost]")]),
        (
            "ru",
            "Положите карту [on the bottom of your library] туда.",
            [("fragment", "[on the bottom of your library]")],
        ),
        ("ru", "Draw 2 cards, then discard one, и всё.", [("fragment", "Draw 2 cards, then discard one")]),
        ("ru", "Cooperate копирует заклинание.", [("name", "Cooperate")]),
        ("ru", "Урон от Chandra’s Pyrohelix делится.", [("name", "Chandra’s Pyrohelix")]),
        ("ru", "Koma, Cosmos Serpent и Koma — одно существо.", [("name", "Koma, Cosmos Serpent")]),
        ("ru", "Разыграйте Destined из Destined // Lead.", [("name", "Destined // Lead")]),
        ("ja", "そのcreatureの上に置く。", [("fragment", "creature")]),
        ("ja", "フラッシュバック（Flashback）は機能する。", [("gloss", "（Flashback）")]),
        ("ja", "「予顕［cost］」は手札で機能する。", [("slot", "［cost］")]),
        ("ko", "Lightning Bolt를 발동합니다.", [("name", "Lightning Bolt")]),
        ("zhs", "支付费用（such as a warp cost）。", [("fragment", "（such as a warp cost）")]),
        ("zht", "如果target creature在戰場上，則結算。", [("fragment", "target creature")]),
        ("pt", "O spell será anulado instead.", [("fragment", "spell"), ("fragment", "instead")]),
        ("pt", "Recapitular (flashback) é uma habilidade.", [("gloss", "(flashback)")]),
        ("pt", "Escolha a target creature do oponente.", [("fragment", "target creature")]),
        ("pt", "O efeito de Crook of Condemnation dura.", [("name", "Crook of Condemnation")]),
        ("es", "If you cast it this way, el hechizo se exilia.", [("fragment", "If you cast it this way")]),
        ("it", "Una volta per turno, only once each turn.", [("fragment", "only once each turn")]),
        ("fr", "Il acquiert le double strike.", [("fragment", "double strike")]),
        ("fr", "Le coût (such as a Chandra’s Pyrohelix cost).", [("fragment", "(such as a Chandra’s Pyrohelix cost)")]),
        ("de", "Bestimme up to two Ziele.", [("fragment", "up to two")]),
    ],
)
def test_leftovers(language: str, text: str, found: list[tuple[str, str]]) -> None:
    assert pieces(text, language) == found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Существо 2/2 с жетоном +1/+1 по правилам 409.1b и 409.1f-h, глава III, X-стоимость {X}{PW}."),
        ("ru", "Судья DCI-уровня, MTG-карта, IP-адрес, набор MH3 и planeswalker-а, planeswalker’у."),
        ("ru", "В игре Magic: The Gathering компании Wizards of the Coast, формат Modern."),
        ("ru", "«Воспоминание [стоимость]», стоимости [A] и [B]; см. https://example.org/rules и judge@example.org."),
        ("ru", "Автор editor_a, файл page2.txt."),
        ("ja", "《Lightning Bolt》はＸ点、{X}、カード1枚、DCI。"),
        ("pt", "O card do deck com a face para cima; exile o card, some o total e use o planeswalker."),
        ("pt", "Loucura [custo] e o controlador planar do time."),
        ("es", "Has de tener once cartas en total, como dice la carta; ten dos a la vez."),
        ("it", "Una carta con flashback e le creature create; so che è normale."),
        ("fr", "Le flash, la vigilance et la menace : une option, une action, une phase, des permanents multiples."),
        ("de", "Wer am Zug war, will also alle Karten auf der Hand, und dies ist am Ende optional."),
        ("de", "Die Fähigkeit im Text der Karte, das Deck und der Planeswalker."),
        ("en", "If you do, draw a card (such as this one)."),
        ("tr", "Bu yetenek target creature için geçerli değildir."),
        ("ko", ""),
    ],
)
def test_nothing_is_left_over(language: str, text: str) -> None:
    assert pieces(text, language) == []


def test_words_copied_from_the_english_counterpart() -> None:
    text = "O jogador waives every objection antes de jogar com Ashen Echo."
    counterpart = "The player waives every objection before playing Ashen Echo."
    assert pieces(text, "pt", counterpart) == [("fragment", "waives every objection"), ("name", "Ashen Echo")]
    assert pieces("Um Kraken de Rix Maadi ataca.", "pt", "A Kraken of Pia Nalaar attacks.") == []


def test_own_words_are_never_english() -> None:
    text = "La spell ha upkeep e trample."
    assert english.leftovers(text, "it", frozenset({"spell", "upkeep", "trample"})) == ()
    assert len(english.leftovers(text, "it", frozenset())) == 3


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("ru", "Хрaнитель", [("Хрaнитель", "Хранитель")]),
        ("ru", "Cтоимость", [("Cтоимость", "Стоимость")]),
        ("ru", "изгoните его", [("изгoните", "изгоните")]),
        ("ru", "502.32а.", [("502.32а", "502.32a")]),
        ("ru", "Правило 409.1Ь здесь", [("409.1Ь", "409.1b")]),
        ("ru", "Правила 409.1f-һ здесь", [("409.1f-һ", "409.1f-h")]),
        ("ru", "{Х} или {З}, {2}{Т}", [("{Х}", "{X}"), ("{З}", "{3}"), ("{Т}", "{T}")]),
        ("ru", "жетон +З/+З", [("+З/+З", "+3/+3")]),
        ("ru", "planeswalkerа", [("planeswalkerа", "planeswalker-а")]),
        ("pt", "O jogаdor compra", [("jogаdor", "jogador")]),
        ("en", "The cοst is paid", [("cοst", "cost")]),
        ("ja", "クリ一チャーとカ一ド", [("クリ一チャー", "クリーチャー"), ("カ一ド", "カード")]),
        ("ru", "Х верхних карт, X-стоимость, MTG-карта, planeswalker-а, planeswalker’а, IP-адрес", []),
        ("ru", "Глава III, 502.32a, 2х карт, {X}, +1/+1, Saltwright's Oath, ещё, й", []),
        ("ja", "カード1枚、ＸやＹ、カード一枚、ダメージ二点、HP", []),
        ("fr", "L’œil de l’être, cœur", []),
    ],
)
def test_look_alikes(language: str, text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[x.start : x.end], x.suggestion) for x in english.look_alikes(text, language)] == found


ALPHABET = "aceoxXIhb ’'-.,()[]{}（）［］《》«»/+12Хх аеорсуж縁カの土한국ßéœ\u00ad\u0301\nflshkt"


@given(st.text(ALPHABET, max_size=80), st.sampled_from(LANGUAGES))
def test_spans_are_in_order_and_apart(text: str, language: str) -> None:
    found = english.leftovers(text, language, frozenset(), english=text[::-1], english_terms=TERMS)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert any(letter.isalpha() for letter in text[one.start : one.end])
    for left, right in pairwise(found):
        assert left.end <= right.start
    for alike in english.look_alikes(text, language):
        assert 0 <= alike.start < alike.end <= len(text)


@given(st.text(ALPHABET, max_size=80), st.sampled_from([*LANGUAGES, "tr"]))
def test_a_language_is_one_of_ours_or_unclear(text: str, language: str) -> None:
    assert english.ruling_language(text, language) in (*LANGUAGES, "")
    assert english.identify(text) in (*LANGUAGES, "")


@given(st.text("абвгдежзийклмнопрстуфхцчшщъыьэюя \n.,-", max_size=80))
def test_pure_cyrillic_has_no_fault(text: str) -> None:
    assert english.look_alikes(text, "ru") == ()
    assert english.leftovers(text, "ru", frozenset()) == ()


@pytest.mark.parametrize("language", ["en", "pt", "de", "fr", "it", "es", "ru", "zhs", "zht"])
def test_word_lists_are_sound(language: str) -> None:
    from aligner.data import shipped

    with (shipped("glossaries") / "words" / f"{language}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    words = [row["word"] for row in rows if row["kind"] not in ("twice", "open")]
    assert len(words) == len(set(words)), "a word stands twice"
    kinds = {"function", "rules", "loan", "ambiguous", "brand", "character", "shared", "twice", "open"}
    assert {row["kind"] for row in rows} <= kinds
    assert all(row["word"] == row["word"].lower() for row in rows if row["kind"] != "brand")
    assert word_list(language).own or language in ("zhs", "zht")


def card_texts(shared: Path, language: str, step: int) -> list[str]:
    with gzip.open(shared / "data" / f"card_texts_{language}.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row["text_loc"].replace("\\n", "\n") for row in rows[::step] if row["text_loc"]]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_printed_cards_are_not_english(shared: Path, language: str) -> None:
    texts = card_texts(shared, language, 5)
    fragments = [text for text in texts for kind, _ in pieces(text, language) if kind != "name"]
    assert len(fragments) <= 0.005 * len(texts), fragments
    assert [text for text in texts if english.ruling_language(text, language) not in (language, "")] == []


def test_english_rulings_are_english_on_every_page(shared: Path) -> None:
    with gzip.open(shared / "data" / "rulings_en.tsv.gz", "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t")[3] for line in file][1::150]
    for language in LANGUAGES:
        missed = [text for text in rows if english.ruling_language(text, language) != "en"]
        assert len(missed) <= 0.01 * len(rows), (language, missed)
