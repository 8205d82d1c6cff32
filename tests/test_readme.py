"""What the README shows is what the tool does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner.cli import main

ROOT = Path(__file__).resolve().parent.parent
BLOCKS = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
SHOWN = [block for block in BLOCKS if block.startswith("$ aligner check corpus")]
COMMANDS = [line[2:].split(" #")[0].strip() for block in BLOCKS for line in block.splitlines() if line.startswith("$ ")]


def test_output_is_the_real_one(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    assert SHOWN
    for block in SHOWN:
        command, _, printed = block.partition("\n")
        result = CliRunner().invoke(main, shlex.split(command)[2:])
        assert result.stdout == printed


@pytest.mark.parametrize("command", COMMANDS)
def test_command_is_lawful(command: str, folder) -> None:
    folder({
        "pages/ru.txt": "Хранитель\n\n12/02/2021\n\nКарта с воспоминанием остаётся на кладбище.\n",
        "my-terms.csv": "concept,language,term\nflashback,ru,воспоминание\n",
        "corpus/faults/hymn-of-embers/ru.txt": "Хранитель\n\n12/02/2021\n\nКарта.\n",
    })  # fmt: skip
    result = CliRunner().invoke(main, shlex.split(command)[1:])
    assert result.exit_code in (0, 1), result.output
