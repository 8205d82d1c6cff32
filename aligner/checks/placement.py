"""ALN008 and ALN010: does everything stand on its own page, and does every page exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aligner.checks import Context, Run, check
from aligner.checks.titles import Titles
from aligner.languages import profile
from aligner.linking import evidence
from aligner.model import Document, Hit, Page, Place, Ruling, Severity
from aligner.shelf import at_hand

ENOUGH = 3  # other documents that must have a language before one without it lacks something
SHARE = 0.8  # of the other documents
KNOWN = 3  # other pages that name a card, from which its name says nothing
SAYS = 20  # letters of a ruling that says something when two pages share it


@dataclass(frozen=True, slots=True)
class _Naming:
    """A document, by its number, in which the title of another one stands."""

    language: str
    home: int
    number: int


@dataclass(frozen=True, slots=True)
class _Stray:
    """A ruling, by its place, that speaks of the card of another document, by its number, and not of its own.

    `lone` says that no other language has it here, `example` that it seems to name the card as an example.
    """

    language: str
    place: Place
    home: int
    lone: bool
    example: bool


def _look(document: Document, context: Context) -> Iterator[_Naming | _Stray]:
    """Yield where the titles of other documents stand in a document's rulings."""
    number = context.number
    for side, page in enumerate(document.pages):
        titles = _titles(page.language, context)
        beginnings = titles.beginnings(page, number, context)
        if not beginnings:
            continue
        named: set[int] = set()
        for at, ruling in enumerate(page.entries):
            if ruling is page.title:
                continue
            places = titles.places(ruling.text, beginnings, number)
            named.update(place.name.home for place in places)
            lone = bool(places) and _is_lone(document, page, ruling, context)
            if other := titles.other(number, page, ruling, places, lone):
                home, example = other
                yield _Stray(page.language, Place(number, side, at), home, lone, example)
        yield from (_Naming(page.language, home, number) for home in sorted(named - {number}))


@check("ALN008", "misplaced-ruling", Severity.ERROR, "accuracy / mistranslation", on="corpus", needs="C", gather=_look)
def misplaced_ruling(found: Sequence[_Naming | _Stray], run: Run) -> Iterator[Hit]:
    """Move the ruling to the page of the card that it speaks of.

    Why: a reader of this page learns a rule of another card, and a reader of the other page may look for it in vain.

    When it is wrong to complain: cards are named on one another's pages as examples, and general rulings name none. So
    only a ruling that begins with the other page's title is reported, or one that names it anywhere and that no other
    language has here, and only where it says nothing of its own card. A title that is an ordinary word or a term, that
    is short (fewer than four characters in Japanese and Chinese), or that several other pages name, is no evidence.

    How to mend: move it; or, where the name is a slip, write the name of this page's card.
    """
    known = Counter((one.language, one.home) for one in found if isinstance(one, _Naming))
    for one in found:
        if isinstance(one, _Stray) and known[one.language, one.home] < KNOWN:
            home = at_hand(run.documents[one.home].page(one.language))
            page, ruling = run.entry(one.place)
            stands = _stands_on(home, ruling)
            if not one.example or (one.lone and stands):
                yield replace(_misplaced(page, ruling, home, stands), place=one.place)


def _with_names(document: Document, context: Context) -> Iterator[int]:
    """Yield the document's number if names or folders joined its pages."""
    if len(document.pages) > 1 and all(page.name for page in document.pages):
        yield context.number


@check(
    "ALN010",
    "missing-page",
    Severity.WARNING,
    "accuracy / omission",
    on="corpus",
    needs="N C",
    gather=_with_names,
)
def missing_page(named: Sequence[int], run: Run) -> Iterator[Hit]:
    """Add the page in the language that nearly all other documents have.

    Why: readers of that language find nothing about this card.

    When it is wrong to complain: the card was never printed in the language. A page that stands alone, or that was
    joined to others by its content, lacks nothing: only documents joined by names or folders are counted, and a
    language is expected where four in five of the others, and at least three, have it.

    How to mend: translate the page, or leave the language out with `--languages`.
    """
    have = Counter(language for number in named for language in run.documents[number].languages)
    for home in named:
        document = run.documents[home]
        at = next(
            (n for code in (run.reference, "en") for n, page in enumerate(document.pages) if page.language == code), 0
        )
        for language, number in sorted(have.items()):
            others = len(named) - 1
            if language not in document.languages and number >= ENOUGH and number >= SHARE * others:
                name = profile(language).name
                yield Hit(
                    document.pages[at],
                    None,
                    None,
                    f"there is no {name} page; {number} of {others} other documents have one",
                    line=1,
                    place=Place(home, at),
                )


def _titles(language: str, context: Context) -> Titles:
    survey = context.survey
    return survey.once(
        lambda: Titles(language, survey.titles.get(language, ()), context.facts), "titles in rulings", language
    )


def _is_lone(document: Document, page: Page, ruling: Ruling, context: Context) -> bool:
    """Return whether no other page of the document has the ruling, and there are some to have it."""
    group = context.group(ruling)
    others = any(other.rulings for other in document.pages if other is not page)
    return others and group is not None and not group.doubtful and len(group.members) == 1


def _stands_on(home: Page, ruling: Ruling) -> bool:
    """Return whether the ruling stands on that page, word for word."""
    text = evidence.fold(ruling.text)
    return any(len(one.text) >= SAYS and evidence.fold(one.text) == text for one in home.rulings)


def _misplaced(page: Page, ruling: Ruling, home: Page, stands: bool) -> Hit:
    there = ", where it stands as well" if stands else ""
    message = f"the ruling speaks of “{home.title_text}”, which has a page of its own{there}"
    related = ((home, home.title),) if home.title else ()
    return Hit(page, ruling, None, message, related=related)
