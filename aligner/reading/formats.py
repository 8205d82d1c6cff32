"""JSON that holds rulings or cards: which of its objects are which, and the pages that they make."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from aligner.model import AlignerError, Page

_REPORT = re.compile(r'\s*\{\s*"schema_version":\s*"[0-9.]+",\s*"tool":\s*\{\s*"name":\s*"ruling-aligner"')


def is_report(head: bytes) -> bool:
    """Return whether a file that begins so is a report of ours."""
    return _REPORT.match(head[:1000].decode("utf-8-sig", "replace")) is not None


def read_json(chunks: Iterable[str], shown: str) -> Iterator[Page]:
    """Yield the pages of a JSON source that comes in pieces of text, whatever mixture of shapes it holds.

    AlignerError where it is broken, or holds neither rulings nor cards.
    """
    from aligner.reading import mtgjson, records, scryfall

    begun = iter(chunks)
    first = next(begun, "")
    if _REPORT.match(first):
        raise AlignerError(f"{shown}: a report of ours, and no pages; leave it out")
    chunks = chain((first,), begun)
    rulings, printed, cards = scryfall.Rulings(), scryfall.Cards(), mtgjson.Cards()
    empty = found = False
    for record in records.read(chunks, shown):
        if scryfall.is_card(record):
            yield from printed.pages(record, shown)
        elif mtgjson.is_card(record):
            yield from cards.pages(record, shown)
        elif not rulings.add(record):
            empty = empty or record.text("object").text == "list"
            continue
        found = True
    yield from rulings.pages(shown)
    if not found and empty:
        yield Page(shown, "", None, (), format="scryfall")
    elif not found:
        raise AlignerError(f"{shown}: {holds_no_pages('JSON')}")


def holds_no_pages(what: str) -> str:
    """Say that a file holds no pages, and what to do."""
    return f"{what} that holds no rulings; give rulings as Scryfall or MTGJSON write them, or leave the file out"


@lru_cache(maxsize=4096)
def iso_date(value: str) -> datetime.date | None:
    """Return the date of an ISO string, None for anything else."""
    try:
        return datetime.date.fromisoformat(value[:10])
    except ValueError:
        return None
