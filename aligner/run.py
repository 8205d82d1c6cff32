"""The pipeline: read, pair pages, align rulings, check."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from aligner import align, checks, encoding, glossary, identify, pairing, reading, renderings
from aligner.checks import Aligned
from aligner.config import Config
from aligner.facts import FactBook
from aligner.languages import canonical
from aligner.model import AlignerError, Document, Page, Severity
from aligner.renderings import Occurrence
from aligner.results import Corpus, Report

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done and how many there are."""


def _quiet(_what: str, _done: int, _all: int) -> None:
    pass


def read_pages(
    paths: Sequence[str], config: Config, progress: Progress = _quiet
) -> tuple[list[Page], list[str], list[str]]:
    """Return the pages under the paths with their languages, the errors and the files left out.

    A file that cannot be read is an error line; the rest is read.
    """
    sources, skipped, errors = reading.find_files(paths, config.exclude)
    pages: list[Page] = []
    for number, source in enumerate(sources):
        progress("reading", number, len(sources))
        try:
            pages += reading.read(source)
        except AlignerError as error:
            errors.append(str(error))
    pages = [page if page.language else replace(page, language=_language(page)) for page in pages]
    if config.languages:
        pages = [page for page in pages if page.language in config.languages]
    return pages, errors, skipped


def _language(page: Page) -> str:
    of_rulings = identify.page_language([ruling.text for ruling in page.rulings if ruling.text])
    return of_rulings or identify.page_language([page.title_text])


def load(paths: Sequence[str], config: Config, progress: Progress = _quiet) -> Corpus:
    """Read the pages, find out which belong together, and align their rulings."""
    encoder = encoding.load_encoder(config.encoder)
    facts = FactBook(glossaries(config))
    pages, errors, skipped = read_pages(paths, config, progress)
    documents: tuple[Document, ...]
    if config.pages:
        documents = _listed(pages, Path(config.pages), config.reference)
    else:
        documents = pairing.pair(pages, encoder, facts.fingerprint, config.reference)
    aligned = []
    for number, document in enumerate(documents):
        progress("aligning", number, len(documents))
        aligned.append(Aligned(document, align.align(document, encoder, facts.fingerprint, config.reference)))
    return Corpus(tuple(aligned), facts, tuple(errors), tuple(skipped))


def glossaries(config: Config) -> glossary.Glossary:
    """Return the user's glossaries merged with the shipped ones."""
    own = [term for path in config.glossary for term in glossary.load(Path(path))]
    ours = glossary.read_shipped() if config.shipped_glossary else ()
    return glossary.merge(own, ours)


def selection(config: Config) -> frozenset[str]:
    """Return the codes of the checks to run; AlignerError where a word names none."""
    ours = {code for code, one in checks.registry().items() if one.by_default}
    chosen = _codes(config.select) if config.select else ours
    return frozenset((chosen | _codes(config.extend_select)) - _codes(config.ignore))


def _codes(words: Iterable[str]) -> set[str]:
    return {code for word in words for code in checks.find(word)}


def check(paths: Sequence[str], config: Config, progress: Progress = _quiet) -> Report:
    """Run the whole pipeline over the paths and return the findings."""
    selected = selection(config)
    corpus = load(paths, config, progress)
    found = checks.run(corpus.aligned, corpus.facts, selected, config.reference)
    kept = [one for one in found if Severity(one.severity).rank >= config.min_severity.rank]
    return Report(tuple(checks.in_report_order(kept)), corpus)


def occurrences(corpus: Corpus, concept: str | None = None) -> list[Occurrence]:
    """Return every term on every page in its own language, in the order of the files; only one concept's on request."""
    facts = corpus.facts
    found: list[Occurrence] = []
    for page in corpus.pages:
        own = [one for one in page.entries if facts.language(page.language, one.text) in ("", page.language)]
        found += renderings.occurrences(page, facts, own)
    wanted = glossary.concept_key(concept) if concept else ""
    return [one for one in found if not wanted or glossary.concept_key(one.term.concept) == wanted]


def _listed(pages: Iterable[Page], path: Path, reference: str) -> tuple[Document, ...]:
    """Return the documents as a list of pages has them: columns file, language and document."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise AlignerError(
            f"{path}: cannot read the list of pages ({reason}); make one with `aligner pages`"
        ) from error
    for column in ("file", "language", "document"):
        if rows and column not in rows[0]:
            raise AlignerError(f"{path}:1: no column {column!r}; make a list with `aligner pages --format csv`")
    lists: dict[tuple[str, str], dict[str, str]] = {}
    for number, row in enumerate(rows, 2):
        language, _ = canonical(row["language"] or "")
        if row["language"] and not language:
            raise AlignerError(
                f"{path}:{number}: {row['language']!r} is no language code; give codes such as ru or pt-BR"
            )
        lists[_unguarded(row["file"]), _unguarded(row.get("title") or "")] = {**row, "language": language}
    named = []
    for page in pages:
        found = lists.get((page.file, page.title_text)) or lists.get((page.file, ""))
        if found is None:
            raise AlignerError(f"{path}: has no row for {page.file}; make a new list with `aligner pages --format csv`")
        named.append(
            replace(page, language=found["language"], name=_unguarded(found["document"]), language_source="list")
        )
    return pairing.by_name(named, reference)


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell
