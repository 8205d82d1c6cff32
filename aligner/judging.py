"""Run the checks: over one document after the other, then over what was gathered from all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from aligner.checks import MASKING, NONE, SCOPES, Check, CheckFunction, Context, Run, registry
from aligner.facts import FactBook
from aligner.findings import finding
from aligner.model import Aligned, Document, Finding, Group, Hit, Page, Place
from aligner.renderings import Uses, uses_on
from aligner.results import Kept, in_a_line
from aligner.shelf import Pieces, Pile, opened
from aligner.survey import Survey, survey

FOLDED = 20_000  # pieces, from which less is made of what was gathered
Spans = tuple[tuple[int, int], ...]
Entry = tuple[int, int]
"""A page of a document and an entry of it, by their numbers from 0."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in one document by itself.

    `groups` is the line that they are kept in. `findings` are those of the checks that need no other document, by code;
    `gathered` is what the checks of the corpus took from it, by code. `silenced` are the entries that hits took out, by
    code, `masked` the damaged spans; both know an entry by its page and its place there. `uses` counts the renderings
    of concepts.
    """

    groups: bytes
    findings: Mapping[str, tuple[Finding, ...]]
    gathered: Mapping[str, tuple[Any, ...]]
    silenced: Mapping[str, tuple[Entry, ...]]
    masked: tuple[tuple[Entry, Spans], ...]
    uses: Uses


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of a run, the silencers first, and the codes that were asked for; `own` are of the user's patterns.

    A check that silences others runs even where it was not asked for. `counting` tells whether the renderings are
    counted as well.
    """

    selected: frozenset[str]
    own: Mapping[str, Check] = field(default_factory=dict)
    counting: bool = True
    ordered: tuple[Check, ...] = field(init=False)

    def __post_init__(self) -> None:
        known = {**registry(), **self.own}
        silencers = {code for one in self.selected for code in (*known[one].silenced_by, *MASKING)}
        called = [known[code] for code in self.selected | silencers if known[code].scope in SCOPES]
        called.sort(key=lambda one: (one.code not in MASKING, len(one.silenced_by), one.code))
        object.__setattr__(self, "ordered", tuple(called))


def run(
    corpus: Sequence[Aligned],
    facts: FactBook,
    selected: Collection[str],
    reference: str = "",
    own: Mapping[str, Check] = NONE,
) -> Iterator[Finding]:
    """Yield the findings of the selected checks in these documents.

    `own` are the checks made of the user's patterns; what they look for is said even of damaged letters and markup.
    """
    chosen = Checks(frozenset(selected), own)
    documents = [aligned.document for aligned in corpus]
    known = survey(documents)
    whole = Whole(chosen, Run(facts, documents, reference, known))
    for number, aligned in enumerate(corpus):
        whole.add(number, judge(aligned, chosen, context(aligned, facts, reference, known, number)))
    yield from whole.findings()


def context(
    aligned: Aligned, facts: FactBook, reference: str = "", known: Survey | None = None, number: int = 0
) -> Context:
    """Return what the checks may ask about a document, before the first of them has run."""
    places = {id(member): group for group in aligned.groups for some in group.members.values() for member in some}
    return Context(facts, reference, known or survey([aligned.document]), number, places=places)


def judge(aligned: Aligned, chosen: Checks, asked: Context) -> Judged:
    """Run every check over one document, as far as it goes; without any, nothing is told but the groups."""
    if not chosen.ordered:
        return Judged(in_a_line(aligned), {}, {}, {}, (), {})
    findings, gathered = {}, {}
    shared: dict[object, tuple[Any, ...]] = {}
    for one in chosen.ordered:
        if one.gather is not None:
            if one.gather not in shared:
                shared[one.gather] = tuple(one.gather(aligned.document, asked))
            if shared[one.gather]:
                gathered[one.code] = shared[one.gather]
        if one.scope != "corpus" and (found := tuple(_perform(one, aligned, asked, chosen))):
            findings[one.code] = found
    counted = uses_on(aligned.document.pages, asked.facts) if chosen.counting else {}
    return _judged(aligned, asked, findings, gathered, counted)


