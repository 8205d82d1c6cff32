"""Scryfall and MTGJSON: rulings, printed texts, faces and sets, their places in the source, and broken JSON."""

from __future__ import annotations

import json
import re

import pytest

from aligner import reading
from aligner.model import AlignerError, Page
from aligner.reading import formats, records


def read(data: object, name: str = "cards.json", **options: object) -> tuple[Page, ...]:
    options = {"indent": 1, "ensure_ascii": False, **options}
    return reading.read_bytes(json.dumps(data, **options).encode(), name)  # type: ignore[arg-type]


def ruling(card: str, text: str, date: str = "2021-03-19", source: str = "wotc") -> dict[str, str]:
    return {"object": "ruling", "oracle_id": card, "source": source, "published_at": date, "comment": text}


# --- Scryfall


def test_bulk_rulings_by_card() -> None:
    first, second = read([ruling("a", "One."), ruling("b", "Two."), ruling("a", "Three.", "2021-03-20")])
    assert [(one.name, [r.text for r in one.rulings]) for one in (first, second)] == [
        ("a", ["One.", "Three."]),
        ("b", ["Two."]),
    ]


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
        line = text.split("\n")[one.line - 1]
        assert line[one.column - 1 :].startswith(written) if one.column else "\\" in written and written in line


def test_rulings_of_others_are_kept_apart() -> None:
    pages = read(
        {"object": "list", "data": [ruling("a", "One."), ruling("a", "Note.", source="scryfall"), ruling("a", "Two.")]}
    )
    assert [(one.name, [r.text for r in one.rulings]) for one in pages] == [
        ("", ["One.", "Two."]),
        ("a (scryfall)", ["Note."]),
    ]


def test_an_empty_list_is_a_page_with_nothing_on_it() -> None:
    (page,) = read({"object": "list", "has_more": False, "data": []})
    assert (page.entries, page.format) == ((), "scryfall")


def scryfall_card(lang: str, **more: object) -> dict[str, object]:
    return {"object": "card", "lang": lang, "name": "Kraken", "set": "aaa", "collector_number": "7", **more}


def test_cards_with_printed_text() -> None:
    english = scryfall_card("en", oracle_text="Draw a card.")
    french = scryfall_card("fr", printed_name="Kraken français", printed_text="Piochez.", oracle_text="Draw a card.")
    german = scryfall_card("de", printed_name="Krake", oracle_text="Draw a card.")
    again = scryfall_card("fr", printed_text="Piochez une carte.", set="bbb", collector_number="1")
    pages = read({"object": "list", "data": [english, french, german, again]})
    assert [(one.name, one.language, one.title_text, [(r.text, r.label) for r in one.rulings]) for one in pages] == [
        ("Kraken", "en", "Kraken", [("Draw a card.", "")]),
        ("Kraken", "fr", "Kraken français", [("Piochez.", "")]),
        ("Kraken", "de", "Krake", [("", "Krake")]),
        ("Kraken (BBB 1)", "fr", "Kraken", [("Piochez une carte.", "")]),
    ]


def test_one_card_and_its_faces() -> None:
    faces = [
        {"object": "card_face", "name": name, "printed_name": title, "printed_text": text, "oracle_text": "x"}
        for name, title, text in [("Fire", "Feuer", "Eins."), ("Ice", "Eis", "Zwei.")]
    ]
    pages = read(scryfall_card("de", card_faces=faces))
    assert [(one.name, one.title_text, one.rulings[0].text) for one in pages] == [
        ("Fire", "Feuer", "Eins."),
        ("Ice", "Eis", "Zwei."),
    ]


# --- MTGJSON


def mtgjson_card(name: str, **more: object) -> dict[str, object]:
    return {
        "identifiers": {"name": "not this one", "text": "nor this"},
        "name": name,
        "text": "Draw a card.",
        "foreignData": [{"language": "German", "name": f"{name} de", "text": "Zieht eine Karte."}],
        "rulings": [{"date": "2021-03-19", "text": "It attacks."}],
        **more,
    }


