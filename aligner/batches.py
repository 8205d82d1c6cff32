"""Batches of documents, aligned and checked in processes of their own, and what is put together from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from aligner import align, checks, encoding, workers
from aligner.checks import MASKING, Aligned, Check, Context
from aligner.facts import FactBook
from aligner.glossary import Glossary
from aligner.linking.corrections import Given
from aligner.model import Document, Finding, Group, Match, Ruling, Term

BATCHES = 8  # a worker, so that all are done at about the same time
LEAST, MOST = 20_000, 1_000_000  # characters of a batch
SENT = ("language", "look-alikes", "terms")
"""The facts that checks of the whole corpus ask for."""

Place = tuple[int, int]
"""A page of a document, and one of its entries."""


@dataclass(frozen=True, slots=True)
class Order:
    """A document to be aligned and checked: what a person said of its groups, and what is known of its damages."""

    number: int
    document: Document
    given: tuple[Given, ...]
    silenced: Mapping[str, tuple[Place, ...]]
    masked: Mapping[Place, tuple[tuple[int, int], ...]]

    @property
    def size(self) -> int:
        """Return the number of characters on the pages."""
        return sum(len(entry.text) for page in self.document.pages for entry in page.entries)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a worker found in one document: its groups by places, findings by check, rulings taken out, and facts.

    `facts` has the kinds of `SENT` for each entry of each page; a term is (start, end, row of the glossary).
    """

    groups: tuple[tuple[Group, tuple[tuple[str, tuple[Place, ...]], ...]], ...]
    findings: Mapping[str, tuple[Finding, ...]]
    silenced: Mapping[str, tuple[Place, ...]]
    masked: Mapping[Place, tuple[tuple[int, int], ...]]
    facts: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker found in a batch, and the words of the terms of each language it met."""

    judged: tuple[Judged, ...]
    words: Mapping[str, frozenset[str]]


class Judge:
    """Align and check documents; made once in every worker."""

    def __init__(
        self, glossary: Glossary, encoder: str, reference: str, codes: Collection[str], selected: frozenset[str]
    ) -> None:
        self.facts = FactBook(glossary)
        self.encoder = encoding.load_encoder(encoder)
        self.reference = reference
        known = checks.registry()
        self.checks = [known[code] for code in codes]
        self.selected = selected
        self._rows = {id(row): number for number, row in enumerate(glossary.rows)}

    def __call__(self, orders: Sequence[Order]) -> Answer:
        """Return what is found in the documents."""
        judged = tuple(self._judged(order) for order in orders)
        languages = {page.language for order in orders for page in order.document.pages}
        return Answer(judged, {language: self.facts.words(language) for language in sorted(languages)})

    def _judged(self, order: Order) -> Judged:
        document = order.document
        groups = align.align(document, self.encoder, self.facts.fingerprint, self.reference, given=order.given)
        corpus = [Aligned(document, groups)]
        context = checks.context(corpus, self.facts, self.reference)
        entries = places(document)
        learn(context, document, order.silenced, order.masked)
        findings = {}
        for one in self.checks:
            found = tuple(checks.perform(one, corpus, context, self.selected))
            if found:
                findings[one.code] = found
        silenced, masked = taken([one.code for one in self.checks], context, entries)
        return Judged(
            tuple((_bare(group), _members(group, entries)) for group in groups),
            findings, silenced, masked, tuple(self._facts(document)),
        )  # fmt: skip

    def _facts(self, document: Document) -> Iterator[tuple[object, ...]]:
        for page in document.pages:
            for entry in page.entries:
                language, odd, terms = (self.facts.known(kind, page.language, entry.text) for kind in SENT)
                yield language, odd, self._numbered(terms)

    def _numbered(self, terms: object) -> object:
        if not isinstance(terms, tuple):
            return None
        return tuple((start, end, self._rows.get(id(term), term)) for start, end, term in terms)


def places(document: Document) -> dict[int, Place]:
    """Return the place of every entry by the entry's identity."""
    return {
        id(entry): (number, place)
        for number, page in enumerate(document.pages)
        for place, entry in enumerate(page.entries)
    }


def taken(
    codes: Collection[str], context: Context, entries: Mapping[int, Place]
) -> tuple[dict[str, tuple[Place, ...]], dict[Place, tuple[tuple[int, int], ...]]]:
    """Return the places of the document that hits of these checks took out, and the spans that are damaged."""
    silenced = {}
    for code in codes:
        # the smaller side is looked through: a corpus has many documents, a document few rulings that are taken out
        own = context.silenced.get(code, set()) & entries.keys()
        if own:
            silenced[code] = tuple(sorted(entries[one] for one in own))
    masked = {entries[one]: tuple(context.masked[one]) for one in sorted(entries.keys() & context.masked.keys())}
    return silenced, masked


