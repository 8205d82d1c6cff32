"""Pages of text: dates, the shapes of pages of rulings and of rules, and what every page keeps to."""

from __future__ import annotations

import copy
import dataclasses
import datetime
import pickle
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading
from aligner.model import Page, Ruling
from aligner.reading import dates, numbers, rules
from aligner.reading.lines import lines


def page(text: str, name: str = "page.txt") -> Page:
    (only,) = reading.read_bytes(text.encode(), name)
    return only


# --- dates


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("19/03/2021", (2021, 3, 19)),
        ("2021-03-19", (2021, 3, 19)),
        ("2021/3/19", (2021, 3, 19)),
        ("19.03.2021", (2021, 3, 19)),
        ("19.03.21", (2021, 3, 19)),
        ("05.10.93", (1993, 10, 5)),
        ("19. 3. 2021", (2021, 3, 19)),
        ("19/03/2021:", (2021, 3, 19)),
        ("  19/03/2021\t", (2021, 3, 19)),
        ("１９/０３/２０２１", (2021, 3, 19)),
        ("2021年3月19日", (2021, 3, 19)),
        ("２０２１年３月１９日", (2021, 3, 19)),
        ("2021년 3월 19일", (2021, 3, 19)),
        ("2021. 3. 19.", (2021, 3, 19)),
        ("19 марта 2021 г.", (2021, 3, 19)),
        ("1 мая 2020 года", (2020, 5, 1)),
        ("19 de março de 2021", (2021, 3, 19)),
        ("1º de maio de 2020", (2020, 5, 1)),
        ("19 de marzo de 2021", (2021, 3, 19)),
        ("March 19, 2021", (2021, 3, 19)),
        ("March 19th, 2021", (2021, 3, 19)),
        ("19 March 2021", (2021, 3, 19)),
        ("Oct. 4, 2004", (2004, 10, 4)),
        ("19. März 2021", (2021, 3, 19)),
        ("19 mars 2021", (2021, 3, 19)),
        ("1er février 2021", (2021, 2, 1)),
        ("19 août 2021", (2021, 8, 19)),
        ("19 luglio 2021", (2021, 7, 19)),
        (unicodedata.normalize("NFD", "2021년 3월 19일"), (2021, 3, 19)),
        (unicodedata.normalize("NFD", "2021년3월19일"), (2021, 3, 19)),
        (unicodedata.normalize("NFD", "19. März 2021"), (2021, 3, 19)),
        ("31/02/2021", None),
        ("19/19/2021", None),
        ("31 февраля 2021", None),
    ],
)
def test_date_lines(line: str, expected: tuple[int, int, int] | None) -> None:
    written = dates.date_in(line)
    assert written and written in line
    assert dates.parse(written) == (datetime.date(*expected) if expected else None)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "2/2",
        "409.1b",
        "502.22. Воспоминание",
        "On March 19, 2021 the rule changed.",
        "19/03/2021 A creature dies.",
        "19 cards 2021",
        "Maio 2021",
        "05.10.08 в 17:44",
        "10/10/10/10",
        "card-000034/ru.txt",
        "44b8fce4e3b0",
    ],
)
def test_lines_that_are_no_dates(line: str) -> None:
    assert dates.date_in(line) == ""


@pytest.mark.parametrize(
    ("written", "order"),
    [
        (["01/02/2021", "19/03/2021"], "day"),
        (["01/02/2021", "03/19/2021"], "month"),
        (["01/02/2021", "2021-03-19"], ""),
        (["19/19/2021"], ""),
        (["19/03/2021", "20/03/2021", "03/21/2021"], "day"),
        (["19/03/2021", "03/21/2021"], "day"),
    ],
)
def test_the_file_decides_the_order_of_day_and_month(written: list[str], order: str) -> None:
    assert dates.settled_order(written) == order


def test_one_value_follows_the_order_of_its_file() -> None:
    text = "Patient Colossus\n\n{}\n\nIt attacks.\n\n04/05/2021\n\nIt blocks."
    assert page(text.format("19/03/2021")).rulings[1].date == datetime.date(2021, 5, 4)
    assert page(text.format("03/19/2021")).rulings[1].date == datetime.date(2021, 4, 5)
    assert page(text.format("03/04/2021")).rulings[1].date == datetime.date(2021, 5, 4)


