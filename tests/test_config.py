"""A configuration file that says what there is not is an error with file, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aligner.cli import main
from aligner.config import discovered, from_file
from aligner.model import AlignerError, Severity

QUICK = ("--encoder", "none", "--no-shipped-glossary")
RU = "Хранитель фонаря\n\n12/02/2021\n\nПоложите  жетон на это существо.\n"


def aligner(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


BAD = {
    "selct = ['TRM']": ["'selct'", "did you mean select"],
    "select = ['TRM0O3']": ["select", "TRM0O3", "did you mean TRM003"],
    "select = 'FRM, TRN'": ["select", "'TRN'"],
    "extend-select = ['nothing']": ["extend-select", "nothing"],
    "ignore = ['FRM01']": ["ignore", "FRM01"],
    "ignore = [7]": ["ignore = [7]"],
    "select = 7": ["select = 7"],
    "languages = ['klingonese']": ["languages", "klingonese"],
    "reference = 'klingonese'": ["reference", "klingonese"],
    "fail_on = 'sometimes'": ["fail-on", "sometimes", "never"],
    "min_severity = 'fatal'": ["min_severity", "fatal"],
    "statistics = 'yes'": ["statistics", "yes"],
    "write-baseline = 'b.json'": ["write-baseline", "command line"],
    "ignores = []": ["'ignores'", "did you mean ignore"],
    "patterns = []": ["'patterns'", "did you mean pattern"],
    "pattern = 'x'": ["pattern = 'x'", "[[tool.aligner.pattern]]"],
    "select = [": ["not TOML"],
    "[[ignore]]\nreason = 'x'": ["would ignore everything"],
    "[[ignore]]\ncode = 'FRM999'": [":1", "code", "FRM999", "did you mean"],
    "[[ignore]]\ncoed = 'FRM010'": [":1", "unknown key 'coed'", "did you mean 'code'"],
    "[[ignore]]\ncode = 'FRM'\n\n[[ignore]]\nlanguage = 'klingonese'": [":4", "language", "klingonese"],
    "[[ignore]]\ncode = 7": ["code = 7"],
    "[[ignore]]\ncode = 'FRM'\nreason = 7": ["reason = 7"],
    "[[ignore]]\ncode = 'FRM'\ncodes = 'TRM'": ["'code' twice"],
}


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("name", ["aligner.toml", "pyproject.toml"])
def test_a_bad_line_is_named(folder, text: str, name: str) -> None:
    if name == "pyproject.toml":
        text = "[tool.aligner]\n" + text.replace("[[", "[[tool.aligner.")
        words = [
            word for word in BAD[text.split("\n", 1)[1].replace("[[tool.aligner.", "[[")] if not word.startswith(":")
        ]
    else:
        words = BAD[text]
    folder({"ru.txt": RU, name: text})
    result = aligner("check", "ru.txt", *QUICK)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output and result.stdout == ""
    for word in (name, *words):
        assert word in result.stderr


def test_the_lists_are_read(folder) -> None:
    folder({
        "pyproject.toml": "[tool.other]\nx = 1\n\n[tool.aligner]\nmin-severity = 'warning'\nlanguages = 'pt-BR, ru'\n\n"
        "[[tool.aligner.ignore]]\ncode = 'FRM010, TRM'\npath = ['a/*', 'b']\nlanguage = 'pt-BR'\nreason = 'why'\n\n"
        "[[tool.aligner.pattern]]\nname = 'todo'\nregex = 'TODO'\nmessage = 'm'\n"
    })  # fmt: skip
    options = discovered(Path())
    assert options["min_severity"] is Severity.WARNING
    (ignore,), (pattern,) = options["ignores"], options["patterns"]
    assert {"FRM010", "TRM001"} <= ignore.codes and "FRM001" not in ignore.codes
    assert (ignore.paths, ignore.languages, ignore.reason) == (("a/*", "b"), ("pt",), "why")
    assert (ignore.file, ignore.line, pattern.code) == ("pyproject.toml", 8, "CUS001")


def test_aligner_toml_goes_before_pyproject_and_may_have_the_long_names(folder) -> None:
    folder({"aligner.toml": "[tool.aligner]\nselect = 'FRM'\n", "pyproject.toml": "[tool.aligner]\nselect = 'TRM'\n"})
    assert discovered(Path()) == {"select": ("FRM",)}
    folder({"aligner.toml": "select = 'TRM'\n[tool.aligner]\nignore = 'FRM'\n"})
    with pytest.raises(AlignerError, match="'select' stands outside"):
        from_file(Path("aligner.toml"))


@pytest.mark.parametrize("text", ["tool = 3\n", "[tool]\naligner = 3\n"])
def test_a_file_of_another_shape_is_no_traceback(folder, text) -> None:
    folder({"ru.txt": RU, "pyproject.toml": text})
    assert "Traceback" not in aligner("check", "ru.txt", *QUICK).output


# The command line


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--languages", "xx"], ["'xx'", "they are in ru", "ru"]),
        (["--languages", "ru,xx"], ["'xx'", "ru"]),
        (["--languages", "ja"], ["--languages ja", "leaves none", "ru"]),
        (["--exclude", "*.txt"], ["--exclude *.txt", "leaves none"]),
        (["--statistics", "--format", "json"], ["--statistics", "json"]),
    ],
)
def test_what_leaves_nothing_is_an_error(folder, options, words) -> None:
    folder({"p/ru.txt": RU})
    result = aligner("check", "p", *QUICK, *options)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert all(word in result.stderr for word in words[:1] + words[-1:])


def test_a_language_of_ours_that_this_folder_lacks_is_none(folder) -> None:
    folder({"p/ru.txt": RU, "p/uk.txt": "Охоронець\n\n12/02/2021\n\nПокладіть жетон на цю істоту.\n"})
    for languages in ("ru,ja", "ru,uk"):
        assert aligner("check", "p", *QUICK, "--languages", languages, "--fail-on", "error").exit_code == 0


def test_statistics_as_csv(folder) -> None:
    folder({"ru.txt": RU})
    result = aligner("check", "ru.txt", *QUICK, "--statistics", "--format", "csv")
    assert result.stdout_bytes.decode("utf-8-sig") == (
        "code,name,language,new,known,ignored\r\nFRM010,spacing,ru,1,0,0\r\n"
    )


@pytest.mark.parametrize(
    ("name", "hint"), [("flashbak", "'flashback'"), ("воспоминание", "'flashback'"), ("qqqq", "aligner terms")]
)
def test_a_concept_that_there_is_not(folder, name, hint) -> None:
    folder({"ru.txt": RU})
    result = aligner("terms", "ru.txt", "--encoder", "none", "--concept", name)
    assert result.exit_code == 2
    assert name in result.stderr and hint in result.stderr
    assert aligner("terms", "ru.txt", "--encoder", "none", "--concept", "Mana_Value").exit_code == 0
