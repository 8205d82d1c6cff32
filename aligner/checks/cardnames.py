"""Where the English name of a page's own card stands on a translated page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from aligner.english import Leftover
from aligner.languages import profile
from aligner.model import Document, Page, Ruling

_ELIDED = re.compile(r"\b[^\W\d_]{1,5}'")


@lru_cache(maxsize=4096)
def bare_name(text: str) -> str:
    """Return a name in lower case, without punctuation and without a possessive at its end."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.casefold().replace("’", "'"))
    return " ".join(words).removesuffix("'s")


def own_words(title: str) -> str:
    """Return the words of a title between spaces, with and without the article that is elided before one: d'Ish Sah."""
    bare = bare_name(title)
    return f" {bare} {_ELIDED.sub('', bare)} "


def halves_of(title: str) -> list[str]:
    """Return the two names of a split card, or the one."""
    return [half.strip() for half in title.split("//")]


def title_names(document: Document, page: Page) -> dict[str, str]:
    """Return the English page's title, its halves and its short form → what this page's title has for them."""
    if "en" not in document.languages or not page.title_text:
        return {}
    theirs, ours = document.page("en").title_text, page.title_text
    pairs = [(theirs, ours)]
    if len(halves_of(theirs)) == len(halves_of(ours)):
        pairs += zip(halves_of(theirs), halves_of(ours), strict=True)
    short, comma, _ = theirs.partition(",")
    own_short, own_comma, _ = ours.partition(",")
    if comma and own_comma:
        pairs.append((short, own_short))
    named = [(bare_name(english), own) for english, own in pairs]
    return {english: own for english, own in named if english and english != bare_name(own)}


def name_places(
    document: Document, page: Page, ruling: Ruling, titles: dict[str, str], pieces: Sequence[Leftover]
) -> list[tuple[int, int]]:
    """Return the spans of the names in a ruling: those found as leftovers, and the English title of its own card."""
    spans = [
        (piece.start, piece.end)
        for piece in pieces
        if piece.kind == "name" and not _is_paired(ruling.text, piece.start, piece.end)
    ]
    said = {bare_name(ruling.text[start:end]) for start, end in spans}
    taken = [(piece.start, piece.end) for piece in pieces]
    for start, end in _title_places(document, page, ruling.text) if titles else ():
        bare = bare_name(ruling.text[start:end])
        inside = any(first < end and start < last for first, last in taken)
        if bare in titles and not inside and not any(f" {bare} " in f" {one} " for one in said):
            spans.append((start, end))
            said.add(bare)
    return sorted(spans)


def _is_paired(text: str, start: int, end: int) -> bool:
    """Return whether a slash joins the name to one in other letters: both are given on purpose."""
    if "/" not in text and "／" not in text:
        return False
    beside = (re.match(r"\s*[/／]\s*(\w)", text[end:]), re.search(r"(\w)\s*[/／]\s*$", text[:start]))
    return any(one and not one[1].isascii() and unicodedata.name(one[1], "").split()[0] != "LATIN" for one in beside)


def _title_places(document: Document, page: Page, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the English title stands in a text; a single word only where no other reading is likely."""
    if "en" not in document.languages:
        return
    title = document.page("en").title_text
    latin = profile(page.language).script == "latin"
    for name in dict.fromkeys([title, *halves_of(title)]):
        if not name or (latin and " " not in name and page.language == "de"):
            continue
        if name not in text:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)" if latin else re.escape(name), text):
            before = text[: match.start()].rstrip(" \u00a0\n\"“„«'‘([")
            if " " in name or not latin or (before and before[-1] not in ".!?:;•—"):
                yield match.span()


def copied_halves(document: Document, page: Page) -> Iterator[tuple[int, int, list[Page]]]:
    """Yield the title, or the half of it, that equals the English one, with the pages that have one of their own.

    Names of people and places are the same in all languages in Latin letters, so among those only another one of
    them is proof.
    """
    if "en" not in document.languages or page.title is None:
        return
    english = document.page("en").title_text
    latin = profile(page.language).script == "latin"
    theirs, ours = halves_of(english), halves_of(page.title_text)
    if len(theirs) != len(ours):
        return
    whole = bare_name(english) == bare_name(page.title_text)
    for place, (their, our) in enumerate([(english, page.title_text)] if whole else zip(theirs, ours, strict=True)):
        if bare_name(their) != bare_name(our) or not bare_name(our) or (latin and len(bare_name(our).split()) < 2):
            continue
        others = [
            other
            for other in document.pages
            if other.language not in ("en", page.language)
            and other.title_text
            and (profile(other.language).script == "latin" or not latin)
            and _own_title(other.title_text, english, None if whole else place, len(theirs))
        ]
        if others:
            start = page.title_text.index(our)
            yield start, start + len(our), others


def _own_title(title: str, english: str, place: int | None, halves: int) -> bool:
    """Return whether a page has a title, or a half at this place, that is not the English one."""
    if place is None:
        return bare_name(title) != bare_name(english)
    own = halves_of(title)
    return len(own) == halves and bare_name(own[place]) != bare_name(halves_of(english)[place])
