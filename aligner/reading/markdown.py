"""Markdown pages with dated rulings: under headings, in lists, in tables or in definition lists."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from aligner.model import AlignerError, Page
from aligner.reading import dated, dates, table
from aligner.reading.dated import Block
from aligner.reading.lines import Line, lines
from aligner.reading.sheets import Row

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_DEFINITION = re.compile(r" {0,3}[:~][ \t]+(?=\S)")
_QUOTE = re.compile(r" {0,3}(?:>[ \t]?)+")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_RULER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"(?:\\.|[^|\\])+")
_FRONT = re.compile(r"---[ \t]*\r?\n(.*?\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title[ \t]*:[ \t]*[\"']?(.+?)[\"']?[ \t]*\r?$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_INLINE = re.compile(
    r"!?\[(?P<link>[^\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+\"[^\"\n]*\")?\)"
    r"|(?P<mark>\*{1,3}|_{1,3}|~~|`+)(?P<marked>(?=\S)(?:(?!(?P=mark)).)+?(?<=\S))(?P=mark)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|</?[A-Za-z][\w:-]*(?:\s[^<>\n]*)?/?>"
    r"|&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});",
    re.DOTALL,
)
_MARKED = re.compile(r"[*_~`\[\\<&]")
_MARKS = frozenset("#`~*-_=>:+•")
_WORD = re.compile(r"\w")


def read(text: str, shown: str) -> tuple[Page, ...]:
    """Return the page; a table with a column a language gives a page a language.

    Marks of Markdown are no text: a ruling that has any inside has a line and no column. Code, comments and what stands
    before the first heading's dates are left out. AlignerError where there are no dated rulings.
    """
    page = _Reader(text)
    several = _language_tables(page, shown)
    if several:
        return several
    title, rulings, residue = dated.read(page.blocks, page.title)
    if not rulings:
        raise AlignerError(f"{shown}: {dated.NO_RULINGS}")
    return (Page(shown, "", title, rulings, residue, format="markdown"),)


def holds_rulings(text: str) -> bool:
    """Return whether a page has dated rulings."""
    page = _Reader(text)
    return bool(_language_tables(page, "")) or dated.holds_rulings(page.blocks)


def is_markdown(text: str) -> bool:
    """Return whether a text is Markdown with rulings: its first line is a heading of Markdown's, and dates follow."""
    first = next((line.text for line in lines(text[: 1 << 12]) if not line.blank), "")
    return _HEADING.match(first) is not None and holds_rulings(text)


def _language_tables(page: _Reader, shown: str) -> tuple[Page, ...]:
    return tuple(found for rows in page.tables for found in table.read_wide(rows, shown, "markdown"))


