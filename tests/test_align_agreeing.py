"""Pages that agree in all places: one of them speaks for the others, and nothing depends on batches or processes."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from aligner import align, encoding, run
from aligner.cli import main
from aligner.config import Config
from aligner.facts import FactBook
from aligner.linking import background
from aligner.linking.position import Places
from aligner.model import Document, Group, Page, Ruling

DAY = datetime.date(2021, 3, 19)
LANGUAGES = ("en", "ru", "de", "ja")
SIZE = 8


@pytest.fixture(scope="module")
def fingerprint():
    return FactBook(run.glossaries(Config())).fingerprint


def page(language: str, order: Sequence[int] = range(SIZE)) -> Page:
    texts = background.sentences()[language]
    rulings = tuple(Ruling(texts[n], place, 4 * place, 1, DAY) for place, n in enumerate(order, 1))
    return Page(f"{language}.txt", language, None, rulings)


def places(groups: Sequence[Group]) -> list[dict[str, list[int]]]:
    return [{code: [one.position for one in some] for code, some in group.members.items()} for group in groups]


class Counting:
    """An encoder that remembers what it was asked."""

    name = "embedded"

    def __init__(self) -> None:
        self.encoder = encoding.load_encoder()
        self.asked: set[str] = set()

    def encode(self, texts: Sequence[str]) -> encoding.Vectors | None:
        self.asked.update(texts)
        return self.encoder.encode(texts)


def encoded(encoder: Counting, pages: Sequence[Page]) -> list[str]:
    """Return the languages of the pages of which any ruling was encoded."""
    return [one.language for one in pages if {ruling.text for ruling in one.rulings} & encoder.asked]


@pytest.mark.parametrize("short", LANGUAGES)
def test_of_pages_that_agree_only_one_is_encoded(fingerprint, short: str) -> None:
    pages = [page(code, [0, 1, 2, 4, 5, 6, 7] if code == short else range(SIZE)) for code in LANGUAGES]
    encoder = Counting()
    groups = align.align(Document("T", tuple(pages)), encoder, fingerprint)
    expected = [
        {code: [n - (code == short and n > 4)] for code in LANGUAGES if (code, n) != (short, 4)}
        for n in range(1, SIZE + 1)
    ]
    assert places(groups) == expected
    assert not any(group.doubtful for group in groups)
    assert set(encoded(encoder, pages)) == {short, "ru" if short == "en" else "en"}


def test_where_all_agree_nothing_is_encoded(fingerprint) -> None:
    pages = [page(code) for code in LANGUAGES]
    encoder = Counting()
    groups = align.align(Document("T", tuple(pages)), encoder, fingerprint)
    assert places(groups) == [{code: [n] for code in LANGUAGES} for n in range(1, SIZE + 1)]
    assert not encoder.asked


@pytest.mark.parametrize(
    ("english", "russian", "asked"),
    [
        (
            "If a token would be put into a graveyard, you may pay {2} and exile it.",
            "Если фишка должна попасть на кладбище, вы можете заплатить {2} и изгнать её.",
            False,
        ),
        ("The price doubles each time.", "Цена удваивается при каждом повторении.", True),
        ("If a token would be put into a graveyard, exile it.", "Возьмите карту, затем сбросьте карту.", True),
    ],
)
def test_one_ruling_is_encoded_only_where_its_marks_tell_too_little(
    fingerprint, english: str, russian: str, asked: bool
) -> None:
    pages = [
        Page(f"{code}.txt", code, None, (Ruling(text, 1, 2, 1, DAY),))
        for code, text in (("en", english), ("ru", russian))
    ]
    encoder = Counting()
    align.align(Document("T", tuple(pages)), encoder, fingerprint)
    assert bool(encoder.asked) == asked


def test_which_pages_agree(fingerprint) -> None:
    turned = [1, 0, *range(2, SIZE)]
    pages = [page("ru"), page("en", turned), page("de"), page("ja", turned)]
    rest = [list(range(SIZE)) for _ in pages]
    agreeing = Places(pages, fingerprint, True).agreeing(range(4), rest)
    assert {base: list(beside) for base, beside in agreeing.items()} == {0: [2], 1: [3]}
    assert agreeing[0][2] == {n: n for n in range(SIZE)}


def test_copies_may_stand_between_the_halves_of_a_ruling(fingerprint) -> None:
    """A ruling that the other page has in two pieces is one group, whatever was copied in between."""
    english = [
        "If the creature dies, exile it at the beginning of the next end step. You may cast it from exile this turn.",
        "The player with the most lands chooses a color.",
        "Each opponent who controls an artifact loses 3 life.",
    ]
    russian = [
        "Каждый оппонент, контролирующий артефакт, теряет 3 жизни.",
        "Если существо умирает, изгоните его в начале следующего заключительного шага.",
        "Каждый оппонент, контролирующий артефакт, теряет 3 жизни.",
        "Вы можете разыграть его из изгнания в этом ходу.",
        "Игрок, у которого больше всего земель, выбирает цвет.",
    ]
    pages = [
        Page(f"{code}.txt", code, None, tuple(Ruling(text, n, n, 1, DAY) for n, text in enumerate(texts, 1)))
        for code, texts in (("en", english), ("ru", russian))
    ]
    groups = align.align(Document("T", tuple(pages)), encoding.load_encoder(), fingerprint)
    assert {"en": [1], "ru": [2, 4]} in places(groups)


def written(folder: Path) -> None:
    """Write pages of three cards in four languages; of the first a page lacks a ruling, of the second one is moved."""
    damages = ([0, 2, 3, 4], [4, 0, 1, 2, 3], [0, 1, 2, 3, 4])
    for number, order in enumerate(damages):
        for place, code in enumerate(LANGUAGES):
            texts = background.sentences()[code][5 * number : 5 * number + 5]
            chosen = order if place == number % 4 else range(5)
            lines = "\n\n".join(texts[n] for n in chosen)
            (folder / f"{code}_{number}.txt").write_text(f"Card {number}\n\n03/19/2021\n\n{lines}\n", encoding="utf-8")


def report(folder: Path, command: str, *more: str) -> str:
    result = CliRunner().invoke(main, [command, str(folder), "--no-config", "--format", "json", *more])
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def test_processes_change_no_byte(tmp_path: Path) -> None:
    written(tmp_path)
    assert report(tmp_path, "check", "--jobs", "2") == report(tmp_path, "check")


def test_batches_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    sizes: list[int] = []
    unit = encoding.CachedEncoder._unit

    def noted(self: encoding.CachedEncoder, batch: list[str]) -> object:
        sizes.append(len(batch))
        return unit(self, batch)

    monkeypatch.setattr(encoding.CachedEncoder, "_unit", noted)
    run._encoder.cache_clear()
    first = report(tmp_path, "align")
    assert '"vectors"' in first
    assert max(sizes) > 7
    sizes.clear()
    monkeypatch.setattr(encoding, "BATCH", 7)
    run._encoder.cache_clear()
    assert report(tmp_path, "align") == first
    assert max(sizes) == 7


def test_what_agrees_plainly_agrees_when_compared_closely() -> None:
    """Whatever marks and lengths are lacking: no glance at what stands side by side passes what tables would not."""
    random = Random(5)
    marks = ["c:one", "c:two", "c:three", "n:1", "n:2", "s:{T}", "p:2/2", "slot"]
    passed = dict.fromkeys(("own dates", "shared dates", "no dates"), 0)
    for number in range(1200):
        kind = ("own dates", "shared dates", "no dates")[number % 3]
        size = random.randrange(1, 9)
        bags = [
            {mark: random.randrange(1, 6) for mark in random.sample(marks, random.randrange(5))} for _ in range(size)
        ]
        known: dict[str, dict[str, int]] = {}
        pages = []
        for language in ("en", "ru"):
            rulings = []
            for n, bag in enumerate(bags):
                own = {mark: times for mark, times in bag.items() if random.random() > 0.04}
                length = random.randrange(60, 200) if random.random() < 0.05 else 100 + 7 * n
                text = f"{language} {n} ".ljust(length, "x")
                known[text] = own
                days = {"own dates": n, "shared dates": n // 2}.get(kind)
                day = None if days is None else DAY + datetime.timedelta(days)
                rulings.append(Ruling(text, n + 1, n + 1, 1, day))
            pages.append(Page(f"{language}.txt", language, None, tuple(rulings)))
        rows = [(n, n) for n in range(size)]
        close = Places(pages, lambda _, text, known=known: known[text], True)
        if close.plainly(0, 1, rows):
            passed[kind] += 1
            assert close.stands((0, 1), rows)
            assert close.confirmed((0, 1), rows)
            assert not close.unlike((0, 1), rows)
    assert min(passed.values()) > 60, passed


def test_rulings_of_one_date_with_the_same_marks_are_compared_closely() -> None:
    pages = [page("en"), page("ru")]
    assert not Places(pages, lambda *_: {"n:1": 1}, True).plainly(0, 1, [(n, n) for n in range(SIZE)])
