"""The pipeline: read, pair pages, align rulings, check."""

from __future__ import annotations

import csv
import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from aligner import batches, beads, checks, encoding, glossary, intake, pairing, suppress
from aligner.cache import Cache, KeepingEncoder, KeepingIndexes, keeping
from aligner.checks import Run
from aligner.checks.own import own_checks
from aligner.config import Config
from aligner.coverage import Coverage
from aligner.facts import FactBook, made
from aligner.findings import in_report_order
from aligner.intake import Progress, quiet
from aligner.judging import Checks, Whole
from aligner.languages import canonical
from aligner.linking import corrections, evidence
from aligner.linking.corrections import Given
from aligner.model import AlignerError, Document, Finding, Page, Severity
from aligner.renderings import Occurrence
from aligner.results import Corpus, Report, Shelves
from aligner.shelf import Pile
from aligner.survey import survey
from aligner.workers import SELDOM


@dataclass(frozen=True, slots=True)
class Read:
    """The documents before their rulings are aligned, and what else came of reading them."""

    documents: tuple[Document, ...]
    given: Mapping[int, Sequence[Given]]
    encoder: encoding.Encoder
    facts: FactBook
    cache: Cache
    errors: tuple[str, ...]
    skipped: tuple[str, ...]
    notes: tuple[str, ...]


def read(paths: Sequence[str], config: Config, progress: Progress = quiet) -> Read:
    """Read the pages and find out which belong together."""
    links = corrections.read(Path(config.links)) if config.links else corrections.Corrections("")
    facts = _facts(glossaries(config))
    kept = Cache(Path(config.cache) if config.cache not in ("", "none") else None)
    encoder: encoding.Encoder = _encoder(config.encoder)
    fingerprint: evidence.Fingerprint = facts.fingerprint
    facts.keep = KeepingIndexes(kept, facts.glossary) if kept else made
    if kept:
        encoder = KeepingEncoder(encoder, kept)
        fingerprint = keeping(facts.fingerprint, kept, facts.glossary)
    pages, errors, skipped = intake.read_pages(paths, config, progress, facts.prepare, keyed=bool(kept))
    documents: tuple[Document, ...]
    if config.pages:
        documents = _listed(pages, Path(config.pages), config.reference)
    else:
        documents = pairing.pair(pages, encoder, fingerprint, config.reference)
    given, notes = links.settle(documents)
    if config.reference and pages and all(page.language != config.reference for page in pages):
        there = ", ".join(sorted({page.language for page in pages if page.language}))
        notes = [
            *notes,
            f"--reference: no page is in {config.reference!r}, so it breaks no tie; the pages are in {there}",
        ]
    return Read(documents, given, encoder, facts, kept, tuple(errors), tuple(skipped), tuple(notes))


def load(paths: Sequence[str], config: Config, progress: Progress = quiet) -> Corpus:
    """Read the pages, find out which belong together, and align their rulings."""
    with _seldom_collected():
        corpus, _ = _judged(paths, Checks(frozenset()), config, progress)
    return replace(corpus, counted=None)


@contextmanager
def _seldom_collected() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@lru_cache(maxsize=1)
def _encoder(name: str) -> encoding.Encoder:
    """Return the encoder; the next run with the same one keeps its vectors."""
    return encoding.load_encoder(name)


@lru_cache(maxsize=1)
def _facts(known: glossary.Glossary) -> FactBook:
    """Return the facts of a glossary; the next run with the same one keeps what is known about unchanged texts."""
    return FactBook(known)


def load_lines(paths: Sequence[str], config: Config, progress: Progress = quiet) -> Corpus:
    """Read two text files of one segment a line, and align them; AlignerError where there are not two."""
    if len(paths) != 2:
        raise AlignerError(f"--lines: aligns two text files, not {len(paths)}; name two, one segment a line")
    progress("aligning", 0, 1)
    aligned = beads.align_files(paths[0], paths[1], encoding.load_encoder(config.encoder))
    return Corpus((aligned,), FactBook(glossaries(config)))


def glossaries(config: Config) -> glossary.Glossary:
    """Return the user's glossaries merged with the shipped ones."""
    own = [term for path in config.glossary for term in glossary.load(Path(path))]
    ours = glossary.read_shipped() if config.shipped_glossary else ()
    return glossary.merge(own, ours)


def selection(config: Config) -> frozenset[str]:
    """Return the codes of the checks to run; AlignerError where a word names none."""
    known = {**checks.registry(), **own_checks(config.patterns)}
    ours = {code for code, one in known.items() if one.by_default}
    chosen = _codes(config.select, known) if config.select else ours
    return frozenset((chosen | _codes(config.extend_select, known)) - _codes(config.ignore, known))


def _codes(words: Iterable[str], known: Mapping[str, checks.Check]) -> set[str]:
    return {code for word in words for code in checks.find(word, known)}


def check(paths: Sequence[str], config: Config, progress: Progress = quiet, *, counting: bool = True) -> Report:
    """Run the whole pipeline over the paths and return the findings, each with its status.

    Without `counting`, how often each rendering stands on the pages is counted only when the report is asked for it.
    A baseline, a file of decisions or a list that cannot be read is an AlignerError before any page is read.
    """
    with _seldom_collected():
        return _checked(paths, config, progress, counting)


