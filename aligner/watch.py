"""Wait until a file changes, by looking at sizes and times: every file system has these, network drives too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

Snapshot = Mapping[str, tuple[int, int]]
"""File → time of its last change in nanoseconds, and size in bytes."""

PAUSE = 0.5
"""The least time between two looks, in seconds."""
_SHARE = 20  # a look that takes long is followed by a pause this many times as long


def snapshot(paths: Iterable[str], spared: Collection[str] = ()) -> Snapshot:
    """Return what the files under the paths look like; hidden files are left out, and those of `spared`.

    A path that is not there is no error: it may come, or come back.
    """
    left_out = {Path(path).absolute() for path in spared if path}
    found: dict[str, tuple[int, int]] = {}
    for path in paths:
        for file in _files(Path(path), frozenset()):
            if file.absolute() not in left_out:
                try:
                    status = file.stat()
                except OSError:  # gone since the folder was read
                    continue
                found[file.as_posix()] = (status.st_mtime_ns, status.st_size)
    return found


def _files(path: Path, above: frozenset[tuple[int, int]]) -> Iterator[Path]:
    """Yield the files under a path; a link to a folder that holds it is not followed."""
    try:
        status = path.stat()
        entries = sorted(path.iterdir()) if path.is_dir() else None
    except OSError:
        return
    if entries is None:
        yield path
        return
    identity = (status.st_dev, status.st_ino)
    if identity not in above:
        for entry in entries:
            if not entry.name.startswith("."):
                yield from _files(entry, above | {identity})


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
