"""Find the files under the paths of the command line, also inside zip archives."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from aligner.model import AlignerError
from aligner.reading import formats, naming, sniffing, streams
from aligner.reading.streams import Source

# Text that is a program, a setting or markup, not pages.
_OTHER_TEXT = frozenset(
    ".py .js .ts .css .sh .toml .yaml .yml .ini .cfg .rst .ipynb .map .svg .bat .sql .log .lock".split()
)
_PAGE_KEYS = re.compile(rb'(?<!\\)"(?:(?:comment|printed_text)"\s*:|(?:rulings|foreignData)"\s*:\s*\[)')
_MORE = 1 << 20


@dataclass(slots=True)
class _Walk:
    """What a walk through the paths has found so far."""

    exclude: Sequence[str]
    sources: dict[str, Source]
    skipped: list[str]
    errors: list[str]


def find_files(paths: Iterable[str | Path], exclude: Sequence[str] = ()) -> tuple[list[Source], list[str], list[str]]:
    """Return the files under the paths, what was left out of folders, and an error line for each that is out of reach.

    Folders are walked in the order of their names, and zip archives like folders. Hidden files, binary files, programs
    and settings, and tables, markup and JSON without pages are left out of a folder. What a glob of `exclude` names is
    passed over in silence.
    """
    found, skipped, errors = candidates(paths, exclude)
    sources: list[Source] = []
    for one in found:
        if one.given or holds_pages(one):
            sources.append(one)
        else:
            skipped.append(one.shown)
    return sources, sorted(set(skipped)), errors


def candidates(paths: Iterable[str | Path], exclude: Sequence[str] = ()) -> tuple[list[Source], list[str], list[str]]:
    """Return the same before a file is opened: of those that nobody named, some may hold no pages."""
    walk = _Walk(exclude, {}, [], [])
    for path in map(str, paths):
        if path == "-":
            walk.sources.setdefault("-", Source("-", "-", True, "-"))
            continue
        shown = shown_name(path)
        if _excluded(shown, exclude):
            continue
        if Path(path).is_dir():
            _folder(walk, path, shown, shown, (_identity(Path(path).stat()),))
            met = (*(one.shown for one in walk.sources.values()), *walk.skipped, *walk.errors)
            if not exclude and not any(name.startswith(shown) for name in met):
                walk.errors.append(f"{shown or '.'}: a folder with nothing to read in it; name one that has pages")
        elif Path(path).name.startswith("."):
            walk.errors.append(f"{shown}: a hidden file; rename it without the point, or leave it out")
        elif (status := _status(path, shown, walk.errors)) is not None:
            # What is read of a pipe, were it to see whether it is an archive, is gone.
            if stat.S_ISREG(status.st_mode) and streams.is_zip(path):
                _archive(walk, path, shown, shown)
            else:
                _add(walk, Source(path, shown, True, shown.rpartition("/")[2], size=_size(status)))
    return list(walk.sources.values()), walk.skipped, list(dict.fromkeys(walk.errors))


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


def _folder(walk: _Walk, path: str, shown: str, base: str, above: tuple[tuple[int, int], ...]) -> None:
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        walk.errors.append(streams.unreadable(shown or ".", error))
        return
    for entry in entries:
        name = f"{shown}/{entry.name}" if shown else entry.name
        if _excluded(name, walk.exclude):
            continue
        if entry.name.startswith("."):
            walk.skipped.append(name)
        elif (status := _status(entry.path, name, walk.errors)) is None:
            continue
        elif stat.S_ISDIR(status.st_mode):
            identity = _identity(status)
            if identity in above:
                walk.errors.append(f"{name}: a link to a folder that holds it; remove the link or exclude it")
            else:
                _folder(walk, entry.path, name, base, (*above, identity))
        elif not stat.S_ISREG(status.st_mode):
            walk.skipped.append(name)
        elif entry.name.lower().endswith(".zip") and streams.is_zip(entry.path):
            _archive(walk, entry.path, name, base)
        else:
            _offer(walk, Source(entry.path, name, False, _inside(name, base), size=status.st_size))


def _inside(name: str, base: str) -> str:
    return name[len(base) + 1 :] if base else name


def _archive(walk: _Walk, path: str, shown: str, base: str) -> None:
    """Take the files of a zip archive as those of a folder."""
    try:
        names, skipped, errors = streams.members(path, shown)
    except AlignerError as error:
        walk.errors.append(str(error))
        return
    walk.errors += errors
    walk.skipped += [f"{shown}/{name}" for name in skipped]
    for name, size in names.items():
        inner = f"{shown}/{name}"
        if not _excluded(inner, walk.exclude):
            _offer(walk, Source(path, inner, False, _inside(inner, base), name, size))


def _offer(walk: _Walk, source: Source) -> None:
    """Add a file of a folder or an archive, or name it among those that hold no pages."""
    if naming.suffix(source.shown) in _OTHER_TEXT:
        walk.skipped.append(source.shown)
    else:
        _add(walk, source)


def _add(walk: _Walk, source: Source) -> None:
    """Add a source once; a file that is also named by itself counts as named."""
    key = f"{_normal(source.path)}\0{source.member}"
    if key not in walk.sources or (source.given and not walk.sources[key].given):
        walk.sources[key] = source


def _normal(path: str) -> str:
    """Return the absolute path without dots; links stay links."""
    return os.path.abspath(path)  # noqa: PTH100 - not resolved, and no path is parsed


def holds_pages(source: Source) -> bool:
    """Return whether a file that nobody named holds pages; one that cannot be read says so when it is read."""
    try:
        with streams.opened(source) as file:
            chunks = file.chunks(streams.HEAD)
            return are_pages(next(chunks, b""), chunks, source.shown)
    except AlignerError:
        return True


def are_pages(head: bytes, rest: Iterator[bytes], shown: str) -> bool:
    """Return the same of the first bytes of a file, and the pieces that follow."""
    if naming.suffix(shown) == ".json" or sniffing.is_json(head):
        if formats.is_report(head):
            return False
        for piece in rest:
            if len(head) > _MORE:
                break
            head += piece
        return _PAGE_KEYS.search(head) is not None
    return not sniffing.holds_no_pages(head, rest, shown)


def _status(path: str, shown: str, errors: list[str]) -> os.stat_result | None:
    """Return what the system knows of a file or folder; None where it is out of reach, which is an error."""
    try:
        status = os.stat(path)  # noqa: PTH116 - no path is parsed
    except OSError as error:
        broken = Path(path).is_symlink() and isinstance(error, FileNotFoundError)
        errors.append(f"{shown}: a link to nowhere; mend or remove it" if broken else streams.unreadable(shown, error))
        return None
    if stat.S_ISSOCK(status.st_mode) or stat.S_ISBLK(status.st_mode):
        errors.append(f"{shown}: neither a file nor a folder; leave it out")
        return None
    return status


def _size(status: os.stat_result) -> int:
    """Return the bytes of a plain file, 0 for anything else."""
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _excluded(shown: str, globs: Sequence[str]) -> bool:
    """Return whether a glob names this file, or a folder above it: by its path or by its own name."""
    if not globs:
        return False
    parts = shown.split("/")
    names = ["/".join(parts[: n + 1]) for n in range(len(parts))] + parts
    return any(fnmatchcase(name, glob.removeprefix("./").rstrip("/")) for glob in globs for name in names)
