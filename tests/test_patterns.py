"""Patterns of the user's own are checks like the others, and none of them can hold up the run."""

from __future__ import annotations

import csv
import io
import re

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import patterns
from aligner.cli import main
from aligner.model import AlignerError
from aligner.patterns import Pattern

QUICK = ("--encoder", "none", "--no-shipped-glossary")
RU = "Хранитель фонаря\n\n12/02/2021\n\nВозьмите карту, а потом карту сбросьте. TODO\n"
EN = "Lantern Keeper\n\n12/02/2021\n\nDraw a card, then discard a card. TODO\n"
TABLES = """
[[pattern]]
name = "card-word"
regex = '\\bкарту\\b'
languages = ["ru"]
message = "The publisher writes карточку."
severity = "error"

[[pattern]]
name = "note-to-self"
regex = "TODO"
message = "A note to self."
"""


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def found(*words: str) -> list[tuple[str, ...]]:
    result = aligner("check", *words, *QUICK, "--format", "csv")
    assert result.exit_code in (0, 1), result.output
    rows = csv.DictReader(io.StringIO(result.stdout_bytes.decode("utf-8-sig"), newline=""))
    return [(row["code"], row["name"], row["severity"], row["file"], row["column"], row["excerpt"]) for row in rows]


def test_a_pattern_is_a_check(folder) -> None:
    folder({"p/ru.txt": RU, "p/en.txt": EN, "aligner.toml": TABLES})
    card = ("CUS001", "card-word", "error", "p/ru.txt")
    assert [row for row in found("p") if row[0].startswith("CUS")] == [
        ("CUS002", "note-to-self", "warning", "p/en.txt", "35", "TODO"),
        (*card, "10", "карту"),
        (*card, "25", "карту"),
        ("CUS002", "note-to-self", "warning", "p/ru.txt", "41", "TODO"),
    ]
    assert {row[0] for row in found("p", "--select", "CUS")} == {"CUS001", "CUS002"}
    assert {row[0] for row in found("p", "--select", "note-to-self")} == {"CUS002"}
    assert "CUS001" not in {row[0] for row in found("p", "--ignore", "CUS001")}
    assert aligner("check", "p", *QUICK, "--select", "CUS003").exit_code == 2


def test_it_is_listed_and_explained(folder) -> None:
    folder({"aligner.toml": TABLES})
    assert "CUS001,card-word,error" in aligner("checks", "--format", "csv").stdout
    one = aligner("explain", "card-word").stdout
    assert "The publisher writes карточку." in one and "\\bкарту\\b" in one
    assert "[[tool.aligner.pattern]]" in aligner("explain", "CUS").stdout
    assert "CUS002" in aligner("explain", "cus").stdout
    assert aligner("explain", "CUS", "--no-config").exit_code == 0
    assert aligner("explain", "CUS001", "--no-config").exit_code == 2


def test_a_pattern_of_one_language_leaves_what_is_not_translated_in_peace(folder) -> None:
    english = "You may cast this card from your graveyard instead of drawing another card this turn."
    folder({
        "ru.txt": f"Хранитель фонаря\n\n12/02/2021\n\n{english}\n",
        "aligner.toml": "[[pattern]]\nname = 'a'\nregex = 'card'\nlanguages = 'ru'\nmessage = 'm'\n"
        "[[pattern]]\nname = 'b'\nregex = 'graveyard'\nmessage = 'm'\n",
    })  # fmt: skip
    assert [row[0] for row in found("ru.txt", "--select", "CUS,LNG001")] == ["LNG001", "CUS002"]


def test_what_the_user_asks_for_is_told_even_of_markup(folder) -> None:
    folder({
        "ru.txt": "Хранитель фонаря\n\n12/02/2021\n\nВозьмите<br>карту.\n",
        "aligner.toml": "[[pattern]]\nname = 'a'\nregex = '<br>'\nmessage = 'm'\n",
    })  # fmt: skip
    assert [row[0] for row in found("ru.txt", "--select", "CUS")] == ["CUS001"]


