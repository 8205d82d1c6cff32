"""The formats of aligned rulings: a group a row, nothing lost, what is merged, moved or doubtful said so."""

from __future__ import annotations

import csv as reader
import datetime
import io
import shutil
import unicodedata
from collections import Counter
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree, html

from aligner.config import Config
from aligner.facts import FactBook
from aligner.glossary import merge
from aligner.model import Aligned, Document, Group, Page, Ruling
from aligner.reading import tmx as tmx_reader
from aligner.report import alignment
from aligner.report.alignment import order, text
from aligner.report.listing import padded
from aligner.results import Corpus

DTD = Path(__file__).resolve().parents[1] / "schemas" / "tmx14.dtd"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS, SCHEMES = (1440, 390), ("light", "dark")


def ruling(position: int, words: str) -> Ruling:
    return Ruling(words, position, 4 * position + 1, 1, date=datetime.date(2021, 2, position))


def document(columns: dict[str, list[str]], groups: list[dict[str, list[int]]], doubtful: int = 0) -> Aligned:
    """Return a document of these rulings by language; the groups have their positions, from 1."""
    rulings = {code: [ruling(n, one) for n, one in enumerate(texts, 1)] for code, texts in columns.items()}
    pages = tuple(
        Page(f"{code}.txt", code, Ruling(f"<i>Title</i> {code}", 0, 1, 1, kind="title"), tuple(some))
        for code, some in rulings.items()
    )
    made = tuple(
        Group(
            number,
            {code: tuple(rulings[code][place - 1] for place in places) for code, places in members.items()},
            0.5 if number == doubtful else 0.9,
            "vectors" if len(members) > 1 else "alone",
            number == doubtful,
        )
        for number, members in enumerate(groups, 1)
    )
    return Aligned(Document("Lantern & <Keeper>", pages, "name"), made)


ENGLISH = ["First & <b>bold</b>.", "Second {X}.", "Third.\nOn two lines.", "Fourth.", "Fifth.", "Sixth."]
RUSSIAN = ["Шестое.", "Первое.", "Второе {X}.", "Третье и четвёртое.", "Пятое."]
JAPANESE = ["最初。", "二番目。", "三番目。", "四番目。", "五番目。", "六番目。" * 20]
GROUPS = [
    {"en": [1], "ru": [2], "ja": [1]},
    {"en": [2], "ru": [3], "ja": [2]},
    {"en": [3, 4], "ru": [4], "ja": [3, 4]},
    {"en": [5], "ru": [5]},
    {"en": [6], "ru": [1], "ja": [6]},
    {"ja": [5]},
]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    one = document({"en": ENGLISH, "ru": RUSSIAN, "ja": JAPANESE}, GROUPS, doubtful=5)
    two = document({"en": ["Only <script>alert(1)</script>."], "xx": ["שלום עולם"]}, [{"en": [1], "xx": [1]}])
    return Corpus((one, two), FactBook(merge([], [])), errors=("gone.txt: cannot be read; check the rights",))


@pytest.fixture(scope="module")
def tree(corpus):
    return etree.fromstring(alignment.rendered("tmx", corpus, Config()))


def prop(element, name: str) -> str | None:
    found = element.find(f"prop[@type='x-aligner-{name}']")
    return None if found is None else found.text


def test_the_memory_is_valid(tree) -> None:
    dtd = etree.DTD(str(DTD))
    assert dtd.validate(tree), dtd.error_log
    assert tree.find("header").get("srclang") == "*all*"


def test_a_group_is_a_unit_with_a_variant_a_language(tree, corpus) -> None:
    groups = [group for one in corpus.aligned for group in one.groups]
    units = tree.findall("body/tu")
    assert len({unit.get("tuid") for unit in units}) == len(units) == len(groups)
    for unit, group in zip(units, groups, strict=True):
        languages = [one.get("{http://www.w3.org/XML/1998/namespace}lang") for one in unit.findall("tuv")]
        assert languages == list(group.members)
        assert (prop(unit, "score"), prop(unit, "method")) == (f"{group.score:.4f}", group.method)
        assert prop(unit, "doubtful") == ("yes" if group.doubtful else None)
        assert prop(unit, "document").startswith("Lantern & <Keeper>")


