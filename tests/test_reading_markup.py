"""HTML and Markdown pages with dated rulings: where the rulings are found, what is left out, and where they stand."""

from __future__ import annotations

import datetime

import pytest

from aligner import reading, run
from aligner.config import Config
from aligner.model import AlignerError, Page


def page(text: str, name: str) -> Page:
    (only,) = reading.read_bytes(text.encode(), name)
    return only


def rulings(found: Page) -> list[tuple[str, str, int]]:
    return [(one.label, one.text, one.line) for one in found.rulings]


SAVED = """<!DOCTYPE html>
<html lang="en"><head><title>Kraken Herald | Card Database</title>
<script>var last = "19/03/2021";</script>
<style>td { color: red }</style></head>
<body>
<nav><ul><li><a href="/">Home</a></li><li>19/03/2020</li></ul></nav>
<header><h1>Kraken Herald</h1></header>
<div style="display: none">20/03/2020</div>
<h2>Rulings</h2>
<table class="rulings">
<tr><th>Date</th><th>Source</th><th>Ruling</th></tr>
<tr><td>2021-03-19</td><td>W</td>
<td>It can&rsquo;t block <i>two</i> creatures
   &amp; attack.</td></tr>
<tr><td rowspan="2">2021-04-20</td><td>W</td><td>Second.</td></tr>
<tr><td>W</td><td>Third.</td></tr>
</table>
<footer>Page of 21/03/2020</footer>
</body></html>"""


def test_a_table_as_a_browser_saves_it() -> None:
    found = page(SAVED, "page.html")
    assert (found.title_text, found.format, found.residue) == ("Kraken Herald", "html", ())
    assert rulings(found) == [
        ("2021-03-19", "It can’t block two creatures & attack.", 13),
        ("2021-04-20", "Second.", 15),
        ("2021-04-20", "Third.", 16),
    ]
    assert [one.date for one in found.rulings] == [
        datetime.date(2021, 3, 19),
        datetime.date(2021, 4, 20),
        datetime.date(2021, 4, 20),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "<dl>\n<dt>19/03/2021</dt>\n<dd>One.</dd>\n<dd>Two.</dd>\n<dt>20/03/2021</dt><dd>Three.</dd></dl>",
            [("19/03/2021", "One.", 4), ("19/03/2021", "Two.", 5), ("20/03/2021", "Three.", 6)],
        ),
        (
            "<p>19/03/2021</p>\n<p>One,<br>in two lines.</p>\n<p>20/03/2021</p><p>Two.</p><h2>See also</h2><p>No.</p>",
            [("19/03/2021", "One,\nin two lines.", 3), ("20/03/2021", "Two.", 4)],
        ),
        (
            "<ul><li><b>2021-03-19</b> One.</li>\n<li><time>2021-03-20</time>: Two.</li>\n"
            "<li>2021-03-21: Three.</li></ul>",
            [("2021-03-19", "One.", 2), ("2021-03-20", "Two.", 3), ("2021-03-21", "Three.", 4)],
        ),
        (
            "<div><p>One.</p><p>(2021-03-19)</p></div>\n<div><p>Two.</p><p>(2021-03-20)</p></div><p>Foot.</p>",
            [("2021-03-19", "One.", 2), ("2021-03-20", "Two.", 3)],
        ),
        (
            "<p>19/03/2021<br>\nOne.<br>\n20/03/2021<br>\nTwo.</p>",
            [("19/03/2021", "One.", 3), ("20/03/2021", "Two.", 5)],
        ),
        (
            "<section><h2>19 mars 2021</h2><p>Un.</p></section>\n<section><h2>20 mars 2021</h2><p>Deux.</p></section>",
            [("19 mars 2021", "Un.", 2), ("20 mars 2021", "Deux.", 3)],
        ),
    ],
)
def test_shapes_of_html(body: str, expected: list[tuple[str, str, int]]) -> None:
    found = page(f"<html><body><h1>Otaria</h1>\n{body}\n</body></html>", "page.html")
    assert (found.title_text, rulings(found)) == ("Otaria", expected)


LAYOUT = "<table><tr><td><a href='/'>Home</a> <p>News of the site.</p></td><td>{}</td></tr></table>"


