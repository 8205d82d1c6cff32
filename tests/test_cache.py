"""What a run keeps for the next one: the same report, sooner; and nothing that is damaged is trusted."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import batches, cache, glossary, judging
from aligner.cache import FILE, Cache
from aligner.cli import main
from aligner.facts import FactBook
from aligner.model import Document, Page, Ruling

SAID = ("--no-config", "-q", "--format", "json", "--encoder", "none")
CORPUS = Path(__file__).resolve().parent.parent / "corpus"


def aligner(*words: str) -> str:
    result = CliRunner().invoke(main, [*words])
    assert result.exit_code in (0, 1), result.output
    return result.output


def check(folder: Path, kept: Path | str, *more: str) -> str:
    return aligner("check", str(folder), *SAID, "--cache", str(kept), *more)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder with documents in two folders and two loose pages."""
    for number, home in enumerate(sorted((CORPUS / "faults").iterdir())[:3]):
        for page in home.iterdir():
            if page.stem in ("en", "ru"):
                target = (
                    tmp_path
                    / "pages"
                    / (f"{'one' if page.stem == 'en' else 'two'}.txt" if number == 0 else f"{home.name}/{page.name}")
                )
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(page, target)
    return tmp_path / "pages"


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the titles of the documents that are judged from now on."""
    seen: list[str] = []
    judge = judging.judge

    def told(aligned, *more):
        seen.append(aligned.document.title)
        return judge(aligned, *more)

    monkeypatch.setattr(judging, "judge", told)
    return seen


def test_the_second_report_is_the_same_bytes_and_nothing_is_judged_again(
    pages: Path, tmp_path: Path, judged: list[str]
) -> None:
    whole = ("--encoder", "embedded")
    plain = check(pages, "none", *whole)
    first = check(pages, tmp_path / "kept", *whole)
    judged.clear()
    assert check(pages, tmp_path / "kept", *whole) == first == plain
    assert judged == []
    assert check(pages, tmp_path / "kept", *whole, "--jobs", "2") == plain
    told = aligner("cache", "info", "--cache", str(tmp_path / "kept"))
    assert "answer" in told and "vector" in told and "fingerprint" in told


def test_what_workers_found_is_kept_as_well(pages: Path, tmp_path: Path, judged: list[str]) -> None:
    first = check(pages, tmp_path / "kept", "--jobs", "2")
    assert check(pages, tmp_path / "kept") == first
    assert not any(judged)  # none but sentences of our own, which have no title


def test_a_changed_page_costs_its_document(pages: Path, tmp_path: Path, judged: list[str]) -> None:
    check(pages, tmp_path / "kept")
    page = sorted(pages.rglob("*.txt"))[0]
    page.write_text(page.read_text(encoding="utf-8") + "\n\nOne more line.\n", encoding="utf-8")
    judged.clear()
    changed = check(pages, tmp_path / "kept")
    assert len(judged) == 1
    assert changed == check(pages, "none")


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(("--select", "LNG"), id="other checks"),
        pytest.param(("--reference", "ru"), id="another reference"),
        pytest.param(("--no-shipped-glossary",), id="another glossary"),
        pytest.param(("--encoder", "embedded"), id="another encoder"),
    ],
)
def test_other_terms_are_another_run(pages: Path, tmp_path: Path, other: tuple[str, ...]) -> None:
    check(pages, tmp_path / "kept")
    assert check(pages, tmp_path / "kept", *other) == check(pages, "none", *other)


CARDS = {
    "en": {
        "Aphid": "Lamplight Keeper gains a counter. The Lamplight Keeper's ability triggers.",
        "Beetle": "Torrent of Ashes deals damage. Torrents of ash are no card.",
        "Cicada": "You may play Cicadda from exile. Otaria is a plane.",
        "Dragonfly": "Nothing else is named here.",
    },
    "ru": {
        "Тля": "Способность Хранителя Фонаря срабатывает дважды.",
        "Жук": "Поток Пепла наносит повреждения.",
        "Цикада": "Вы можете разыграть Цикадду из изгнания.",
        "Стрекоза": "Здесь больше ничего не названо.",
    },
    "ja": {
        "アブラムシ": "ランプの番人のカウンターを取り除く。",
        "カブトムシ": "《灰の奔流》はダメージを与える。",
        "オオセミドリ": "オオセミドレを追放領域から唱えてもよい。",
        "トンボ": "ここには他に何もない。",
    },
}
NEW_TITLES = [
    ("en", "Lamplight Keeper"),
    ("en", "Lamplight Keeper, the Old"),
    ("en", "Torrent of Ashes // Rain"),
    ("en", "Cicadda"),
    ("en", "Unheard Of"),
    ("ru", "Хранитель Фонаря"),
    ("ru", "Поток Пепла"),
    ("ru", "Цикадда"),
    ("ja", "ランプの番人"),
    ("ja", "灰の奔流"),
    ("ja", "オオセミドレ"),
]


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return a folder of pages that name the cards of others, or misspell their own."""
    for code, pages in CARDS.items():
        for number, (title, text) in enumerate(pages.items()):
            home = tmp_path / "cards" / str(number)
            home.mkdir(parents=True, exist_ok=True)
            (home / f"{code}.txt").write_text(f"{title}\n\n12/02/2021\n\n{text}\n", encoding="utf-8")
    return tmp_path / "cards"


