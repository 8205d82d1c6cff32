"""Two plain texts, line by line: beads in order, their file format, their scores."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import beads, cli, encoding
from aligner.linking import lines
from aligner.linking.lines import Bead, link_lines
from aligner.model import AlignerError

ENCODERS = {name: encoding.load_encoder(name) for name in ("embedded", "none")}
EN = (
    "The ship left the harbour before dawn.",
    "Nobody on the quay had expected that. They had slept through the signal.",
    "The captain wrote three letters that night.",
    "He burnt the first two of them.",
    "At noon the wind turned and the sails went slack.",
    "The crew began to sing.",
)
DE = (
    "Das Schiff verließ den Hafen vor der Morgendämmerung.",
    "Niemand am Kai hatte das erwartet.",
    "Sie hatten das Signal verschlafen.",
    "In jener Nacht schrieb der Kapitän drei Briefe, von denen er die ersten beiden verbrannte.",
    "Ein Hund bellte im Nachbardorf.",
    "Gegen Mittag drehte der Wind, und die Segel wurden schlaff.",
    "Die Mannschaft begann zu singen.",
)
TRUE = [((0,), (0,)), ((1,), (1, 2)), ((2, 3), (3,)), ((), (4,)), ((4,), (5,)), ((5,), (6,))]


def shapes(found: list[Bead]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.first, bead.second) for bead in found]


def test_lines_are_divided_and_joined() -> None:
    assert shapes(link_lines(EN, DE, ENCODERS["embedded"])) == TRUE


def test_both_ways_are_the_same() -> None:
    turned = link_lines(DE, EN, ENCODERS["embedded"])
    assert sorted((bead.second, bead.first) for bead in turned) == sorted(TRUE)


def test_blank_lines_stand_alone() -> None:
    found = link_lines(["", *EN[:2], " "], [DE[0], "", *DE[1:3]], ENCODERS["embedded"])
    assert shapes(found) == [((0,), ()), ((1,), (0,)), ((), (1,)), ((2,), (2, 3)), ((3,), ())]


def test_lengths_decide_without_an_encoder() -> None:
    texts = ["x" * n for n in (10, 80, 30, 120, 60)]
    assert shapes(link_lines(texts, texts, ENCODERS["none"])) == [((n,), (n,)) for n in range(5)]


def test_a_long_text_is_searched_near_its_anchors(monkeypatch: pytest.MonkeyPatch) -> None:
    places = ("harbour", "castle", "market", "forest", "river", "school", "prison", "garden")
    orte = ("Hafen", "Burg", "Markt", "Wald", "Fluss", "Schule", "Gefängnis", "Garten")
    en = [f"In the year {1200 + n} the {places[n % 8]} burnt down." for n in range(60)]
    de = [f"Im Jahr {1200 + n} brannte der Ort {orte[n % 8]} nieder." for n in range(60)]
    whole = link_lines(en, [*de[:20], *de[23:]], ENCODERS["embedded"])
    monkeypatch.setattr(lines, "SMALL", 0)
    monkeypatch.setattr(lines, "EXACT", 0)
    near = link_lines(en, [*de[:20], *de[23:]], ENCODERS["embedded"])
    pairs = [bead for bead in shapes(near) if len(bead[0]) == len(bead[1]) == 1]
    assert len(set(pairs) & {((n,), (n - 3 * (n > 22),)) for n in (*range(20), *range(23, 60))}) >= 54
    assert len(set(shapes(near)) & set(shapes(whole))) >= 54


LINE = st.sampled_from(["", " ", "a", "The dog sleeps.", "Der Hund schläft. Er träumt.", "x" * 50, "\ud800", "猫。"])


@settings(max_examples=60, deadline=None)
@given(st.lists(LINE, max_size=9), st.lists(LINE, max_size=9), st.sampled_from(["none", "embedded"]))
def test_every_line_is_in_exactly_one_bead(first: list[str], second: list[str], encoder: str) -> None:
    found = link_lines(first, second, ENCODERS[encoder])
    pairs = [bead for bead in found if bead.first and bead.second]
    for side, some in ((0, first), (1, second)):
        told = [n for bead in found for n in (bead.first, bead.second)[side]]
        assert sorted(told) == list(range(len(some)))
        linked = [n for bead in pairs for n in (bead.first, bead.second)[side]]
        assert linked == sorted(linked)
    assert all(len(bead.first) + len(bead.second) <= lines.MOST for bead in found)


@pytest.mark.parametrize(
    ("gold", "found", "strict", "lax"),
    [
        # precision and recall
        ([((0,), (0,)), ((1,), (1,))], [((0,), (0,)), ((1,), (1,))], (1.0, 1.0), (1.0, 1.0)),
        ([((0, 1), (0,))], [((0,), (0,)), ((1,), ())], (0.0, 0.0), (0.5, 1.0)),
        ([((0,), (0,)), ((1,), ())], [((0,), (0,)), ((1,), ())], (1.0, 1.0), (1.0, 1.0)),
        ([((0,), (0,)), ((1,), (1,))], [((0,), (1,)), ((1,), (0,))], (0.0, 0.0), (0.0, 0.0)),
        ([((0,), (0, 1)), ((1,), (2,))], [((0, 1), (0, 1, 2))], (0.0, 0.0), (1.0, 1.0)),
    ],
)
def test_scores(gold: list, found: list, strict: tuple[float, float], lax: tuple[float, float]) -> None:
    scores = beads.score([([Bead(*one) for one in gold], [Bead(*one) for one in found])])
    assert [(one.scoring, (one.precision, one.recall)) for one in scores] == [("strict", strict), ("lax", lax)]


def test_several_texts_count_together() -> None:
    right, wrong = [Bead((0,), (0,))], [Bead((0,), (1,)), Bead((), (0,))]
    strict, _ = beads.score([(right, right), (right, wrong)])
    assert (strict.gold, strict.found, strict.precision, strict.recall) == (2, 3, 1 / 3, 1 / 2)
    assert strict.f1 == pytest.approx(0.4)


def test_a_gold_file(tmp_path: Path) -> None:
    path = tmp_path / "gold"
    path.write_text("[0]:[0]:0.156006\n[1, 2]:[1]\n[]:[2]:0.000000\n\n[3] : [3,4] : -1.5e-3\n", encoding="utf-8")
    found = beads.read(str(path), (4, 5))
    assert shapes(found) == [((0,), (0,)), ((1, 2), (1,)), ((), (2,)), ((3,), (3, 4))]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[0]:[0]\n0:1\n", ("gold:2", "no bead", "[0, 1]:[0]:0.25")),
        ("[0]:[9]:0.1\n", ("gold:1", "line 9", "in their order")),
        ("", ("gold", "no beads")),
    ],
)
def test_a_bad_gold_file_is_told(tmp_path: Path, content: str, words: tuple[str, ...]) -> None:
    path = tmp_path / "gold"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AlignerError) as caught:
        beads.read(str(path), (4, 5))
    assert all(word in str(caught.value) for word in words)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.main, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_the_command_aligns_and_scores(folder) -> None:
    gold = "".join(f"{list(first)}:{list(second)}:0.1\n" for first, second in TRUE)
    folder({"a.en": "\n".join(EN) + "\n", "a.de": "\r\n".join(DE), "gold": gold})
    code, out, _ = run("align", "--lines", "a.en", "a.de", "--format", "csv")
    assert code == 0
    rows = [line.split(",")[1:5] for line in out.splitlines()[1:]]
    second = [("en", "2"), ("de", "2"), ("de", "3")]
    assert [(row[1], row[3]) for row in rows if row[0] == "2"] == second
    code, out, _ = run("evaluate", "--alignment", "gold", "a.en", "a.de", "--format", "csv")
    assert (code, out.splitlines()[1:]) == (0, ["strict,5,6,1.0000,1.0000,1.0000", "lax,5,6,1.0000,1.0000,1.0000"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("align", "--lines", "a.en"), ("--lines", "two")),
        (("align", "--lines", "a.en", "none.de"), ("none.de", "cannot read")),
        (("align", "--lines", "a.en", "blank.de"), ("blank.de", "no text")),
        (("evaluate", "--alignment", "gold", "a.en", "a.en", "a.en"), ("--alignment", "two text files")),
    ],
)
def test_wrong_use_is_told(folder, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    folder({"a.en": "One line.\n", "blank.de": "\n \n", "gold": "[0]:[0]\n"})
    code, _, err = run(*arguments)
    assert code == 2
    assert all(word in err for word in words), err


@pytest.mark.parametrize(
    ("names", "languages"),
    [
        (("a.de", "a.fr"), ("de", "fr")),
        (("a.et", "b.txt"), ("et", "en")),
        (("one.txt", "two.txt"), ("en", "en-x-b")),
    ],
)
def test_the_languages_of_plain_texts(folder, names: tuple[str, str], languages: tuple[str, str]) -> None:
    text = "The player may cast this spell if they have not done so this turn.\n"
    folder(dict.fromkeys(names, text))
    aligned = beads.align_files(*names, ENCODERS["none"])
    assert aligned.document.languages == languages
