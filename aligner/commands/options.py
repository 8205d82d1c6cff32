"""The options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aligner.model import AlignerError, Severity

if TYPE_CHECKING:
    from aligner.config import Config

Command = TypeVar("Command", bound=Callable[..., Any])
SEVERITIES = [str(severity) for severity in Severity]


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
    """Add the paths, and the options that say how pages are read, paired and aligned."""
    return click.argument("paths", metavar="PATH...", nargs=-1, required=True)(reading_options(command))


def selection_options(command: Command) -> Command:
    """Add the options that say which findings are reported, and which make the run fail."""
    levels = click.Choice([*SEVERITIES, "never"])
    for option in (
        click.option("--fail-on", type=levels, help="Exit 1 from here on [default: warning]."),
        click.option("--min-severity", type=click.Choice(SEVERITIES), help="Leave out what matters less."),
        click.option("--extend-select", metavar="CODES", callback=several, help="These checks too."),
        click.option("--ignore", metavar="CODES", callback=several, help="Not these checks."),
        click.option("--select", metavar="CODES", callback=several, help="Only these checks: codes, families, names."),
    ):
        command = option(command)
    return command


def reading_options(command: Command) -> Command:
    """Add the options that say how pages are read, paired and aligned."""
    for option in (
        click.option("--pages", metavar="FILE", help="A corrected list of pages, from `aligner pages`."),
        click.option("--links", metavar="FILE", help="Groups put right by hand, a CSV as `aligner align` makes it."),
        click.option("--exclude", metavar="GLOB", multiple=True, help="Leave these files out."),
        click.option("--encoder", metavar="NAME", help="embedded (default), none, or a sentence-transformers model."),
        click.option("--languages", metavar="CODES", callback=several, help="Only pages in these languages."),
        click.option("--reference", metavar="LANG", help="The language that breaks ties."),
        click.option(
            "--no-shipped-glossary", "shipped_glossary", flag_value=False, default=None, type=bool,
            help="Use only the glossaries given.",
        ),
        click.option("--glossary", metavar="FILE|DIR", multiple=True, help="Your own glossary; it goes before ours."),
    ):  # fmt: skip
        command = option(command)
    return command


def jobs_option(command: Command) -> Command:
    """Add the option that says how many processes work at the same time."""
    says = "Work on so many batches of documents at the same time [default: 1]."
    return click.option("--jobs", metavar="N", type=click.IntRange(1), help=says)(command)


def cache_option(command: Command) -> Command:
    """Add the option that says where what a run found out is kept for the next one."""
    says = "Keep there what is found out about unchanged pages [default: your folder for caches; none to keep nothing]."
    return click.option("--cache", metavar="DIR|none", envvar="ALIGNER_CACHE", help=says)(command)


def delimiter_option(command: Command) -> Command:
    """Add the option that says what stands between the cells of a CSV."""
    says = "Between the cells of a CSV: a comma, ';' or tab [default: ,]."
    return click.option("--delimiter", metavar="MARK", callback=_delimiter, help=says)(command)


def _delimiter(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    from aligner.config import delimiter

    try:
        return delimiter(value) if value else None
    except AlignerError as error:
        raise click.UsageError(str(error)) from error


def configuration(options: dict[str, Any]) -> Config:
    """Return the configuration of the command line and of the configuration file."""
    from aligner import checks, config
    from aligner.checks.own import own_checks

    path, without = options.pop("config"), options.pop("no_config")
    if path and without:
        raise click.UsageError("--config and --no-config contradict each other; leave one out")
    file = {} if without else config.from_file(Path(path)) if path else config.discovered(Path())
    settled = config.settled(options, file)
    own = own_checks(settled.patterns)
    for word in (*settled.select, *settled.ignore, *settled.extend_select):
        or_usage(partial(checks.find, word, own))
    return settled


def or_usage(ask: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    """Return the answer; what is wrong with the question is wrong use."""
    try:
        return ask()
    except AlignerError as error:
        raise click.UsageError(str(error)) from error
