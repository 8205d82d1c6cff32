"""TRM008 and TRM009: does the same ruling read the same everywhere, and another one otherwise."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from aligner.checks import Context, Run, check
from aligner.facts import FactBook
from aligner.languages import profile
from aligner.model import Document, Hit, Page, Place, Ruling, Severity
from aligner.renderings import own_names
from aligner.wording import NAME, words

EXPLAINED = (
    "LNG001", "LNG002", "LNG003", "LNG004", "LNG006", "LNG007", "FRM001", "FRM002", "FRM003", "FRM004", "FRM005",
    "FRM006", "FRM011", "FRM012", "TRM001", "TRM002", "TRM003", "TRM004", "TRM005", "TRM006", "ALN003", "ALN006",
    "ALN007", "ALN008",
)  # fmt: skip
UNLIKE = 0.5  # the share of words that two English rulings have in common, below which they say different things
AT_ONCE = 1_000_000  # pairs whose digests are remembered
_LEAST = 4  # words from which a ruling is worth comparing; letters without spaces, twice as many
_ARTICLE = 3  # letters that an article or a short preposition has
_STEM = 4  # letters that an inflected word keeps
_Told = tuple[int, bool]
"""What a text is known by: the digest of its words, and whether its card's name is among them."""


@dataclass(slots=True)
class _Reading:
    """A translation of a ruling, or an original of a translation: where it stands first, and in how many documents.

    `translation` is the place of its first translation, where it is an original.
    """

    place: Place
    page: Page
    ruling: Ruling
    words: tuple[str, ...]
    translation: Place
    documents: int = 1
    last: str = ""

    def add(self, title: str) -> None:
        """Count the document, once."""
        if title != self.last:
            self.documents, self.last = self.documents + 1, title


class _Pair(NamedTuple):
    """A ruling and its translation, both known by a digest of their words without the name of their own card.

    `firm` tells that the original is the one that all languages are translated from; `named` that the translation has
    its card's name wherever the original has its own.
    """

    original: int
    words: int
    place: Place
    home: Place
    firm: bool
    named: bool


_PACKED = struct.Struct("=QQHIHI??")
"""A pair as a run keeps it, for every translated ruling: the digests, then page and entry of both."""
_PLACES = attrgetter("place", "home")
_Pairs = tuple[int, bytes]
"""The number of a document, and its pairs."""


def _pairs(document: Document, context: Context) -> Iterator[_Pairs]:
    """Yield the document's pairs, if it has any."""
    if made := b"".join(_packed(document, context)):
        yield context.number, made


def _packed(document: Document, context: Context) -> Iterator[bytes]:
    """Yield each ruling with each translation of it, one to one; what another check reports takes no part.

    The original is the reference or English; in a document without either, each is the other's.
    """
    languages = document.languages
    source = next((one for one in (context.reference, "en") if one in languages), "")
    out = _taken_out(context)
    alone = {page.language: _alone(page, out, context) for page in document.pages}
    originals: dict[int, _Told | None] = {}
    for number, page in enumerate(document.pages):
        if page.language == source:
            continue
        words_of = _Words(page, context, terms=True)
        homes = [
            (place, alone[home.language], _Words(home, context), _between(home.language, page.language))
            for place, home in enumerate(document.pages)
            if (home.language == source if source else home is not page)
        ]
        for group, (at, ruling) in alone[page.language].items():
            told: _Told | None = None
            for place, theirs, their_words, between in homes:
                if group not in theirs:
                    continue
                there, original = theirs[group]
                if id(original) not in originals:
                    originals[id(original)] = _original(their_words, original)
                known = originals[id(original)]
                if known is not None:
                    told = told or _told(words_of(ruling))
                    (key, has_name), (words_key, named) = known, told
                    yield _PACKED.pack(
                        key ^ between, words_key ^ between, number, at, place, there, bool(source),
                        named or not has_name,
                    )  # fmt: skip


def _taken_out(context: Context | Run) -> frozenset[Hashable]:
    """Return the rulings that another check reports: by identity, or by place when all documents are done."""
    return frozenset(chain.from_iterable(context.silenced.get(code, ()) for code in EXPLAINED))


def _alone(page: Page, out: Collection[Hashable], context: Context) -> dict[int, tuple[int, Ruling]]:
    """Return the number of a group → the page's entry in it, where it has one alone, sure, and not taken out."""
    found = {}
    for at, ruling in enumerate(page.entries):
        group = context.group(ruling)
        if group is None or group.doubtful or len(group.members[page.language]) != 1:
            continue
        if ruling.text and ruling.kind == "ruling" and id(ruling) not in out:
            found[group.number] = at, ruling
    return found


