"""`aligner explain` and `aligner checks`: what the checks are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aligner.commands.options import configuration, delimiter_option, or_usage, output_options

if TYPE_CHECKING:
    from aligner.config import Config


def _configured(options: dict[str, Any]) -> Config:
    return configuration({name: options[name] for name in ("config", "no_config")})


@click.command()
@click.argument("word", metavar="CODE|NAME")
@output_options("text")
def explain(word: str, output: str, **options: Any) -> None:
    """Say what a check finds, why, when it is wrong to complain, and how to mend."""
    import inspect

    from aligner import checks
    from aligner.checks.own import CATEGORY, FAMILY, explanation, own_checks
    from aligner.report import write

    own = own_checks(_configured(options).patterns)
    registry = {**checks.registry(), **own}
    parts = []
    if word.strip().upper() == FAMILY:
        parts.append(f"{FAMILY} patterns of your own ({CATEGORY})\n\n{inspect.cleandoc(explanation())}\n")
    for code in own if parts else or_usage(lambda: checks.find(word, own)):
        one = registry[code]
        head = f"{one.code} {one.name} ({one.severity_text}; {one.category})"
        parts.append(f"{head}\n\n{inspect.cleandoc(one.text)}\n")
    write("\n".join(parts), output)


@click.command("checks")
@output_options("text", "csv", "json")
@delimiter_option
def list_checks(style: str, output: str, delimiter: str | None, **options: Any) -> None:
    """List the checks: code, name, severity, what each needs, and its advice."""
    from aligner import checks
    from aligner.checks.own import own_checks
    from aligner.report import listing, write

    own = own_checks(_configured(options).patterns)
    rows: list[listing.Row] = [
        (one.code, one.name, one.severity_text, one.needs, one.category, one.text.strip().splitlines()[0])
        for one in (*checks.registry().values(), *own.values())
    ]
    columns = ("code", "name", "severity", "needs", "category", "advice")
    write(listing.rendered(columns, rows, style, delimiter or ","), output, bom=style == "csv")
