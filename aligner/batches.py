"""Documents aligned and judged one after the other, here or in batches by processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat

from aligner import align, cluster, encoding, identify, judging, workers
from aligner.cache import PENDING, Cache, digest, model, of_document, packed, program, terms_of, unpacked
from aligner.checks.own import own_checks
from aligner.encoding import Encoder
from aligner.facts import FactBook, made
from aligner.glossary import Glossary
from aligner.judging import Checks, Judged
from aligner.languages import forget_forms
from aligner.linking.corrections import Given
from aligner.model import Aligned, Document
from aligner.patterns import Pattern
from aligner.shelf import opened, outline
from aligner.survey import Survey, Titles, changed, may_name
from aligner.words import LATIN_LANGUAGES

BATCHES = 8  # a worker, so that all are done at about the same time
REMOTE = 16  # workers that a cluster has room for at least
CHANGED = 100  # titles that may have changed before everything is made anew
LEAST, MOST = 20_000, 100_000  # characters of a batch


@dataclass(frozen=True, slots=True)
class Order:
    """A document to be aligned and judged, its number in the run, and what a person said of its groups."""

    number: int
    document: Document
    given: tuple[Given, ...] = ()

    @property
    def size(self) -> int:
        """Return the number of characters on the pages."""
        return sum(len(page.title_text) + outline(page).size for page in self.document.pages)

    @property
    def newest(self) -> int:
        """Return the day of the newest ruling as an ordinal, 0 where none has a date."""
        return max([outline(page).newest for page in self.document.pages], default=0)


@dataclass(frozen=True, slots=True)
class Judge:
    """What aligns documents and runs the checks over them one by one."""

    facts: FactBook
    encoder: Encoder
    chosen: Checks
    survey: Survey
    reference: str = ""

    def __call__(self, order: Order) -> Judged:
        """Return what is found in a document."""
        document = opened(order.document)
        self.facts.hold(sum(len(page.rulings) + 1 for page in document.pages))
        groups = align.align(document, self.encoder, self.facts.fingerprint, self.reference, given=order.given)
        aligned = Aligned(document, groups)
        asked = judging.context(aligned, self.facts, self.reference, self.survey, order.number)
        return judging.judge(aligned, self.chosen, asked)

    def prepared(self, todo: Sequence[Order], encoder: str) -> Judge:
        """Return a judge that has at hand what such documents ask for, so that copies of this process share it.

        It has no cache: a copy must not touch the file that this process has open.
        """
        languages = {page.language for order in todo for page in order.document.pages}
        self.facts.prepare(languages)
        judge = replace(self, encoder=encoding.load_encoder(encoder))
        if not self.chosen.ordered:
            forget_forms()  # all terms have theirs, and only checks ask for more
        elif len(set(languages).intersection(LATIN_LANGUAGES)) > 1:
            identify.load()
        if any(len({len(page.rulings) for page in order.document.pages}) > 1 for order in todo):
            judge.encoder.encode(["A card."])
        self.facts.keep = made
        return judge


@dataclass(frozen=True, slots=True)
class Terms:
    """What a judge is made of in another process."""

    glossary: Glossary
    encoder: str
    selected: frozenset[str]
    patterns: tuple[Pattern, ...]
    survey: Survey
    reference: str
    counting: bool = True

    def digest(self) -> bytes:
        """Return a digest of everything that decides what is found in a given document, but for others' titles."""
        seen = sorted(self.survey.orders), sorted(self.survey.first.items())
        return digest(
            program(), terms_of(self.glossary), model(self.encoder), sorted(self.selected), self.patterns, seen,
            self.reference, self.counting,
        )  # fmt: skip

    def judge(self) -> Judge:
        """Return a judge on these terms; AlignerError where there is no such encoder."""
        encoder = encoding.load_encoder(self.encoder)
        chosen = Checks(self.selected, own_checks(self.patterns), self.counting)
        return Judge(FactBook(self.glossary), encoder, chosen, self.survey, self.reference)


def work(terms: Terms, known: Judge | None = None) -> Callable[[Sequence[Order]], list[Judged]]:
    """Return what a worker does with a batch: it judges each document; it may have a judge already."""
    judge = known or terms.judge()
    return lambda orders: list(map(judge, orders))


def dumped(judged: Judged) -> bytes:
    """Return what was found in a document as bytes."""
    return packed(judged, ())


def loaded(answer: bytes) -> Judged:
    """Return what was found in a document; what is raised where the bytes are damaged is anybody's guess."""
    return unpacked(answer, (), Judged)


