"""The notebooks run from top to bottom, on the shipped corpus and on other pages, and are stored without outputs."""

from __future__ import annotations

import contextlib
import io
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PICTURES = {
    "01-first-look": 1, "02-terminology-drift": 3, "03-alignment": 4, "04-glossary-mining": 1, "05-quality": 2,
}  # fmt: skip


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def code(path: Path) -> list[str]:
    return [cell.source for cell in read(path).cells if cell.cell_type == "code"]


def test_there_is_a_notebook_for_each_story() -> None:
    assert {path.stem for path in NOTEBOOKS} == set(PICTURES)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_clean_and_changed_in_one_cell(path: Path) -> None:
    book = read(path)
    nbformat.validate(book)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert "PAGES = " in cells[0].source
    assert not any("../corpus" in cell.source for cell in cells[1:])
    assert book.cells[0].source.startswith("# ")
    links = [link for cell in book.cells for link in re.findall(r"`(docs/[^`]*)`", cell.source)]
    for link in links:
        assert (ROOT / link).is_file(), link


@pytest.fixture(scope="module")
def executed(request: pytest.FixtureRequest) -> Iterator[Mapping[Path, Future[nbformat.NotebookNode]]]:
    """Run the notebooks that are asked for, two at a time, since each has a kernel of its own."""
    from matplotlib import font_manager

    assert font_manager.fontManager  # on a new machine the list of fonts is made now, and not with a warning later
    wanted = [item.callspec.params["path"] for item in request.session.items if "executed" in item.fixturenames]
    with ThreadPoolExecutor(2) as pool:
        yield {path: pool.submit(run, path) for path in wanted}


def run(path: Path) -> nbformat.NotebookNode:
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    return NotebookClient(read(path), timeout=600, resources=place).execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_on_the_shipped_corpus(path: Path, executed) -> None:
    outputs = [output for cell in executed[path].result().cells for output in cell.get("outputs", ())]
    assert [output.text for output in outputs if output.output_type == "stream" and output.name == "stderr"] == []
    shown = [output.data for output in outputs if "data" in output]
    assert sum("image/png" in data for data in shown) == PICTURES[path.stem]
    assert any("text/html" in data for data in shown)


CARD = {
    "en.txt": "Lantern Keeper\n\n2021-02-12\n\nDraw two cards.\n\n2021-02-12\n\nIt costs {2}{U}.\n",
    "ru.txt": "Хранитель Фонаря\n\n2021-02-12\n\nВозьмите две карты.\n\n2021-02-12\n\nIt costs {2}{U}.\n",
}
WITHOUT_TERMS = {"eo.txt": "Lanternisto\n\n2021-02-12\n\nPrenu du.\n"}


@pytest.mark.parametrize("pages", [CARD, WITHOUT_TERMS], ids=["two pages", "one page of an unknown language"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_on_pages_with_little_in_them(path: Path, pages, folder) -> None:
    """The cells run here and not in a kernel: starting one takes longer than all the rest."""
    import matplotlib
    from matplotlib import pyplot

    place = folder(pages)
    matplotlib.use("Agg")
    names: dict[str, object] = {}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), matplotlib.rc_context():
        warnings.simplefilter("error")
        for number, source in enumerate(code(path)):
            changed = f"PAGES = {json.dumps(str(place))}\nLABELS = None" if number == 0 else source
            exec(compile(changed, f"{path.name}, cell {number}", "exec"), names)
        for figure in pyplot.get_fignums():
            pyplot.figure(figure).savefig(io.BytesIO(), format="png")
            assert all(axes.get_title(loc="left") for axes in pyplot.figure(figure).axes[:1])
    pyplot.close("all")
