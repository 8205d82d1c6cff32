"""Reports: one module a format, each with `report(result, config)`; whole or not there.

What a format returns is text or bytes, or text piece by piece where it need not have all findings at hand.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from aligner import remote
from aligner.model import AlignerError

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.results import Report

FORMATS = ("text", "csv", "xlsx", "json", "html", "sarif", "github", "junit")
"""The formats of the findings, in the order of the manual; each is a module here."""


Content = str | bytes | Iterable[str]


def pieces(style: str, result: Report, config: Config) -> Content:
    """Return the findings of a run in one of the formats, to be written; text perhaps piece by piece."""
    content: Content = import_module(f"aligner.report.{style}").report(result, config)
    return content


def rendered(style: str, result: Report, config: Config) -> str | bytes:
    """Return the findings of a run in one of the formats."""
    content = pieces(style, result, config)
    return content if isinstance(content, str | bytes) else "".join(content)


def summary(result: Report) -> str:
    """Return what was read and what was found, in a few lines for people."""
    from aligner.report import text

    return text.summary(result.findings, result.corpus.pages, len(result.corpus.documents), result.corpus.uses)


def write(content: Content, output: str, *, bom: bool = False) -> None:
    """Write a report to the file `output`, or to stdout where it is empty or `-`.

    Bytes are written as they are; text, perhaps piece by piece, as UTF-8, with a byte order mark on request.

    A file is written beside its place and moved there when it is whole; an address (s3://…) is written to in one call,
    and a device or a pipe as it is.
    AlignerError where that cannot be done.
    """
    raw = _raw(content, bom)
    if output in ("", "-"):
        if sys.stdout is None:  # it was closed before the program began
            raise AlignerError("there is no standard output to write to; name a file: --output FILE")
        for piece in raw:
            if piece.startswith(b"PK\3\4") and sys.stdout.isatty():
                raise AlignerError("a workbook is nothing for a terminal; give it a file: --output report.xlsx")
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
        return
    if remote.is_address(output):
        remote.write(b"".join(raw), output)
        return
    if _is_device(Path(output)):
        try:
            with Path(output).open("wb") as device:
                device.writelines(raw)
        except OSError as error:
            raise AlignerError(f"{output}: cannot write to it ({error.strerror}); name another file") from error
        return
    _put_in_place(raw, output)


def _put_in_place(raw: Iterable[bytes], output: str) -> None:
    """Write a file beside its place, and move it there when it is whole."""
    target = Path(output)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise AlignerError(f"{output}: cannot write there ({error.strerror}); name another file") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(raw)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except OSError as error:
        raise AlignerError(f"{output}: cannot write it ({error.strerror}); name another file") from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def _is_device(target: Path) -> bool:
    """Return whether there is something that is neither a file nor a folder, in whose place no file must come."""
    return target.exists() and not target.is_file() and not target.is_dir()


def _raw(content: Content, bom: bool) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    if bom:
        yield BOM_UTF8
    for piece in (content,) if isinstance(content, str) else content:
        yield piece.encode("utf-8", "backslashreplace")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
