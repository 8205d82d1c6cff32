"""RDG001, RDG004 and RDG008 on whole pages: numbering that is right, and faults that another check reports."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import reading
from aligner.checks import reading as checks
from aligner.model import Document, Page

CHECKS = (checks.unread_text, checks.missing_body, checks.numbering)
LETTERS = "abcdefghijkmnpqrstuvwxyz"


def findings(*pages: Page) -> list[tuple[str, str, str]]:
    """Return check, excerpt and message of every hit on these pages of one document."""
    document = Document("page", pages)
    found = []
    for page in pages:
        for check in CHECKS:
            for hit in check(document, page, None):  # type: ignore[arg-type]
                quoted = hit.excerpt if hit.excerpt is not None else hit.ruling.text if hit.ruling else ""
                found.append((check.__name__, quoted, hit.message))
    return found


def rules_page(*labels: str, language: str = "ru") -> Page:
    text = "\n\n".join(
        ["Rules: abilities", *(f"{label} The rule {number} says so." for number, label in enumerate(labels))]
    )
    (page,) = reading.read_bytes(text.encode(), f"{language}.txt")
    assert page.format == "rules"
    return page


@pytest.mark.parametrize(
    ("labels", "quoted"),
    [
        (["502.28a", "502.28b", "502.30a"], ["502.30a"]),
        (["502.28a", "502.28c", "502.28d"], ["502.28c"]),
        (["502.28a", "502.28b", "502.28b", "502.28c"], ["502.28b"]),
        (["502.28a", "502.28b", "502.28.c"], ["502.28.c"]),
        (["502.28a.", "502.28b.", "502.28c"], ["502.28c"]),
        (["502.1", "502.2.", "502.3"], ["502.2."]),
        (["502.28k", "502.28m", "502.28n", "502.28p"], []),
        (["502.28k", "502.28l", "502.28m"], []),
        (["502.28c", "502.28d", "503.4a"], []),
        (["502.28a", "502.28с", "502.28b"], []),
        (["502.28а.", "502.28b", "502.28c"], []),
        (["502.9", "502.10", "502.11"], []),
        (["502.1", "502.1a", "502.2", "502.2a", "502.2b"], []),
    ],
)
def test_numbering(labels: list[str], quoted: list[str]) -> None:
    assert [one[1] for one in findings(rules_page(*labels))] == quoted


def test_the_message_of_a_gap_names_what_is_missing() -> None:
    ((_, _, message),) = findings(rules_page("502.28a", "502.28b", "502.28h"))
    assert message == "502.28c, 502.28d, 502.28e to 502.28g missing between 502.28b and 502.28h"


def test_a_gap_that_another_language_shares_or_fills_is_not_reported() -> None:
    gap = ("502.28a", "502.28b", "502.28d", "502.29a")
    assert findings(rules_page(*gap), rules_page(*gap, language="pt")) == []
    assert findings(rules_page(*gap), rules_page("502.28a", "502.28b", "502.28c", "502.28d", language="pt")) == []
    assert len(findings(rules_page(*gap), rules_page("502.28a", "502.28b", language="pt"))) == 1


def test_a_rule_that_lost_its_number_is_told_once() -> None:
    text = "Rules\n\n502.28a One rule.\n\nTwo rules.\n\n502.28c Three rules.\n\n502.28d Four rules."
    assert [one[:2] for one in findings(*reading.read_bytes(text.encode(), "en.txt"))] == [
        ("unread_text", "Two rules.")
    ]


def test_a_heading_with_unread_text_below_is_told_once() -> None:
    text = "Rules\n\n502.28. Storm\n\nIt copies spells.\n\n502.29. Fear\n\n502.29a An evasion ability."
    assert [one[:2] for one in findings(*reading.read_bytes(text.encode(), "en.txt"))] == [
        ("unread_text", "It copies spells.")
    ]


def test_a_title_alone_and_an_empty_file() -> None:
    assert [one[1] for one in findings(*reading.read_bytes("Отария\n".encode(), "ru.txt"))] == ["Отария"]
    assert [one[0] for one in findings(*reading.read_bytes(b"", "ru.txt"))] == ["missing_body"]


def test_entries_of_other_formats_are_named_by_what_they_have() -> None:
    card = {
        "name": "Herald",
        "text": "Flying",
        "foreignData": [{"language": "Japanese"}, {"language": "German", "name": "Herold"}, {"language": "Japanese"}],
    }
    found = findings(*reading.read_bytes(json.dumps({"data": [card]}).encode(), "cards.json"))
    assert [one[:2] for one in found] == [
        ("unread_text", "Japanese"),
        ("missing_body", "Japanese"),
        ("missing_body", "Herold"),
    ]


def test_a_list_without_rulings_lacks_nothing() -> None:
    assert findings(*reading.read_bytes(b'{"object": "list", "data": []}', "en.scryfall.json")) == []


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 6), st.integers(0, 23), st.sampled_from(["", "."]))
def test_a_whole_sequence_is_silent_and_a_hole_in_it_is_one_finding(rules: int, hole: int, point: str) -> None:
    labels = [f"702.{rule}{letter}{point}" for rule in range(1, rules + 1) for letter in LETTERS]
    assert findings(rules_page(*labels)) == []
    gone = labels.pop(hole)
    found = findings(rules_page(*labels))
    # without its first or last letter nobody can know that a sequence is not whole
    at_the_edge = hole == 23 or hole == 0
    assert [one[1] for one in found] == ([] if at_the_edge else [labels[hole]]), gone


@pytest.mark.parametrize("column", [1, 2])
@pytest.mark.parametrize("point", ["", "."])
def test_the_real_rules_are_numbered_well(shared: Path, column: int, point: str) -> None:
    with gzip.open(shared / "data" / "rules_en_zhs_2024.tsv.gz", "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    text = "\n\n".join(f"{row[0]}{point if row[0][-1].isdigit() else ''} {row[column]}" for row in rows)
    (page,) = reading.read_bytes(f"Rules\n\n{text}".encode(), "page.txt")
    assert len(page.rulings) == len(rows)
    assert findings(page) == []