def test_our_reader_reads_the_same_texts(corpus) -> None:
    pages = tmx_reader.read(alignment.rendered("tmx", corpus, Config()), "memory.tmx")
    found = {(page.name, page.language): [one.text for one in page.rulings] for page in pages}
    assert len(found) == 5
    for number, aligned in enumerate(corpus.aligned, 1):
        for page in aligned.document.pages:
            members = [
                "\n".join(one.text for one in group.members[page.language])
                for group in sorted(
                    (group for group in aligned.groups if page.language in group.members),
                    key=lambda group: group.members[page.language][0].position,
                )
            ]
            assert found[f"memory.tmx/Lantern & <Keeper> ({number})", page.language] == members


def test_what_xml_cannot_hold_is_said() -> None:
    one = document({"en": ["a\x01b"], "ru": ["ok"]}, [{"en": [1], "ru": [1]}])
    root = etree.fromstring(alignment.rendered("tmx", Corpus((one,), FactBook(merge([], []))), Config()))
    variant = root.find("body/tu/tuv")
    assert variant.find("seg").text == "a\ufffdb"
    assert "U+FFFD" in prop(variant, "replaced")


def test_a_row_of_the_csv_is_a_ruling(corpus) -> None:
    raw = alignment.rendered("csv", corpus, Config(delimiter=";"))
    rows = list(reader.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert ",".join(rows[0]) == "document,group,language,file,position,key,line,date,score,method,text"
    expected = Counter(
        (code, one.text)
        for a in corpus.aligned
        for group in a.groups
        for code, some in group.members.items()
        for one in some
    )
    assert Counter((row["language"], row["text"]) for row in rows) == expected
    assert {row["method"] for row in rows if row["group"] == "5" and row["language"] == "en"} == {"vectors doubtful"}


def test_a_row_of_the_workbook_is_a_group(corpus) -> None:
    book = openpyxl.load_workbook(io.BytesIO(alignment.rendered("xlsx", corpus, Config())))
    rows = [dict(zip([c.value for c in book["Groups"][1]], row, strict=True))
            for row in book["Groups"].iter_rows(min_row=2, values_only=True)]  # fmt: skip
    assert len(rows) == 7
    assert rows[2]["en"] == "[1 of 2] Third.\nOn two lines.\n[2 of 2] Fourth."
    assert rows[2]["ru"] == "Третье и четвёртое."
    assert (rows[3]["ja"], rows[4]["doubtful"], rows[4]["score"]) == ("(none)", "yes", 0.5)
    assert book["Rulings"].max_row == 1 + sum(map(len, (ENGLISH, RUSSIAN, JAPANESE))) + 2


def test_the_text_has_a_block_a_group(corpus) -> None:
    lines = alignment.rendered("text", corpus, Config()).split("\n")
    assert lines[0] == "Lantern & <Keeper>: en ru ja, 6 groups; joined by name"
    assert "group 5  2021-02-01  2021-02-06  vectors 0.50  doubtful" in lines
    assert lines[lines.index("group 4  2021-02-05  vectors 0.90") + 1 :][:3] == [
        "  en 5  Fifth.",
        "  ru 5  Пятое.",
        "  without: ja",
    ]
    assert "  en 3  Third. On two lines." in lines


def cells(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)


@pytest.mark.parametrize("width", [20, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(corpus, width: int) -> None:
    lines = text.blocks(corpus, width).split("\n")
    heads = ("Lantern", "group", "  without")
    assert all(cells(line) <= max(width, 40) for line in lines if not line.startswith(heads))
    assert "".join("".join(line.split()) for line in lines).count("六番目。") == 20


def test_columns_stand_below_one_another_where_letters_are_wide() -> None:
    lines = padded(
        [("title", "language"), ("残り火の賛歌", "ja"), ("Hymn", "en"), ("Гимн", "ru"), ("ﾊﾝｶｸ", "ja")]
    ).splitlines()
    starts = {cells(line[: line.rindex(line.split()[-1])]) for line in lines}
    assert starts == {len("残り火の賛歌") * 2 + 2}


def test_a_listing_moves_no_cursor() -> None:
    assert padded([("a\x1b[31mb\tc\nd",)]) == "a\ufffd[31mb c d\n"


# The picture


def test_what_stands_elsewhere_is_as_little_as_explains_the_order(corpus) -> None:
    assert order.moved(corpus.aligned[0]) == {"en": frozenset(), "ru": {5}, "ja": frozenset()}


def test_no_picture_where_the_order_is_the_same(corpus) -> None:
    assert order.picture(corpus.aligned[1]) is None


@settings(max_examples=60)
@given(st.permutations(range(1, 13)), st.permutations(range(1, 13)))
def test_every_ruling_is_in_the_picture_and_thin_lines_never_cross(russian, japanese) -> None:
    columns = {code: [f"{code} {n}" for n in range(12)] for code in ("en", "ru", "ja")}
    groups = [{"en": [n], "ru": [russian[n - 1]], "ja": [japanese[n - 1]]} for n in range(1, 13)]
    drawn = order.picture(document(columns, groups))
    if drawn is None:
        assert list(russian) == list(japanese) == list(range(1, 13))
        return
    for column in range(3):
        nodes = [node for node in drawn.nodes if node.column == column]
        assert sum(node.count for node in nodes) == 12
        assert [node.row for node in nodes] == list(range(len(nodes)))
    thin = [link for link in drawn.links if not link.crossing]
    for one in thin:
        for two in thin:
            if one.start.column == two.start.column and one.end.column == two.end.column:
                assert (one.start.row - two.start.row) * (one.end.row - two.end.row) >= 0


def test_many_in_the_same_order_are_one_node() -> None:
    columns = {code: [f"{code} {n}" for n in range(28)] for code in ("en", "ru")}
    places = [28, *range(1, 28)]
    drawn = order.picture(document(columns, [{"en": [n], "ru": [places[n - 1]]} for n in range(1, 29)]))
    assert sorted(node.count for node in drawn.nodes if node.column == 0) == [1, 27]


@pytest.fixture(scope="module")
def page(corpus) -> str:
    return alignment.rendered("html", corpus, Config())


def test_the_page_says_what_is_merged_moved_missing_and_doubtful(page: str) -> None:
    root = html.fromstring(page)
    rows = root.xpath("//section[@id='d1']//tbody/tr")
    assert [row.get("id") for row in rows] == [f"d1g{n}" for n in range(1, 7)]
    assert "1 for 2 rulings" in rows[2].text_content() and "2 rulings for 1" in rows[2].text_content()
    assert len(rows[2].xpath("td[@lang='en']/div[@class='member']")) == 2
    assert rows[3].xpath("td[@class='none']")
    assert "doubtful" in rows[4].get("class") and "doubtful" in rows[4].text_content()
    assert rows[4].xpath("td[@lang='ru']")[0].text_content().split()[0] == "moved"
    assert "Not read: gone.txt" in root.text_content()


def test_texts_are_text_and_nothing_is_fetched(page: str) -> None:
    root = html.fromstring(page)
    assert not root.xpath("//script | //link | //img | //iframe | //@onclick | //@src")
    assert "Only <script>alert(1)</script>." in root.text_content()
    assert {cell.get("dir") for cell in root.xpath("//td[@lang]")} == {"auto"}
    assert all(one.startswith("#") for one in root.xpath("//a/@href"))
    assert set(root.xpath("//a/@href")) <= {f"#{one}" for one in root.xpath("//@id")}


def test_the_lines_that_cross_are_drawn_thick(page: str) -> None:
    (svg,) = html.fromstring(page).xpath("//*[local-name()='svg']")
    assert svg.xpath(".//*[local-name()='path'][contains(@class, 'crossing')]")
    assert svg.xpath(".//*[local-name()='path'][contains(@class, 'doubt')]")
    assert "<script" not in etree.tostring(svg, encoding="unicode")


@pytest.fixture(scope="module")
def browser():
    if BROWSER is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `test` is not installed")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_chromium_shows_the_page(browser, page: str, tmp_path: Path, width: int, scheme: str) -> None:
    file = tmp_path / "groups.html"
    file.write_text(page, encoding="utf-8")
    view = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=True)
    said, asked = [], []
    view.on("console", lambda message: said.append(message.text))
    view.on("pageerror", lambda error: said.append(str(error)))
    view.on("request", lambda request: asked.append(request.url))
    view.goto(file.as_uri())
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    light = view.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert light == (scheme == "light")
    assert view.locator("tr.plain").count() == 3 and view.locator("tr.plain").first.is_visible()
    view.check("#only")
    assert not view.locator("tr.plain").first.is_visible() and view.locator("tr.look").first.is_visible()
    assert view.locator("td[lang=xx]").evaluate("cell => getComputedStyle(cell).direction") == "rtl"
    assert (said, asked) == ([], [file.as_uri()])
    view.close()
