"""Read files into pages: find them, tell what each holds, and hand it to the reader of that format."""

from __future__ import annotations

import codecs
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from types import ModuleType

from aligner.model import AlignerError, Page
from aligner.reading import decoding, exported, formats, naming, pages, rules, sniffing, streams, xmlstream
from aligner.reading.files import are_pages, candidates, find_files
from aligner.reading.streams import Source, forget_archives

__all__ = ["NoPagesError", "Source", "candidates", "find_files", "forget_archives", "read", "read_bytes", "stream"]

_STREAMED = 16 << 20  # bytes from which on JSON is no longer held in memory as a whole
_PIECE = 1 << 16
_HEAD = 1 << 12
_SELF_TOLD = ("tmx", "xliff", "po")  # what these say of their encoding is no guess


def read(source: Source) -> tuple[Page, ...]:
    """Return the pages of a file; AlignerError with file, place and remedy where it cannot be read."""
    return tuple(stream(source))


class NoPagesError(Exception):
    """Tell that a file that nobody named holds no pages."""


def stream(source: Source, offered: bool = False) -> Iterator[Page]:
    """Yield the pages of a file one at a time; AlignerError as soon as something cannot be read.

    NoPagesError where the file is only offered, as one that lies beside others, and holds none.

    Large JSON, TMX and XLIFF never stand in memory as a whole: of a file with all cards of the game, one card does. A
    file of another format is read into memory first, and its size is limited.
    """
    with streams.opened(source) as file:
        chunks = file.chunks()
        begun = [next(chunks, b"")]
        if offered and not _are_pages(begun, chunks, source.shown):
            raise NoPagesError
        for chunk in chunks if sum(map(len, begun)) <= _STREAMED else ():
            begun.append(chunk)
            if sum(map(len, begun)) > _STREAMED:
                break
        every = chain(begun, chunks)
        if sum(map(len, begun)) > _STREAMED:
            kind = _kind_of_large(begun[0][:_HEAD], source.shown)
            if kind == "json":
                yield from _large_json(every, source)
                return
            if kind in ("tmx", "xliff"):
                found = naming.named(source.shown, source.inside)
                read_pages = _translations(kind).read(xmlstream.Joined(every), source.shown)
                yield from _named(read_pages, found)
                return
        data = [streams.whole(every, source.shown)]
        begun.clear()
    yield from read_bytes(data.pop(), source.shown, source.inside)  # nobody here has a copy of a large file meanwhile


def _are_pages(begun: list[bytes], chunks: Iterator[bytes], shown: str) -> bool:
    """Return whether the file holds pages; the chunks that must be looked at for it are among the begun ones then."""

    def rest() -> Iterator[bytes]:
        yield begun[0][streams.HEAD :]
        for chunk in chunks:
            begun.append(chunk)
            yield chunk

    try:
        return are_pages(begun[0][: streams.HEAD], rest(), shown)
    except AlignerError:
        return True  # reading it says what is wrong


def _kind_of_large(head: bytes, shown: str) -> str:
    """Return what a large file holds; "" for the JSON that we write, which is no stream."""
    mark, codec = decoding.marked(head)
    text = head[len(mark) :].decode(codec or "utf-8", "ignore")
    kind = sniffing.kind(text, shown)
    return "" if kind == "json" and exported.is_exported(text) else kind


def _large_json(chunks: Iterable[bytes], source: Source) -> Iterator[Page]:
    found = naming.named(source.shown, source.inside)
    loose: list[Page] = []  # what has no name of its own takes the file's, if it is alone
    for page in formats.read_json(_decoded(chunks, source.shown), source.shown):
        if page.name:
            yield _with_name(page, found, page.name)
        else:
            loose.append(page)
    yield from _named(loose, found)


def read_bytes(data: bytes, shown: str, inside: str | None = None) -> tuple[Page, ...]:
    """Return the pages that these bytes hold.

    `shown` is the name that reports print; `inside` is the part of it under the PATH that was given. A page whose
    name tells no language, and whose format neither, has the language "".
    """
    found = naming.named(shown, shown if inside is None else inside)
    if sniffing.is_workbook(data):
        from aligner.reading import table

        return _named(table.read_workbook(data, shown), found)
    text, encoding = decoding.decode(data, shown, found.language)
    kind = sniffing.kind(text, shown)
    if kind not in _SELF_TOLD:
        data = b""  # the text is enough, and of a large file the two are a lot
    read_pages: Iterable[Page] = _pages(kind, data, text, shown)
    if encoding != "utf-8" and kind not in _SELF_TOLD:
        read_pages = (replace(page, encoding=encoding) for page in read_pages)
    return _named(read_pages, found)


def _pages(kind: str, data: bytes, text: str, shown: str) -> Iterable[Page]:
    if kind in _SELF_TOLD:
        return _translations(kind).read(data, shown)  # type: ignore[no-any-return]
    if kind == "json" and exported.is_exported(text):
        return exported.read(text, shown)
    if kind == "json":
        return formats.read_json((text[at : at + _PIECE] for at in range(0, max(len(text), 1), _PIECE)), shown)
    if kind == "markup":
        raise AlignerError(f"{shown}: XML of a kind that holds no rulings; give TMX or XLIFF, or leave the file out")
    if kind == "table":
        from aligner.reading import table

        return table.read(text, shown)
    if kind in ("html", "markdown"):
        from aligner.reading import html, markdown

        return html.read(text, shown) if kind == "html" else markdown.read(text, shown)
    title, rulings, residue = rules.read(text) if kind == "rules" else pages.read(text)
    return (Page(shown, "", title, rulings, residue, format=kind),)


def _translations(kind: str) -> ModuleType:
    """Return the reader of a translators' format: its `read(data, shown)` gives the pages of these bytes."""
    return importlib.import_module(f"aligner.reading.{kind}")


def _decoded(chunks: Iterable[bytes], shown: str) -> Iterator[str]:
    """Yield the text of a stream in UTF-8, or in what its byte order mark says."""
    chunks = iter(chunks)
    head = next(chunks, b"")
    mark, codec = decoding.marked(head)
    decoder = codecs.getincrementaldecoder(codec or "utf-8")()
    line = 1
    for chunk in chain([head[len(mark) :]], chunks):
        try:
            text = decoder.decode(chunk)
        except UnicodeDecodeError as error:
            line += error.object[: error.start].count(b"\n")
            raise AlignerError(f"{shown}:{line}: not UTF-8, as large files must be; save it as UTF-8") from error
        line += text.count("\n")
        yield text
    if decoder.getstate()[0]:
        raise AlignerError(f"{shown}:{line}: ends within a character; the file is cut off: fetch it again")


def _named(read_pages: Iterable[Page], found: naming.Named) -> tuple[Page, ...]:
    """Return the pages with the language and the document of their file's name, where the format tells none.

    A file with several pages of one language is several documents, and its name is the name of none of them.
    """
    every = tuple(read_pages)
    loose = [page.language for page in every if not page.name]
    name = found.name if loose and len(set(loose)) == len(loose) else ""
    if not name and not found.language:
        return every
    return tuple(_with_name(page, found, page.name or name) for page in every)


def _with_name(page: Page, found: naming.Named, name: str) -> Page:
    if page.language_source == "format":
        return page if page.name == name else replace(page, name=name)
    if not found.language:
        return page
    if type(page) is not Page:
        return replace(page, language=found.language, region=found.region, language_source="name", name=name)
    kept = (page.title, page.rulings, page.residue, name, page.format, page.encoding)
    return Page(page.file, found.language, *kept, "name", found.region)  # in a third of the time
