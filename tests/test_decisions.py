"""Decisions of people: a false alarm is ignored with its reason, and precision is counted."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from quick import CLEAN, QUICK, RU, aligner, check

from aligner.report.csv import guarded

TWICE = """Хранитель фонаря

12/02/2021

Положите  жетон на это существо.

13/02/2021

Положите  жетон на это существо.
"""


def decisions(rows: list[dict[str, str]], name: str = "decisions.csv") -> None:
    """Write a file of decisions as the HTML report does."""
    columns = ("fingerprint", "code", "document", "language", "file", "line", "excerpt", "decision", "reason")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([guarded(row.get(column, "")) for column in columns] for row in rows)
    Path(name).write_bytes(out.getvalue().encode("utf-8-sig"))


def rows_of(*words: str) -> list[dict[str, str]]:
    result = aligner("check", *words, *QUICK, "--format", "csv")
    table = csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"), newline=""))
    return [{key: value[1:] if value.startswith("'") else value for key, value in row.items()} for row in table]


@pytest.fixture
def ru(folder) -> Path:
    return folder({"pages/ru.txt": RU})


def test_a_false_alarm_is_ignored_and_a_true_fault_is_not(ru) -> None:
    rows = rows_of("pages")
    decided = {"FRM010": "false alarm", "FRM002": "true fault"}
    decisions([{**row, "decision": decided[row["code"]], "reason": "=cmd, +1/+1"} for row in rows])
    assert check("pages", "--decisions", "decisions.csv") == {"FRM010 5": "ignored", "FRM002 9": "new", "exit": "1"}
    shown = aligner("check", "pages", *QUICK, "--decisions", "decisions.csv", "--show-all").stdout
    assert "[ignored: =cmd, +1/+1]" in shown
    text = (ru / "decisions.csv").read_text(encoding="utf-8-sig")
    (ru / "decisions.csv").write_text(text.replace(",", ";"), encoding="utf-8")  # a spreadsheet's own way
    assert check("pages", "--decisions", "decisions.csv")["FRM010 5"] == "ignored"


def test_a_report_with_decisions_in_it_will_do(ru) -> None:
    rows = rows_of("pages")
    out = io.StringIO()
    writer = csv.DictWriter(out, [*rows[0], "decision", "reason"])
    writer.writeheader()
    writer.writerows(
        {**row, "decision": "False Alarm" if row["code"] == "FRM010" else "", "reason": ""} for row in rows
    )
    Path("r.csv").write_text(out.getvalue(), encoding="utf-8", newline="")
    assert check("pages", "--decisions", "r.csv") == {"FRM010 5": "ignored", "FRM002 9": "new", "exit": "1"}


def test_the_workbook_with_its_decisions_filled_in_will_do(ru) -> None:
    from openpyxl import load_workbook

    assert aligner("check", "pages", *QUICK, "--format", "xlsx", "--output", "r.xlsx").exit_code == 1
    book = load_workbook("r.xlsx")
    sheet = book["Findings"]
    header = [cell.value for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        if row[header.index("code")].value == "FRM010":
            row[header.index("decision")].value = "false alarm"
            row[header.index("reason")].value = "=as printed"
    book.save("r.xlsx")
    assert check("pages", "--decisions", "r.xlsx") == {"FRM010 5": "ignored", "FRM002 9": "new", "exit": "1"}
    Path("r.xlsx").write_bytes(Path("r.xlsx").read_bytes()[:2000])
    result = aligner("check", "pages", *QUICK, "--decisions", "r.xlsx")
    assert result.exit_code == 2 and "r.xlsx" in result.stderr and "Traceback" not in result.output


def test_a_false_alarm_stays_one_when_its_like_was_mended(folder) -> None:
    home = folder({"ru.txt": TWICE})
    rows = rows_of(".", "--select", "FRM010")
    decisions([{**row, "decision": word} for row, word in zip(rows, ("true fault", "false alarm"), strict=True)])
    assert check(".", "--select", "FRM010", "--decisions", "decisions.csv") == {
        "FRM010 5": "new", "FRM010 9": "ignored", "exit": "0",
    }  # fmt: skip
    (home / "ru.txt").write_text(TWICE.replace("Положите  жетон", "Положите жетон", 1), encoding="utf-8")
    found = check(".", "--select", "FRM010,SUP", "--decisions", "decisions.csv")
    assert found == {"FRM010 9": "ignored", "exit": "0"}


def test_a_false_alarm_that_is_gone_is_unused(ru) -> None:
    decisions([{**row, "decision": "false alarm"} for row in rows_of("pages")])
    (ru / "pages" / "ru.txt").write_text(CLEAN, encoding="utf-8")
    assert set(check("pages", "--decisions", "decisions.csv")) == {"SUP001 2", "SUP001 3", "exit"}


BAD_DECISIONS = {
    "empty": (lambda text: "", "empty"),
    "cut off in a cell": (lambda text: text[:-20], "cut off"),
    "cut off in a quotation": (lambda text: f'{text}"abc', "cut off"),
    "a page": (lambda text: RU, "no column 'fingerprint'"),
    "another column": (lambda text: text.replace("reason", "reasn"), "did you mean 'reason'"),
    "another decision": (lambda text: text.replace("false alarm", "perhaps"), "'perhaps' is no decision"),
    "an eaten fingerprint": (lambda text: f"{text}1.23457E+15,FRM010,,,,,,false alarm,\r\n", "no fingerprint"),
    "an unknown code": (lambda text: text.replace("FRM010", "FRM999"), "no check 'FRM999'"),
    "another code page": (lambda text: text.encode("utf-16"), "UTF-8"),
}


@pytest.mark.parametrize("fault", BAD_DECISIONS)
def test_bad_decisions_are_named(fault: str, ru) -> None:
    decisions([{**row, "decision": "false alarm", "reason": "стоит так на карте"} for row in rows_of("pages")])
    path = ru / "decisions.csv"
    spoil, word = BAD_DECISIONS[fault]
    spoilt = spoil(path.read_bytes().decode("utf-8-sig"))
    path.write_bytes(spoilt if isinstance(spoilt, bytes) else spoilt.encode())
    before = path.read_bytes()
    for command in (["check", "pages", "--decisions", "decisions.csv"], ["evaluate", "decisions.csv", "pages"]):
        if command[0] == "evaluate" and fault in ("empty", "a page", "another code page"):
            continue  # these could be labels
        result = aligner(*command, *QUICK)
        assert result.exit_code == 2, result.output
        assert word in result.stderr and "decisions.csv" in result.stderr
        assert "Traceback" not in result.output
    assert path.read_bytes() == before


def test_two_decisions_on_one_finding_are_an_error(ru) -> None:
    row = rows_of("pages")[0]
    decisions([{**row, "decision": "false alarm"}, {**row, "decision": "true fault"}])
    result = aligner("check", "pages", *QUICK, "--decisions", "decisions.csv")
    assert result.exit_code == 2
    assert "decisions.csv:3" in result.stderr and "line 2" in result.stderr


def test_of_several_files_the_later_goes_before(ru) -> None:
    rows = rows_of("pages")
    decisions([{**row, "decision": "false alarm"} for row in rows], "first.csv")
    decisions([{**row, "decision": "true fault"} for row in rows if row["code"] == "FRM002"], "second.csv")
    both = check("pages", "--decisions", "first.csv", "--decisions", "second.csv")
    assert both == {"FRM010 5": "ignored", "FRM002 9": "new", "exit": "1"}
    (ru / "aligner.toml").write_text('decisions = ["second.csv", "first.csv"]', encoding="utf-8")
    assert check("pages") == {"FRM010 5": "ignored", "FRM002 9": "ignored", "exit": "0"}


def test_evaluate_counts_decisions(ru) -> None:
    decided = {"FRM010": "false alarm", "FRM002": "true fault"}
    decisions([{**row, "decision": decided[row["code"]], "reason": "as printed"} for row in rows_of("pages")])
    result = aligner("evaluate", "decisions.csv", "pages", *QUICK, "--format", "csv")
    assert result.exit_code == 1
    rows = list(csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"), newline="")))
    scored = {row["code"]: (row["findings"], row["found"], row["precision"], row["recall"], row["f1"]) for row in rows}
    assert scored["FRM010"] == ("1", "0", "0.0", "", "")
    assert scored["FRM002"] == ("1", "1", "1.0", "", "")
    assert "false alarm: pages/ru.txt:5" in result.stderr and "(as printed)" in result.stderr
