"""The pages of the manual that are made from the program: every check, every command."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from aligner import checks
from aligner.checks import Check, own

NEEDS = {
    "off": "to be asked for with `--extend-select`",
    "N": "two or more languages",
    "G": "a glossary",
    "C": "the other documents of the run",
    "R": "a list of card names",
}


def checks_page() -> str:
    """Return the manual's page of checks: a table of all, then the whole text about each."""
    registry = checks.registry().values()
    needs = "; ".join(f"{word}: {what}" for word, what in NEEDS.items())
    lines = [
        "# The checks",
        "",
        "Made from the docstrings of the checks, which `aligner explain CODE` prints; "
        "`pytest --update-goldens` writes it anew.",
        "",
        f"What a check needs: {needs}.",
        "",
        "| code | name | severity | needs | advice |",
        "|---|---|---|---|---|",
    ]
    for one in registry:
        advice = _cell(inspect.cleandoc(one.text).splitlines()[0])
        lines.append(f"| [{one.code}](#{_anchor(one)}) | {one.name} | {one.severity_text} | {one.needs} | {advice} |")
    for one in registry:
        silenced = f"; silenced by {', '.join(one.silenced_by)}" if one.silenced_by else ""
        lines += ["", f"## {one.code} {one.name}", "", f"*{one.severity_text}; {one.category}{silenced}*", ""]
        lines.append(_plain(inspect.cleandoc(one.text)))
    lines += ["", "# Patterns of your own: CUS", "", _plain(inspect.cleandoc(own.explanation()))]
    return "\n".join(lines) + "\n"


def cli_page(group: click.Group, name: str = "aligner") -> str:
    """Return the manual's page of commands: what each does, its arguments and options."""
    made = "Made from the help of the commands; `pytest --update-goldens` writes it anew."
    lines = ["# The command line", "", made, "", *_command(group, name)]
    return "\n".join(lines).rstrip() + "\n"


def _command(command: click.Command, name: str, level: int = 2) -> Iterator[str]:
    """Yield the lines about a command, and about those below it."""
    context = click.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    yield from [f"{'#' * level} {name}", "", "```", usage, "```", *_help(command.help or ""), ""]
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    if options:
        yield from ["| option | what it does |", "|---|---|"]
        yield from (f"| {_option(one)} | {_cell(_said(one))} |" for one in options)
        yield ""
    if isinstance(command, click.Group):
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            if below is not None and not below.hidden:
                yield from _command(below, f"{name} {word}", level)


def _help(text: str) -> Iterator[str]:
    r"""Yield the paragraphs of a help text; those that click would leave unwrapped (`\b`) are examples."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        first, _, rest = paragraph.partition("\n")
        if first in ("\b", r"\b"):
            yield from ["", "```console", *(f"$ {line.strip()}" for line in rest.splitlines()), "```"]
        else:
            yield from ["", _plain(paragraph)]


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    kind = option.type
    value = "\\|".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else option.metavar or "TEXT"
    return f"{names} {value.replace('|', chr(92) + '|') if option.metavar else value}"


def _said(option: click.Option) -> str:
    shown = f" Default: {option.default}." if option.show_default else ""
    again = " May be given several times." if option.multiple else ""
    return ((option.help or "") + shown + again).strip()


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def _plain(text: str) -> str:
    """Keep Markdown from taking a text's own characters for its marks."""
    parts = text.split("`")
    for number in range(0, len(parts), 2):
        for mark in "*_<[":
            parts[number] = parts[number].replace(mark, f"\\{mark}")
    return "`".join(parts)


def _anchor(one: Check) -> str:
    return f"{one.code} {one.name}".lower().replace(" ", "-")
