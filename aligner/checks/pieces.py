"""The pieces between spaces of a page's rulings, split once for all checks that look for names in them."""

from __future__ import annotations

from aligner.checks import Context
from aligner.model import Page


def pieces_on(page: Page) -> frozenset[str]:
    """Return the pieces between spaces of all the page's rulings, each once."""
    return frozenset("\n".join([one.text for one in page.rulings]).split())


def capitals_on(page: Page, context: Context) -> frozenset[str]:
    """Return those of the pieces that may hold a word with a capital: few do, and names begin with one."""

    def find() -> frozenset[str]:
        return frozenset[str]().union(*[context.facts.capitals(page.language, one.text) for one in page.rulings])

    return context.once(find, "capitals", page)
