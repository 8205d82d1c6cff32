"""The pictures show what the frames say, have titles and units, and do without a font."""

from __future__ import annotations

import datetime
import io
import warnings

import matplotlib
import pandas as pd
import pytest
from matplotlib import pyplot

from aligner import plots, tables, usage
from aligner.evaluate import ALL, Score
from aligner.model import Aligned, Document, Finding, Group, Match, Page, Ruling, Term
from aligner.renderings import Occurrence

matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed():
    with matplotlib.rc_context(), warnings.catch_warnings():
        yield
    pyplot.close("all")


def findings(*rows: tuple[str, str]) -> pd.DataFrame:
    fixed = ("warning", "category", "Otaria")
    places = ("", "1", "", "ru.txt", 5, 1, "карта", "…")
    return tables.findings([Finding(code, f"name-of-{code}", *fixed, language, *places) for code, language in rows])


def occurrences(*rows: tuple[str, int]) -> list[Occurrence]:
    page = Page("ru.txt", "ru", None, ())
    return [
        Occurrence(page, Ruling(text, 1, 5, 1, datetime.date(year, 2, 12)), Match(0, len(text), term))
        for text, year in rows
        for term in [Term("split card", text, "ru", pos="phrase")]
    ]


def groups() -> pd.DataFrame:
    ru, ja = (Page(f"{code}.txt", code, None, (Ruling("…", 1), Ruling("…", 2))) for code in ("ru", "ja"))
    linked = [Group(n, {"ru": (ru.rulings[n - 1],), "ja": (ja.rulings[n - 1],)}, 1 / n, "vectors") for n in (1, 2)]
    return tables.groups([Aligned(Document("Otaria", (ru, ja)), tuple(linked))])


def drawn(axes) -> bytes:
    out = io.BytesIO()
    axes.figure.savefig(out, format="png")
    return out.getvalue()


DRIFT = [("сдвоенная карта", 2019), ("сдвоенная карта", 2023), ("раздвоенная карта", 2021)]
FULL = {
    "counts": lambda: plots.counts(findings(("TRM002", "ru"), ("TRM002", "ja"), ("LNG001", "ru"))),
    "heat map": lambda: plots.heat_map(tables.consistency(usage.renderings(occurrences(*DRIFT)))),
    "timeline": lambda: plots.timeline(tables.occurrences(occurrences(*DRIFT)), "split card", "ru"),
    "matrix": lambda: plots.matrix(pd.DataFrame([[0.9, 0.1], [0.2, 0.8]]), "How alike", "en", "ja"),
    "links": lambda: plots.links(groups()),
    "measures": lambda: plots.measures(tables.scores([Score("TRM002", "ru", 2, 2, 1), Score(ALL, ALL, 2, 2, 1)])),
    "bars": lambda: plots.bars([3, 1], ["墓地", "кладбище"], "Candidates", "groups (number)"),
}
EMPTY = {
    "counts": lambda: plots.counts(findings()),
    "heat map": lambda: plots.heat_map(tables.consistency([])),
    "timeline": lambda: plots.timeline(tables.occurrences([]), "", ""),
    "matrix": lambda: plots.matrix(pd.DataFrame(), "How alike", "en", "ja"),
    "links": lambda: plots.links(tables.groups([])),
    "measures": lambda: plots.measures(tables.scores([])),
    "bars": lambda: plots.bars([], [], "Candidates", "groups (number)"),
}


@pytest.mark.parametrize("name", FULL)
def test_a_picture_has_a_title_and_says_what_its_axis_counts(name: str) -> None:
    plots.fonts()
    warnings.simplefilter("error")
    axes = FULL[name]()
    assert drawn(axes)
    assert axes.get_title(loc="left")
    assert axes.get_xlabel() or len(axes.figure.axes) == 2  # the heat map says it beside the colours


@pytest.mark.parametrize("name", EMPTY)
def test_a_picture_of_nothing_says_so(name: str) -> None:
    axes = EMPTY[name]()
    assert drawn(axes)
    assert [text.get_text() for text in axes.texts] == ["nothing to show on these pages"]


def test_the_bars_are_as_long_as_there_are_findings() -> None:
    axes = FULL["counts"]()
    lengths = {}
    for bar in axes.patches:
        lengths[round(bar.get_y(), 2)] = lengths.get(round(bar.get_y(), 2), 0) + bar.get_width()
    assert sorted(lengths.values()) == [1, 2]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["LNG001 name-of-LNG001", "TRM002 name-of-TRM002"]


def test_the_heat_map_says_the_share_in_each_field() -> None:
    assert [text.get_text() for text in FULL["heat map"]().texts] == ["67%"]


def test_the_timeline_has_a_dot_an_occurrence() -> None:
    lines = FULL["timeline"]().lines
    assert [len(line.get_xdata()) for line in lines] == [2, 1]


def test_the_last_row_of_a_check_is_drawn() -> None:
    rows = [Score("TRM002", "ru", 2, 2, 2), Score("TRM002", "ja", 2, 2, 0), Score("TRM002", ALL, 4, 4, 2)]
    labels = [text.get_text() for text in plots.measures(tables.scores(rows)).get_yticklabels()]
    assert labels == ["TRM002 (4 faults, 4 findings)"]


def test_without_a_font_a_note_is_printed_once_and_nothing_warns(monkeypatch, capsys) -> None:
    monkeypatch.setattr(plots, "_SYSTEM_FONTS", ())
    monkeypatch.setattr(plots, "_JAPANESE", "no_such_package")
    monkeypatch.setattr(plots, "_FIRST", ("DejaVu Sans",))
    assert plots.fonts() == ("Japanese", "Korean", "simplified Chinese", "traditional Chinese")
    said = capsys.readouterr().out
    assert said.startswith("No font for Japanese, Korean") and said.count("\n") == 1
    with warnings.catch_warnings(record=True) as told:
        assert drawn(FULL["bars"]())
    assert told == []


def test_cyrillic_and_japanese_need_nothing_of_the_system(monkeypatch) -> None:
    monkeypatch.setattr(plots, "_SYSTEM_FONTS", ())
    assert not {"Cyrillic", "Japanese"} & set(plots.fonts())
