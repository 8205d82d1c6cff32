"""Translation memories: what is read, what is kept, what is refused."""

from __future__ import annotations

import importlib.util

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aligner import run
from aligner.config import Config
from aligner.model import AlignerError
from aligner.reading import tmx, xmlstream
from aligner.reading.inline import Code
from aligner.reading.units import Unit

HEAD = '<tmx version="1.4"><header srclang="en-US"/><body>'
TAIL = "</body></tmx>"


def memory(*segments: str, languages: tuple[str, ...] = ("en", "ru")) -> bytes:
    """Return a memory with one unit of these segments."""
    variants = "".join(
        f'<tuv xml:lang="{language}"><seg>{segment}</seg></tuv>'
        for language, segment in zip(languages, segments, strict=False)
    )
    return f"{HEAD}<tu>{variants}</tu>{TAIL}".encode()


def only(segment: str) -> Unit:
    (page,) = tmx.read(memory(segment), "a.tmx")
    (one,) = page.rulings
    assert isinstance(one, Unit)
    return one


def whole(one: Unit) -> str:
    """Return the text with its codes where they stand."""
    parts, at = [], 0
    for code in one.codes:
        parts += [one.text[at : code.start], code.xml]
        at = code.end
    return "".join([*parts, one.text[at:]])


@pytest.mark.parametrize(
    ("segment", "text"),
    [
        ('Tap <bpt i="1" type="bold">&lt;b&gt;</bpt>it<ept i="1">&lt;/b&gt;</ept>.', "Tap it."),
        ('Pay <ph x="1">{0}</ph>, then draw a card.', "Pay, then draw a card."),
        ('Pay <ph x="1"/> now.', "Pay now."),
        ('<ph x="1"/> Exile it.', "Exile it."),
        ('Exile it. <it pos="end" x="2">&lt;/i&gt;</it>', "Exile it."),
        ('Choose <hi type="x">target <hi>creature</hi></hi>.', "Choose target creature."),
        ('A link<ph>&lt;a title="<sub type="t">Otaria</sub>"&gt;</ph> here.', "A link here."),
        ("<ut>\\b</ut>Untap it.<ut>\\b0</ut>", "Untap it."),
        ('Draw a card.<ph type="lb"/>Discard a card.', "Draw a card.\nDiscard a card."),
        ("Draw a card.<ph>&lt;br/&gt;</ph>Discard a card.", "Draw a card.\nDiscard a card."),
        ('<bpt i="1"/>Un<ept i="1"/>tap it.', "Untap it."),
        ("Payez <ph/> ; puis piochez.", "Payez ; puis piochez."),
        ("Exile<!-- all --> it.", "Exile it."),
        ("<![CDATA[Tap <it>.]]>", "Tap <it>."),
    ],
)
def test_inline_elements_are_kept_beside_the_text(segment: str, text: str) -> None:
    assert only(segment).text == text


def test_what_an_element_was_stands_where_it_was() -> None:
    one = only('Tap <bpt i="1" type="bold">&lt;b&gt;</bpt>it<ept i="1"/> now.')
    assert one.codes == (Code(4, 4, '<bpt i="1" type="bold">&lt;b&gt;</bpt>'), Code(6, 6, '<ept i="1"/>'))
    assert whole(only("Choose <hi>target</hi> <ph/> creature.")) == "Choose <hi>target</hi> <ph/> creature."


def test_line_breaks_that_only_set_the_file_out_are_no_text() -> None:
    one = only("\n    Tap <hi>it</hi>.\n  ")
    assert (one.text, whole(one)) == ("Tap it.", "\n    Tap <hi>it</hi>.\n  ")


@pytest.mark.parametrize(
    ("tag", "language", "region"),
    [
        ("EN-us", "en", "US"),
        ("PT-br", "pt", "BR"),
        ("zh_TW", "zht", "TW"),
        ("zh-Hans-CN", "zhs", "CN"),
        ("es-419", "es", "419"),
        ("uk", "uk", ""),
        ("tlh-Latn", "tlh", ""),
    ],
)
def test_codes_of_any_case_and_region(tag: str, language: str, region: str) -> None:
    (page,) = tmx.read(memory("Tap it.", languages=(tag,)), "a.tmx")
    assert (page.language, page.region, page.language_source) == (language, region, "format")