@pytest.mark.parametrize(
    ("line", "author", "date"),
    [
        ("psk21office 05.10.08 в 17:44", "psk21office", "05.10.08"),
        ("Ivan Petrov 2 05/10/2008 17:44", "Ivan Petrov 2", "05/10/2008"),
        ("rule_keeper 05.10.2008 um 17:44 Uhr", "rule_keeper", "05.10.2008"),
        ("Ana, 05/10/2008 às 17:44", "Ana", "05/10/2008"),
        ("Luigi 05/10/2008 alle 17.44", "Luigi", "05/10/2008"),
        ("Pepe 05/10/2008 a las 17:44", "Pepe", "05/10/2008"),
        ("Jean 05/10/2008 à 17h44", "Jean", "05/10/2008"),
        ("05.10.08 в 17:44", "", "05.10.08"),
    ],
)
def test_stamps(line: str, author: str, date: str) -> None:
    assert dates.stamp_in(line) == dates.Stamp(author, date)


@pytest.mark.parametrize("line", ["Cast it before 17:44.", "Errata of 05.10.08", "502.21c The rule of 05.10.08 ends."])
def test_lines_that_are_no_stamps(line: str) -> None:
    assert dates.stamp_in(line) is None


# --- pages


def test_a_page_of_dated_rulings() -> None:
    read = page(
        "Отария\n\nБез даты.\n\n19/03/2021\n\nПервое.\n\nВторое,\nв две строки.\n20/03/2021\n21/03/2021\n  Третье.  "
    )
    assert read.title_text == "Отария"
    assert [one.text for one in read.residue] == ["Без даты."]
    assert [(one.text, one.label, one.position, one.line, one.column) for one in read.rulings] == [
        ("Первое.", "19/03/2021", 1, 7, 1),
        ("Второе,\nв две строки.", "19/03/2021", 2, 9, 1),
        ("", "20/03/2021", 3, 11, 1),
        ("Третье.", "21/03/2021", 4, 13, 3),
    ]
    assert read.rulings[2].label_line == 11


def test_a_first_line_with_a_date_means_no_title() -> None:
    read = page("19/03/2021\n\n- You may cast it.\n• You may not.")
    assert read.title is None
    assert read.rulings[0].text == "- You may cast it.\n• You may not."


def test_a_page_without_dates_has_undated_rulings() -> None:
    read = page("Shadow Forge\n\nMenace is an evasion ability.\n\nIt is checked once.")
    assert (read.title_text, [one.date for one in read.rulings], read.residue) == ("Shadow Forge", [None, None], ())


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", [0, 1, 3])
def test_line_breaks_and_marks_make_no_difference(line_break: str, mark: str, end: int) -> None:
    text = line_break.join(["Tide", "", "", "18/11/2013", " \u3000", "It ebbs.\u2028Slowly.\x0cVery.\x85\x0bYes."])
    read = page(mark + text + line_break * end)
    assert read.title_text == "Tide"
    assert [(one.text, one.line, one.column) for one in read.rulings] == [
        ("It ebbs.\u2028Slowly.\x0cVery.\x85\x0bYes.", 6, 1)
    ]


def test_stamps_are_no_text_on_any_page() -> None:
    parts = ["Shadow Forge", "Menace is an evasion ability.", "owl 05.10.08 at 17:44", "It is checked once."]
    read = page("\n\n".join(parts) + "\nfox 19.10.08 at 9:01")
    assert [(one.text, one.author, str(one.date)) for one in read.rulings] == [
        ("Menace is an evasion ability.", "owl", "2008-10-05"),
        ("It is checked once.", "fox", "2008-10-19"),
    ]
    dated = page("Shadow Forge\n\n05.10.2007\n\nMenace is an evasion ability.\n\nowl 05.10.08 at 17:44").rulings
    assert [(one.text, one.author, str(one.date)) for one in dated] == [
        ("Menace is an evasion ability.", "owl", "2007-10-05")
    ]


