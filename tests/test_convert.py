"""`aligner convert` and the writers: what is written is read again to the same pages, or it is said what is not."""

from __future__ import annotations

import datetime
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click.testing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading, writing
from aligner.cli import main
from aligner.model import AlignerError, Document, Group, Page, Ruling
from aligner.reading import tmx, xliff
from aligner.reading.units import Unit
from aligner.writing import Bundle
from aligner.writing.losses import losses, told

needs_toolkit = pytest.mark.skipif(
    importlib.util.find_spec("translate") is None, reason="translate-toolkit is not installed (extra `test`)"
)
needs_moz = pytest.mark.skipif(
    importlib.util.find_spec("moz") is None, reason="moz.l10n is not installed (extra `test`)"
)
FIELDS = ("text", "position", "date", "key", "kind", "label", "author")


def facts(page: Page) -> object:
    """Return what a page says, its places in the file aside."""
    rows = [
        [
            *(getattr(one, name) for name in FIELDS),
            *(getattr(one, name, None) or () for name in ("state", "notes", "codes")),
        ]
        for one in page.entries
    ]
    return page.language, page.region, rows


def paired(pages: Sequence[Page], title: str = "Otaria") -> Bundle:
    """Return a bundle of one document whose rulings are grouped by their place on the page."""
    longest = max(len(page.rulings) for page in pages)
    groups = tuple(
        Group(n + 1, {page.language: (page.rulings[n],) for page in pages if n < len(page.rulings)})
        for n in range(longest)
    )
    return Bundle("otaria", ((Document(title, tuple(pages)), groups),))


# Laws

_TEXT = st.text("abé日ё .,<>&'\"{}[]+1/\u00a0\u2028\r\n\t;=-", min_size=1, max_size=12).filter(
    lambda text: text == text.strip()
)
_DATE = st.none() | st.dates(datetime.date(1993, 8, 5), datetime.date(2038, 1, 1))
_WORD = st.text("abё 3.<&", max_size=6).map(str.strip)


@st.composite
def _pages(draw: st.DrawFn) -> list[Page]:
    languages = draw(st.lists(st.sampled_from(["en", "ru", "pt", "zht", "uk"]), min_size=1, max_size=3, unique=True))
    pages = []
    for language in languages:
        rulings = []
        for n in range(draw(st.integers(1, 3))):
            date = draw(_DATE)
            text = draw(_TEXT | st.just(""))
            label = draw(_WORD) if text else draw(_WORD.filter(bool))
            key, author = draw(_WORD), draw(_WORD)
            kind = draw(st.sampled_from(["ruling", "ruling", "heading"]))
            rulings.append(Ruling(text, n + 1, 3, 1, date, key, kind, label, author=author))
        title = draw(st.none() | _TEXT)
        pages.append(
            Page(
                f"{language}.txt", language, Ruling(title, 0, 1, 1, kind="title") if title else None, tuple(rulings),
                region=draw(st.sampled_from(["", "BR", "TW"])),
            )
        )  # fmt: skip
    return pages


def again(form: str, pages: Sequence[Page]) -> list[tuple[tuple[Page, ...], tuple[Page, ...]]]:
    """Return, for each file that is written, the pages that went in and those that are read."""
    return [(one.pages, reading.read_bytes(one.data, one.name)) for one in writing.render(form, paired(pages))]


@pytest.mark.parametrize("form", ["json", "tmx", "xliff"])
@settings(max_examples=50, deadline=None)
@given(pages=_pages())
def test_what_is_written_is_read_again(form: str, pages: list[Page]) -> None:
    for before, after in again(form, pages):
        assert losses(before, after) == []
        assert sorted(map(facts, before), key=repr) == sorted(map(facts, after), key=repr)