def test_an_absent_an_empty_and_a_blank_variant_are_told_apart() -> None:
    absent = tmx.read(memory("Tap it."), "a.tmx")
    _, empty = tmx.read(memory("Tap it.", ""), "a.tmx")
    _, blank = tmx.read(memory("Tap it.", "\n  "), "a.tmx")
    assert [page.language for page in absent] == ["en"]
    assert [(one.text, one.label, one.codes) for one in empty.rulings] == [("", "1", ())]
    assert [(one.text, one.label, one.codes) for one in blank.rulings] == [("", "1", (Code(0, 0, "\n  "),))]


def test_several_languages_and_regions_in_a_unit() -> None:
    languages = ("en-US", "pt-BR", "pt-PT", "ja", "pt-BR")
    read = tmx.read(memory("Tap it.", "Vire-o.", "Virem-no.", "タップする。", "Vire-a.", languages=languages), "a.tmx")
    assert [(page.language, page.region, [one.text for one in page.rulings]) for page in read] == [
        ("en", "US", ["Tap it."]),
        ("pt", "BR", ["Vire-o."]),
        ("pt", "PT", ["Virem-no."]),
        ("ja", "", ["タップする。"]),
    ]
    assert [one.text for one in read[1].residue] == ["Vire-a."]


def test_two_units_of_one_id_have_keys_of_their_own() -> None:
    unit = '<tu tuid="a"><tuv xml:lang="en"><seg>Tap it.</seg></tuv></tu>'
    (page,) = tmx.read(f"{HEAD}{unit}{unit}<tu><tuv xml:lang='en'><seg>Untap it.</seg></tuv></tu>{TAIL}".encode(), "a")
    assert [one.key for one in page.rulings] == ["a", "a (2)", "3"]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(codec: str) -> None:
    said = "utf-16" if "16" in codec else "utf-8"
    text = f'<?xml version="1.0" encoding="{said}"?>' + memory("Tap it.", "Поверните его.").decode()
    read = tmx.read(text.encode(codec), "a.tmx")
    assert [page.rulings[0].text for page in read] == ["Tap it.", "Поверните его."]
    assert {page.encoding for page in read} == {said}


