"""The registry of checks, and what a check may ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeVar

from aligner.facts import FactBook
from aligner.model import AlignerError, Document, Group, Page, Place, Ruling, Severity
from aligner.shelf import at_hand
from aligner.survey import Survey

Value = TypeVar("Value")
CheckFunction = Callable[..., Iterable[Any]]
"""Yields hits; a check of glossaries yields flaws."""
UNTRANSLATED = ("LNG001", "LNG006")
"""The checks whose hits say that a ruling is in another language, so that nothing else is said of its text."""
MASKING = ("RDG002", "RDG007")
"""The checks whose pieces no other check judges: damaged letters and markup are one fault, whatever they look like."""
SCOPES = ("page", "group", "document", "corpus")
"""What the checks of a run are called with."""
FAMILIES = (
    "reading", "characters", "alignment", "order", "placement", "language", "terms", "translations", "names", "form",
    "marks", "lint", "suppression",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check: what people call it, how much it matters, what it reads and what silences it.

    `severities` are those that its hits have, the usual one first; `severity` is the highest of them. `gather` takes
    from one document what a check of the whole corpus needs of it, `fold` makes less of what was gathered, and
    `conclude` yields hits from it.
    """

    code: str
    name: str
    severity: Severity
    category: str
    scope: str
    function: CheckFunction
    silenced_by: tuple[str, ...] = ()
    needs: str = ""
    severities: tuple[Severity, ...] = ()
    gather: CheckFunction | None = None
    fold: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    conclude: CheckFunction | None = None

    @property
    def severity_text(self) -> str:
        """Return the severity as the manual has it, such as `note or warning`."""
        return " or ".join(self.severities or (self.severity,))

    @property
    def by_default(self) -> bool:
        """Return whether the check runs where nothing is selected."""
        return "off" not in self.needs.split()

    @property
    def text(self) -> str:
        """Return the docstring, the only text about the check."""
        return self.function.__doc__ or ""


_REGISTRY: dict[str, Check] = {}
PAGES = 100  # that are kept at hand when all documents are done
NONE: Mapping[str, Check] = MappingProxyType({})
"""No checks of the user's own."""


