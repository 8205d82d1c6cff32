"""The command line: options in, a report out."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aligner import __version__
from aligner.model import AlignerError, Severity

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.run import Corpus, Progress

Command = TypeVar("Command", bound=Callable[..., Any])
SEVERITIES = [str(severity) for severity in Severity]


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


def several(_ctx: click.Context, _option: click.Parameter, value: tuple[str, ...] | str | None) -> tuple[str, ...]:
    """Split values at commas."""
    values = (value,) if isinstance(value, str) else value or ()
    return tuple(part.strip() for one in values for part in one.split(",") if part.strip())


def output_options(*formats: str) -> Callable[[Command], Command]:
    """Add the options that every command has; the first format is the default."""

    def add(command: Command) -> Command:
        for option in (
            click.option("--quiet", "-q", is_flag=True, help="No summary and no progress."),
            click.option("--no-config", is_flag=True, help="Read no configuration file."),
            click.option("--config", metavar="FILE", help="Read the options from this file."),
            click.option("--output", "-o", metavar="FILE", default="-", help="Write there instead of to stdout."),
            click.option("--format", "style", type=click.Choice(formats), default=formats[0], show_default=True),
        ):
            command = option(command)
        return command

    return add


def corpus_options(command: Command) -> Command:
    """Add the options that say how pages are read, paired and aligned."""
    for option in (
        click.option("--pages", metavar="FILE", help="A corrected list of pages, from `aligner pages`."),
        click.option("--exclude", metavar="GLOB", multiple=True, help="Leave these files out."),
        click.option("--encoder", metavar="NAME", help="embedded (default), none, or a sentence-transformers model."),
        click.option("--languages", metavar="CODES", callback=several, help="Only pages in these languages."),
        click.option("--reference", metavar="LANG", help="The language that breaks ties."),
        click.option(
            "--no-shipped-glossary", "shipped_glossary", flag_value=False, default=None, type=bool,
            help="Use only the glossaries given.",
        ),
        click.option("--glossary", metavar="FILE|DIR", multiple=True, help="Your own glossary; it goes before ours."),
        click.argument("paths", metavar="PATH...", nargs=-1, required=True),
    ):  # fmt: skip
        command = option(command)
    return command


@click.group(cls=Tool, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version")
def main() -> None:
    r"""Align the rulings of Magic: The Gathering pages across languages and find what is wrong with them.

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
    r"""Check the pages under PATH and report what is wrong with them.

    \b
    aligner check otaria/
    aligner check otaria/ --select LNG,TRM --format csv --output report.csv
    """
    from aligner import run
    from aligner.report import csv, text, write

    config = _config(options)
    with _progress(quiet) as progress:
        report = run.check(paths, config, progress)
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
        corpus = run.load(paths, _config(options), progress)
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
        corpus = run.load(paths, _config(options), progress)
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
        corpus = run.load(paths, _config(options), progress)
    write(listing.rendered(listing.GROUPS, listing.groups(corpus.aligned), style), output, bom=style == "csv")
    _leave(corpus, quiet)


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
    for code in _or_usage(lambda: checks.find(word)):
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


def _config(options: dict[str, Any]) -> Config:
    """Return the configuration of the command line and of the configuration file."""
    from aligner import checks, config

    path, without = options.pop("config"), options.pop("no_config")
    file = {} if without else config.from_file(Path(path)) if path else config.discovered(Path())
    settled = config.settled(options, file)
    for word in (*settled.select, *settled.ignore, *settled.extend_select):
        _or_usage(lambda word=word: checks.find(word))  # type: ignore[misc]
    return settled


def _or_usage(ask: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    try:
        return ask()
    except AlignerError as error:
        raise click.UsageError(str(error)) from error


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


class _progress:  # noqa: N801  # used as a function that makes a context
    """Show progress on a terminal, and nothing elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self.show

    def show(self, what: str, done: int, everything: int) -> None:
        """Say how far the run has come, on one line."""
        if self.shown and done % 20 == 0:
            click.echo(f"\r{what} {done + 1:,} of {everything:,}\x1b[K", err=True, nl=False)

    def __exit__(self, *_: object) -> None:
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)
