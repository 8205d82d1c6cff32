"""`aligner check --write-notes`: the findings as notes in copies of the files that translators work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aligner.commands.outcome import counted
from aligner.model import AlignerError

if TYPE_CHECKING:
    from aligner.reading import Source
    from aligner.results import Report

Command = TypeVar("Command", bound=Callable[..., Any])


def note_options(command: Command) -> Command:
    """Add the options of the notes."""
    for option in (
        click.option("--overwrite", is_flag=True, help="Let --write-notes replace the files that were read."),
        click.option(
            "--write-notes", metavar="DIR",
            help="Write copies of the XLIFF and PO files into DIR, with the findings as notes beside their units; "
            "notes of an earlier run are replaced. No file that was read is touched, unless --overwrite.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def write_notes(
    result: Report, paths: Sequence[str], exclude: Sequence[str], folder: str, overwrite: bool, quiet: bool
) -> None:
    """Write the copies; AlignerError where one would replace a file that was read and that was not asked for."""
    from aligner import reading, report
    from aligner.writing import notes

    formats = {page.file: page.format.partition(" ")[0] for page in result.corpus.pages}
    sources = [one for one in reading.find_files(paths, exclude)[0] if formats.get(one.shown) in notes.FORMATS]
    if not sources:
        raise AlignerError("--write-notes: no XLIFF or PO file was read; give such files, or leave the option out")
    places = [_place(one, folder, overwrite) for one in sources]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise AlignerError(f"{place}: two files would have this name; give their common folder, or one at a time")
    findings = [one for one in result.findings if one.status != "ignored"]
    loose = 0
    for source, place in zip(sources, places, strict=True):
        data, lost = notes.written(_bytes(source), source.shown, result.corpus.documents, findings)
        loose += lost
        if not (place.is_file() and place.read_bytes() == data):  # so that --watch does not see a change of our own
            place.parent.mkdir(parents=True, exist_ok=True)
            report.write(data, str(place))
    if not quiet:
        click.echo(f"aligner: notes in {counted(len(sources), 'file')} under {folder}", err=True)
    if loose:
        click.echo(f"aligner: {counted(loose, 'finding')} about a whole file stand in no note", err=True)


def _place(source: Source, folder: str, overwrite: bool) -> Path:
    place = Path(folder) / source.inside
    if source.path == "-" or source.member:
        raise AlignerError(f"{source.shown}: no notes can be written into it; give it as a file of its own")
    if place.exists() and place.samefile(source.path) and not overwrite:
        raise AlignerError(f"{place}: is the file that was read; choose another folder, or add --overwrite")
    return place


def _bytes(source: Source) -> bytes:
    data = Path(source.path).read_bytes()
    if data.startswith(b"\x1f\x8b"):
        raise AlignerError(f"{source.shown}: no notes can be written into a packed file; unpack it")
    return data