@pytest.mark.parametrize(
    "wrap",
    [
        lambda cards: cards,
        lambda cards: {"data": cards},
        lambda cards: {"meta": {"date": "2021-01-01"}, "data": {"name": "Set", "cards": cards, "code": "AAA"}},
        lambda cards: {"meta": {}, "data": {"AAA": {"cards": cards[:1], "tokens": cards}, "BBB": {"cards": cards[1:]}}},
        lambda cards: {"data": {one["name"]: [one] for one in cards}},
    ],
)
def test_shapes_of_files(wrap) -> None:
    pages = read(wrap([mtgjson_card("Kraken"), mtgjson_card("Bear")]))
    assert [(one.name, one.language, one.title_text, one.rulings[0].text) for one in pages] == [
        ("Kraken", "en", "Kraken", "Draw a card."),
        ("Kraken", "de", "Kraken de", "Zieht eine Karte."),
        ("Kraken / rulings", "", "Kraken", "It attacks."),
        ("Bear", "en", "Bear", "Draw a card."),
        ("Bear", "de", "Bear de", "Zieht eine Karte."),
        ("Bear / rulings", "", "Bear", "It attacks."),
    ]


def test_one_card_alone() -> None:
    rulings = [{"date": "2021-03-19", "text": "It attacks."}, {"date": "2021-03-20", "text": "It blocks."}]
    for data in ({"name": "Kraken", "rulings": rulings}, {"data": {"rulings": rulings, "name": "Kraken"}}):
        (page,) = read(data, "otaria.ru.json")
        assert (page.name, page.title_text, page.language) == ("otaria", "Kraken", "ru")
        assert [(one.text, str(one.date)) for one in page.rulings] == [
            ("It attacks.", "2021-03-19"),
            ("It blocks.", "2021-03-20"),
        ]


def test_faces_and_names_of_languages() -> None:
    languages = ["Chinese Traditional", "Portuguese (Brazil)", "Phyrexian", "Ancient Greek"]
    foreign = [{"language": one, "faceName": "F", "name": "F // G", "text": "T."} for one in languages]
    pages = read([mtgjson_card("Fire // Ice", faceName="Fire", foreignData=foreign, rulings=[])])
    assert [(one.name, one.language, one.region) for one in pages] == [
        ("Fire", "en", ""),
        ("Fire", "zht", ""),
        ("Fire", "pt", "BR"),
        ("Fire", "phyrexian", ""),
        ("Fire", "ancient greek", ""),
    ]
    assert pages[1].title_text == "F"


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


# --- places


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_texts_stand_where_the_page_says(indent: int | None, ascii_only: bool) -> None:
    cards = [
        mtgjson_card("Кракен", text='Two\nlines, "quoted".', identifiers={"a": "It attacks.", "name": "Кракен"}),
        mtgjson_card("Bear", text="Существо 𝒜 атакует.", booster=["It attacks."]),
    ]
    source = json.dumps({"data": {"A": {"cards": cards}}}, indent=indent, ensure_ascii=ascii_only)
    lines = source.split("\n")
    entries = [one for page in reading.read_bytes(source.encode(), "a.json") for one in page.entries]
    assert len(entries) == 12
    for one in entries:
        written = lines[one.line - 1]
        if one.column:
            assert written[one.column - 1 :].startswith(one.text + '"')
            before = written[: one.column - 1]
            assert re.search(r'"(?:name|text)": "$', before)
        else:
            assert json.dumps(one.text, ensure_ascii=ascii_only)[1:-1] in written
            assert json.dumps(one.text, ensure_ascii=ascii_only)[1:-1] != one.text


def test_places_do_not_depend_on_how_the_text_comes() -> None:
    cards = [mtgjson_card(f"Card {n}", text=f"Text {n} " + "x" * n) for n in range(40)]
    source = json.dumps({"data": {"A": {"cards": cards, "tokens": cards}, "B": {"cards": cards[:3]}}}, indent=1)
    whole = list(formats.read_json([source], "a.json"))
    for size in (1, 7, 1000):
        pieces = (source[at : at + size] for at in range(0, len(source), size))
        assert list(formats.read_json(pieces, "a.json")) == whole


