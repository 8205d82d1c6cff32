"""`aligner explain` and `aligner checks`: what the checks are."""

from __future__ import annotations

from typing import Any

import click

from aligner.commands.options import or_usage, output_options


@click.command()
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


@click.command("checks")
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