def _judged(
    aligned: Aligned,
    asked: Context,
    findings: Mapping[str, tuple[Finding, ...]],
    gathered: Mapping[str, tuple[Any, ...]],
    counted: Uses,
) -> Judged:
    entries = _entries(aligned.document) if asked.silenced or asked.masked else {}
    silenced = {code: tuple(entries[one] for one in entries if one in some) for code, some in asked.silenced.items()}
    masked = tuple((entries[one], tuple(spans)) for one, spans in asked.masked.items())
    return Judged(in_a_line(aligned), findings, gathered, silenced, masked, counted)


def _entries(document: Document) -> dict[Hashable, Entry]:
    """Return by identity where each entry of a document stands."""
    return {id(one): (side, at) for side, page in enumerate(document.pages) for at, one in enumerate(page.entries)}


def _perform(one: Check, aligned: Aligned, asked: Context, chosen: Checks) -> Iterator[Finding]:
    """Yield the findings of one check, if it is selected, and remember in the context what its hits took out."""
    for hit in _hits(one, aligned, asked):
        if _counts(one, hit, id(hit.ruling), asked, chosen) and one.code in chosen.selected:
            yield finding(one, aligned.document, hit)


def _counts(one: Check, hit: Hit, key: Hashable, asked: Context | Run, chosen: Checks) -> bool:
    """Return whether a hit is more than the echo of another, and remember what it takes out; `key` is of its ruling."""
    if one.code not in MASKING and one.code not in chosen.own and _is_masked(hit, key, asked):
        return False
    if hit.ruling is not None:
        if one.code in MASKING and hit.span and _is_one_piece(one.code, hit):
            asked.masked.setdefault(key, []).append(hit.span)
        asked.silenced.setdefault(one.code, set()).add(key)
    return True


def _is_one_piece(code: str, hit: Hit) -> bool:
    """Return whether nothing but the fault stands in the span; between two tags stands text that others must judge."""
    assert hit.ruling is not None and hit.span is not None
    return code != "RDG007" or " " not in hit.ruling.text[slice(*hit.span)]


def _is_masked(hit: Hit, key: Hashable, asked: Context | Run) -> bool:
    """Return whether the hit is only the echo of damaged letters or markup: it touches them, or they fill the text."""
    if hit.ruling is None or not asked.masked:
        return False
    masked = asked.masked.get(key, ())
    if 2 * sum(end - start for start, end in masked) > len(hit.ruling.text):
        return hit.span is not None or hit.excerpt is None
    return hit.span is not None and any(hit.span[0] <= end and start <= hit.span[1] for start, end in masked)


def _hits(one: Check, aligned: Aligned, asked: Context) -> Iterable[Hit]:
    """Return what the check yields on everything in its scope."""
    document = aligned.document
    taken = (
        set[Hashable]().union(*(asked.silenced.get(code, ()) for code in one.silenced_by)) if asked.silenced else None
    )
    if one.scope == "document":
        return one.function(document, asked)
    if one.scope == "page":
        pages = [_heard_page(page, taken, asked) for page in document.pages] if taken else document.pages
        return chain.from_iterable([one.function(document, page, asked) for page in pages])
    groups = [_heard_group(group, taken, asked) for group in aligned.groups] if taken else aligned.groups
    return chain.from_iterable([one.function(document, group, asked) for group in groups])


def _heard_page(page: Page, taken: Collection[Hashable], asked: Context) -> Page:
    """Return the page without the rulings that are silenced; the same one for all checks that hear the same."""
    out = [id(ruling) for ruling in page.rulings if id(ruling) in taken]
    if not out:
        return page
    heard = tuple(ruling for ruling in page.rulings if id(ruling) not in taken)
    return asked.once(lambda: replace(page, rulings=heard), f"without {out}", page)


def _heard_group(group: Group, taken: Collection[Hashable], asked: Context) -> Group:
    """Return the group without the members that are silenced; the same one for all checks that hear the same."""
    out = [id(member) for members in group.members.values() for member in members if id(member) in taken]
    if not out:
        return group
    heard = {
        language: tuple(member for member in members if id(member) not in taken)
        for language, members in group.members.items()
    }
    members = {language: some for language, some in heard.items() if some}
    return asked.once(lambda: replace(group, members=members), f"without {out}", group)


