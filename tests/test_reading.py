"""Reading: encodings, names, dates, the shapes of pages, the walk through folders, and what every file keeps to."""

from __future__ import annotations

import datetime
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading
from aligner.model import AlignerError, Page
from aligner.reading import dates, decoding, naming, numbers, rules
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


# --- encodings and names


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1251", "koi8-r", "cp866"])
def test_encodings(encoding: str) -> None:
    text = "Застывшая Книга\n\n26/01/2018\n\nМана-стоимость не меняется, её нельзя уплатить дважды."
    found, name = decoding.decode(text.encode(encoding), "page.txt", "ru")
    assert found == text
    assert name == {"utf-8-sig": "utf-8", "koi8-r": "koi8_r"}.get(encoding, encoding)


def test_the_name_tells_the_code_page() -> None:
    (read,) = reading.read_bytes("Ключ\n\n26/01/2018\n\nДа.".encode("cp866"), "ru.cp866.txt")
    assert (read.encoding, read.title_text, read.language) == ("cp866", "Ключ", "ru")


def test_a_few_broken_bytes_leave_utf8_as_it_is() -> None:
    found, name = decoding.decode("Le coût, ".encode() * 9 + b"co\xfbt", "fr.txt")
    assert (found[-4:], name) == ("co\ufffdt", "utf-8")