def test_an_ignore_may_name_a_pattern(folder) -> None:
    folder({"ru.txt": RU, "aligner.toml": f"{TABLES}\n[[ignore]]\ncode = 'card-word'\nreason = 'x'\n"})
    result = aligner("check", "ru.txt", *QUICK, "--select", "CUS", "--show-all")
    assert result.stdout.count("[ignored: x]") == 2


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            "name = 'a'\nregex = '(карт'\nmessage = 'm'",
            ["aligner.toml:2", "regex of 'a'", "(карт", "no regular expression"],
        ),
        ("name = 'a'\nregex = '*'\nmessage = 'm'", ["aligner.toml:2", "nothing to repeat"]),
        ("name = 'a'\nregex = ''\nmessage = 'm'", ["has no regex"]),
        ("regex = 'x'\nmessage = 'm'", ["has no name"]),
        ("name = 'a'\nregex = 'x'", ["has no message"]),
        ("name = 'a'\nregexx = 'x'\nmessage = 'm'", ["unknown key 'regexx'", "did you mean 'regex'"]),
        ("name = 'a'\nregex = 'x'\nmessage = 'm'\nlanguages = ['klingonese']", ["languages", "klingonese"]),
        ("name = 'a'\nregex = 'x'\nmessage = 'm'\nseverity = 'fatal'", ["severity", "fatal", "warning"]),
        ("name = 'spacing'\nregex = 'x'\nmessage = 'm'", ["FRM010 has the name 'spacing'"]),
        ("name = 'a'\nregex = 7\nmessage = 'm'", ["regex = 7"]),
        ("name = 'cus'\nregex = 'x'\nmessage = 'm'", ["'cus' is a code or a family"]),
        ("name = 'a,b'\nregex = 'x'\nmessage = 'm'", ["commas"]),
    ],
)
def test_a_bad_pattern_is_named_with_file_and_key(folder, table, words) -> None:
    folder({"ru.txt": RU, "aligner.toml": f"\n[[pattern]]\n{table}\n"})
    result = aligner("check", "ru.txt", *QUICK)
    assert result.exit_code == 2
    assert "Traceback" not in result.output and result.stdout == ""
    for word in ("aligner.toml", *words):
        assert word in result.stderr


@pytest.mark.parametrize("regex", [r"(\w+\s?)*\d{9}", r"(a|aa)+$", r"(.*,){11,}P", r"(((а?){999}){999}){999}щ"])
def test_a_pattern_without_end_is_given_up_and_the_rest_is_told(folder, monkeypatch, regex) -> None:
    monkeypatch.setattr(patterns, "PATIENCE", 0.5)
    long = f"{'a' * 60}, {'слово, ' * 30}конец!"
    folder({
        "ru.txt": f"Хранитель фонаря\n\n12/02/2021\n\nВозьмите  карту. {long}\n",
        "aligner.toml": f"[[pattern]]\nname = 'endless'\nregex = '''{regex}'''\nmessage = 'm'\n"
        "[[pattern]]\nname = 'b'\nregex = 'Возьмите'\nmessage = 'm'\n",
    })  # fmt: skip
    result = aligner("check", "ru.txt", *QUICK, "--select", "CUS,FRM010")
    assert result.exit_code == 2
    assert "CUS002" in result.stdout and "FRM010" in result.stdout and "CUS001" not in result.stdout
    assert "aligner.toml:1" in result.stderr and "endless" in result.stderr and "was given up" in result.stderr


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.text(st.sampled_from("aб \n5\ud800"), max_size=9), max_size=5),
    st.sampled_from(["a+", "a*", "б|5", r"\s", "a(?=б)"]),
)
def test_the_spans_are_those_of_the_expression(texts: list[str], regex: str) -> None:
    spans = patterns.find(Pattern("CUS001", "x", regex, "m"), texts)
    assert spans == [tuple(match.span() for match in re.finditer(regex, text) if match[0]) for text in texts]


def test_a_pattern_of_the_library_is_checked_too() -> None:
    with pytest.raises(AlignerError, match="no regular expression"):
        Pattern("CUS001", "x", "(", "m")