@pytest.mark.parametrize(("code", "title"), NEW_TITLES)
def test_a_new_title_is_told_to_the_pages_that_may_name_it(
    cards: Path, tmp_path: Path, judged: list[str], code: str, title: str
) -> None:
    """Change a title to one that stands elsewhere and back, and take it away with its page."""
    check(cards, tmp_path / "kept")
    page = cards / "3" / f"{code}.txt"
    before = page.read_text(encoding="utf-8")
    page.write_text(before.replace(list(CARDS[code])[3], title), encoding="utf-8")
    judged.clear()
    named = check(cards, tmp_path / "kept")
    if title != "Lamplight Keeper, the Old":  # two short words, whose beginnings stand everywhere
        assert len(judged) == (1 if title == "Unheard Of" else 2)
    assert named == check(cards, "none")
    page.unlink()
    assert check(cards, tmp_path / "kept") == check(cards, "none")
    page.write_text(before, encoding="utf-8")
    assert check(cards, tmp_path / "kept") == check(cards, "none")


def test_many_new_titles_are_told_to_all_pages(
    cards: Path, tmp_path: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(cards, tmp_path / "kept")
    monkeypatch.setattr(batches, "CHANGED", 1)
    page = cards / "3" / "en.txt"
    page.write_text(page.read_text(encoding="utf-8").replace("Dragonfly", "Unheard Of"), encoding="utf-8")
    judged.clear()
    assert check(cards, tmp_path / "kept") == check(cards, "none")
    assert len(judged) >= 4


PT = "O jogador vira as cartas viradas para baixo e as coloca em seu cementerio ou Friedhof."


def book(folder: Path, known: glossary.Glossary) -> tuple[FactBook, Cache]:
    """Return facts that keep their indexes in a folder."""
    kept = Cache(folder)
    facts = FactBook(known)
    facts.keep = cache.KeepingIndexes(kept, known)
    return facts, kept


def asked(facts: FactBook) -> tuple[object, ...]:
    """Return what is told by each index that there is for Portuguese."""
    return (
        facts.terms("pt", PT),
        facts.index("pt").keys,
        facts.words("pt"),
        facts.foreign("pt", PT),
        facts.english_terms,
    )


def test_indexes_are_kept_and_their_terms_are_the_glossarys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = glossary.merge((), glossary.read_shipped())
    first, kept = book(tmp_path, known)
    told = asked(first)
    assert told == asked(FactBook(known)) and all(told)
    kept.close()
    monkeypatch.setattr("aligner.facts.build_index", pytest.fail)
    monkeypatch.setattr("aligner.facts.foreign_index", pytest.fail)
    again, kept = book(tmp_path, known)
    assert asked(again) == told
    rows = set(map(id, known.rows))
    assert all(id(match.term) in rows for match in (*again.terms("pt", PT), *again.foreign("pt", PT)))
    kept.close()


def test_another_glossary_has_indexes_of_its_own(tmp_path: Path) -> None:
    shipped = glossary.read_shipped()
    for own in ((), (replace(shipped[0], language="pt", text="cartas viradas", concept="own", shipped=False),)):
        known = glossary.merge(own, shipped)
        facts, kept = book(tmp_path, known)
        assert facts.terms("pt", PT) == FactBook(known).terms("pt", PT)
        kept.close()


def damage_values(file: Path) -> None:
    with sqlite3.connect(file) as store:
        store.execute("UPDATE entries SET value = substr(value, 1, length(value) - 1) || x'00'")


def lie_with_a_checksum(file: Path) -> None:
    """Put bytes that are no answer under every key, with the checksum of an answer."""
    with sqlite3.connect(file) as store:
        rows = store.execute("SELECT key, kind FROM entries").fetchall()
        for key, kind in rows:
            wrong = b"\x80\x04K\x01." if kind == "answer" else b"{}"
            if kind != "vector":
                value = cache._checksum(key, wrong) + wrong
                store.execute("UPDATE entries SET value = ? WHERE key = ?", (value, key))
        store.execute("DELETE FROM entries WHERE kind = 'fingerprint'")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:3000])