class Whole:
    """What was found in the documents of a run one by one, and what is found in them together.

    `groups` has the groups of each document in a line; `uses` counts the renderings of concepts.
    """

    def __init__(self, chosen: Checks, asked: Run) -> None:
        self._chosen = chosen
        self._asked = asked
        self._findings: Pile[tuple[str, int, tuple[Finding, ...]]] = Pile()
        self._gathered: dict[str, Pile[Any]] = defaultdict(Pile)
        self.groups = Pieces(len(asked.documents))
        self.uses: Counter[tuple[str, str, str, str]] = Counter()
        self._folds = {one.code: one.fold for one in chosen.ordered if one.fold}
        self._folded: dict[str, list[Any]] = {code: [] for code in self._folds}
        self._room = dict.fromkeys(self._folds, FOLDED)
        late = {one.code for one in chosen.ordered if one.scope == "corpus"}
        self._late: dict[str, frozenset[int]] = {}
        self._silencers = {one.code: late.intersection(one.silenced_by) for one in chosen.ordered}

    def add(self, number: int, judged: Judged) -> None:
        """Take in what was found in the document of this number."""
        self.groups[number] = judged.groups
        self._findings.extend((code, number, found) for code, found in judged.findings.items())
        for code, pieces in judged.gathered.items():
            if code in self._folds:
                self._fold(code, pieces)
            else:
                self._gathered[code].extend(pieces)
        for code, some in judged.silenced.items():
            self._asked.silenced.setdefault(code, set()).update(Place(number, *entry) for entry in some)
        self._asked.masked.update((Place(number, *entry), list(spans)) for entry, spans in judged.masked)
        self.uses.update(judged.uses)

    def _fold(self, code: str, pieces: Sequence[Any]) -> None:
        """Keep what was gathered, and make less of it whenever it has doubled."""
        kept = self._folded[code]
        kept += pieces
        if len(kept) > self._room[code]:
            self._folded[code] = list(self._folds[code](kept))
            self._room[code] = max(FOLDED, 2 * len(self._folded[code]))

    def findings(self) -> Iterator[Finding]:
        """Yield what is found when all documents are known, and what was found in each."""
        for one in self._chosen.ordered:
            if one.conclude is not None:
                yield from self._conclude(one, one.conclude)
        checks = {one.code: one for one in self._chosen.ordered}
        for code, number, found in self._findings:
            yield from self._heard(checks[code], number, found)

    def _conclude(self, one: Check, conclude: CheckFunction) -> Iterator[Finding]:
        """Yield what a check finds in all documents together; what it takes out is remembered."""
        gathered = self._folded.pop(one.code, None) or self._gathered.pop(one.code, [])
        for hit in conclude(gathered, self._asked):
            place: Place | None = hit.place
            if place is None:
                raise ValueError(f"{one.code}: what is found in all documents together needs its place")
            if _counts(one, hit, place, self._asked, self._chosen) and one.code in self._chosen.selected:
                yield finding(one, self._asked.documents[place.document], hit)

    def _heard(self, one: Check, number: int, found: Sequence[Finding]) -> Iterable[Finding]:
        """Return the findings in a document without what a check of the corpus explains: the check is asked again."""
        asked = self._asked
        silencers = (code for code in self._silencers[one.code] if code in asked.silenced)
        if not any(number in self._taken(code) for code in silencers):
            return found
        aligned = Kept(opened(asked.documents[number]), self.groups[number])
        again = context(aligned, asked.facts, asked.reference, asked.survey, number)
        for key, entry in _entries(aligned.document).items():
            place = Place(number, *entry)
            for code, some in asked.silenced.items():
                if place in some:
                    again.silenced.setdefault(code, set()).add(key)
            if place in asked.masked:
                again.masked[key] = asked.masked[place]
        return list(_perform(one, aligned, again, self._chosen))

    def _taken(self, code: str) -> Collection[int]:
        """Return the numbers of the documents in which a check of the corpus took something out."""
        if code not in self._late:
            self._late[code] = frozenset(place.document for place in self._asked.silenced[code])  # type: ignore[attr-defined]  # all are places
        return self._late[code]