@dataclass(slots=True)
class _Reader:
    """The blocks and tables of a Markdown text, and the title of its front matter."""

    text: str
    blocks: list[Block] = field(default_factory=list)
    tables: list[list[Row]] = field(default_factory=list)
    title: str = ""

    def __post_init__(self) -> None:
        start = 0
        front = _FRONT.match(self.text)
        if front:
            start = front.end()
            named = _FRONT_TITLE.search(front[1])
            self.title = named[1] if named else ""
        self._read([line for line in lines(self.text) if line.start >= start] if start else list(lines(self.text)))

    def _read(self, every: Sequence[Line]) -> None:
        run: list[Line] = []
        comments = [found.span() for found in _COMMENT.finditer(self.text)]
        number = 0
        while number < len(every):
            line = every[number]
            number += 1
            head = line.text.lstrip()[:1]
            if not head or line.blank:
                self._end(run)
            elif comments and _is_inside(line, comments):
                continue
            elif dates.date_in(line.text):
                self._end(run)
                self._end([line])
            elif "|" in line.text and number < len(every) and _RULER.match(every[number].text):
                self._end(run)
                number = self._table(every, number - 1)
            elif head not in _MARKS and not head.isdigit():
                run.append(line)
            else:
                number = self._marked(every, number, run)
        self._end(run)

    def _marked(self, every: Sequence[Line], number: int, run: list[Line]) -> int:
        """Take a line that begins with what may be a mark; return the number of the first line behind it."""
        line = every[number - 1]
        heading, fence = _HEADING.match(line.text), _FENCE.match(line.text)
        underline = _UNDERLINE.match(line.text) if run else None
        if fence:
            self._end(run)
            return _behind_fence(every, number, fence[1])
        if heading:
            self._end(run)
            self._add(line, heading.start(2), heading.end(2), len(heading[1]))
        elif underline:
            self._end(run, level=1 if underline[1][0] == "=" else 2)
        elif _BREAK.match(line.text):
            self._end(run)
        else:
            if self._marker(line):
                self._end(run)
            run.append(line)
        return number

    @staticmethod
    def _marker(line: Line) -> int:
        """Return how many characters the mark of a list item, definition or quotation takes at the head of a line."""
        start = 0
        quote = _QUOTE.match(line.text)
        if quote:
            start = quote.end()
        found = _ITEM.match(line.text, start) or _DEFINITION.match(line.text, start)
        return found.end() if found else start

    def _end(self, run: list[Line], level: int = 0) -> None:
        """Add the lines that were gathered as one block."""
        if run:
            first, last = run[0], run[-1]
            self._add(first, 0 if dates.date_in(first.text) else self._marker(first), 0, level, last)
            run.clear()

    def _add(
        self,
        line: Line,
        start: int,
        end: int,
        level: int = 0,
        last: Line | None = None,
        cell: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        begin = line.start + start
        stop = last.start + len(last.text) if last else line.start + end
        raw = self.text[begin:stop]
        begin += len(raw) - len(raw.lstrip())
        raw = raw.strip()
        clean, lead = _clean(raw)
        if clean:
            column = begin - line.start + 1 if clean == raw else 0
            kind = "td" if cell[0] else "h" if level else "p"
            tags = ("table", "tr", kind) if cell[0] else (f"h{level}",) if level else ("b",) if lead else ("p",)
            self.blocks.append(Block(clean, line.number, column, level, lead, tags, cell[:2], cell))

    def _table(self, every: Sequence[Line], number: int) -> int:
        """Take the table that begins here; return the number of the first line behind it."""
        rows: list[Row] = []
        head = number
        while number < len(every) and "|" in every[number].text and not every[number].blank:
            line = every[number]
            if number != head + 1:
                cells = list(_cells(line.text))
                rows.append((line.number, [_clean(line.text[start:end].strip())[0] for start, end in cells]))
                for column, (start, end) in enumerate(cells, 1):
                    self._add(line, start, end, cell=(len(self.tables) + 1, len(rows), column))
            number += 1
        self.tables.append(rows)
        return number


def _is_inside(line: Line, comments: list[tuple[int, int]]) -> bool:
    """Return whether a line is all comment; the comments that end before it are taken from the list."""
    bare = line.text.strip()
    start = line.start + line.text.find(bare)
    while comments and comments[0][1] < start:
        del comments[0]
    return bool(comments) and comments[0][0] <= start and start + len(bare) <= comments[0][1]


def _behind_fence(every: Sequence[Line], number: int, mark: str) -> int:
    """Return the number of the first line behind a block of code; the end where nothing closes it."""
    for place in range(number, len(every)):
        if every[place].text.strip().startswith(mark):
            return place + 1
    return len(every)


def _cells(line: str) -> Iterator[tuple[int, int]]:
    """Yield where the cells of a row of a table begin and end."""
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    if line[start : start + 1] == "|":
        start += 1
    if end > start and line[end - 1] == "|" and line[end - 2 : end - 1] != "\\":
        end -= 1
    begin = start
    for place in range(start, end):
        if line[place] == "|" and line[place - 1 : place] != "\\":
            yield begin, place
            begin = place + 1
    yield begin, end


def _clean(raw: str) -> tuple[str, str]:
    """Return a text without the marks of Markdown, and what stands at its head between such marks."""
    lead = ""

    def plain(found: re.Match[str]) -> str:
        nonlocal lead
        if found["link"] is not None:
            return _clean(found["link"])[0]
        if found["escaped"]:
            return found["escaped"]
        if found["mark"]:
            inner = found["marked"]
            before, after = raw[max(0, found.start() - 1) : found.start()], raw[found.end() : found.end() + 1]
            if not _WORD.search(inner) or ("_" in found["mark"] and (_WORD.match(before) or _WORD.match(after))):
                return found[0]
            clean = inner if "`" in found["mark"] else _clean(inner)[0]
            if not found.start():
                lead = clean
            return clean
        return html.unescape(found[0]) if found[0].startswith("&") else ""

    if not _MARKED.search(raw):
        return raw, ""
    clean = _INLINE.sub(plain, raw)
    return clean.strip(), lead.strip()
