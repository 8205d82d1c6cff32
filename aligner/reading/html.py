"""HTML pages as a browser saves them: dated rulings in tables, definition lists or paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

from aligner.model import LANGUAGES, AlignerError, Page
from aligner.reading import dated, naming, table
from aligner.reading.dated import Block, as_blocks
from aligner.reading.dates import date_in
from aligner.reading.sheets import Row

# What a page has around its text, and what a browser does not show as text.
_UNSEEN = frozenset(
    "script style noscript template svg math canvas nav footer aside form button select option input textarea label "
    "iframe object embed audio video dialog menu".split()
)
_UNSEEN_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "complementary", "dialog", "menu", "menubar", "toolbar")
)
_BLOCKS = frozenset(
    "address article blockquote body caption center dd details div dl dt fieldset figcaption figure header h1 h2 h3 h4 "
    "h5 h6 hr html li main ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LEAVES = frozenset("dd div dt h1 h2 h3 h4 h5 h6 li p td th".split())
_CELLS = frozenset(("td", "th"))
_SPACE = re.compile(r"[ \t\r\n\f]+")
_AROUND_BREAK = re.compile(r" *\n *")
_LANGUAGE = re.compile(r"<html\b[^>]*\blang\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_TITLE_END = re.compile(r"\s+[|·•–—-]\s+")
_DEEPEST = 200
_WIDEST = 1000  # columns or rows that a cell may reach over


def read(text: str, shown: str) -> tuple[Page, ...]:
    """Return the page: scripts, styles, navigation and what surrounds the rulings are left out.

    A table with a column a language gives a page a language. The line of a ruling is that of its element; there are
    no columns. AlignerError where the markup cannot be parsed or has no dated rulings.
    """
    blocks, name = _parse(text, shown)
    several = _language_table(blocks, shown)
    if several:
        return several
    title, rulings, residue = dated.read(blocks, name)
    if not rulings:
        raise AlignerError(f"{shown}: {dated.NO_RULINGS}")
    found = _LANGUAGE.search(text, max(text.find("<html"), 0), 1 << 16)
    code, region = (naming.language(found[1]) if found else None) or ("", "")
    if code in LANGUAGES:
        code = region = ""  # most often the language of the site; the text tells better
    source = "format" if code else "text"
    return (Page(shown, code, title, rulings, residue, format="html", language_source=source, region=region),)


def holds_rulings(text: str) -> bool:
    """Return whether a page has dated rulings."""
    try:
        blocks, _ = _parse(text, "")
    except AlignerError:
        return False
    return bool(_language_table(blocks, "")) or dated.holds_rulings(blocks)


def _language_table(blocks: Iterable[Block], shown: str) -> tuple[Page, ...]:
    """Return the pages of the tables whose heads name languages."""
    found: list[Page] = []
    cells = [block for block in blocks if block[7][0] and not block[9]]
    end = 0
    for _, same in groupby([block[7][0] for block in cells]):
        begin, end = end, end + len(list(same))
        rows = (_row(list(row)) for _, row in groupby(islice(cells, begin, end), key=lambda block: block.cell[1]))
        first = next(rows)
        if table.is_wide(first):
            found += table.read_wide([first, *rows], shown, "html")
    return tuple(found)


def _row(members: Sequence[Block]) -> Row:
    """Return the line of a row and the texts of its cells."""
    cells = [""] * max(block.cell[2] for block in members)
    for block in members:
        cells[block.cell[2] - 1] = f"{cells[block.cell[2] - 1]}\n{block.text}".strip()
    return members[0].line, cells


def _parse(text: str, shown: str) -> tuple[list[Block], str]:
    """Return the blocks of a page, and what its title says."""
    etree, parser = _parser()
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError) as error:
        raise AlignerError(f"{shown}: HTML that cannot be read ({error}); save the page again") from error
    walk = _Walk()
    if root is None:  # nothing but comments
        return [], ""
    title = None
    for part in root:
        if part.tag == "body":
            walk.element(part, 0)
            walk.close()
        elif part.tag == "head" and title is None:
            title = next((one.text for one in part if one.tag == "title"), None)
    name = _TITLE_END.split(_SPACE.sub(" ", title).strip())[0] if title else ""
    return as_blocks(walk.blocks), name


@lru_cache(maxsize=1)
def _parser() -> tuple[Any, Any]:
    from lxml import etree

    return etree, etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_pis=True)


@dataclass(slots=True)
class _Gathered:
    """The block, or the line of a block, that is being gathered."""

    pieces: list[str] = field(default_factory=list)
    begin: int = 0  # the line of its first character
    lead: str | None = None
    links: int = 0  # characters inside links

    @property
    def text(self) -> str:
        """Return what a browser shows of it."""
        return _shown("".join(self.pieces)) if self.pieces else ""


@dataclass(slots=True)
class _Table:
    """A table that is being read: its number, the row, the column, and the cells that reach down from above."""

    number: int
    row: int = 0
    column: int = 0
    reaching: dict[int, int] = field(default_factory=dict)

    def next_row(self) -> None:
        self.row += 1
        self.column = 0
        if self.reaching:
            self.reaching = {column: rows - 1 for column, rows in self.reaching.items() if rows > 1}

    def next_cell(self, across: int = 1, down: int = 1) -> tuple[int, int, int]:
        """Return the numbers of the next cell, which has this many columns and rows."""
        self.column += 1
        if not self.reaching and across == 1 == down:
            return self.number, self.row, self.column
        while self.reaching and self.column in self.reaching:
            self.column += 1
        own = self.column
        if down > 1:
            self.reaching.update(dict.fromkeys(range(own, own + across), down))
        if across > 1:
            self.column += across - 1
        return self.number, self.row, own


@dataclass(slots=True)
class _Walk:
    """One way through a page."""

    blocks: list[dated.Fields] = field(default_factory=list)
    tags: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    line: int = 1  # of what is read
    now: _Gathered = field(default_factory=_Gathered)
    earlier: _Gathered | None = None  # the lines of the same block above the one that is being gathered
    tables: int = 0
    table: _Table | None = None
    cell: tuple[int, int, int] = (0, 0, 0)
    aside: int = 0
    level: int = 0  # of the heading around
    depth: int = 0

    def element(self, node: Any, child: int) -> None:
        """Take an element with all that is in it."""
        tag = node.tag
        line = node.sourceline or 0
        if line > self.line:
            self.line = line
        if not isinstance(tag, str):  # a comment
            self.line += (node.text or "").count("\n")
            return
        names = node.keys()
        if tag in _UNSEEN or (names and _unseen(node)) or self.depth > _DEEPEST:
            self.line += sum(piece.count("\n") for piece in node.itertext())
            return
        if tag == "tr" and self.table:
            self._row(node, self.table, child)
            return
        self.depth += 1
        if tag in _BLOCKS:
            self._block(node, tag, child)
        elif tag == "br":
            self._break()
        else:
            self._inline(node, tag)
        self.depth -= 1

    def _block(self, node: Any, tag: str, child: int) -> None:
        if self.now.pieces or self.earlier:
            self.close()
        cell, table, level, tags, path = self.cell, self.table, self.level, self.tags, self.path
        if table and tag in _CELLS:
            self.cell = table.next_cell(_span(node, "colspan"), _span(node, "rowspan"))
        elif tag == "table":
            self.tables += 1
            self.table, self.cell = _Table(self.tables), (0, 0, 0)
        elif tag == "header":
            self.aside += 1
        else:
            self.level = _HEADINGS.get(tag, level)
        self.tags, self.path = (*tags, tag), (*path, child)
        self._inside(node)
        if self.now.pieces or self.earlier:
            self.close()
        self.aside -= tag == "header"
        self.cell, self.table, self.level, self.tags, self.path = cell, table, level, tags, path

    def _inline(self, node: Any, tag: str) -> None:
        fresh = not self.now.text
        size = len(self.now.pieces)
        self._inside(node)
        if fresh and self.now.lead is None and tag != "a":
            self.now.lead = self.now.text
        if tag == "a":
            self.now.links += len(_SPACE.sub("", "".join(self.now.pieces[size:])))

    def _inside(self, node: Any) -> None:
        """Take what is in an element; what most blocks are, without elements and attributes, is taken here."""
        words = node.text
        if words:
            self._words(words)
        table, path, deep, aside = self.table, self.path, self.depth > _DEEPEST, self.aside > 0
        leaf, tags, level = "", self.tags, self.level
        for number, child in enumerate(node):
            tag = child.tag
            if tag == "tr" and table and not deep and not child.keys():
                self._row(child, table, number)
            elif deep or tag not in _LEAVES or child.keys() or len(child):
                self.element(child, number)
            else:
                line = child.sourceline or 0
                if line > self.line:
                    self.line = line
                if self.now.pieces or self.earlier:
                    self.close()
                if tag != leaf:
                    leaf, tags, level = tag, (*self.tags, tag), _HEADINGS.get(tag, self.level)
                cell = table.next_cell() if table and tag in _CELLS else self.cell
                words = child.text
                if words:
                    begin, text = self.line, _shown(words)
                    if "\n" in words:
                        self.line += words.count("\n")
                        begin = self.line - words.lstrip().count("\n")
                    if text:
                        inner = path + (number,)  # noqa: RUF005 - twice as fast
                        self.blocks.append((text, begin, 0, level, "", tags, inner, cell, False, aside))
            words = child.tail
            if words:
                self._words(words)

    def _row(self, node: Any, table: _Table, child: int) -> None:
        """Take a row of a table."""
        line = node.sourceline or 0
        if line > self.line:
            self.line = line
        if self.now.pieces or self.earlier:
            self.close()
        table.next_row()
        tags, path = self.tags, self.path
        self.tags, self.path = (*tags, "tr"), (*path, child)
        self.depth += 1
        self._inside(node)
        self.depth -= 1
        if self.now.pieces or self.earlier:
            self.close()
        self.tags, self.path = tags, path

    def _words(self, words: str) -> None:
        if words == "\n" and not self.now.begin:
            self.line += 1
            return
        lines = words.count("\n")
        now = self.now
        if now.begin:
            now.pieces.append(words)
        elif not words.isspace():
            now.begin = self.line + lines - words.lstrip().count("\n")
            now.pieces.append(words)
        self.line += lines

    def _break(self) -> None:
        """End a line of a block; a line that is a date is a block of its own."""
        ended, earlier = self.now, self.earlier
        self.now, self.earlier = _Gathered(), None
        if date_in(ended.text):
            self._add(earlier)
            self._add(ended)
        elif earlier:
            self.earlier = _Gathered(
                [*earlier.pieces, "\v", *ended.pieces],
                earlier.begin or ended.begin,
                earlier.lead,
                earlier.links + ended.links,
            )
        else:
            self.earlier = ended

    def close(self) -> None:
        """End the block that is being gathered."""
        if self.earlier:
            self._break()
            self._add(self.earlier)
            self.earlier = None
        elif self.now.pieces:
            self._add(self.now)
        else:
            return
        self.now = _Gathered()

    def _add(self, gathered: _Gathered | None) -> None:
        text = gathered.text if gathered else ""
        if not gathered or not text:
            return
        self.blocks.append(
            Block(
                text,
                gathered.begin or self.line,
                level=self.level,
                lead=gathered.lead or "",
                tags=self.tags,
                path=self.path,
                cell=self.cell,
                linked=gathered.links > 0 and gathered.links >= len(_SPACE.sub("", text)),
                aside=self.aside > 0,
            )
        )


def _span(node: Any, name: str) -> int:
    """Return how many columns or rows a cell reaches over."""
    written = node.get(name, "1").strip()
    return min(int(written), _WIDEST) if written.isascii() and written.isdigit() and int(written[:6]) else 1


def _shown(text: str) -> str:
    """Return a text as a browser shows it: runs of blanks are one, `<br>` is a line break."""
    text = text.strip()
    if "\n" in text or "  " in text or "\t" in text or "\r" in text or "\f" in text or "\v" in text:
        text = _AROUND_BREAK.sub("\n", _SPACE.sub(" ", text).replace("\v", "\n"))
    return text


def _unseen(node: Any) -> bool:
    attributes = node.attrib
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    if attributes.get("role", "").lower() in _UNSEEN_ROLES:
        return True
    return "display:none" in attributes.get("style", "").replace(" ", "").lower()
