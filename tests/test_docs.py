"""The manual's pages say what the program says; `pytest --update-goldens` writes them anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from aligner import checks, injection
from aligner.cli import main
from aligner.report import manual

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", ["checks.md", "cli.md"])
def test_a_page_is_what_the_program_says(name: str, request: pytest.FixtureRequest) -> None:
    page = manual.checks_page() if name == "checks.md" else manual.cli_page(main)
    file = DOCS / name
    if request.config.getoption("--update-goldens"):
        file.write_text(page, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page


def test_every_check_is_in_the_table_and_the_link_leads_to_its_text() -> None:
    page = manual.checks_page()
    linked = dict(re.findall(r"^\| \[(\w+)\]\(#([\w-]+)\)", page, re.M))
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.*)$", page, re.M)}
    assert list(linked) == list(checks.registry())
    assert set(linked.values()) == headings


def commands(group: click.Group, name: str = "") -> list[str]:
    """Return the words that call each command that is no group."""
    found = []
    for word, command in sorted(group.commands.items()):
        inner = isinstance(command, click.Group)
        found += commands(command, f"{name}{word} ") if inner else [f"{name}{word}"]
    return found


@pytest.mark.parametrize("command", commands(main))
def test_every_option_of_a_command_is_on_the_page(command: str) -> None:
    section = manual.cli_page(main).split(f"## aligner {command}\n")[1].split("\n## ")[0]
    shown = CliRunner().invoke(main, [*command.split(), "--help"]).output
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z][a-z-]+)", shown, re.M)) - {"--help"}
    assert options
    assert {option for option in options if f"`{option}`" not in section} == set()


def examples() -> list[str]:
    """Return the commands that the manual gives as examples."""
    return re.findall(r"^\$ (aligner .*)$", (DOCS / "cli.md").read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("command", examples())
def test_an_example_of_the_manual_runs(command: str, folder) -> None:
    """Each runs on files of the names that it has; `--watch`, which would not end, is only read."""
    run = CliRunner().invoke
    page = (ROOT / "corpus" / "clean" / "saltgate-keeper" / "ru.txt").read_bytes()
    folder({
        **{f"{name}/ru.txt": page for name in ("otaria", "pages", "edition-2023", "edition-2024", "corpus")},
        "corpus/labels.csv": "file,line,code,excerpt,note\n",
        "my-terms.csv": "concept,language,term\nflashback,ru,воспоминание\n",
        "terms/ru.csv": "concept,term\nflashback,воспоминание\n",
        "AllPrintings.json": '{"data": {"SET": {"cards": [{"name": "Keeper", "rulings": [], '
        '"foreignData": [{"language": "Russian", "name": "Хранитель"}]}]}}}',
        "test.de": "Eins.\nZwei.\n", "test.fr": "Un.\nDeux.\n", "test.defr": "[0]:[0]\n[1]:[1]\n",
    })  # fmt: skip
    for made in (
        "check otaria --format csv -o yesterday.csv", "check otaria --format csv -o today.csv",
        "check otaria --write-baseline baseline.json", "align otaria --format tmx -o memory.tmx",
        "glossary export terms --to tbx -o termbase.tbx",
    ):  # fmt: skip
        if made.split()[-1] in command:
            assert run(main, made.split()).exit_code in (0, 1), made
    decisions = "fingerprint,code,document,language,file,line,excerpt,decision,reason\r\n"
    Path("decisions.csv").write_text(decisions, encoding="utf-8-sig", newline="")
    words = shlex.split(command)[1:]
    if "--watch" in words:
        assert main.commands[words[0]].make_context(words[0], words[1:]).params["watch"]
        return
    result = run(main, words)
    assert result.exit_code in (0, 1), result.output


def test_a_pipe_in_a_cell_does_not_split_it() -> None:
    for line in manual.cli_page(main).splitlines():
        if line.startswith("| "):
            assert len(re.findall(r"(?<!\\)\|", line)) == 3, line


def test_the_evaluation_of_the_corpus_is_the_real_one(monkeypatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.chdir(ROOT)
    file = DOCS / "quality.md"
    page = file.read_text(encoding="utf-8")
    block = re.search(r"```console\n\$ aligner (evaluate [^\n]*)\n(.*?)```", page, re.S)
    assert block
    printed = CliRunner().invoke(main, block[1].split()).stdout
    if request.config.getoption("--update-goldens"):
        file.write_text(page.replace(block[2], printed), encoding="utf-8")
    else:
        assert block[2] == printed


def test_the_page_of_figures_says_how_it_was_made_and_has_every_kind_of_fault() -> None:
    page = (DOCS / "quality.md").read_text(encoding="utf-8")
    assert "Made by `python benchmarks/quality.py" in page
    assert (ROOT / "benchmarks" / "quality.py").is_file()
    assert {kind for kind in injection.kinds() if f"| {kind} |" not in page} == set()