def learn(
    context: Context,
    document: Document,
    silenced: Mapping[str, Collection[Place]],
    masked: Mapping[Place, Sequence[tuple[int, int]]],
) -> None:
    """Tell a context what was taken out of a document elsewhere."""
    entry = _entry(document)
    for code, some in silenced.items():
        context.silenced.setdefault(code, set()).update(id(entry(place)) for place in some)
    for place, spans in masked.items():
        context.masked[id(entry(place))] = list(spans)


def _entry(document: Document) -> Callable[[Place], Ruling]:
    pages = [page.entries for page in document.pages]
    return lambda place: pages[place[0]][place[1]]


def _bare(group: Group) -> Group:
    return Group(group.number, {}, group.score, group.method, group.doubtful, group.weakest)


def _members(group: Group, entries: Mapping[int, Place]) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    return tuple((language, tuple(entries[id(one)] for one in some)) for language, some in group.members.items())


def orders(documents: Sequence[Document], given: Mapping[int, Sequence[Given]], context: Context) -> list[Order]:
    """Return the documents as workers get them."""
    made = []
    for number, document in enumerate(documents):
        entries = places(document)
        silenced, masked = taken(MASKING, context, entries)
        made.append(Order(number, document, tuple(given.get(number, ())), silenced, masked))
    return made


def batches(todo: Sequence[Order], jobs: int) -> list[list[Order]]:
    """Return the orders in batches of about the same size, in their order."""
    sizes = [order.size for order in todo]
    limit = min(max(sum(sizes) / (jobs * BATCHES), LEAST), MOST)
    made: list[list[Order]] = []
    room = 0.0
    for order, size in zip(todo, sizes, strict=True):
        if room < size / 2 or not made:
            made.append([])
            room = limit
        made[-1].append(order)
        room -= size
    return made


def local(ordered: Sequence[Check]) -> list[Check]:
    """Return the checks that a document alone decides: neither they nor their silencers look at the whole corpus."""
    later: set[str] = set()
    for one in ordered:
        if one.code not in MASKING and (one.scope == "corpus" or not later.isdisjoint(one.silenced_by)):
            later.add(one.code)
    return [one for one in ordered if one.code not in later and one.scope != "corpus"]


@dataclass(slots=True)
class Gathered:
    """What the workers found: the documents with their groups, findings and rulings taken out by check, losses.

    `lost` are the documents that twice ended the process that worked on them.
    """

    aligned: list[Aligned] = field(default_factory=list)
    findings: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    silenced: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    lost: list[Document] = field(default_factory=list)


def gather(
    todo: Sequence[Order],
    jobs: int,
    make: partial[Judge],
    context: Context,
    progress: Callable[[str, int, int], None],
) -> Gathered:
    """Let workers align and check the documents, and put their answers together in the documents' order.

    The context learns what is damaged, its facts what the workers know.
    """
    answers: dict[int, Judged] = {}
    done, facts = 0, context.facts
    progress("checking", 0, len(todo))
    with closing(workers.each(make, batches(todo, jobs), jobs)) as answered:
        for batch, answer in answered:
            done += len(batch)
            progress("checking", done - done % 20, len(todo))
            if answer is not None:
                answers.update((order.number, one) for order, one in zip(batch, answer.judged, strict=True))
                for language, words in answer.words.items():
                    facts.learn("words", language, value=words)
    result = Gathered()
    for order in todo:
        judged = answers.pop(order.number, None)
        if judged is None:
            result.lost.append(order.document)
            continue
        _put(result, order.document, judged, context)
    return result


def _put(result: Gathered, document: Document, judged: Judged, context: Context) -> None:
    """Add what was found in one document, in the words of this process."""
    entry = _entry(document)
    groups = tuple(
        Group(
            one.number,
            {language: tuple(map(entry, some)) for language, some in members},
            one.score, one.method, one.doubtful, one.weakest,
        )
        for one, members in judged.groups
    )  # fmt: skip
    result.aligned.append(Aligned(document, groups))
    for code, found in judged.findings.items():
        result.findings[code] += found
    for code, some in judged.silenced.items():
        result.silenced[code].update(id(entry(place)) for place in some)
    learn(context, document, {}, judged.masked)
    every = [(page.language, one.text) for page in document.pages for one in page.entries]
    for (language, text), values in zip(every, judged.facts, strict=True):
        for kind, value in zip(SENT, values, strict=True):
            if value is not None:
                context.facts.learn(kind, language, text, value=_matches(value, context) if kind == "terms" else value)


def _matches(numbered: object, context: Context) -> tuple[Match, ...]:
    assert isinstance(numbered, tuple)
    rows = context.facts.glossary.rows
    return tuple(Match(start, end, term if isinstance(term, Term) else rows[term]) for start, end, term in numbered)
