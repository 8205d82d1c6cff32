"""`aligner cache`: what former runs found out about unchanged pages, and how to let it go."""

from __future__ import annotations

from pathlib import Path

import click

from aligner.model import AlignerError


@click.group()
def cache() -> None:
    """Show or clear what former runs have kept about unchanged pages.

    \b
    aligner cache info
    aligner cache clear
    """


def _folder(ctx: click.Context, _option: click.Parameter, value: str | None) -> Path:
    from aligner.cache import users_folder

    if value == "none":
        click.echo("nothing is kept: the cache is none")
        ctx.exit()
    return Path(value) if value else users_folder()


_where = click.option(
    "--cache", "folder", metavar="DIR", envvar="ALIGNER_CACHE", callback=_folder, help="That folder instead of yours."
)


@cache.command()
@_where
def info(folder: Path) -> None:
    """Say where it is, how many entries of which kind it has, and how large it is."""
    from aligner.cache import FILE, Cache

    click.echo(f"{folder}")
    if not (folder / FILE).is_file():
        click.echo("nothing is kept there")
        return
    kept = Cache(folder)
    holdings = kept.holdings()
    kept.close()
    if kept.trouble:
        raise AlignerError(kept.trouble)
    for one in holdings:
        click.echo(f"{one.kind:12}{one.entries:>10,} entries{one.size / 1e6:>10,.1f} MB")
    size = sum(path.stat().st_size for path in folder.glob(f"{FILE}*"))
    click.echo(f"{'all':12}{sum(one.entries for one in holdings):>10,} entries{size / 1e6:>10,.1f} MB on disk")


@cache.command()
@_where
def clear(folder: Path) -> None:
    """Take everything away that is kept."""
    from aligner.cache import clear as cleared

    click.echo(f"{folder}: {cleared(folder) / 1e6:,.1f} MB taken away")
