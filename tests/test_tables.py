"""Frames have typed columns, whatever stands in them, and say what the values say."""

from __future__ import annotations

import ast
import datetime
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import tables, usage
from aligner.evaluate import ALL, Score
from aligner.mining import Candidate
from aligner.model import Aligned, Document, Finding, Group, Match, Page, Ruling, Term
from aligner.renderings import Occurrence

ROOT = Path(__file__).resolve().parent.parent
DATE = "datetime64[s]"
TEXT = "string"
COUNT = "Int64"


def finding(**changes) -> Finding:
    values = {
        "code": "TRM002", "name": "mixed-renderings", "severity": "warning", "category": "terminology / inconsistent",
        "document": "Otaria", "language": "ru", "date": "2021-02-12", "position": "1", "key": "", "file": "ru.txt",
        "line": 5, "column": 17, "excerpt": "карта", "message": "…", "related": ("en.txt:5",), "score": None,
    }  # fmt: skip
    return Finding(**{**values, **changes})


def ruling(text: str, position: int = 1, year: int | None = 2021, line: int = 5) -> Ruling:
    return Ruling(text, position, line, 1, datetime.date(year, 2, 12) if year else None)


def aligned() -> Aligned:
    ru = Page("ru.txt", "ru", None, (ruling("Карта."), ruling("Сдвоенная карта.", 2, None, 0)))
    ja = Page("ja.txt", "ja", None, (ruling("カード。"),))
    groups = (
        Group(1, {"ru": (ru.rulings[0],), "ja": (ja.rulings[0],)}, 0.93, "vectors"),
        Group(2, {"ru": (ru.rulings[1],)}, 1.0, "alone"),
    )
    return Aligned(Document("Otaria", (ja, ru), "name"), groups)


def occurrence(text: str, year: int | None, start: int = 0, page: str = "ru.txt", status: str = "preferred"):
    home = Page(page, "ru", None, ())
    term = Term("split card", text, "ru", status, "phrase")
    return Occurrence(home, ruling("x" * start + text, year=year), Match(start, start + len(text), term))


def dtypes(frame: pd.DataFrame) -> dict[str, str]:
    return {name: str(kind) for name, kind in frame.dtypes.items()}


FINDINGS = {
    "code": "category", "name": "category", "severity": "category", "category": "category", "document": "category",
    "language": "category", "date": DATE, "position": COUNT, "key": TEXT, "file": TEXT, "line": COUNT, "column": COUNT,
    "excerpt": TEXT, "message": TEXT, "suggestion": TEXT, "concept": "category", "related": "object",
    "score": "float64", "status": "category", "fingerprint": TEXT,
}  # fmt: skip


@pytest.mark.parametrize("rows", [[], [finding()], [finding(date="", position="", line=0, column=0, language="")]])
def test_the_columns_of_findings_are_typed_even_where_there_are_none(rows: list[Finding]) -> None:
    assert dtypes(tables.findings(rows)) == FINDINGS


@pytest.mark.parametrize(
    ("function", "full"),
    [
        (tables.pages, [aligned()]),
        (tables.groups, [aligned()]),
        (tables.occurrences, [occurrence("сдвоенная карта", 2021)]),
        (tables.renderings, usage.renderings([occurrence("сдвоенная карта", 2021)])),
        (tables.scores, [Score("TRM002", "ru", 2, 1, 1)]),
        (tables.candidates, [Candidate("card", "ru", "карта", 3, 1.0, 1.0, 9.0, 1, ("card", "карта"))]),
    ],
)
def test_an_empty_frame_has_the_types_of_a_full_one(function, full) -> None:
    assert dtypes(function([])) == dtypes(function(full))
    assert len(function([])) == 0 < len(function(full))


def test_what_a_finding_does_not_have_is_missing_and_not_zero() -> None:
    row = tables.findings([finding(date="", position="", line=0, column=0, concept="")]).iloc[0]
    assert row[["date", "position", "line", "column", "concept", "score"]].isna().all()
    full = tables.findings([finding(position="0", score=0.5)]).iloc[0]
    assert (full.date, full.position, full.line, full.column, full.score) == (
        pd.Timestamp(2021, 2, 12), 0, 5, 17, 0.5,
    )  # fmt: skip


