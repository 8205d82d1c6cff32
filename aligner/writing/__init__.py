"""From pages to files in the formats that others read: one module a format, each the other way round of a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import zip_longest
from pathlib import PurePosixPath

from aligner.model import Document, Group, Page, Ruling

FORMATS = ("pages", "csv", "tmx", "xliff", "json")
_TAGS = {"zhs": "zh-Hans", "zht": "zh-Hant", "": "und"}
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\s]+')
_LONGEST = 80  # characters of a file's name, far below what a file system bears in any script
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bundle:
    """The documents that go into one file, where the format can hold several, and the name that the file gets.

    The groups say which rulings are one unit; a document without groups has a unit a ruling.
    """

    name: str
    documents: tuple[tuple[Document, tuple[Group, ...]], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A file to be written: its name under the folder, its bytes, and the pages that it holds."""

    name: str
    data: bytes
    pages: tuple[Page, ...]


def bundles(
    documents: Iterable[tuple[Document, tuple[Group, ...]]], insides: Mapping[str, str] | None = None
) -> list[Bundle]:
    """Return the documents by the file that they came from; one whose pages were files of their own is a file again.

    `insides` has, for the name of a file, its path under the PATH that was given. No two names are the same, whatever
    the case of their letters.
    """
    homes: dict[str, list[tuple[Document, tuple[Group, ...]]]] = {}
    for number, (document, groups) in enumerate(documents):
        files = {page.file for page in document.pages}
        home = next(iter(files)) if len(files) == 1 else f"\0{number}"
        homes.setdefault(home, []).append((document, groups))
    taken: set[str] = set()
    return [Bundle(unused(_stem(home, some[0][0], insides or {}), taken), tuple(some)) for home, some in homes.items()]


def _stem(home: str, document: Document, insides: Mapping[str, str]) -> str:
    if not home.startswith("\0"):
        path = PurePosixPath(insides.get(home) or home)
        parts = [*path.parts[:-1], path.stem if home != "-" else "stdin"]
    else:
        named = next((page.name for page in document.pages if page.name.strip("./")), "")
        file = document.pages[0].file
        named = named.removeprefix(file.removesuffix(insides.get(file, file)))
        folder = PurePosixPath(file).parent.name
        parts = list(PurePosixPath(named).parts) if named else [folder or document.title or "pages"]
    return "/".join(safe(part) for part in parts if part not in ("/", ".", ".."))


def safe(name: str) -> str:
    """Return a name that every file system takes."""
    short = _UNSAFE.sub("-", name).strip("-. ")[:_LONGEST].strip("-. ") or "pages"
    return f"{short}-" if _DEVICES.fullmatch(short) else short


def unused(name: str, taken: set[str]) -> str:
    """Return the name, with a number behind it where it is taken, and take it."""
    found, number = name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{name}-{number}"
    taken.add(found.casefold())
    return found


def render(form: str, bundle: Bundle, reference: str = "") -> list[Written]:
    """Return the files that hold the bundle in this format, the same bytes for the same pages.

    `reference` is the language that is the source where the format has one; by default English, else the first.
    """
    module = import_module(f"aligner.writing.{form}")
    found: list[Written] = module.render(bundle, reference)
    return found


def tag(page: Page) -> str:
    """Return the language of a page as a BCP 47 tag; "und" where nobody knows it."""
    return _TAGS.get(page.language, page.language) + (f"-{page.region}" if page.region else "")


def source_of(pages: Sequence[Page], reference: str) -> Page:
    """Return the page that the others are translations of: the reference's, else the English one, else the first."""
    for language in (reference, "en"):
        for page in pages:
            if page.language == language:
                return page
    return pages[0]


Row = dict[int, Ruling]
"""One unit: the number of the page in its document → its ruling."""


def rows(document: Document, groups: Sequence[Group]) -> list[Row]:
    """Return the units of a document: its titles, then its groups; what is merged or split is several units."""
    numbers = {page.language: number for number, page in enumerate(document.pages)}
    titles = {number: page.title for number, page in enumerate(document.pages) if page.title}
    found: list[Row] = [titles] if titles else []
    if not groups:
        return found + [{number: one} for number, page in enumerate(document.pages) for one in page.rulings]
    for group in groups:
        columns = [[(numbers[language], one) for one in members] for language, members in group.members.items()]
        for row in zip_longest(*columns):
            found.append(dict(sorted((member for member in row if member is not None), key=lambda member: member[0])))
    return found


def unit_key(row: Row, used: set[str], number: int) -> str:
    """Return the key that all rulings of a unit have, if no unit before it has it, else a number; and use it."""
    keys = {one.key for one in row.values()}
    key = next(iter(keys)) if len(keys) == 1 else ""
    while not key or key in used or key != key.strip():
        key = str(number) if str(number) not in used else f"{number}-{len(used)}"
    used.add(key)
    return key