def test_tags_in_a_text_are_text() -> None:
    read = page("<i>Shadow Forge</i>\n\n05.10.2007\n\n<b>Menace</b> is an evasion ability.")
    assert (read.title_text, read.rulings[0].text) == ("<i>Shadow Forge</i>", "<b>Menace</b> is an evasion ability.")


def test_an_empty_file_is_a_page_with_nothing_on_it() -> None:
    for data in (b"", b"\xef\xbb\xbf", b"\n\n", b" \r\n"):
        (read,) = reading.read_bytes(data, "fr.txt")
        assert (read.entries, read.residue, read.language) == ((), (), "fr")


# --- rules

RULES = """Magic: The Gathering Comprehensive Rules: 5. Additional Rules

502.21c Карта с усилителем может содержать две стоимости. См. правила
409.1b и 409.1f-h.

psk21office 05.10.08 в 17:44

502.22. Воспоминание

slookin 13.10.08 в 19:51
502.22.a Воспоминание — это статическая способность.

Пример: карта на кладбище разыгрывается за [стоимость].

Это предложение без номера.

502.32а. Сплетение — это статическая способность.
502.32b Способность работает в стеке."""


def test_a_page_of_numbered_rules() -> None:
    read = page(RULES)
    assert read.format == "rules"
    assert read.title_text == "Magic: The Gathering Comprehensive Rules: 5. Additional Rules"
    assert [(one.key, one.label, one.kind, one.line, one.column, one.author) for one in read.rulings] == [
        ("502.21c", "502.21c", "ruling", 3, 9, "psk21office"),
        ("502.22", "502.22.", "heading", 8, 9, "slookin"),
        ("502.22a", "502.22.a", "ruling", 11, 10, ""),
        ("502.22a", "", "example", 13, 1, ""),
        ("502.32a", "502.32а.", "ruling", 17, 10, ""),
        ("502.32b", "502.32b", "ruling", 18, 9, ""),
    ]
    assert read.rulings[0].date == datetime.date(2008, 10, 5)
    assert read.rulings[0].text.endswith("409.1f-h.")
    assert [(one.text, one.line) for one in read.residue] == [("Это предложение без номера.", 15)]


@pytest.mark.parametrize(
    ("text", "label", "key", "form"),
    [
        ("502.21c Text", "502.21c", "502.21c", "9.9a"),
        ("502.22. Heading", "502.22.", "502.22", "9.9."),
        ("502.22", "502.22", "502.22", "9.9"),
        ("502.25.c Текст", "502.25.c", "502.25c", "9.9.a"),
        ("502.32а. Текст", "502.32а.", "502.32a", "9.9a."),
        ("502.32A Text", "502.32A", "502.32a", "9.9A"),
        ("502.32(a) Text", "502.32(a)", "502.32a", "9.9(a)"),
        ("704.5р Текст", "704.5р", "704.5p", "9.9a"),
        ("100.1a飞行属于躲避式异能。", "100.1a", "100.1a", "9.9a"),
        ("５０２.２１ｃ　テキスト", "５０２.２１ｃ", "502.21c", "9.9a"),
        ("502.22.Воспоминание", "502.22.", "502.22", "9.9."),
    ],
)
def test_rule_numbers(text: str, label: str, key: str, form: str) -> None:
    number = numbers.number_in(text)
    assert number is not None
    assert (number.label, numbers.regular(number), number.form) == (label, key, form)


@pytest.mark.parametrize(
    "text", ["05.10.08 в 17:44", "19.03.2021", "409.1f-h.", "1.2.3 beta", "2/2 creature", "3.5xy", "5."]
)
def test_what_is_no_rule_number(text: str) -> None:
    assert numbers.number_in(text) is None


def test_a_page_that_counts_by_the_russian_alphabet() -> None:
    read = page("502.9а Один.\n\n502.9б Два.\n\n502.9в Три.\n\n502.9г Четыре.")
    assert [one.key for one in read.rulings] == ["502.9a", "502.9b", "502.9c", "502.9d"]


