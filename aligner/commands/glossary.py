"""The command line of glossaries: `aligner glossary …`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aligner.commands.options import (
    SEVERITIES,
    configuration,
    corpus_options,
    delimiter_option,
    output_options,
    several,
)
from aligner.commands.outcome import spare_inputs
from aligner.model import Severity, Term

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.glossary import Glossary, Row
    from aligner.model import Finding

FEW = 3
"""How many concepts that one language lacks have a line each."""


@click.group()
def glossary() -> None:
    """Look after glossaries.

    \b
    aligner glossary lint my-terms.csv
    aligner glossary forms "стоимость воспоминания" --language ru --pos noun
    """


@glossary.command()
@click.argument("files", metavar="[FILE|DIR]...", nargs=-1)
@click.option("--corpus", metavar="PATH", multiple=True, help="Pages in which every term should occur (GLS006).")
@click.option("--select", metavar="CODES", callback=several, help="Only these checks: codes or names.")
@click.option("--ignore", metavar="CODES", callback=several, help="Not these checks.")
@click.option("--min-severity", type=click.Choice(SEVERITIES), help="Leave out what matters less.")
@click.option("--fail-on", type=click.Choice([*SEVERITIES, "never"]), help="Exit 1 from here on [default: warning].")
@output_options("text", "csv")
@delimiter_option
def lint(files: tuple[str, ...], corpus: tuple[str, ...], style: str, output: str, quiet: bool, **options: Any) -> None:
    """Check glossaries: those named, else those of the configuration, else the shipped ones.

    \b
    aligner glossary lint
    aligner glossary lint terms/ --corpus pages/
    """
    from aligner.checks import lint as linter
    from aligner.findings import in_report_order
    from aligner.glossary import Glossary
    from aligner.report import csv, text, write

    config = configuration(options)
    spare_inputs(output, config, glossary_folders=files)
    rows = _rows(files or config.glossary)
    loaded = Glossary(tuple(row.term for row in rows))
    places = {id(row.term): (row.file, row.line) for row in rows}
    wanted = _codes(config)
    met = _met(corpus, config, loaded) if corpus else None
    found = in_report_order(linter.lint(loaded, wanted, met, lambda term: places[id(term)]))
    found = [one for one in found if Severity(one.severity).rank >= config.min_severity.rank]
    listed = csv.findings(found, config.delimiter) if style == "csv" else text.findings(_in_brief(found))
    write(listed, output, bom=style == "csv")
    if not quiet:
        counts = (sum(one.severity == name for one in found) for name in ("error", "warning", "note"))
        click.echo("{} terms: {} errors, {} warnings, {} notes".format(len(rows), *counts), err=True)
    failing = config.fail_on != "never" and any(
        Severity(one.severity).rank >= Severity(config.fail_on).rank for one in found
    )
    sys.exit(int(failing))


@glossary.command()
@click.argument("term", metavar="TERM")
@click.option("--language", "-l", metavar="LANG", required=True, help="The term's language: ru, pt-BR …")
@click.option("--pos", type=click.Choice(("noun", "verb", "adjective", "phrase")), help="Its part of speech.")
@click.option("--glossary", "files", metavar="FILE|DIR", multiple=True, help="Your own glossary; it goes before ours.")
@output_options("text", "csv", "json")
@delimiter_option
def forms(
    term: str, language: str, pos: str | None, files: tuple[str, ...], style: str, output: str, **options: Any
) -> None:
    """List every form in which a term is found, sorted; the term need not be in a glossary.

    \b
    aligner glossary forms воспоминание --language ru
    """
    from dataclasses import replace

    from aligner import run
    from aligner.checks import lint as linter
    from aligner.languages import canonical
    from aligner.report import listing, write

    options.pop("quiet")
    code, _ = canonical(language)
    if not code:
        raise click.UsageError(f"{language!r} is no language code; give codes such as ru or pt-BR")
    if not term.strip():
        raise click.UsageError("the term is empty; write a word or a phrase")
    config = configuration(options)
    merged = run.glossaries(replace(config, glossary=files or config.glossary))
    found = linter.forms(merged, " ".join(term.split()), code, pos or "")
    if style == "text":
        write("".join(f"{form}\n" for form in found), output)
    else:
        rows: list[listing.Row] = [(form,) for form in found]
        write(listing.rendered(("form",), rows, style, config.delimiter), output, bom=style == "csv")


def _in_brief(found: Sequence[Finding]) -> list[Finding]:
    """Return the findings, the gravest first; of concepts that a language lacks, many are one line a language."""
    from dataclasses import replace

    lacking: dict[str, list[Finding]] = {}
    for one in found:
        if one.code == "GLS004":
            lacking.setdefault(one.language, []).append(one)
    many = {language: rows for language, rows in lacking.items() if len(rows) > FEW}
    kept = [one for one in found if one.code != "GLS004" or one.language not in many]
    kept.sort(key=lambda one: -Severity(one.severity).rank)
    for language in sorted(many):
        names = ", ".join(one.concept for one in many[language])
        message = f"{len(many[language])} concepts have no term in {language}: {names}"
        kept.append(replace(many[language][0], file=f"{language}.csv", line=0, column=0, message=message))
    return kept


def _rows(files: tuple[str, ...]) -> list[Row]:
    """Return the rows of the files with their places; of the shipped glossaries where there are none."""
    from aligner.data import shipped
    from aligner.glossary import located
    from aligner.reading.files import shown_name

    if not files:
        folder = shipped("glossaries")
        return [row for file in sorted(folder.glob("*.csv")) for row in located(file, f"glossaries/{file.name}")]
    found: list[Row] = []
    for name in files:
        path, shown = Path(name), shown_name(name)
        if path.is_dir():
            inside = sorted(file for file in path.glob("*.csv") if not file.name.startswith("."))
            found += [
                row for file in inside for row in located(file, f"{shown}/{file.name}" if shown != "." else file.name)
            ]
        else:
            found += located(path, shown)
    return found


def _codes(config: Config) -> Collection[str]:
    from aligner import checks
    from aligner.checks.own import own_checks

    known = {code for code, one in checks.registry().items() if one.scope == "glossary"}
    own = own_checks(config.patterns)
    chosen = {code for word in config.select for code in checks.find(word, own)} & known if config.select else known
    if config.select and not chosen:
        raise click.UsageError(f"--select names no check of glossaries; they are {', '.join(sorted(known))}")
    return chosen - {code for word in config.ignore for code in checks.find(word, own)}


def _met(corpus: tuple[str, ...], config: Config, loaded: Glossary) -> Mapping[str, Collection[Term]]:
    """Return the rows that the corpus has, for each of its languages."""
    from aligner import intake
    from aligner.facts import FactBook

    facts = FactBook(loaded)
    pages, errors, _ = intake.read_pages(corpus, config)
    for error in errors:
        click.echo(f"aligner: {error}", err=True)
    if errors:
        sys.exit(2)
    met: dict[str, set[Term]] = {}
    for page in pages:
        terms = met.setdefault(page.language, set())
        for entry in page.entries:
            terms.update(match.term for match in facts.terms(page.language, entry.text))
    return met


@glossary.command()
@corpus_options
@output_options("csv", "text", "json")
@click.option("--support", type=click.IntRange(min=2), default=3, show_default=True, help="Least number of groups.")
def mine(paths: tuple[str, ...], style: str, output: str, quiet: bool, support: int, **options: Any) -> None:
    """Propose terms from aligned pages alone, as a glossary whose rows are candidates.

    \b
    aligner glossary mine pages/ --output candidates.csv
    """
    from aligner import mining, run
    from aligner.exchange import to_csv
    from aligner.report import listing, write

    config = configuration(options)
    corpus = run.load(paths, config)
    spare_inputs(output, config, corpus.files)
    texts = mining.groups(corpus.aligned)
    found = mining.mine(texts, config.reference, support)
    if style == "csv":
        write(to_csv(mining.terms(found, len(texts), mining.reference_of(texts, config.reference))), output, bom=True)
    else:
        write(listing.rendered(mining.COLUMNS, mining.rows(found), style), output)
    _say(f"{len(found)} candidates from {len(texts)} groups", quiet)
    for error in corpus.errors:
        click.echo(f"aligner: {error}", err=True)
    sys.exit(2 if corpus.errors else 0)


@glossary.command("import")
@click.argument("files", metavar="[names] FILE...", nargs=-1, required=True)
@output_options("csv")
def import_(files: tuple[str, ...], output: str, quiet: bool, **options: Any) -> None:
    """Turn glossaries of another format into ours: TBX, CSV or XLSX with one column a language.

    With --output DIR each language has its own file. `import names` makes a list of card names from MTGJSON's
    AllPrintings.json, from Scryfall's bulk data or from a table; it stays on this machine.

    \b
    aligner glossary import termbase.tbx --output terms/
    aligner glossary import names AllPrintings.json --output names.csv
    """
    from aligner import exchange
    from aligner.exchange import names
    from aligner.report import write

    options.pop("style")
    config = configuration(options)
    if files[0] == "names":
        if len(files) != 2:
            raise click.UsageError("give one file of card names: aligner glossary import names AllPrintings.json")
        cards = names.load(Path(files[1]))
        spare_inputs(output, config)
        write(names.to_csv(cards), output)
        _say(f"{len(cards)} cards", quiet)
        return
    rows = [term for name in files for term in exchange.load(Path(name))]
    spare_inputs(output, config)
    languages = tuple(dict.fromkeys(term.language for term in rows))
    if output == "-" or Path(output).suffix:
        write(exchange.to_csv(rows), output)
    else:
        Path(output).mkdir(parents=True, exist_ok=True)
        for language in languages:
            own = (term for term in rows if term.language == language)
            spare_inputs(str(Path(output) / f"{language}.csv"), config)
            write(exchange.to_csv(own, with_language=False), str(Path(output) / f"{language}.csv"))
    _say(f"{len(rows)} terms in {len(languages)} languages", quiet)


@glossary.command()
@click.argument("files", metavar="[FILE|DIR]...", nargs=-1)
@click.option("--to", "target", type=click.Choice(("tbx", "csv", "xlsx")), required=True, help="The format to write.")
@output_options("text")
def export(files: tuple[str, ...], target: str, output: str, quiet: bool, **options: Any) -> None:
    """Write glossaries in another format: those named, else those of the configuration, else the shipped ones.

    TBX holds everything. CSV and XLSX have one column a language, and only terms that may be used.

    \b
    aligner glossary export terms/ --to tbx --output termbase.tbx
    aligner glossary export --to xlsx --output terms.xlsx
    """
    from aligner.exchange import tables, tbx
    from aligner.report import csv, workbook, write

    options.pop("style")
    config = configuration(options)
    spare_inputs(output, config, glossary_folders=files)
    rows = [row.term for row in _rows(files or config.glossary)]
    if target == "tbx":
        write(tbx.write(rows), output)
    elif target == "csv":
        write(csv.table(*tables.sheet(rows)), output, bom=True)
    elif output in ("", "-"):
        raise click.UsageError("a workbook needs a file: --output terms.xlsx")
    else:
        columns, cells = tables.sheet(rows)
        write(workbook.build([workbook.Sheet("glossary", tuple((name, 24) for name in columns), cells, 1)]), output)
    _say(f"{len(rows)} terms", quiet)


def _say(text: str, quiet: bool) -> None:
    if not quiet:
        click.echo(f"aligner: {text}", err=True)
