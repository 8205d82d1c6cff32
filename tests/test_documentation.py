"""Every command of the tutorial, the how-tos and the page of the library runs, and prints what the page shows.

A page is played from top to bottom in a folder of its own that holds a copy of `corpus/`:

- a block `console` is run; lines under a command are what it prints, a line `…` stands for any number of lines;
- a block with `title=FILE` is written to that file; a block `diff title=FILE` changes the lines of that file;
- a block `pycon` is a session of Python.

`pytest --update-goldens` writes the printed lines anew, but for blocks with `…`.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner import watch
from aligner.cli import main

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(DOCS / name for name in ("tutorial.md", "library.md", "ignoring.md", "reports.md")),
    *sorted((DOCS / "howto").glob("*.md")),
]
BLOCK = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.M | re.S)
INSTALLING = re.compile(r"(pip|pre-commit|jupyter|source|\S*python3? -m (venv|pip)) ")
"""Commands that install, fetch or start other programs; the README's test command does that. All else is run."""


@dataclass(frozen=True)
class Step:
    """A command with the lines shown under it."""

    command: str
    shown: str


def steps(block: str) -> Iterator[Step]:
    for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = piece.replace("\\\n", " ").partition("\n")
        yield Step(command, shown)


def printed(command: str) -> str:
    """Run a command and return what a terminal shows; exit status 2 is a fault of the page."""
    words = shlex.split(command, comments=True)
    if words[0] == "aligner":
        result = CliRunner().invoke(main, words[1:], prog_name="aligner")
        assert result.exit_code in ((130,) if "--watch" in words else (0, 1)), f"{command}\n{result.output}"
        return result.output
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, text=True, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", check=True)  # fmt: skip
    return done.stdout


def agrees(shown: str, real: str) -> bool:
    """Return whether the shown lines are the real ones; `…` on a line of its own stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^…\n", shown, flags=re.M)]
    return re.fullmatch("(?:.*\n)*?".join(parts), real) is not None


def play_console(block: str) -> str:
    """Run the commands of a block and return it with what they print now."""
    made = ""
    for step in steps(block):
        made += f"$ {step.command}\n"
        if INSTALLING.match(step.command):
            made += step.shown
            continue
        real = printed(step.command)
        ours = step.shown.rstrip("\n") + "\n" if step.shown.strip() else ""
        made += (ours if agrees(ours, real) else real) if ours else ""
    return made


def play_diff(block: str, file: Path) -> None:
    """Take out the lines that begin with a minus, and put those that begin with a plus in their place."""
    old, new = ("".join(line[2:] for line in block.splitlines(True) if line[:2] == sign) for sign in ("- ", "+ "))
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has the lines of the diff {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def play_python(block: str, names: dict[str, object], name: str) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(block, names, name, name, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    result = runner.run(test, out=told.append, clear_globs=False)
    assert result.failed == 0, "".join(told)
    names.update(test.globs)


@pytest.mark.skipif(sys.platform == "win32", reason="the pages use cp, head, sed and cat")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path, monkeypatch, request: pytest.FixtureRequest) -> None:
    shutil.copytree(ROOT / "corpus", tmp_path / "corpus")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(watch, "sleep", _interrupted)
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    made: list[str] = []
    end = 0
    for block in BLOCK.finditer(text):
        kind, title, content = block.groups()
        made.append(text[end : block.start(3)])
        if kind == "console":
            content = play_console(content)
        elif kind == "pycon":
            play_python(content, names, page.name)
        elif kind == "diff":
            play_diff(content, tmp_path / title)
        elif title:
            (tmp_path / title).write_text(content, encoding="utf-8")
        made.append(content)
        end = block.end(3)
    new = "".join([*made, text[end:]])
    if request.config.getoption("--update-goldens"):
        page.write_text(new, encoding="utf-8")
    else:
        assert new == text


def _interrupted(_seconds: float) -> None:
    raise KeyboardInterrupt


def test_every_task_has_a_page_and_every_page_has_commands() -> None:
    assert {page.stem for page in PAGES} >= {
        "tutorial", "library", "qa-of-one-card", "own-glossary", "ci", "review-in-the-browser", "baseline",
        "convert", "mine-a-glossary", "names",
    }  # fmt: skip
    for page in PAGES:
        assert re.search(r"^```(console|pycon)", page.read_text(encoding="utf-8"), re.M), page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("…\nc\n", "a\nb\nc\n", True),
        ("a\n…\nc\n", "a\nc\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
    ],
)
def test_dots_stand_for_lines(shown: str, real: str, same: bool) -> None:
    assert agrees(shown, real) is same


def complete(shell: str, **variables: str) -> str:
    """Ask the program for completions as a shell does."""
    code = "from aligner.cli import main; main(prog_name='aligner')"
    environment = {**os.environ, "_ALIGNER_COMPLETE": shell, **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete"), ("zsh", "compdef"), ("fish", "complete")])
def test_the_shell_completion_of_the_documentation_is_made(shell: str, word: str) -> None:
    assert f"_ALIGNER_COMPLETE={shell}_source aligner" in (DOCS / "howto" / "shell-completion.md").read_text()
    if shell == "bash" and not shutil.which("bash"):
        pytest.skip("no bash here, whose version click asks for")
    assert word in complete(f"{shell}_source")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("aligner ch", {"check", "checks"}),
        ("aligner check --form", {"--format"}),
        ("aligner check --format sa", {"sarif"}),
    ],
)
def test_the_shell_completes_commands_options_and_formats(words: str, expected: set[str]) -> None:
    said = complete("bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1))
    assert {line.partition(",")[2] for line in said.splitlines()} == expected


def test_the_hook_calls_a_command_that_there_is() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^  entry: (.*)$", text, re.M)
    assert entries
    for entry in entries:
        words = entry.split()
        assert words[0] in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
        assert CliRunner().invoke(main, [*words[1:], "--help"]).exit_code == 0


def test_the_workflow_runs_the_commands_that_the_how_to_explains(tmp_path: Path, monkeypatch) -> None:
    text = (DOCS / "examples" / "github-workflow.yml").read_text(encoding="utf-8")
    commands = re.findall(r"^ +(?:- )?(?:run: )?(aligner .*)$", text, re.M)
    assert commands
    shutil.copytree(ROOT / "corpus" / "clean" / "archive-of-drowned-bells", tmp_path / "pages")
    monkeypatch.chdir(tmp_path)
    for command in commands:
        result = CliRunner().invoke(main, shlex.split(command)[1:])
        assert result.exit_code == 0, result.output
    assert (tmp_path / "aligner.sarif").is_file()
