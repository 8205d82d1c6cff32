"""A person's list of links: it overrides what is found, it survives the next run, and it says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner import align, cli, encoding
from aligner.linking import corrections
from aligner.model import AlignerError, Document, Page, Ruling

EN = (
    "You may look at the card at any time.",
    "If two players tie, the ability has no effect.",
    "Tokens can be chosen.",
    "The copy resolves before the original spell.",
)
RU = (
    "Вы можете смотреть на эту карту в любой момент.",
    "Если два игрока набрали поровну, способность не даёт эффекта.",
    "Можно выбирать фишки.",
    "Копия разрешается раньше исходного заклинания.",
)
PT = (
    "Você pode olhar o card a qualquer momento.",
    "Se dois jogadores empatarem, a habilidade não terá efeito.",
    "Fichas podem ser escolhidas.",
    "A cópia é resolvida antes da mágica original.",
)
HEAD = "document,group,language,position\n"


def page(language: str, *texts: str | Ruling) -> Page:
    rulings = [text if isinstance(text, Ruling) else Ruling(text, n) for n, text in enumerate(texts, 1)]
    return Page(f"card.{language}.txt", language, None, tuple(rulings))


def aligned(tmp_path: Path, rows: str, *pages: Page, head: str = HEAD) -> tuple[list[dict[str, list[int]]], list[str]]:
    """Return the groups, language → positions, and the notes."""
    path = tmp_path / "links.csv"
    path.write_text(head + rows, encoding="utf-8")
    document = Document("Card", pages)
    given, notes = corrections.read(path).settle([document])
    groups = align.align(document, encoding.NoEncoder(), lambda _language, _text: {}, given=given.get(0, ()))
    found = [id(one) for group in groups for some in group.members.values() for one in some]
    assert sorted(found) == sorted(id(one) for home in pages for one in home.rulings)
    assert [group.number for group in groups] == list(range(1, len(groups) + 1))
    return [{code: [one.position for one in some] for code, some in group.members.items()} for group in groups], notes


def test_a_group_is_as_the_list_has_it(tmp_path: Path) -> None:
    groups, notes = aligned(tmp_path, "Card,1,en,2\nCard,1,ru,3\n", page("en", *EN), page("ru", *RU))
    assert groups == [{"en": [1], "ru": [1]}, {"ru": [2]}, {"en": [2], "ru": [3]}, {"en": [3]}, {"en": [4], "ru": [4]}]
    assert notes == []


def test_a_language_that_is_not_named_keeps_what_stood_beside_the_first_row(tmp_path: Path) -> None:
    groups, _ = aligned(tmp_path, "Card,x,en,2\nCard,x,ru,3\n", page("en", *EN), page("ru", *RU), page("pt", *PT))
    assert {"en": [2], "ru": [3], "pt": [2]} in groups
    assert {"en": [3], "pt": [3]} in groups
    assert {"ru": [2]} in groups


def test_a_ruling_alone_in_its_group_stands_alone(tmp_path: Path) -> None:
    groups, _ = aligned(tmp_path, "Card,9,ru,2\n", page("en", *EN), page("ru", *RU))
    assert {"en": [2]} in groups
    assert {"ru": [2]} in groups


def test_rulings_can_be_put_together(tmp_path: Path) -> None:
    rows = "Card,a,en,1\nCard,a,en,2\nCard,a,ru,1\n"
    groups, _ = aligned(tmp_path, rows, page("en", *EN), page("ru", RU[0] + RU[1], *RU[2:]))
    assert groups[0] == {"en": [1, 2], "ru": [1]}


def test_what_is_given_is_no_longer_doubtful(tmp_path: Path) -> None:
    path = tmp_path / "links.csv"
    path.write_text(HEAD + "Card,a,en,1\nCard,a,ru,4\n", encoding="utf-8")
    document = Document("Card", (page("en", *EN), page("ru", *RU)))
    given, _ = corrections.read(path).settle([document])
    groups = align.align(document, encoding.NoEncoder(), lambda _language, _text: {}, given=given[0])
    (group,) = [group for group in groups if len(group.members) > 1 and group.members["en"][0].position == 1]
    assert (group.method, group.score, group.doubtful) == ("given", 1.0, False)


def test_keys_go_before_positions(tmp_path: Path) -> None:
    en = page("en", *(Ruling(text, n, key=f"7.{n}") for n, text in enumerate(EN, 1)))
    ru = page("ru", *(Ruling(text, n, key=f"7.{n}") for n, text in enumerate(RU, 1)))
    head = "document,group,language,key,position\n"
    groups, _ = aligned(tmp_path, "Card,1,en,7.1,\nCard,1,ru,7.2,4\n", en, ru, head=head)
    assert {"en": [1], "ru": [2]} in groups


def test_a_ruling_that_moved_is_known_by_its_text(tmp_path: Path) -> None:
    head = "document,group,language,position,text\n"
    rows = f'Card,1,en,2,"{EN[1]}"\nCard,1,ru,2,"{RU[1]}"\n'
    moved = page("ru", RU[2], RU[0], RU[3], RU[1])
    groups, notes = aligned(tmp_path, rows, page("en", *EN), moved, head=head)
    assert {"en": [2], "ru": [4]} in groups
    assert notes == []


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("Card,1,ru,9\n", ("links.csv:2", "no ruling 9", "“Card”")),
        ("Card,1,pt,1\n", ("links.csv:2", "no ruling 1 in pt")),
        ("Card,1,en,1\nOther,1,en,1\n", ("links.csv:3", "no document “Other”")),
    ],
)
def test_stale_rows_are_told_and_stop_nothing(tmp_path: Path, rows: str, words: tuple[str, ...]) -> None:
    groups, notes = aligned(tmp_path, rows, page("en", *EN), page("ru", *RU))
    assert [one.keys() for one in groups if len(one) == 2]
    assert len(notes) == 1
    assert all(word in notes[0] for word in words), notes


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("group,language,position\n1,en,1\n", (":1", "'document'", "aligner align --format csv")),
        ("document,group,language\nCard,1,en\n", (":1", "'position'")),
        (HEAD + "Card,1,en,1\nCard,1,klingon,1\n", (":3", "'klingon'", "ru")),
        (HEAD + "Card,1,en,first\n", (":2", "'first'", "number")),
        (HEAD + "Card,1,en,0\n", (":2", "'0'")),
        (HEAD + "Card,1,en,\n", (":2", "neither key nor position")),
        (HEAD + "Card,,en,1\n", (":2", "no group")),
        (HEAD + ",1,en,1\n", (":2", "no document")),
        (HEAD + "Card,1,en,1\nCard,2,en,1\n", (":3", "group 1", "line 2")),
        ("", (":1", "'document'")),
    ],
)
def test_a_bad_list_is_told(tmp_path: Path, content: str, words: tuple[str, ...]) -> None:
    path = tmp_path / "links.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AlignerError) as caught:
        corrections.read(path).settle([Document("Card", (page("en", *EN),))])
    assert all(word in str(caught.value) for word in words), caught.value


def test_documents_of_one_title_are_told_apart_by_their_files(tmp_path: Path) -> None:
    path = tmp_path / "links.csv"
    two = [Document("Card", (Page(f"{folder}/en.txt", "en", None, (Ruling(EN[0], 1),)),)) for folder in "ab"]
    path.write_text("document,group,language,file,position\nCard,1,en,b/en.txt,1\n", encoding="utf-8")
    given, _ = corrections.read(path).settle(two)
    assert given == {1: [((0, 0),)]}
    path.write_text(HEAD + "Card,1,en,1\n", encoding="utf-8")
    with pytest.raises(AlignerError, match="2 documents are called 'Card'"):
        corrections.read(path).settle(two)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.main, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_a_repair_survives_the_next_run(folder) -> None:
    pages = {}
    for code, title, texts in (("en", "Card", EN), ("ru", "Карта", RU)):
        pages[f"card.{code}.txt"] = "\n\n".join([title, *(f"0{n}/04/2017\n{text}" for n, text in enumerate(texts, 1))])
    folder(pages)
    code, out, _ = run("align", "card.en.txt", "card.ru.txt", "--format", "csv", "--encoder", "none")
    assert code == 0
    rows = out.replace("\r\n", "\n").splitlines()
    Path("links.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    code, again, err = run(
        "align", "card.en.txt", "card.ru.txt", "--format", "csv", "--encoder", "none", "--links", "links.csv"
    )
    assert (code, err) == (0, "")
    columns = [[line.split(",")[n] for n in (1, 2, 4)] for line in out.splitlines()]
    assert [[line.split(",")[n] for n in (1, 2, 4)] for line in again.splitlines()] == columns
    assert "given" in again


@pytest.mark.parametrize("command", ["check", "align", "pages", "terms"])
def test_every_command_that_aligns_takes_the_list(folder, command: str) -> None:
    folder({"card.en.txt": "Card\n\n01/04/2017\nOne ruling.\n", "links.csv": HEAD + "Card,1,en,7\n"})
    code, _, err = run(command, "card.en.txt", "--links", "links.csv", "--encoder", "none")
    assert code == 0
    assert "links.csv:2: there is no ruling 7 in en of “Card”; the row was left out" in err
    code, _, err = run(command, "card.en.txt", "--links", "none.csv", "--encoder", "none")
    assert code == 2
    assert "none.csv: cannot read the list of links" in err
