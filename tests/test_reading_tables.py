"""Tables of rulings: CSV, TSV, semicolons and workbooks; their columns, dates, guards, and what is no such table."""

from __future__ import annotations

import csv
import datetime
import io

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner import reading
from aligner.model import AlignerError, Page
from aligner.reading import sheets, table
from aligner.report.csv import guarded

DAY = datetime.date(2021, 3, 19)


def read(text: str | bytes, name: str) -> tuple[Page, ...]:
    return reading.read_bytes(text if isinstance(text, bytes) else text.encode(), name)


def entries(page: Page) -> list[tuple[str, datetime.date | None, int]]:
    return [(one.text, one.date, one.line) for one in page.rulings]


@pytest.mark.parametrize(
    "text",
    [
        "language,card,date,text\nen,Otaria,2021-03-19,It attacks.\nru,Otaria,2021-03-19,Оно атакует.\n",
        "Language;Card;Date;Ruling\r\n"
        "English;Otaria;19/03/2021;It attacks.\r\nRussian;Otaria;19/03/2021;Оно атакует.\r\n",
        "lang\tdocument\tpublished_at\tcomment\n"
        "en-US\tOtaria\t44274\tIt attacks.\nRU\tOtaria\t2021-03-19T00:00:00\tОно атакует.\n",
        "\ufeffлогин,Текст,Язык,Дата,Card\n"
        'x,"It attacks.",английский,19.03.2021,Otaria\ny,"Оно атакует.",русский,"19 марта 2021 г.",Otaria\n',
        "日付,言語,本文,oracle_id\n2021年3月19日,英語,It attacks.,Otaria\n2021年3月19日,ロシア語,Оно атакует.,Otaria\n",
        "Rulings of 2021,,,\n\nfecha,idioma,texto,card\n"
        "19/03/2021,inglés,It attacks.,Otaria\n19/03/2021,ruso,Оно атакует.,Otaria\n",
    ],
)
def test_a_row_a_ruling(text: str) -> None:
    english, russian = read(text, "table.csv")
    assert [(one.language, one.name, one.format) for one in (english, russian)] == [
        ("en", "Otaria", "table"),
        ("ru", "Otaria", "table"),
    ]
    first = 4 if text.startswith("Rulings") else 2
    assert entries(english) == [("It attacks.", DAY, first)]
    assert entries(russian) == [("Оно атакует.", DAY, first + 1)]
    assert english.rulings[0].column == 0


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("en,ru", "en", "ru"),
        ("English,Русский", "en", "ru"),
        ("text_en,text_ru", "en", "ru"),
        ("Ruling (English),Ruling (pt-BR)", "en", "pt"),
        ("EN-us,uk", "en", "uk"),
        ("日本語,繁體中文", "ja", "zht"),
    ],
)
def test_a_column_a_language(head: str, first: str, second: str) -> None:
    text = f"date,{head}\n2021-03-19,It attacks.,Two.\n2021-03-20,It blocks.,\n2021-03-21,,\n\n,Undated.,Four.\n"
    one, two = read(text, "table.csv")
    assert (one.language, two.language, one.name == two.name == "table.csv") == (first, second, True)
    assert [(r.text, r.key, r.position, r.line) for r in one.rulings] == [
        ("It attacks.", "2", 1, 2),
        ("It blocks.", "3", 2, 3),
        ("Undated.", "6", 3, 6),
    ]
    assert [(r.text, r.key) for r in two.rulings] == [("Two.", "2"), ("Four.", "6")]


def test_cards_of_a_table_with_a_column_a_language() -> None:
    text = "card,title_en,title_ru,en,ru\nA,Kraken,Кракен,One.,Раз.\n,,,Two.,Два.\nB,Bear,Медведь,Three.,Три.\n"
    pages = read(text, "table.csv")
    assert [(one.name, one.language, one.title_text, len(one.rulings)) for one in pages] == [
        ("A", "en", "Kraken", 2),
        ("A", "ru", "Кракен", 2),
        ("B", "en", "Bear", 1),
        ("B", "ru", "Медведь", 1),
    ]


