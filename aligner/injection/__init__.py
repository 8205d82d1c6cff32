"""Plant known faults into clean pages, so that what the checks find can be counted.

A kind of fault is a function with a name and the codes that may report it. It is given a clean document, a language
and a random generator, and returns the document with one fault in the page of that language, or nothing where that
page has no place for it. The same generator state gives the same fault.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from random import Random

from aligner.facts import FactBook
from aligner.languages import profile
from aligner.model import Aligned, AlignerError, Page, Ruling

Edit = tuple[int, int, str]
"""A change of a text: start, end, and what stands there instead."""

_MODULES = ("order", "wording", "terms", "characters", "elsewhere")


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with one fault: its pages, where the fault is, and the codes that may report it.

    `position` is the ruling's on the damaged page; of a ruling that was dropped, the one it had. `before` and `after`
    are the changed pieces.
    """

    kind: str
    language: str
    codes: tuple[str, ...]
    pages: tuple[Page, ...]
    position: int
    before: str
    after: str

    @property
    def page(self) -> Page:
        """Return the damaged page."""
        return next(page for page in self.pages if page.language == self.language)


@dataclass(frozen=True, slots=True)
class Site:
    """A ruling that a fault may go into: its page, its counterparts' texts by language, and what is known of texts.

    `titles` are the titles of the document's pages by language.
    """

    page: Page
    ruling: Ruling
    others: Mapping[str, str]
    facts: FactBook
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the ruling's text."""
        return self.ruling.text

    @property
    def language(self) -> str:
        """Return the page's language."""
        return self.page.language

    @property
    def spaced(self) -> bool:
        """Return whether the language has spaces between its words."""
        return profile(self.language).spaced


@dataclass(frozen=True, slots=True)
class Changed:
    """The rulings of a page after a change of their order or number; the rest as in `Planted`."""

    rulings: Sequence[Ruling]
    position: int
    before: str
    after: str


class Elsewhere:
    """The other documents of a run, which some faults take from or show beside."""

    def __init__(self, documents: Sequence[Aligned]) -> None:
        self.documents = documents
        self._pages: dict[str, list[Page]] = defaultdict(list)
        self._translations: dict[str, Counter[tuple[str, ...]]] = {}
        for one in documents:
            for page in one.document.pages:
                self._pages[page.language].append(page)

    def pages(self, page: Page) -> list[Page]:
        """Return the pages of the same language under other titles."""
        return [one for one in self._pages[page.language] if one.title_text != page.title_text]

    def times(self, language: str, original: str, translation: str) -> int:
        """Return on how many pages of a language an English ruling has this translation, the cards' names aside."""
        if language not in self._translations:
            self._translations[language] = Counter(
                pair
                for one in self.documents
                for pair in {
                    tuple(nameless(one, code, group.members[code][0].text) for code in ("en", language))
                    for group in one.groups
                    if len(group.members.get("en", ())) == len(group.members.get(language, ())) == 1
                }
            )
        return self._translations[language][original, translation]


def nameless(one: Aligned, language: str, text: str) -> str:
    """Return a ruling without the name of its own card."""
    title = one.document.page(language).title_text
    return text.replace(title, "\u25a1") if title else text