@pytest.mark.parametrize(
    "inner",
    [
        "<p>19/03/2021</p><p>One.</p><p>20/03/2021</p><p>Two.</p>",
        "<table><tr><td>19/03/2021</td><td>One.</td></tr><tr><td>20/03/2021</td><td>Two.</td></tr></table>",
        "<table><tbody><tr><td>19/03/2021</td><td><div>One.</div></td></tr></tbody>"
        "<tbody><tr><td><b>20/03/2021</b></td><td>Two.</td></tr></tbody></table>",
    ],
)
def test_tables_that_only_set_the_page_out(inner: str) -> None:
    found = page(f"<html><body>{LAYOUT.format('<h1>Otaria</h1>' + inner)}</body></html>", "page.html")
    assert [(one.label, one.text) for one in found.rulings] == [("19/03/2021", "One."), ("20/03/2021", "Two.")]
    assert (found.title_text, found.residue) == ("Otaria", ())


def test_a_single_row_is_all_of_its_table() -> None:
    body = "<p>News.</p><table><tr><th>Date</th><th>Text</th></tr><tr><td>19/03/2021</td><td>One.</td></tr></table>"
    found = page(f"<html><body><h1>Otaria</h1>{body}<p>Bye.</p></body></html>", "page.html")
    assert [(one.label, one.text) for one in found.rulings] == [("19/03/2021", "One.")]
    assert found.residue == ()


def test_text_between_the_title_and_the_first_date_is_residue() -> None:
    body = "<p><a href='/'>Back</a></p><h1>Otaria</h1><p>Lost text.</p><p>19/03/2021</p><p>One.</p>"
    found = page(f"<html><body>{body}</body></html>", "page.html")
    assert [one.text for one in found.residue] == ["Lost text."]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "both.html",
            "<html><body><table><tr><th>Date</th><th>English</th><th>Русский</th></tr>\n"
            "<tr><td>2021-03-19</td><td>The creature attacks.</td><td>Существо атакует.</td></tr></table></body>",
        ),
        ("both.md", "|Date|en|ru|\n|---|---|---|\n| 2021-03-19 | The creature attacks. | Существо атакует. |\n"),
    ],
)
def test_a_table_with_a_column_a_language(name: str, text: str) -> None:
    found = reading.read_bytes(text.encode(), name)
    assert [(one.language, one.rulings[0].text) for one in found] == [
        ("en", "The creature attacks."),
        ("ru", "Существо атакует."),
    ]
    assert {one.name for one in found} == {name}
    assert {one.rulings[0].date for one in found} == {datetime.date(2021, 3, 19)}


def test_the_language_that_a_page_says_counts_where_we_could_not_tell_it() -> None:
    html = '<html lang="{}"><body><p>19/03/2021</p><p>Sí.</p></body></html>'
    assert page(html.format("ca"), "page.html").language == "ca"
    assert page(html.format("en"), "page.html").language == ""
    assert page(html.format("ca"), "es.html").language == "ca"


@pytest.mark.parametrize(
    "head", ['<meta charset="{}">', '<meta http-equiv="Content-Type" content="text/html; charset={}">']
)
@pytest.mark.parametrize(("label", "codec"), [("windows-1251", "cp1251"), ("koi8-r", "koi8_r"), ("utf-8", "utf_8")])
def test_the_page_says_its_encoding(head: str, label: str, codec: str, folder) -> None:
    html = f"<html><head>{head.format(label)}</head><body><h1>Отария</h1><p>19/03/2021</p><p>Да.</p></body></html>"
    (found,) = reading.read_bytes(html.encode(codec), "page.html")
    assert (found.title_text, found.rulings[0].text) == ("Отария", "Да.")
    assert found.encoding == {"utf_8": "utf-8", "cp1251": "cp1251, declared", "koi8_r": "koi8-r, declared"}[codec]
    folder({"page.html": html.encode(codec)})
    assert "RDG002" not in {one.code for one in run.check(["page.html"], Config(encoder="none")).findings}


MARKDOWN = """# Otaria

Introduction.

## 2021-03-19

First ruling with **bold** type and [a link](https://example.org).

- Second ruling
  goes on.
* Its power is */* here.

**2021-03-20**: Run in.

2021-03-21
: Defined.

19. März 2021

```
20/03/2021
```
> Quoted.

<!-- 22/03/2021 -->
## See also

Nothing.
"""