def test_a_name_that_languages_have_in_common_is_no_title() -> None:
    shared = read("title,lang,text\nKraken,en,One.\nKraken,ru,Раз.\n", "table.csv")
    assert [(one.name, one.title_text) for one in shared] == [("Kraken", ""), ("Kraken", "")]
    own = read("card,lang,text\nKraken,en,One.\nКракен,ru,Раз.\n", "table.csv")
    assert [(one.name, one.title_text) for one in own] == [("table.csv", "Kraken"), ("table.csv", "Кракен")]
    (only,) = read("название,текст\nКракен,Раз.\n", "ru.csv")
    assert (only.title_text, only.language) == ("Кракен", "ru")


def test_several_documents_in_a_file_are_not_named_after_it() -> None:
    pages = read("название,текст\nКракен,Раз.\nМедведь,Два.\n", "otaria.ru.csv")
    assert [(one.name, one.title_text, one.language) for one in pages] == [("", "Кракен", "ru"), ("", "Медведь", "ru")]


def test_a_date_or_key_without_a_text() -> None:
    (page,) = read("key,date,text\nr1,2021-03-19,\nr2,,\n,,\nr3,31/02/2021,Three.\n", "en.csv")
    assert [(r.text, r.label, r.key, r.date, r.label_line) for r in page.rulings] == [
        ("", "2021-03-19", "r1", DAY, 2),
        ("", "r2", "r2", None, 3),
        ("Three.", "31/02/2021", "r3", None, 5),
    ]


def test_the_file_decides_the_order_of_day_and_month() -> None:
    (page,) = read("date,text\n04/05/2021,One.\n03/19/2021,Two.\n", "en.csv")
    assert [one.date for one in page.rulings] == [datetime.date(2021, 4, 5), DAY]


@pytest.mark.parametrize("cell", ["=1+1", "+1/+1 stays.", "-1/-1", "@x", "'tis", "2/2", "502.30", "plain", "don't", ""])
def test_a_guard_is_taken_off_exactly_once(cell: str) -> None:
    written = guarded(cell)
    assert sheets.unguarded(written) == cell
    if cell:
        (page,) = read(f"date,text\n2021-03-19,{written}\n", "en.csv")
        assert page.rulings[0].text == cell


@pytest.mark.parametrize("cell", ["'", "'Tap' means to turn.", "’tis"])
def test_what_is_no_guard_stays(cell: str) -> None:
    assert sheets.unguarded(cell) == cell


