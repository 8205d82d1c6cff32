"""The wheel holds the program, the glossaries and the corpus, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = {"glossaries": "aligner/_data/glossaries", "corpus": "aligner/_data/corpus"}


def test_wheel(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {path.relative_to(ROOT).as_posix() for path in (ROOT / "aligner").rglob("*") if path.is_file()}
    for folder, place in SHIPPED.items():
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        expected |= {f"{place}/{path.relative_to(ROOT / folder).as_posix()}" for path in files}
    assert names == {name for name in expected if "__pycache__" not in name}
