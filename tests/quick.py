"""Pages with faults and without, a quick run of the program, and folders of pages; several test modules use them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

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


CARD = {
    "en": "Saltgate Keeper\n\n01/02/2020\n\nIf a token would be put into a graveyard, it's exiled.\n",
    "ru": "Хранитель ворот\n\n01/02/2020\n\nЕсли token попадает на кладбище, она изгоняется.\n",
    "pt": "Guardião do Portão\n\n01/02/2020\n\nIf a token would be put into a graveyard, it's exiled.\n",
}


def cards(folder: Path, *names: str) -> Path:
    """Put a folder with the pages of a card, in three languages, below this one for each name."""
    for name in names:
        (folder / name).mkdir()
        for language, text in CARD.items():
            (folder / name / f"{language}.txt").write_text(f"{name} {text}", encoding="utf-8")
    return folder
