"""Every check has bad and good examples as files, a docstring with its parts, and a row in the manual."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from aligner import checks, run
from aligner.cli import main
from aligner.config import discovered, settled

CASES = Path(__file__).parent / "cases"
REGISTRY = checks.registry()
FILES = sorted(CASES.glob("*/*.toml"))
HEADINGS = ("Why:", "When it is wrong to complain:", "How to mend:")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path, folder) -> None:
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    pages = {name if "." in name else f"{name}.txt": text for name, text in case.get("pages", {}).items()}
    own = ()
    if "glossary" in case:
        pages["glossary/terms.csv"] = case["glossary"]
        own = ("glossary/terms.csv",)
    folder(pages)
    if "configuration" in case:
        Path("aligner.toml").write_text(case["configuration"], encoding="utf-8")
    code = path.parent.name[:6]
    if REGISTRY[code].scope == "glossary":
        findings = _linted(code, [name for name in pages if not name.startswith("glossary/")])
        found = [f"{one.code}@{one.language}:{one.line}:{one.column}" for one in findings]
        assert found == case["expected"], [one.message for one in findings]
        assert bool(case["expected"]) == path.name.startswith("bad")
        return
    config = settled({"glossary": own, "select": tuple(case.get("select", (code,)))}, discovered(Path()))
    read = case.get("read", [name for name in pages if not name.startswith("glossary/")])
    report = run.check(read, config)
    found = [f"{one.code}@{one.language}:{one.line}:{one.column}" for one in report.findings]
    assert sorted(found) == sorted(case["expected"]), [one.message for one in report.findings]
    assert bool(case["expected"]) == path.name.startswith("bad")


def _linted(code: str, pages: list[str]) -> list[SimpleNamespace]:
    """Return what `aligner glossary lint` finds in the example's glossary, with its pages as the corpus."""
    arguments = ["glossary", "lint", "glossary/terms.csv", "--select", code, "--format", "csv", "--output", "lint.csv"]
    CliRunner().invoke(main, [*arguments, *(part for page in pages for part in ("--corpus", page))])
    with Path("lint.csv").open(encoding="utf-8-sig", newline="") as file:
        return [SimpleNamespace(**{**row, "line": int(row["line"])}) for row in csv.DictReader(file)]


@pytest.mark.parametrize("code", REGISTRY)
def test_every_check_has_examples(code: str) -> None:
    own = CASES / f"{code}-{REGISTRY[code].name}"
    bad, good = list(own.glob("bad-*.toml")), list(own.glob("good-*.toml"))
    assert len(bad) >= 1 and len(good) >= 2, f"{own.name} has {len(bad)} bad and {len(good)} good examples"


@pytest.mark.parametrize("code", REGISTRY)
def test_every_check_explains_itself(code: str) -> None:
    text = REGISTRY[code].text
    first = text.strip().splitlines()[0]
    assert first.endswith("."), first
    for heading in HEADINGS:
        assert heading in text, f"{code} lacks {heading}"


def test_every_case_belongs_to_a_check() -> None:
    folders = {path.parent.name for path in FILES}
    assert folders <= {f"{code}-{one.name}" for code, one in REGISTRY.items()}


def test_registry_agrees_with_the_manual(shared: Path) -> None:
    manual = (shared / "design" / "CHECKS.md").read_text(encoding="utf-8")
    rows = {}
    for line in manual.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 4 and cells[1] in REGISTRY:
            rows[cells[1]] = (cells[2], cells[3])
    assert set(rows) == set(REGISTRY)
    for code, (name, severity) in rows.items():
        assert REGISTRY[code].name == name
        assert str(REGISTRY[code].severity) in severity
