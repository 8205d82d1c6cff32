"""XLIFF of both generations: what is read, what is kept, and what it means for the checks."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import run
from aligner.config import Config
from aligner.model import AlignerError, Finding, Page
from aligner.reading import xliff
from aligner.reading.inline import Code
from aligner.reading.units import Unit, UnitPage

needs_toolkit = pytest.mark.skipif(
    importlib.util.find_spec("translate") is None, reason="translate-toolkit is not installed (extra `test`)"
)
needs_moz = pytest.mark.skipif(
    importlib.util.find_spec("moz") is None, reason="moz.l10n is not installed (extra `test`)"
)


def old(units: str, target: str = 'target-language="ru"', namespace: str = "1.2") -> bytes:
    """Return an XLIFF 1.2 with one file."""
    return (
        f'<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:{namespace}">\n'
        f'<file original="otaria.html" source-language="en-US" {target} datatype="html"><body>\n{units}\n'
        "</body></file></xliff>"
    ).encode()


def new(units: str, version: str = "2.0", target: str = 'trgLang="ru"') -> bytes:
    """Return an XLIFF 2 with one file."""
    return (
        f'<xliff version="{version}" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" {target}>'
        f'\n<file id="f1">\n{units}\n</file></xliff>'
    ).encode()


def rows(page: Page) -> list[tuple[str, str]]:
    return [(one.key, one.text) for one in page.rulings]


def findings(folder: Callable[[dict[str, bytes]], Path], data: bytes, name: str = "a.xlf") -> list[Finding]:
    """Return what the checks say of a file."""
    folder({name: data})
    report = run.check([name], Config(encoder="none"))
    assert not report.corpus.errors
    return list(report.findings)


# Reading


@pytest.mark.parametrize("namespace", ["1.2", "1.1"])
def test_an_old_file_gives_a_source_and_a_target_page(namespace: str) -> None:
    english, russian = xliff.read(
        old(
            '<trans-unit id="a"><source>Tap it.</source>'
            '<target state="translated">Поверните его.</target></trans-unit>',
            namespace=namespace,
        ),
        "a.xlf",
    )
    assert (english.language, english.region, russian.language) == ("en", "US", "ru")
    assert (english.format, english.language_source, english.name) == ("xliff 1.2", "format", russian.name)
    assert rows(english) + rows(russian) == [("a", "Tap it."), ("a", "Поверните его.")]
    (one,) = russian.rulings
    assert isinstance(one, Unit) and (one.state, one.line, one.position, one.unit) == ("translated", 4, 1, 1)


@pytest.mark.parametrize("version", ["2.0", "2.1"])
def test_a_new_file_gives_a_ruling_a_segment(version: str) -> None:
    english, russian = xliff.read(
        new(
            '<unit id="u"><notes><note category="who">Look.</note><note appliesTo="target">Here.</note></notes>'
            '<segment id="s1" state="reviewed" subState="x:y"><source>Tap it.</source><target>Поверните.</target>'
            "</segment><ignorable><source> </source></ignorable>"
            '<segment><source>Untap it.</source></segment></unit><unit id="v"><segment><source>Exile it.</source>'
            "<target>Изгоните.</target></segment></unit>",
            version,
        ),
        "a.xlf",
    )
    assert english.format == f"xliff {version}"
    assert rows(english) == [("u/s1", "Tap it."), ("u/2", "Untap it."), ("v", "Exile it.")]
    assert rows(russian) == [("u/s1", "Поверните."), ("v", "Изгоните.")]
    first, other = english.rulings[0], russian.rulings[0]
    assert isinstance(first, Unit) and isinstance(other, Unit)
    assert (first.notes, other.notes, other.state) == ((("who", "Look."),), (("", "Here."),), "reviewed x:y")


def test_segments_of_an_old_unit_are_rulings_where_both_sides_mark_them() -> None:
    mark = '<mrk mtype="seg" mid="{}">{}</mrk>'.format
    unit = (
        f'<trans-unit id="a"><source>Tap it. Untap it.</source><seg-source>{mark(0, "Tap it.")} {mark(1, "Untap it.")}'
        f"</seg-source><target>{mark(0, 'Поверните.')} {mark(1, '')}</target></trans-unit>"
    )
    english, russian = xliff.read(old(unit), "a.xlf")
    assert rows(english) == [("a/0", "Tap it."), ("a/1", "Untap it.")]
    assert rows(russian) == [("a/0", "Поверните."), ("a/1", "")]
    joined = unit.replace(f"{mark(0, 'Поверните.')} {mark(1, '')}", "Поверните. Разверните.")
    assert [rows(page) for page in xliff.read(old(joined), "a.xlf")] == [
        [("a", "Tap it. Untap it.")],
        [("a", "Поверните. Разверните.")],
    ]


@pytest.mark.parametrize(
    ("inline", "text"),
    [
        ('Tap <g id="1">target <g id="2">creature</g></g>.', "Tap target creature."),
        ('Pay <x id="1" equiv-text="{T}"/>, then draw.', "Pay, then draw."),
        ('Tap<x id="1" ctype="lb"/>it.', "Tap\nit."),
        ('<bx id="1"/>Tap<ex id="1"/> it.', "Tap it."),
        ('Tap <mrk mtype="term">it</mrk><ph id="1">&lt;br/&gt;</ph>now.', "Tap it\nnow."),
        ("Tap <sub>it</sub>.", "Tap it."),
        ('Tap <o:b xmlns:o="urn:o" o:n="1">it</o:b>.', "Tap it."),
    ],
)
def test_inline_codes_are_no_text_and_kept(inline: str, text: str) -> None:
    english = xliff.read(old(f'<trans-unit id="a"><source>{inline}</source></trans-unit>'), "a.xlf")[0]
    (one,) = english.rulings
    assert isinstance(one, Unit) and one.text == text and one.codes


def test_new_inline_codes() -> None:
    inline = 'Tap <pc id="1"><mrk id="2" type="term">it</mrk></pc><cp hex="0001"/> <ph id="3"/> <sc id="4"/>now<ec/>.'
    (one,) = xliff.read(new(f'<unit id="a"><segment><source>{inline}</source></segment></unit>'), "a.xlf")[0].rulings
    assert isinstance(one, Unit)
    assert one.text == "Tap it now."
    assert one.codes[:2] == (Code(4, 4, '<pc id="1">'), Code(4, 4, '<mrk id="2" type="term">'))


def test_what_is_not_to_be_translated_is_on_neither_page() -> None:
    english, _ = xliff.read(
        old(
            '<group translate="no"><trans-unit id="a"><source>{T}</source></trans-unit>'
            '<trans-unit id="b" translate="yes"><source>Tap it.</source></trans-unit></group>'
            '<trans-unit id="c" translate="no"><source>Otaria</source><target>Otaria</target></trans-unit>'
            '<trans-unit id="d"><source><mrk mtype="protected">Kraken</mrk></source></trans-unit>'
            '<trans-unit id="e"><source/><target> </target></trans-unit>'
        ),
        "a.xlf",
    )
    assert rows(english) == [("b", "Tap it.")]
    assert isinstance(english, UnitPage) and english.left_out == (('translate="no"', 3),)
    english, _ = xliff.read(
        new('<unit id="a" translate="no"><segment><source>Kraken</source></segment></unit>'
            '<group id="g" translate="no"><unit id="b"><segment><source>Kraken</source></segment></unit></group>'
            '<unit id="c"><segment><source>Tap it.</source></segment></unit>'), "a.xlf",
    )  # fmt: skip
    assert rows(english) == [("c", "Tap it.")]


def test_what_other_units_propose_is_no_translation() -> None:
    unit = '<trans-unit id="a"><source>Tap it.</source><alt-trans><target>Поверните.</target></alt-trans></trans-unit>'
    assert [rows(page) for page in xliff.read(old(unit), "a.xlf")] == [[("a", "Tap it.")], []]


def test_files_are_documents_and_one_source_in_two_languages_is_one() -> None:
    file = (
        '<file original="{0}" source-language="en" target-language="{1}"><body><trans-unit id="a">'
        "<source>{2}</source><target>{3}</target></trans-unit></body></file>"
    ).format
    pages = xliff.read(
        (
            '<xliff version="1.2">'
            + file("a.html", "ru", "Tap it.", "Поверните.")
            + file("a.html", "pt-BR", "Tap it.", "Vire-o.")
            + file("b.html", "ru", "Untap it.", "Разверните.")
            + file("a.html", "ru", "Tap it.", "Поверните его.")
            + "</xliff>"
        ).encode(),
        "x/a.xlf",
    )
    assert [(page.name, page.language) for page in pages] == [
        ("x/a.xlf/a.html", "en"),
        ("x/a.xlf/a.html", "ru"),
        ("x/a.xlf/a.html", "pt"),
        ("x/a.xlf/b.html", "en"),
        ("x/a.xlf/b.html", "ru"),
        ("x/a.xlf/a.html (2)", "en"),
        ("x/a.xlf/a.html (2)", "ru"),
    ]


def test_the_target_language_may_stand_at_the_target_or_nowhere() -> None:
    unit = '<trans-unit id="a"><source>Tap it.</source><target{}>Поверните.</target></trans-unit>'.format
    _, said = xliff.read(old(unit(' xml:lang="ru-RU"'), target=""), "a.xlf")
    _, unsaid = xliff.read(old(unit(""), target=""), "a.xlf")
    assert (said.language, said.language_source) == ("ru", "format")
    assert (unsaid.language, unsaid.language_source) == ("", "text")
    template = '<trans-unit id="a"><source>Tap it.</source></trans-unit>'
    assert [page.language for page in xliff.read(old(template, target=""), "a.xlf")] == ["en"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (old("<trans-unit>"), r"^a\.xlf:5: broken XML .*XLIFF"),
        (old("").replace(b'source-language="en-US" ', b""), r"^a\.xlf:3: .*source-language .*srcLang"),
        (b'<xliff version="3.0"/>', r"^a\.xlf:1: .*'3\.0'.*1\.2 or 2\.1"),
        (b'<xliff version="1.2"/>', r"^a\.xlf: .*without any <file>"),
        (b"<tmx/>", r"^a\.xlf: .*<tmx>"),
        (old('<trans-unit id="a"><source>a&b;</source></trans-unit>'), r"^a\.xlf:4: .*entity"),
        (b"<!DOCTYPE xliff SYSTEM 'x'>" + old('<trans-unit><note>&b;</note><source>x</source></trans-unit>')[22:],
         r"^a\.xlf:\d: .*&b;"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_where_and_what_to_do(data: bytes, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        xliff.read(data, "a.xlf")


# What targets mean for the checks


def unit(name: str, source: str, target: str | None) -> str:
    written = "" if target is None else f"<target>{target}</target>"
    return f'<trans-unit id="{name}"><source>{source}</source>{written}</trans-unit>'


FIRM = (
    unit("1", "Tap target creature.", "Поверните целевое существо.")
    + unit("2", "Draw two cards.", "Возьмите две карты.")
    + unit("3", "Each player discards a card.", "Каждый игрок сбрасывает карту.")
)


TARGETS = {
    "absent": ("Destroy all creatures.", None, ["ALN001"]),
    "empty": ("Exile all lands.", "", ["RDG004"]),
    "blank": ("Sacrifice a creature.", "  ", ["RDG004"]),
    "blank lines": ("Return that card to its owner's hand.", "\n   ", ["RDG004"]),
    "a code": ("Put a counter on it.", '<x id="1"/>', ["RDG004"]),
    "equal": ("Counter target spell.", "Counter target spell.", ["LNG001"]),
    "translated": ("You gain two life.", "Вы получаете две единицы жизни.", []),
    "symbols": ("{2}{W}", "{2}{W}", []),
    "size": ("3/3", "3/3", []),
    "change": ("+1/+1", "+1/+1", []),
    "number": ("404.1b", "404.1b", []),
    "codes": (
        'Pay <ph id="1">&lt;b&gt;</ph>, then tap <g id="2">target creature</g> <x id="3"/>.',
        '<x id="3"/> Заплатите <ph id="1">&lt;b&gt;</ph>, затем поверните <g id="2">целевое существо</g> <x id="9"/>.',
        [],
    ),
}
"""Unit → source, target, and what the checks say of it: one finding a missing translation."""


def test_what_each_kind_of_target_means(folder) -> None:
    units = FIRM + "".join(unit(name, source, target) for name, (source, target, _) in TARGETS.items())
    found = findings(folder, old(units))
    said = {name: [one.code for one in found if one.key == name] for name in TARGETS}
    assert said == {name: codes for name, (_, _, codes) in TARGETS.items()}
    assert len(found) == sum(map(len, said.values()))


def test_a_file_without_any_translation_is_one_finding(folder) -> None:
    found = findings(folder, old(unit("1", "Tap it.", None) + unit("2", "Untap it.", None)))
    assert [(one.code, one.language, one.line, one.message) for one in found] == [
        ("RDG004", "ru", 1, "no unit has a translation")
    ]


# Files of others


SENTENCES = (
    ("Tap target creature.", "Поверните целевое существо."),
    ("Draw two cards.", "Возьмите две карты."),
    ("Each player discards a card.", "Каждый игрок сбрасывает карту."),
)


@needs_toolkit
@pytest.mark.parametrize("kind", ["xliff", "xliff2"])
def test_what_the_translate_toolkit_writes(folder, kind: str) -> None:
    from translate.storage import xliff as first
    from translate.storage import xliff2 as second

    made = {"xliff": first.xlifffile, "xliff2": second.Xliff2File}[kind](sourcelanguage="en", targetlanguage="ru")
    for source, target in SENTENCES:
        one = made.addsourceunit(source)
        one.target = target
        one.addnote("look", "developer")
    made.addsourceunit("Exile it.")
    data = bytes(made)
    english, russian = xliff.read(data, "a.xlf")
    assert [one.text for one in english.rulings] == [source for source, _ in SENTENCES] + ["Exile it."]
    assert [one.text for one in russian.rulings] == [target for _, target in SENTENCES]
    assert all(isinstance(one, Unit) and one.notes == (("developer", "look"),) for one in english.rulings[:3])
    assert [(one.code, one.excerpt) for one in findings(folder, data)] == [("ALN001", "Exile it.")]


@needs_moz
def test_what_moz_l10n_writes(folder) -> None:
    from moz.l10n.formats import Format
    from moz.l10n.resource import parse_resource, serialize_resource

    given = old(
        "".join(unit(f"u{n}", source, target) for n, (source, target) in enumerate(SENTENCES))
        + unit("bold", 'Exile <g id="1">it</g>.', 'Изгоните <g id="1">его</g>.')
        + unit("none", "Sacrifice it.", None)
    )
    data = "".join(serialize_resource(parse_resource(Format.xliff, given))).encode()
    assert data != given and b'version="1.2"' in data
    english, russian = xliff.read(data, "a.xlf")
    assert rows(english)[3:] == [("bold", "Exile it."), ("none", "Sacrifice it.")]
    assert rows(russian)[3:] == [("bold", "Изгоните его.")]
    assert [(one.code, one.key) for one in findings(folder, data)] == [("ALN001", "none")]


# Laws

_PIECES = st.sampled_from(
    (
        "<xliff version='1.2'>|<xliff version='2.0' srcLang='en'>|</xliff>|<file source-language='en'>|<file>|</file>|"
        "<body>|</body>|<trans-unit id='1'>|</trans-unit>|<unit>|</unit>|<segment>|</segment>|<source>|</source>|"
        "<target>|</target>|<g>|</g>|<x/>|Tap it.| |&y;|<mrk mtype='seg'>|</mrk>|<group>|</group>|<note>n</note>|"
        "<ignorable>|</ignorable>"
    ).split("|")
)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200) | st.lists(_PIECES, max_size=30).map(lambda pieces: "".join(pieces).encode()))
def test_any_bytes_give_pages_or_one_clear_error(data: bytes) -> None:
    try:
        read = xliff.read(data, "a.xlf")
    except AlignerError as error:
        assert str(error).startswith("a.xlf") and "\n" not in str(error)
    else:
        assert read