def test_categories_stand_in_the_order_of_the_reports() -> None:
    rows = [finding(language=code, severity=how) for code, how in (("ja", "error"), ("xx", "note"), ("ru", "warning"))]
    frame = tables.findings(rows)
    assert list(frame.sort_values("language").language) == ["ru", "ja", "xx"]
    assert list(frame.severity.cat.categories) == ["note", "warning", "error"]
    assert (frame.severity >= "warning").sum() == 2
    assert list(frame.status.cat.categories) == ["new", "known", "ignored"]


def test_counterparts_can_be_exploded() -> None:
    frame = tables.findings([finding(related=("en.txt:5", "ja.txt:9")), finding(related=())])
    assert list(frame.explode("related").related.dropna()) == ["en.txt:5", "ja.txt:9"]


def test_a_ruling_is_a_row_and_one_that_stands_alone_has_no_score() -> None:
    frame = tables.groups([aligned()])
    assert frame.groupby("group").language.apply(list).to_dict() == {1: ["ru", "ja"], 2: ["ru"]}
    assert list(frame.score.isna()) == [False, False, True]
    assert list(frame.line.isna()) == [False, False, True]


def test_documents_of_one_title_stay_apart() -> None:
    frame = tables.groups([aligned(), aligned()])
    assert list(frame.groupby("group_id").size()) == [2, 1, 2, 1]
    assert list(frame.drop_duplicates("group_id").group) == [1, 2, 1, 2]


def test_a_page_has_the_dates_of_its_oldest_and_newest_ruling() -> None:
    frame = tables.pages([aligned()]).set_index("language")
    assert frame.loc["ru", "rulings"] == 2
    assert frame.loc["ru", "first"] == frame.loc["ru", "last"] == pd.Timestamp(2021, 2, 12)


def test_the_shares_of_a_concept_add_up_and_the_commonest_rendering_stands_first() -> None:
    found = [occurrence("сдвоенная карта", year, n) for n, year in enumerate((2019, 2023, None))]
    found.append(occurrence("раздвоенная карта", 2015, page="b.txt"))
    frame = tables.renderings(usage.renderings(found))
    assert list(frame.rendering) == ["сдвоенная карта", "раздвоенная карта"]
    assert list(frame["count"]) == [3, 1]
    assert list(frame.share) == [0.75, 0.25]
    assert list(frame["first"].dt.year) == [2019, 2015]
    assert list(frame["last"].dt.year) == [2023, 2015]
    assert list(frame.file) == ["ru.txt", "b.txt"]


def test_a_term_stands_where_it_is_written() -> None:
    frame = tables.occurrences([occurrence("карта", 1504, 3)])
    assert (frame.line[0], frame.column[0], frame.excerpt[0], frame.date[0].year) == (5, 4, "карта", 1504)


def test_a_measure_of_nothing_is_missing() -> None:
    frame = tables.scores([Score("TRM002", "ru", 2, 0, 0), Score(ALL, ALL, 2, 2, 1)])
    assert frame.precision.isna().tolist() == [True, False]
    assert (frame.recall_low[1], frame.recall[1]) < (frame.recall[1], frame.recall_high[1])


texts = st.text(st.characters(exclude_categories=()), max_size=12)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.builds(finding, excerpt=texts, message=texts, line=st.integers(0, 9), language=st.sampled_from(
    ["ru", "ja", "", "xx"])), max_size=6))  # fmt: skip
def test_a_frame_says_what_the_findings_say(rows: list[Finding]) -> None:
    frame = tables.findings(rows)
    for name in ("excerpt", "message", "language", "code", "severity", "status", "related"):
        assert frame[name].tolist() == [getattr(one, name) for one in rows]
    assert frame.line.fillna(0).tolist() == [one.line for one in rows]


def test_nothing_else_imports_pandas() -> None:
    package = ROOT / "aligner"
    users = {
        path.name for path in package.rglob("*.py") if _imports_pandas(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert users == {"tables.py"}


def _imports_pandas(tree: ast.Module) -> bool:
    """Return whether a function imports pandas; an import for the type checker is none."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import)]
    return any(alias.name == "pandas" for node in inside for alias in node.names)
