"""Findings against labels, and faults planted on purpose."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from aligner import checks, injection, run
from aligner.cli import main
from aligner.config import Config
from aligner.evaluate import Label, Score, evaluate, read_labels, wilson
from aligner.model import AlignerError, Finding, Page, Ruling

ROOT = Path(__file__).resolve().parent.parent
RU = """Хранитель фонаря

12/02/2021

Мана-ценность этого заклинания равна трём.

12/02/2021

Вы можете заплатить {4R}.
"""
HEAD = "file,line,code,excerpt,note\n"


def finding(code: str, line: int, excerpt: str = "", language: str = "ru") -> Finding:
    return Finding(code, "", "error", "", "", language, "", "1", "", f"{language}.txt", line, 1, excerpt, "")


def page(language: str = "ru") -> Page:
    return Page(f"{language}.txt", language, None, (Ruling("Раз.", 1, 3, 1), Ruling("Два.\nТри.", 2, 7, 1)))


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(8, 10, 0.490, 0.943), (0, 5, 0.0, 0.434), (5, 5, 0.566, 1.0), (190, 200, 0.910, 0.973)],
)
def test_interval_of_wilson(successes, trials, low, high) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.0005)


def test_nothing_tried_has_no_interval() -> None:
    assert wilson(0, 0) is None
    nothing = Score("FRM001", "ru", 0, 0, 0)
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.f1_interval) == (None, None, None, None)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_every_measure_lies_in_its_interval(found, missed, false) -> None:
    score = Score("FRM001", "ru", found + missed, found + false, found)
    for name in ("precision", "recall", "f1"):
        share, interval = getattr(score, name), getattr(score, f"{name}_interval")
        assert (share is None) == (interval is None)
        if share is not None:
            assert 0 <= interval[0] <= share + 1e-12
            assert share - 1e-12 <= interval[1] <= 1


@pytest.mark.parametrize(
    ("label", "reported", "met"),
    [
        (("FRM002", 9, "{4R}"), ("FRM002", 9, "{4R}"), True),
        (("FRM002", 9, ""), ("FRM002", 9, "{4R}"), True),
        (("FRM001", 9, "{4}"), ("FRM001", 9, "Вы можете заплатить {4}."), True),
        (("LNG002", 9, "(a flashback cost, for instance)"), ("LNG002", 9, "a flashback cost"), True),
        (("LNG002", 9, "a flashback cost"), ("LNG002", 9, "flashback cost,\nfor instance"), True),
        (("FRM005", 9, "'+1/1"), ("FRM005", 9, "+1/1"), True),
        (("LNG002", 9, "flashback"), ("LNG002", 9, "kicker"), False),
        (("FRM002", 9, "{4R}"), ("FRM001", 9, "{4R}"), False),
        (("FRM002", 9, "{4R}"), ("FRM002", 5, "{4R}"), False),
    ],
)
def test_a_label_is_met_by_its_own_finding(label, reported, met) -> None:
    code, line, excerpt = label
    scores = evaluate([finding(*reported)], [Label("ru.txt", line, code, excerpt, language="ru")])
    assert scores.rows[-1] == Score("all", "all", 1, 1, int(met))
    assert scores.perfect is met
    assert (len(scores.missed), len(scores.unlabelled)) == ((0, 0) if met else (1, 1))


def test_a_finding_meets_one_label_and_an_equal_excerpt_goes_first() -> None:
    labels = [Label("ru.txt", 5, "FRM004", text, language="ru") for text in ("", "две карты", "две", "пять")]
    scores = evaluate([finding("FRM004", 5, "две"), finding("FRM004", 5, "две карты")], labels)
    assert [label.excerpt for label in scores.missed] == ["", "пять"]
    assert scores.unlabelled == ()


def test_rows_go_by_code_and_language_and_close_with_all() -> None:
    labels = [Label("ja.txt", 5, "FRM004", language="ja"), Label("ru.txt", 5, "FRM004", language="ru")]
    scores = evaluate([finding("FRM004", 5), finding("ALN001", 9)], labels)
    assert [(row.code, row.language, row.labels, row.findings, row.found) for row in scores.rows] == [
        ("ALN001", "ru", 0, 1, 0),
        ("FRM004", "ru", 1, 1, 1),
        ("FRM004", "ja", 1, 0, 0),
        ("FRM004", "all", 2, 1, 1),
        ("all", "ru", 1, 2, 1),
        ("all", "ja", 1, 0, 0),
        ("all", "all", 2, 2, 1),
    ]


@pytest.mark.parametrize(
    ("content", "place", "remedy"),
    [
        ("", ":1: the labels are empty", "file,line,code"),
        ("file,line,code,text\n", ":1: unknown column 'text'", "excerpt"),
        ("file,lines,code\n", ":1: unknown column 'lines'", "did you mean 'line'"),
        ("file,line,line,code\n", ":1: column 'line' stands twice", "keep one"),
        ("file,line,excerpt\n", ":1: no column 'code'", "file,line,code"),
        (HEAD + "ru.txt,3,FRM099,,\n", ":2: there is no check 'FRM099'", "did you mean FRM009"),
        (HEAD + "\n\nru.txt,3,XYZ,,\n", ":4: there is no check 'XYZ'", "aligner checks"),
        (HEAD + "en.txt,3,FRM001,,\n", ":2: there is no file 'en.txt'", "relative to the labels"),
        (HEAD + "ru.txt,9,FRM001,,\n", ":2: ru.txt has no line '9'", "from 1 to 8"),
        (HEAD + "ru.txt,x,FRM001,,\n", ":2: ru.txt has no line 'x'", "from 1 to 8"),
        (HEAD + "ru.txt,3,FRM001,a,b,c\n", ":2: 6 cells for 5 columns", "quote"),
        (HEAD + 'ru.txt,3,FRM001,"a"\n"b,c\n', ":3:", ""),
        (b"\xff\xfe\x00", ": the labels are not UTF-8", "save them"),
    ],
)
def test_wrong_labels_are_one_clear_error(folder, content, place, remedy) -> None:
    folder({"labels.csv": content, "ru.txt": ""})
    with pytest.raises(AlignerError) as error:
        read_labels(Path("labels.csv"), ["ru.txt"], [page()])
    assert f"labels.csv{place}" in str(error.value)
    assert remedy in str(error.value)


def test_labels_with_semicolons_mark_and_other_columns_missing(folder) -> None:
    folder({"labels.csv": "\ufeffcode;line;file\nfrm001;8;ru.txt\n", "ru.txt": ""})
    assert read_labels(Path("labels.csv"), ["ru.txt"], [page()]) == ((Label("ru.txt", 8, "FRM001", language="ru"),), 0)


@pytest.mark.parametrize("name", ["pages/ru.txt", "ru.txt"])
def test_a_file_is_relative_to_the_labels_or_to_a_path(folder, name) -> None:
    folder({"labels.csv": f"{HEAD}{name},9,FRM002,{{4R}},\n", "pages/ru.txt": RU, "ru/x": ""})
    result = aligner("evaluate", "labels.csv", "pages", "--format", "json")
    totals = json.loads(result.stdout)[-1]
    assert (totals["labels"], totals["found"]) == (1, 1)
    assert result.exit_code == 1
    assert "unlabelled: pages/ru.txt:5:1: TRM003" in result.stderr


@pytest.mark.parametrize(
    ("labels", "status", "said"),
    [
        ("ru.txt,9,FRM002,{4R},\nru.txt,5,TRM003,,\n", 0, ""),
        ("ru.txt,9,FRM002,{4R},\n", 1, "unlabelled: ru.txt:5:1: TRM003"),
        ("ru.txt,9,FRM002,,\nru.txt,5,TRM003,,\nru.txt,9,FRM005,+1/1,\n", 1, "missed: ru.txt:9: FRM005 +1/1"),
        ("ru.txt,9,FRM002,,\nru.txt,5,TRM003,,\nother/ja.txt,1,FRM005,,\n", 0, "left out 1 labels"),
        ("ru.txt,99,FRM002,{4R},\n", 2, "labels.csv:2: ru.txt has no line '99'"),
    ],
)
def test_exit_status(folder, labels, status, said) -> None:
    folder({"labels.csv": HEAD + labels, "ru.txt": RU, "other/ja.txt": ""})
    result = aligner("evaluate", "labels.csv", "ru.txt")
    assert result.exit_code == status, result.output
    assert said in result.stderr


def test_csv_has_plain_figures(folder) -> None:
    folder({"labels.csv": HEAD + "ru.txt,9,FRM002,{4R},\n", "ru.txt": RU})
    result = aligner("evaluate", "labels.csv", "ru.txt", "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"))))
    first = next(row for row in rows if row["code"] == "FRM002")
    assert (first["precision"], first["recall"], first["recall_low"]) == ("1.0", "1.0", "0.2065")
    unlabelled = next(row for row in rows if row["code"] == "TRM003")
    assert (unlabelled["precision"], unlabelled["recall"]) == ("0.0", "")


@pytest.fixture(scope="module")
def clean() -> run.Corpus:
    """Return a clean document of the corpus in eight languages, and the one of rules."""
    folders = ("saltgate-keeper", "rules-flashback-madness", "thornwood-colossus")
    paths = [str(path) for name in folders for path in (ROOT / "corpus").glob(f"*/{name}")]
    return run.load(sorted(paths), Config(encoder="none"))


@pytest.mark.parametrize("kind", sorted(injection.kinds()))
def test_a_kind_changes_one_page_and_says_where(clean, kind) -> None:
    done = []
    elsewhere = injection.Elsewhere(clean.aligned)
    for language in ("ru", "pt", "ja"):
        for one in clean.aligned:
            planted = injection.plant(kind, one, language, Random(7), clean.facts, elsewhere)
            if planted is None:
                continue
            done.append(planted)
            assert planted == injection.plant(kind, one, language, Random(7), clean.facts, elsewhere)
            before = {page.language: page for page in one.document.pages}
            assert [page.language for page in planted.pages if page != before[page.language]] == [language]
            assert 1 <= planted.position <= len(before[language].rulings) + 1
            if injection.kinds()[kind].text_fault and planted.after:
                assert planted.after in planted.page.rulings[planted.position - 1].text
    rare = ("second-rendering", "deprecated-rendering", "like-concept", "reworded-ruling")
    assert done or kind in rare, "no page has a place for it"


def test_every_kind_names_checks_that_there_are() -> None:
    codes = set(checks.registry())
    assert {code for one in injection.kinds().values() for code in one.codes} - codes == set()
    assert all(one.summary and one.allowed for one in injection.kinds().values())


def test_an_unknown_kind_is_an_error_that_lists_the_kinds(clean) -> None:
    with pytest.raises(AlignerError, match="drop-ruling"):
        injection.plant("no-such-kind", clean.aligned[0], "ru", Random(1), clean.facts)
