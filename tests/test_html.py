"""The HTML report in a real browser: it finds, shows, keeps decisions, and never asks the network."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aligner import decisions, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.glossary import merge
from aligner.model import Aligned, Document, Finding, Group, Page, Ruling
from aligner.report import html, rendered
from aligner.report.html.payload import tag
from aligner.report.html.places import Place, Places, span_of
from aligner.report.html.static import pieces
from aligner.results import Corpus, Report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
COLUMNS = "fingerprint,code,document,language,file,line,excerpt,decision,reason".split(",")
PAGES = {
    "en": (
        "Bone Herald",
        "When you cast this spell, put two +1/+1 counters on target creature.",
        "If <script>alert(1)</script> is countered, it does nothing. You may cast it from exile.",
        "The mana cost of this spell is {2}{U}. Its mana cost is not changed. A 2/2 creature is no target.",
    ),
    "ru": (
        "Вестник костей",
        "Когда вы разыгрываете это заклинание, положите три жетона +1/+1 на целевое существо.",
        "If it's countered, it does nothing. You may cast it from exile.",
        "Мана-стоимость этого заклинания — {2}{U}. Стоимость маны не меняется. Существо 3/3 не является целью.",
    ),
    "ja": (
        "骨の使者",
        "あなたがこの呪文を唱えたとき、クリーチャー1体を対象とし、それの上に+1/+1カウンターを2個置く。",
        "これが打ち消されたなら、それは何もしない。追放領域からそれを唱えてもよい。",
        "この呪文のマナ・コストは{2}{U}である。マナ・コストは変わらない。2/2のクリーチャーは対象ではない。",
    ),
    "zh-Hans": (
        "骨之使者",
        "当你施放此咒语时，在目标生物上放置两个+1/+1指示物。",
        "如果它被反击，则什么都不会发生。你可以从放逐区施放它。",
        "此咒语的法术力费用为{2}{U}。其法术力费用不会改变。2/2的生物不是目标。",
    ),
    "ar": (
        "رسول العظام",
        "عندما تلقي هذه التعويذة، ضع علامتي +1/+1 على المخلوق المستهدف.",
        "إذا تم إبطالها فلا يحدث شيء. يمكنك إلقاؤها من المنفى.",
        "تكلفة المانا لهذه التعويذة هي {2}{U}. تكلفة المانا لا تتغير. المخلوق 2/2 ليس هدفا.",
    ),
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Return the findings on a document in five languages, one of them known and one ignored."""
    folder = tmp_path_factory.mktemp("pages")
    for language, (title, *rulings) in PAGES.items():
        text = title + "".join(f"\n\n{day}/02/2021\n\n{ruling}" for day, ruling in enumerate(rulings, 12)) + "\n"
        (folder / f"{language}.txt").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        found = run.check(["."], Config(encoder="none"))
    assert {"RDG007", "FRM004", "LNG001", "TRM002"} <= {one.code for one in found.findings}
    status = {"RDG007": "known", "LNG001": "ignored"}
    findings = tuple(replace(one, status=status.get(one.code, "new")) for one in found.findings)
    reasons = {one.fingerprint: "as the printed card has it" for one in findings if one.status == "ignored"}
    return replace(found, findings=findings, reasons=reasons)


def many(result: Report, number: int) -> Report:
    """Return a report with this many findings, made of the given ones."""
    kinds = len(result.findings)
    findings = [
        replace(result.findings[at % kinds], fingerprint=f"{at:016x}", message=f"finding {at}", status="new")
        for at in range(number)
    ]
    return replace(result, findings=tuple(findings))


# --- What is on the page, without a browser ---


def test_same_input_same_bytes(result: Report) -> None:
    assert rendered("html", result, Config()) == rendered("html", result, Config())


def test_no_text_ends_the_data(result: Report) -> None:
    page = html.report(result, Config())
    data = page.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    assert "<" not in data
    assert any("<script>alert(1)</script>" in str(row) for row in json.loads(data)["documents"][0]["rows"])


