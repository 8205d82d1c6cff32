"""Workers of a cluster find what one process finds, byte for byte; pages and reports may lie at addresses."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from quick import cards

from aligner import batches, intake, remote, run
from aligner import cluster as dask_workers
from aligner.batches import Order, Terms
from aligner.cli import main
from aligner.config import Config
from aligner.model import AlignerError
from aligner.report import rendered, write

dask = pytest.importorskip("dask", reason="the extra `dask` is not installed")
distributed = pytest.importorskip("distributed", reason="the extra `dask` is not installed")
fsspec = pytest.importorskip("fsspec", reason="the extra `dask` is not installed")

CLICK = CliRunner()
cloudpickle = pytest.importorskip("cloudpickle", reason="the extra `dask` is not installed")
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # the workers cannot import the tests


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    # One death is enough to blame a batch: every worker that dies takes seconds to come again.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made,
    ):
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return cards(tmp_path, *(f"card{number}" for number in range(6)))


def kill_once(mark: Path, terms: Terms) -> Callable[[Sequence[Order]], list[bytes]]:
    """End the process at the first batch that anybody works on."""
    work = batches.work(terms)

    def answer(orders: Sequence[Order]) -> list[bytes]:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return work(orders)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    return answer


def deadly(terms: Terms) -> Callable[[Sequence[Order]], list[bytes]]:
    """End the process at a page that says so."""
    work = batches.work(terms)

    def answer(orders: Sequence[Order]) -> list[bytes]:
        if any("card3" in page.file for order in orders for page in order.document.pages):
            os._exit(9)
        return work(orders)

    return answer


def test_the_report_of_a_cluster_is_the_same_bytes(cluster, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LEAST", 1)
    alone = rendered("json", run.check([str(folder)], Config()), Config())
    assert "LNG001" in str(alone)
    assert rendered("json", run.check([str(folder)], Config(scheduler=cluster.scheduler_address)), Config()) == alone


@pytest.mark.parametrize("ahead", [1, 2, 64])
def test_a_worker_that_is_killed_costs_its_batch(
    cluster, folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    monkeypatch.setattr(batches, "LEAST", 1)
    monkeypatch.setattr(dask_workers, "AHEAD", ahead)
    monkeypatch.setattr(dask_workers, "EACH", 0)
    alone = rendered("json", run.check([str(folder)], Config()), Config())
    mark = tmp_path_factory.mktemp("mark") / "killed"
    monkeypatch.setattr(batches, "work", partial(kill_once, mark))
    found = run.check([str(folder)], Config(scheduler=cluster.scheduler_address))
    assert mark.exists(), "a worker was killed"
    assert rendered("json", found, Config()) == alone


def test_a_page_that_ends_its_workers_is_named(cluster, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "work", deadly)
    found = run.check([str(folder)], Config(scheduler=cluster.scheduler_address))
    (error,) = found.corpus.errors
    assert "card3/ru.txt" in error and error.endswith("it was left out")
    assert len(found.corpus.documents) == 5


def test_without_a_scheduler_it_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aligner.cluster.PATIENCE", 1)
    words = ["check", str(folder), "--no-config", "-q", "--scheduler", "tcp://127.0.0.1:9"]
    result = CLICK.invoke(main, words)
    assert result.exit_code == 2
    assert "no scheduler answers there" in result.stderr and result.stderr.count("\n") == 1


@pytest.fixture
def elsewhere(folder: Path) -> Iterator[str]:
    store = fsspec.filesystem("memory")
    store.put(str(folder), "/bucket/pages", recursive=True)
    yield "memory://bucket/pages"
    store.rm("/bucket", recursive=True)


def test_pages_and_reports_at_addresses(elsewhere: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = folder.rename(folder.parent / "pages")
    monkeypatch.chdir(moved.parent)
    said = ("--no-config", "-q", "--format", "csv")
    here = CLICK.invoke(main, ["check", "pages", *said])
    there = CLICK.invoke(main, ["check", elsewhere, *said, "--output", "memory://bucket/report.csv"])
    assert there.exit_code == here.exit_code == 1
    assert fsspec.filesystem("memory").cat("/bucket/report.csv") == here.stdout_bytes


def test_one_file_at_an_address(elsewhere: str) -> None:
    (page,), errors, _ = intake.read_pages([f"{elsewhere}/card3/ru.txt"], Config())
    assert (page.file, page.language, errors) == ("ru.txt", "ru", [])


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("memory://bucket/nothing", "there is nothing"),
        ("nosuch://bucket/pages", "cannot read there"),
    ],
)
def test_an_address_without_pages_is_one_line(address: str, said: str) -> None:
    result = CLICK.invoke(main, ["check", address, "--no-config", "-q"])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"aligner: {address}: {said}") and result.stderr.count("\n") == 1


def test_a_report_that_cannot_be_written_is_one_line() -> None:
    with pytest.raises(AlignerError, match="cannot write there"):
        write("x", "nosuch://bucket/report.csv")


@pytest.mark.parametrize("path", ["pages", "/a/b.txt", "C:\\pages", "-", "a:b"])
def test_a_path_is_no_address(path: str) -> None:
    assert not remote.is_address(path)
