"""What is gathered from documents one by one is the same, in whatever order they are done."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner import batches, encoding, glossary, judging, run
from aligner.batches import Judge
from aligner.checks import Run, registry
from aligner.config import Config
from aligner.facts import FactBook
from aligner.findings import in_report_order
from aligner.judging import Checks, Whole
from aligner.model import Aligned, Document, Group, Page, Place, Ruling
from aligner.results import Kept, in_a_line
from aligner.survey import survey

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
CODES = frozenset(code for code, one in registry().items() if one.scope in ("page", "group", "document", "corpus"))


@pytest.fixture(scope="module")
def documents() -> Sequence[Document]:
    return run.load([str(CORPUS)], Config(encoder="none")).documents


def judged(documents: Sequence[Document], order: Sequence[int], room: int, texts: int, written: bool) -> list[object]:
    """Return the findings when documents are done in this order, little is kept, and answers travel as bytes."""
    facts, chosen, known = FactBook(glossary.merge((), glossary.read_shipped())), Checks(CODES), survey(documents)
    whole = Whole(chosen, Run(facts, documents, survey=known))
    judge = Judge(facts, encoding.load_encoder("none"), chosen, known)
    orders = batches.orders(documents, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "FOLDED", room)
        patch.setattr("aligner.facts.TEXTS", texts)
        for number in order:
            one = judge(orders[number])
            if written:
                one = batches.loaded(batches.dumped(one))
            whole.add(number, one)
        return list(in_report_order(whole.findings()))


@pytest.mark.parametrize("seed", range(2))
def test_the_order_of_the_documents_changes_nothing(documents: Sequence[Document], seed: int) -> None:
    numbers = list(range(len(documents)))
    plain = judged(documents, numbers, 1_000_000, 1_000_000, written=False)
    Random(seed).shuffle(numbers)
    assert len({one.code for one in plain}) > 10  # type: ignore[attr-defined]
    assert judged(documents, numbers, 10, 5, written=True) == plain


def test_kept_groups_come_back_as_they_were() -> None:
    english, russian = (tuple(Ruling(f"{code} {n}", n) for n in range(1, 4)) for code in ("en", "ru"))
    pages = (Page("a", "en", None, english), Page("b", "ru", None, russian))
    groups = (
        Group(1, {"en": english[:2], "ru": russian[2:]}, 0.1 + 0.2, "vectors", True, "ru"),
        Group(2, {"ru": (russian[1], russian[0])}, 1.0, "alone"),
        Group(3, {"en": english[2:]}),
    )
    aligned = Aligned(Document("Otaria", pages), groups)
    again = Kept(aligned.document, in_a_line(aligned))
    assert again.groups == groups
    assert [list(one.members) for one in again.groups] == [list(one.members) for one in groups]
    assert again.groups[1].members["ru"][0] is russian[1]


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=20), st.randoms(use_true_random=False))
def test_folding_in_parts_is_folding_at_once(texts: list[str], random: Random) -> None:
    from aligner.checks.usages import _Spot, _together, _Usage

    usages = [
        _Usage("ru", "exile", "noun", text, text == "a", n + 1, None, None, (_Spot(Place(n, 0, 0), (0, 1)),))
        for n, text in enumerate(texts)
    ]
    whole = _together(usages)
    random.shuffle(usages)
    cut = random.randrange(len(usages))
    assert _together([*_together(usages[:cut]), *usages[cut:]]) == whole


def test_renderings_that_were_not_counted_are_counted_when_asked_for() -> None:
    paths, config = [str(CORPUS / "faults")], Config(encoder="none")
    counted, later = (run.check(paths, config, counting=counting) for counting in (True, False))
    assert later.corpus.counted is None
    assert counted.corpus.counted
    assert later.corpus.uses == counted.corpus.counted
    assert later.findings == counted.findings


def test_renderings_are_counted_once_a_document_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    count = judging.uses_on
    monkeypatch.setattr(judging, "uses_on", lambda *given: asked.append(True) or count(*given))
    for counting in (True, False):
        asked.clear()
        documents = run.check([str(CORPUS / "faults")], Config(encoder="none"), counting=counting).corpus.documents
        assert len(asked) == (len(documents) if counting else 0)


def test_documents_of_the_same_days_are_done_one_after_the_other() -> None:
    days = [None, datetime.date(2021, 3, 19), None, datetime.date(2020, 1, 24), datetime.date(2021, 3, 19)]
    made = [Document(str(n), (Page("a.txt", "en", None, (Ruling("A.", 1, date=day),)),)) for n, day in enumerate(days)]
    assert [one.number for one in batches.orders(made, {})] == [0, 2, 3, 1, 4]
