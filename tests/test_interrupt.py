"""An interrupt is exit status 130 and no traceback, from the first line of ours to the last."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from aligner import cli

START = "import os, signal; from aligner import interrupt; interrupt.at_once(); "
NOW = "os.kill(os.getpid(), signal.SIGINT)"
MOMENTS = {
    "before the commands are there": f"{START}{NOW}",
    "while they are imported": f"{START}import sys; sys.modules['click'] = None\ntry:\n import aligner.cli\n"
    f"except ImportError:\n {NOW}",
    "while the words are parsed": f"{START}import aligner.cli as c\n"
    f"c.main.parse_args = lambda *_: {NOW}\nc.main(['checks'])",
    "at work": f"{START}import aligner.cli as c\nc.main.get_command(None, 'checks').callback = lambda **_: {NOW}\n"
    "c.main(['checks'])",
    "when all is done": f"{START}import aligner.cli as c\ntry:\n c.main(['checks', '-o', os.devnull])\n"
    f"finally:\n {NOW}",
}


@pytest.mark.skipif(os.name != "posix", reason="a process can send itself an interrupt only on POSIX")
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interrupt(moment: str) -> None:
    done = subprocess.run([sys.executable, "-c", MOMENTS[moment]], capture_output=True, text=True)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr


def test_a_handler_of_the_host_stays() -> None:
    code = "import signal; f = lambda *_: None; signal.signal(signal.SIGINT, f); from aligner import interrupt; "
    code += "interrupt.at_once(); interrupt.AsException().__enter__(); assert signal.getsignal(signal.SIGINT) is f"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("words", "status"), [(["checks"], 0), (["--version"], 0), (["check", "missing"], 2), (["nonsense"], 2)]
)
def test_the_program_ends_at_once_and_loses_nothing(words: list[str], status: int) -> None:
    """Its objects are not freed one by one, but what it printed arrives, and who wants to be called is."""
    code = f"import atexit, sys; atexit.register(print, 'at the end'); sys.argv = ['aligner', *{words}]; "
    code += "from aligner.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8")
    expected = CliRunner().invoke(cli.main, words, prog_name="aligner")
    assert (done.returncode, done.stdout) == (status, f"{expected.stdout}at the end\n")
    assert done.stderr == expected.stderr
