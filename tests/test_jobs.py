"""Several workers find what one process finds, byte for byte, and outlive what happens to one of them."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from quick import cards

from aligner import batches, intake, run, workers
from aligner.batches import Judge, Order, Terms
from aligner.cli import main
from aligner.config import Config, from_file
from aligner.model import AlignerError, Document, Page, Ruling
from aligner.report import rendered

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")


ONCE = pytest.mark.parametrize("forked", ["copies"], indirect=True)
"""Marks what need not be seen with new interpreters as well."""


@pytest.fixture(params=["copies", "new interpreters"], autouse=True)
def forked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run every test with workers that are copies of this process, or know nothing of it."""
    copies: bool = request.param != "new interpreters"
    if copies and sys.platform != "linux":
        pytest.skip("processes are copied on Linux only")
    monkeypatch.setattr(workers, "can_fork", lambda: copies)
    monkeypatch.setattr(intake, "HERE", 0)
    return copies


WORK = batches.work  # a test puts another in its place


def deadly(terms: Terms, judge: Judge | None = None) -> Callable[[Sequence[Order]], list[bytes]]:
    """End the process at a page that says so."""
    work = WORK(terms, judge)

    def answer(orders: Sequence[Order]) -> list[bytes]:
        if any("deadly" in page.file for order in orders for page in order.document.pages):
            os._exit(9)
        return work(orders)

    return answer


def broken(_terms: Terms, _judge: Judge | None = None) -> Callable[[Sequence[Order]], list[bytes]]:
    raise AlignerError("the model is not there")


def _square(numbers: Sequence[int]) -> list[int]:
    if 13 in numbers:
        os._exit(1)
    return [number * number for number in numbers]


def _squares() -> partial[list[int]]:
    return partial(_square)


def _never() -> partial[list[int]]:
    os._exit(1)


def _json(path: Path, jobs: int, *more: str) -> str:
    result = CliRunner().invoke(
        main, ["check", str(path), "--no-config", "-q", "--format", "json", "--jobs", str(jobs), *more]
    )
    assert result.exit_code in (0, 1), result.output
    return result.output


def _copies(folder: Path, number: int = 3) -> Path:
    return cards(folder, *"abcdef"[:number])


def test_the_corpus_is_the_same_bytes() -> None:
    every = ("--extend-select", "ALN,TRM,FRM,RDG,LNG")
    assert _json(CORPUS, 2, *every) == _json(CORPUS, 1, *every)


@ONCE
def test_loose_pages_are_the_same_bytes(tmp_path: Path) -> None:
    for number, page in enumerate(sorted((CORPUS / "faults").rglob("*.txt"))[:30]):
        shutil.copy(page, tmp_path / f"p{number}.txt")
    assert _json(tmp_path, 2) == _json(tmp_path, 1)


@ONCE
def test_pages_by_folder_are_the_same_bytes(tmp_path: Path) -> None:
    one = _json(_copies(tmp_path), 1)
    assert "LNG001" in one
    assert _json(tmp_path, 2) == one


@ONCE
def test_the_order_of_hashes_changes_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "aligner", "check", str(_copies(tmp_path)), "--no-config", "--jobs", "2"]
    out = {
        subprocess.run(
            [*command, "--format", "csv"],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=False,
        ).stdout
        for seed in ("1", "77")
    }  # fmt: skip
    assert len(out) == 1 and b"LNG001" in out.pop()


