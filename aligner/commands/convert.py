"""`aligner convert`: the same pages in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aligner.commands.options import configuration, corpus_options
from aligner.commands.outcome import counted, leave, progress_line
from aligner.model import AlignerError
from aligner.writing import FORMATS

if TYPE_CHECKING:
    from aligner.writing import Written


@click.command()
@corpus_options
@click.option("--to", "form", type=click.Choice(FORMATS), required=True, help="The format to write.")
@click.option("--output", "-o", metavar="DIR", required=True, help="The folder for the files; never over one read.")
@click.option("--config", metavar="FILE", help="Read the options from this file.")
@click.option("--no-config", is_flag=True, help="Read no configuration file.")
@click.option("--quiet", "-q", is_flag=True, help="No summary and no progress.")
def convert(paths: tuple[str, ...], form: str, output: str, quiet: bool, **options: Any) -> None:
    """Write the pages under PATH in another format into DIR.

    A file of several pages becomes one file again, where the format can hold several; pages that were files of their
    own and belong together become one. XLIFF is 1.2, a file for each language beside the source's. Each file is read
    again, and what it does not hold is said on stderr.

    \b
    aligner convert otaria/ --to tmx --output memories/
    aligner convert memory.tmx --to pages --output pages/
    """
    from aligner import reading, report, run, writing
    from aligner.writing.losses import told

    config = configuration(options)
    with progress_line(quiet) as progress:
        corpus = run.load(paths, config, progress)
    sources = reading.find_files(paths, config.exclude)[0]
    bundles = writing.bundles(
        ((one.document, one.groups) for one in corpus.aligned), {source.shown: source.inside for source in sources}
    )
    written = [one for bundle in bundles for one in writing.render(form, bundle, config.reference)]
    inputs = [Path(source.path) for source in sources if source.path != "-"]
    targets = [_place(output, one, inputs) for one in written]
    for one, target in zip(written, targets, strict=True):
        report.write(one.data, str(target))
        if lost := told(one):
            click.echo(f"aligner: {target}: {form} cannot hold {_listed(lost)}", err=True)
    if not quiet:
        pages = sum(len(one.pages) for one in written)
        click.echo(f"{counted(pages, 'page')} in {counted(len(written), 'file')} under {output}", err=True)
    leave(corpus, quiet)


def _place(folder: str, one: Written, inputs: list[Path]) -> Path:
    """Return where the file goes, with its folder made; AlignerError where an input stands there."""
    target = Path(folder) / one.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        taken = target.exists() and any(target.samefile(path) for path in inputs if path.exists())
    except OSError as error:
        raise AlignerError(f"{target.parent}: no folder ({error.strerror}); choose another --output") from error
    if taken:
        raise AlignerError(f"{target}: is one of the files that were read; choose another --output")
    return target


def _listed(lost: list[str]) -> str:
    return lost[0] if len(lost) == 1 else f"{', '.join(lost[:-1])} and {lost[-1]}"
