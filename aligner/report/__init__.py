"""Reports: one module a format; whole or not there."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from aligner.model import AlignerError


def write(content: str, output: str, *, bom: bool = False) -> None:
    """Write a report to the file `output`, or to stdout where it is empty or `-`.

    A file is written beside its place and moved there when it is whole. AlignerError where that cannot be done.
    """
    raw = content.encode("utf-8-sig" if bom else "utf-8", "backslashreplace")
    if output in ("", "-"):
        sys.stdout.buffer.write(raw)
        sys.stdout.flush()
        return
    target = Path(output)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise AlignerError(f"{output}: cannot write there ({error.strerror}); choose another --output") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except OSError as error:
        raise AlignerError(f"{output}: cannot write it ({error.strerror}); choose another --output") from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
