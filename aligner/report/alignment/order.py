"""Which rulings stand elsewhere in one language's order, and a picture of it: columns of nodes, and lines."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aligner.model import Aligned, Group, Ruling

LEAST = 4
"""The groups in a row, in the same order everywhere, from which on they are drawn as one node."""

Column = Sequence[tuple[int, Ruling]]
"""The rulings of a language in the order of its page, each with its group's number."""


@dataclass(frozen=True, slots=True)
class Node:
    """A ruling in a column, or the `count` groups from `group` to `last`; `column` and `row` count from 0."""

    column: int
    row: int
    group: int
    last: int
    ruling: Ruling
    moved: bool = False

    @property
    def count(self) -> int:
        """Return how many groups the node stands for."""
        return self.last - self.group + 1


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two nodes; one that crosses the others stands out, a doubtful one is broken."""

    start: Node
    end: Node
    crossing: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """The columns' languages, their nodes, the lines between neighbours, and the rows of the longest column."""

    languages: tuple[str, ...]
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    rows: int


def moved(aligned: Aligned) -> dict[str, frozenset[int]]:
    """Return language → the numbers of the groups that stand elsewhere in its order than in that of the numbers.

    As few groups as explain the order: those that are no part of the longest run of growing numbers. A ruling that no
    other language has stands nowhere else.
    """
    found = {}
    alone = {group.number for group in aligned.groups if len(group.members) < 2}
    for language in aligned.document.languages:
        numbers = list(dict.fromkeys(number for number, _ in _column(aligned, language) if number not in alone))
        found[language] = frozenset(numbers) - {numbers[place] for place in _growing(numbers)}
    return found


def _column(aligned: Aligned, language: str) -> Column:
    members = ((group.number, ruling) for group in aligned.groups for ruling in group.members.get(language, ()))
    return sorted(members, key=lambda item: item[1].position)


def _growing(numbers: Sequence[int]) -> list[int]:
    """Return the places of the longest run of growing numbers."""
    tails: list[int] = []
    ends: list[int] = []
    before: dict[int, int] = {}
    for place, number in enumerate(numbers):
        at = bisect_left(tails, number)
        tails[at : at + 1] = [number]
        ends[at : at + 1] = [place]
        before[place] = ends[at - 1] if at else -1
    run: list[int] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        run.append(place)
        place = before[place]
    return run[::-1]


def picture(aligned: Aligned) -> Picture | None:
    """Return the picture of a document; None where all languages have the same order."""
    out = moved(aligned)
    if not any(out.values()):
        return None
    languages = aligned.document.languages
    columns = {language: _column(aligned, language) for language in languages}
    runs = _runs(aligned.groups, columns)
    nodes = [
        node
        for number, (language, column) in enumerate(columns.items())
        for node in _nodes(number, column, runs, out[language])
    ]
    doubtful = {group.number for group in aligned.groups if group.doubtful}
    return Picture(languages, tuple(nodes), tuple(_links(nodes, doubtful)), max(node.row for node in nodes) + 1)


def _runs(groups: Iterable[Group], columns: Mapping[str, Column]) -> Mapping[int, tuple[int, int]]:
    """Return group → the first and the last group of those that are drawn as one node with it."""
    following = {
        language: {one: two for (one, _), (two, _) in pairwise(column)} for language, column in columns.items()
    }
    runs: list[list[Group]] = []
    for group in groups:
        if runs and _continues(runs[-1][-1], group, following):
            runs[-1].append(group)
        else:
            runs.append([group])
    return {
        group.number: (run[0].number, run[-1].number) if len(run) >= LEAST else (group.number, group.number)
        for run in runs
        for group in run
    }


def _continues(before: Group, group: Group, following: Mapping[str, Mapping[int, int]]) -> bool:
    """Return whether a group follows another in every language, and both have one ruling in the same languages."""
    return (
        not (before.doubtful or group.doubtful)
        and set(before.members) == set(group.members)
        and all(len(some) == 1 for one in (before, group) for some in one.members.values())
        and all(following[language].get(before.number) == group.number for language in group.members)
    )


def _nodes(number: int, column: Column, runs: Mapping[int, tuple[int, int]], out: frozenset[int]) -> list[Node]:
    """Return the nodes of a column."""
    nodes: list[Node] = []
    for group, ruling in column:
        first, last = runs[group]
        if group == first:
            nodes.append(Node(number, len(nodes), first, last, ruling, group in out))
    return nodes


def _pairs(starts: Sequence[Node], ends: Sequence[Node]) -> list[tuple[Node, Node]]:
    """Return the lines between a group's nodes in two columns: from all to all, unless there are as many in both."""
    if len(starts) == len(ends):
        return list(zip(starts, ends, strict=True))
    return [(start, end) for start in starts for end in ends]


def _links(nodes: Iterable[Node], doubtful: set[int]) -> list[Link]:
    """Return the lines from each group's nodes to those in the next column that has it."""
    by_group: dict[int, dict[int, list[Node]]] = defaultdict(lambda: defaultdict(list))
    for node in nodes:
        by_group[node.group][node.column].append(node)
    between: dict[tuple[int, int], list[tuple[Node, Node]]] = defaultdict(list)
    for columns in by_group.values():
        for one, two in pairwise(columns):
            between[one, two] += _pairs(columns[one], columns[two])
    links = []
    for _, pairs in sorted(between.items()):
        ordered = sorted(pairs, key=lambda pair: (pair[0].row, pair[1].row))
        # Two lines that end in one node do not cross, so that equal rows count as growing.
        kept = set(_growing([end.row * len(ordered) + place for place, (_, end) in enumerate(ordered)]))
        links += [
            Link(start, end, place not in kept, start.group in doubtful) for place, (start, end) in enumerate(ordered)
        ]
    return links