def overwrite(file: Path) -> None:
    file.write_bytes(b"no data base" * 1000)


@pytest.mark.parametrize("harm", [damage_values, lie_with_a_checksum, cut, overwrite])
def test_damage_is_not_trusted(pages: Path, tmp_path: Path, harm, judged: list[str]) -> None:
    plain = check(pages, tmp_path / "kept")
    harm(tmp_path / "kept" / FILE)
    judged.clear()
    assert check(pages, tmp_path / "kept") == plain
    assert judged
    judged.clear()
    assert check(pages, tmp_path / "kept") == plain
    assert judged == [], "what was damaged is mended"


def test_a_folder_that_cannot_be_one_is_said_and_done_without(pages: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(pages), *SAID, "--cache", str(tmp_path / "file" / "kept")])
    assert result.exit_code == 1
    assert result.stdout == check(pages, "none")
    assert "the cache in" in result.stderr and "name another with --cache" in result.stderr


def test_a_full_disk_is_said_and_done_without(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    assert kept._file is not None
    kept._file.execute(f"PRAGMA max_page_count = {kept._file.execute('PRAGMA page_count').fetchone()[0]}")
    for number in range(cache.PENDING + 1):
        kept.put("answer", number.to_bytes(20), bytes(9000))
    assert "full" in kept.trouble
    assert kept.get([bytes(20)]) == {}
    kept.close()


def test_two_runs_at_once(pages: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "aligner", "check", str(pages), *SAID]
    both = [
        subprocess.Popen([*command, "--cache", str(tmp_path / "kept")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    told = [process.communicate() for process in both]
    plain = check(pages, "none").encode()
    assert [out for out, _ in told] == [plain, plain]
    assert [err for _, err in told] == [b"", b""]
    assert check(pages, tmp_path / "kept").encode() == plain


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [bytes([number]) * 20 for number in range(4)]
    for key in keys:
        kept = Cache(tmp_path)
        kept.put("answer", key, b"x" * 20_000)
        kept.close()
    monkeypatch.setattr(cache, "LIMIT", 50_000)
    kept = Cache(tmp_path)
    assert kept.get(keys[:1])
    kept.close()
    again = Cache(tmp_path)
    assert sorted(again.get(keys)) == [keys[0], keys[3]]
    again.close()


def test_the_command_says_what_is_kept_and_clears_it(pages: Path, tmp_path: Path) -> None:
    where = str(tmp_path / "kept")
    assert "nothing is kept" in aligner("cache", "info", "--cache", where)
    check(pages, where)
    told = aligner("cache", "info", "--cache", where)
    assert where in told and "answer" in told
    assert "taken away" in aligner("cache", "clear", "--cache", where)
    assert list((tmp_path / "kept").iterdir()) == []
    assert aligner("cache", "clear", "--cache", "none") == "nothing is kept: the cache is none\n"


@pytest.mark.skipif(os.name != "posix", reason="the system's folder is told by XDG_CACHE_HOME there")
def test_without_the_option_it_is_in_the_users_folder(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALIGNER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    aligner("check", str(pages), *SAID)
    assert (tmp_path / "home" / "aligner" / FILE).is_file()


@settings(max_examples=30)
@given(st.text(max_size=30), st.integers(0, 3))
def test_a_document_is_known_by_all_it_has(text: str, which: int) -> None:
    ruling = Ruling("a", 1, 2, 3, None, "k", "ruling", "l")
    pages = tuple(Page(f"{code}.txt", code, None, (ruling,)) for code in ("en", "ru"))
    document = Document("T", pages, "name")
    changed = [
        Document(text, pages, "name"),
        Document("T", pages, text),
        Document(
            "T", (Page("en.txt", "en", None, (Ruling(text, 1, 2, 3, None, "k", "ruling", "l"),)), pages[1]), "name"
        ),
        Document("T", (Page("en.txt", "en", ruling, (ruling,)), pages[1]), "name"),
    ][which]
    assert (cache.of_document(document) == cache.of_document(changed)) == (document == changed)


def test_an_answer_names_only_what_an_answer_is_made_of() -> None:
    import pickle

    with pytest.raises(pickle.UnpicklingError):
        batches.loaded(pickle.dumps(os.getcwd))
