"""The page on reports names every format, and what it shows works."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner.cli import main
from aligner.report import FORMATS, alignment

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ aligner (.+)$", PAGE, re.M)


def headings(part: str) -> set[str]:
    return {word for line in re.findall(r"^### (.+)$", part, re.M) for word in line.split(", ")}


def test_every_format_has_its_part() -> None:
    _, findings, groups = re.split(r"^## The .*$", PAGE, flags=re.M)
    assert headings(findings) | {"text", "html"} == set(FORMATS)
    assert headings(groups) == set(alignment.FORMATS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("docs")
    name = Path("corpus") / "faults" / "thornwood-colossus"
    shutil.copytree(ROOT / name, home / name)
    return home


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    words = shlex.split(command)
    result = CliRunner().invoke(main, [*words, "--encoder", "none", "--quiet"])
    assert result.exit_code in (0, 1), result.output
    if "--output" in words:
        assert (folder / words[words.index("--output") + 1]).stat().st_size
    else:
        assert result.stdout


def test_the_program_that_reads_the_json_works(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(folder)
    CliRunner().invoke(main, ["check", ".", "--format", "json", "--output", "findings.json", "--encoder", "none"])
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(program, "reports.md", "exec"), {})
    assert "FRM005 " in (printed := capsys.readouterr().out) and ">>>+1/1<<<" in printed
