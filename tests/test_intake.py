"""Pages that copies of this process read are those that it would have read, and so are the errors."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Collection, Iterator, Sequence

import pytest
from test_reading_files import PAGE, archive

from aligner import intake, reading, workers
from aligner.config import Config
from aligner.model import Page
from aligner.reading import Source

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning"),
]

FILES: dict[str, str | bytes] = {
    "p/a/en.txt": PAGE,
    "p/a/ru.txt": "Отария\n\n19/03/2021\n\nОна атакует.\n",
    "p/b.txt": "Клинок\n\n19/03/2021\n\nВозьмите две карты, затем сбросьте карту. Это существо не может атаковать.\n",
    "p/c.zip": archive({f"{name}.txt": PAGE.replace("Otaria", name) for name in ("de", "en", "it", "pt")}),
    "p/d.zip": archive({"en.txt": PAGE, "pages.csv": "name,number\nx,1\n", "broken.json": '{"rulings": ['}),
    "p/nul.txt": PAGE.replace("attacks", "att\0acks"),
    "p/wrong.tmx": "<tmx><body>\n<tu>",
    "p/prices.csv": "name,price\nOtaria,1\n",
    "p/tool.py": "print()",
    "p/.hidden": "x",
    "given.csv": "name,price\nOtaria,1\n",
    "empty.txt": "",
}
PATHS = ["p", "given.csv", "empty.txt", "missing.txt", "p/prices.csv"]


@pytest.fixture(autouse=True)
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let copies read even a little."""
    monkeypatch.setattr(workers, "can_fork", lambda: True)
    monkeypatch.setattr(intake, "HERE", 0)


@pytest.mark.parametrize("large", [1 << 30, 60], ids=["all", "small files only"])
def test_copies_read_the_same(folder, monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    folder(FILES)
    here = intake.read_pages(PATHS, Config())
    monkeypatch.setattr(intake, "LARGE", large)
    monkeypatch.setattr(intake, "MOST", 100)
    assert intake.read_pages(PATHS, Config(jobs=3)) == here
    pages, errors, skipped = here
    assert [page.language for page in pages] == ["en", "ru", "ru", "de", "en", "it", "pt", "en", ""]
    assert [error.split(":")[0] for error in errors] == [
        "missing.txt", "p/d.zip/broken.json", "p/nul.txt", "p/prices.csv", "p/wrong.tmx", "given.csv",
    ]  # fmt: skip
    assert skipped == ["p/.hidden", "p/d.zip/pages.csv", "p/tool.py"]


def test_what_can_be_read_but_once_is_read_here(folder) -> None:
    """Copies would each have a part of what stands in a pipe."""
    here = folder({f"{n}.txt": PAGE for n in range(5)})
    os.mkfifo(here / "pipe.txt")
    paths = [*(f"{n}.txt" for n in range(5)), "pipe.txt"]
    writer = threading.Thread(target=(here / "pipe.txt").write_text, args=(PAGE,))
    writer.start()
    pages, errors, _ = intake.read_pages(paths, Config(jobs=2))
    writer.join()
    assert ([page.file for page in pages], errors) == (paths, [])


def test_a_file_that_ends_its_reader_is_named(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    stream, own = reading.stream, os.getpid()

    def deadly(source: Source, offered: bool) -> Iterator[Page]:
        if source.shown == "p/3.txt" and os.getpid() != own:
            os._exit(9)
        return stream(source, offered)

    monkeypatch.setattr(reading, "stream", deadly)
    folder({f"p/{n}.txt": PAGE for n in range(9)})
    pages, errors, _ = intake.read_pages(["p"], Config(jobs=2))
    assert [page.file for page in pages] == [f"p/{n}.txt" for n in range(9) if n != 3]
    assert errors == ["p/3.txt: ended the process that read it, twice; it was left out"]


def test_the_caller_hears_how_far_it_is_and_which_languages_are_there(folder) -> None:
    folder({f"p/{n}/{code}.txt": PAGE for n in range(8) for code in ("en", "ru")})
    heard: list[tuple[str, int, int]] = []
    languages: list[Collection[str]] = []
    intake.read_pages(["p"], Config(jobs=2), lambda *said: heard.append(said), languages.append)
    assert {said[::2] for said in heard} == {("reading", 16)}
    assert _rises([done for _, done, _ in heard]) and heard[-1][1] == 16
    assert languages in ([["en"]], [["ru"]], [["en", "ru"]])


def _rises(numbers: Sequence[int]) -> bool:
    return sorted(set(numbers)) == list(numbers)
