"""`aligner check --watch` runs again when something that it reads has changed, and waits without work otherwise."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import watch
from aligner.cli import main

PAGES = {
    "pages/en.txt": "Lantern Keeper\n\n2021-02-12\n\nDraw two cards.\n",
    "pages/ru.txt": "Хранитель Фонаря\n\n2021-02-12\n\nDraw two cards.\n",
}
MENDED = "Хранитель Фонаря\n\n2021-02-12\n\nВозьмите две карты.\n"
QUICK = ["check", "pages", "--encoder", "none", "--select", "LNG001"]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[float]]:
    """Return a function that takes what happens in each pause, the last being ctrl-c; it returns the pauses."""

    def plan(*actions: Callable[[], object] | None) -> list[float]:
        left, pauses = list(actions), []

        def sleep(seconds: float) -> None:
            pauses.append(seconds)
            if not left:
                raise KeyboardInterrupt
            action = left.pop(0)
            if action:
                action()

        monkeypatch.setattr(watch, "sleep", sleep)
        return pauses

    return plan


def run(arguments: Sequence[str]):
    return CliRunner().invoke(main, [*arguments, "--watch"])


def test_a_mended_page_is_checked_again_and_ctrl_c_ends_it(folder, steps) -> None:
    place = folder(PAGES)
    pauses = steps(None, lambda: (place / "pages/ru.txt").write_text(MENDED, encoding="utf-8"), None)
    result = run(QUICK)
    assert result.exit_code == 130
    assert result.stdout.count("LNG001") == 1
    assert "aligner: changed: pages/ru.txt" in result.stderr
    assert result.stderr.count("2 pages, 1 document") == 2
    assert "0 errors" in result.stderr.split("changed:")[1]
    assert min(pauses) >= watch.PAUSE


def test_nothing_is_done_while_nothing_changes(folder, steps) -> None:
    folder(PAGES)
    steps(*[None] * 20)
    assert run(QUICK).stderr.count("2 pages, 1 document") == 1


def test_a_file_that_is_still_being_written_is_waited_for(folder, steps) -> None:
    place = folder(PAGES)
    page = place / "pages/ru.txt"
    steps(*[lambda n=n: page.write_text(MENDED[: 9 * n], encoding="utf-8") for n in range(1, 8)], None)
    assert run(QUICK).stderr.count("changed:") == 1


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (lambda: Path("pages/ja.txt").write_text("x", encoding="utf-8"), "pages/ja.txt"),
        (lambda: Path("pages/ru.txt").unlink(), "pages/ru.txt"),
        (lambda: Path("aligner.toml").write_text('select = ["RDG"]\n', encoding="utf-8"), "aligner.toml"),
        (lambda: Path("terms.csv").write_text("concept,language,term\ncard,ru,карточка\n", encoding="utf-8"), "terms"),
        (lambda: Path("new.txt").replace("pages/ru.txt"), "pages/ru.txt"),
    ],
    ids=["a new page", "a page removed", "a new configuration", "a glossary", "a page replaced as editors do"],
)
def test_what_the_command_reads_is_watched(folder, steps, change, names: str) -> None:
    folder({**PAGES, "terms.csv": "concept,language,term\n", "new.txt": MENDED})
    steps(change, None)
    result = run([*QUICK, "--glossary", "terms.csv"])
    assert f"aligner: changed: {names}" in result.stderr
    assert result.exit_code == 130


def test_its_own_report_and_hidden_files_wake_nobody(folder, steps) -> None:
    place = folder(PAGES)
    steps(lambda: (place / "pages/.swap").write_text("x", encoding="utf-8"), None, None)
    result = run([*QUICK, "--output", "pages/report.txt"])
    assert "changed:" not in result.stderr
    assert "LNG001" in (place / "pages/report.txt").read_text(encoding="utf-8")


def test_a_glossary_with_a_mistake_is_said_and_waited_for(folder, steps) -> None:
    place = folder({**PAGES, "terms.csv": "concept,language,term\n"})
    terms = place / "terms.csv"
    steps(
        lambda: terms.write_text("concept,langage,term\n", encoding="utf-8"), None,
        lambda: terms.write_text("concept,language,term\n", encoding="utf-8"), None,
    )  # fmt: skip
    result = run([*QUICK, "--glossary", "terms.csv"])
    assert "terms.csv:1: unknown column 'langage'" in result.stderr
    assert result.stderr.count("2 pages, 1 document") == 2
    assert result.exit_code == 130


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "-", "--watch"], "the standard input cannot be watched"),
        ([*QUICK, "--watch", "--write-baseline", "b.json"], "--write-baseline"),
        (["check", "pages", "--watch", "--select", "TRM999"], "there is no check 'TRM999'"),
    ],
)
def test_wrong_use_is_wrong_use(folder, steps, arguments, says: str) -> None:
    folder(PAGES)
    steps()
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


def test_without_a_terminal_the_screen_is_not_cleared(folder, steps) -> None:
    folder(PAGES)
    steps()
    assert "\x1b" not in run(QUICK).output


def test_a_folder_that_is_linked_into_itself_is_looked_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    (tmp_path / "self").symlink_to(tmp_path, target_is_directory=True)
    assert [Path(file).name for file in watch.snapshot([str(tmp_path)])] == ["a.txt"]
    assert watch.snapshot([str(tmp_path / "absent")]) == {}


@settings(max_examples=50)
@given(*[st.dictionaries(st.sampled_from("abcd"), st.tuples(st.integers(0, 2), st.integers(0, 2)))] * 2)
def test_what_changed_is_what_differs(old, new) -> None:
    files = watch.changed(old, new)
    assert (files == ()) == (old == new)
    assert {file: seen for file, seen in old.items() if file not in files} == {
        file: seen for file, seen in new.items() if file not in files
    }


@pytest.mark.skipif(sys.platform == "win32", reason="ctrl-c is sent as a signal, which Windows does not have")
def test_the_real_program_runs_again_and_exits_with_130(folder) -> None:
    place = folder(PAGES)
    command = [sys.executable, "-m", "aligner", *QUICK, "--watch"]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    guard = threading.Timer(240, program.kill)  # a program that says nothing must not hang the tests
    guard.start()
    try:
        said = []

        def until(word: str) -> None:
            for line in program.stderr:
                said.append(line)
                if word in line:
                    return
            pytest.fail("".join(said))

        until("watching for changes")
        (place / "pages/ru.txt").write_text(MENDED, encoding="utf-8")
        until("changed: pages/ru.txt")
        until("watching for changes")
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130
    finally:
        guard.cancel()
        program.kill()
        program.wait()
