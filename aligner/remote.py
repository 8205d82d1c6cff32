"""Pages and reports that lie elsewhere: the addresses that fsspec knows (s3://, gs://, memory://)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from aligner.model import AlignerError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def is_address(path: str) -> bool:
    """Return whether this is an address and no path."""
    return bool(_ADDRESS.match(path))


@contextmanager
def local(paths: Sequence[str]) -> Iterator[list[str]]:
    """Give the paths, with copies on this machine in the place of what lies elsewhere; they last as long as this.

    A copy has the last name of its address, so that reports name its files from there on. AlignerError where an
    address cannot be read.
    """
    if not any(map(is_address, paths)):
        yield list(paths)
        return
    with TemporaryDirectory(prefix="aligner-") as home:
        here = []
        for number, path in enumerate(paths):
            if is_address(path):
                folder = Path(home, str(number))
                folder.mkdir()
                here.append(_fetched(path, folder))
            else:
                here.append(path)
        yield here


def _fetched(address: str, folder: Path) -> str:
    """Copy what stands at an address into this folder, and return the copy's path."""
    with _told(address, "read"):
        system, root = _system(address)
        target = folder / (root.rstrip("/").rpartition("/")[2] or "pages")
        if system.isfile(root):
            system.get_file(root, str(target))
            return str(target)
        found = system.find(root)
        if not found:
            raise AlignerError(f"{address}: there is nothing; look at the address")
        for file in sorted(found):
            inside = file[len(root.rstrip("/")) :].lstrip("/")
            copy = target / inside
            if not copy.resolve().is_relative_to(folder.resolve()):
                raise AlignerError(f"{address}: {inside} climbs out of its folder; rename it")
            copy.parent.mkdir(parents=True, exist_ok=True)
            system.get_file(file, str(copy))
        return str(target)


def write(content: bytes, address: str) -> None:
    """Write a report to an address; AlignerError where that cannot be done."""
    with _told(address, "write"):
        system, path = _system(address)
        system.pipe_file(path, content)  # one call: the old file or the new one


def _system(address: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise AlignerError(
            f"{address}: fsspec is not installed; install the extra `dask`, or copy the files"
        ) from error
    system, path = url_to_fs(address)
    return system, str(path)


@contextmanager
def _told(address: str, what: str) -> Iterator[None]:
    """Say in one line what went wrong; every kind of store has errors of its own."""
    try:
        yield
    except AlignerError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise AlignerError(f"{address}: cannot {what} there ({reason}); look at the address and your rights") from error
