"""Glossary lint and forms, as the command line has them."""

from __future__ import annotations

import csv
import io

import pytest
from click.testing import CliRunner, Result

from aligner.cli import main

CLEAN = "concept,term,language,pos\nflashback,воспоминание,ru,noun\n"
FAULTY = "concept,term,language,status,pos\ncard,card,pt,preferred,noun\ncard,card,pt,forbidden,noun\n"


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["glossary", *arguments])


def test_shipped_glossaries_have_no_error_and_no_warning(folder) -> None:
    folder({})
    result = _run("lint", "--min-severity", "warning", "--quiet")
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.parametrize(
    ("content", "arguments", "status"),
    [
        (CLEAN, (), 0),
        (FAULTY, (), 1),
        (FAULTY, ("--fail-on", "never"), 0),
        (FAULTY, ("--ignore", "GLS001"), 0),
        (FAULTY, ("--select", "FRM001"), 2),
        ("concept;word\na;b\n", (), 2),
        (CLEAN, ("--corpus", "absent"), 2),
    ],
)
def test_exit_status(folder, content: str, arguments: tuple[str, ...], status: int) -> None:
    folder({"terms.csv": content})
    assert _run("lint", "terms.csv", *arguments).exit_code == status


def test_a_folder_and_the_place_in_it(folder) -> None:
    folder({"own/pt.csv": "concept,term,status\ncard,card,preferred\n\ncard,card,forbidden\n"})
    result = _run("lint", "own", "--format", "csv", "--quiet")
    row = next(csv.DictReader(io.StringIO(result.stdout.removeprefix("\ufeff"))))
    assert (row["code"], row["file"], row["line"], row["related"]) == ("GLS001", "own/pt.csv", "4", "own/pt.csv:2")
    assert (row["language"], row["concept"], row["excerpt"]) == ("pt", "card", "card")


def test_the_gravest_comes_first_and_many_gaps_are_one_line(folder) -> None:
    gaps = "".join(f"thing {number},тис{'а' * number},ru,preferred\n" for number in range(5))
    folder({"terms.csv": f"concept,term,language,status\n{gaps}card,card,pt,preferred\ncard,card,pt,forbidden\n"})
    lines = _run("lint", "terms.csv").stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["GLS001", "GLS004", "GLS004"]
    assert lines[1].endswith("'card' has no term in ru")
    assert lines[2].startswith("pt.csv: GLS004 5 concepts have no term in pt: thing 0, thing 1,")
    rows = list(csv.DictReader(io.StringIO(_run("lint", "terms.csv", "--format", "csv").stdout.removeprefix("\ufeff"))))
    assert [row["code"] for row in rows] == ["GLS004"] * 6 + ["GLS001"]


def test_candidates_are_no_business_of_lint(folder) -> None:
    folder({"mined.csv": "concept,term,language,status\nfoo,фу,ru,candidate\nfoo,foo,en,candidate\nbar,bar,en,\n"})
    result = _run("lint", "mined.csv", "--quiet")
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "has", "has_not"),
    [
        (("воспоминание", "--language", "ru"), {"воспоминание", "воспоминаниями"}, {"воспоминать"}),
        (("Rückblende", "-l", "de", "--pos", "noun"), {"Rückblende", "Rückblenden"}, {"rückblende"}),
        (("abwerfen", "-l", "de", "--pos", "verb"), {"wirf … ab", "abgeworfen"}, set()),
        (("carta", "-l", "pt-BR", "--pos", "noun"), {"carta", "cartas"}, set()),
        (("フラッシュバック", "-l", "ja"), {"フラッシュバック"}, set()),
    ],
)
def test_forms(folder, arguments: tuple[str, ...], has: set[str], has_not: set[str]) -> None:
    folder({})
    result = _run("forms", *arguments)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines == sorted(set(lines))
    assert has <= set(lines)
    assert not has_not & set(lines)


@pytest.mark.parametrize("arguments", [("card",), ("card", "-l", "nonsense"), (" ", "-l", "ru")])
def test_forms_used_wrongly(folder, arguments: tuple[str, ...]) -> None:
    folder({})
    assert _run("forms", *arguments).exit_code == 2


def test_the_whole_glossary_is_no_business_of_a_check_of_pages(folder) -> None:
    folder({"a.ru.txt": "Хранитель\n\n12/02/2021\n\nВозьмите карту.\n"})
    result = CliRunner().invoke(main, ["check", "a.ru.txt", "--select", "GLS", "--quiet"])
    assert (result.exit_code, result.stdout) == (0, "")
