"""What stands on a shelf comes back as it was, and a run that has next to nothing at hand finds the same."""

from __future__ import annotations

import datetime
import io
import pickle
from contextlib import nullcontext
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner import checks, intake, judging, report, run, shelf
from aligner.checks import own, translations
from aligner.config import Config
from aligner.model import AlignerError, Document, Page, Ruling
from aligner.patterns import Pattern
from aligner.shelf import Outline, Pieces, Pile, Shelf, Shelved, at_hand, opened, outline, packed, unpacked

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
VALUES = st.lists(st.tuples(st.integers(0, 5), st.text(max_size=3)), max_size=40)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)  # with lone surrogates, as a broken file has them
RULINGS = st.builds(
    Ruling,
    TEXTS,
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 9),
    st.none() | st.dates(),
    TEXTS,
    st.sampled_from(["ruling", "heading"]),
    TEXTS,
)


@pytest.fixture(autouse=True)
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "ROOM", 3)
    monkeypatch.setattr(shelf, "BLOCK", 2)
    monkeypatch.setattr(shelf, "NEAR", 40)
    monkeypatch.setattr(intake, "AT_HAND", 0)


@given(VALUES, st.integers(0, 40))
def test_a_pile_is_a_list(values: list[tuple[int, str]], cut: int) -> None:
    pile = Pile(values[:cut])
    pile.extend(values[cut:])
    assert list(pile) == list(pile) == values
    assert pile == values and len(pile) == len(values)
    assert [pile[n] for n in range(-len(values), len(values))] == values * 2
    assert pile[1:-1] == values[1:-1]
    assert pile != [*values, (0, "")]


@given(VALUES)
def test_a_pile_with_a_key_is_sorted_and_stable(values: list[tuple[int, str]]) -> None:
    assert list(Pile(values, itemgetter(0))) == sorted(values, key=itemgetter(0))


def test_there_is_nothing_behind_a_pile() -> None:
    with pytest.raises(IndexError):
        Pile("abc")[3]


@given(st.lists(RULINGS, max_size=5))
def test_shelved_rulings_are_the_rulings(rulings: list[Ruling]) -> None:
    home = Shelf()
    home.put(b"what stands before")
    there = Shelved(home, packed(rulings), Outline(len(rulings), 0))
    home.put(b"and behind")
    assert list(there) == rulings and len(there) == len(rulings)
    assert there == tuple(rulings) and hash(there) == hash(tuple(rulings))
    assert pickle.loads(pickle.dumps(there)) == tuple(rulings)
    assert [there[n] for n in range(len(rulings))] == rulings


def test_a_librarys_own_kind_of_text_is_text() -> None:
    class Text(str):
        __slots__ = ()

    (again,) = unpacked(packed([Ruling(Text("Draw a card."), 1, key=Text("502"))]))
    assert again == Ruling("Draw a card.", 1, key="502")


def test_at_hand_each_ruling_is_one_and_the_same() -> None:
    rulings = (Ruling("Draw a card.", 1, 3, 1, datetime.date(2021, 3, 19)), Ruling("Возьмите карту.", 2))
    known = Outline(2, 27, newest=datetime.date(2021, 3, 19).toordinal())
    there = Page("a.txt", "en", None, Shelved(Shelf(), packed(rulings), known))
    here = at_hand(there)
    assert here == there and isinstance(here.rulings, tuple)
    assert at_hand(here) is here
    assert outline(here) == outline(there) == known
    document = Document("A", (here,))
    assert opened(document) is document
    assert opened(Document("A", (there, here))).pages[1] is here


def test_pieces_are_known_by_their_numbers() -> None:
    pieces = Pieces(4)
    pieces[2], pieces[0] = b"two", b""
    assert (pieces[2], pieces[0]) == (b"two", b"")
    assert [number in pieces for number in range(4)] == [True, False, True, False]


def test_a_full_disk_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf, "TemporaryFile", full)
    there = Shelf()
    there.put(b"x" * 50)
    with pytest.raises(AlignerError, match=r"No space left on device.*TMPDIR"):
        there.put(b"x")


class NearlyFull(io.BytesIO):
    """A file on a disk with little room: it takes what there is room for, and complains when there is none."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, data: Any) -> int:
        """Take no more than there is room for, and no more than 20 bytes at once."""
        taken = bytes(data)[: min(self.room, 20)]
        if not taken:
            raise OSError(28, "No space left on device")
        self.room -= len(taken)
        return super().write(taken)


@pytest.mark.parametrize(("room", "fits"), [(49, False), (50, True)])
def test_what_a_disk_takes_only_in_parts_is_written_on(monkeypatch: pytest.MonkeyPatch, room: int, fits: bool) -> None:
    file = NearlyFull(room)
    monkeypatch.setattr(shelf, "TemporaryFile", lambda **_named: file)
    there = Shelf()
    there.put(b"x" * 50)
    with nullcontext() if fits else pytest.raises(AlignerError, match="No space left on device"):
        there.put(b"y")
    assert file.getvalue() == b"x" * room


def test_a_full_disk_ends_the_run_and_blames_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf, "TemporaryFile", full)
    with pytest.raises(AlignerError, match="No space left on device"):
        run.check([str(CORPUS / "clean")], Config(encoder="none"))


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="as usual"),
        pytest.param({"shipped_glossary": False}, id="without a glossary"),
        pytest.param({"reference": "ru"}, id="a reference"),
    ],
)
def test_a_run_with_nothing_at_hand_finds_the_same(options: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = Pattern("CUS001", "no-may", r"\bmay\b", "say that one can", place="aligner.toml")
    config = Config(encoder="none", patterns=(pattern,), **options)
    found = run.check([str(CORPUS)], config)
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "ROOM", 1_000_000)
        patch.setattr(checks, "PAGES", 1_000_000)
        patch.setattr(intake, "AT_HAND", 1_000_000_000)
        plain = run.check([str(CORPUS)], config)
    for where, what in ((translations, "AT_ONCE"), (own, "_AT_ONCE"), (checks, "PAGES"), (judging, "FOLDED")):
        monkeypatch.setattr(where, what, 1)
    little = run.check([str(CORPUS)], config)
    assert len({one.code for one in plain.findings}) > 8
    for style in report.FORMATS:
        told = report.rendered(style, plain, config)
        assert report.rendered(style, found, config) == told
        assert report.rendered(style, little, config) == told


@pytest.mark.parametrize("room", [0, 1, 20_000, 1_000_000_000])
def test_what_there_is_room_for_is_at_hand_after_reading(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "AT_HAND", room)
    pages, _, _ = intake.read_pages([str(CORPUS / "clean")], Config())
    held = sum(outline(page).size for page in pages if isinstance(page.rulings, tuple))
    largest = max(outline(page).size for page in pages)
    everything = sum(outline(page).size for page in pages)
    assert min(room, everything) <= held < room + largest
    assert all(len(page.rulings) == outline(page).length == len(list(page.rulings)) for page in pages)
