"""A page with two faults, the page without them, and a quick run of the program; several test modules use them."""

from __future__ import annotations

import csv
import io

from click.testing import CliRunner, Result

from aligner.cli import main

QUICK = ("--encoder", "none", "--no-shipped-glossary")
RU = """Хранитель фонаря

12/02/2021

Положите  жетон на это существо в начале хода.

13/02/2021

Вы можете заплатить {4R} вместо этого.
"""
CLEAN = """Хранитель фонаря

12/02/2021

Положите жетон на это существо в начале хода.
"""


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def check(*words: str) -> dict[str, str]:
    """Return the status of each finding, `CODE line` → status, of a quick run; exit status under `exit`."""
    result = aligner("check", *words, *QUICK, "--format", "csv")
    assert result.exit_code in (0, 1), result.output
    rows = csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"), newline=""))
    found = {f"{row['code']} {row['line']}": row["status"] for row in rows}
    return {**found, "exit": str(result.exit_code)}
