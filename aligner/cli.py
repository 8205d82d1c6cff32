"""The command line."""

from __future__ import annotations

import traceback

import click

from aligner import __version__, interrupt
from aligner.commands import align, caching, catalogue, check, convert, diff, evaluate, glossary, listings
from aligner.model import AlignerError


class Tool(click.Group):
    """A group in which exit status 1 means findings and nothing else."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what the user can mend is one line, and every failure exits 2."""
        try:
            with interrupt.AsException():
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


for command in (
    check.check, align.align, listings.terms, listings.pages, convert.convert, evaluate.evaluate, diff.diff,
    catalogue.explain, catalogue.list_checks, glossary.glossary, caching.cache,
):  # fmt: skip
    main.add_command(command)