def test_policy_allows_only_our_own(result: Report) -> None:
    page = html.report(result, Config())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1].replace("&#39;", "'")
    for name in ("script", "style"):
        source = page.split(f"<{name}>")[1].split(f"</{name}>")[0]
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy


def test_report_without_findings(result: Report) -> None:
    page = html.report(replace(result, findings=()), Config())
    assert "0 findings" in page and "Nothing was found." in page


@pytest.mark.parametrize(
    ("language", "region", "expected"),
    [("zhs", "", "zh-Hans"), ("zht", "TW", "zh-Hant-TW"), ("pt", "BR", "pt-BR"), ("ar", "", "ar"), ("", "", "")],
)
def test_tag(language: str, region: str, expected: str) -> None:
    assert tag(language, region) == expected


# --- Where a finding stands ---


def finding(**changes: Any) -> Finding:
    base = {
        "code": "FRM004", "name": "different-numbers", "severity": "error", "category": "accuracy / mistranslation",
        "document": "Lantern Keeper", "language": "ru", "date": "2021-02-12", "position": "1", "key": "",
        "file": "ru.txt", "line": 5, "column": 1, "excerpt": "2", "message": "2 here, 3 there",
    }  # fmt: skip
    return Finding(**{**base, **changes})


@given(
    st.text(st.sampled_from("aé骨𝄞 \r\n"), min_size=2, max_size=30).filter(lambda text: text == text.strip()),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_place_leads_back_to_the_span(text: str, data: st.DataObject) -> None:
    ruling = Ruling(text, 1, line=3, column=5)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assume(not start or text[start - 1 : start + 1] != "\r\n")  # nothing stands between the two
    line, column = ruling.place(start)
    found = span_of(finding(line=line, column=column, excerpt=text[start:end]), ruling)
    assert found == (None if text[start:end] == text else (start, end))


@given(st.text(max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=4))
@settings(max_examples=60, deadline=None)
def test_pieces_make_the_text(text: str, ends: list[tuple[int, int]]) -> None:
    spans = [(min(pair), max(pair), "TRM") for pair in ends if max(pair) <= len(text)]
    cut = pieces(Ruling(text, 1), spans)
    assert "".join(piece.text for piece in cut) == text
    marked = {at for start, end, _ in spans for at in range(start, end)}
    assert sum(len(piece.text) for piece in cut if piece.families) == len(marked)


def test_places() -> None:
    title, own = Ruling("Хранитель", 0, 1, 1, kind="title"), Ruling("Два раза 2.", 1, 5, 1, label="12/02/2021")
    other, alone = Ruling("Twice 2.", 1, 5, 1), Ruling("It is exiled.", 2, 9, 1)
    russian, english = Page("ru.txt", "ru", title, (own,)), Page("en.txt", "en", None, (other, alone))
    groups = (Group(1, {"en": (other,), "ru": (own,)}), Group(2, {"en": (alone,)}))
    places = Places([Aligned(Document("Lantern Keeper", (english, russian)), groups)])
    missing = finding(code="ALN001", excerpt="It is exiled.", related=("en.txt:9",))
    assert places.find(finding(column=10)) == Place(0, 1, 0, (9, 10))
    assert places.find(finding(excerpt="12/02/2021")) == Place(0, 1, 0, None, on_label=True)
    assert places.find(finding(excerpt="Два раза 2.")) == Place(0, 1, 0)
    assert places.find(finding(position="0", excerpt="Хранитель")) == Place(0, 0, 0)
    assert places.find(finding(position="")) == Place(0)
    assert places.find(missing) == Place(0, 2)
    assert places.find(finding(file="pt.txt")) is None


# --- In the browser ---


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `test` is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def file(result: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html.report(result, Config()), encoding="utf-8")
    return path


@pytest.fixture
def open_page(browser: Any, file: Path):
    """Return a function that opens the report in a browser of its own; no complaint and no request may come of it."""
    contexts, complaints = [], []

    def heard(message: Any) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def asked(request: Any) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            complaints.append(f"request for {request.url}")

    def make(path: Path = file, before: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(10_000)
        context.on("console", heard)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("request", asked)
        context.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
        if before:
            context.add_init_script(before)
        page = context.new_page()
        page.goto(path.as_uri())
        if options.get("java_script_enabled", True):
            page.wait_for_selector("#card h2", state="attached")
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def shown(page: Any) -> str:
    return page.inner_text("#shown")


def chosen(page: Any) -> str:
    return page.locator("#card .place").inner_text()


def saved(page: Any) -> tuple[bytes, list[dict[str, str]]]:
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "decisions.csv"
    raw = Path(download.value.path()).read_bytes()
    return raw, list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_filters_narrow_and_count(open_page, result: Report) -> None:
    page = open_page()
    visible = [one for one in result.findings if one.status != "ignored"]
    errors = [one for one in visible if one.severity == "error"]
    assert shown(page).startswith(f"{len(visible)} of ")
    page.click('[data-facet="severity"][data-value="error"]')
    assert shown(page) == f"{len(errors)} of {len(result.findings)}"
    page.click("summary:has-text('Language')")
    russian = [one for one in errors if one.language == "ru"]
    label = page.locator(".values label", has_text="Russian")
    assert label.locator(".count").inner_text() == str(len(russian))
    label.click()
    assert shown(page) == f"{len(russian)} of {len(result.findings)}"
    assert page.locator(".item").count() == len(russian)
    page.click("#clear")
    assert shown(page) == f"{len(result.findings)} findings"


def test_search_finds_words_of_text_and_message(open_page, result: Report) -> None:
    page = open_page()
    page.keyboard.press("/")
    page.keyboard.type("ЖЕТОНА три")
    page.locator('#list[data-shown="1"]').wait_for()
    assert "FRM004" in page.inner_text(".item")
    page.fill("#search", "no such words anywhere")
    page.locator('#list[data-shown="0"]').wait_for(state="attached")
    assert "No finding is selected" in page.inner_text("#card")


def test_picture_leads_to_its_findings(open_page, result: Report) -> None:
    page = open_page()
    page.keyboard.press("o")
    assert page.locator("svg.bars g", has_text="FRM004 different-numbers, Russian: 2").count() == 1
    page.click('svg.bars g[data-check="FRM004"][data-language="ru"]')
    assert page.locator(".item").count() == 2
    page.keyboard.press("o")
    page.click('svg.heat g[data-concept="mana cost"][data-language="ru"]')
    assert page.locator(".item").count() == 1 and "TRM002" in page.inner_text(".item")


def test_known_and_ignored_are_shown(open_page, result: Report) -> None:
    page = open_page()
    assert page.locator(".item.known .status").inner_text() == "known"
    assert page.locator(".item.ignored").count() == 0
    page.click('[data-facet="status"][data-value="ignored"]')
    assert page.locator(".item.ignored .status").inner_text() == "ignored"
    page.locator(".item.ignored").click()
    assert "as the printed card has it" in page.inner_text("#card")


def test_keys(open_page) -> None:
    page = open_page()
    first = chosen(page)
    page.keyboard.press("j")
    second = chosen(page)
    assert second != first
    page.keyboard.press("k")
    assert chosen(page) == first
    page.keyboard.press("a")
    assert page.locator(".item[aria-selected=true] .decided").inner_text() == "true fault"
    page.keyboard.press("r")
    assert page.locator(".item[aria-selected=true] .decided").inner_text() == "false alarm"
    page.keyboard.press("w")
    page.keyboard.type("jar")  # no keys while one writes
    assert page.input_value("#reason") == "jar" and chosen(page) == first
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    assert page.locator(".item[aria-selected=true] .decided").count() == 0
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    assert page.locator("svg.heat").is_visible()
    page.keyboard.press("?")
    page.uncheck("#keys-on")
    page.click("#close-help")
    page.keyboard.press("o")
    assert page.locator("svg.heat").is_visible()


def test_decision_is_kept_saved_and_read_back(open_page, result: Report, tmp_path: Path) -> None:
    page = open_page()
    sized = page.locator(".item", has_text="3/3").first
    sized.click()
    page.keyboard.press("r")
    page.fill("#reason", '=1+1, "так и надо"')
    page.reload()
    page.wait_for_selector("#card h2", state="attached")
    assert page.locator(".item.false-alarm").count() == 1
    raw, rows = saved(page)
    (wanted,) = [one for one in result.findings if one.excerpt == "3/3"]
    assert raw.startswith(b"\xef\xbb\xbf") and raw.endswith(b"\r\n") and raw.count(b"\n") == raw.count(b"\r\n") == 2
    assert list(rows[0]) == COLUMNS
    home = [wanted.fingerprint, wanted.code, wanted.document, "ru", wanted.file, str(wanted.line)]
    decided = ["'3/3", "false alarm", '\'=1+1, "так и надо"']
    assert rows == [dict(zip(COLUMNS, home + decided, strict=True))]
    (tmp_path / "decisions.csv").write_bytes(raw)
    (entry,) = decisions.read(tmp_path / "decisions.csv")  # as the option --decisions reads it
    assert (entry.fingerprint, entry.decision, entry.reason) == (
        wanted.fingerprint,
        "false alarm",
        '=1+1, "так и надо"',
    )
    other = open_page()
    assert other.locator(".item.false-alarm").count() == 0
    foreign = raw + b"0000,FRM004,,,,,,true fault,\r\n"
    other.set_input_files("#file", {"name": "decisions.csv", "mimeType": "text/csv", "buffer": foreign})
    other.wait_for_selector(".item.false-alarm")
    assert "1 decision read" in other.inner_text("#notice") and "1 row is about no finding" in other.inner_text(
        "#notice"
    )
    assert saved(other)[0] == raw
    other.set_input_files("#file", {"name": "x.csv", "mimeType": "text/csv", "buffer": b"a,b\r\n1,2\r\n"})
    other.locator("#notice", has_text="no column fingerprint").wait_for()


def test_without_storage_decisions_last_until_they_are_saved(open_page) -> None:
    page = open_page(before="Object.defineProperty(window, 'localStorage', {get() { throw new Error('denied') }})")
    assert "save your decisions" in page.inner_text("#notice")
    page.keyboard.press("a")
    _, rows = saved(page)
    assert [row["decision"] for row in rows] == ["true fault"]


def test_texts_are_texts(open_page) -> None:
    page = open_page()
    assert page.locator("#rulings script").count() == 0
    assert page.locator('td[lang="en"]', has_text="<script>alert(1)</script>").count() == 1
    arabic = page.locator('td[lang="ar"] .text').last
    assert arabic.inner_text() == PAGES["ar"][3]
    assert arabic.evaluate("one => getComputedStyle(one).direction") == "rtl"
    tags = page.eval_on_selector_all("#rulings td", "all => [...new Set(all.map(one => one.lang))]")
    assert tags == ["en", "ru", "ja", "zh-Hans", "ar"]
    assert page.eval_on_selector_all("#rulings td", "all => all.every(one => one.dir === 'auto')")
    fonts = [
        page.locator(f'td[lang="{one}"]').first.evaluate("one => getComputedStyle(one).fontFamily") for one in tags
    ]
    assert "CJK JP" in fonts[2] and "CJK SC" in fonts[3]


def test_spans_and_explanation_are_in_place(open_page) -> None:
    page = open_page()
    page.locator(".item", has_text="3/3").first.click()
    mark = page.locator("mark.current")
    assert mark.inner_text() == "3/3" and mark.get_attribute("data-family") == "FRM"
    assert page.locator("tr.current td.current").get_attribute("lang") == "ru"
    page.click(".explained summary")
    assert "When it is wrong to complain" in page.inner_text("#card")
    mark_of_terms = page.locator('td mark[data-family="TRM"]').first
    mark_of_terms.click()
    assert "TRM" in page.inner_text("#card h2")


def test_without_script_findings_are_readable(open_page, result: Report) -> None:
    page = open_page(java_script_enabled=False)
    text = page.inner_text("body")
    for one in result.findings:
        assert " ".join(one.message.split()) in " ".join(text.split())
    assert PAGES["ru"][1].split(",")[0] in text and "<script>alert(1)</script>" in text
    assert "Why:" in text and "ignored" in text
    assert not page.locator("#app").is_visible() and page.locator("svg.bars").is_visible()


def test_rows_are_made_as_they_are_scrolled_to(open_page, result: Report, tmp_path: Path) -> None:
    path = tmp_path / "many.html"
    path.write_text(html.report(many(result, 3000), Config()), encoding="utf-8")
    page = open_page(path)
    assert page.locator(".item").count() < 40
    page.focus("#list")
    page.keyboard.press("End")
    last = page.locator(".item[aria-selected=true]")
    assert last.get_attribute("aria-posinset") == last.get_attribute("aria-setsize") == "3000"
    assert last.is_visible() and page.locator(".item").count() < 40


def test_finding_about_no_page_has_a_card(open_page, tmp_path: Path) -> None:
    one = finding(code="SUP001", file="aligner.toml", language="", document="", position="", message="matches nothing")
    path = tmp_path / "other.html"
    path.write_text(html.report(Report((one,), Corpus((), FactBook(merge([], [])))), Config()), encoding="utf-8")
    page = open_page(path)
    assert "matches nothing" in page.inner_text("#card") and page.inner_text("#rulings") == ""
    assert "matches nothing" in open_page(path, java_script_enabled=False).inner_text("body")


def test_long_document_shows_the_rows_around_the_finding(open_page, tmp_path: Path) -> None:
    rulings = [Ruling(f"Ruling {at}", at, 2 * at, 1) for at in range(1, 501)]
    page = Page("en.txt", "en", None, tuple(rulings))
    groups = tuple(Group(one.position, {"en": (one,)}) for one in rulings)
    aligned = Aligned(Document("Long", (page,)), groups)
    one = finding(file="en.txt", language="en", document="Long", position="300", line=600, column=8, excerpt="300")
    path = tmp_path / "long.html"
    empty = Corpus((aligned,), FactBook(merge([], [])))
    path.write_text(html.report(Report((one,), empty), Config()), encoding="utf-8")
    page = open_page(path)
    assert page.inner_text("mark.current") == "300" and page.locator("mark.current").is_visible()
    assert page.locator("#rulings tbody tr").count() < 200
    page.click("button:has-text('Later rulings')")
    assert page.locator("tr", has_text="Ruling 400").count() == 1


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_accessible(open_page, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra `test` is not installed").Axe()
    page = open_page(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.keyboard.press("a")
    states = ["", "document.querySelector('.item').click()", "document.getElementById('show-overview').click()"]
    for state in states:
        page.evaluate(state)
        broken = axe.run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in broken] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_theme_is_turned_and_kept(open_page) -> None:
    page = open_page(color_scheme="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.click("#theme")
    dark = page.evaluate(paper)
    assert light == "rgb(255, 255, 255)" and dark != light
    page.reload()
    assert page.evaluate(paper) == dark
    page.keyboard.press("t")
    assert page.evaluate(paper) == light


def test_narrow_screen_shows_one_thing_at_a_time(open_page) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    assert page.locator("#list").is_visible() and not page.locator("#card").is_visible()
    page.locator(".item").first.tap()
    assert page.locator("#card").is_visible() and not page.locator("#list").is_visible()
    first = chosen(page)
    assert page.locator("#rulings tr:visible").count() == 1
    page.tap("#next")
    assert chosen(page) != first
    page.tap(".whole-document")
    assert page.locator("#rulings tr:visible").count() == 4
    page.tap("#back")
    assert page.locator("#list").is_visible()


def test_print_has_every_finding_of_the_list(open_page) -> None:
    page = open_page()
    page.click('[data-facet="severity"][data-value="error"]')
    items = page.locator(".item").count()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#print article:visible").count() == items
    assert not page.locator("#app").is_visible()
    assert len(page.pdf()) > 10_000
