"""The command line keeps its contract: exit statuses, clear errors, the same bytes every time."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aligner.cli import main
from aligner.commands import outcome

RU = """Хранитель фонаря

12/02/2021

Мана-ценность этого заклинания равна трём.

12/02/2021

Вы можете заплатить {4R}.
"""
CLEAN = """Хранитель фонаря

12/02/2021

Мановая ценность этого заклинания равна трём.
"""


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("pages", "options", "status"),
    [
        ({"ru.txt": CLEAN}, [], 0),
        ({"ru.txt": RU}, [], 1),
        ({"ru.txt": RU}, ["--fail-on", "never"], 0),
        ({"ru.txt": RU}, ["--select", "TRM003", "--fail-on", "error"], 0),
        ({"ru.txt": RU}, ["--select", "FRM,malformed-symbol"], 1),
        ({"ru.txt": RU}, ["--ignore", "FRM002,TRM003"], 0),
        ({"ru.txt": RU}, ["--select", "TRM999"], 2),
        ({"ru.txt": RU}, ["--glossary", "none.csv"], 2),
        ({"ru.txt": RU}, ["--encoder", "embedded", "--languages", "klingonese"], 2),
        ({"ru.txt": b"\x00\x01\x02\xff" * 99}, [], 2),
        ({"ru.txt": ""}, [], 1),
    ],
)
def test_exit_status(folder, pages, options, status) -> None:
    folder(pages)
    result = aligner("check", "ru.txt", *options)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output


def test_unknown_code_names_the_nearest(folder) -> None:
    folder({"ru.txt": RU})
    result = aligner("check", "ru.txt", "--select", "TRM0O3")
    assert result.exit_code == 2
    assert "TRM0O3" in result.output
    assert "did you mean TRM003" in result.output


@pytest.mark.parametrize(
    ("glossary", "words"),
    [
        ("concept,termm\nx,y\n", ["g.csv:1", "termm", "did you mean"]),
        ("concept,language,term\nx,klingonese,y\n", ["g.csv:2", "klingonese"]),
        ("concept,language,term,status\nx,ru,слово,good\n", ["g.csv:2", "good"]),
    ],
)
def test_bad_glossary_is_named(folder, glossary, words) -> None:
    folder({"ru.txt": RU, "g.csv": glossary})
    result = aligner("check", "ru.txt", "--glossary", "g.csv")
    assert result.exit_code == 2
    for word in words:
        assert word in result.output


def test_bad_file_does_not_hide_the_others(folder) -> None:
    folder({"pages/ru.txt": RU, "pages/pt.txt": b"\x00\xff" * 4000, "other/ja.txt": b"x" * 3_000_000})
    result = aligner("check", "pages/ru.txt", "pages/pt.txt", "other/ja.txt", "--format", "csv", "--output", "r.csv")
    assert result.exit_code == 2
    assert {row["code"] for row in rows(Path("r.csv"))} == {"TRM003", "FRM002"}
    for name in ("pages/pt.txt", "other/ja.txt"):
        assert name in result.output


def test_a_reference_that_no_page_has_is_said(folder) -> None:
    folder({"ru.txt": RU})
    result = aligner("check", "ru.txt", "--reference", "pt")
    assert result.exit_code == 1
    assert "--reference: no page is in 'pt', so it breaks no tie; the pages are in ru" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="permissions are told by mode bits only on POSIX")
def test_folder_without_permission(folder) -> None:
    """A user without privileges meets a folder that is closed to them; root would read it all the same."""
    home = folder({"pages/ru.txt": RU, "pages/secret/pt.txt": RU})
    aligner("check", "pages/ru.txt")  # what is imported late must be there before the privileges go
    (home / "pages" / "secret").chmod(0)
    opened = [parent for parent in (home, *home.parents) if parent.stat().st_uid == os.getuid() and parent != Path("/")]
    modes = [parent.stat().st_mode for parent in opened]
    for parent, mode in zip(opened, modes, strict=True):
        parent.chmod(mode | 0o055)
    output = home / "output.txt"
    output.touch()
    child = os.fork()
    if not child:
        with output.open("w") as file:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            result = aligner("check", "pages")
            file.write(f"{result.exit_code}\n{result.output}")
        os._exit(0)
    os.waitpid(child, 0)
    (home / "pages" / "secret").chmod(0o755)
    for parent, mode in zip(opened, modes, strict=True):
        parent.chmod(mode)
    printed = output.read_text()
    assert printed.startswith("2\n"), printed
    assert "pages/secret" in printed
    assert "TRM003" in printed
    assert "Traceback" not in printed


def test_same_bytes_elsewhere_and_with_another_hash_seed(folder, tmp_path) -> None:
    folder({"a/ru.txt": RU, "a/en.txt": CLEAN, "b/ru.txt": RU, "b/en.txt": CLEAN})
    outputs = []
    for place, seed in (("a", "1"), ("b", "2"), ("a", "3")):
        done = subprocess.run(
            [sys.executable, "-m", "aligner", "check", ".", "--format", "csv", "--quiet"],
            capture_output=True, cwd=tmp_path / place, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.returncode == 1, done.stderr
        outputs.append(done.stdout)
    assert len(set(outputs)) == 1


def test_a_report_never_replaces_a_page(folder) -> None:
    home = folder({"pages/ru.txt": RU})
    result = aligner("check", "pages", "--output", "pages/ru.txt")
    assert result.exit_code == 2
    assert "choose another --output" in result.output
    assert (home / "pages" / "ru.txt").read_text(encoding="utf-8") == RU


def test_a_language_beside_ours_is_read_and_left_in_peace(folder) -> None:
    folder({
        "en.txt": "Lantern Keeper\n\n12/02/2021\n\nYou may cast this card from your graveyard.\n",
        "uk.txt": "Хранитель ліхтаря\n\n12/02/2021\n\nВи можете розіграти цю карту зі свого цвинтаря.\n",
    })  # fmt: skip
    result = aligner("check", ".", "--min-severity", "warning")
    assert result.exit_code == 0, result.output


def test_config_file(folder) -> None:
    folder({"ru.txt": RU, "aligner.toml": 'select = ["FRM"]\n'})
    assert "TRM003" not in aligner("check", "ru.txt").stdout
    assert "TRM003" in aligner("check", "ru.txt", "--no-config").stdout
    assert "TRM003" in aligner("check", "ru.txt", "--select", "TRM").stdout


def test_config_file_with_an_unknown_key(folder) -> None:
    folder({"ru.txt": RU, "pyproject.toml": "[tool.aligner]\nselct = 'TRM'\n"})
    result = aligner("check", "ru.txt")
    assert result.exit_code == 2
    assert "did you mean select" in result.output


def test_explain_and_checks() -> None:
    by_code, by_name = aligner("explain", "TRM005"), aligner("explain", "other-concept")
    assert by_code.stdout == by_name.stdout
    assert "How to mend:" in by_code.stdout
    assert aligner("explain", "nonsense").exit_code == 2
    listed = aligner("checks", "--format", "csv", "--output", "-").stdout
    assert "TRM005,other-concept,error" in listed


def test_pages_list_goes_back_in(folder) -> None:
    folder({"one.txt": RU, "two.txt": CLEAN})
    assert aligner("pages", ".", "--format", "csv", "--output", "list.csv").exit_code == 0
    listed = rows(Path("list.csv"))
    assert [row["file"] for row in listed] == ["one.txt", "two.txt"]
    assert {row["language"] for row in listed} == {"ru"}
    text = (
        Path("list.csv")
        .read_text(encoding="utf-8-sig")
        .replace("two.txt,Хранитель фонаря,ru", "two.txt,Хранитель фонаря,pt")
    )
    Path("list.csv").write_text(text, encoding="utf-8")
    again = aligner("pages", ".", "--pages", "list.csv", "--format", "csv", "--output", "again.csv")
    assert again.exit_code == 0, again.output
    assert {row["file"]: row["language"] for row in rows(Path("again.csv"))} == {"one.txt": "ru", "two.txt": "pt"}


def test_terms_and_align(folder) -> None:
    folder({"ru.txt": RU})
    assert aligner("terms", ".", "--concept", "mana value", "--format", "csv", "--output", "t.csv").exit_code == 0
    assert [(row["rendering"], row["count"]) for row in rows(Path("t.csv"))] == [("мана-ценность", "1")]
    assert aligner("terms", ".", "--occurrences", "--format", "csv", "--output", "o.csv").exit_code == 0
    assert list(rows(Path("o.csv"))[0]) == "concept,language,rendering,status,file,line,column,position,excerpt".split(
        ","
    )
    assert aligner("align", ".", "--format", "csv", "--output", "a.csv").exit_code == 0
    aligned = rows(Path("a.csv"))
    assert list(aligned[0]) == "document,group,language,file,position,key,line,date,score,method,text".split(",")
    assert [row["position"] for row in aligned] == ["1", "2"]


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("check ../pages", "../pages/ru.txt"),
        ("check ../pages --format csv", "../pages/ru.txt"),
        ("check ../pages/ru.txt", "../pages/ru.txt"),
        ("align ../pages", "../pages/ru.txt"),
        ("pages ../pages --format csv", "../pages/ru.txt"),
        ("terms ../pages --format csv", "../pages/ru.txt"),
        ("check ../pages --glossary ru.csv", "ru.csv"),
        ("check ../pages --glossary ../terms", "../terms/ru.csv"),
        ("check ../pages --config own.toml", "own.toml"),
        ("check ../pages", "aligner.toml"),
        ("check ../pages --links links.csv", "links.csv"),
        ("check ../pages --pages list.csv", "list.csv"),
        ("glossary export ru.csv --to tbx", "ru.csv"),
        ("glossary export ../terms --to csv", "../terms/ru.csv"),
        ("glossary lint ru.csv", "ru.csv"),
        ("evaluate labels.csv ../pages", "labels.csv"),
        ("glossary mine ../pages", "../pages/ru.txt"),
    ],
)
def test_nothing_that_is_read_is_written_over(folder, monkeypatch, command: str, output: str) -> None:
    """Not even where the working directory is another one than that of the files."""
    glossary = "concept,language,term\nflashback,ru,воспоминание\n"
    root = folder({
        "pages/ru.txt": RU, "terms/ru.csv": glossary, "here/ru.csv": glossary, "here/own.toml": "fail_on = 'never'\n",
        "here/aligner.toml": "fail_on = 'never'\n", "here/links.csv": "document,group,language,position\n",
        "here/list.csv": "file,title,language,document\npages/ru.txt,,ru,d\n",
        "here/labels.csv": "file,line,code,excerpt,note\n",
    })  # fmt: skip
    monkeypatch.chdir(root / "here")
    before = Path(output).read_bytes()
    done = CliRunner().invoke(main, [*command.split(), "--output", output])
    assert (done.exit_code, Path(output).read_bytes()) == (2, before), done.output
    assert "choose another --output" in done.output


@pytest.mark.parametrize(
    ("spent", "done", "said"),
    [
        (1.0, 50, ""),
        (10.0, 0, ""),
        (10.0, 20, ", about 40 s left"),
        (60.0, 10, ", about 9 min left"),
        (60.0, 100, ""),
    ],
)
def test_the_time_left(spent: float, done: int, said: str) -> None:
    assert outcome.remaining(spent, done, 100) == said
