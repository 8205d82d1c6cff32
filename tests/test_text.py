"""Normalised text: what is made equal, and that spans stay those of the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aligner.text import _NOT_SIMPLE, _NOT_SIMPLE_OR_I, _Folding, fold, normalise

LANGUAGES = ("en", "ru", "ja", "de", "ko", "tr", "")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ru", "ВОСПОМИНАНИЕ", "воспоминание"),
        ("ru", "Её половины", "ее половины"),
        ("ru", "е\u0308ж", "еж"),
        ("ru", "воспо\u00adминание", "воспоминание"),
        ("ru", "\ufeffвоспо\u200bминание\u2060", "воспоминание"),
        ("ru", "мана\u2011стоимость, мана–стоимость, мана−стоимость", "мана-стоимость, мана-стоимость, мана-стоимость"),
        ("fr", "coût\u202fde\u00a0mana\nici", "coût de mana ici"),
        ("fr", "C’est au cœur de l‘Œuvre", "c'est au coeur de l'oeuvre"),
        ("es", "mana\u0301", "maná"),
        ("de", "GROẞE Straße", "grosse strasse"),
        ("ja", "ﾌﾗｯｼｭﾊﾞｯｸ", "フラッシュバック"),
        ("ja", "ハ\u3099ック", "バック"),
        ("ja", "マナ･コスト マナ·コスト", "マナ・コスト マナ・コスト"),
        ("ja", "カ－ド、カ―ド、カ‐ド", "カード、カード、カード"),
        ("ja", "カード――呪文", "カード--呪文"),
        ("ja", "１－１", "1-1"),
        ("ja", "［cost］＋１／＋１", "[cost]+1/+1"),
        ("ko", "\u1112\u116c\u1109\u1161\u11bc", "회상"),
        ("tr", "IŞIK İyi", "ışık iyi"),
        ("en", "IDs", "ids"),
    ],
)
def test_what_is_made_equal(language: str, text: str, expected: str) -> None:
    assert fold(text, language) == expected


@pytest.mark.parametrize(
    ("language", "text", "word", "original"),
    [
        ("ru", "Стоимость воспо\u00adминания растёт.", "воспоминания", "воспо\u00adминания"),
        ("ru", "нет \ufeffвоспоминаний\ufeff тут", "воспоминаний", "воспоминаний"),
        ("de", "Die U\u0308berlast", "überlast", "U\u0308berlast"),
        ("de", "eine Straße", "strasse", "Straße"),
        ("ja", "これはﾊﾞｯｸです", "バック", "ﾊﾞｯｸ"),
        ("ko", "그 \u1112\u116c\u1109\u1161\u11bc 비용", "회상", "\u1112\u116c\u1109\u1161\u11bc"),
        ("fr", "au cœur", "coeur", "cœur"),
    ],
)
def test_a_span_leads_back_to_the_original(language: str, text: str, word: str, original: str) -> None:
    normal = normalise(text, language)
    at = normal.text.index(word)
    start, end = normal.span(at, at + len(word))
    assert text[start:end] == original


@given(st.text(), st.sampled_from(LANGUAGES))
@example("\u200b\u0301", "ru")
@example("İ\u0307", "")
@example("カ\u3099－ド", "ja")
@example("ΣΑΣ", "en")
def test_normalising_twice_changes_nothing_more(text: str, language: str) -> None:
    once = fold(text, language)
    assert fold(once, language) == once


@given(st.text(), st.sampled_from(LANGUAGES))
def test_the_map_covers_the_text_in_order(text: str, language: str) -> None:
    normal = normalise(text, language)
    assert len(normal.starts) == len(normal.ends) == len(normal.text)
    assert list(normal.starts) == sorted(normal.starts)
    assert list(normal.ends) == sorted(normal.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(normal.starts, normal.ends, strict=True))


@given(st.text(alphabet="абвёЁ ,-–\u00ad\u200b\u00a0œﾊﾞ가ᄒᆡ", max_size=30), st.data())
def test_the_piece_of_a_span_normalises_to_its_part(text: str, data: st.DataObject) -> None:
    normal = normalise(text, "ru")
    start = data.draw(st.integers(0, len(normal.text)))
    end = data.draw(st.integers(start, len(normal.text)))
    first, last = normal.span(start, end)
    assert normal.text[start:end] in fold(text[first:last], "ru")


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Mn", "Nd"])))
def test_composed_and_decomposed_letters_are_one(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert fold(composed, "ru") == fold(decomposed, "ru")


def test_an_empty_span_is_a_place() -> None:
    normal = normalise("о\u00adн", "ru")
    assert normal.span(1, 1) == (2, 2)
    assert normal.span(2, 2) == (3, 3)
    assert normalise("", "ru").span(0, 0) == (0, 0)


def test_what_counts_as_simple_is() -> None:
    for code in range(0x20, 0x10000):
        character = chr(code)
        for doubtful, kind in ((_NOT_SIMPLE, ""), (_NOT_SIMPLE_OR_I, "tr")):
            if not doubtful.match(character):
                fresh = _Folding(bool(kind))
                fresh.learn({character})
                assert fresh.plain == {character}, f"U+{code:04X}"