def _original(words_of: _Words, ruling: Ruling) -> _Told | None:
    """Return what an original is known by; None where it is short."""
    words = words_of(ruling)
    return _told(words) if words.count(" ") + 1 >= _LEAST * (1 if words_of.spaced else 2) else None


def _told(words: str) -> _Told:
    """Return the digest of words, and whether the name of their own card is among them."""
    return _digest(words), NAME in words and NAME in words.split(" ")


@check(
    "TRM008",
    "inconsistent-translation",
    Severity.WARNING,
    "terminology / inconsistent use",
    on="corpus",
    silenced_by=EXPLAINED,
    needs="N C",
    gather=_pairs,
)
def inconsistent_translation(pairs: Sequence[_Pairs], run: Run) -> Iterator[Hit]:
    """Translate the same ruling in the same way on every page.

    Why: a reader who finds two wordings looks for two rules, and the second translation was work for nothing.

    When it is wrong to complain: where the originals were reworded and only look the same today. Translations that
    differ in the card's own name (and what agrees with it), quotation marks, spaces, case or the rendering of one
    term are no different, and what another check reports about one of them is not said again.

    How to mend: take over the wording that stands on more pages, or the better one on all.
    """
    said: set[Place] = set()
    for some in _unlike(pairs, 0, lambda pair: pair.named, run):
        found: dict[int, _Reading] = {}
        for pair in some:
            _count(found, pair, 0, run)
        readings = sorted(
            found.values(), key=lambda one: (-one.documents, one.ruling.date is None, str(one.ruling.date))
        )
        model = readings[0]
        for odd in readings[1:]:
            if odd.place not in said and not _same_but_for_endings(model, odd):
                said.add(odd.place)
                yield Hit(
                    odd.page,
                    odd.ruling,
                    None,
                    f"the same ruling is translated otherwise on {_pages(model.documents)}, first in {model.page.file}",
                    suggestion=model.ruling.text if NAME not in model.words else "",
                    related=((model.page, model.ruling),),
                    place=odd.place,
                )


@check(
    "TRM009",
    "shared-translation",
    Severity.WARNING,
    "accuracy / mistranslation",
    on="corpus",
    silenced_by=EXPLAINED,
    needs="N C",
    gather=_pairs,
)
def shared_translation(pairs: Sequence[_Pairs], run: Run) -> Iterator[Hit]:
    """Give every ruling a translation of its own.

    Why: one of two different rulings with the same translation is translated wrongly, often because a text was copied
    and never changed.

    When it is wrong to complain: where the originals say the same in other words. Only originals that differ in a
    number, a symbol or a term, or that share less than half of their words, count as different.

    How to mend: compare both with their originals and translate the wrong one anew.
    """
    for some in _unlike(pairs, 1, lambda pair: pair.firm, run):
        found: dict[int, _Reading] = {}
        for pair in some:
            _count(found, pair, 1, run)
        first, *others = sorted(found.values(), key=lambda one: -one.documents)
        for other in others:
            if _say_different_things(first, other, first.page.language, run.facts):
                page, ruling = run.entry(other.translation)
                yield Hit(
                    page,
                    ruling,
                    None,
                    f"{_short(other.ruling.text)} and {_short(first.ruling.text)} have the same translation",
                    related=(
                        (other.page, other.ruling),
                        run.entry(first.translation),
                        (first.page, first.ruling),
                    ),
                    place=other.translation,
                )


def _count(found: dict[int, _Reading], pair: _Pair, side: int, run: Run) -> None:
    """Count the document to what the translation (side 0) or the original (1) reads; the first that does is fetched."""
    told, place = (pair.original, pair.home) if side else (pair.words, pair.place)
    title = run.documents[place.document].title
    if told in found:
        found[told].add(title)
    else:
        page, ruling = run.entry(place)
        words = tuple(_Words(page, run, terms=not side)(ruling).split())
        found[told] = _Reading(place, page, ruling, words, pair.place, last=title)


def _unlike(packed: Sequence[_Pairs], side: int, counts: Callable[[_Pair], bool], run: Run) -> Iterable[list[_Pair]]:
    """Return the pairs that count of each original (side 0) or translation (1) that several others stand beside.

    What another check reports does not count.
    """
    several = _with_several(packed, side)
    if not several:
        return ()
    out = _taken_out(run)
    found: dict[int, list[_Pair]] = {}
    for number, some in packed:
        for row in _PACKED.iter_unpack(some):
            if row[side] in several:
                original, words, page, entry, source, home, firm, named = row
                places = Place(number, page, entry), Place(number, source, home)
                pair = _Pair(original, words, *places, firm, named)
                if counts(pair) and out.isdisjoint(places):
                    found.setdefault(row[side], []).append(pair)
    return sorted((sorted(some, key=_PLACES) for some in found.values()), key=lambda some: _PLACES(some[0]))


