"""Gettext catalogues: what is read, what is left out, and what it means for the checks."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading, run
from aligner.config import Config
from aligner.model import AlignerError, Page
from aligner.reading import po
from aligner.reading.units import Unit, UnitPage

needs_toolkit = pytest.mark.skipif(
    importlib.util.find_spec("translate") is None, reason="translate-toolkit is not installed (extra `test`)"
)
needs_moz = pytest.mark.skipif(
    importlib.util.find_spec("moz") is None, reason="moz.l10n is not installed (extra `test`)"
)

HEAD = """msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 : n%10<5 ? 1 : 2);\\n"

"""


def read(body: str, head: str = HEAD) -> tuple[Page, ...]:
    return po.read((head + body).encode(), "a.po")


def rows(page: Page) -> list[tuple[str, str, int]]:
    return [(one.key, one.text, one.line) for one in page.rulings]


def test_messages_and_translations_are_pages() -> None:
    english, russian = read(
        '# Look.\n#. For whom.\n#: otaria.c:3\nmsgctxt "tap"\nmsgid "Tap it."\nmsgstr ""\n"Поверните "\n"его."\n\n'
        'msgid "Say \\"a\\"\\nthen \\"b\\"."\nmsgstr "Скажите."\n'
    )
    assert (english.language, english.language_source, russian.language) == ("en", "format", "ru")
    assert rows(english) == [("tap", "Tap it.", 11), ("2", 'Say "a"\nthen "b".', 16)]
    assert rows(russian) == [("tap", "Поверните его.", 12), ("2", "Скажите.", 17)]
    (first, _) = english.rulings
    assert isinstance(first, Unit) and first.notes == (("translator", "Look."), ("developer", "For whom."))


def test_fuzzy_and_obsolete_messages_are_on_neither_page() -> None:
    english, russian = read(
        '#, fuzzy\nmsgid "Tap it."\nmsgstr "Разверните."\n\nmsgid "Untap it."\nmsgstr "Разверните."\n\n'
        '#~ msgid "Exile it."\n#~ msgstr "Изгоните."\n'
    )
    assert (rows(english), rows(russian)) == ([("2", "Untap it.", 11)], [("2", "Разверните.", 12)])
    assert isinstance(english, UnitPage) and english.left_out == (("fuzzy", 1), ("obsolete", 1))


@pytest.mark.parametrize(
    ("forms", "english", "russian"),
    [
        (
            ["Возьмите карту.", "Возьмите %d карты.", "Возьмите %d карт."],
            ["Draw a card.", "Draw %d cards.", "Draw %d cards."],
            ["Возьмите карту.", "Возьмите %d карты.", "Возьмите %d карт."],
        ),
        # the form for 1, 21, 31 … goes with the plural
        (
            ["Возьмите %d карту.", "Возьмите %d карты.", "Возьмите %d карт."],
            ["Draw %d cards."] * 3,
            ["Возьмите %d карту.", "Возьмите %d карты.", "Возьмите %d карт."],
        ),
        (["", "", ""], ["Draw a card."], [""]),
        (
            ["Возьмите карту.", "", "Возьмите %d карт."],
            ["Draw a card.", "Draw %d cards.", "Draw %d cards."],
            ["Возьмите карту.", "", "Возьмите %d карт."],
        ),
        (["Возьмите карту.", "Возьмите %d карты."], ["Draw a card.", *["Draw %d cards."] * 2],
         ["Возьмите карту.", "Возьмите %d карты."]),
    ],
)  # fmt: skip
def test_each_plural_form_answers_the_message_that_it_translates(
    forms: list[str], english: list[str], russian: list[str]
) -> None:
    body = "".join(f'msgstr[{n}] "{form}"\n' for n, form in enumerate(forms))
    read_pages = read(f'msgid "Draw a card."\nmsgid_plural "Draw %d cards."\n{body}')
    assert [[one.text for one in page.rulings] for page in read_pages] == [english, russian]
    assert len({one.key for one in read_pages[0].rulings}) == len(english)


def test_one_form_for_all_numbers_answers_the_plural() -> None:
    head = HEAD.replace("Language: ru", "Language: ja").replace("nplurals=3", "nplurals=1")
    pages = read('msgid "Draw a card."\nmsgid_plural "Draw %d cards."\nmsgstr[0] "カードを%d枚引く。"\n', head)
    assert [[one.text for one in page.rulings] for page in pages] == [["Draw %d cards."], ["カードを%d枚引く。"]]


def test_placeholders_that_a_flag_announces_are_codes() -> None:
    english, russian = read('#, python-format\nmsgid "Draw %(n)d cards."\nmsgstr "Возьмите карты (%(n)d)."\n')
    assert [one.text for page in (english, russian) for one in page.rulings] == ["Draw cards.", "Возьмите карты ()."]
    (one,) = english.rulings
    assert isinstance(one, Unit) and [code.xml for code in one.codes] == ['<ph id="1">%(n)d</ph> ']
    assert read('#, no-c-format\nmsgid "100% done"\nmsgstr "100% готово"\n')[0].rulings[0].text == "100% done"


@pytest.mark.parametrize(
    ("header", "language"),
    [("Language: pt_BR", "pt"), ("Language: zh_TW", "zht"), ("X-Poedit-Language: Russian", "ru"), ("X-Other: 1", "")],
)
def test_the_language_is_the_headers_else_the_names(header: str, language: str) -> None:
    head = f'msgid ""\nmsgstr "{header}\\n"\n\n'
    _, target = read('msgid "Tap it."\nmsgstr "Vire-o."\n', head)
    assert (target.language, target.language_source) == (language, "format" if language else "text")


def test_a_name_tells_the_language_where_the_header_does_not() -> None:
    data = b'msgid "Tap it."\nmsgstr "Vire-o."\n'
    assert [(page.language, page.region) for page in reading.read_bytes(data, "x/pt_BR.po")] == [
        ("en", ""),
        ("pt", "BR"),
    ]


def test_a_template_has_no_translations_and_keys_have_no_source() -> None:
    assert [page.language for page in read('msgid "Tap it."\nmsgstr ""\n', 'msgid ""\nmsgstr "X: 1\\n"\n\n')] == ["en"]
    (only,) = read('msgid "card.otaria.1"\nmsgstr "Поверните."\n\nmsgid "card.otaria.2"\nmsgstr "Разверните."\n')
    assert (only.language, rows(only)[0][:2]) == ("ru", ("card.otaria.1", "Поверните."))
    source, _ = read('msgid "Поверните."\nmsgstr "Vire-o."\n', HEAD.replace("Language: ru", "X-Source-Language: ru"))
    assert source.language == "ru"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1251", "koi8-r"])
def test_encodings(codec: str) -> None:
    name = codec.removesuffix("-sig")
    text = HEAD.replace("UTF-8", name) + 'msgid "Tap it."\nmsgstr "Поверните его."\n'
    _, russian = po.read(text.encode(codec), "a.po")
    assert (russian.rulings[0].text, russian.encoding) == ("Поверните его.", "utf-8")


def test_a_text_may_hold_what_other_formats_take_for_the_end_of_a_line() -> None:
    english, _ = read('msgid "Tap\u2028it\x85now."\nmsgstr "Поверните."\n')
    assert rows(english) == [("1", "Tap\u2028it\x85now.", 7)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_comment_at_the_end_loses_no_message(end: str) -> None:
    english, _ = read(f'msgid "Tap it."{end}msgstr "Поверните."{end}{end}#:{end}', HEAD.replace("\n", end))
    assert [one.text for one in english.rulings] == ["Tap it."]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('msgid "Tap it."\nmsgid "Untap it."\n', r"^a\.po:8: broken PO .*syntax error.*mend"),
        ('msgid "Tap "it"."\nmsgstr ""\n', r"^a\.po:7: broken PO \(unescaped double quote found\); mend"),
        ("Tap it.\n", r"^a\.po:7: broken PO"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr[x] "c"\n', r"^a\.po:9: broken PO"),
    ],
)
def test_what_cannot_be_read_says_where_and_what_to_do(body: str, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        read(body)


def test_what_the_checks_say(folder) -> None:
    body = (
        'msgctxt "a"\nmsgid "Tap target creature."\nmsgstr "Поверните целевое существо."\n\n'
        'msgctxt "b"\nmsgid "Draw two cards."\nmsgstr ""\n\n'
        'msgctxt "c"\nmsgid "Destroy all creatures."\nmsgstr "Destroy all creatures."\n\n'
        'msgctxt "d"\nmsgid "Each player discards a card."\nmsgstr "Каждый игрок сбрасывает карту."\n\n'
        '#, fuzzy\nmsgctxt "e"\nmsgid "Exile target land."\nmsgstr "Exile target land."\n'
    )
    folder({"a.po": HEAD + body})
    report = run.check(["a.po"], Config(encoder="none"))
    assert report.corpus.errors == ()
    assert [(one.code, one.key, one.line) for one in report.findings] == [("RDG004", "b", 13), ("LNG001", "c", 17)]


SENTENCES = (("Tap it.", "Поверните его."), ('Say "a".', "Скажите «а»."), ("Line one\nline two", "Раз\nдва"))
FAULTY = ("Draw two cards.", "Возьмите три карты.")


def found_in(folder, data: bytes) -> list[tuple[str, str, str]]:
    """Return what the checks say of a file, gaps aside."""
    folder({"a.po": data})
    report = run.check(["a.po"], Config(encoder="none"))
    assert not report.corpus.errors
    return [(one.code, one.language, one.excerpt) for one in report.findings if one.code != "RDG004"]


@needs_toolkit
def test_what_the_translate_toolkit_writes(folder) -> None:
    from translate.storage import pypo

    made = pypo.pofile()
    made.updateheader(add=True, Language="ru", charset="UTF-8")
    for source, target in (*SENTENCES, FAULTY):
        made.addsourceunit(source).target = target
    made.addsourceunit("Exile it.")
    english, russian = po.read(bytes(made), "a.po")
    assert [one.text for one in english.rulings] == [source for source, _ in (*SENTENCES, FAULTY)] + ["Exile it."]
    assert [one.text for one in russian.rulings] == [target for _, target in (*SENTENCES, FAULTY)] + [""]
    assert found_in(folder, bytes(made)) == [("FRM004", "ru", "три")]


@needs_moz
def test_what_moz_l10n_writes(folder) -> None:
    from moz.l10n.formats import Format
    from moz.l10n.resource import parse_resource, serialize_resource

    body = "".join(
        "msgid {}\nmsgstr {}\n\n".format(*('"{}"'.format(one.replace('"', '\\"').replace("\n", "\\n")) for one in pair))
        for pair in (*SENTENCES, FAULTY)
    )
    data = "".join(serialize_resource(parse_resource(Format.gettext, HEAD + "# Look.\n" + body))).encode()
    english, russian = po.read(data, "a.po")
    assert tuple(zip([a.text for a in english.rulings], [b.text for b in russian.rulings], strict=True)) == (
        *SENTENCES,
        FAULTY,
    )
    assert Path(english.file).name == "a.po"
    assert found_in(folder, data) == [("FRM004", "ru", "три")]


_PIECES = st.sampled_from(
    'msgid "¦msgstr "¦msgstr[0] "¦msgstr[7] "¦msgid_plural "¦msgctxt "¦"¦\n¦\r¦#¦#~ ¦#, ¦fuzzy¦#| ¦Tap it.¦\\¦\\n¦'
    "\u2028¦\x0c¦%d¦nplurals=99;¦Plural-Forms: ¦charset=utf-16".split("¦")
)


@settings(max_examples=120, deadline=None)
@given(st.binary(max_size=200) | st.lists(_PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode()))
def test_any_bytes_give_pages_or_one_clear_error(data: bytes) -> None:
    try:
        pages = po.read(data, "a.po")
    except AlignerError as error:
        assert str(error).startswith("a.po") and "\n" not in str(error)
    else:
        assert pages
