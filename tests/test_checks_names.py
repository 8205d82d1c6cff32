"""Names that are nearly right: what is a misspelling, what is a form of the name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.spelling import Words, distance, misspellings, misspelt, occurs, same


def found(text: str, name: str, language: str, *known: str) -> list[str]:
    return [text[one.start : one.end] for one in misspellings(text, name, language, known)]


@pytest.mark.parametrize(
    ("language", "name", "text", "piece"),
    [
        ("en", "Lantern Keeper", "Lantren Keeper taps.", "Lantren Keeper"),
        ("en", "Tide of Ash", "You cast Tide on Ash.", "Tide on Ash"),
        ("en", "Mirelanda", "Because Mirelnda’s power is 2", "Mirelnda"),
        ("ru", "Хранитель Фонаря", "Цель Хранитиля Фонаря — карта.", "Хранитиля Фонаря"),
        ("pt", "Guardião da Lanterna", "O Guardão da Lanterna morre.", "Guardão da Lanterna"),
        ("de", "Wandernder Hüter", "Der Wandernde Huter stirbt.", "Wandernde Huter"),
        ("fr", "Ombre d'Otaria", "Une ombre meurt. Ombrr d’Otaria", "Ombrr d’Otaria"),
        ("ja", "灯台守の誓い", "灯台森の誓いは対象を取る。", "灯台森の誓い"),
        ("zhs", "灯塔守护者", "灯塔守卫者是永久物。", "灯塔守卫者"),
        ("ko", "등대 파수꾼", "등대 파수군의 능력", "등대 파수군의"),
    ],
)
def test_a_misspelt_name(language: str, name: str, text: str, piece: str) -> None:
    assert found(text, name, language) == [piece]


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "Lantern Keeper", "Lantern Keeper’s ability, two Lantern Keepers, a lantern keeper"),
        ("en", "Vanish", "Banish it."),
        ("ru", "Хранитель Фонаря", "Хранителя Фонаря, Хранителем Фонаря, Хранители"),
        ("de", "Wandernder Hüter", "des Wandernden Hüters, den Wandernden Hüter"),
        ("de", "Zareth, der Trickser", "Zareth, den Trickser"),
        ("pt", "Negar a Existência", "existência de um card, negar a existencial"),
        ("ja", "灯台守の誓い", "灯台守の誓いの能力、灯台の近くの誓い"),
        ("zhs", "控念吸血鬼", "由你操控的吸血鬼"),
        ("ko", "등대 파수꾼", "등대 파수꾼의 능력, 등대 파수꾼은"),
    ],
)
def test_a_form_of_the_name_or_another_word(language: str, name: str, text: str) -> None:
    assert found(text, name, language) == []


def test_the_name_of_another_card_is_known() -> None:
    assert found("Storm Falconer flies.", "Storm Falcon", "en", "storm falconer") == []
    assert found("Storm Falcom flies.", "Storm Falcon", "en", "storm falconer") == ["Storm Falcom"]


def test_a_name_occurs_in_its_forms() -> None:
    assert occurs("Способность Хранителя Фонаря", "Хранитель Фонаря", "ru")
    assert not occurs("Способность Хранителя", "Хранитель Фонаря", "ru")
    assert occurs("《灯台守の誓い》は", "灯台守の誓い", "ja")


@given(st.text("abcdef", max_size=8), st.text("abcdef", max_size=8))
def test_distance_is_a_distance(one: str, two: str) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) <= 3


@given(st.text("abcdefgh", min_size=3, max_size=10))
def test_a_word_is_itself(word: str) -> None:
    assert same(word, word.upper(), "en")


_SPELT = {
    "en": ("Lord of Atlantis", "Mindculling"),
    "ru": ("Владыка Атлантиды", "Бурный рост"),
    "de": ("Feuriges Schwert", "Große Straße"),
    "ko": ("아틀란티스의 군주", "번개 화살"),
}


@given(st.data())
def test_a_text_without_a_misspelt_word_has_no_misspelt_name(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(sorted(_SPELT)))
    name = data.draw(st.sampled_from(_SPELT[language]))
    place, letter = (
        data.draw(st.integers(0, len(name) - 1)),
        data.draw(st.sampled_from(["", "e", "ж", "ß", "가", name[-1]])),
    )
    near = name[:place] + letter + name[place + data.draw(st.integers(0, 2)) :]
    text = " ".join(data.draw(st.permutations([near, name, "1", "of."])))
    found = {text[one.start : one.end] for one in misspellings(text, name, language)}
    odd = misspelt(Words([text], text.split(), language), name, language)
    assert all(any(word in piece for word in odd) for piece in found)
