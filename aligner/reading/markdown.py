"""Markdown pages with dated rulings: under headings, in lists, in tables or in definition lists."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from aligner.model import AlignerError, Page
from aligner.reading import dated, dates, table
from aligner.reading.dated import Block, as_blocks
from aligner.reading.lines import UNSEEN, every_line, is_blank, lines
from aligner.reading.sheets import Row

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_DEFINITION = re.compile(r" {0,3}[:~][ \t]+(?=\S)")
_QUOTE = re.compile(r" {0,3}(?:>[ \t]?)+")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_RULER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
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
_Line = tuple[str, int, int]  # as `Line`
_MARKS = frozenset("#`~*-_=>:+•")
_BREAKS = "*-_ \t"
_HEADING_TAGS = tuple((f"h{level}",) for level in range(7))
_LEAD, _PLAIN = ("b",), ("p",)
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
    plain: list[dated.Fields] = field(default_factory=list)  # the blocks while they are gathered
    tables: list[list[Row]] = field(default_factory=list)
    title: str = ""
    marked: bool = True  # somewhere in the text there are marks that may stand inside a line
    mark: int = 0  # characters of the mark at the head of the block that is gathered

    def __post_init__(self) -> None:
        start = 0
        front = _FRONT.match(self.text)
        if front:
            start = front.end()
            named = _FRONT_TITLE.search(front[1])
            self.title = named[1] if named else ""
        self.marked = _is_marked(self.text)
        every = every_line(self.text)
        self._read([line for line in every if line[1] >= start] if start else every)
        self.blocks = as_blocks(self.plain)

    def _read(self, every: Sequence[_Line]) -> None:
        run: list[_Line] = []
        comments = [found.span() for found in _COMMENT.finditer(self.text)]
        number = 0
        while number < len(every):
            line = every[number]
            words = line[0]
            number += 1
            head = words.lstrip()[:1]
            if not head or (head in UNSEEN and is_blank(words)):
                if run:
                    self._end(run)
            elif comments and _is_inside(line, comments):
                continue
            elif head not in _MARKS and dates.date_in(words):
                self._end(run)
                self._add(line, 0, len(words))
            elif "|" in words and number < len(every) and _RULER.match(every[number][0]):
                self._end(run)
                number = self._table(every, number - 1)
            elif head not in _MARKS and not head.isdigit():
                run.append(line)
            else:
                number = self._marked(every, number, run, head)
        self._end(run)

    def _marked(self, every: Sequence[_Line], number: int, run: list[_Line], head: str) -> int:
        """Take a line that begins with what may be a mark; return the number of the first line behind it."""
        line = every[number - 1]
        words = line[0]
        heading = _HEADING.match(words) if head == "#" else None
        fence = _FENCE.match(words) if head in "`~" else None
        if fence:
            self._end(run)
            return _behind_fence(every, number, fence[1])
        if heading:
            self._end(run)
            start = heading.end()
            self._add(line, start, _heading_end(words, start), len(heading[1]))
        elif run and head in "=-" and _UNDERLINE.match(words):
            self._end(run, level=1 if head == "=" else 2)
        elif head in "*-_" and not words.strip(_BREAKS) and _BREAK.match(words):
            self._end(run)
        else:
            mark = _mark(words, head)
            if mark:
                self._end(run)
            if not run:
                self.mark = mark
            run.append(line)
        return number

    def _end(self, run: list[_Line], level: int = 0) -> None:
        """Add the lines that were gathered as one block."""
        if run:
            last = run[-1] if len(run) > 1 else None
            self._add(run[0], self.mark, len(run[0][0]), level, last)
            self.mark = 0
            run.clear()

    def _add(
        self,
        line: _Line,
        start: int,
        end: int,
        level: int = 0,
        last: _Line | None = None,
        cell: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        words, begin, number = line
        raw = self.text[begin + start : last[1] + len(last[0])] if last else words[start:end]
        bare = raw.strip()
        clean, lead = _clean(bare) if self.marked else (bare, "")
        if clean:
            column = start + raw.find(bare) + 1 if clean == bare else 0
            tags = ("table", "tr", "td") if cell[0] else _HEADING_TAGS[level] if level else _LEAD if lead else _PLAIN
            self.plain.append((clean, number, column, level, lead, tags, cell[:2], cell, False, False))

    def _table(self, every: Sequence[_Line], number: int) -> int:
        """Take the table that begins here; return the number of the first line behind it."""
        rows: list[Row] = []
        head = number
        while number < len(every) and "|" in every[number][0]:
            line = every[number]
            if number != head + 1:
                words = line[0]
                cells = list(_cells(words))
                rows.append((line[2], [_clean(words[start:end].strip())[0] for start, end in cells]))
                for column, (start, end) in enumerate(cells, 1):
                    self._add(line, start, end, cell=(len(self.tables) + 1, len(rows), column))
            number += 1
        self.tables.append(rows)
        return number


def _heading_end(words: str, start: int) -> int:
    """Return where the text of a heading ends that begins at `start`: before the marks that may close it."""
    end = len(words.rstrip(" \t"))
    if words[end - 1] == "#":
        bare = words[:end].rstrip("#")
        open_end = len(bare.rstrip(" \t"))
        if start < open_end < len(bare):
            return open_end
    return max(start, end)


def _mark(words: str, head: str) -> int:
    """Return how many characters the mark of a list item, definition or quotation takes at the head of a line."""
    quote = _QUOTE.match(words) if head == ">" else None
    start = quote.end() if quote else 0
    found = _ITEM.match(words, start) or _DEFINITION.match(words, start)
    return found.end() if found else start


def _is_inside(line: _Line, comments: list[tuple[int, int]]) -> bool:
    """Return whether a line is all comment; the comments that end before it are taken from the list."""
    words, start, _ = line
    bare = words.strip()
    start += words.find(bare)
    while comments and comments[0][1] < start:
        del comments[0]
    return bool(comments) and comments[0][0] <= start and start + len(bare) <= comments[0][1]


def _behind_fence(every: Sequence[_Line], number: int, mark: str) -> int:
    """Return the number of the first line behind a block of code; the end where nothing closes it."""
    for place in range(number, len(every)):
        if every[place][0].strip().startswith(mark):
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


def _is_marked(raw: str) -> bool:
    """Return whether a text may have marks inside; most have none, and looking for each is faster than a pattern."""
    return ("*" in raw or "_" in raw or "[" in raw or "<" in raw) or (
        "`" in raw or "~" in raw or "&" in raw or "\\" in raw
    )


def _clean(raw: str) -> tuple[str, str]:
    """Return a text without the marks of Markdown, and what stands at its head between such marks."""
    if not _is_marked(raw):
        return raw, ""
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

    clean = _INLINE.sub(plain, raw)
    return clean.strip(), lead.strip()
