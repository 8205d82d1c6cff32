"""A baseline marks and deletes nothing; a spoilt or foreign one is named and never written over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from quick import CLEAN, QUICK, RU, aligner, check


def written(*words: str) -> None:
    assert aligner("check", *words, *QUICK, "--write-baseline", "b.json").exit_code in (0, 1)


@pytest.fixture
def ru(folder) -> Path:
    return folder({"pages/ru.txt": RU})


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_known_finding_is_listed_and_does_not_fail(ru) -> None:
    assert check("pages") == {"FRM010 5": "new", "FRM002 9": "new", "exit": "1"}
    written("pages")
    assert check("pages", "--baseline", "b.json") == {"FRM010 5": "known", "FRM002 9": "known", "exit": "0"}


def test_a_new_finding_fails_beside_known_ones(ru) -> None:
    written("pages")
    change(ru / "pages" / "ru.txt", "вместо этого.", "вместо вместо этого {W}}.")
    found = check("pages", "--baseline", "b.json")
    assert found["FRM002 9"] == "new" or "new" in found.values()
    assert found["FRM010 5"] == "known"
    assert found["exit"] == "1"


MENDS = {
    "a ruling inserted before": ("12/02/2021", "11/02/2021\n\nЭто новое правило.\n\n12/02/2021"),
    "lines broken anew": ("\n\nПоложите", "\n\n\n\nПоложите"),
    "another date": ("12/02/2021", "12/03/2022"),
    "a new title": ("Хранитель фонаря", "Хранитель фонарей"),
    "a word mended far away": ("в начале хода", "в начале каждого хода"),
    "a word mended behind": ("жетон на", "жетон +1/+1 на"),
    "a word put before": ("Положите", "Затем Положите"),
}


@pytest.mark.parametrize("mend", MENDS)
def test_a_finding_is_known_again_after(mend: str, ru) -> None:
    written("pages")
    change(ru / "pages" / "ru.txt", *MENDS[mend])
    found = check("pages", "--baseline", "b.json")
    assert [status for key, status in found.items() if key.startswith("FRM010")] == ["known"], found
    assert [status for key, status in found.items() if key.startswith("FRM002")] == ["known"], found


def test_a_finding_is_known_again_in_a_renamed_file(ru) -> None:
    written("pages")
    (ru / "pages" / "ru.txt").rename(ru / "pages" / "keeper.ru.txt")
    assert check("pages", "--baseline", "b.json")["exit"] == "0"


def test_a_page_without_a_title_is_known_again_in_a_renamed_file(folder) -> None:
    home = folder({"rules/ru.txt": "502.1. Положите  жетон.\n\n502.2. Возьмите карту.\n\n502.3. Сбросьте карту.\n"})
    written("rules", "--select", "FRM010")
    (home / "rules" / "ru.txt").rename(home / "rules" / "chapter.ru.txt")
    assert check("rules", "--select", "FRM010", "--baseline", "b.json") == {"FRM010 1": "known", "exit": "0"}


def test_a_page_in_another_language_beside_it_changes_nothing(ru) -> None:
    written("pages", "--select", "FRM010,FRM002")
    english = RU.replace("Хранитель фонаря", "Lantern Keeper").replace("Положите  жетон", "Put a counter")
    (ru / "pages" / "en.txt").write_text(english, encoding="utf-8")
    found = check("pages/", "--baseline", "b.json", "--select", "FRM010")
    assert found == {"FRM010 5": "known", "exit": "0"}


def test_the_same_fault_elsewhere_is_new(ru) -> None:
    written("pages")
    change(ru / "pages" / "ru.txt", "Положите  жетон", "Положите жетон")
    change(
        ru / "pages" / "ru.txt",
        "вместо этого.",
        "вместо этого.\n\n14/02/2021\n\nСбросьте карту и положите  жетон сюда.",
    )
    found = check("pages", "--baseline", "b.json")
    assert found["FRM010 13"] == "new"


TWICE = """Хранитель фонаря

12/02/2021

Положите  жетон на это существо.

13/02/2021

