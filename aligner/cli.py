"""The command line: options in, a report out."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aligner import __version__
from aligner.glossary_commands import glossary
from aligner.model import AlignerError, Severity
from aligner.options import SEVERITIES, configuration, corpus_options, or_usage, output_options, several

if TYPE_CHECKING:
    from aligner.run import Corpus, Progress


class Tool(click.Group):
    """A group in which exit status 1 means findings and nothing else."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what the user can mend is one line, and every failure exits 2."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, BrokenPipeError):
            raise
        except (AlignerError, OSError, UnicodeError) as error:
            click.echo(f"aligner: {error}", err=True)
        except (KeyboardInterrupt, click.Abort):
            ctx.exit(130)
        except Exception:
            traceback.print_exc()
        return ctx.exit(2)


@click.group(cls=Tool, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version")
def main() -> None:
    """Align the rulings of Magic: The Gathering pages across languages and find what is wrong with them.

    Exit status: 0 nothing found, 1 findings, 2 wrong use or something that could not be read, 130 interrupted.

    \b
    aligner check corpus
    aligner check pages/ --format csv --output report.csv
    """


@main.command()
@corpus_options
@click.option("--select", metavar="CODES", callback=several, help="Only these checks: codes, families or names.")
@click.option("--ignore", metavar="CODES", callback=several, help="Not these checks.")
@click.option("--extend-select", metavar="CODES", callback=several, help="These checks too.")
@click.option("--min-severity", type=click.Choice(SEVERITIES), help="Leave out what matters less.")
@click.option("--fail-on", type=click.Choice([*SEVERITIES, "never"]), help="Exit 1 from here on [default: warning].")
@click.option("--statistics", is_flag=True, default=None, help="Only the counts by code and language.")
@click.option("--show-counterparts", is_flag=True, default=None, help="The other languages' texts below a finding.")
@output_options("text", "csv")
def check(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Check the pages under PATH and report what is wrong with them.

    \b
    aligner check otaria/
    aligner check otaria/ --select LNG,TRM --format csv --output report.csv
    """
    from aligner import run
    from aligner.report import csv, text, write

    config = configuration(options)
    with _progress(quiet) as progress:
        report = run.check(paths, config, progress)
    _spare_pages(report.corpus, output)
    found = report.findings
    if style == "csv":
        write(csv.findings(found), output, bom=True)
    elif config.statistics:
        write("".join(f"{line}\n" for line in text.statistics(found)) if found else "", output)
    else:
        write(text.findings(found, report.corpus.pages, show_counterparts=config.show_counterparts), output)
    if not quiet:
        click.echo(
            text.summary(found, report.corpus.pages, len(report.corpus.documents), run.occurrences(report.corpus)),
            err=True,
            nl=False,
        )
    _leave(report.corpus, quiet, any(_fails(one.severity, config.fail_on) for one in found))


@main.command()
@corpus_options
@output_options("text", "csv", "json")
@click.option("--concept", metavar="NAME", help="Only this concept.")
@click.option("--occurrences", is_flag=True, help="A row an occurrence instead of a row a rendering.")
def terms(
    paths: tuple[str, ...], style: str, output: str, quiet: bool, concept: str | None, occurrences: bool, **options: Any
) -> None:
    """List every rendering of every concept: counts, share, first and last date, an example."""
    from aligner import run
    from aligner.report import listing, write

    with _progress(quiet) as progress:
        corpus = run.load(paths, configuration(options), progress)
    _spare_pages(corpus, output)
    found = run.occurrences(corpus, concept)
    columns = listing.OCCURRENCES if occurrences else listing.RENDERINGS
    rows = listing.occurrences(found) if occurrences else listing.renderings(found)
    write(listing.rendered(columns, rows, style), output, bom=style == "csv")
    _leave(corpus, quiet)


@main.command()
@corpus_options
@output_options("text", "csv", "json")
def pages(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Say what each page was taken for, and why; the corrected list goes back with `--pages`."""
    from aligner import run
    from aligner.report import listing, write

    with _progress(quiet) as progress:
        corpus = run.load(paths, configuration(options), progress)
    _spare_pages(corpus, output)
    write(listing.rendered(listing.PAGES, listing.pages(corpus.aligned), style), output, bom=style == "csv")
    _leave(corpus, quiet)


@main.command()
@corpus_options
@output_options("text", "csv", "json")
def align(paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """List the rulings with the group that each belongs to, the score and the method."""
    from aligner import run
    from aligner.report import listing, write

    with _progress(quiet) as progress:
        corpus = run.load(paths, configuration(options), progress)
    _spare_pages(corpus, output)
    write(listing.rendered(listing.GROUPS, listing.groups(corpus.aligned), style), output, bom=style == "csv")
    _leave(corpus, quiet)


@main.command()
@click.argument("labels", metavar="LABELS")
@corpus_options
@output_options("text", "csv", "json")
def evaluate(labels: str, paths: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Score the findings under PATH against LABELS: precision, recall and F1 by check and language.

    LABELS is a CSV file with the columns file, line, code, excerpt and note; `file` is relative to LABELS or to a PATH.
    Every check runs. Exit status 1: something labelled was missed, or something reported has no label.

    \b
    aligner evaluate corpus/labels.csv corpus
    """
    from aligner import evaluate, run
    from aligner.report import scores, write

    config = configuration(options)
    with _progress(quiet) as progress:
        report = run.check(paths, config, progress)
    told, left_out = evaluate.read_labels(Path(labels), paths, report.corpus.pages)
    found = evaluate.evaluate(report.findings, told)
    write(scores.rendered(found, style), output, bom=style == "csv")
    if not quiet:
        if left_out:
            click.echo(f"aligner: left out {left_out} labels of files that are no part of the run", err=True)
        click.echo(scores.differences(found), err=True, nl=False)
    _leave(report.corpus, quiet, not found.perfect)


@main.command()
@click.argument("word", metavar="CODE|NAME")
@output_options("text")
def explain(word: str, output: str, **_: Any) -> None:
    """Say what a check finds, why, when it is wrong to complain, and how to mend."""
    import inspect

    from aligner import checks
    from aligner.report import write

    registry = checks.registry()
    parts = []
    for code in or_usage(lambda: checks.find(word)):
        one = registry[code]
        head = f"{one.code} {one.name} ({one.severity}; {one.category})"
        parts.append(f"{head}\n\n{inspect.cleandoc(one.text)}\n")
    write("\n".join(parts), output)


@main.command("checks")
@output_options("text", "csv", "json")
def list_checks(style: str, output: str, **_: Any) -> None:
    """List the checks: code, name, severity, what each needs, and its advice."""
    from aligner import checks
    from aligner.report import listing, write

    rows: list[listing.Row] = [
        (one.code, one.name, str(one.severity), one.needs, one.category, one.text.strip().splitlines()[0])
        for one in checks.registry().values()
    ]
    columns = ("code", "name", "severity", "needs", "category", "advice")
    write(listing.rendered(columns, rows, style), output, bom=style == "csv")


main.add_command(glossary)


def _spare_pages(corpus: Corpus, output: str) -> None:
    """Refuse to write a report over a page that was read."""
    target = Path(output)
    if output not in ("", "-") and target.is_file():
        for file in dict.fromkeys(page.file for page in corpus.pages):
            if Path(file).is_file() and target.samefile(file):
                raise AlignerError(f"{output}: is one of the pages that were read; choose another --output")


def _fails(severity: str, level: str) -> bool:
    return level != "never" and Severity(severity).rank >= Severity(level).rank


def _leave(corpus: Corpus, quiet: bool, found: bool = False) -> None:
    """Print what was left out and what could not be read, and exit."""
    if corpus.skipped and not quiet:
        names = ", ".join(corpus.skipped[:5]) + (" …" if len(corpus.skipped) > 5 else "")
        click.echo(f"aligner: left out {len(corpus.skipped)} that hold no pages: {names}", err=True)
    for error in corpus.errors:
        click.echo(f"aligner: {error}", err=True)
    sys.exit(2 if corpus.errors else int(found))


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
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
