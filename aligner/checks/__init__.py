"""The registry of checks and the loop that runs them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import MappingProxyType
from typing import Any

from aligner.facts import FactBook
from aligner.model import AlignerError, Document, Finding, Group, Hit, Page, Ruling, Severity
from aligner.text import normalise

NEAR = 16
"""How many letters before and behind a piece tell it from its like elsewhere."""
CheckFunction = Callable[..., Iterable[Any]]
"""Yields hits; a check of glossaries yields flaws."""
UNTRANSLATED = ("LNG001", "LNG006")
"""The checks whose hits say that a ruling is in another language, so that nothing else is said of its text."""
MASKING = ("RDG002", "RDG007")
"""The checks whose pieces no other check judges: damaged letters and markup are one fault, whatever they look like."""
FAMILIES = (
    "reading", "characters", "alignment", "order", "placement", "language", "terms", "translations", "names", "form",
    "marks", "lint", "suppression",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check: what people call it, how much it matters, what it reads and what silences it.

    `severities` are those that its hits have, the usual one first; `severity` is the highest of them.
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
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check.

    `on` is what the function is called with, before the context: "page" (document, page), "group" (document,
    group), "corpus" (documents), "glossary" (glossary; `lint.lint` calls it, no run does) or "waved" (what was waved
    through; `suppress.judged` calls it). `silenced_by` names the
    checks whose hits take a ruling out of what this one sees. `needs` has the letters N, G, C and R of the
    manual's table. A tuple of severities names all that a hit may have, the usual one first.
    """
    severities = (severity,) if isinstance(severity, Severity) else severity
    highest = max(severities, key=lambda one: one.rank)

    def register(function: CheckFunction) -> CheckFunction:
        if code in _REGISTRY:
            raise ValueError(f"two checks have the code {code}")
        _REGISTRY[code] = Check(code, name, highest, category, on, function, silenced_by, needs, severities)
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

    `groups` are the groups of the documents, in the documents' order; `reference` is the language that breaks ties;
    `silenced` has, for a code, the rulings (by identity) that its hits took out.
    """

    facts: FactBook
    reference: str = ""
    silenced: dict[str, set[int]] = field(default_factory=dict)
    places: dict[int, Group] = field(default_factory=dict)
    masked: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def group(self, ruling: Ruling) -> Group | None:
        """Return the group that the ruling belongs to."""
        return self.places.get(id(ruling))

    def is_silenced(self, ruling: Ruling, codes: Iterable[str] = UNTRANSLATED) -> bool:
        """Return whether a hit of one of these checks took the ruling out."""
        return bool(self.silenced) and any(id(ruling) in self.silenced.get(code, ()) for code in codes)

    def counterparts(self, document: Document, page: Page, ruling: Ruling) -> tuple[tuple[Page, Ruling], ...]:
        """Return the translated rulings of the other languages in the ruling's group, with their pages."""
        if ruling.kind == "title":
            others = [other for other in document.pages if other.language != page.language and other.title]
            return tuple((other, other.title) for other in others if other.title)
        group = self.group(ruling)
        if group is None:
            return ()
        return tuple(
            (document.page(language), member)
            for language, members in group.members.items()
            if language != page.language
            for member in members
            if member.text and not self.is_silenced(member)
        )

    def english(self, document: Document, page: Page, ruling: Ruling) -> str:
        """Return the English counterpart's text, empty where there is none."""
        found = [other.text for home, other in self.counterparts(document, page, ruling) if home.language == "en"]
        return "\n".join(found)


@dataclass(frozen=True, slots=True)
class Aligned:
    """A document and its groups."""

    document: Document
    groups: tuple[Group, ...]