TextFault = Callable[[Site, Random], "Edit | None"]
OrderFault = Callable[[Page, Random], "Changed | None"]
RunFault = Callable[[Aligned, Page, Elsewhere, Random, FactBook], "Changed | None"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fault: its name, the codes that may report it, in which languages it can be planted, and how."""

    name: str
    codes: tuple[str, ...]
    allowed: str
    text_fault: TextFault | None = None
    order_fault: OrderFault | None = None
    run_fault: RunFault | None = None

    @property
    def summary(self) -> str:
        """Return what the fault is, in one line."""
        function = self.text_fault or self.order_fault or self.run_fault
        return (function.__doc__ or "").strip().splitlines()[0] if function else ""


_KINDS: dict[str, Kind] = {}


def without(text: str, start: int, end: int) -> Edit:
    """Return the change that takes a piece out, with one of the spaces around it."""
    if start and text[start - 1] == " " and (end == len(text) or not text[end].isalnum()):
        return start - 1, end, ""
    return start, end + (text[end : end + 1] == " " and (not start or text[start - 1] == " ")), ""


def in_text(name: str, *codes: str, allowed: str) -> Callable[[TextFault], TextFault]:
    """Register a fault inside a ruling's text; `allowed` says in words where the language allows it."""

    def register(function: TextFault) -> TextFault:
        _KINDS[name] = Kind(name, codes, allowed, text_fault=function)
        return function

    return register


def in_order(name: str, *codes: str, allowed: str) -> Callable[[OrderFault], OrderFault]:
    """Register a fault in the order, the number or the dates of a page's rulings."""

    def register(function: OrderFault) -> OrderFault:
        _KINDS[name] = Kind(name, codes, allowed, order_fault=function)
        return function

    return register


def in_run(name: str, *codes: str, allowed: str) -> Callable[[RunFault], RunFault]:
    """Register a fault that needs the other documents of a run."""

    def register(function: RunFault) -> RunFault:
        _KINDS[name] = Kind(name, codes, allowed, run_fault=function)
        return function

    return register


def kinds() -> dict[str, Kind]:
    """Return every kind of fault by its name, in the order of the codes."""
    for module in _MODULES:
        import_module(f"aligner.injection.{module}")
    return dict(sorted(_KINDS.items(), key=lambda item: (item[1].codes[0], item[0])))


def plant(
    kind: str, clean: Aligned, language: str, rng: Random, facts: FactBook, elsewhere: Elsewhere | None = None
) -> Planted | None:
    """Return the document with one fault of this kind in the page of this language, None where it has no place.

    `clean` is the document with its groups, which say what the counterparts are; `elsewhere` are the other documents
    of the run, without which some kinds have no place. AlignerError where there is no such kind.
    """
    known = kinds()
    if kind not in known:
        raise AlignerError(f"there is no kind of fault {kind!r}; the kinds are {', '.join(known)}")
    one = known[kind]
    page = clean.document.page(language)
    if one.run_fault:
        changed = one.run_fault(clean, page, elsewhere, rng, facts) if elsewhere else None
    else:
        changed = one.order_fault(page, rng) if one.order_fault else _edited(one, clean, page, rng, facts)
    if changed is None:
        return None
    damaged = replace(page, rulings=_numbered(changed.rulings))
    pages = tuple(damaged if each is page else each for each in clean.document.pages)
    return Planted(kind, language, one.codes, pages, changed.position, changed.before, changed.after)


def _edited(one: Kind, clean: Aligned, page: Page, rng: Random, facts: FactBook) -> Changed | None:
    """Change the text of the first ruling, in a random order, that has a place for the fault."""
    order = [number for number, ruling in enumerate(page.rulings) if ruling.kind == "ruling" and ruling.text.strip()]
    rng.shuffle(order)
    titles = {each.language: each.title_text for each in clean.document.pages}
    for number in order:
        ruling = page.rulings[number]
        site = Site(page, ruling, counterparts(clean, page, ruling), facts, titles)
        edit = one.text_fault(site, rng) if one.text_fault else None
        if edit is None:
            continue
        start, end, instead = edit
        text = ruling.text[:start] + instead + ruling.text[end:]
        if text.strip() and text != ruling.text:
            rulings = [*page.rulings[:number], replace(ruling, text=text), *page.rulings[number + 1 :]]
            return Changed(rulings, number + 1, ruling.text[start:end], instead)
    return None


def counterparts(clean: Aligned, page: Page, ruling: Ruling) -> dict[str, str]:
    """Return the texts of the counterparts by language, those of a ruling with one counterpart each."""
    for group in clean.groups:
        if any(member is ruling for member in group.members.get(page.language, ())):
            return {
                language: members[0].text
                for language, members in group.members.items()
                if language != page.language and len(members) == 1
            }
    return {}


def _numbered(rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """Give the rulings the positions that they have, and places that differ."""
    return tuple(
        replace(ruling, position=number, line=100 * number, column=1, label_line=100 * number - 2, label_column=1)
        for number, ruling in enumerate(rulings, 1)
    )
