"""What is left at once because a quick look shows that there is nothing would be left the long way too."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import characters, english, fixed, identify, lookalikes, marks, numbers, slips, words
from aligner.facts import FactBook
from aligner.glossary import Glossary, merge, read_shipped
from aligner.languages import profile
from aligner.text import ByWord, fold, normalise

SENTENCES = (
    ("en", "If you control no other creatures, Tivadar of Thorn can't be blocked this turn. Pay {2}{R} or 3 life."),
    (
        "ru",
        "Вы можете выбрать целью двух существ, даже если у игрока 1 карта в руке. Она получает +1/+1.",
    ),
    ("de", "Du kannst die Karte nur dann wirken, wenn du zwei oder mehr Kreaturen hast, die Soldaten sind."),
    ("fr", "Si la créature n'est plus sur le champ de bataille, vous ne piochez pas de carte avec la capacité."),
    ("es", "Si la criatura deja el campo de batalla, el jugador no roba una carta por la habilidad."),
    ("zhs", "如果该生物离开战场，你不能抓一张牌。"),
)
BOOK = FactBook(merge((), read_shipped()))
PIECES = st.lists(
    st.sampled_from(
        "the The two zwei два два: is ist est la на На a X {T} {2/W} { T } 702.19a +1/+1 www.x.com/a a_b 1 000 20 I "
        "Magic Online, (the) (да ) ,or card's Ajani Goldmane Дpaкон Ъъй и/или “Kicker” mit 1. 1) second ё вё 力 第 ３ "
        "it's it’s Black Lotus of of 《X》 don't 2024 January января or more не более\n "
        "{2} [X] -X/-X правило 100.2 1 000 CR 702 X / 2 o2 oW 5\u00a0% ‘a’ l’œuvre Ã© ?? <b> a\u200bb \u00a0".split(" ")
    ),
    max_size=7,
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str]:
    language, sentence = draw(st.sampled_from(SENTENCES))
    there = sentence.split(" ")
    for piece in draw(PIECES):
        there.insert(draw(st.integers(0, len(there))), piece)
    return draw(st.sampled_from((language, language, "en", "ru", "de", "it"))), " ".join(there)


def both(patch: pytest.MonkeyPatch, module: object, name: str, answer: bool, ask: Callable[[], object]) -> list[object]:
    """Return what is answered with the quick look, and what without it."""
    quick = ask()
    with patch.context() as patched:
        patched.setattr(module, name, lambda *_: answer)
        return [quick, ask()]


@settings(max_examples=150, deadline=None)
@given(texts())
def test_quick_looks_change_nothing(given_text: tuple[str, str]) -> None:
    language, text = given_text
    own, terms = frozenset({"karte", "carte", "kreaturen"}), frozenset({"kicker", "soldaten"})
    patch = pytest.MonkeyPatch()
    quick, slow = both(patch, identify, "is_plain", False, lambda: identify.ruling_language(text, language))
    assert quick == slow
    quick, slow = both(patch, slips, "_is_plain", False, lambda: slips.slips(text, language))
    assert quick == slow
    for counterpart in ("", text, SENTENCES[0][1]):
        ask = lambda: english.leftovers(text, language, own, english=counterpart, english_terms=terms)  # noqa: B023, E731
        quick, slow = both(patch, english, "_may_hold", True, ask)
        assert quick == slow


@settings(max_examples=150, deadline=None)
@given(texts())
def test_pieces_are_blanked_and_counted_as_the_whole(given_text: tuple[str, str]) -> None:
    language, text = given_text
    whole = words.blank(words.blank(words.blank(text, words._FIXED), words._MARKED_NAME), words._brands())
    assert words.blanked(text) == whole
    assert fixed.fold(text) == text.translate(fixed._FOLD)
    known = numbers._words(language)
    ends = [*accumulate(len(chunk) + 1 for chunk in text.lower().split(" "))]
    places = [(end - len(chunk) - 1, end - 1) for chunk, end in zip(text.lower().split(" "), ends, strict=True)]
    found = [match.span() for match in numbers._met(text.lower(), known, places)]
    assert found == [match.span() for match in known.pattern.finditer(text.lower())]
    assert fold(text, language) == normalise(text, language).text


def test_words_are_asked_once_and_forgotten_when_too_many() -> None:
    asked: list[str] = []
    known = ByWord(lambda word: asked.append(word) or len(word))  # type: ignore[func-returns-value]
    long = "x" * (ByWord.LONGEST + 1)
    words = ["two", "two", long, long, f"{long}y", long]  # of the long ones the last is kept
    assert [known[word] for word in words] == [len(word) for word in words]
    assert asked == ["two", long, f"{long}y", long]
    for number in range(ByWord.MOST + 1):
        assert known[str(number)] == len(str(number))
    assert len(known) <= ByWord.MOST


@settings(max_examples=150, deadline=None)
@given(texts())
def test_what_chunks_tell_beforehand_is_so(given_text: tuple[str, str]) -> None:
    language, text = given_text
    book = FactBook(Glossary(()))
    assert book.characters(language, text) == characters.characters(text, language)
    assert book.marks(language, text) == marks.marks(text, language)
    assert book.look_alikes(language, text) == lookalikes.look_alikes(text, language)
    assert book.leftovers(language, text) == english.leftovers(text, language, frozenset())
    patch = pytest.MonkeyPatch()
    with patch.context() as patched:
        patched.setattr(fixed, "_HOLDS", ByWord(lambda _: ByWord(lambda _: True)))
        patched.setattr(fixed, "_beside_sign", fixed._PATTERN.search)
        whole = fixed.fixed(text, language)
    assert book.fixed(language, text) == fixed.fixed(text, language) == whole


@settings(max_examples=400, deadline=None)
@given(texts(), texts())
def test_what_sentences_tell_is_so(one: tuple[str, str], other: tuple[str, str]) -> None:
    language, text = one[0], f"{one[1]} {other[1]}" if profile(one[0]).spaced else one[1] + other[1]
    assert BOOK.terms(language, text) == BOOK.index(language).find(text)
    assert BOOK.slips(language, text) == slips.slips(text, language)
    assert BOOK.language(language, text) == identify.ruling_language(text, language)
    assert BOOK.fixed(language, text) == fixed.fixed(text, language)
    assert BOOK.concepts(language, text) == {match.term.concept for match in BOOK.terms(language, text)}