BOMB = (
    "<!DOCTYPE tmx [<!ENTITY a0 'ha'>" + "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)) + "]>"
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (f"{BOMB}{memory('x&a11;').decode()}", r"^a\.tmx:1: .*entity.*write the text itself"),
        (f"{BOMB}<tmx><body>\n<tu tuid='&a11;'/></body></tmx>", r"^a\.tmx:2: .*entity.*write the text itself"),
        (f'<!DOCTYPE tmx [<!ENTITY e SYSTEM "file:///etc/hostname">]>{memory("x&e;y").decode()}', r"^a\.tmx:1: .*&e;"),
        (f'<!DOCTYPE tmx SYSTEM "tmx14.dtd">{memory("a&nbsp;b").decode()}', r"^a\.tmx:1: .*&nbsp;.*the text itself"),
        (memory("a&nbsp;b").decode(), r"^a\.tmx:1: .*nbsp.*write the text itself"),
        (f"{HEAD}\n<tu>", r"^a\.tmx:2: broken XML .*cut off"),
        ("<tmx>" + "<a>" * 400, r"^a\.tmx:1: "),
        ("<tbx/>", r"^a\.tmx: .*<tbx>.*TMX"),
        ("<tbx><tu/></tbx>", r"^a\.tmx: .*<tbx>.*TMX"),
        ("<tmx><body/></tmx>", r"^a\.tmx: .*without any unit"),
        (f"{HEAD}\n<tu><tuv><seg>x</seg></tuv></tu>{TAIL}", r"^a\.tmx:2: .*xml:lang"),
        ("", r"^a\.tmx:1: "),
        ("\0", r"^a\.tmx:1: "),
    ],
)
def test_what_cannot_be_read_says_where_and_what_to_do(data: str, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        tmx.read(data.encode(), "a.tmx")


def test_units_are_let_go_while_the_file_is_read() -> None:
    """A stream is read unit by unit: when the first quarter is read, no more than a piece of the rest has been."""

    class Counting:
        def __init__(self, data: bytes) -> None:
            self.data, self.at = data, 0

        def read(self, size: int = -1) -> bytes:
            size = len(self.data) if size < 0 else size
            piece = self.data[self.at : self.at + size]
            self.at += len(piece)
            return piece

    unit = '<tu><tuv xml:lang="en"><seg>Tap it.</seg></tuv></tu>'
    data = f"{HEAD}{unit * 20_000}{TAIL}".encode()
    source = Counting(data)
    kept = 0
    for number, (_, element) in enumerate(xmlstream.stream(source, "a.tmx", "tmx", ("tu",), "export it again")):
        if number == 5_000:
            assert source.at < len(data) // 2
        xmlstream.done(element)
        parent = element.getparent()
        kept = max(kept, len(parent) if parent is not None else 0)
    assert number == 19_999 and kept < 2_000


_PIECES = st.sampled_from(
    "<tmx>|</tmx>|<body>|</body>|<tu>|</tu>|<tuv xml:lang='en'>|<tuv lang='RU'>|</tuv>|<seg>|</seg>|<ph/>|<hi>|</hi>|"
    "&amp;|&x;|Tap it. |\n|<!DOCTYPE tmx>|<?xml version='1.0'?>|<prop type='x-aligner-date'>2021-02-31</prop>|"
    "<prop type='x-aligner-position'>x</prop>|<note>n</note>".split("|")
)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200) | st.lists(_PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode()))
@example(memory("a").replace(b"en", b"\xff"))
def test_any_bytes_give_pages_or_one_clear_error(data: bytes) -> None:
    try:
        read = tmx.read(data, "a.tmx")
    except AlignerError as error:
        assert str(error).startswith("a.tmx")
        assert "\n" not in str(error)
    else:
        assert read
        for page in read:
            for one in page.entries:
                assert all(0 <= code.start <= code.end <= len(one.text) for code in one.codes)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["<ph/>", "<hi>", "<bpt i='1'>b</bpt>", " ", "Tap", ",", "\n", "."]), max_size=12))
def test_text_and_codes_together_are_what_stood_there(pieces: list[str]) -> None:
    segment = "".join(pieces) + "</hi>" * pieces.count("<hi>")
    if segment.strip():
        (page,) = tmx.read(memory("x", segment), "a.tmx")[1:] or tmx.read(memory(segment), "a.tmx")
        (one,) = page.rulings
        assert whole(one) == segment.replace("'", '"')
        assert all(code.start <= after.start for code, after in zip(one.codes, one.codes[1:], strict=False))


@pytest.mark.skipif(
    importlib.util.find_spec("translate") is None, reason="translate-toolkit is not installed (extra `test`)"
)
def test_what_the_translate_toolkit_writes(folder) -> None:
    from translate.storage import tmx as toolkit

    pairs = {"Tap it & draw.": "Поверните его и возьмите карту.", "Draw two cards.": "Возьмите три карты."}
    made = toolkit.tmxfile()
    for source, target in pairs.items():
        made.addtranslation(source, "en", target, "ru")
    data = bytes(made)
    english, russian = tmx.read(data, "a.tmx")
    assert [one.text for one in english.rulings] == list(pairs)
    assert [one.text for one in russian.rulings] == list(pairs.values())
    folder({"a.tmx": data})
    report = run.check(["a.tmx"], Config(encoder="none"))
    assert [(one.code, one.language, one.excerpt) for one in report.findings] == [("FRM004", "ru", "три")]