@pytest.mark.parametrize("form", ["csv", "pages"])
@settings(max_examples=50, deadline=None)
@given(pages=_pages())
def test_what_a_format_cannot_hold_is_told(form: str, pages: list[Page]) -> None:
    for written in writing.render(form, paired(pages)):
        if not told(written):
            before, after = written.pages, reading.read_bytes(written.data, written.name)
            for page, other in zip(before, after, strict=True):
                assert (page.language, page.region) == (other.language, other.region)
                for one, held in zip(page.entries, other.entries, strict=True):
                    had = {name: value for name in FIELDS if (value := getattr(one, name))}
                    assert had == {name: getattr(held, name) for name in had}


@pytest.mark.parametrize("form", writing.FORMATS)
@settings(max_examples=10, deadline=None)
@given(pages=_pages())
def test_the_same_pages_give_the_same_bytes(form: str, pages: list[Page]) -> None:
    assert writing.render(form, paired(pages)) == writing.render(form, paired(pages))


_KEYS = st.sampled_from(
    "document language region format title rulings residue side left_out position text date key kind unit codes "
    "notes".split()
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-3, 3) | st.sampled_from(["", "ru", "2021-02-12", "Tap it."]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=6),
    max_leaves=15,
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.dictionaries(_KEYS, _VALUES, max_size=6), max_size=2) | _VALUES)
def test_any_json_of_ours_gives_pages_or_one_clear_error(pages: object) -> None:
    text = json.dumps({"schema": "aligner-pages", "version": 1, "pages": pages})
    try:
        reading.read_bytes(text.encode(), "a.json")
    except AlignerError as error:
        assert str(error).startswith("a.json:1: not as `aligner convert` writes it (") and "\n" not in str(error)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"schema": "aligner-pages", "version": 1,\n"pages": [{"rulings": [', r"^a\.json:2: broken JSON .*cut off"),
        ('{"schema": "aligner-pages", "version": 2}', r"^a\.json:1: pages of version 2, known is 1; convert"),
        ('{"schema": "aligner-pages", "version": 1}', r"^a\.json:1: not as .*no 'pages'"),
    ],
)
def test_json_of_ours_that_is_broken(data: str, message: str) -> None:
    with pytest.raises(AlignerError, match=message):
        reading.read_bytes(data.encode(), "a.json")


# Each format


PLAIN = (
    Ruling("Tap target creature.", 1, 5, 1, datetime.date(2021, 2, 12), label="12/02/2021"),
    Ruling("+1/+1 counters stay.", 2, 7, 1, datetime.date(2021, 2, 12), label="12/02/2021"),
)
PAGE = Page("en.txt", "en", Ruling("Otaria", 0, 1, 1, kind="title"), PLAIN)


@pytest.mark.parametrize("form", writing.FORMATS)
def test_a_page_of_dated_rulings_is_held_by_every_format(form: str) -> None:
    ((before, after),) = again(form, [PAGE])
    assert losses(before, after) == []
    assert [facts(page) for page in after] == [facts(PAGE)]


def test_a_table_opens_safely_in_a_spreadsheet() -> None:
    (written,) = writing.render("csv", paired([PAGE]))
    assert written.data.startswith(b"\xef\xbb\xbfcard,language,title,date,key,text\r\n")
    assert b",'+1/+1 counters stay.\r\n" in written.data and b",'12/02/2021," in written.data


def test_a_table_of_dates_in_two_orders_has_them_as_iso() -> None:
    american = replace(
        PAGE, file="en-US.txt", language="de", rulings=(replace(PLAIN[0], label="02/12/2021"), *PLAIN[1:])
    )
    ((before, after),) = again("csv", [PAGE, american])
    assert [one.date for page in after for one in page.rulings] == [datetime.date(2021, 2, 12)] * 4
    assert losses(before, after) == ["4 labels"]


def test_what_xml_cannot_hold_is_told() -> None:
    page = replace(PAGE, rulings=(Ruling("Tap\x01 it.", 1), Ruling("Untap it.", 2)))
    for form in ("tmx", "xliff"):
        ((before, after),) = again(form, [page])
        assert after[0].rulings[0].text == "Tap\ufffd it."
        assert losses(before, after) == ["1 text"]


def test_merged_rulings_and_lone_ones_are_all_there() -> None:
    en, ru = ([Ruling(f"{name} {n}.", n) for n in (1, 2, 3)] for name in ("Rule", "Правило"))
    pages = [Page("en.txt", "en", None, tuple(en)), Page("ru.txt", "ru", None, tuple(ru))]
    groups = (
        Group(1, {"en": (en[0], en[1]), "ru": (ru[0],)}),
        Group(2, {"ru": (ru[1],)}),
        Group(3, {"en": (en[2],), "ru": (ru[2],)}),
    )
    bundle = Bundle("a", ((Document("Otaria", tuple(pages)), groups),))
    for form in ("tmx", "xliff"):
        (written,) = writing.render(form, bundle)
        assert losses(written.pages, reading.read_bytes(written.data, written.name)) == []


INLINE = (
    'Tap <bpt i="1" type="bold">&lt;b&gt;</bpt>it<ept i="1">&lt;/b&gt;</ept><ph type="lb"/>'
    "now <hi>and</hi> <ut>\\x</ut>."
)
MEMORY = (
    f'<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>{INLINE}</seg></tuv></tu></body></tmx>'
)


def test_codes_stay_what_they_are_in_their_own_format() -> None:
    pages = tmx.read(MEMORY.encode(), "otaria.tmx")
    (written,) = writing.render("tmx", paired(pages))
    assert f"<seg>{INLINE}</seg>" in written.data.decode()
    read = reading.read_bytes(written.data, "otaria.tmx")
    assert losses(pages, read) == [] and facts(read[0]) == facts(pages[0])


def test_codes_of_another_format_become_codes_at_the_same_places() -> None:
    pages = tmx.read(MEMORY.encode(), "otaria.tmx")
    (written,) = writing.render("xliff", paired(pages))
    assert '<bpt id="1">&lt;b&gt;</bpt>' in written.data.decode()
    read = reading.read_bytes(written.data, written.name)
    assert losses(pages, read) == []
    (back,) = writing.render("tmx", paired(read))
    assert '<bpt i="1">&lt;b&gt;</bpt>' in back.data.decode()
    assert losses(read, reading.read_bytes(back.data, back.name)) == []
    (table,) = writing.render("csv", paired(pages))
    assert "6 inline codes" in losses(pages, reading.read_bytes(table.data, table.name))


def test_states_and_notes_go_along() -> None:
    made = Unit("Tap it.", 1, key="a", state="x-mine", notes=(("", "Look."), ("who", "Here.")))
    other = Unit("Поверните.", 1, key="a", state="translated approved", notes=(("who", "Da."),))
    pages = [Page("a.po", "en", None, (made,), format="po"), Page("a.po", "ru", None, (other,), format="po")]
    for form in ("tmx", "xliff", "json"):
        ((before, after),) = again(form, pages)
        assert losses(before, after) == []
        assert [facts(page)[2] for page in after] == [facts(page)[2] for page in before]  # type: ignore[index]


# The command


def convert(*arguments: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["convert", "--encoder", "none", *arguments])


RU = "Отария\n\n12/02/2021\n\nПоверните целевое существо.\n\nВозьмите две карты.\n"
EN = "Otaria\n\n12/02/2021\n\nTap target creature.\n\nDraw two cards.\n"


def test_pages_go_into_a_memory_and_back(folder) -> None:
    here = folder({"otaria/en.txt": EN, "otaria/ru.txt": RU})
    done = convert("otaria", "--to", "tmx", "--output", "made")
    assert (done.exit_code, done.stderr) == (0, "2 pages in 1 file under made\n")
    done = convert("made/otaria.tmx", "--to", "pages", "--output", "back")
    assert (done.exit_code, done.stderr) == (0, "2 pages in 2 files under back\n")
    assert sorted(path.relative_to(here).as_posix() for path in (here / "back").rglob("*.txt")) == [
        "back/otaria.en.txt",
        "back/otaria.ru.txt",
    ]
    assert (here / "back/otaria.ru.txt").read_text(encoding="utf-8") == RU


def test_every_language_has_an_xliff_of_its_own(folder) -> None:
    here = folder({"otaria/en.txt": EN, "otaria/ru.txt": RU, "otaria/pt.txt": EN.replace("Otaria", "Otária")})
    done = convert("otaria", "--to", "xliff", "--output", ".", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    names = sorted(path.name for path in here.glob("*.xlf"))
    assert names == ["otaria.en-pt.xlf", "otaria.en-ru.xlf"]
    english, russian = xliff.read((here / names[1]).read_bytes(), "a.xlf")
    assert [one.text for one in english.entries] == ["Otaria", "Tap target creature.", "Draw two cards."]
    assert russian.title_text == "Отария"


def test_what_is_lost_is_said_and_no_input_is_written_over(folder) -> None:
    here = folder({"a.po": 'msgid ""\nmsgstr "Language: ru\\n"\n\n#, fuzzy\nmsgid "Tap it."\nmsgstr "x"\n\n'
                           'msgid "Untap it."\nmsgstr "Разверните."\n'})  # fmt: skip
    done = convert("a.po", "--to", "csv", "--output", "made")
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0] == "aligner: made/a.csv: csv cannot hold 1 unit that nobody checks (fuzzy)"
    before = (here / "made/a.csv").read_bytes()
    done = convert("made/a.csv", "--to", "csv", "--output", "made")
    assert (done.exit_code, done.stderr) == (
        2, "aligner: made/a.csv: is one of the files that were read; choose another --output\n",
    )  # fmt: skip
    assert (here / "made/a.csv").read_bytes() == before


def test_what_cannot_be_read_is_an_error_and_the_rest_is_written(folder) -> None:
    here = folder({"in/a.tmx": "<tmx><body>", "in/en.txt": EN})
    done = convert("in", "--to", "json", "--output", "made")
    assert done.exit_code == 2 and "in/a.tmx:1: broken XML" in done.stderr
    assert [path.name for path in (here / "made").iterdir()] == ["en.json"]


@pytest.mark.parametrize("names", [("en.txt", "EN/en.txt"), ("a:b/en.txt", "a?b/en.txt"), ("con/en.txt", "x/en.txt")])
def test_names_fit_every_file_system_and_differ(folder, names: tuple[str, str]) -> None:
    here = folder({f"in/{name}": EN for name in names})
    assert convert("in", "--to", "json", "--output", "made").exit_code == 0
    made = [path.relative_to(here / "made").as_posix() for path in (here / "made").rglob("*.json")]
    assert len({name.casefold() for name in made}) == 2
    assert not any(character in name for name in made for character in ':*?"<>|\\')


# What others read


@needs_toolkit
@pytest.mark.parametrize("form", ["tmx", "xliff"])
def test_the_translate_toolkit_reads_what_is_written(form: str) -> None:
    from translate.storage import factory

    pages = [
        PAGE,
        Page("ru.txt", "ru", Ruling("Отария", 0, 1, kind="title"), (Ruling("Поверните.", 1), Ruling("<&", 2))),
    ]
    (written,) = writing.render(form, paired(pages))
    with_name = Path(written.name)
    store = factory.getclass(with_name.name)
    store = store.parsestring(written.data)
    assert [(one.source, one.target) for one in store.units if one.istranslatable()] == [
        ("Otaria", "Отария"),
        ("Tap target creature.", "Поверните."),
        ("+1/+1 counters stay.", "<&"),
    ]


@needs_moz
def test_moz_l10n_reads_what_is_written() -> None:
    from moz.l10n.formats import Format
    from moz.l10n.resource import parse_resource

    pages = [
        PAGE,
        Page("ru.txt", "ru", Ruling("Отария", 0, 1, kind="title"), (Ruling("Поверните.", 1), Ruling("<&", 2))),
    ]
    (written,) = writing.render("xliff", paired(pages))
    entries = [one for section in parse_resource(Format.xliff, written.data).sections for one in section.entries]
    assert [one.value.pattern for one in entries] == [["Отария"], ["Поверните."], ["<&"]]
