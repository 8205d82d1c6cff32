"""Find the files under the paths of the command line, and fetch their bytes within bounds."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from aligner.model import AlignerError
from aligner.reading import decoding

_LARGEST_FILE = 256 << 20
_LONGEST_LINE = 1 << 20
_CHUNK = 1 << 20
_TABLES = frozenset((".csv", ".tsv"))
# Text that is a program, a setting or markup, not pages.
_OTHER_TEXT = frozenset(
    (
        ".py",
        ".js",
        ".ts",
        ".css",
        ".sh",
        ".toml",
        ".yaml",
        ".yml",
        ".ini",
        ".cfg",
        ".md",
        ".rst",
        ".html",
        ".htm",
        ".xml",
        ".ipynb",
    )
)
_PAGE_KEYS = re.compile(rb'(?<!\\)"(?:comment|rulings|foreignData)"\s*:')
_STRUCTURED = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*(?:[\[{][\s\0]*[\"{\[]|<\0?(?:[?!]|t\0?m\0?x|h\0?t\0?m\0?l|x\0?l\0?i\0?f))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read.

    `shown` is the name that reports print, `inside` the part of it under the PATH given, `given` whether the file
    itself was named. The standard input has the path "-".
    """

    path: str
    shown: str
    given: bool = True
    inside: str = ""


@dataclass(slots=True)
class _Walk:
    """What a walk through the paths has found so far."""

    exclude: Sequence[str]
    sources: dict[str, Source]
    skipped: list[str]
    errors: list[str]


def find_files(paths: Iterable[str | Path], exclude: Sequence[str] = ()) -> tuple[list[Source], list[str], list[str]]:
    """Return the files under the paths, what was left out of folders, and an error line for each that is out of reach.

    Folders are walked in the order of their names. Hidden files, binary files, tables, JSON without pages, programs
    and settings are left out of a folder. What a glob of `exclude` names is passed over in silence.
    """
    walk = _Walk(exclude, {}, [], [])
    for path in map(str, paths):
        if path == "-":
            walk.sources.setdefault("-", Source("-", "-", True, "-"))
            continue
        shown = shown_name(path)
        if _excluded(shown, exclude):
            continue
        if Path(path).is_dir():
            _folder(walk, path, shown, shown, (_identity(path),))
        elif Path(path).name.startswith("."):
            walk.errors.append(f"{shown}: a hidden file; rename it without the point, or leave it out")
        elif _reachable(path, shown, walk.errors):
            _add(walk, Source(path, shown, True, shown.rpartition("/")[2]))
    return list(walk.sources.values()), walk.skipped, walk.errors


def shown_name(path: str) -> str:
    """Return how reports name this path: relative to the working directory, else from its last component on."""
    absolute = Path(_normal(path))
    here = Path.cwd()
    for base, full in ((here, absolute), (here.resolve(), absolute.parent.resolve() / absolute.name)):
        if full == base:
            return ""
        if base in full.parents:
            return full.relative_to(base).as_posix()
    return absolute.name


def holds_no_pages(what: str) -> str:
    """Say that a file holds no pages, and what to do."""
    return f"{what} that holds no rulings; give rulings as Scryfall or MTGJSON write them, or leave the file out"


def contents(source: Source) -> bytes:
    """Return the bytes of a source; AlignerError where it cannot be opened, is too large, or is one endless line."""
    if source.path == "-":
        return b"".join(_bounded(iter(lambda: sys.stdin.buffer.read(_CHUNK), b""), source.shown))
    try:
        with Path(source.path).open("rb", buffering=0) as file:
            return b"".join(_bounded(iter(lambda: file.read(_CHUNK), b""), source.shown))
    except OSError as error:
        raise AlignerError(_unreadable(source.shown, error)) from error


def _bounded(chunks: Iterator[bytes], shown: str) -> Iterator[bytes]:
    size = line = 0
    number = 1
    limited = True
    for chunk in chunks:
        if not size:
            limited = not _STRUCTURED.match(chunk[:256])
        size += len(chunk)
        if size > _LARGEST_FILE:
            raise AlignerError(f"{shown}: larger than {_LARGEST_FILE >> 20} MB; split the file")
        if limited:
            pieces = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
            line += len(pieces[0])
            for piece in pieces[1:]:
                if line > _LONGEST_LINE:
                    break
                line, number = len(piece), number + 1
            if line > _LONGEST_LINE:
                if decoding.is_binary(chunk):
                    raise AlignerError(f"{shown}: this is no text but a binary file; leave it out or save it as text")
                raise AlignerError(f"{shown}:{number}: a line of more than 1 MB; break the text into lines")
        yield chunk


def _folder(walk: _Walk, path: str, shown: str, base: str, above: tuple[tuple[int, int], ...]) -> None:
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        walk.errors.append(_unreadable(shown or ".", error))
        return
    for entry in entries:
        name = f"{shown}/{entry.name}" if shown else entry.name
        if _excluded(name, walk.exclude):
            continue
        if entry.name.startswith("."):
            walk.skipped.append(name)
        elif not _reachable(entry.path, name, walk.errors):
            continue
        elif entry.is_dir():
            identity = _identity(entry.path)
            if identity in above:
                walk.errors.append(f"{name}: a link to a folder that holds it; remove the link or exclude it")
            else:
                _folder(walk, entry.path, name, base, (*above, identity))
        elif not entry.is_file() or _left_out(entry.path):
            walk.skipped.append(name)
        else:
            _add(walk, Source(entry.path, name, False, name[len(base) + 1 :] if base else name))


def _add(walk: _Walk, source: Source) -> None:
    """Add a source once; a file that is also named by itself counts as named."""
    key = _normal(source.path)
    if key not in walk.sources or (source.given and not walk.sources[key].given):
        walk.sources[key] = source


def _normal(path: str) -> str:
    """Return the absolute path without dots; links stay links."""
    return os.path.normpath(Path.cwd() / path)


def _left_out(path: str) -> bool:
    suffix = Path(path).suffix.lower()
    if suffix in _TABLES or suffix in _OTHER_TEXT:
        return True
    try:
        with Path(path).open("rb") as file:
            head = file.read(1 << 16)
            if decoding.is_binary(head):
                return True
            return suffix == ".json" and not _PAGE_KEYS.search(head) and not _PAGE_KEYS.search(file.read(1 << 20))
    except OSError:
        return False  # reading it will say so


def _reachable(path: str, shown: str, errors: list[str]) -> bool:
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        broken = Path(path).is_symlink() and isinstance(error, FileNotFoundError)
        errors.append(f"{shown}: a link to nowhere; mend or remove it" if broken else _unreadable(shown, error))
        return False
    if stat.S_ISSOCK(mode) or stat.S_ISBLK(mode):
        errors.append(f"{shown}: neither a file nor a folder; leave it out")
        return False
    return True


def _unreadable(shown: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{shown}: no such file or folder; check the path"
    if isinstance(error, PermissionError):
        return f"{shown}: no permission to read it; change its permissions or leave it out"
    return f"{shown}: cannot be read ({error.strerror or error}); check the path"


def _identity(path: str) -> tuple[int, int]:
    status = Path(path).stat()
    return status.st_dev, status.st_ino


def _excluded(shown: str, globs: Sequence[str]) -> bool:
    """Return whether a glob names this file, or a folder above it: by its path or by its own name."""
    parts = shown.split("/")
    names = ["/".join(parts[: n + 1]) for n in range(len(parts))] + parts
    return any(fnmatchcase(name, glob.removeprefix("./").rstrip("/")) for glob in globs for name in names)
