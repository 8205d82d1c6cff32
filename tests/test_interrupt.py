"""An interrupt is exit status 130 and no traceback, from the first line of ours to the last."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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
