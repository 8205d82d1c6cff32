"""`--watch`: run a command again whenever a file that it reads changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, NoReturn

import click

from aligner.commands.options import configuration
from aligner.model import AlignerError

_READ = ("glossary", "pages", "links", "baseline", "decisions")
_CONFIGURATIONS = ("aligner.toml", "pyproject.toml")


def watch_option(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option `--watch`, with which the command runs until ctrl-c."""

    @click.option("--watch", is_flag=True, help="Check again whenever a file changes; ctrl-c ends it.")
    @wraps(command)
    def watched(*, watch: bool, **options: Any) -> None:
        if watch:
            _forever(command, options)
        command(**options)

    return watched


def _forever(command: Callable[..., None], options: dict[str, Any]) -> NoReturn:
    from aligner import watch

    if "-" in options["paths"]:
        raise click.UsageError("--watch: the standard input cannot be watched; name files or folders")
    for name in ("write_baseline", "write_notes"):
        if options.get(name):
            raise click.UsageError(f"--watch: does not go with --{name.replace('_', '-')}; run it once without --watch")

    def look() -> watch.Snapshot:
        return watch.snapshot(_files(options), (options["output"],))

    def run(files: tuple[str, ...]) -> None:
        if options["output"] in ("", "-"):
            click.clear()  # on a terminal; nothing elsewhere
        if files and not options["quiet"]:
            names = ", ".join(files[:3]) + (" …" if len(files) > 3 else "")
            click.echo(f"aligner: changed: {names}", err=True)
        _once(command, options, first=not files)
        if not options["quiet"]:
            click.echo("aligner: watching for changes; ctrl-c ends it", err=True)

    watch.forever(run, look)


def _once(command: Callable[..., None], options: dict[str, Any], *, first: bool) -> None:
    """Run the command; what the user can mend is said and waited for, but wrong use at the start is wrong use."""
    try:
        command(**dict(options))
    except SystemExit:  # findings or unreadable files, which have been said
        pass
    except click.ClickException as error:
        if first:
            raise
        error.show()
    except (AlignerError, UnicodeError) as error:
        click.echo(f"aligner: {error}", err=True)


def _files(options: dict[str, Any]) -> tuple[str, ...]:
    """Return all that the command reads: the pages, and the files that its options and its configuration name."""
    from aligner.config import Config

    names = {field.name for field in fields(Config)} | {"config", "no_config"}
    own = {name: value for name, value in options.items() if name in names}
    files = [*options["paths"], *((options["config"],) if options["config"] else _CONFIGURATIONS)]
    try:
        settled = configuration(own)
    except (AlignerError, click.ClickException):
        settled = Config()  # the configuration is being written
    for name in _READ:
        value = getattr(settled, name, "") or options.get(name) or ()
        files += [value] if isinstance(value, str) else value
    return tuple(dict.fromkeys(file for file in files if file))