def _with_several(packed: Sequence[_Pairs], side: int) -> set[int]:
    """Return the digests of originals (side 0) or translations (1) that several others stand beside.

    The digests of a large run are too many to be remembered at once, so that a part of them is looked at after another.
    """
    parts = 1 + sum(len(some) for _, some in packed) // (AT_ONCE * _PACKED.size)
    return set[int]().union(*(_several_of(packed, side, part, parts) for part in range(parts)))


def _several_of(packed: Sequence[_Pairs], side: int, part: int, parts: int) -> set[int]:
    seen: set[int] = set()
    again: set[int] = set()
    for row in _rows(packed):
        if row[side] % parts == part:
            (again if row[side] in seen else seen).add(row[side])
    del seen  # most stand once
    one: dict[int, int] = {}
    return {
        row[side]
        for row in (_rows(packed) if again else ())
        if row[side] in again and one.setdefault(row[side], row[1 - side]) != row[1 - side]
    }


def _rows(packed: Sequence[_Pairs]) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(_PACKED.iter_unpack(some) for _, some in packed)


class _Words:
    """The words of a page's rulings without the card's own name; with `terms`, a term is its concept's name."""

    def __init__(self, page: Page, context: Context | Run, *, terms: bool = False) -> None:
        self._language, self._title = page.language, page.title_text
        self.spaced = profile(page.language).spaced
        self._facts, self._terms = context.facts, terms

    def __call__(self, ruling: Ruling) -> str:
        """Return the words of a ruling, with a space between them."""
        text, language = ruling.text, self._language
        names = own_names(text, self._title, language)
        if not names:
            return self._facts.wording(language, text) if self._terms else self._facts.plain_wording(language, text)
        pieces = self._facts.named(language, text) if self._terms else []
        for start, end in names:
            pieces = [one for one in pieces if one[1] <= start or end <= one[0]]
        return words(text, language, sorted([*pieces, *[(start, end, NAME) for start, end in names]]))


def _same_but_for_endings(one: _Reading, other: _Reading) -> bool:
    """Return whether two translations that name their own cards differ only in what agrees with the name."""
    first, second = _without_articles(one.words), _without_articles(other.words)
    if NAME not in one.words or len(first) != len(second):
        return False
    return all(
        a == b or (a[:_STEM] == b[:_STEM] and len(a) > _STEM) or (len(a) <= _STEM and len(b) <= _STEM and a[0] == b[0])
        for a, b in zip(first, second, strict=True)
    )


def _without_articles(words: Sequence[str]) -> list[str]:
    """Return the words without the short ones right before a name: articles and prepositions agree with it."""
    kept: list[str] = []
    for word in words:
        while word == NAME and kept and len(kept[-1]) <= _ARTICLE and kept[-1] != NAME:
            kept.pop()
        kept.append(word)
    return kept


def _say_different_things(one: _Reading, other: _Reading, language: str, facts: FactBook) -> bool:
    """Return whether two originals certainly mean different things."""
    a, b = (facts.fixed(language, reading.ruling.text) for reading in (one, other))
    if sorted(n.value for n in a.numbers if n.sure) != sorted(n.value for n in b.numbers if n.sure):
        return True
    if sorted(s.value for s in a.symbols) != sorted(s.value for s in b.symbols):
        return True
    if SequenceMatcher(None, one.words, other.words, autojunk=False).ratio() < UNLIKE:
        return True
    return _other_term(one, other, language, facts)


def _other_term(one: _Reading, other: _Reading, language: str, facts: FactBook) -> bool:
    """Return whether the originals are alike but for terms, each having one that the other has not."""
    first, second = (
        {match.term.concept for match in facts.terms(language, reading.ruling.text)} for reading in (one, other)
    )
    glossary = facts.glossary
    only = [
        {name for name in names if not glossary.is_common(name, language)} for names in (first - second, second - first)
    ]
    changed = [
        step
        for step in SequenceMatcher(None, one.words, other.words, autojunk=False).get_opcodes()
        if step[0] != "equal"
    ]
    return len(only[0]) == len(only[1]) == 1 and all(
        tag == "replace" and max(i2 - i1, j2 - j1) <= 3 for tag, i1, i2, j1, j2 in changed
    )


def _digest(words: str) -> int:
    return int.from_bytes(hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).digest())


@lru_cache(maxsize=256)
def _between(language: str, other: str) -> int:
    """Return what tells the digests of one pair of languages from those of another."""
    return _digest(f"{language} {other}")


def _pages(count: int) -> str:
    return "another page" if count == 1 else f"{count} other pages"


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return repr(plain if len(plain) <= 60 else f"{plain[:57]}…")
