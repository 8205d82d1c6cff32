"""The bytes of a source within bounds: plain files, gz, and the members of zip archives."""

from __future__ import annotations

import gzip
import io
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Protocol

from aligner.model import AlignerError
from aligner.reading import decoding

LARGEST = 256 << 20
"""Bytes of a file that is read as a whole."""
UNPACKED = 2 << 30
"""Bytes of a file that is read as a stream, and of all that an archive holds."""
RATIO = 200
"""How many times larger than packed the contents of an archive may be."""
HEAD = 1 << 16
_FREE = 4 << 20  # bytes unpacked below which no ratio does harm
_LONGEST_LINE = 1 << 20
_CHUNK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# JSON, XML and HTML: whole files may be one line
_STRUCTURED = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*(?:[\[{][\s\0]*[\"{\[]|<\0?(?:[?!]|t\0?m\0?x|h\0?t\0?m\0?l|x\0?l\0?i\0?f))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read, or one member of a zip archive.

    `shown` is the name that reports print, `inside` the part of it under the PATH given, `given` whether the file
    itself was named. The standard input has the path "-". `member` is the name inside the archive, `size` the number of
    bytes, unpacked if it is a member; 0 where nobody knows, as of what is no plain file.
    """

    path: str
    shown: str
    given: bool = True
    inside: str = ""
    member: str = ""
    size: int = 0


class _Readable(Protocol):
    """What gives bytes."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, none at the end."""


class Stream:
    """The bytes of one source, unpacked; AlignerError where a limit is passed or they cannot be read."""

    def __init__(self, file: _Readable, shown: str, packed: Callable[[], int] | None = None) -> None:
        self._file = file
        self._shown = shown
        self._packed = packed
        self._size = 0

    def chunks(self, size: int = _CHUNK) -> Iterator[bytes]:
        """Yield the bytes in pieces."""
        while piece := self.read(size):
            yield piece

    def read(self, size: int) -> bytes:
        """Return the next bytes, none at the end."""
        try:
            piece = self._file.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, NotImplementedError) as error:
            raise AlignerError(
                f"{self._shown}: a damaged or cut-off archive ({error}); pack or fetch it again"
            ) from error
        except OSError as error:
            raise AlignerError(unreadable(self._shown, error)) from error
        self._size += len(piece)
        if self._size > UNPACKED:
            raise AlignerError(f"{self._shown}: larger than {UNPACKED >> 30} GB; split the file")
        if self._packed and self._size > max(_FREE, RATIO * self._packed()):
            raise AlignerError(f"{self._shown}: {_BOMB}")
        return piece


_BOMB = f"more than {RATIO} times as large as its archive, as a zip bomb is; unpack it yourself if you trust it"


@contextmanager
def opened(source: Source) -> Iterator[Stream]:
    """Open a source for reading: through its zip archive, and through gz where its first bytes are gz's."""
    if source.path == "-":
        yield from _unpacked(sys.stdin.buffer, source.shown, None)
        return
    try:
        with _file(source) as file:
            packed = None
            if source.member:
                info = _archive(source.path, _stamp(source.path)).getinfo(source.member)
                packed = lambda: info.compress_size  # noqa: E731
            yield from _unpacked(file, source.shown, packed)
    except OSError as error:
        raise AlignerError(unreadable(source.shown, error)) from error


def _file(source: Source) -> IO[bytes]:
    if source.member:
        try:
            return _archive(source.path, _stamp(source.path)).open(source.member)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, KeyError) as error:
            raise AlignerError(f"{source.shown}: cannot be unpacked ({error}); pack it again") from error
    return open(source.path, "rb", buffering=0)  # noqa: PTH123 - a path would be parsed, and its parts kept for good


def _unpacked(file: IO[bytes], shown: str, packed: Callable[[], int] | None) -> Iterator[Stream]:
    """Yield the one stream of a file: what gz has packed, or the bytes themselves."""
    begun, head = Stream(file, shown), b""
    while len(head) < 2 and (piece := begun.read(2 - len(head))):
        head += piece
    joined = _Joined(head, file)
    if head == _GZIP:
        with gzip.open(joined) as unzipped:
            yield Stream(unzipped, shown, lambda: joined.taken)
    else:
        yield Stream(joined, shown, packed)


class _Joined(io.RawIOBase):
    """Bytes that were read already, then the rest of their file; `taken` counts both."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = head
        self._rest = rest
        self.taken = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        head, self._head = self._head, b""
        piece = head + (self._rest.read(size - len(head) if size > 0 else size) or b"")
        self.taken += len(piece)
        return piece


@lru_cache(maxsize=2)
def _archive(path: str, stamp: tuple[int, int]) -> zipfile.ZipFile:
    """Open a zip archive and keep it open: its list of members is read once."""
    del stamp  # another file of that name is another archive
    return zipfile.ZipFile(path)


def forget_archives() -> None:
    """Open archives anew: processes that share an open file move each other's place in it."""
    _archive.cache_clear()


def _stamp(path: str) -> tuple[int, int]:
    status = Path(path).stat()
    return status.st_mtime_ns, status.st_size


def is_zip(path: str) -> bool:
    """Return whether a file is a zip archive, by its first bytes; a workbook is one of another kind."""
    try:
        with Path(path).open("rb") as file:
            if not file.read(4).startswith(_ZIP):
                return False
        return not is_office(path)
    except OSError:
        return False


def is_office(path: str) -> bool:
    """Return whether a zip archive is an office document or a program, whose parts are no files of anybody's."""
    try:
        names = set(_archive(path, _stamp(path)).namelist())
    except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError):
        return False
    return bool(names & {"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})


def members(path: str, shown: str) -> tuple[dict[str, int], list[str], list[str]]:
    """Return an archive's files with their sizes, those left out, and an error line for each that must not be read.

    AlignerError where the archive is broken, or would unpack to more than the limits. Names that climb out of the
    archive, locked files and archives inside it are errors; hidden files and links are left out.
    """
    try:
        infos = _archive(path, _stamp(path)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise AlignerError(f"{shown}: a damaged or cut-off archive ({error}); pack or fetch it again") from error
    check_unpacked(sum(info.file_size for info in infos), Path(path).stat().st_size, shown)
    names: dict[str, int] = {}
    skipped, errors = [], []
    for info in sorted(infos, key=lambda one: one.filename):
        name = info.filename
        parts = re.split(r"[/\\]", name)
        if ".." in parts or name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name):
            errors.append(f"{shown}/{name}: a path that climbs out of its archive; pack the folder anew")
        elif info.is_dir():
            continue
        elif stat.S_ISLNK(info.external_attr >> 16) or any(part.startswith((".", "__MACOSX")) for part in parts):
            skipped.append(name)
        elif info.flag_bits & 1:
            errors.append(f"{shown}/{name}: locked with a password; unpack it first")
        elif name.lower().endswith(".zip"):
            errors.append(f"{shown}/{name}: an archive in an archive; unpack it first")
        else:
            names[name] = info.file_size
    return names, skipped, errors


def check_unpacked(size: int, packed: int, shown: str) -> None:
    """Raise AlignerError where an archive of this size would unpack to more than the limits."""
    if size > UNPACKED:
        raise AlignerError(f"{shown}: would unpack to more than {UNPACKED >> 30} GB; split the archive")
    if size > max(_FREE, RATIO * packed):
        raise AlignerError(f"{shown}: {_BOMB}")


def whole(chunks: Iterator[bytes], shown: str) -> bytes:
    """Return all the bytes; AlignerError where there are too many, or a line of text never ends."""
    return b"".join(_bounded(chunks, shown))


def _bounded(chunks: Iterator[bytes], shown: str) -> Iterator[bytes]:
    size = line = 0
    number = 1
    limited = True
    for chunk in chunks:
        if not size:
            limited = not _STRUCTURED.match(chunk[:256]) and not chunk.startswith(_ZIP)
        size += len(chunk)
        if size > LARGEST:
            raise AlignerError(f"{shown}: larger than {LARGEST >> 20} MB; split the file")
        if limited and line + len(chunk) <= _LONGEST_LINE:
            last = max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
            line = len(chunk) - 1 - last if last >= 0 else line + len(chunk)
            number += chunk.count(b"\n") + chunk.count(b"\r") - chunk.count(b"\r\n")
        elif limited:
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


def unreadable(shown: str, error: OSError) -> str:
    """Say why a file cannot be read, and what to do."""
    if isinstance(error, FileNotFoundError):
        return f"{shown}: no such file or folder; check the path"
    if isinstance(error, PermissionError):
        return f"{shown}: no permission to read it; change its permissions or leave it out"
    return f"{shown}: cannot be read ({error.strerror or error}); check the path"
