"""Wait until a file changes, by looking at sizes and times: every file system has these, network drives too."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

Snapshot = Mapping[str, tuple[int, int]]
"""File → time of its last change in nanoseconds, and size in bytes."""

PAUSE = 0.2
"""The least time between two looks, in seconds."""
_SHARE = 20  # a look that takes long is followed by a pause this many times as long


def snapshot(paths: Iterable[str], spared: Collection[str] = ()) -> Snapshot:
    """Return what the files under the paths look like; hidden files are left out, and those of `spared`.

    A path that is not there is no error: it may come, or come back.
    """
    found: dict[str, tuple[int, int]] = {}
    for path in map(Path, paths):
        for file, status in _files(path, frozenset()):
            found[file.replace(os.sep, "/")] = (status.st_mtime_ns, status.st_size)
        for one in filter(None, spared):
            with suppress(ValueError):  # it is not under this path
                found.pop((path / Path(one).absolute().relative_to(path.absolute())).as_posix(), None)
    return found


def _files(entry: Path | os.DirEntry[str], above: frozenset[tuple[int, int]]) -> Iterator[tuple[str, os.stat_result]]:
    """Yield the files under a path with their status; a link to a folder that holds it is not followed."""
    try:
        if not entry.is_dir():
            yield os.fspath(entry), entry.stat()
            return
        status = Path(entry).stat()  # an entry itself does not know on every system which folder it is
        identity = (status.st_dev, status.st_ino)
        with os.scandir(entry) as entries:
            inside = [] if identity in above else [one for one in entries if not one.name.startswith(".")]
    except OSError:  # not there, or gone since the folder was read
        return
    for one in inside:
        yield from _files(one, above | {identity})


def changed(old: Snapshot, new: Snapshot) -> tuple[str, ...]:
    """Return the files that are new, gone, or not what they were, by name."""
    return tuple(sorted(file for file in {*old, *new} if old.get(file) != new.get(file)))


def wait(look: Callable[[], Snapshot], seen: Snapshot) -> tuple[str, ...]:
    """Wait until what `look` returns differs from `seen` and stands still, and return the files that changed."""
    last, pause = seen, PAUSE
    while True:
        sleep(pause)
        begin = monotonic()
        now = look()
        if now != seen and now == last:
            return changed(seen, now)
        last, pause = now, max(PAUSE, _SHARE * (monotonic() - begin))


def forever(run: Callable[[tuple[str, ...]], None], look: Callable[[], Snapshot]) -> NoReturn:
    """Call `run` now and after every change, with the files that changed, until a KeyboardInterrupt.

    What changes while `run` is at work makes it run once more.
    """
    files: tuple[str, ...] = ()
    while True:
        seen = look()
        run(files)
        files = wait(look, seen)
