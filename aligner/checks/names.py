"""TRM010: is a card always called by its name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from aligner import names
from aligner.checks import Context, check
from aligner.checks.pieces import capitals_on
from aligner.languages import profile
from aligner.model import Document, Hit, Page, Ruling, Severity
from aligner.spelling import Misspelling, Words, misspellings, misspelt, occurs
from aligner.text import fold
from aligner.words import HAN, latin_tokens

_SILENCERS = ("LNG001", "LNG006", "RDG002")
_COMMAS = re.compile(r"\s*[,、，]\s*")
_HALVES = re.compile(r"\s*//\s*")
_SEVERAL = re.compile(r"//|[,、，]")
_MARKED = re.compile(r"《([^《》\n]+)》")
_READING_AID = re.compile(rf"(?<=[{HAN}])[（(《][\u3041-\u3096ー]+[）)》]")
_SHORT_NAME_LAST = ("ja", "ko")  # 星界の大蛇、コーマ


@check(
    "TRM010",
    "name-drift",
    Severity.WARNING,
    "terminology / inconsistent use",
    on="document",
    silenced_by=_SILENCERS,
    needs="C",
)
def name_drift(document: Document, context: Context) -> Iterator[Hit]:
    """Call the card by the name that its title has, letter by letter.

    Why: a reader looks a card up by its name, and a program finds nothing under a name that is one letter off. A ruling
    that writes another name speaks of another card.

    When it is wrong to complain: a name in another case, with an ending or a particle; the first part of a legend's
    name; the name of another page of the run; a word of the title in its ordinary meaning. A name that was left in
    English is LNG004's, one with a letter of another script LNG007's.

    How to mend: write the name as suggested. Where all rulings agree against the title, look at the title.
    """
    for page in document.pages:
        title = page.title
        if title is None or context.is_silenced(title, _SILENCERS):
            continue
        yield from _reading_aids(page)
        if context.facts.look_alikes(page.language, title.text):
            continue
        known = _names(page.language, context)
        rulings = [one for one in page.rulings if one.text and not context.is_silenced(one, _SILENCERS)]
        yield from _misspelt(page, rulings, known, context)
        yield from _other_names(document, page, rulings, known, context)


def _parts(title: str, language: str) -> list[str]:
    """Return the names that a title gives: the whole, its halves, and what a legend is called for short."""
    found = [title]
    if not _SEVERAL.search(title):  # mostly so
        return [title.strip()] if title.strip() else []
    for half in _HALVES.split(title):
        found.append(half)
        pieces = _COMMAS.split(half)
        if len(pieces) > 1:
            found.append(pieces[-1] if language in _SHORT_NAME_LAST else pieces[0])
    return [part for part in dict.fromkeys(one.strip() for one in found) if part]


def _names(language: str, context: Context) -> frozenset[str]:
    """Return every name that a page of the run has in this language, folded."""
    titles = context.survey.titles.get(language, ())
    return context.survey.once(
        lambda: frozenset(fold(part, language) for _, title in titles for part in _parts(title, language)),
        "names",
        language,
    )


def _reading_aids(page: Page) -> Iterator[Hit]:
    """Yield a Japanese title that has kana in brackets behind its Han characters."""
    title = page.title
    if page.language != "ja" or title is None:
        return
    plain = _READING_AID.sub("", title.text)
    if plain != title.text:
        yield Hit(page, title, None, f"the name “{title.text}” holds reading aids", suggestion=plain)


def _misspelt(page: Page, rulings: Sequence[Ruling], known: Collection[str], context: Context) -> Iterator[Hit]:
    """Yield what is nearly the title; the title itself where it stands in no ruling and all agree on another."""
    title = page.title
    assert title is not None
    spaced = profile(page.language).spaced
    words = Words([one.text for one in rulings], capitals_on(page, context) if spaced else (), page.language)
    for name in _parts(page.title_text, page.language):
        wrong = misspelt(words, name, page.language)
        if spaced and not wrong:
            continue
        found: dict[str, list[tuple[Ruling, Misspelling]]] = defaultdict(list)
        for ruling in rulings:
            if spaced and not any(word in ruling.text for word in wrong):
                continue
            odd = context.facts.look_alikes(page.language, ruling.text)
            for one in misspellings(ruling.text, name, page.language, known):
                if any(one.start < other.end and other.start < one.end for other in odd):
                    continue
                found[fold(ruling.text[one.start : one.end], page.language)].append((ruling, one))
        if not found:
            continue
        at = title.text.index(name) if name in title.text else 0
        if len(found) == 1 and not any(occurs(ruling.text, name, page.language) for ruling in rulings):
            ((ruling, one), *rest) = next(iter(found.values()))
            if rest:
                other = ruling.text[one.start : one.end]
                message = f"the title has “{name}”, the rulings have “{other}” ({1 + len(rest)} times)"
                related = tuple((page, home) for home in dict.fromkeys([ruling, *(home for home, _ in rest)]))
                yield Hit(page, title, (at, at + len(name)), message, related=related)
                return
        for places in found.values():
            for ruling, one in {id(ruling): (ruling, one) for ruling, one in reversed(places)}.values():
                quoted = ruling.text[one.start : one.end]
                message = f"“{quoted}” is nearly the card's name, “{name}”, but not quite"
                yield Hit(page, ruling, (one.start, one.end), message, suggestion=name, related=((page, title),))
        return


def _other_names(
    document: Document, page: Page, rulings: Sequence[Ruling], known: Collection[str], context: Context
) -> Iterator[Hit]:
    """Yield a marked name in a ruling whose English counterpart names this card and no other."""
    if page.language == "en" or "en" not in document.languages or not any("《" in one.text for one in rulings):
        return
    english = document.page("en").title_text
    own = {fold(part, page.language) for part in _parts(page.title_text, page.language)}
    if len(english) < 2 or page.title_text == english:
        return
    for ruling in rulings:
        marked = list(_MARKED.finditer(ruling.text))
        if len({one[1] for one in marked}) != 1 or fold(marked[0][1], page.language) in own | set(known):
            continue
        name = marked[0][1]
        if re.search("[A-Za-z]{2}", name) or misspellings(name, page.title_text, page.language):
            continue
        source = context.english(document, page, ruling)
        if any(fold(part) in fold(ruling.text, page.language) for part in own) or not _names_only(source, english):
            continue
        message = f"“{name}” stands where the English ruling names this card, whose title is “{page.title_text}”"
        yield Hit(page, ruling, marked[0].span(1), message, suggestion=page.title_text)


def _names_only(text: str, title: str) -> bool:
    """Return whether a text in English names this card, in full, and no other."""
    if title not in text:
        return False
    rest = text.replace(title, "—")
    return not any(len(run) > 1 for run in names.title_runs(rest, list(latin_tokens(rest))))