@pytest.mark.parametrize(
    "text",
    [
        "Title\n\n502.1 One rule.\n\nText.",
        "Title\n\n19/03/2021\n\n2.5 is rounded up.\n\n20/03/2021\n\n3.5 is rounded up.",
        "Title\n\nOne.\n\nTwo.\n\n502.1 Three.\n\n502.2 Four.\n\nFive.",
    ],
)
def test_pages_with_a_few_numbers_are_no_rules(text: str) -> None:
    assert not rules.is_rules_page(text)


def test_chapters_are_headings() -> None:
    read = page(
        "Rules\n\n5. Turn Structure\n\n502. Untap Step\n\n502.1 All permanents untap.\n\n502.2 No player has priority."
    )
    assert [(one.key, one.kind) for one in read.rulings[:3]] == [
        ("5", "heading"),
        ("502", "heading"),
        ("502.1", "ruling"),
    ]


def test_the_real_pages(shared: Path) -> None:
    expected = {"000": (16, 0), "001": (16, 0), "002": (16, 0), "003": (29, 10), "004": (19, 0)}
    for path in sorted((shared / "seeds").iterdir()):
        (read,) = reading.read_bytes(path.read_bytes(), path.name)
        headings = sum(one.kind == "heading" for one in read.rulings)
        assert (len(read.rulings), headings, read.residue) == (*expected[path.name[:3]], ())


# --- laws

_LINES = st.sampled_from(
    [
        "",
        " ",
        "\u200b",
        "Отария",
        "19/03/2021",
        "  04/05/2021: ",
        "2021年3月19日",
        "\t- Text with {X}. ",
        "text that goes on",
        "502.21c Rule one.",
        " 502.22. Heading",
        "502.22а. Правило.",
        "502.30",
        "psk21office 05.10.08 в 17:44",
        "Пример: текст.",
        "7. Chapter",
        "\x0c\x85\u2028",
    ]
)
_TEXTS = st.tuples(st.lists(_LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"])).map(lambda x: x[1].join(x[0]))


@settings(max_examples=300, deadline=None)
@given(_TEXTS)
def test_nothing_is_lost(text: str) -> None:
    (read,) = reading.read_bytes(text.encode(), "a.txt")
    taken: set[int] = set()
    for piece in (*read.entries, *read.residue):
        taken |= set(range(piece.line, piece.line + len(list(lines(piece.text)) or [0])))
    taken |= {one.label_line for one in read.rulings}
    for line in lines(text):
        stamp = dates.stamp_in(line.text) or (read.format == "rules" and dates.date_in(line.text))
        assert line.blank or line.number in taken or stamp, line


@settings(max_examples=300, deadline=None)
@given(_TEXTS)
def test_texts_and_labels_are_slices_of_the_file(text: str) -> None:
    (read,) = reading.read_bytes(text.encode(), "a.txt")
    starts = {line.number: line.start for line in lines(text)}
    for piece in (*read.entries, *read.residue):
        start = starts.get(piece.line, 0) + piece.column - 1
        written = piece.text or getattr(piece, "label", "")
        assert written and text[start : start + len(written)] == written
    for one in read.rulings:
        if one.label:
            start = starts[one.label_line] + one.label_column - 1
            assert text[start : start + len(one.label)] == one.label
    assert [one.position for one in read.rulings] == list(range(1, len(read.rulings) + 1))


def test_a_ruling_is_frozen_as_soon_as_it_is_made() -> None:
    ruling = Ruling("It attacks.", 1, 5, column=1, label="19/03/2021")
    assert type(ruling) is Ruling
    assert (ruling.column, ruling.key, ruling.kind) == (1, "", "ruling")
    assert pickle.loads(pickle.dumps(ruling)) == dataclasses.replace(ruling) == copy.copy(ruling) == ruling
    page = Page("a.txt", "ru", dataclasses.replace(ruling, text="Отария \ud800"), (ruling,), encoding="utf-16")
    again = pickle.loads(pickle.dumps(page))
    assert again == page and type(again) is Page and type(again.title) is Ruling
    assert hash(dataclasses.replace(ruling, line=6)) != hash(ruling)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruling.text = "It blocks."  # type: ignore[misc]
    with pytest.raises(TypeError):
        Ruling("It attacks.")  # type: ignore[call-arg]
