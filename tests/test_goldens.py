"""Whole runs over the shipped corpus, compared to the byte; `pytest --update-goldens` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner.cli import main

ROOT = Path(__file__).resolve().parent.parent
RUNS = {
    "check-corpus.txt": ["check", "corpus", "--quiet"],
    "check-corpus.csv": ["check", "corpus", "--quiet", "--format", "csv"],
    "pages-corpus.csv": ["pages", "corpus", "--quiet", "--format", "csv"],
    "align-thornwood-colossus.csv": ["align", "corpus/faults/thornwood-colossus", "--quiet", "--format", "csv"],
    "terms-hymn-of-embers.csv": ["terms", "corpus/faults/hymn-of-embers", "--quiet", "--format", "csv"],
}


@pytest.mark.parametrize("name", RUNS)
def test_golden(name: str, monkeypatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, RUNS[name])
    assert result.exit_code in (0, 1), result.output
    golden = ROOT / "tests" / "goldens" / name
    if request.config.getoption("--update-goldens"):
        golden.write_bytes(result.stdout_bytes)
    assert result.stdout_bytes == golden.read_bytes()
