"""A finding is told again whatever else changed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import recognition
from aligner.model import Finding


def finding(number: int, text: str) -> Finding:
    fingerprint = f"{number:08x}e3b0e3b0{number % 3:08x}"
    return Finding(
        "FRM010", "spacing", "note", "", "Document", "ru", "", "1", "", "ru.txt", number, 1, text, "m",
        fingerprint=fingerprint,
    )  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 30), unique=True), st.sets(st.integers(0, 30)), st.randoms(use_true_random=False))
def test_every_finding_answers_its_own_entry_whatever_the_order(numbers, mended, rng) -> None:
    old = [finding(number, f"слово {number}") for number in numbers]
    entries = [recognition.entry_of(one) for one in old]
    kept = [one for one in old if one.line not in mended]
    rng.shuffle(kept)
    met = recognition.matched(kept, entries)
    assert {kept[number].excerpt: entry.excerpt for number, entry in met.items()} == {
        one.excerpt: one.excerpt for one in kept
    }