def batches(todo: Sequence[Order], jobs: int) -> list[list[Order]]:
    """Return the orders in batches of about the same size, in their order."""
    sizes = [order.size for order in todo]
    return workers.evenly(todo, sizes, min(max(sum(sizes) / (jobs * BATCHES), LEAST), MOST))


def by_workers(
    todo: Sequence[Order], terms: Terms, judge: Judge, jobs: int, scheduler: str = ""
) -> Iterator[tuple[Order, Judged | None]]:
    """Yield each document with the answer of a worker, as they come; None where it twice ended the process.

    Where this process can be copied, the workers share what the judge knows; else they have judges of their own.
    """
    made = batches(todo, REMOTE if scheduler else jobs)
    if scheduler:
        answered = cluster.each(partial(work, terms), made, scheduler)
    elif workers.can_fork() and terms.encoder in encoding.OWN:
        answered = workers.each(partial(work, terms, judge.prepared(todo, terms.encoder)), made, jobs, forked=True)
    else:
        answered = workers.each(partial(work, terms), made, jobs)
    with closing(answered):
        for batch, answers in answered:
            yield from zip(batch, answers or repeat(None, len(batch)), strict=True)


class _Titles:
    """What the pages are called in this run, and whether what a run with other titles found still holds."""

    def __init__(self, titles: Titles, cache: Cache) -> None:
        self.digest = digest("titles", sorted(titles.items())) if cache else b""
        self._titles = titles
        self._cache = cache
        self._changed: dict[bytes, Mapping[str, Sequence[str]] | None] = {self.digest: {}}
        if cache and not cache.get([self.digest]):
            cache.put("titles", self.digest, packed(dict(titles), ()))

    def hold(self, known: bytes, document: Document) -> bool:
        """Return whether no title may stand in the document that the run of this digest did not have, or no longer."""
        if known not in self._changed:
            self._changed[known] = self._since(known)
        changed = self._changed[known]
        if not changed:
            return changed is not None
        return not any(may_name(page, changed[page.language]) for page in document.pages if page.language in changed)

    def _since(self, known: bytes) -> Mapping[str, Sequence[str]] | None:
        """Return the titles that have changed since a run, None where they are not known or too many."""
        try:
            found = changed(unpacked(self._cache.get([known])[known], (), dict), self._titles)
        except Exception:  # nobody knows what damaged bytes do
            return None
        return found if sum(map(len, found.values())) <= CHANGED else None


def answers(
    todo: Sequence[Order],
    terms: Terms,
    judge: Judge,
    cache: Cache,
    jobs: int = 1,
    scheduler: str = "",
) -> Iterator[tuple[Order, Judged | None]]:
    """Yield each document with what is found in it, as they come; None where it twice ended the process.

    What a former run found in the same document on the same terms is taken from the cache. The rest is left to the
    workers of a scheduler or of this machine, if there are to be several, else to the judge.
    """
    conditions = terms.digest() if cache else b""
    titles = _Titles(terms.survey.titles, cache)
    keys = {one.number: digest(conditions, one.number, one.given, of_document(one.document)) for one in todo if cache}
    left = []
    for start in range(0, len(todo), PENDING):
        part = todo[start : start + PENDING]
        found = cache.get(keys[order.number] for order in part) if cache else {}
        for order in part:
            judged = _known(found.get(keys.get(order.number, b"")), order, titles)
            if judged is None:
                left.append(order)
            else:
                yield order, judged
    if scheduler or (jobs > 1 and len(left) > 1):
        made: Iterator[tuple[Order, Judged | None]] = by_workers(left, terms, judge, jobs, scheduler)
    else:
        made = ((order, judge(order)) for order in left)
    for order, judged in made:
        if cache and judged is not None:
            cache.put("answer", keys[order.number], titles.digest + dumped(judged))
        yield order, judged


def _known(answer: bytes | None, order: Order, titles: _Titles) -> Judged | None:
    """Return what was kept; nothing where it no longer holds or turns out to be damaged, so that it is made anew."""
    if answer is None or not titles.hold(answer[: len(titles.digest)], order.document):
        return None
    try:
        return loaded(answer[len(titles.digest) :])
    except Exception:  # nobody knows what damaged bytes do
        return None


def orders(documents: Sequence[Document], given: Mapping[int, Sequence[Given]]) -> list[Order]:
    """Return the documents of a run as they are worked on, by their newest date.

    Rulings repeat those of the same day, of which they came out together: what is known of a text is then still there.
    """
    made = [Order(number, document, tuple(given.get(number, ()))) for number, document in enumerate(documents)]
    return sorted(made, key=lambda one: one.newest)


def lost(document: Document) -> str:
    """Say that a document was left out."""
    files = ", ".join(page.file for page in document.pages)
    return f"{files}: ended the process that checked it, twice; it was left out"
