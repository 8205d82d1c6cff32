"""Aligned rulings as CSV: a row a ruling, and the rulings of one group share its number."""

from __future__ import annotations

from aligner.config import Config
from aligner.report import listing
from aligner.results import Corpus


def report(corpus: Corpus, config: Config) -> bytes:
    """Return the groups as CSV in UTF-8 with a byte order mark."""
    rows = listing.groups(corpus.aligned)
    text = listing.rendered(listing.GROUPS, rows, "csv", config.delimiter)
    return text.encode("utf-8-sig", "backslashreplace")
