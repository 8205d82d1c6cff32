"""The page about formats: its examples are files, and every command on it runs over them."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from aligner import reading
from aligner.cli import main

PAGE = Path(__file__).resolve().parent.parent / "docs" / "formats.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```$", TEXT, re.M | re.S))
IN_TABLE = re.findall(r"`aligner ((?:pages|check) \w[^`]*)`", TEXT)
CONSOLE = re.findall(r"```console\n\$ aligner ([^\n]*)\n(.*?)```", TEXT, re.S)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the examples of the page, and what is made from them."""
    for name, body in EXAMPLES.items():
        (tmp_path / name).write_text(body, encoding="utf-8")
    rows = list(csv.reader(io.StringIO(EXAMPLES["table.csv"])))
    tabs = io.StringIO()
    csv.writer(tabs, delimiter="\t").writerows(rows)
    (tmp_path / "table.tsv").write_text(tabs.getvalue(), encoding="utf-8")
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(tmp_path / "table.xlsx")
    (tmp_path / "en.txt.gz").write_bytes(gzip.compress(EXAMPLES["en.txt"].encode()))
    with zipfile.ZipFile(tmp_path / "cards.zip", "w") as packed:
        for name in ("en.txt", "page.ru.md", "table.csv"):
            packed.writestr(name, EXAMPLES[name])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 8
    assert len(IN_TABLE) >= 9


@pytest.mark.parametrize("command", IN_TABLE)
def test_a_command_of_the_table(command: str, files: Path) -> None:
    done = CliRunner().invoke(main, command.split())
    assert done.exit_code == 0, done.output
    named = [word for word in command.split()[1:] if (files / word).is_file()]
    assert named
    if command.startswith("pages"):
        assert all(name in done.stdout for name in named)
    else:
        assert " rulings: 0 errors" in done.stderr


@pytest.mark.parametrize(("command", "printed"), CONSOLE)
def test_an_example_prints_what_the_page_says(
    command: str, printed: str, files: Path, request: pytest.FixtureRequest
) -> None:
    done = CliRunner().invoke(main, command.split())
    if request.config.getoption("--update-goldens"):
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(f"$ aligner {command}\n{printed}", f"$ aligner {command}\n{done.stdout}"), "utf-8")
    else:
        assert done.stdout == printed


@pytest.mark.parametrize(
    "name", ["en.txt", "page.ru.md", "page.en.html", "table.csv", "table.tsv", "table.xlsx", "wide.csv"]
)
def test_the_same_rulings_in_each_format(name: str, files: Path) -> None:
    pages = reading.read(reading.Source(name, name, True, name))
    texts = {page.language: [one.text.replace("’", "'") for one in page.rulings] for page in pages}
    expected = {
        "en": ["Hollow Lantern can't block creatures with flying.", "Its ability triggers only once each turn."],
        "ru": [
            "Пустой Фонарь не может блокировать существ с Полетом.",
            "Его способность срабатывает только один раз за ход.",
        ],
    }
    assert texts and texts == {language: expected[language] for language in texts}
    assert {str(one.date) for page in pages for one in page.rulings} == {"2021-02-12"}
