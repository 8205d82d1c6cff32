"""What every command does around its work: progress, the last lines, the exit status."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aligner.model import AlignerError, Severity

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.intake import Progress
    from aligner.results import Corpus

REFRESH = 0.1  # seconds between two looks at the progress
SOON = 2.0  # seconds, before which no estimate is made
_WRITTEN = ("write_baseline", "write_notes")
"""The options that name what is written."""


def spare_inputs(
    output: str, config: Config, files: Collection[str] = (), lawful: str = "", glossary_folders: Collection[str] = ()
) -> None:
    """Refuse to write over what this run reads.

    That is a file that the command line or the configuration names, a table in a folder of glossaries, or a page:
    `files` are the pages' names in reports. `lawful` is an option whose file may be written; `glossary_folders` are
    folders of glossaries that an argument names.
    """
    target = Path(output)
    if output in ("", "-") or not target.is_file():
        return
    named = [
        value
        for name, values in click.get_current_context().params.items()
        if name not in ("output", *_WRITTEN, lawful)
        for value in (values if isinstance(values, tuple) else (values,))
        if isinstance(value, str)
    ]
    named += [*config.glossary, config.pages, config.links, *config.decisions, "aligner.toml", "pyproject.toml"]
    named += [config.baseline] if lawful != "baseline" else []
    glossaries = set(config.glossary) | set(glossary_folders)
    for name in dict.fromkeys(filter(None, named)):
        if _is_read(target, name, files, name in glossaries):
            raise AlignerError(f"{output}: is read by this run; choose another --output")


def _is_read(target: Path, name: str, files: Collection[str], glossary: bool) -> bool:
    """Return whether the target is this file, a page in this folder, or a table in this folder of glossaries."""
    from aligner.reading.files import shown_name

    try:
        if not Path(name).is_dir():
            return Path(name).is_file() and target.samefile(name)
        inside = target.resolve().relative_to(Path(name).resolve()).as_posix()
    except (OSError, ValueError):
        return False
    base = shown_name(name)
    shown = f"{base}/{inside}" if base else inside
    page = any(file == shown or file.startswith(f"{shown}/") for file in files)
    return page or (glossary and "/" not in inside and target.suffix == ".csv")


def apart(output: str, baseline: str) -> None:
    """Refuse to write the report and the baseline into one file."""
    targets = [Path(name).resolve() for name in (output, baseline) if name not in ("", "-")]
    if len(set(targets)) < len(targets):
        raise AlignerError(f"{output}: the report and the baseline would be one file; choose another --output")


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
    for line in (*corpus.asides, *corpus.notes, *corpus.errors):
        click.echo(f"aligner: {line}", err=True)
    sys.exit(2 if corpus.errors else int(found))


def terminal_width(output: str) -> int:
    """Return the width of the terminal that `output` goes to, in characters; 0 where it goes elsewhere."""
    if output not in ("", "-") or not sys.stdout.isatty():
        return 0
    return shutil.get_terminal_size().columns


def remaining(spent: float, done: int, everything: int) -> str:
    """Say about how long the rest will take after so many seconds; empty where it is too early to tell."""
    if spent < SOON or not 0 < done < everything:
        return ""
    seconds = spent * (everything - done) / done
    return f", about {seconds / 60:.0f} min left" if seconds > 90 else f", about {seconds:.0f} s left"


@contextmanager
def progress_line(quiet: bool) -> Iterator[Progress]:
    """Show progress and an estimate of the time left on one line of a terminal, and nothing elsewhere."""
    shown = not quiet and sys.stderr.isatty()
    begun: dict[str, float] = {}
    last = 0.0

    def show(what: str, done: int, everything: int) -> None:
        nonlocal last
        now = time.monotonic()
        if shown and now - last > REFRESH:
            last = now
            left = remaining(now - begun.setdefault(what, now), done, everything)
            click.echo(f"\r{what}: {done:,} of {everything:,}{left}\x1b[K", err=True, nl=False)

    try:
        yield show
    finally:
        if shown:
            click.echo("\r\x1b[K", err=True, nl=False)
