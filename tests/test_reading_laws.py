"""What every reader keeps to: any bytes give pages or one clear error, and texts stand where the page says."""

from __future__ import annotations

import csv
import datetime
import gzip
import html
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading
from aligner.model import AlignerError, Page
from aligner.reading import streams

NAMES = (
    "a.txt", "ru.txt", "a.cp1251.txt", "a.json", "a.csv", "a.tsv", "a.html", "a.md", "a.xlsx", "a.xml",
    "a.tmx", "a.xlf", "a.po", "a",
)  # fmt: skip

# Pieces of the formats, in whatever order: what is nearly right finds more than noise does.
PIECES = st.sampled_from(
    [
        b"\n", b"\r\n", b"\n\n", b" ", b"\t", b",", b";", b'"', b"'", b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf",
        b"\x1b$B",
        "Отария".encode(), "Отария".encode("cp1251"), "カード".encode("cp932"), "カード".encode("utf-16-le"),
        b"19/03/2021", b"2021-03-19", b"(2021-03-19)", b"44274", b"502.21c Rule.", b"text", b"language,text,date",
        b"en,ru,date",
        b"[", b"]", b"{", b"}", b":", b'"comment":"x"', b'"published_at":"2021-03-19"', b'"name":"n"',
        b'"cards":[', b'"data":',
        b'"foreignData":[{"language":"German","text":"t"}]', b'"rulings":[{"date":"x","text":"t"}]', b"\\ud800",
        b"1e999", b"null",
        b"<html><body>", b"<p>", b"</p>", b"<br>", b"<table><tr><td>", b"</td><td>", b"</td></tr></table>",
        b"<dl><dt>", b"<dd>",
        b"<h1>T</h1>", b"<script>", b"<!--", b"-->", b"&amp;", b"&#0;", b"&#55296;", b"<td rowspan='99999999'>",
        b"<!DOCTYPE html>",
        b"# T\n", b"## ", b"- ", b"> ", b"| a | b |\n|---|---|\n", b"|", b"```\n", b"**", b": ", b"---\n",
        b"<?xml version='1.0'?>", b"<tmx version='1.4'><body>", b"<tu><tuv xml:lang='en'><seg>x</seg></tuv></tu>",
        b"</body></tmx>",
        b"<xliff version='1.2'>", b"<file>", b"<trans-unit id='1'><source>x</source></trans-unit>", b'msgid "x"\n',
        b'msgstr "y"\n',
        b"<!DOCTYPE a [<!ENTITY e 'x'>]>", b"&e;", b"PK\3\4", b"\x1f\x8b",
    ]
)  # fmt: skip
BYTES = st.binary(max_size=200) | st.lists(PIECES, max_size=25).map(b"".join)


def attempt(read: Callable[[], tuple[Page, ...]], name: str) -> tuple[Page, ...]:
    """Return the pages, none where there is one clear error; any other exception is a failure."""
    try:
        found = read()
    except AlignerError as error:
        assert str(error).startswith(name)
        assert "\n" not in str(error)
        return ()
    for page in found:
        assert page.file == name
        for one in page.entries:
            one.text.encode()
            assert one.line >= 0 and one.column >= 0
            assert one.text or one.label or one.key or page.format == "scryfall"
    return found


@settings(max_examples=250, deadline=None)
@given(BYTES, st.sampled_from(NAMES))
def test_any_bytes_give_pages_or_one_clear_error(data: bytes, name: str) -> None:
    attempt(lambda: reading.read_bytes(data, name), name)


