"""The pieces between spaces of a page's rulings, split once for all checks that look for words in them."""

from __future__ import annotations

from aligner.checks import Context
from aligner.model import Page


def pieces_on(page: Page, context: Context) -> frozenset[str]:
    """Return the pieces between spaces of all the page's rulings, each once."""
    return context.once(lambda: frozenset("\n".join([one.text for one in page.rulings]).split()), "pieces", page)
