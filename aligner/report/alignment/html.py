"""Aligned rulings as a page to look at: a row a group, a column a language, and a picture where the order differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aligner.config import Config
from aligner.model import Aligned, Group, Page, Ruling
from aligner.report.alignment.order import Link, Node, Picture, moved, picture
from aligner.report.html.payload import name, tag
from aligner.results import Corpus

COLUMN, ROW, BOX, HEIGHT, TOP = 200, 30, 124, 22, 30
"""The picture in pixels: the distance of columns and of rows, a node's width and height, the height of the heads."""


@dataclass(frozen=True, slots=True)
class Language:
    """A column's head: our code, the BCP 47 tag, the name, and the page's file."""

    code: str
    tag: str
    name: str
    file: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a language has in a group: its rulings, which of them stand elsewhere, and a remark on their number."""

    language: Language
    members: tuple[Ruling, ...]
    moved: bool
    remark: str


@dataclass(frozen=True, slots=True)
class Row:
    """A group with its cells; `notable` tells that somebody should look at it."""

    group: Group
    cells: tuple[Cell, ...]
    notable: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """A node as it is drawn: its place, its label and what it says when pointed at."""

    node: Node
    x: int
    y: int
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A link as it is drawn: the curve, and what it says when pointed at."""

    link: Link
    path: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in pixels."""

    width: int
    height: int
    heads: tuple[tuple[int, Language], ...]
    shapes: tuple[Shape, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A document as the page shows it."""

    number: int
    aligned: Aligned
    languages: tuple[Language, ...]
    rows: tuple[Row, ...]
    drawing: Drawing | None

    @property
    def doubtful(self) -> int:
        """Return how many groups may hold a wrong link."""
        return sum(row.group.doubtful for row in self.rows)

    @property
    def notable(self) -> int:
        """Return how many groups somebody should look at."""
        return sum(row.notable for row in self.rows)


def report(corpus: Corpus, config: Config) -> str:
    """Return the page: one file that needs no network and no script."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    views = [_view(number, aligned) for number, aligned in enumerate(corpus.aligned, 1)]
    return environment.get_template("page.html.jinja").render(
        views=views, corpus=corpus, rulings=sum(len(page.rulings) for page in corpus.pages), box=BOX, node_height=HEIGHT
    )


def _view(number: int, aligned: Aligned) -> View:
    languages = tuple(_language(page) for page in aligned.document.pages)
    out = moved(aligned)
    rows = tuple(_row(group, languages, out) for group in aligned.groups)
    drawn = picture(aligned)
    return View(number, aligned, languages, rows, _drawing(drawn, languages) if drawn else None)


def _language(page: Page) -> Language:
    return Language(page.language, tag(page.language, page.region), name(page.language), page.file)


def _row(group: Group, languages: Sequence[Language], out: Mapping[str, frozenset[int]]) -> Row:
    cells = tuple(
        Cell(one, group.members.get(one.code, ()), group.number in out[one.code], _remark(group, one.code))
        for one in languages
    )
    notable = group.doubtful or any(cell.moved or cell.remark or not cell.members for cell in cells)
    return Row(group, cells, notable)


def _remark(group: Group, language: str) -> str:
    """Return in words how many rulings a language has where the others have another number."""
    counts = {code: len(members) for code, members in group.members.items()}
    own, most, least = counts.get(language, 0), max(counts.values()), min(counts.values())
    if not own or most == least:
        return ""
    return f"{own} rulings for {least}" if own > least else f"{own} for {most} rulings"


def _drawing(drawn: Picture, languages: Sequence[Language]) -> Drawing:
    shapes = tuple(_shape(node, languages[node.column]) for node in drawn.nodes)
    lines = tuple(Line(link, _path(link)) for link in drawn.links)
    heads = tuple((number * COLUMN, language) for number, language in enumerate(languages))
    width = (len(languages) - 1) * COLUMN + BOX
    return Drawing(width, TOP + drawn.rows * ROW, heads, shapes, lines)


def _shape(node: Node, language: Language) -> Shape:
    ruling = node.ruling
    if node.count > 1:
        label, words = f"⋮ {node.count} in order", f"{language.name}: groups {node.group} to {node.last}, in order"
    else:
        told = ruling.key or (ruling.date.isoformat() if ruling.date else "")
        label = f"{ruling.position} · {told}" if told else str(ruling.position)
        label = label if len(label) <= 18 else f"{label[:17]}…"
        words = f"{language.name}, ruling {ruling.position}, group {node.group}: {' '.join(ruling.text.split())}"
    return Shape(node, node.column * COLUMN, TOP + node.row * ROW, label, words)


def _path(link: Link) -> str:
    """Return the curve from the right edge of one node to the left edge of the other."""
    x1, y1 = link.start.column * COLUMN + BOX, TOP + link.start.row * ROW + HEIGHT // 2
    x2, y2 = link.end.column * COLUMN, TOP + link.end.row * ROW + HEIGHT // 2
    middle = (x1 + x2) // 2
    return f"M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}"