def test_the_window_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_BUFFER", 256)
    monkeypatch.setattr(records, "_MANY", 8)
    monkeypatch.setattr(records, "_LONGEST", 4000)
    cards = [mtgjson_card(f"Card {n}") for n in range(200)]
    source = json.dumps({"data": {"A": {"tokens": cards, "cards": cards}}}, indent=1)
    pages = list(formats.read_json((source[at : at + 100] for at in range(0, len(source), 100)), "a.json"))
    lines = source.split("\n")
    assert len(pages) == 600
    assert all(lines[p.title.line - 1][p.title.column - 1 :].startswith(p.title_text) for p in pages if p.title)
    with pytest.raises(AlignerError, match=r"^a\.json:1: one object of more than"):
        list(formats.read_json(('{"name": "x' + "y" * 5000, '"}'), "a.json"))


# --- bad input


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"object": "list",\n"data": [', r"^a\.json:2: broken JSON \(premature EOF\).*again$"),
        ('[{"name": "x",\n"text": "y"}\n', r"^a\.json:3: broken JSON"),
        ('{"data": [\n{"comment": tru}\n]}\n\n\n', r"^a\.json:2: broken JSON .*again$"),
        ('[{"comment": "x"}]\n[]', r"^a\.json:2: broken JSON"),
        ('[{"comment": "x",\n"comment": "y"}]', r"^a\.json:2: the key 'comment' stands twice"),
        ('{"data": [],\n"data": []}', r"^a\.json:2: the key 'data' stands twice"),
        ("[" * 100_000, r"^a\.json:1: "),
        ('[{"name": "x", "rulings": ' + "[" * 500 + "]" * 500 + "}]", r"^a\.json:1: nested too deep"),
        ('[{"name": "x", "text": "a\x00b"}]', r"^a\.json:1: a NUL"),
        ("[1, 2]", r"^a\.json:1: ruling 1 of the list"),
        ('["a"]', r"^a\.json:1: ruling 1 of the list"),
        ("[]", r"^a\.json: JSON that holds no rulings"),
        ('{"glossary": 1}', r"^a\.json: JSON that holds no rulings"),
        ('"text"', r"^a\.json: JSON that holds no rulings"),
    ],
)
def test_broken_json(text: str, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        reading.read_bytes(text.encode(), "a.json")


def test_a_half_of_a_character_is_an_error_or_a_mark() -> None:
    (page,) = read([ruling("a", "x \ud800 y")], ensure_ascii=True)
    page.rulings[0].text.encode()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1251"])
def test_encodings_of_json(encoding: str) -> None:
    data = json.dumps([ruling("a", "Существо атакует, если может. Оно не блокирует.")], ensure_ascii=False)
    (page,) = reading.read_bytes(data.encode(encoding), "ru.json")
    assert page.rulings[0].text == "Существо атакует, если может. Оно не блокирует."
    assert page.encoding == encoding.replace("-sig", "")


def test_large_json_is_read_as_a_stream(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_STREAMED", 1000)
    data = json.dumps([ruling("a", f"Существо {n}.") for n in range(12_000)], ensure_ascii=False)
    folder({"ru.json": data, "bad.json": data.encode()[:-1] + b"\xff]", "utf16.json": data.encode("utf-16")})
    expected = reading.read_bytes(data.encode(), "ru.json")
    assert reading.read(reading.Source("ru.json", "ru.json", True, "ru.json")) == expected
    (wide,) = reading.read(reading.Source("utf16.json", "utf16.json", True, "utf16.json"))
    assert wide.rulings == expected[0].rulings
    with pytest.raises(AlignerError, match=r"^bad\.json:1: not UTF-8"):
        reading.read(reading.Source("bad.json", "bad.json"))