@ONCE
def test_own_patterns_and_groups_by_hand_are_the_same(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    _copies(pages)
    config = tmp_path / "aligner.toml"
    config.write_text(
        '[[pattern]]\nname = "no-token"\nregex = "token"\nmessage = "say it in Russian"\n', encoding="utf-8"
    )
    links = tmp_path / "links.csv"
    made = CliRunner().invoke(main, ["align", str(pages), "--no-config", "-q", "--format", "csv", "-o", str(links)])
    assert made.exit_code == 0, made.output
    settled = Config(**from_file(config), links=str(links))
    one, two = (
        rendered("json", run.check([str(pages)], Config(**from_file(config), links=str(links), jobs=jobs)), settled)
        for jobs in (1, 2)
    )
    assert one == two and "CUS001" in str(one)


def test_a_worker_that_dies_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _copies(tmp_path, 6)
    alone = run.check([str(tmp_path)], Config())
    killed: list[int | None] = []

    def kill(what: str, done: int, _all: int) -> None:
        if what == "checking rulings" and not killed and (others := multiprocessing.active_children()):
            killed.append(others[0].pid)
            others[0].kill()

    monkeypatch.setattr(batches, "LEAST", 1)
    found = run.check([str(tmp_path)], Config(jobs=2), kill)
    assert killed
    assert found.findings == alone.findings and not found.corpus.errors


def test_a_page_that_ends_its_process_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _copies(tmp_path)
    alone = CliRunner().invoke(main, ["check", str(tmp_path), "--no-config", "-q"])
    cards(tmp_path, "deadly")
    monkeypatch.setattr(batches, "work", deadly)
    found = CliRunner().invoke(main, ["check", str(tmp_path), "--no-config", "-q", "--jobs", "2"])
    assert found.exit_code == 2
    assert found.stdout == alone.stdout
    assert found.stderr.count("deadly") == 3 and found.stderr.endswith("twice; it was left out\n")


def test_an_error_is_the_same_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "work", broken)
    result = CliRunner().invoke(main, ["check", str(_copies(tmp_path)), "--no-config", "-q", "--jobs", "2"])
    assert (result.exit_code, result.output) == (2, "aligner: the model is not there\n")


def test_the_one_item_is_found_that_ends_its_process(forked: bool) -> None:
    given = [[1, 2, 3], [12, 13, 14, 15], [20]]
    answers = {tuple(batch): answer for batch, answer in workers.each(_squares, given, 2, forked)}
    assert answers.pop((13,)) is None
    assert {
        item: square for batch, some in answers.items() for item, square in zip(batch, some or (), strict=True)
    } == {number: number * number for number in (1, 2, 3, 12, 14, 15, 20)}
    assert not multiprocessing.active_children()


def test_workers_that_never_begin_are_an_error(forked: bool) -> None:
    with pytest.raises(AlignerError, match="end before they begin"):
        list(workers.each(_never, [[1], [2]], 2, forked))


def _is_gone(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupt_ends_the_workers(tmp_path: Path, forked: bool) -> None:
    family = 2 if forked else 3  # two workers, and a tracker that new interpreters have
    program = f"from aligner import cli, workers; workers.can_fork = lambda: {forked}; cli.main()"
    pages = tmp_path / "pages"
    for number in range(120):
        shutil.copytree(CORPUS / "clean" / "saltgate-keeper", pages / f"card{number}")
    process = subprocess.Popen(
        [sys.executable, "-c", program, "check", str(pages), "--no-config", "-q", "--jobs", "2"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("no list of the children of a process here")
    while process.poll() is None and len(children.read_text().split()) < family:
        time.sleep(0.05)
    theirs = children.read_text().split() if process.poll() is None else []
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate()
    for _ in range(100):  # the tracker ends when it sees that nobody is there
        if all(map(_is_gone, theirs)):
            break
        time.sleep(0.05)
    assert (process.returncode, told) == (130, b"")
    assert len(theirs) >= family and all(map(_is_gone, theirs))


@ONCE
def test_batches_are_even_and_keep_the_order() -> None:
    def order(number: int, letters: int) -> Order:
        page = Page(f"{number}.txt", "en", None, (Ruling("x" * letters, 1),))
        return Order(number, Document("", (page,)))

    todo = [order(number, 5000 * (1 + number % 3)) for number in range(200)]
    made = batches.batches(todo, 2)
    assert [one.number for batch in made for one in batch] == list(range(200))
    sizes = [sum(one.size for one in batch) for batch in made]
    assert len(made) >= 8 and max(sizes) < 1.5 * min(sizes[:-1])


@ONCE
def test_jobs_stand_in_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "aligner.toml"
    file.write_text("jobs = 3\n", encoding="utf-8")
    assert from_file(file) == {"jobs": 3}
    file.write_text("jobs = 0\n", encoding="utf-8")
    with pytest.raises(AlignerError, match="jobs = 0"):
        from_file(file)