@pytest.mark.parametrize("data", [b"PK\3\4\0\0", b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 3, b"\xff\xfe\x00"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(AlignerError, match=r"^x\.bin"):
        reading.read_bytes(data, "x.bin")


@pytest.mark.parametrize(
    ("shown", "language", "region", "name"),
    [
        ("ru.txt", "ru", "", "."),
        ("cards/ru.txt", "ru", "", "cards"),
        ("otaria.ru.txt", "ru", "", "otaria"),
        ("otaria_ru.txt", "ru", "", "otaria"),
        ("cards/otaria.ru.txt", "ru", "", "cards/otaria"),
        ("ru/otaria.txt", "ru", "", "otaria"),
        ("en-US.txt", "en", "US", "."),
        ("otaria.pt_BR.txt", "pt", "BR", "otaria"),
        ("zh_TW.txt", "zht", "TW", "."),
        ("zh-Hans.txt", "zhs", "", "."),
        ("ru.cp1251.txt", "ru", "", "."),
        ("en.scryfall.json", "en", "", "."),
        ("RU.TXT", "ru", "", "."),
        ("ru", "ru", "", "."),
        ("000_561ea6e107d4299a.txt", "", "", ""),
        ("de-luxe.txt", "", "", ""),
        ("no.txt", "", "", ""),
        ("item.txt", "", "", ""),
        ("notes.txt", "", "", ""),
    ],
)
def test_names(shown: str, language: str, region: str, name: str) -> None:
    assert naming.named(shown, shown) == naming.Named(language, region, name)


def test_the_path_given_tells_the_language_where_the_name_below_it_does_not() -> None:
    assert naming.named("it/otaria.ru.txt", "otaria.ru.txt").language == "ru"
    assert naming.named("it/otaria.txt", "otaria.txt").language == "it"


# --- JSON and TMX


def test_scryfall_rulings() -> None:
    items = [
        {"oracle_id": card, "published_at": date, "comment": text}
        for card, date, text in [
            ("a", "2016-09-20", "One {E}."),
            ("b", "2016-02-31", 'Two "q".'),
            ("a", "2017-09-20", ""),
        ]
    ]
    text = json.dumps({"object": "list", "data": items}, indent=1)
    first, second = reading.read_bytes(text.encode(), "page.scryfall.json")
    assert [(one.text, one.position, one.label) for one in first.rulings] == [
        ("One {E}.", 1, "2016-09-20"),
        ("", 2, "2017-09-20"),
    ]
    assert (second.name, second.rulings[0].date, second.rulings[0].label) == ("b", None, "2016-02-31")
    for one in (*first.rulings, *second.rulings):
        written = json.dumps(one.text)[1:-1] or one.label
        assert text.split("\n")[one.line - 1][one.column - 1 :].startswith(written)


def test_mtgjson_texts_by_language() -> None:
    card = {
        "name": "Kraken Herald",
        "text": "Draw a card.",
        "foreignData": [
            {"language": "Portuguese (Brazil)"},
            {"language": "German", "name": "Kraken-Herold"},
            {"language": "French", "name": "Héraut du kraken", "text": "Piochez une carte."},
            {"language": "French", "name": "Héraut", "text": "Piochez."},
        ],
    }
    read = reading.read_bytes(json.dumps({"data": {"cards": [card, card]}}, indent=1).encode(), "set.json")
    assert [(one.name, one.language) for one in read] == [
        (name, language) for name in ("Kraken Herald", "Kraken Herald (2)") for language in ("en", "pt", "de", "fr")
    ]
    assert [(one.title_text, one.rulings[0].text, one.rulings[0].label) for one in read[:4]] == [
        ("Kraken Herald", "Draw a card.", ""),
        ("", "", "Portuguese (Brazil)"),
        ("Kraken-Herold", "", "Kraken-Herold"),
        ("Héraut du kraken", "Piochez une carte.", ""),
    ]
    assert [one.text for one in read[3].residue] == ["French"]


def test_a_card_without_a_text_in_any_language_lacks_nothing() -> None:
    card = {"name": "Bear", "foreignData": [{"language": "German", "name": "Bär"}]}
    assert [one.rulings for one in reading.read_bytes(json.dumps([card]).encode(), "set.json")] == [(), ()]


TMX = """<?xml version="1.0" encoding="{encoding}"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="EN-us"/><body>
<tu tuid="x7"><tuv xml:lang="en-US"><seg>Tap <bpt i="1">&lt;b></bpt>it<ept i="1">&lt;/b></ept>.</seg></tuv>
<tuv xml:lang="PT-br"><seg>Vire-o.</seg></tuv></tu>
<tu><tuv xml:lang="EN-us"><seg>Untap it.</seg></tuv><tuv xml:lang="pt-BR"><seg> </seg></tuv></tu>
<tu tuid="x9"><tuv xml:lang="en-US"><seg>Exile it.</seg></tuv></tu>
</body></tmx>"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_translation_memories(encoding: str) -> None:
    english, portuguese = reading.read_bytes(TMX.format(encoding=encoding).encode(encoding), "memory.tmx")
    assert [(one.text, one.key, one.position, one.line) for one in english.rulings] == [
        ("Tap it.", "x7", 1, 4),
        ("Untap it.", "2", 2, 6),
        ("Exile it.", "x9", 3, 7),
    ]
    assert [(one.text, one.key, one.position) for one in portuguese.rulings] == [("Vire-o.", "x7", 1), ("", "2", 2)]
    assert (portuguese.language, portuguese.region, english.name == portuguese.name) == ("pt", "BR", True)
    assert english.encoding == encoding


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.json", b'{"object": "list",\n"data": [', r"^a\.json:2: broken JSON .*again$"),
        ("a.json", b"[" * 200000, r"^a\.json"),
        ("a.json", b'{"glossary": 1}', r"^a\.json: JSON that holds no rulings"),
        ("a.json", b'{"object": "list", "data": [{"comment": "x", "published_at": "y"}, 3]}', r"^a\.json: ruling 2"),
        ("a.tmx", b"<tmx><body>\n<tu>", r"^a\.tmx:2: broken XML"),
        ("a.tmx", b"<tbx/>", r"^a\.tmx: .*<tbx>"),
        ("a.tmx", b"<tmx><body/></tmx>", r"^a\.tmx: .*without any unit"),
        ("a.tmx", b"<tmx><body>\n<tu><tuv><seg>x</seg></tuv></tu></body></tmx>", r"^a\.tmx:2: .*language"),
        ("a.html", b"<html><p>x</p></html>", r"^a\.html: .*plain text$"),
        ("a.csv", b"concept,term\nx,y\n", r"^a\.csv: .*--glossary"),
    ],
)
def test_broken_files(name: str, data: bytes, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        reading.read_bytes(data, name)


def test_entities_are_not_resolved(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    body = '<tu><tuv xml:lang="en"><seg>x&e;y</seg></tuv></tu>'
    head = f'<!DOCTYPE tmx [<!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    (read,) = reading.read_bytes(f"{head}<tmx><body>{body}</body></tmx>".encode(), "a.tmx")
    assert "secret" not in read.rulings[0].text


# --- finding files


def test_a_folder(folder) -> None:
    here = folder(
        {
            "pages/ru/otaria.txt": "Отария",
            "pages/.hidden.txt": "x",
            "pages/.git/config": "x",
            "pages/b.bin": b"\0\1",
            "pages/labels.csv": "a,b",
            "pages/expected.json": '{"must": []}',
            "pages/en.scryfall.json": '{"object": "list", "data": [{"comment": "x", "published_at": "2020-01-01"}]}',
            "pages/make.py": "print()",
            "pages/draft/en.txt": "x",
            "z.txt": "Z",
        }
    )
    sources, skipped, errors = reading.find_files(["pages", "z.txt", "./z.txt", "-"], ["draft"])
    assert [(one.shown, one.given, one.inside) for one in sources] == [
        ("pages/en.scryfall.json", False, "en.scryfall.json"),
        ("pages/ru/otaria.txt", False, "ru/otaria.txt"),
        ("z.txt", True, "z.txt"),
        ("-", True, "-"),
    ]
    names = (".git", ".hidden.txt", "b.bin", "expected.json", "labels.csv", "make.py")
    assert (skipped, errors) == ([f"pages/{name}" for name in names], [])
    (here / "elsewhere").mkdir()
    os.chdir(here / "elsewhere")
    sources, _, _ = reading.find_files(["../pages/ru", str(here / "z.txt")])
    assert [one.shown for one in sources] == ["ru/otaria.txt", "z.txt"]
    assert reading.read(sources[0])[0].language == "ru"


def test_what_is_out_of_reach(folder) -> None:
    here = folder({"pages/en.txt": "x", "pages/sub/ru.txt": "y"})
    (here / "pages" / "gone.txt").symlink_to(here / "nowhere")
    (here / "pages" / "sub" / "up").symlink_to(here / "pages")
    (here / ".secret.txt").write_text("x")
    sources, _, errors = reading.find_files(["pages", "missing.txt", ".secret.txt"])
    assert [one.shown for one in sources] == ["pages/en.txt", "pages/sub/ru.txt"]
    assert [error.partition(":")[0] for error in errors] == [
        "pages/gone.txt",
        "pages/sub/up",
        "missing.txt",
        ".secret.txt",
    ]


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Run the test as nobody where it was started as root, who may read everything."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_no_permission(unprivileged: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        pages = Path(name) / "pages"
        (pages / "closed").mkdir(parents=True)
        for file in ("pt.txt", "ru.txt"):
            (pages / file).write_text("x")
            (pages / file).chmod(0 if file == "ru.txt" else 0o600)
        (pages / "closed").chmod(0)
        monkeypatch.chdir(name)
        sources, _, errors = reading.find_files(["pages"])
        assert [one.shown for one in sources] == ["pages/pt.txt", "pages/ru.txt"]
        assert errors == ["pages/closed: no permission to read it; change its permissions or leave it out"]
        with pytest.raises(AlignerError, match=r"^pages/ru\.txt: no permission"):
            reading.read(sources[1])
        (pages / "closed").chmod(0o700)
        monkeypatch.undo()


def test_an_endless_line_is_refused(folder) -> None:
    folder({"long.txt": b"Title\n\n" + b"x" * (3 << 20), "blob.txt": b"\0" * (2 << 20)})
    sources, _, _ = reading.find_files(["long.txt", "blob.txt"])
    with pytest.raises(AlignerError, match=r"^long\.txt:3: .*1 MB"):
        reading.read(sources[0])
    with pytest.raises(AlignerError, match=r"^blob\.txt: .*binary"):
        reading.read(sources[1])


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


@settings(deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["a.txt", "ru.txt", "a.json", "a.tmx", "a.cp1251.txt", "a"]))
def test_any_bytes_give_pages_or_one_clear_error(data: bytes, name: str) -> None:
    try:
        read = reading.read_bytes(data, name)
    except AlignerError as error:
        assert str(error).startswith(name)
    else:
        assert read and all(one.file == name for one in read)


_JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "data",
                    "comment",
                    "published_at",
                    "name",
                    "text",
                    "foreignData",
                    "language",
                    "rulings",
                    "date",
                    "cards",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(_JSON)
def test_any_json_gives_pages_or_one_clear_error(data: object) -> None:
    try:
        read = reading.read_bytes(json.dumps(data).encode(), "a.json")
    except AlignerError as error:
        assert str(error).startswith("a.json")
    else:
        assert all(isinstance(one.text, str) for page in read for one in page.entries)


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