def test_markdown() -> None:
    found = page(MARKDOWN, "page.md")
    assert (found.title_text, found.format, [one.text for one in found.residue]) == (
        "Otaria",
        "markdown",
        ["Introduction."],
    )
    assert [(one.label, one.text, one.line, one.column) for one in found.rulings] == [
        ("2021-03-19", "First ruling with bold type and a link.", 7, 0),
        ("2021-03-19", "Second ruling\n  goes on.", 9, 3),
        ("2021-03-19", "Its power is */* here.", 11, 3),
        ("2021-03-20", "Run in.", 13, 0),
        ("2021-03-21", "Defined.", 16, 3),
        ("19. März 2021", "Quoted.", 23, 3),
    ]


def test_a_markdown_table_and_its_front_matter() -> None:
    rows = "| Date | Ruling |\n|:---|---:|\n| 2021-03-19 | One. |\n| 2021-03-20 | Two \\| three. |\n"
    text = f"---\ntitle: Otaria\n---\n\n{rows}"
    found = page(text, "ru.md")
    assert (found.title_text, found.language, found.residue) == ("Otaria", "ru", ())
    assert [(one.text, one.line, one.column) for one in found.rulings] == [("One.", 7, 16), ("Two | three.", 8, 0)]


def test_markdown_is_known_by_its_content() -> None:
    assert page("# Rules\n\n502.1 One rule.\n\n502.2 Another rule.\n", "page.md").format == "rules"
    assert page("# Otaria\n\n## 19/03/2021\n\nOne.\n", "page.txt").format == "markdown"
    assert page("# 1 priority\n\nNo date at all.\n", "page.txt").format == "pages"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("readme.md", "# Readme\n\nInstall it.\n"),
        ("page.html", "<html><body><p>Written on 19/03/2021 by us.</p></body></html>"),
        ("feed.xml", "<?xml version='1.0'?><rss/>"),
    ],
)
def test_markup_without_rulings(name: str, text: str, folder) -> None:
    with pytest.raises(AlignerError, match=rf"^{name}: .*(?:without dated rulings|holds no rulings)"):
        reading.read_bytes(text.encode(), name)
    folder({f"pages/{name}": text, "pages/en.txt": "Otaria"})
    sources, skipped, errors = reading.find_files(["pages"])
    assert ([one.shown for one in sources], skipped, errors) == (["pages/en.txt"], [f"pages/{name}"], [])


def test_pages_of_markup_in_a_folder(folder) -> None:
    folder({"pages/page.html": SAVED, "pages/page.md": MARKDOWN})
    sources, skipped, _ = reading.find_files(["pages"])
    assert ([one.shown for one in sources], skipped) == (["pages/page.html", "pages/page.md"], [])


def test_entities_are_not_fetched(tmp_path) -> None:
    (tmp_path / "secret").write_text("secret")
    head = f'<!DOCTYPE html [<!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    found = page(f"{head}<html><body><p>19/03/2021</p><p>x&e;y</p></body></html>", "page.html")
    assert "secret" not in found.rulings[0].text


def test_a_deep_page_is_read_without_its_depths() -> None:
    found = page("<html><body><p>19/03/2021</p><p>One.</p>" + "<div>" * 5000 + "deep</body></html>", "page.html")
    assert found.rulings[0].text == "One."


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("en.html", "<html><body><h1>Otaria</h1>\n<p>Lost.</p>\n<p>31/02/2021</p><p>One.</p></body></html>", 3),
        ("en.md", "# Otaria\nLost.\n\n## 31/02/2021\n\nOne.\n", 4),
        ("en.csv", "date,text\n31/02/2021,One.\n", 2),
    ],
)
def test_dates_and_lost_text_are_checked_as_on_pages_of_text(name: str, text: str, line: int, folder) -> None:
    folder({name: text})
    found = {one.code: one for one in run.check([name], Config(encoder="none")).findings}
    assert (found["RDG003"].line, found["RDG003"].excerpt) == (line, "31/02/2021")
    if name != "en.csv":
        lost = found["RDG001"]
        assert (lost.line, lost.excerpt, "no title, date" in lost.message) == (2, "Lost.", True)
