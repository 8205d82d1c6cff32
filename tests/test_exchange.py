"""Glossaries in and out of other formats: TBX, tables with one column a language, card names."""

from __future__ import annotations

import datetime
import gzip
import io
import json
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import exchange, glossary
from aligner.cli import main
from aligner.exchange import names, tables, tbx
from aligner.model import LANGUAGES, AlignerError, Term
from aligner.report import workbook

TEXT = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)
FILLED = TEXT.filter(bool)
DATE = st.none() | st.dates(datetime.date(1993, 1, 1), datetime.date(2030, 1, 1))
TERM = st.builds(
    Term,
    concept=FILLED,
    text=FILLED,
    language=st.sampled_from(LANGUAGES),
    status=st.sampled_from(("preferred", "admitted", "deprecated", "superseded", "candidate")),
    pos=st.sampled_from(("", "noun", "verb", "adjective", "phrase")),
    forms=st.lists(FILLED, max_size=2).map(tuple),
    since=DATE,
    until=DATE,
    note=TEXT,
    source=TEXT,
)


def by_concept(terms) -> dict[tuple[str, str], list[Term]]:
    found: dict[tuple[str, str], list[Term]] = {}
    for term in terms:
        found.setdefault((term.concept, term.language), []).append(term)
    return found


@given(st.lists(TERM, min_size=1, max_size=8))
@settings(max_examples=50, deadline=None)
def test_tbx_loses_nothing(terms: list[Term]) -> None:
    written = tbx.write(terms)
    read = tbx.read(written.encode(), "t.tbx")
    assert by_concept(read) == by_concept(terms)
    assert tbx.write(read) == written


def test_the_shipped_glossaries_survive_tbx() -> None:
    ours = glossary.read_shipped()
    read = tbx.read(tbx.write(ours).encode(), "t.tbx")
    plain = [Term(**{name: getattr(row, name) for name in Term.__slots__ if name != "shipped"}) for row in ours]
    assert by_concept(read) == by_concept(plain)


