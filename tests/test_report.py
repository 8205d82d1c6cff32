"""The CSV is what the contract says, opens safely in a spreadsheet, and can be undone."""

from __future__ import annotations

import csv as reader
import io
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.model import AlignerError, Finding
from aligner.report import csv, write

CONTRACT = (
    "code,name,severity,category,document,language,date,position,key,file,line,column,excerpt,message,suggestion,"
    "concept,related,score,status,fingerprint"
)


def _finding(**changes) -> Finding:
    base = {
        "code": "FRM004", "name": "different-numbers", "severity": "error", "category": "accuracy / mistranslation",
        "document": "Lantern Keeper", "language": "ru", "date": "2021-02-12", "position": "1", "key": "",
        "file": "ru.txt", "line": 5, "column": 3, "excerpt": "2", "message": "2 here, 3 there",
    }  # fmt: skip
    return Finding(**{**base, **changes})


def test_columns_are_the_contract() -> None:
    header = csv.findings([]).splitlines()[0]
    assert header == CONTRACT


@pytest.mark.parametrize(
    "cell",
    [
        *("=HYPERLINK(1)", "+1/+1", "-3: draw", "@x", "\tx", "\rx", "'x"),
        *("2/2", "1/2/2021", "502.30", "3,5", "19/03/2021", "19.03.2021", "1-2", "1e5", "007"),
        *("3 May 2001", "May 3", "1er mai", "2001年5月3日", "5月3日", "5월 3일", "3 de maio"),
    ],
)
def test_cell_is_guarded_once(cell: str) -> None:
    assert csv.guarded(cell) == f"'{cell}"


@pytest.mark.parametrize(
    "cell",
    ["", "502.30a", "A 2/2 creature", "{2}{U}", "мана-стоимость", "3", "−3", "10/10-Kreatur", "card-3/ru.txt:33"],
)
def test_cell_is_left_alone(cell: str) -> None:
    assert csv.guarded(cell) == cell


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=13, max_size=13))
def test_every_text_comes_back(texts: list[str]) -> None:
    names = ("document", "excerpt", "message", "suggestion", "concept", "file", "key")
    finding = _finding(**dict(zip(names, texts, strict=False)))
    table = list(reader.DictReader(io.StringIO(csv.findings([finding]), newline="")))
    assert len(table) == 1
    for name in names:
        cell = table[0][name]
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert (cell[1:] if cell.startswith("'") else cell) == getattr(finding, name)


def test_report_is_whole_or_not_there(tmp_path) -> None:
    target = tmp_path / "report.csv"
    write("a\r\n", str(target), bom=True)
    assert target.read_bytes() == b"\xef\xbb\xbfa\r\n"
    assert stat.S_IMODE(target.stat().st_mode) & stat.S_IRUSR
    assert [path.name for path in tmp_path.iterdir()] == ["report.csv"]


def test_report_into_a_folder_that_is_not_there(tmp_path) -> None:
    with pytest.raises(AlignerError, match="name another file"):
        write("a", str(tmp_path / "none" / "report.csv"))
