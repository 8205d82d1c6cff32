"""The formats at the command line: what is offered works, and light formats load nothing heavy."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aligner.cli import main
from aligner.model import AlignerError
from aligner.report import write

EN = "Lantern Keeper\n\n12/02/2021\n\nPut three +1/+1 counters on it.\n"
RU = "Хранитель фонаря\n\n12/02/2021\n\nПоложите на него три жетона +1/1.\n"
LOADED = """
import sys
from click.testing import CliRunner
from aligner.cli import main
for style in ("csv", "github", "sarif", "json"):
    words = ["check", ".", "--encoder", "none", "--format", style]
    assert CliRunner().invoke(main, words).exit_code in (0, 1)
print([name for name in ("spacy", "pandas", "openpyxl", "jinja2") if name in sys.modules])
"""


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--quiet", "--no-config"])


def test_light_formats_load_nothing_heavy(folder) -> None:
    folder({"en.txt": EN, "ru.txt": RU})
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["check", "align", "pages", "terms"])
@pytest.mark.parametrize(("word", "mark"), [("semicolon", ";"), ("tab", "\t")])
def test_every_list_knows_the_delimiter(folder, command: str, word: str, mark: str) -> None:
    folder({"en.txt": EN, "ru.txt": RU})
    raw = aligner(command, ".", "--encoder", "none", "--format", "csv", "--delimiter", word).stdout_bytes
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter=mark))
    assert rows and all({"language", "file"} & set(row) and None not in row for row in rows)


def test_an_unknown_delimiter_is_wrong_use(folder) -> None:
    folder({"en.txt": EN})
    result = aligner("check", ".", "--format", "csv", "--delimiter", "|")
    assert result.exit_code == 2 and "a comma, ';' or tab" in result.stderr


def test_a_list_of_pages_with_semicolons_goes_back(folder) -> None:
    home = folder({"a/en.txt": EN, "a/ru.txt": RU})
    made = aligner("pages", "a", "--format", "csv", "--delimiter", ";", "--output", "pages.csv", "--encoder", "none")
    assert made.exit_code == 0
    text = (home / "pages.csv").read_text(encoding="utf-8-sig")
    (home / "pages.csv").write_text(text.replace("u;Lantern Keeper;", "u;Another;"), encoding="utf-8")
    again = aligner("align", "a", "--pages", "pages.csv", "--encoder", "none", "--format", "json")
    assert again.exit_code == 0, again.stderr
    assert text.count("u;Lantern Keeper;") == 1
    assert len(json.loads(again.stdout)["documents"]) == 2


def test_the_catalogue_says_both_severities() -> None:
    rows = {row["code"]: row["severity"] for row in json.loads(aligner_checks())}
    assert (rows["LNG004"], rows["TRM001"], rows["TRM002"]) == ("note or warning", "error or note", "error or note")
    assert rows["TRM003"] == "warning"


def aligner_checks() -> str:
    return CliRunner().invoke(main, ["checks", "--format", "json"]).stdout


def test_a_file_that_is_not_read_is_in_the_report_and_in_the_exit_status(folder) -> None:
    home = folder({"ru.txt": RU, "broken.tmx": "<tmx>"})
    for style in ("json", "sarif", "github", "junit"):
        result = aligner("check", ".", "--encoder", "none", "--format", style, "--output", f"report.{style}")
        assert result.exit_code == 2
        assert "broken.tmx" in Path(home / f"report.{style}").read_text(encoding="utf-8")


WRITER = """
import itertools, sys
from aligner.report import write
for number in itertools.count():
    write(str(number % 10) * 3_000_000 + ".", sys.argv[1])
    print(number, flush=True)
"""


def test_a_report_is_whole_whenever_its_writer_is_killed(tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    for turn in range(20):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE)
        assert writer.stdout and writer.stdout.readline()
        time.sleep(turn / 1000)
        writer.kill()
        writer.communicate()
        content = target.read_text(encoding="utf-8")
        assert len(content) == 3_000_001 and content == content[0] * 3_000_000 + "."


def test_a_workbook_is_nothing_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    with pytest.raises(AlignerError, match="--output"):
        write(b"PK\x03\x04", "-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write(iter(["one\n", "two\n"]), str(pipe))
    reader.join()
    assert heard == ["one\ntwo\n"]
    assert pipe.is_fifo() and [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_without_a_standard_output_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(AlignerError, match="--output FILE"):
        write("x", "-")