@given(st.lists(TERM, min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_our_own_csv_loses_nothing(tmp_path_factory: pytest.TempPathFactory, terms: list[Term]) -> None:
    plain = [term for term in terms if not (term.since and term.until and term.until <= term.since)]
    plain = [Term(**{**_cells(term), "forms": _lawful(term.forms)}) for term in plain]
    path = tmp_path_factory.mktemp("csv") / "terms.csv"
    path.write_text(exchange.to_csv(plain), encoding="utf-8")
    assert {*glossary.load(path)} <= {*plain}


def _cells(term: Term) -> dict[str, object]:
    return {name: getattr(term, name) for name in Term.__slots__}


def _lawful(forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(form for form in forms if "|" not in form and form.strip("~"))


FOREIGN = {
    "version 2": """<?xml version="1.0"?><!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><text><body><termEntry id="1"><descrip type="definition">put away</descrip>
<langSet xml:lang="en-US"><tig><term>exile</term></tig></langSet>
<langSet xml:lang="pt-BR"><ntig><termGrp><term>exilar</term>
<termNote type="partOfSpeech">verb</termNote></termGrp></ntig>
<tig><term>remover do jogo</term>
<termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></tig></langSet>
</termEntry></body></text></martif>""",
    "version 3": """<tbx style="dca" type="TBX-Basic" xmlns="urn:iso:std:iso:30042:ed-2" xml:lang="en"><text><body>
<conceptEntry id="1"><descrip type="definition">put away</descrip>
<langSec xml:lang="en"><termSec><term>exile</term></termSec></langSec>
<langSec xml:lang="pt"><termSec><term>exilar</term><termNote type="partOfSpeech">verb</termNote></termSec>
<termSec><term>remover do jogo</term><termNote type="administrativeStatus">supersededTerm-admn-sts</termNote></termSec>
</langSec></conceptEntry></body></text></tbx>""",
    "version 3 with a tag a category": """<tbx style="dct" type="TBX-Basic" xmlns="urn:iso:std:iso:30042:ed-2"
xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic" xml:lang="en"><text><body>
<conceptEntry id="1"><descripGrp><basic:definition>put away</basic:definition></descripGrp>
<langSec xml:lang="en"><termSec><term>exile</term></termSec></langSec>
<langSec xml:lang="pt"><termSec><term>exilar</term><min:partOfSpeech>verb</min:partOfSpeech></termSec>
<termSec><term>remover do jogo</term>
<min:administrativeStatus>supersededTerm-admn-sts</min:administrativeStatus></termSec>
</langSec></conceptEntry></body></text></tbx>""",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_termbases_of_others(kind: str) -> None:
    assert tbx.read(FOREIGN[kind].encode(), "t.tbx") == (
        Term("exile", "exile", "en", note="put away"),
        Term("exile", "exilar", "pt", pos="verb"),
        Term("exile", "remover do jogo", "pt", "superseded"),
    )


SECTION = '<martif><text><body><termEntry><langSet xml:lang="{}">{}</langSet></termEntry></body></text></martif>'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("<martif>\n<text>\n</martif>", r"t\.tbx:3: broken XML"),
        ("", r"t\.tbx:1: "),
        ("<html/>", r"t\.tbx:1: XML but no termbase \(its root is <html>\)"),
        ("<martif><text><body/></text></martif>", r"t\.tbx:1: the termbase has no term"),
        (SECTION.format("", "<tig><term>a</term></tig>"), r"t\.tbx:1: no language"),
        (SECTION.format("tlh", "<tig><term>a</term></tig>"), r"t\.tbx:1: unknown language 'tlh'"),
        (SECTION.format("ru", "<tig><term> </term></tig>"), r"t\.tbx:1: a term section without a term"),
        (
            SECTION.format("ru", '<tig><term>a</term><termNote type="administrativeStatus">nice</termNote></tig>'),
            "unknown administrative status 'nice'",
        ),
        (
            SECTION.format("ru", '<tig><term>a</term><admin type="since">1.2.2021</admin></tig>'),
            "'1.2.2021' is no date",
        ),
    ],
)
def test_a_broken_termbase_is_one_error(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "t.tbx").write_text(content, encoding="utf-8")
    with pytest.raises(AlignerError, match=says):
        exchange.load(tmp_path / "t.tbx")


def test_entities_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("SECRET", encoding="utf-8")
    content = f'<!DOCTYPE martif [<!ENTITY x SYSTEM "{secret.as_uri()}">]>' + SECTION.format(
        "ru", "<tig><term>a</term><note>&x;</note></tig>"
    )
    assert all("SECRET" not in term.note for term in tbx.read(content.encode(), "t.tbx"))


def test_a_character_that_xml_cannot_hold() -> None:
    with pytest.raises(AlignerError, match="concept 'exile'"):
        tbx.write([Term("exile", "a\x01", "en")])


# --- tables

TABLES = {
    "codes and a concept column": ("concept,en,ru\nexile,exile,изгнать; удалить|убрать\n", "exile"),
    "names, semicolons": ("Concept;English;Русский\nexile;exile;изгнать|удалить | убрать\n", "exile"),
    "the first column is the concept": (
        "Begriff\tEnglish\tRussian\nVerbannen\texile\tизгнать;удалить;убрать\n",
        "Verbannen",
    ),
    "the first column is English": ('en,ru\nexile,"изгнать\nудалить; убрать"\n', "exile"),
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables_of_translators(tmp_path: Path, kind: str) -> None:
    content, concept = TABLES[kind]
    (tmp_path / "t.csv").write_text(content, encoding="utf-8-sig")
    assert exchange.load(tmp_path / "t.csv") == (
        Term(concept, "exile", "en"),
        Term(concept, "изгнать", "ru"),
        Term(concept, "удалить", "ru", "admitted"),
        Term(concept, "убрать", "ru", "admitted"),
    )


def test_other_columns_become_the_note(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("concept,ru,Notes,Owner,Source\nexile,изгнать,since 2009,Anna,cards\n", "utf-8")
    assert exchange.load(tmp_path / "t.csv") == (
        Term("exile", "изгнать", "ru", note="since 2009; Owner: Anna", source="cards"),
    )


def test_our_own_format_is_known(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("concept,language,term,status\nexile,ru,удалить,superseded\n", encoding="utf-8")
    assert exchange.load(tmp_path / "t.csv") == (Term("exile", "удалить", "ru", "superseded"),)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", r"t\.csv:1: the table is empty"),
        (b"one,two\na,b\n", r"t\.csv:1: no column names a language"),
        (b"en,English\na,b\n", r"t\.csv:1: two columns are of the language 'en'"),
        (b"concept,en\nx,a,b\n", r"t\.csv:2: more cells than columns"),
        (b"concept,en\nx,\xff\n", r"t\.csv:2: the table is not UTF-8"),
        (b"PK\x03\x04nonsense", "the workbook cannot be read"),
    ],
)
def test_a_broken_table_is_one_error(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    with pytest.raises(AlignerError, match=says):
        exchange.load(tmp_path / "t.csv")


PLAIN = TEXT.filter(lambda text: text and not set(text) & set(";|") and not text.startswith("-"))


def workbook_of(terms: list[Term]) -> bytes:
    """Return what `glossary export --to xlsx` writes."""
    columns, rows = tables.sheet(terms)
    return workbook.build([workbook.Sheet("glossary", tuple((name, 24) for name in columns), rows, 1)])


@given(st.dictionaries(PLAIN, st.dictionaries(st.sampled_from(LANGUAGES), PLAIN, min_size=1), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_a_workbook_gives_back_its_terms(table: dict[str, dict[str, str]]) -> None:
    terms = [Term(concept, text, code) for concept, found in table.items() for code, text in found.items()]
    data = workbook_of(terms)
    assert data == workbook_of(terms)
    assert {*tables.read(tables.xlsx_rows(data, "t.xlsx"), "t.xlsx")} == {*terms}


def test_no_cell_of_a_workbook_is_a_formula() -> None:
    data = workbook_of([Term("sum", "=1+1", "en")])
    cell = openpyxl.load_workbook(io.BytesIO(data)).active["B2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_only_accepted_terms_stand_in_a_table() -> None:
    terms = [
        Term("exile", "удалить", "ru", "superseded"),
        Term("exile", "отправить в изгнание", "ru", "admitted"),
        Term("exile", "изгнать", "ru"),
        Term("-blocker", "изгнанник", "ru"),
    ]
    assert tables.sheet(terms) == (("concept", "ru"), [("exile", "изгнать; отправить в изгнание")])


# --- card names

SETS = {
    "meta": {"version": "5"},
    "data": {
        "AAA": {"cards": [{"name": "Ogre", "uuid": "1", "foreignData": [{"language": "Russian", "name": "Огр"}]}]},
        "BBB": {
            "cards": [
                {"name": "Ogre", "uuid": "2", "foreignData": [{"language": "Russian", "name": "Огр-страж"}]},
                {"name": "Ogre", "uuid": "3", "foreignData": [{"language": "Russian", "name": "Огр"}]},
                {
                    "name": "Day // Night",
                    "faceName": "Day",
                    "uuid": "4",
                    "foreignData": [{"language": "Portuguese (Brazil)", "name": "Dia // Noite", "faceName": "Dia"}],
                },
            ]
        },
    },
}
BULK = [
    {"name": "Ogre", "lang": "en"},
    {"name": "Ogre", "lang": "ru", "printed_name": "Огр"},
    {"name": "Day // Night", "lang": "pt", "card_faces": [{"name": "Day", "printed_name": "Dia"}, {"name": "Night"}]},
]


@pytest.mark.parametrize("indent", [None, 1])
def test_names_of_mtgjson(tmp_path: Path, indent: int | None) -> None:
    (tmp_path / "a.json").write_text(json.dumps(SETS, indent=indent, ensure_ascii=False), encoding="utf-8")
    assert names.load(tmp_path / "a.json") == [{"en": "Day", "pt": "Dia"}, {"en": "Ogre", "ru": "Огр"}]


def test_names_of_scryfall_compressed(tmp_path: Path) -> None:
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(json.dumps(BULK).encode()))
    assert names.load(tmp_path / "a.json.gz") == [
        {"en": "Day", "pt": "Dia"},
        {"en": "Night"},
        {"en": "Ogre", "ru": "Огр"},
    ]


@pytest.mark.parametrize("chunk", [1, 2, 7])
def test_names_do_not_depend_on_how_much_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(names, "_CHUNK", chunk)
    text = json.dumps(SETS, ensure_ascii=False)
    values = list(names._objects(text[:3], io.StringIO(text[3:]), "a.json"))
    assert values == [SETS["meta"], *SETS["data"].values()]


def test_names_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text('en\tru\n"A ""B"""\tА\nC\t\n', encoding="utf-8")
    assert names.load(tmp_path / "a.tsv") == [{"en": 'A "B"', "ru": "А"}, {"en": "C"}]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"data": {"AAA": {"cards": [', "broken JSON"),
        ('[{"name": "Ogre"', "broken JSON"),
        ("{}", "broken JSON|no card names"),
        ("[]", "no card names"),
        ('{"data": {}}', "no card names"),
        ("ru,pt\na,b\n", "no column of English names"),
    ],
)
def test_broken_names_are_one_error(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "a.json").write_text(content, encoding="utf-8")
    with pytest.raises(AlignerError, match=says):
        names.load(tmp_path / "a.json")


def test_the_names_of_the_shared_data(shared: Path) -> None:
    cards = names.load(shared / "data" / "card_names.tsv.gz")
    assert len(cards) > 20_000
    assert {"en": "Abandon Reason", "ru": "Променять Мудрость"}.items() <= next(
        card for card in cards if card["en"] == "Abandon Reason"
    ).items()


# --- the commands


@pytest.mark.parametrize("target", exchange.FORMATS)
def test_there_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.chdir(tmp_path)
    own = "concept,language,term,status\nexile,en,exile,preferred\nexile,ru,изгнать,preferred\n"
    Path("own.csv").write_text(own + "plus,en,+1/+1 counter,preferred\n", encoding="utf-8")
    run = CliRunner()
    there = run.invoke(main, ["glossary", "export", "own.csv", "--to", target, "--output", f"t.{target}"])
    back = run.invoke(main, ["glossary", "import", f"t.{target}", "--output", "terms"])
    assert (there.exit_code, back.exit_code) == (0, 0), there.output + back.output
    assert {*glossary.load(Path("terms"))} == {*glossary.load(Path("own.csv"))}


def test_a_list_of_names_is_made(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(SETS), encoding="utf-8")
    done = CliRunner().invoke(
        main, ["glossary", "import", "names", str(tmp_path / "a.json"), "-o", str(tmp_path / "names.csv")]
    )
    assert done.exit_code == 0, done.output
    assert (tmp_path / "names.csv").read_text(encoding="utf-8").splitlines() == [
        "en,ru,pt,ja,de,fr,it,es,ko,zhs,zht",
        "Day,,Dia,,,,,,,,",
        "Ogre,Огр,,,,,,,,,",
    ]


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["glossary", "import", str(tmp_path / "none.tbx")])
    assert done.exit_code == 2
    assert "cannot be read" in done.output
    assert "Traceback" not in done.output
