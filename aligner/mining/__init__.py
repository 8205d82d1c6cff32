"""Term candidates from aligned groups alone: which words of two languages go together, and where one changes.

Each pair of texts is cut into pieces that stand for one another (lines, brackets, sentences, items of a list, as far
as both sides have the same number). Runs of words or characters are counted over the pieces; the log-likelihood ratio
says which go together by more than chance; one rendering goes to one concept, the strongest pair first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from aligner.mining.association import Counts, Pair, alternatives, linked
from aligner.mining.drifting import Drift, drifts
from aligner.model import LANGUAGES, Group, Term
from aligner.text import fold

Texts = Mapping[str, str]
"""One group: language → text."""

SUPPORT = 3
"""In how many groups a concept and its rendering must stand together."""
PRECISION = 0.4
"""The least share of a concept's groups that have its first rendering."""
RELIABLE = ("ru", "pt", "de", "fr", "it", "es")
"""The languages in which drift against English is true nearly always, as measured on printed texts."""

_USUAL = 0.2  # the share from which on the shortest spelling names the concept


@dataclass(frozen=True, slots=True)
class Candidate:
    """A concept and a rendering that go together.

    `support` is the number of groups that have both, `precision` its share of those that have the concept, `share` of
    those that have the rendering. `rank` is 1 for the usual rendering, more for those that stand in its place. The
    example is a piece of the reference and its counterpart.
    """

    concept: str
    language: str
    text: str
    support: int
    precision: float
    share: float
    score: float
    rank: int
    example: tuple[str, str]
    spellings: tuple[str, ...] = ()


class Grouped(Protocol):
    """A document whose rulings are aligned."""

    @property
    def groups(self) -> Sequence[Group]:
        """Return the groups, in order."""


def groups(corpus: Iterable[Grouped]) -> list[Texts]:
    """Return the texts of the groups of a corpus; titles are left out."""
    return [
        {language: "\n".join(one.text for one in members) for language, members in group.members.items()}
        for one in corpus
        for group in one.groups
    ]


def reference_of(texts: Iterable[Texts], wanted: str = "") -> str:
    """Return the language that names the concepts: the one wanted, else English, else the most frequent."""
    counts = Counter(language for group in texts for language, text in group.items() if text)
    if wanted in counts or not counts:
        return wanted
    return "en" if "en" in counts else min(counts, key=lambda one: (-counts[one], _language_order(one)))


def mine(texts: Sequence[Texts], reference: str = "", least: int = SUPPORT) -> tuple[Candidate, ...]:
    """Return the candidates of every language beside the reference, by language, the surest concepts first."""
    source = reference_of(texts, reference)
    languages = sorted({language for group in texts for language in group} - {source}, key=_language_order)
    return tuple(one for language in languages for one in _mined(texts, source, language, least))


def drift(
    texts: Sequence[Texts], documents: Sequence[int], reference: str = "", least: int = SUPPORT
) -> tuple[Drift, ...]:
    """Return the concepts that one page renders in two ways, found without any glossary.

    `documents` has for each group the number of its document. Both renderings must be usual somewhere: in `least`
    places of the corpus each, and hardly anywhere beside this concept. `RELIABLE` are the languages to trust in.
    """
    source = reference_of(texts, reference)
    languages = sorted({language for group in texts for language in group} - {source}, key=_language_order)
    found = (
        one for language in languages for one in drifts(_counts(texts, source, language, least), language, documents)
    )
    return tuple(sorted(found, key=lambda one: (one.document, _language_order(one.language), one.concept, one.other)))


def _mined(texts: Sequence[Texts], source: str, language: str, least: int) -> list[Candidate]:
    counts = _counts(texts, source, language, least)
    table = counts.pairs()
    best = linked(counts, table)
    taken = frozenset(pair.target_key for pair in best.values())
    found = []
    for key, first in best.items():
        for rank, pair in enumerate((first, *alternatives(counts, table[key], first, taken)), 1):
            one = _candidate(counts, pair, language, rank)
            if one.support < least or (rank == 1 and one.precision < PRECISION):
                break
            found.append(one)
    return found


def _counts(texts: Sequence[Texts], source: str, language: str, least: int) -> Counts:
    both = ((n, group.get(source, ""), group.get(language, "")) for n, group in enumerate(texts))
    return Counts((one for one in both if one[1] and one[2]), (source, language), least)


def _candidate(counts: Counts, pair: Pair, language: str, rank: int) -> Candidate:
    common = counts.where(pair.source_key, pair.target_key)
    support = len({group for piece in common for group in piece.groups})
    whole = {group for number in counts.places[pair.source_key] for group in counts.pieces[number].groups}
    example = min(common, key=lambda piece: (len(piece.source), piece.source, piece.target))
    return Candidate(
        _name(counts.spellings(pair.source_key)),
        language,
        _usual(counts.renderings(pair)),
        support,
        support / len(whole),
        pair.both / pair.target,
        pair.score,
        rank,
        (example.source, example.target),
        tuple(sorted({fold(one) for one in counts.spellings(pair.source_key)})),
    )


def _name(spellings: Counter[str]) -> str:
    """Return the name of a concept: its shortest spelling where that is usual, else the commonest."""
    counts: Counter[str] = Counter()
    for spelling, times in spellings.items():
        counts[fold(spelling).removesuffix("'s")] += times
    base = min(counts, key=lambda one: (len(one), one))
    return base if counts[base] >= _USUAL * counts.total() else _usual(counts)


def _usual(counts: Counter[str]) -> str:
    return min(counts, key=lambda one: (-counts[one], one))


def _language_order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES), language)


COLUMNS = ("concept", "language", "rendering", "rank", "support", "precision", "share", "source", "target")


def rows(found: Iterable[Candidate]) -> list[tuple[object, ...]]:
    """Return a row a candidate, with the columns of `COLUMNS`."""
    return [
        (
            one.concept,
            one.language,
            one.text,
            one.rank,
            one.support,
            f"{one.precision:.3f}",
            f"{one.share:.3f}",
            *one.example,
        )
        for one in found
    ]


def terms(found: Iterable[Candidate], groups: int, reference: str = "en") -> list[Term]:
    """Return the candidates as rows of a glossary, concept by concept, the reference's own term first."""
    by_concept: dict[str, list[Candidate]] = defaultdict(list)
    for one in found:
        by_concept[one.concept].append(one)
    source = f"mined from {groups} groups"
    named = sorted(by_concept.items(), key=lambda item: (-max(one.score for one in item[1]), item[0]))
    out: list[Term] = []
    for concept, ones in named:
        out.append(Term(concept, concept, reference, "candidate", source=source))
        for one in ones:
            note = f"support {one.support}, precision {one.precision:.2f}; {one.example[0]} = {one.example[1]}"
            note = " ".join(note.split())
            out.append(Term(concept, one.text, one.language, "candidate", note=note, source=source))
    return out