def run(
    corpus: Sequence[Aligned],
    facts: FactBook,
    selected: Collection[str],
    reference: str = "",
    own: Mapping[str, Check] = NONE,
) -> Iterator[Finding]:
    """Yield the findings of the selected checks; a check that silences others runs even where it is not selected.

    `own` are the checks made of the user's patterns; what they look for is said even of damaged letters and markup.
    """
    asked = context(corpus, facts, reference)
    for one in in_order(selected, own):
        yield from perform(one, corpus, asked, selected, own)


def context(corpus: Sequence[Aligned], facts: FactBook, reference: str = "") -> Context:
    """Return what the checks of a run may ask, before the first of them has run."""
    made = Context(facts, reference)
    for aligned in corpus:
        for group in aligned.groups:
            made.places.update((id(member), group) for members in group.members.values() for member in members)
    return made


def perform(
    one: Check, corpus: Sequence[Aligned], asked: Context, selected: Collection[str], own: Mapping[str, Check] = NONE
) -> Iterator[Finding]:
    """Yield the findings of one check, if it is selected, and remember in the context what its hits took out."""
    for document, hit in _hits(one, corpus, asked):
        if one.code not in MASKING and one.code not in own and _is_masked(hit, asked):
            continue
        if hit.ruling is not None:
            if one.code in MASKING and hit.span and _is_one_piece(one.code, hit):
                asked.masked.setdefault(id(hit.ruling), []).append(hit.span)
            asked.silenced.setdefault(one.code, set()).add(id(hit.ruling))
        if one.code in selected:
            yield _finding(one, document, hit)


def _is_one_piece(code: str, hit: Hit) -> bool:
    """Return whether nothing but the fault stands in the span; between two tags stands text that others must judge."""
    assert hit.ruling is not None and hit.span is not None
    return code != "RDG007" or " " not in hit.ruling.text[slice(*hit.span)]


def _is_masked(hit: Hit, context: Context) -> bool:
    """Return whether the hit is only the echo of damaged letters or markup: it touches them, or they fill the text."""
    if hit.ruling is None:
        return False
    masked = context.masked.get(id(hit.ruling), ())
    if 2 * sum(end - start for start, end in masked) > len(hit.ruling.text):
        return hit.span is not None or hit.excerpt is None
    return hit.span is not None and any(hit.span[0] <= end and start <= hit.span[1] for start, end in masked)


def in_order(selected: Collection[str], own: Mapping[str, Check] = NONE) -> list[Check]:
    """Return the selected checks and those that silence them, the silencers first."""
    checks = {**registry(), **own}
    wanted = set(selected)
    silencers = {code for one in checks.values() if one.code in wanted for code in (*one.silenced_by, *MASKING)}
    called = [checks[code] for code in wanted | silencers if checks[code].scope in ("page", "group", "corpus")]
    return sorted(called, key=lambda one: (one.code not in MASKING, len(one.silenced_by), one.code))


def _hits(one: Check, corpus: Sequence[Aligned], context: Context) -> Iterator[tuple[Document, Hit]]:
    """Call the check on everything in its scope."""
    if one.scope == "corpus":
        owner = {id(page): aligned.document for aligned in corpus for page in aligned.document.pages}
        for hit in one.function([aligned.document for aligned in corpus], context):
            yield owner[id(hit.page)], hit
        return
    for aligned in corpus:
        document = aligned.document
        if one.scope == "page":
            for page in document.pages:
                for hit in one.function(document, _heard_page(page, one, context), context):
                    yield document, hit
        else:
            for group in aligned.groups:
                for hit in one.function(document, _heard_group(group, one, context), context):
                    yield document, hit


def _taken(one: Check, context: Context) -> list[set[int]]:
    """Return the rulings that the check's silencers took out; mostly there are none."""
    return [context.silenced[code] for code in one.silenced_by if code in context.silenced]


def _heard_page(page: Page, one: Check, context: Context) -> Page:
    """Return the page without the rulings that are silenced for this check."""
    taken = _taken(one, context)
    if not taken:
        return page
    heard = tuple(ruling for ruling in page.rulings if not any(id(ruling) in some for some in taken))
    return page if len(heard) == len(page.rulings) else replace(page, rulings=heard)