def check(
    code: str,
    name: str,
    severity: Severity | tuple[Severity, ...],
    category: str,
    *,
    on: str,
    silenced_by: tuple[str, ...] = (),
    needs: str = "",
    gather: CheckFunction | None = None,
    fold: Callable[[Sequence[Any]], Sequence[Any]] | None = None,
    conclude: CheckFunction | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check.

    `on` is what the function is called with, before the context: "page" (document, page), "group" (document, group),
    "document" (document), "corpus" (what was gathered), "glossary" (glossary; `lint.lint` calls it, no run does) or
    "waved" (what was waved through; `suppress.judged` calls it). A check of the corpus looks at each document once,
    where its facts are at hand and perhaps in another process: `gather` is called with the document and the context and
    yields what the function is told, with a `Run`, when all documents are done. What it yields is kept, so let it be
    small: a page or a ruling is known by its place, and fetched by that. What a run must not keep for every page,
    `fold` makes fewer of: it is called with what was gathered so far, in any order, and returns what is kept instead.
    What is found has the place of its entry. `silenced_by` names the checks whose hits take
    a ruling out of what this one sees. `needs` has the letters N, G, C and R of the manual's table. A tuple of
    severities names all that a hit may have, the usual one first. A check of pages or groups that has something to say
    of the whole corpus besides gathers as well; `conclude` is for it what the function is for a check of the corpus.
    """
    if (gather is not None) != (on == "corpus" or conclude is not None):
        raise ValueError(f"{code}: what is gathered is concluded from, and nothing else")
    severities = (severity,) if isinstance(severity, Severity) else severity
    highest = max(severities, key=lambda one: one.rank)

    def register(function: CheckFunction) -> CheckFunction:
        if code in _REGISTRY:
            raise ValueError(f"two checks have the code {code}")
        last = function if on == "corpus" else conclude
        _REGISTRY[code] = Check(
            code, name, highest, category, on, function, silenced_by, needs, severities, gather, fold, last
        )
        return function

    return register


def registry() -> dict[str, Check]:
    """Return every check by its code, in the order of the codes."""
    for family in FAMILIES:
        import_module(f"aligner.checks.{family}")
    return dict(sorted(_REGISTRY.items()))


def find(word: str, own: Mapping[str, Check] = NONE) -> tuple[str, ...]:
    """Return the codes that a code, a family (`TRM`) or a name stands for; AlignerError where it is none.

    `own` are the checks made of the user's patterns.
    """
    checks = {**registry(), **own}
    wanted = word.strip()
    found = tuple(
        code for code, one in checks.items() if wanted.upper() in (code, code[:3]) or wanted.lower() == one.name.lower()
    )
    if not found:
        near = _nearest(wanted, [*checks, *(one.name for one in checks.values())])
        raise AlignerError(f"there is no check {wanted!r}{near}; `aligner checks` lists them")
    return found


def _nearest(word: str, words: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word.upper(), [w for w in words if w.isupper()], 1) or get_close_matches(
        word.lower(), [w for w in words if not w.isupper()], 1
    )
    return f" (did you mean {near[0]}?)" if near else ""


@dataclass(frozen=True)
class Context:
    """What a check may ask beside the texts it was given.

    `reference` is the language that breaks ties; `survey` is what is known of all pages, and `number` tells which of
    its documents this is. `silenced` has, for a code, the rulings (by identity) that its hits took out, `masked` the
    damaged spans of rulings, `places` the groups of the document's.
    """

    facts: FactBook
    reference: str = ""
    survey: Survey = field(default_factory=Survey)
    number: int = -1
    silenced: dict[str, set[Hashable]] = field(default_factory=dict)
    places: dict[int, Group] = field(default_factory=dict)
    masked: dict[Hashable, list[tuple[int, int]]] = field(default_factory=dict)
    _made: dict[tuple[str, int], tuple[object, Any]] = field(default_factory=dict)

    def once(self, make: Callable[[], Value], what: str, of: object) -> Value:
        """Return what `make` returns, made once for this page, group or document: several checks ask the same of it.

        What other checks silence meanwhile is not seen, so `make` asks for it only where it is settled.
        """
        known = self._made.get((what, id(of)))
        if known is None:
            known = self._made[what, id(of)] = (of, make())  # kept with its owner, whose identity no other gets then
        return known[1]

    def group(self, ruling: Ruling) -> Group | None:
        """Return the group that the ruling belongs to."""
        return self.places.get(id(ruling))

    def is_silenced(self, ruling: Ruling, codes: Collection[str] = UNTRANSLATED) -> bool:
        """Return whether a hit of one of these checks took the ruling out."""
        if not self.silenced:
            return False
        out = [code for code, some in self.silenced.items() if id(ruling) in some]
        return bool(out) and not set(out).isdisjoint(codes)

    def counterparts(self, document: Document, page: Page, ruling: Ruling) -> tuple[tuple[Page, Ruling], ...]:
        """Return the translated rulings of the other languages in the ruling's group, with their pages."""
        if ruling.kind == "title":
            others = [other for other in document.pages if other.language != page.language and other.title]
            return tuple((other, other.title) for other in others if other.title)
        group = self.group(ruling)
        if group is None or len(group.members) == 1:
            return ()
        found = []
        for other in document.pages:
            if other.language != page.language:
                members = group.members.get(other.language, ())
                found += [(other, member) for member in members if member.text and not self.is_silenced(member)]
        return tuple(found)

    def english(self, document: Document, page: Page, ruling: Ruling) -> str:
        """Return the English counterpart's text, empty where there is none."""
        group = self.group(ruling)
        if ruling.kind == "title" or group is None:
            found = [other.text for home, other in self.counterparts(document, page, ruling) if home.language == "en"]
        else:
            theirs = group.members.get("en", ()) if page.language != "en" else ()
            found = [one.text for one in theirs if one.text and not self.is_silenced(one)]
        return "\n".join(found)


@dataclass(frozen=True)
class Run:
    """What a check of the corpus may ask when all documents are done.

    `documents` are those of the run, their rulings perhaps not at hand. `silenced` has, for a code, the places of what
    its hits took out, `masked` the damaged spans of what stands in a place.
    """

    facts: FactBook
    documents: Sequence[Document]
    reference: str = ""
    survey: Survey = field(default_factory=Survey)
    silenced: dict[str, set[Hashable]] = field(default_factory=dict)
    masked: dict[Hashable, list[tuple[int, int]]] = field(default_factory=dict)
    _pages: dict[tuple[int, int], Page] = field(default_factory=dict, repr=False)

    def page(self, place: Place) -> Page:
        """Return the page of a place, its rulings at hand; those that were asked for last are kept."""
        key = place.document, place.page
        if key not in self._pages:
            if len(self._pages) >= PAGES:
                self._pages.clear()
            self._pages[key] = at_hand(self.documents[place.document].pages[place.page])
        return self._pages[key]

    def entry(self, place: Place) -> tuple[Page, Ruling]:
        """Return what stands in a place, with its page."""
        page = self.page(place)
        return page, page.entry(place.entry)
