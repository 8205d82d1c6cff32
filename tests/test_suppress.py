"""Ignores wave findings through and are judged themselves."""

from __future__ import annotations

import pytest
from quick import CLEAN, QUICK, RU, aligner, check


def ignored(folder, table: str, *words: str) -> dict[str, str]:
    folder({"pages/ru.txt": RU, "aligner.toml": f"[[ignore]]\n{table}\n"})
    return check("pages", *words)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("code = 'FRM010'", "FRM010 5"),
        ("code = 'spacing'", "FRM010 5"),
        ("code = ['FRM010', 'LNG']", "FRM010 5"),
        ("code = 'FRM010'\npath = 'pages/*.txt'", "FRM010 5"),
        ("code = 'FRM010'\npath = 'pages'", "FRM010 5"),
        ("path = 'ru.txt'\ncontains = '{4R}'", "FRM002 9"),
        ("language = 'ru-RU'\ncontains = '4R'", "FRM002 9"),
        ("code = 'FRM'\ncontains = 'Положите жетон'", "FRM010 5"),
    ],
)
def test_an_ignore_waves_through_what_it_names(folder, table, line) -> None:
    found = ignored(folder, f"{table}\nreason = 'as printed'")
    assert found.pop(line) == "ignored"
    assert set(found.values()) <= {"new", "1", "0"}
    assert "SUP001" not in " ".join(found)


@pytest.mark.parametrize(
    "table", ["code = 'FRM010'\npath = 'drafts/*'", "code = 'FRM'\nlanguage = 'pt'", "code = 'FRM'\ncontains = 'carta'"]
)
def test_an_ignore_of_other_things_waves_nothing_through_and_is_unused(folder, table) -> None:
    found = ignored(folder, f"{table}\nreason = 'x'", "--select", "FRM,SUP")
    assert found == {"SUP001 1": "new", "FRM010 5": "new", "FRM002 9": "new", "exit": "1"}


def test_an_ignore_without_a_reason_works_and_is_told(folder) -> None:
    found = ignored(folder, "code = 'FRM'")
    assert found == {"SUP002 1": "new", "FRM010 5": "ignored", "FRM002 9": "ignored", "exit": "1"}


def test_codes_and_tables_can_stand_in_one_list(folder) -> None:
    folder({"ru.txt": RU, "aligner.toml": "ignore = ['FRM002', {code = 'FRM010', reason = 'x'}]\n"})
    assert check("ru.txt") == {"FRM010 5": "ignored", "exit": "0"}


def test_an_ignore_is_unused_only_where_all_its_pages_were_read(folder) -> None:
    table = "[[ignore]]\ncode = 'FRM011'\nreason = 'x'\n[[ignore]]\ncode = 'FRM012'\npath = 'a/*'\nreason = 'y'\n"
    folder({"a/ru.txt": CLEAN, "b/ru.txt": CLEAN.replace("фонаря", "огня"), "aligner.toml": table})
    assert "SUP001 1" not in check("a")
    assert check("b") == {"exit": "0"}
    assert check("a", "b") == {"SUP001 1": "new", "SUP001 4": "new", "exit": "0"}
    assert check(".") == {"SUP001 1": "new", "SUP001 4": "new", "exit": "0"}
    assert check(".", "--languages", "ru") == {"exit": "0"}
    assert check(".", "--exclude", "b") == {"exit": "0"}


def test_an_ignore_of_a_check_that_is_off_is_not_unused(folder) -> None:
    folder({"ru.txt": CLEAN, "aligner.toml": "[[ignore]]\ncode = 'FRM013, FRM010'\nreason = 'x'\n"})
    assert check("ru.txt") == {"exit": "0"}
    folder({"aligner.toml": "[[ignore]]\ncode = 'FRM'\nreason = 'x'\n"})
    assert check("ru.txt") == {"SUP001 1": "new", "exit": "0"}


def test_text_says_why_a_finding_is_ignored(folder) -> None:
    ignored(folder, "code = 'FRM010'\nreason = 'as printed'")
    assert "[ignored: as printed]" in aligner("check", "pages", *QUICK, "--show-all").stdout
