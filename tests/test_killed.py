"""A report is whole or not there, whenever its writer is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from aligner.cli import main

_WRITER = """
import sys
from aligner.report import write
number = 0
while True:
    number += 1
    write(f"{number:09}" * 400_000, sys.argv[1])
    if number == 1:
        print("ready", flush=True)
"""


def test_a_report_that_is_killed_leaves_the_old_one(tmp_path) -> None:
    """Twenty kills or more at seeded moments, some while it writes: the file is always one of the wholes, no piece."""
    target = tmp_path / "report.txt"
    target.write_text("000000000" * 400_000)
    rng = random.Random(20)
    kills = 0
    while kills < 20 or (kills < 200 and len(list(tmp_path.iterdir())) == 1):
        kills += 1
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(target)], stdout=subprocess.PIPE)
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        time.sleep(rng.random() * 0.15)
        writer.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        writer.communicate()
        text = target.read_text()
        assert len(text) == 3_600_000 and text == text[:9] * 400_000
    assert len(list(tmp_path.iterdir())) > 1, "no kill came while a file was half written: the test shows nothing"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a run that is begun at once needs a process that can be forked")
def test_a_run_that_is_killed_leaves_the_old_report(folder) -> None:
    home = folder({"ru.txt": "".join(["Хранитель фонаря\n", *(f"\n12/02/2021\n\nСлово  {n}.\n" for n in range(40))])})
    words = ["check", "ru.txt", "--encoder", "none", "--no-shipped-glossary", "--output", "report.txt"]
    begun = time.perf_counter()
    assert CliRunner().invoke(main, words).exit_code == 0
    assert CliRunner().invoke(main, words).exit_code == 0
    lasts = (time.perf_counter() - begun) / 2
    target = home / "report.txt"
    new, old = target.read_bytes(), b"the old report\n"
    rng = random.Random(6)
    for _ in range(20):
        target.write_bytes(old)
        child = os.fork()
        if not child:
            CliRunner().invoke(main, words)
            os._exit(0)
        time.sleep(rng.random() * lasts)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert target.read_bytes() in (old, new)
