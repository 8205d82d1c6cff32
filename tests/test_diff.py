"""`aligner diff` says what is new, fixed and still there, whether it is given reports or two editions."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import differences
from aligner.cli import main
from aligner.model import Finding

QUICK = ("--encoder", "none", "--no-shipped-glossary")
OLD = """Хранитель фонаря

12/02/2021

Положите  жетон на это существо в начале хода.

13/02/2021

Вы можете заплатить {4R} вместо этого.
"""
NEW = """Хранитель фонаря

11/02/2021

Это новое правило про про фонарь.

12/02/2021

Положите  жетон на это существо в начале каждого хода.

13/02/2021

Вы можете заплатить {4}{R} вместо этого.
"""


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def editions(folder) -> Path:
    home = folder({"old/ru.txt": OLD, "new/ru.txt": NEW})
    for name in ("old", "new"):
        for suffix in ("csv", "json"):
            assert aligner("check", name, *QUICK, "--format", suffix, "--output", f"{name}.{suffix}").exit_code < 2
    return home


@pytest.mark.parametrize("old", ["old", "old.csv", "old.json"])
@pytest.mark.parametrize("new", ["new", "new.csv", "new.json"])
def test_new_fixed_and_still_there(editions, old, new) -> None:
    result = aligner("diff", old, new, *QUICK, "--format", "csv")
    assert result.exit_code == 0, result.output  # what is new is a note
    rows = csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"), newline=""))
    assert [(row["change"], row["code"], row["file"], row["line"]) for row in rows] == [
        ("new", "FRM011", "new/ru.txt", "5"),
        ("still", "FRM010", "new/ru.txt", "9"),
        ("fixed", "FRM002", "old/ru.txt", "9"),
    ]


def test_text_and_counts(editions) -> None:
    result = aligner("diff", "old.csv", "new.json")
    assert [line.split(":")[0] for line in result.stdout.splitlines()[:2]] == ["new", "fixed"]
    assert [line.split() for line in result.stdout.splitlines()[4:]] == [
        ["FRM002", "malformed-symbol", "0", "1", "0"],
        ["FRM010", "spacing", "0", "0", "1"],
        ["FRM011", "repeated-word", "1", "0", "0"],
        ["all", "1", "1", "1"],
    ]
    counted = aligner("diff", "old.csv", "new.json", "--statistics", "--format", "json").stdout
    assert json.loads(counted)[-1] == {"code": "all", "name": "", "new": 1, "fixed": 1, "still": 1}
    assert "still: " in aligner("diff", "old.csv", "new.json", "--show-all").stdout


def test_exit_status_tells_whether_something_is_new(editions) -> None:
    assert aligner("diff", "new.csv", "old.csv").exit_code == 1  # {4R} is back
    assert aligner("diff", "old.csv", "new.csv", "--fail-on", "note").exit_code == 1
    assert aligner("diff", "old.csv", "old.json", "--fail-on", "note").exit_code == 0
    assert aligner("diff", "new.csv", "old.csv", "--select", "FRM010").exit_code == 0


SPOILT = {
    "cut off": ("old.csv", lambda text: text[:-40]),
    "cut off at a cell": ("old.csv", lambda text: text[: text.rindex(",")]),
    "labels": ("old.csv", lambda text: "file,line,code\r\nru.txt,5,FRM010\r\n"),
    "an empty table": ("old.csv", lambda text: ""),
    "half a JSON": ("old.json", lambda text: text[: len(text) // 2]),
    "findings of another kind": ("old.json", lambda text: '{"schema_version": "1", "findings": [{"a": 1}]}'),
    "no findings": ("old.json", lambda text: '{"schema_version": "1", "findings": 3}'),
    "a line that is none": ("old.json", lambda text: text.replace('"line": 5', '"line": "five"')),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_report_is_named(editions, fault) -> None:
    name, spoil = SPOILT[fault]
    path = editions / name
    path.write_bytes(spoil(path.read_bytes().decode("utf-8")).encode())
    result = aligner("diff", name, "new.csv")
    assert result.exit_code == 2, result.output
    assert name in result.stderr and "Traceback" not in result.output
    assert result.stdout == ""


def test_what_is_missing_or_would_be_written_over_is_an_error(editions) -> None:
    before = (editions / "old.csv").read_bytes()
    for words in (["none.csv", "new.csv"], ["none", "new"], ["old.csv", "new.csv", "--output", "old.csv"]):
        assert aligner("diff", *words, *QUICK).exit_code == 2, words
    assert (editions / "old.csv").read_bytes() == before


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(_TEXT, _TEXT, st.integers(0, 99)), max_size=4, unique=True), st.floats(0, 1))
def test_a_report_comes_back_from_csv(rows, score) -> None:
    from aligner.report import csv as report

    score = round(score, 4) or None
    findings = tuple(
        Finding(
            "FRM010", "spacing", "note", "form", document, "ru", "2021-02-12", "1", "", "ru.txt", line, 1, excerpt, "m",
            related=("en.txt:3", "pt.txt:4"), score=score, status="known", fingerprint=f"{number:024x}",
        )
        for number, (document, excerpt, line) in enumerate(rows)
    )  # fmt: skip
    text = report.findings(findings)
    assert tuple(differences._csv(text, "r.csv")) == findings
    changes = differences.compare(findings, findings)
    assert [one.what for one in changes] == ["still"] * len(findings)


def test_counts_are_of_all_findings() -> None:
    assert differences.counts(()) == [("all", "", 0, 0, 0)]
