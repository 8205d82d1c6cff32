"""What every command does around its work: progress, the last lines, the exit status."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aligner.model import AlignerError, Severity

if TYPE_CHECKING:
    from aligner.results import Corpus
    from aligner.run import Progress


def spare_pages(corpus: Corpus, output: str) -> None:
    """Refuse to write a report over a page that was read."""
    target = Path(output)
    if output not in ("", "-") and target.is_file():
        for file in dict.fromkeys(page.file for page in corpus.pages):
            if Path(file).is_file() and target.samefile(file):
                raise AlignerError(f"{output}: is one of the pages that were read; choose another --output")


def apart(output: str, write: str, *read: str) -> None:
    """Refuse to write a report over a baseline or decisions, or one of two files over the other."""
    targets = [Path(name).resolve() for name in (output, write) if name not in ("", "-")]
    if len(set(targets)) < len(targets):
        raise AlignerError(f"{output}: the report and the baseline would be one file; choose another --output")
    for name in filter(None, read):
        if output not in ("", "-") and Path(output).resolve() == Path(name).resolve():
            raise AlignerError(f"{output}: is read by this run; choose another --output")


def fails(severity: str, level: str) -> bool:
    """Return whether a finding of this severity makes the run fail at this level."""
    return level != "never" and Severity(severity).rank >= Severity(level).rank


def counted(number: int, what: str) -> str:
    """Return a number and what it counts: 1 file, 2 files."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def leave(corpus: Corpus, quiet: bool, found: bool = False) -> None:
    """Print what was left out and what could not be read, and exit."""
    if corpus.skipped and not quiet:
        names = ", ".join(corpus.skipped[:5]) + (" …" if len(corpus.skipped) > 5 else "")
        click.echo(f"aligner: left out {len(corpus.skipped)} that hold no pages: {names}", err=True)
    for line in (*corpus.notes, *corpus.errors):
        click.echo(f"aligner: {line}", err=True)
    sys.exit(2 if corpus.errors else int(found))


def terminal_width(output: str) -> int:
    """Return the width of the terminal that `output` goes to, in characters; 0 where it goes elsewhere."""
    if output not in ("", "-") or not sys.stdout.isatty():
        return 0
    return shutil.get_terminal_size().columns


@contextmanager
def progress_line(quiet: bool) -> Iterator[Progress]:
    """Show progress on one line of a terminal, and nothing elsewhere."""
    shown = not quiet and sys.stderr.isatty()

    def show(what: str, done: int, everything: int) -> None:
        if shown and done % 20 == 0:
            click.echo(f"\r{what} {done + 1:,} of {everything:,}\x1b[K", err=True, nl=False)

    try:
        yield show
    finally:
        if shown:
            click.echo("\r\x1b[K", err=True, nl=False)
