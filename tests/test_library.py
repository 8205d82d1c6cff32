"""`aligner.check` and `aligner.load`: what the commands say, for Python and for notebooks."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from lxml import etree

import aligner
from aligner import run
from aligner.config import Config

ROOT = Path(__file__).resolve().parent.parent
CARD = "corpus/faults/spark-and-downpour"

PAGES = {
    "en.txt": "Lantern Keeper\n\n02/12/2021\n\nPut a counter on <script>alert(1)</script> target card.\n",
    "ru.txt": "Хранитель Фонаря\n\n12/02/2021\n\nPut a counter on <script>alert(1)</script> target card.\n",
}


@pytest.fixture(scope="module")
def report():
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return aligner.check(CARD)


def test_a_report_holds_what_the_pipeline_found(report, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    assert list(report.findings) == list(run.check([CARD], Config()).findings)
    assert {page.language for page in report.pages} == {"en", "ru", "pt", "ja"}
    assert report.errors == ()


@pytest.mark.parametrize("name", ["findings", "groups", "pages", "renderings", "occurrences"])
def test_every_part_is_a_sequence_and_a_frame(report, name: str) -> None:
    part = getattr(report, name)
    rulings = sum(len(page.rulings) for page in report.pages)
    assert len(part.to_frame()) == (rulings if name == "groups" else len(part)) > 0
    assert part[0] == next(iter(part)) and part[:2] == tuple(part)[:2]
    assert name in repr(part)
    assert "<table" in part._repr_html_()


def test_a_frame_is_the_users_own(report) -> None:
    mine = report.findings.to_frame()
    mine["message"] = "X"
    assert "X" not in set(report.findings.to_frame().message)


def test_the_summary_and_the_report_say_the_counts(report) -> None:
    errors = sum(one.severity == "error" for one in report.findings)
    assert report.summary().startswith(f"4 pages, 1 document, 49 rulings: {errors} errors")
    assert repr(report) == report.summary().rstrip("\n")
    assert "4 pages, 1 document" in report._repr_html_() and "TRM002" in report._repr_html_()


def test_side_by_side_the_faulty_piece_is_marked(report) -> None:
    shown = report.show("TRM002", language="ru")
    assert "→раздвоенная карта←" in str(shown)
    html = etree.fromstring(shown._repr_html_(), etree.HTMLParser())
    cells = html.findall(".//td")
    assert [cell.get("lang") for cell in cells] == ["ru", "en", "ja", "pt"]
    assert [mark.text for mark in html.iter("mark")] == ["раздвоенная карта"]
    assert "While a split card is on the stack" in "".join(cells[1].itertext())


def test_a_missing_ruling_is_an_empty_cell_beside_its_counterparts(report) -> None:
    text = str(report.show("missing-ruling"))
    assert "\n  ja  —\n" in text
    assert "A split card has two names." in text


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ({"codes": "TRM"}, {"TRM001", "TRM002"}),
        ({"codes": ["TRM002", "mixed-script"]}, {"TRM002", "LNG007"}),
        ({"codes": "FRM", "language": "ja"}, {"FRM004"}),
        ({"document": "No such card"}, set()),
    ],
)
def test_the_findings_to_show_are_chosen(report, arguments, codes) -> None:
    assert {one.code for one, _ in report.show(**arguments).rows} == codes


def test_no_more_are_shown_than_asked_for(report) -> None:
    shown = report.show(limit=2)
    assert len(shown.rows) == 2
    assert str(shown).endswith(f"… and {len(report.findings) - 2} more")
    assert f"… and {len(report.findings) - 2} more" in shown._repr_html_()
    assert str(report.show(document="No such card")) == "no findings"


def test_markup_in_a_ruling_is_shown_as_text(folder) -> None:
    folder(PAGES)
    report = aligner.check(["ru.txt", Path("en.txt")], encoder="none")
    html = report.show(limit=99)._repr_html_()
    assert "&lt;script&gt;" in html
    assert "<script" not in html + report._repr_html_() + report.findings._repr_html_()


def test_options_are_those_of_the_command(folder) -> None:
    folder({**PAGES, "aligner.toml": 'select = ["TRM"]\nlanguages = ["en", "ru"]\n'})
    assert {one.code for one in aligner.check(".", select="LNG001", encoder="none").findings} == {"LNG001"}
    assert {one.code for one in aligner.check(".", select=["LNG001", "RDG"], languages="ru").findings} >= {"LNG001"}
    from_file = aligner.check(".", config="aligner.toml", encoder="none", select="RDG007", languages="ru")
    assert {one.code for one in from_file.findings} == {"RDG007"}
    assert [page.language for page in from_file.pages] == ["ru"]
    assert aligner.check(".", config=Path("aligner.toml"), encoder="none").findings[:] == ()


def test_what_was_waved_through_is_in_the_frame_and_not_before_the_eyes(folder) -> None:
    ignore = '[[ignore]]\ncode = "LNG001"\nreason = "a test"\n'
    folder({**PAGES, "aligner.toml": ignore})
    report = aligner.check(["en.txt", "ru.txt"], config="aligner.toml", select="LNG001", encoder="none")
    assert list(report.findings.to_frame().status) == ["ignored"]
    assert "LNG001" not in report._repr_html_() + report.show()._repr_html_()
    assert "LNG001" in str(report.show(show_all=True)) and "· ignored" in report.show(show_all=True)._repr_html_()


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"sellect": "TRM"}, TypeError, "did you mean 'select'"),
        ({"select": "TRM999"}, aligner.AlignerError, "there is no check 'TRM999'"),
        ({"languages": ["klingon!"]}, aligner.AlignerError, "no language code"),
        ({"min_severity": "fatal"}, aligner.AlignerError, "min_severity = 'fatal'"),
        ({"glossary": "none.csv"}, aligner.AlignerError, "none.csv"),
        ({"exclude": [3]}, aligner.AlignerError, "exclude = [3]"),
        ({"shipped_glossary": "no"}, aligner.AlignerError, "shipped_glossary = 'no'"),
        ({"config": "none.toml"}, aligner.AlignerError, "none.toml"),
    ],
)
def test_a_wrong_option_is_said_at_once(folder, options, error, says: str) -> None:
    folder(PAGES)
    with pytest.raises(error, match=says.replace("[", r"\[")):
        aligner.check(".", **options)


def test_no_paths_are_no_clean_report() -> None:
    with pytest.raises(aligner.AlignerError, match="no paths"):
        aligner.load([])


def test_a_file_that_cannot_be_read_is_warned_about_and_the_rest_is_read(folder) -> None:
    folder({**PAGES, "binary.bin": b"\0\1\2"})
    with pytest.warns(aligner.UnreadableWarning, match=r"binary\.bin") as told:
        report = aligner.load(["ru.txt", "binary.bin"])
    assert told[0].filename == __file__
    assert len(report.errors) == 1
    assert [page.file for page in report.pages] == ["ru.txt"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert aligner.load(".").skipped == ("binary.bin",)


def test_a_report_is_saved_in_the_format_of_its_suffix(report, folder) -> None:
    place = folder({})
    report.save("report.csv")
    report.save(place / "report.txt")
    report.save("report.out", style="csv")
    assert (place / "report.csv").read_bytes() == (place / "report.out").read_bytes()
    assert (place / "report.csv").read_text(encoding="utf-8-sig").count("\n") == len(report.findings) + 1
    assert "TRM002" in (place / "report.txt").read_text(encoding="utf-8")
    with pytest.raises(aligner.AlignerError, match="no format 'docx'"):
        report.save("report.docx")


def test_the_vectors_of_two_pages_are_compared(report) -> None:
    matrix = report.similarity("Spark // Downpour", "en", "ru")
    assert list(matrix.index) == [ruling.position for page in report.pages if page.language == "en"
                                  for ruling in page.rulings]  # fmt: skip
    assert matrix.max().max() <= 1.0001
    # Most rulings are likest to their own translation.
    assert (matrix.idxmax(axis=1).to_numpy() == matrix.index.to_numpy()).mean() > 0.5
    with pytest.raises(aligner.AlignerError, match=r"did you mean 'Spark // Downpour'"):
        report.similarity("Spark and Downpour", "en", "ru")


def test_labels_and_candidates_have_frames_too(report, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    scores = report.evaluate("corpus/labels.csv", "corpus").to_frame().set_index(["code", "language"])
    assert scores.loc[("all", "all"), "recall"] == 1
    candidates = report.candidates(support=5).to_frame()
    assert candidates.support.min() >= 5
    assert "card" in set(candidates.concept)


def test_what_is_loaded_is_not_checked(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    report = aligner.load("corpus/clean/loose", encoder="none", languages="ru")
    assert len(report.findings) == 0 and len(report.findings.to_frame()) == 0
    assert report.consistency is not None and 0 < report.consistency <= 1


def test_the_public_names_load_nothing_before_they_are_used() -> None:
    code = (
        "import sys, aligner; names = dir(aligner); "
        "assert {'check', 'load', 'Report', 'spacy_pipeline'} <= set(names); "
        "print([m for m in sys.modules if m.startswith('aligner.')]); "
        "aligner.check; print([m for m in ('pandas', 'numpy', 'spacy', 'jinja2', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "[]"]
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        _ = aligner.chek
