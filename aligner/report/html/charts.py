"""The figures of the page's two pictures: findings by check and language, and drift by concept and language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aligner import renderings
from aligner.model import Finding
from aligner.renderings import Occurrence
from aligner.report.html.payload import in_order, name, tag
from aligner.results import Corpus

CONCEPTS = 40
"""How many rows the heat map has at most: those with the most renderings that are not the usual one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a picture: what it shows, how strong it is (0 to 1), the same in words, and its language."""

    shown: str
    share: float
    words: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a picture; a cell is None where there is nothing to count."""

    label: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture: the columns' heads, the rows, and how many more rows were left out."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    left_out: int = 0


def bars(findings: Iterable[Finding]) -> Chart:
    """Return how many findings each check has in each language; a bar's share is of the longest, a sum has no bar."""
    counts = Counter((f"{one.code} {one.name}", one.language) for one in findings)
    languages = in_order(language for _, language in counts)
    longest = max(counts.values(), default=0)
    by_language: Counter[str] = Counter()
    by_check: Counter[str] = Counter()
    for (label, language), number in counts.items():
        by_language[language] += number
        by_check[label] += number
    lines = []
    for label in sorted(by_check):
        numbers = ((language, counts[label, language]) for language in languages)
        cells = (
            Cell(f"{number:,}", number / longest, f"{label}, {name(language)}: {number:,}", language)
            if number
            else None
            for language, number in numbers
        )
        lines.append(Line(label, (*cells, _sum(label, by_check[label]))))
    if lines:
        sums = (_sum(name(language), by_language[language]) for language in languages)
        lines.append(Line("all", (*sums, _sum("all", by_check.total()))))
    return Chart((*map(_head, languages), "all"), tuple(lines))


def _sum(label: str, number: int) -> Cell:
    return Cell(f"{number:,}", 0, f"{label}: {number:,}")


def _head(language: str) -> str:
    """Return the name of a language, or its tag where the name is too long for a column."""
    return name(language) if len(name(language)) < 12 else tag(language)


def drift(corpus: Corpus) -> Chart:
    """Return how many of a concept's renderings, as a share, are not the commonest of their part of speech.

    Only concepts that drift in some language have a row, those with most first.
    """
    found: dict[tuple[str, str], list[Occurrence]] = defaultdict(list)
    for one in corpus.occurrences():
        found[one.term.concept, one.page.language].append(one)
    odd: Counter[str] = Counter()
    for (concept, _), group in found.items():
        same, everything = renderings.consistency(renderings.uses(group))
        odd[concept] += everything - same
    drifting = sorted((concept for concept in odd if odd[concept]), key=lambda concept: (-odd[concept], concept))
    kept = drifting[:CONCEPTS]
    columns = in_order(language for concept, language in found if concept in set(kept))
    lines = [
        Line(concept, tuple(_drift(concept, language, found.get((concept, language), ())) for language in columns))
        for concept in kept
    ]
    return Chart(tuple(map(_head, columns)), tuple(lines), len(drifting) - len(kept))


def _drift(concept: str, language: str, group: Sequence[Occurrence]) -> Cell | None:
    if not group:
        return None
    same, everything = renderings.consistency(renderings.uses(group))
    share = (everything - same) / everything
    counts = Counter(one.term.text for one in group)
    written = "; ".join(f"{text} {counts[text]}" for text in sorted(counts, key=lambda text: (-counts[text], text)))
    words = f"{concept}, {name(language)}: {everything - same} of {everything} not the usual rendering ({written})"
    return Cell(f"{share:.0%}".replace("%", " %"), share, words, language)
