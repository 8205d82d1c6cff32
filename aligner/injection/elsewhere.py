"""Faults that show beside other documents of a run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from aligner.facts import FactBook
from aligner.injection import Changed, Elsewhere, counterparts, in_run, nameless, without
from aligner.languages import profile
from aligner.model import Aligned, Page, Ruling
from aligner.renderings import own_names

_TRIED = 30  # other pages that are looked at
_LEAST = {True: 6, False: 4}  # letters of a name that is looked for
_WORD = re.compile(r"(?<![^\W])[^\W\d_A-Z]{3,}(?![^\W])")
_SAYS = {True: 40, False: 16}  # letters of a ruling that says something: with spaces between words, without


def _strange(page: Page, elsewhere: Elsewhere, rng: Random) -> Iterator[tuple[Page, Ruling]]:
    """Yield rulings of other pages that say something and do not stand on this one, in a random order."""
    pages = elsewhere.pages(page)
    here = {ruling.text for ruling in page.rulings}
    least = _SAYS[profile(page.language).spaced]
    for other in rng.sample(pages, min(_TRIED, len(pages))):
        rulings = [one for one in other.rulings if one.kind == "ruling" and not one.key and len(one.text) >= least]
        rng.shuffle(rulings)
        yield from ((other, one) for one in rulings if one.text not in here)


def _names(text: str, page: Page) -> bool:
    return bool(own_names(text, page.title_text, page.language))


def _put(page: Page, ruling: Ruling, source: str, rng: Random) -> Changed:
    """Return the page with one ruling more, under the date of the one before which it stands, and whose it was."""
    at = rng.randrange(len(page.rulings))
    beside = page.rulings[at]
    added = replace(ruling, date=beside.date, label=beside.label)
    return Changed([*page.rulings[:at], added, *page.rulings[at:]], at + 1, source, ruling.text)


def _keyed(page: Page) -> bool:
    return not page.rulings or any(ruling.key or ruling.kind == "heading" for ruling in page.rulings)


@in_run("misplaced-ruling", "ALN008", allowed="rulings with their card's name, which has six letters (four characters)")
def misplaced(clean: Aligned, page: Page, elsewhere: Elsewhere, rng: Random, facts: FactBook) -> Changed | None:
    """Put a ruling that names another card on this card's page."""
    if _keyed(page):
        return None
    least = _LEAST[profile(page.language).spaced]
    for other, ruling in _strange(page, elsewhere, rng):
        long = sum(map(str.isalpha, other.title_text)) >= least
        if long and other.title_text in ruling.text and not _names(ruling.text, page):
            return _put(page, ruling, other.title_text, rng)
    return None


@in_run("extra-ruling", "ALN002", "ALN008", allowed="every language")
def extra(clean: Aligned, page: Page, elsewhere: Elsewhere, rng: Random, facts: FactBook) -> Changed | None:
    """Put a ruling that names no card on another card's page."""
    if _keyed(page):
        return None
    for other, ruling in _strange(page, elsewhere, rng):
        if not _names(ruling.text, other) and not _names(ruling.text, page):
            return _put(page, ruling, other.title_text, rng)
    return None


@in_run(
    "other-translation",
    *("ALN001", "ALN002", "ALN008", "ALN009", "TRM009", "TRM001", "TRM005", "FRM001", "FRM004"),
    allowed="every language; whatever says that the two differ counts",
)
def other_translation(clean: Aligned, page: Page, elsewhere: Elsewhere, rng: Random, facts: FactBook) -> Changed | None:
    """Put the translation of another page's ruling in the place of a ruling's own."""
    if _keyed(page):
        return None
    for _, ruling in _strange(page, elsewhere, rng):
        at = rng.randrange(len(page.rulings))
        own = page.rulings[at]
        rulings = [*page.rulings[:at], replace(own, text=ruling.text), *page.rulings[at + 1 :]]
        return Changed(rulings, at + 1, own.text, ruling.text)
    return None


@in_run("reworded-ruling", "TRM008", allowed="rulings that stand, names aside, on two pages or more")
def reworded(clean: Aligned, page: Page, elsewhere: Elsewhere, rng: Random, facts: FactBook) -> Changed | None:
    """Leave a word that is no term out of a ruling that other pages have word for word."""
    if "en" not in clean.document.languages:
        return None
    order = list(range(len(page.rulings)))
    rng.shuffle(order)
    for at in order:
        ruling = page.rulings[at]
        original = counterparts(clean, page, ruling).get("en", "")
        pair = nameless(clean, "en", original), nameless(clean, page.language, ruling.text)
        if not original or elsewhere.times(page.language, *pair) < 2:
            continue
        places = _plain_words(page, ruling, facts)
        if not places:
            continue
        start, end = rng.choice(places)
        first, last, _ = without(ruling.text, start, end)
        text = ruling.text[:first] + ruling.text[last:]
        rulings = [*page.rulings[:at], replace(ruling, text=text), *page.rulings[at + 1 :]]
        return Changed(rulings, at + 1, ruling.text[start:end], "")
    return None


def _plain_words(page: Page, ruling: Ruling, facts: FactBook) -> list[tuple[int, int]]:
    """Return the words, or the single characters where there are no spaces, inside no term, name, symbol or number."""
    text, language = ruling.text, page.language
    taken = [(match.start, match.end) for match in facts.terms(language, text)]
    taken += own_names(text, page.title_text, language)
    if profile(language).spaced:
        found = [match.span() for match in _WORD.finditer(text)][1:-1]
    else:
        found = [(at, at + 1) for at in range(1, len(text) - 1) if text[at - 1 : at + 2].isalpha()]
    return [(start, end) for start, end in found if not any(start < last and first < end for first, last in taken)]


@in_run("misspelt-name", "TRM010", allowed="names of six letters, or of four characters without spaces")
def misspelt(clean: Aligned, page: Page, elsewhere: Elsewhere, rng: Random, facts: FactBook) -> Changed | None:
    """Write one letter of the card's name wrong, inside a word."""
    title = page.title_text
    if sum(map(str.isalpha, title)) < _LEAST[profile(page.language).spaced]:
        return None
    order = list(range(len(page.rulings)))
    rng.shuffle(order)
    letters = sorted({letter for ruling in page.rulings for letter in ruling.text if letter.isalpha()})
    for at in order:
        text = page.rulings[at].text
        start = text.find(title)
        inside = [n for n in range(1, len(title) - 1) if title[n - 1 : n + 2].isalpha()]
        if start < 0 or not inside:
            continue
        n = start + rng.choice(inside)
        new = rng.choice([letter for letter in letters if letter.islower() == text[n].islower() and letter != text[n]])
        changed = replace(page.rulings[at], text=text[:n] + new + text[n + 1 :])
        rulings = [*page.rulings[:at], changed, *page.rulings[at + 1 :]]
        return Changed(rulings, at + 1, title, changed.text[start : start + len(title)])
    return None