def _checked(paths: Sequence[str], config: Config, progress: Progress, counting: bool) -> Report:
    troubles: list[str] = []
    chosen = Checks(selection(config), own_checks(config.patterns, troubles.append), counting)
    waved = suppress.load(config.ignores, config.decisions, config.baseline, config.write_baseline)
    corpus, found = _judged(paths, chosen, config, progress)
    corpus = replace(corpus, errors=(*corpus.errors, *troubles))
    seen = Coverage(chosen.selected, corpus.files, paths, config.languages, conditions(config), chosen.own)
    verdicts = suppress.judge(found, waved, seen)
    kept = Pile(one for one in verdicts.findings if Severity(one.severity).rank >= config.min_severity.rank)
    return Report(kept, corpus, verdicts.reasons, suppress.to_write(kept, waved, verdicts, seen, corpus.documents))


def _judged(
    paths: Sequence[str], chosen: Checks, config: Config, progress: Progress
) -> tuple[Corpus, Sequence[Finding]]:
    """Read, align and check the documents, and return them with what was found, in the order of the report.

    A document that ended its process is an error.
    """
    pages = read(paths, config, progress)
    known = survey(pages.documents)
    whole = Whole(chosen, Run(pages.facts, pages.documents, config.reference, known))
    terms = batches.Terms(
        pages.facts.glossary, config.encoder, chosen.selected, config.patterns, known, config.reference, chosen.counting
    )
    judge = batches.Judge(pages.facts, pages.encoder, chosen, known, config.reference)
    todo = batches.orders(pages.documents, pages.given)
    sizes = [sum(len(page.rulings) for page in document.pages) for document in pages.documents]
    done, everything = 0, sum(sizes)
    doing = "checking rulings" if chosen.ordered else "aligning rulings"
    progress(doing, done, everything)
    answers = batches.answers(todo, terms, judge, pages.cache, config.jobs, config.scheduler)
    for order, judged in answers:
        done += sizes[order.number]
        progress(doing, done, everything)
        if judged is not None:
            whole.add(order.number, judged)
    errors = [batches.lost(one) for number, one in enumerate(pages.documents) if number not in whole.groups]
    there = [number for number in range(len(pages.documents)) if number in whole.groups]
    pages.cache.close()
    asides = (pages.cache.trouble,) if pages.cache.trouble else ()
    corpus = Corpus(
        Shelves(tuple(pages.documents[number] for number in there), there, whole.groups),
        pages.facts,
        (*pages.errors, *errors),
        pages.skipped,
        pages.notes,
        whole.uses if chosen.counting else None,
        asides,
    )
    return corpus, in_report_order(whole.findings())


def conditions(config: Config) -> dict[str, Any]:
    """Return the options that decide what a run can find on its pages; a baseline remembers them."""
    return {
        "encoder": config.encoder,
        "glossary": list(config.glossary),
        "shipped_glossary": config.shipped_glossary,
        "reference": config.reference,
        "languages": list(config.languages),
        "pages": config.pages,
        "links": config.links,
    }


def occurrences(corpus: Corpus, concept: str | None = None) -> list[Occurrence]:
    """Return every term on every page in its own language, in the order of the files; only one concept's on request."""
    wanted = glossary.concept_key(concept) if concept else ""
    return [one for one in corpus.occurrences() if not wanted or glossary.concept_key(one.term.concept) == wanted]


def known_concept(name: str, known: glossary.Glossary) -> str:
    """Return the name of a concept; AlignerError with a suggestion where the glossaries of the run do not have it."""
    key, word = glossary.concept_key(name), glossary.term_key(name)
    concepts = {glossary.concept_key(concept): concept for concept in known.concepts}
    if key not in concepts:
        meant = next((row.concept for row in known.rows if glossary.term_key(row.text) == word), "")
        near = meant or next((concepts[one] for one in get_close_matches(key, list(concepts), 1)), "")
        hint = f"did you mean {near!r}?" if near else "`aligner terms PATH` lists them"
        raise AlignerError(f"--concept: there is no concept {name!r}; {hint}")
    return name


def _listed(pages: Sequence[Page], path: Path, reference: str) -> tuple[Document, ...]:
    """Return the documents as a list of pages has them: columns file, language and document.

    Several pages of one file with one title are told apart by the language they were taken for, else by their order.
    """
    left: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in _page_rows(path):
        left.setdefault((_unguarded(row["file"]), _unguarded(row.get("title") or "")), []).append(row)
    settled: dict[int, dict[str, str]] = {}
    for exact in (True, False):
        for number, page in enumerate(pages):
            own = left.get((page.file, page.title_text)) or left.get((page.file, "")) or []
            found = next((row for row in own if row["language"] == page.language or not exact), None)
            if found is not None and number not in settled:
                settled[number] = found
                if len(own) > 1:
                    own.remove(found)
    for number, page in enumerate(pages):
        if number not in settled:
            raise AlignerError(f"{path}: has no row for {page.file}; make a new list with `aligner pages --format csv`")
    named = [
        replace(page, language=row["language"], name=_unguarded(row["document"]), language_source="list")
        for number, page in enumerate(pages)
        for row in [settled[number]]
    ]
    return pairing.by_name(named, reference)


def _page_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a list of pages, the languages as our codes; AlignerError names the row that is wrong."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            rows = list(csv.DictReader(file, delimiter=max(",;\t", key=head.count)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise AlignerError(
            f"{path}: cannot read the list of pages ({reason}); make one with `aligner pages`"
        ) from error
    for column in ("file", "language", "document"):
        if rows and column not in rows[0]:
            raise AlignerError(f"{path}:1: no column {column!r}; make a list with `aligner pages --format csv`")
    for number, row in enumerate(rows, 2):
        language, _ = canonical(row["language"] or "")
        if row["language"] and not language:
            raise AlignerError(
                f"{path}:{number}: {row['language']!r} is no language code; give codes such as ru or pt-BR"
            )
        row["language"] = language
    return rows


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") else cell