Положите  жетон на это существо.
"""


def test_of_two_alike_the_one_that_stays_is_known(folder) -> None:
    home = folder({"ru.txt": TWICE})
    written(".", "--select", "FRM010,SUP")
    (home / "ru.txt").write_text(TWICE.replace("Положите  жетон", "Положите жетон", 1), encoding="utf-8")
    found = check(".", "--select", "FRM010,SUP", "--baseline", "b.json")
    assert found.pop("FRM010 9") == "known"
    assert sorted(found.values()) == ["0", "new"]  # and one SUP001 for the other


def test_a_third_one_alike_is_new(folder) -> None:
    home = folder({"ru.txt": TWICE})
    written(".", "--select", "FRM010")
    (home / "ru.txt").write_text(f"{TWICE}\n14/02/2021\n\nПоложите  жетон на это существо.\n", encoding="utf-8")
    found = check(".", "--select", "FRM010", "--baseline", "b.json")
    assert sorted(found.values()) == ["0", "known", "known", "new"]


def test_what_is_mended_makes_an_entry_unused_only_where_the_run_could_see_it(folder) -> None:
    home = folder({"pages/ru.txt": RU, "other/ru.txt": CLEAN.replace("фонаря", "огня")})
    written("pages", "--baseline", "b.json")
    (home / "pages" / "ru.txt").write_text(CLEAN, encoding="utf-8")
    unused = {key.split()[0] for key in check("pages", "--baseline", "b.json")}
    assert unused == {"SUP001", "exit"}
    assert check("other", "--baseline", "b.json") == {"exit": "0"}
    assert check("pages", "--baseline", "b.json", "--select", "FRM009,SUP") == {"exit": "0"}
    assert check("pages", "--baseline", "b.json", "--reference", "en") == {"exit": "0"}


def test_from_another_folder_nothing_is_called_unused_or_taken_out(folder, monkeypatch) -> None:
    home = folder({"pages/a/ru.txt": RU, "pages/b/ru.txt": RU.replace("фонаря", "огня")})
    written("pages")
    monkeypatch.chdir(home / "pages" / "a")
    assert check(".", "--baseline", "../../b.json") == {"FRM010 5": "known", "FRM002 9": "known", "exit": "0"}
    assert aligner("check", ".", *QUICK, "--baseline", "../../b.json", "--write-baseline", "c.json").exit_code == 0
    monkeypatch.chdir(home)
    assert check("pages/b", "--baseline", "pages/a/c.json")["exit"] == "0"


def test_entries_of_a_page_that_is_gone_are_unused(folder) -> None:
    home = folder({"pages/ru.txt": RU, "pages/b/ru.txt": CLEAN.replace("фонаря", "огня")})
    written("pages")
    (home / "pages" / "ru.txt").unlink()
    assert {key.split()[0] for key in check("pages", "--baseline", "b.json")} == {"SUP001", "exit"}
    assert check("pages/b", "--baseline", "b.json") == {"exit": "0"}


def test_text_shows_what_is_new_and_counts_the_rest(ru) -> None:
    written("pages", "--select", "FRM010")
    result = aligner("check", "pages", *QUICK, "--baseline", "b.json")
    assert "FRM010" not in result.stdout and "FRM002" in result.stdout
    assert "1 known" in result.stderr
    everything = aligner("check", "pages", *QUICK, "--baseline", "b.json", "--show-all")
    assert "[known]" in everything.stdout


def test_many_unused_entries_are_one_line_of_text(folder) -> None:
    pages = "".join(f"{day}/02/2021\n\nСлово {'а' * day}  было.\n\n" for day in range(1, 10))
    home = folder({"ru.txt": f"Хранитель фонаря\n\n{pages}"})
    written("ru.txt", "--select", "FRM010,SUP")
    (home / "ru.txt").write_text(CLEAN, encoding="utf-8")
    result = aligner("check", "ru.txt", *QUICK, "--select", "FRM010,SUP", "--baseline", "b.json")
    assert result.stdout.count("SUP001") == 1 and " 9 " in result.stdout


# Writing it


def test_the_same_run_writes_the_same_bytes_and_no_line_number(ru) -> None:
    written("pages")
    first = (ru / "b.json").read_bytes()
    change(ru / "pages" / "ru.txt", "12/02/2021", "12/02/2021\n\n")
    written("pages")
    assert (ru / "b.json").read_bytes() == first
    content = json.loads(first)
    assert [row["code"] for row in content["findings"]] == ["FRM002", "FRM010"]
    assert len(first.splitlines()) == len(content["findings"]) + len(content["pages"]) + 11


def test_with_baseline_it_is_brought_up_to_date(folder) -> None:
    home = folder({"a/ru.txt": RU, "b/ru.txt": RU.replace("фонаря", "огня")})
    written("a", "b")
    (home / "a" / "ru.txt").write_text(f"{CLEAN}\n13/02/2021\n\nКарта  сброшена.\n", encoding="utf-8")
    written("a", "--baseline", "b.json")
    rows = json.loads((home / "b.json").read_text(encoding="utf-8"))["findings"]
    assert [(row["file"], row["code"]) for row in rows] == [
        ("a/ru.txt", "FRM010"), ("b/ru.txt", "FRM002"), ("b/ru.txt", "FRM010"),
    ]  # fmt: skip
    assert check("a", "b", "--baseline", "b.json")["exit"] == "0"


def test_updating_loses_none_of_two_alike(folder) -> None:
    page = "502.1. Положите  жетон.\n\n502.2. Возьмите карту.\n\n502.3. Сбросьте карту.\n"
    folder({"a/ru.txt": page, "b/ru.txt": page})
    spacing = ("--select", "FRM010", "--fail-on", "note")
    written("a", "b", *spacing)
    for part in ("b", "a", "b"):
        written(part, "--baseline", "b.json", *spacing)
        assert check("a", "b", "--baseline", "b.json", *spacing)["exit"] == "0"
        assert len(json.loads(Path("b.json").read_text(encoding="utf-8"))["findings"]) == 2


def test_what_is_being_taken_out_is_not_told(ru) -> None:
    written("pages")
    (ru / "pages" / "ru.txt").write_text(CLEAN, encoding="utf-8")
    assert "SUP001 11" in check("pages", "--baseline", "b.json")
    assert check("pages", "--baseline", "b.json", "--write-baseline", "b.json") == {"exit": "0"}
    assert check("pages", "--baseline", "b.json") == {"exit": "0"}


def test_updating_keeps_what_the_run_did_not_report(ru) -> None:
    written("pages")
    written("pages", "--baseline", "b.json", "--min-severity", "error")
    written("pages", "--baseline", "b.json", "--select", "LNG")
    assert check("pages", "--baseline", "b.json") == {"FRM010 5": "known", "FRM002 9": "known", "exit": "0"}


def test_a_baseline_can_be_begun_by_updating_it(ru) -> None:
    written("pages", "--baseline", "b.json")
    assert check("pages", "--baseline", "b.json")["exit"] == "0"


def test_nothing_is_written_where_something_could_not_be_read(ru) -> None:
    (ru / "pages" / "pt.txt").write_bytes(b"\x00\xff" * 4000)
    result = aligner("check", "pages/ru.txt", "pages/pt.txt", *QUICK, "--write-baseline", "b.json")
    assert result.exit_code == 2
    assert not (ru / "b.json").exists()


SPOILT = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "cut off at a line": lambda text: "\n".join(text.splitlines()[:10]),
    "an entry taken out": lambda text: re.sub(r"(?m)^.*FRM002.*\n", "", text),
    "a word changed": lambda text: text.replace('"FRM002"', '"FRM010"'),
    "of another version": lambda text: text.replace('"version": 1', '"version": 99'),
    "of another program": lambda text: text.replace('"aligner"', '"linter"'),
    "JSON of somebody": lambda text: '{"findings": []}',
    "a list": lambda text: "[]",
    "a page": lambda text: RU,
    "with marks of a merge": lambda text: text.replace(' "findings"', '<<<<<<< HEAD\n "findings"'),
}  # fmt: skip


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_baseline_is_named_and_never_written_over(fault: str, ru) -> None:
    written("pages")
    spoilt = SPOILT[fault]((ru / "b.json").read_text(encoding="utf-8"))
    (ru / "b.json").write_text(spoilt, encoding="utf-8")
    for options in (["--baseline"], ["--write-baseline"], ["--baseline", "b.json", "--write-baseline"]):
        result = aligner("check", "pages", *QUICK, *options, "b.json")
        assert result.exit_code == 2, result.output
        assert "b.json" in result.stderr and "baseline" in result.stderr
        assert "Traceback" not in result.output
        assert result.stdout == ""
    assert (ru / "b.json").read_text(encoding="utf-8") == spoilt


def test_a_baseline_may_be_laid_out_anew(ru) -> None:
    written("pages")
    content = json.loads((ru / "b.json").read_text(encoding="utf-8"))
    (ru / "b.json").write_bytes(json.dumps(content, indent=4).replace("\n", "\r\n").encode("utf-8-sig"))
    assert check("pages", "--baseline", "b.json")["exit"] == "0"


def test_neither_page_nor_report_nor_list_is_written_over(ru) -> None:
    written("pages")
    before = {path: path.read_bytes() for path in ru.rglob("*") if path.is_file()}
    for words in (
        ["--write-baseline", "pages/ru.txt"],
        ["--baseline", "b.json", "--output", "b.json"],
        ["--write-baseline", "x.json", "--output", "./x.json"],
        ["--baseline", "none.json"],
        ["--decisions", "none.csv"],
    ):
        result = aligner("check", "pages", *QUICK, *words)
        assert result.exit_code == 2, words
        assert "Traceback" not in result.output
    assert {path: path.read_bytes() for path in ru.rglob("*") if path.is_file()} == before
