"""Groups that a person has put right: read from a list, and set in the place of what was found."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aligner.languages import canonical
from aligner.linking.evidence import fold
from aligner.linking.pool import Linked
from aligner.model import AlignerError, Document, Page

REQUIRED = ("document", "group", "language")
REMEDY = "`aligner align --format csv` makes a list to start from"
Given = tuple[tuple[int, int], ...]
"""The rulings of one group, as the list has them: the page's number in its document, and the ruling's index there."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list: which ruling is in which group; `position` is 0 where the row has none."""

    line: int
    document: str
    group: str
    language: str
    key: str
    position: int
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """The rows of a list of links, and the name of its file."""

    name: str
    rows: tuple[Row, ...] = ()

    def settle(self, documents: Sequence[Document]) -> tuple[dict[int, list[Given]], list[str]]:
        """Return the groups by the document's number, and in words which rows speak of nothing that is there.

        AlignerError where a row may mean several documents, or where two rows put one ruling into two groups.
        """
        groups: dict[int, dict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
        owner: dict[tuple[int, int, int], Row] = {}
        notes: list[str] = []
        elsewhere: list[Row] = []
        for row in self.rows:
            number = self._document(row, documents)
            if number is None:
                elsewhere.append(row)
                continue
            item = _ruling(row, documents[number])
            if item is None:
                notes.append(f"{self.name}:{row.line}: {_absent(row)}; the row was left out")
                continue
            before = owner.setdefault((number, *item), row)
            if before.group != row.group:
                raise AlignerError(
                    f"{self.name}:{row.line}: this ruling is in group {before.group} already (line {before.line}); "
                    "leave one of the two rows"
                )
            if before is row:
                groups[number][row.group].append(item)
        if elsewhere:
            rows = "the row was" if len(elsewhere) == 1 else f"{len(elsewhere)} rows of such documents were"
            first = elsewhere[0]
            title = _unguarded(first.document)
            notes.append(f"{self.name}:{first.line}: there is no document “{title}” in this run; {rows} left out")
        return {number: [tuple(some) for some in made.values()] for number, made in groups.items()}, notes

    def _document(self, row: Row, documents: Sequence[Document]) -> int | None:
        titled = [
            n for n, document in enumerate(documents) if document.title in (row.document, _unguarded(row.document))
        ]
        found = [n for n in titled if _page(row, documents[n]) is not None] if len(titled) > 1 else titled
        if len(found) > 1:
            raise AlignerError(
                f"{self.name}:{row.line}: {len(found)} documents are called {row.document!r}; "
                "say which with a column `file`"
            )
        return found[0] if found else None


def read(path: Path) -> Corrections:
    """Return the list of links in a CSV file: columns document, group, language, and key or position.

    The columns file and text, which the listing of `aligner align` has, help to find a ruling again. AlignerError
    names the file, the line and the remedy.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            reader = csv.DictReader(file, delimiter=next((c for c in ",;\t" if c in head), ","), strict=True)
            names = [(name or "").strip().lower() for name in reader.fieldnames or ()]
            _columns(path, names)
            reader.fieldnames = names
            rows, line = [], reader.line_num + 1
            for cells in reader:
                rows.append(_row(path, line, cells))
                line = reader.line_num + 1
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise AlignerError(f"{path}: cannot read the list of links ({reason}); {REMEDY}") from error
    return Corrections(str(path), tuple(rows))


def _columns(path: Path, names: Sequence[str]) -> None:
    lacking = [name for name in REQUIRED if name not in names]
    if not {"key", "position"} & set(names):
        lacking.append("position")
    if lacking:
        raise AlignerError(f"{path}:1: no column {lacking[0]!r}; {REMEDY}")


def _row(path: Path, line: int, cells: Mapping[str, str | None]) -> Row:
    found = {name: (value or "").strip() for name, value in cells.items() if isinstance(name, str) and name}
    for name in REQUIRED:
        if not found.get(name):
            raise AlignerError(f"{path}:{line}: the row has no {name}; fill it in, or delete the row")
    language, _ = canonical(found["language"])
    if not language:
        raise AlignerError(
            f"{path}:{line}: {found['language']!r} is no language code; give codes such as ru, pt-BR or zh-Hans"
        )
    key, place = _unguarded(found.get("key", "")), _unguarded(found.get("position", ""))
    if not key and not place:
        raise AlignerError(f"{path}:{line}: the row has neither key nor position; give one of them")
    if place and (not (place.isascii() and place.isdigit()) or int(place) < 1):
        raise AlignerError(f"{path}:{line}: {place!r} is no position; give the ruling's number on its page, from 1")
    file, text = _unguarded(found.get("file", "")), _unguarded(found.get("text", ""))
    return Row(line, found["document"], found["group"], language, key, int(place or 0), file, text)


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell


def _page(row: Row, document: Document) -> int | None:
    for number, page in enumerate(document.pages):
        if page.language == row.language and row.file in ("", page.file):
            return number
    return None


def _ruling(row: Row, document: Document) -> tuple[int, int] | None:
    """Return the page and the index of what a row means; None where there is no such ruling."""
    side = _page(row, document)
    if side is None:
        return None
    found = _by_key(row, document.pages[side]) if row.key else _by_position(row, document.pages[side])
    return None if found is None else (side, found)


def _by_key(row: Row, page: Page) -> int | None:
    found = [n for n, ruling in enumerate(page.rulings) if ruling.key == row.key]
    there = [n for n in found if page.rulings[n].position == row.position]
    return next(iter(there or found), None)


def _by_position(row: Row, page: Page) -> int | None:
    """Return the ruling at the position; where it says something else than the row, the only one that says it."""
    there = [n for n, ruling in enumerate(page.rulings) if ruling.position == row.position]
    text = fold(row.text)
    if text and not (there and fold(page.rulings[there[0]].text) == text):
        same = [n for n, ruling in enumerate(page.rulings) if fold(ruling.text) == text]
        there = same if len(same) == 1 else there
    return there[0] if there else None


def _absent(row: Row) -> str:
    what = f"no entry {row.key}" if row.key else f"no ruling {row.position}"
    return f"there is {what} in {row.language} of “{_unguarded(row.document)}”"


def override(linked: Sequence[Linked], given: Sequence[Given]) -> list[Linked]:
    """Return the clusters with the given ones in the place of what was found; every ruling stays in exactly one.

    A language that none of a given group's rows names keeps what was found beside the group's first ruling. The rest
    of a cluster that loses members stays together.
    """
    taken = {item for some in given for item in some}
    owner = {(side, index): one for one in linked for side, some in one.members.items() for index in some}
    result: list[Linked] = []
    for some in given:
        members: dict[int, list[int]] = defaultdict(list)
        for side, index in some:
            members[side].append(index)
        beside = owner[some[0]].members if len(some) > 1 else {}
        for side in beside.keys() - members.keys():
            free = [index for index in beside[side] if (side, index) not in taken]
            if free:
                members[side] = free
                taken.update((side, index) for index in free)
        result.append(Linked({side: sorted(members[side]) for side in sorted(members)}, 1.0, "given"))
    for one in linked:
        rest = {
            side: left
            for side, some in one.members.items()
            if (left := [index for index in some if (side, index) not in taken])
        }
        if rest == one.members:
            result.append(one)
        elif rest:
            whole = len(rest) > 1
            result.append(Linked(rest, one.score if whole else 1.0, one.method if whole else "alone", one.doubtful))
    return result
