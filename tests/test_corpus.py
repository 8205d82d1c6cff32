"""The corpus: its labels are true, its clean pages are free of findings, its planted faults are all found."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "corpus"
FOUR = frozenset({"en", "ru", "pt", "ja"})
EIGHT = FOUR | {"de", "fr", "es", "it"}
CODES = {
    *("RDG001", "RDG004", "RDG008"),
    *("LNG001", "LNG002", "LNG003", "LNG004", "LNG005", "LNG006", "LNG007"),
    *("TRM001", "TRM002", "TRM003", "TRM004", "TRM005", "TRM007"),
    *("FRM001", "FRM002", "FRM004", "FRM005"),
    *("ALN001", "ALN002", "ALN003"),
}
Place = tuple[str, int, str]


def labels() -> list[dict[str, str]]:
    with (CORPUS / "labels.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(file: str) -> list[str]:
    return (CORPUS / file).read_text(encoding="utf-8").split("\n")


def documents() -> list[Path]:
    folders = [folder for part in ("clean", "faults") for folder in sorted((CORPUS / part).iterdir())]
    return [folder for folder in folders if folder.name != "loose"]


def blocks(page: Path) -> list[str]:
    return page.read_text(encoding="utf-8").rstrip("\n").split("\n\n")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """Return the findings of `aligner check corpus`."""
    table = tmp_path_factory.mktemp("corpus") / "report.csv"
    command = [
        sys.executable,
        "-m",
        "aligner",
        "check",
        "corpus",
        "--no-config",
        "--format",
        "csv",
        "--output",
        str(table),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    with table.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def place(finding: dict[str, str]) -> Place:
    return finding["file"].removeprefix("corpus/"), int(finding["line"] or 0), finding["code"]


def listed(title: str, rows: Iterable[str]) -> str:
    found = sorted(rows)
    return "\n".join([f"{title} ({len(found)}):", *(f"  {row}" for row in found)]) if found else ""


def difference(expected: list[Place], reported: list[dict[str, str]]) -> str:
    """Say what was not found and what nobody planted; empty where the report is the labels."""
    wanted, given = Counter(expected), Counter(place(one) for one in reported)
    messages = {place(one): f"{one['excerpt']!r}: {one['message']}" for one in reported}
    missed = [f"{file}:{line} {code}" for file, line, code in (wanted - given).elements()]
    noise = [f"{one[0]}:{one[1]} {one[2]} {messages[one]}" for one in (given - wanted).elements()]
    return "\n".join(filter(None, (listed("not found", missed), listed("reported without a label", noise))))


@pytest.mark.parametrize("label", labels(), ids=lambda row: f"{row['file']}:{row['line']}-{row['code']}")
def test_a_label_points_at_what_it_names(label: dict[str, str]) -> None:
    text = lines(label["file"])[int(label["line"]) - 1]
    assert text
    assert label["excerpt"] in text
    assert label["code"] in CODES
    assert label["note"]
    assert label["file"].startswith("faults/")


def test_every_kind_of_fault_is_planted() -> None:
    assert CODES - {row["code"] for row in labels()} == set()


def test_no_ruling_has_two_faults() -> None:
    places = Counter((row["file"], row["line"]) for row in labels())
    assert [where for where, count in places.items() if count > 1] == []


@pytest.mark.parametrize("folder", documents(), ids=lambda folder: folder.name)
def test_a_document_has_its_languages(folder: Path) -> None:
    assert {page.stem for page in folder.iterdir()} in (FOUR, EIGHT)


def test_two_documents_have_eight_languages() -> None:
    assert sum({page.stem for page in folder.iterdir()} == EIGHT for folder in documents()) == 2


@pytest.mark.parametrize("folder", [one for one in documents() if one.parent.name == "clean"], ids=lambda one: one.name)
def test_the_pages_of_a_clean_document_are_equally_long(folder: Path) -> None:
    stamped = folder.name.startswith("rules")
    counts = {page.stem: len(blocks(page)) for page in folder.iterdir()}
    if stamped:
        counts["ru"] = (counts["ru"] + 1) // 2  # a stamp stands under each rule of the forum's page
    assert len(set(counts.values())) == 1, counts


def test_the_loose_pages_are_two_documents_of_four() -> None:
    pages = sorted((CORPUS / "clean" / "loose").iterdir())
    assert len(pages) == 8
    dates = Counter(tuple(blocks(page)[1::2]) for page in pages)
    assert sorted(dates.values()) == [4, 4]


def test_the_clean_pages_have_no_findings(report: list[dict[str, str]]) -> None:
    complaint = difference([], [one for one in report if not place(one)[0].startswith("faults/")])
    assert not complaint, complaint


def test_the_planted_faults_are_found_and_nothing_else(report: list[dict[str, str]]) -> None:
    expected = [(row["file"], int(row["line"]), row["code"]) for row in labels()]
    complaint = difference(expected, [one for one in report if place(one)[0].startswith("faults/")])
    assert not complaint, complaint