@given(st.lists(st.lists(st.text('a ",;\r\n\x0b\x1c\x85\u2028', max_size=6), min_size=2, max_size=3), max_size=4))
def test_a_cell_may_hold_any_kind_of_line_end(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    assert [cells for _, cells in sheets.text_rows(out.getvalue(), ",", "a.csv")] == rows


def test_quotation_marks_in_tables_with_tabs() -> None:
    (page,) = read('date\ttext\n2021-03-19\t"Tap" it.\n2021-03-20\t5" wide\n', "en.tsv")
    assert [one.text for one in page.rulings] == ['"Tap" it.', '5" wide']
    (page,) = read('date\ttext\n2021-03-19\t"Tap ""it"" and\nuntap."\n', "en.tsv")
    assert [one.text for one in page.rulings] == ['Tap "it" and\nuntap.']


@pytest.mark.parametrize(
    "text",
    [
        "concept,term\nflying,полёт\n",
        "concept,en,ru\nflying,flying,полёт\n",
        "en,ru\nflying,полёт\nreach,захват\n",
        "file,line,code,excerpt,note\nen.txt,1,LNG001,x,\n",
        "code,name,severity,language,date,text\nLNG001,x,error,ru,,y\n",
        "text\nalone\n",
        "a,b\n1,2\n",
        ",,,\n",
    ],
)
def test_other_tables_hold_no_pages(text: str, folder) -> None:
    with pytest.raises(AlignerError, match=r"^other\.csv: a table without rulings; .*--glossary$"):
        read(text, "other.csv")
    folder({"pages/other.csv": text, "pages/en.csv": "date,text\n2021-03-19,One.\n"})
    sources, skipped, errors = reading.find_files(["pages"])
    assert ([one.shown for one in sources], skipped, errors) == (["pages/en.csv"], ["pages/other.csv"], [])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'date,text\n2021-03-19,"cut off\n', r"^a\.csv:2: a row that is no CSV .*quotation"),
        (b'date,text\nx,y\nx,"a"b\n', r"^a\.csv:3: a row that is no CSV"),
        (b"date,text\nx," + b"y" * 200_000, r"^a\.csv:2: a row that is no CSV"),
    ],
)
def test_broken_tables(data: bytes, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        read(data, "a.csv")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1251", "utf-8-sig"])
def test_encodings_of_tables(encoding: str) -> None:
    text = "дата;текст\n19.03.2021;Существо атакует, если может.\n20.03.2021;Существо блокирует.\n"
    (page,) = read(text.encode(encoding), "ru.csv")
    assert [one.text for one in page.rulings] == ["Существо атакует, если может.", "Существо блокирует."]


# --- workbooks


def workbook(*tables: tuple[str, list[list[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in tables:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook() -> None:
    rows: list[list[object]] = [
        ["Date", "Card", "Language", "Text"],
        [datetime.datetime(2021, 3, 19), "Otaria", "en", "One."],
        [44274, None, "en", "'+1/+1 stays."],
        [None, None, None, None],
        ["19/03/2021", "Otaria", "ru", "Раз."],
        [44274.5, "Otaria", "ru", 7],
    ]
    english, russian = read(workbook(("Rulings", rows), ("Notes", [["nothing"]])), "table.xlsx")
    assert entries(english) == [("One.", DAY, 2), ("+1/+1 stays.", DAY, 3)]
    assert entries(russian) == [("Раз.", DAY, 5), ("7", DAY, 6)]
    assert [one.label for one in english.rulings] == ["2021-03-19", "44274"]


def test_a_sheet_a_language() -> None:
    rows = [[["date", "text"], [44274, text]] for text in ("One.", "Раз.")]
    english, russian = read(workbook(("English", rows[0]), ("ru", rows[1])), "table.xlsx")
    assert (english.language, russian.language, english.name == russian.name) == ("en", "ru", True)


def test_a_workbook_without_rulings(folder) -> None:
    data = workbook(("Terms", [["concept", "en"], ["flying", "flying"]]))
    with pytest.raises(AlignerError, match=r"^g\.xlsx: a table without rulings"):
        read(data, "g.xlsx")
    folder({"pages/g.xlsx": data, "pages/r.xlsx": workbook(("R", [["date", "text"], [44274, "One."]]))})
    sources, skipped, _ = reading.find_files(["pages"])
    assert ([one.shown for one in sources], skipped) == (["pages/r.xlsx"], ["pages/g.xlsx"])


def test_broken_workbooks() -> None:
    data = workbook(("R", [["date", "text"], [44274, "One."]]))
    with pytest.raises(AlignerError, match=r"^a\.xlsx: a damaged or cut-off workbook"):
        read(data[:-200], "a.xlsx")
    middle = len(data) // 3
    with pytest.raises(AlignerError, match=r"^a\.xlsx: "):
        read(data[:middle] + b"\xff" * 40 + data[middle + 40 :], "a.xlsx")


@pytest.mark.parametrize(
    ("cell", "day"),
    [("44274", DAY), ("29999", None), ("60001", None), ("2021", None), ("44274,5", None), ("1/1/" + "9" * 30, None)],
)
def test_excel_serials(cell: str, day: datetime.date | None) -> None:
    assert table.parse(cell) == day
