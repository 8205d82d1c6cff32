"""Patterns of the user's own: what rulings must not match, searched for in a process that can be stopped."""

from __future__ import annotations

import contextlib
import json
import queue
import re
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aligner.model import AlignerError, Severity

PATIENCE = 10.0
"""How many seconds a pattern may spend on one text before it is given up."""
_ALL_PATIENCE = 12  # times as long may it spend on all texts
_START = 60.0  # seconds for the process to come up, on a machine that is busy

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a user calls wrong: its name, a regular expression, the languages it is meant for, and what to say.

    `code` is CUS001 and so on, in the order of the file; no languages means all. `place` is the file and the key, for
    messages.
    """

    code: str
    name: str
    regex: str
    message: str
    languages: tuple[str, ...] = ()
    severity: Severity = Severity.WARNING
    place: str = ""

    def __post_init__(self) -> None:
        """Raise AlignerError where the expression is none."""
        try:
            with warnings.catch_warnings(action="ignore"):
                re.compile(self.regex)
        except (re.error, OverflowError, RecursionError) as error:
            where = self.place or self.name
            raise AlignerError(f"{where}: {self.regex!r} is no regular expression ({error}); mend it") from error


def find(pattern: Pattern, texts: Sequence[str]) -> list[Spans]:
    """Return the spans that the pattern matches in each text, empty ones left out.

    Nothing can stop a regular expression that backtracks without end but the end of its process, so the search has one
    of its own. AlignerError names the pattern and the beginning of the text that it was given up on.
    """
    if not texts:
        return []
    program = Path(__file__).with_name("searching.py")
    command = [sys.executable, "-I", "-S", "-W", "ignore", str(program)]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing) as process:
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        listener = threading.Thread(target=_listen, args=(process, answers), daemon=True)
        listener.start()
        try:
            _send(process, json.dumps({"regex": pattern.regex, "texts": list(texts)}).encode())
            _answer(answers, pattern, "", _START)
            until = time.monotonic() + _ALL_PATIENCE * PATIENCE
            return [_answer(answers, pattern, text, min(PATIENCE, until - time.monotonic())) for text in texts]
        finally:
            process.kill()
            listener.join()


def _send(process: subprocess.Popen[bytes], request: bytes) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):  # the missing answer tells
        process.stdin.write(request)
        process.stdin.close()


def _listen(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        answers.put(line)
    answers.put(b"")


def _answer(answers: queue.SimpleQueue[bytes], pattern: Pattern, text: str, patience: float) -> Spans:
    begin = " ".join(text.split())[:40]
    try:
        line = answers.get(timeout=max(patience, 0.01))
    except queue.Empty:
        raise AlignerError(
            f"{pattern.place or pattern.name}: {pattern.regex!r} was still at work on {begin!r} after {PATIENCE:g} s "
            "or more and was given up; write it without repetitions inside repetitions, such as (a+)+"
        ) from None
    if not line:
        raise AlignerError(f"{pattern.place or pattern.name}: the search for {pattern.regex!r} broke off at {begin!r}")
    return tuple((start, end) for start, end in json.loads(line))
