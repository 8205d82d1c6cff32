"""What the tests share: where the optional material is, and how a folder of pages is made."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A program that was started in the background ignores interrupts, and so would the programs that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test finds what another one, or the user, has kept.
os.environ["ALIGNER_CACHE"] = "none"

# The same examples on every machine, however slow it is.
settings.register_profile("project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the goldens anew instead of comparing")


@pytest.fixture
def shared() -> Path:
    """Return the folder with the seeds and the data; a test that needs it is skipped, saying so, where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("../shared is not there: the seeds and the data are no part of the project")
    return SHARED


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that writes pages, name → text, and makes their folder the working directory."""

    def make(pages: Mapping[str, str | bytes]) -> Path:
        for name, content in pages.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make