def _heard_group(group: Group, one: Check, context: Context) -> Group:
    """Return the group without the members that are silenced for this check."""
    taken = _taken(one, context)
    if not any(id(m) in some for some in taken for members in group.members.values() for m in members):
        return group
    heard = {
        language: tuple(member for member in members if not any(id(member) in some for some in taken))
        for language, members in group.members.items()
    }
    return replace(group, members={language: members for language, members in heard.items() if members})


def _finding(one: Check, document: Document, hit: Hit) -> Finding:
    """Stamp what the check is and where the hit stands."""
    ruling, severity = hit.ruling, hit.severity or one.severity
    excerpt, line, column = _place(hit)
    return Finding(
        code=one.code,
        name=one.name,
        severity=str(severity if severity.rank <= one.severity.rank else one.severity),
        category=one.category,
        document=document.title,
        language=hit.page.language,
        date=ruling.date.isoformat() if ruling and ruling.date else "",
        position=str(ruling.position) if ruling else "",
        key=hit.key if hit.key is not None else ruling.key if ruling else "",
        file=hit.page.file,
        line=line,
        column=column,
        excerpt=excerpt,
        message=hit.message,
        suggestion=hit.suggestion,
        concept=hit.concept,
        related=tuple(dict.fromkeys(f"{page.file}:{_line(other)}" for page, other in hit.related)),
        score=hit.score,
        fingerprint=_identity(one, document, hit, excerpt),
    )


def _place(hit: Hit) -> tuple[str, int, int]:
    """Return what the hit quotes, and line and column in the file."""
    ruling = hit.ruling
    if ruling is None:
        return hit.excerpt or "", hit.line or 1, hit.column or 1
    start, end = hit.span or (0, len(ruling.text))
    excerpt = hit.excerpt if hit.excerpt is not None else ruling.text[start:end] or ruling.label
    line, column = ruling.place(start) if ruling.text else (ruling.line, ruling.column)
    return excerpt, hit.line or line, hit.column or column


def _line(ruling: Ruling) -> str:
    return str(ruling.line) if ruling.line else ""


def _identity(one: Check, document: Document, hit: Hit, excerpt: str) -> str:
    """Return a fingerprint of 24 digits that knows no place.

    Eight are for what is said of which words, four each for what stands before and behind them, eight for the ruling
    and the document. None knows a line, a date or a file's name. `recognition` tells a finding again by some of them
    where the title, the words on one side or something else in the ruling was mended. Documents without a title are
    known by their texts.
    """
    language, ruling = hit.page.language, hit.ruling
    own = ruling is not None and (hit.excerpt is None or (hit.excerpt != "" and hit.excerpt in ruling.label))
    text = ruling.text if ruling is not None and own else ""
    start, end = hit.span if hit.span and text else (0, len(text))
    before = _words(text[max(start - 99, 0) : start], language)[-NEAR:]
    behind = _words(text[end : end + 99], language)[:NEAR]
    home = document.title if any(page.title_text for page in document.pages) else ""
    said = _digest(one.code, language, hit.concept, excerpt)
    return f"{said[:8]}{_digest(before)[:4]}{_digest(behind)[:4]}{_digest(home, _words(text, language))[:8]}"


def _words(text: str, language: str) -> str:
    return " ".join(normalise(text, language).text.split())


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def in_report_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings by file, line, column and code; the second like one gets a fingerprint of its own."""
    ordered = sorted(
        findings, key=lambda f: (f.file, f.line, f.column, f.code, f.language, f.position, f.excerpt, f.message)
    )
    seen: Counter[str] = Counter()
    result = []
    for finding in ordered:
        again = seen[finding.fingerprint]
        seen[finding.fingerprint] += 1
        result.append(replace(finding, fingerprint=f"{finding.fingerprint}-{again + 1}") if again else finding)
    return result
