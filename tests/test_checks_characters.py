"""Damaged letters, invisible characters and markup: what is found, what is mended, what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner import reading, run
from aligner.characters import characters
from aligner.config import Config
from aligner.mojibake import code_page, damages
from aligner.reading import dates

SENTENCES = {
    "ru": "Стоимость воспоминания — это альтернативная стоимость.",
    "pt": "Você não pode conjurar esta mágica do cemitério.",
    "ja": "カードを引く。その後、そのプレイヤーは呪文を唱えてもよい。",
    "de": "Die Fähigkeit kostet „zwei“ Mana für größere Kreaturen.",
    "fr": "L’éphémère coûte deux manas de plus à lancer.",
    "ko": "카드를 뽑는다. 그 주문은 무효화된다.",
    "zhs": "反击目标生物咒语。抓一张牌。",
}


def misread(text: str, right: str, wrong: str) -> str:
    """Return the text as it looks when its bytes are read in the wrong code page."""
    read = []
    for byte in text.encode(right):
        try:
            read.append(bytes([byte]).decode(wrong))
        except UnicodeDecodeError:
            read.append(chr(byte))
    return "".join(read)


@pytest.mark.parametrize("wrong", ["cp1252", "latin-1", "cp1251", "mac_roman"])
@pytest.mark.parametrize("language", SENTENCES)
def test_utf8_in_the_wrong_code_page_is_found(language: str, wrong: str) -> None:
    (found,) = damages(misread(SENTENCES[language], "utf-8", wrong), language)
    assert found.cause.startswith("UTF-8 that was read as")


@pytest.mark.parametrize("language", SENTENCES)
def test_the_suggestion_is_the_text_as_it_was(language: str) -> None:
    damaged = misread(SENTENCES[language], "utf-8", "latin-1")
    (found,) = damages(damaged, language)
    mended = damaged[: found.start] + found.suggestion + damaged[found.end :]
    assert mended == SENTENCES[language]


@pytest.mark.parametrize(
    ("language", "codec", "name"),
    [
        ("ru", "cp1251", "Windows-1251"),
        ("ru", "koi8_r", "KOI8-R"),
        ("ja", "cp932", "Shift_JIS"),
        ("ja", "euc_jp", "EUC-JP"),
        ("ko", "cp949", "EUC-KR"),
        ("zhs", "gb18030", "GBK"),
    ],
)
def test_an_old_code_page_read_as_western_is_named(language: str, codec: str, name: str) -> None:
    text = SENTENCES[language].replace("—", "-")
    (found,) = damages(misread(text, codec, "cp1252"), language)
    assert found.cause == f"{name} that was read as Windows-1252"
    assert found.suggestion
    assert found.suggestion in text


@pytest.mark.parametrize("language", SENTENCES)
def test_sound_sentences_are_left_alone(language: str) -> None:
    assert characters(SENTENCES[language], language) == characters("", language)


@pytest.mark.parametrize(
    "text", ["NÃO", "IRMÃ”", "AMANHÃ…", "ÂGE", "créée\u00a0»", "«\u00a0À\u00a0»", "„Ä“", "Рёв", "«С»", "С…", "Как??"]
)
def test_rare_letters_are_no_damage(text: str) -> None:
    assert damages(text, "fr") == ()


@pytest.mark.parametrize(
    ("text", "piece", "suggestion"),
    [
        ("itâ€™s here", "itâ€™s", "it’s"),
        ("una carta ГЁ stata", "ГЁ", "è"),
        ("caf√© noir", "caf√©", "café"),
        ("le cÅ“ur", "cÅ“ur", "cœur"),
        ("el manÃƒÂ¡", "manÃƒÂ¡", "maná"),
        ("30Â° hoch", "30Â°", "30°"),
        ("opponent\u0092s", "opponent\u0092s", "opponent’s"),
    ],
)
def test_one_damaged_letter_is_enough(text: str, piece: str, suggestion: str) -> None:
    (found,) = damages(text, "it")
    assert (text[found.start : found.end], found.suggestion) == (piece, suggestion)


def test_a_lost_letter_has_no_suggestion() -> None:
    (found,) = damages("Le co\ufffdt de mana", "fr")
    assert (found.start, found.end, found.suggestion) == (3, 7, "")


def test_code_pages_have_the_names_that_people_use() -> None:
    assert [code_page(name) for name in ("cp1251", "windows-1251", "shift_jis_x", "cp932")] == [
        "Windows-1251",
        "Windows-1251",
        "shift_jis_x",
        "Shift_JIS",
    ]


@given(st.text(alphabet="abcdefghijklmnop ABC.,'", max_size=60))
def test_plain_letters_have_no_findings(text: str) -> None:
    assert characters(text, "en") == characters("", "en")


@given(st.text(max_size=80))
def test_any_text_is_accepted_and_spans_lie_inside(text: str) -> None:
    found = characters(text, "ru")
    for one in (*found.damaged, *found.invisible, *found.markup):
        assert 0 <= one.start < one.end <= len(text)


@pytest.mark.parametrize(
    ("text", "name", "suggestion"),
    [
        ("Mana\u200bkosten", "U+200B ZERO WIDTH SPACE", "Manakosten"),
        ("a c\u00adard", "U+00AD SOFT HYPHEN", "card"),
        ("x \u202eevil", "U+202E RIGHT-TO-LEFT OVERRIDE", "evil"),
        ("a\x0c", "U+000C FORM FEED", "a"),
        ("\ufeffThis", "U+FEFF ZERO WIDTH NO-BREAK SPACE, the byte order mark", "This"),
    ],
)
def test_invisible_characters_are_named(text: str, name: str, suggestion: str) -> None:
    (found,) = characters(text, "en").invisible
    assert (found.name, found.suggestion) == (name, suggestion)


@pytest.mark.parametrize(
    "text",
    ["a\u00a0b", "oui\u202f?", "2/2,\u2009x", "❤\ufe0f", "葛\U000e0100", "👨\u200d👩", "می\u200cتوانید", "שלום\u200f!"],
)
def test_what_belongs_to_the_writing_is_left_alone(text: str) -> None:
    assert characters(text, "en").invisible == ()


@pytest.mark.parametrize(("text", "found"), [("ma\u0301gica", True), ("и\u0306", True), ("за\u0301мок", False)])
def test_letters_in_two_parts(text: str, found: bool) -> None:
    assert (characters(text, "pt").decomposed is not None) == found


@pytest.mark.parametrize(
    ("text", "piece", "suggestion"),
    [
        ("<b>Flash</b> is", "<b>Flash</b>", "Flash"),
        ("&lt;i&gt;(tap)&lt;/i&gt; it", "&lt;i&gt;(tap)&lt;/i&gt;", "(tap)"),
        ("opponent&#8217;s", "&#8217;", "’"),
        ("[i]foo[/i] bar", "[i]foo[/i]", "foo"),
        ("see [[Otaria|the plane]]", "[[Otaria|the plane]]", "the plane"),
        ("a [link](https://example.invalid/x) here", "[link](https://example.invalid/x)", "link"),
        ('=HYPERLINK("x";"y")', '=HYPERLINK("x";"y")', ""),
        ("=СУММ(A1)", "=СУММ(A1)", ""),
        ("Draw.\\nDiscard.", "\\n", ""),
        ("Draw %d cards", "%d", ""),
        ("#ИМЯ?", "#ИМЯ?", ""),
        ('<ph id="1"/>x', '<ph id="1"/>', ""),
    ],
)
def test_markup(text: str, piece: str, suggestion: str) -> None:
    (found,) = characters(text, "en").markup
    assert (text[found.start : found.end], found.suggestion) == (piece, suggestion)


@pytest.mark.parametrize(
    "text",
    [
        "[i]",
        "[cost]",
        "{0}",
        "*/*",
        "1+*/1+*",
        "AT&T; R&D",
        "2 < X > 1",
        "+1/+1",
        "-3: x",
        "____ Goblin",
        "100% sure",
        "<card>",
    ],
)
def test_no_markup(text: str) -> None:
    assert characters(text, "en").markup == ()


@pytest.mark.parametrize(
    ("written", "ambiguous"),
    [
        ("04/05/2021", True),
        ("4-5-21", True),
        ("04.05.2021", False),
        ("05/05/2021", False),
        ("2021-04-05", False),
        ("19/03/2021", False),
    ],
)
def test_which_dates_are_ambiguous(written: str, ambiguous: bool) -> None:
    assert dates.is_ambiguous(written) == ambiguous


def test_a_date_with_an_invisible_mark_is_a_date() -> None:
    (page,) = reading.read_bytes("Otaria\n\n\u200e19/03/2021\n\nText.".encode(), "en.txt")
    assert [str(ruling.date) for ruling in page.rulings] == ["2021-03-19"]


def test_a_file_in_a_guessed_code_page_is_one_finding(folder) -> None:
    folder({})
    Path("ru.cp1251.txt").write_bytes("Маяк\n\n19/03/2021\n\nВозьмите карту из библиотеки.".encode("cp1251"))
    Path("pt.txt").write_bytes("Farol\n\n19/03/2021\n\nCompre um card.".encode("utf-16"))
    report = run.check(["ru.cp1251.txt", "pt.txt"], Config(select=("RDG002",)))
    assert [(one.file, one.line, one.position) for one in report.findings] == [("ru.cp1251.txt", 1, "")]
    assert "Windows-1251" in report.findings[0].message