@settings(max_examples=60, deadline=None)
@given(BYTES, st.sampled_from(["a.txt", "a.json", "a.csv", "a.html"]), st.integers(0, 60), st.booleans())
def test_any_archive_gives_pages_or_clear_errors(data: bytes, name: str, cut: int, damaged: bool) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(name, data)
    for suffix, whole in ((".gz", gzip.compress(data, mtime=0)), (".zip", out.getvalue())):
        broken = (
            whole[: len(whole) - cut] if damaged else whole[: len(whole) // 2] + bytes([cut]) + whole[len(whole) // 2 :]
        )
        file = f"{name}{suffix}"
        with _written(broken) as path:
            source = streams.Source(path, file)
            if suffix == ".gz":
                attempt(lambda source=source, file=file: reading.read(source), file)  # type: ignore[misc]
                continue
            try:
                names, _, _ = streams.members(path, file)
            except AlignerError as error:
                assert str(error).startswith(file)
                continue
            for member in names:
                inner = streams.Source(path, f"{file}/{member}", False, member, member)
                attempt(lambda inner=inner: reading.read(inner), f"{file}/{member}")  # type: ignore[misc]


@contextmanager
def _written(data: bytes) -> Iterator[str]:
    """Give bytes a file for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        yield str(path)


KEYS = st.sampled_from(
    "data cards comment published_at source oracle_id name faceName text foreignData language rulings date object lang "
    "printed_text oracle_text card_faces tokens".split()
)
ANY_JSON = st.recursive(
    st.none()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.just("list"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=14,
)


@settings(max_examples=100, deadline=None)
@given(ANY_JSON, st.sampled_from([None, 1]), st.booleans())
def test_any_json_is_read_with_its_places(data: object, indent: int | None, ascii_only: bool) -> None:
    source = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    lines = source.split("\n")
    for page in attempt(lambda: reading.read_bytes(source.encode(), "a.json"), "a.json"):
        for one in page.entries:
            if one.column and one.text:
                assert lines[one.line - 1][one.column - 1 :].startswith(f'{one.text}"')


# --- what is written in a format is read from it

WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co"), exclude_characters="|<>&*_~`[]\\"),
    min_size=1,
    max_size=30,
)
# Rulings as they come: they begin with a letter, so that no mark of a format stands at their head, and end with a stop.
TEXTS = WORDS.map(lambda words: " ".join(f"Я {words} x.".split()))
DATES = st.dates(datetime.date(1994, 1, 1), datetime.date(2030, 12, 31))
ROWS = st.lists(st.tuples(DATES, TEXTS), min_size=1, max_size=6)


def _same(found: tuple[Page, ...], rows: list[tuple[object, str]]) -> None:
    (page,) = found
    assert [(one.date, one.text) for one in page.rulings] == rows


@settings(max_examples=60, deadline=None)
@given(ROWS, st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_written_as_a_table_is_read_again(rows: list, mark: str, encoding: str) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark)
    writer.writerows([("date", "text"), *rows])
    found = reading.read_bytes(out.getvalue().encode(encoding), "ru.csv")
    _same(found, rows)
    assert [one.line for one in found[0].rulings] == list(range(2, len(rows) + 2))


@settings(max_examples=25, deadline=None)
@given(ROWS)
def test_what_is_written_as_a_workbook_is_read_again(rows: list) -> None:
    book = openpyxl.Workbook()
    for row in [("date", "text"), *rows]:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    _same(reading.read_bytes(out.getvalue(), "ru.xlsx"), rows)


@settings(max_examples=60, deadline=None)
@given(
    ROWS,
    st.sampled_from(
        ["<tr><td>{}</td><td>{}</td></tr>", "<dt>{}</dt><dd>{}</dd>", "<p>{}</p>\n<p>{}</p>", "<p><b>{}</b> {}</p>"]
    ),
)
def test_what_is_written_as_html_is_read_again(rows: list, shape: str) -> None:
    around = {"<tr": ("<table>", "</table>"), "<dt": ("<dl>", "</dl>")}.get(shape[:3], ("<div>", "</div>"))
    body = "\n".join(shape.format(day.isoformat(), html.escape(text)) for day, text in rows)
    body = f"<body><h1>Отария</h1>\n{around[0]}\n{body}\n{around[1]}</body>"
    text = f"<html><head><meta charset='utf-8'></head>{body}</html>"
    _same(reading.read_bytes(text.encode(), "ru.html"), rows)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.sampled_from(["## {}\n\n{}\n", "- {}: {}", "**{}** {}\n", "{}\n: {}\n", "| {} | {} |"]))
def test_what_is_written_as_markdown_is_read_again(rows: list, shape: str) -> None:
    head = "| Date | Text |\n|---|---|\n" if shape.startswith("|") else ""
    text = "# Отария\n\n" + head + "\n".join(shape.format(day.isoformat(), one) for day, one in rows)
    found = reading.read_bytes(text.encode(), "ru.md")
    _same(found, rows)
    lines = text.split("\n")
    for one in found[0].rulings:
        if one.column:
            assert lines[one.line - 1][one.column - 1 :].startswith(one.text)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_file_is_lawful_or_clear(name: str) -> None:
    for data in (b"", b"\n", b"\xef\xbb\xbf"):
        attempt(lambda data=data: reading.read_bytes(data, name), name)  # type: ignore[misc]
