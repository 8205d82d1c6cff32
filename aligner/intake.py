"""Read the pages of a run: in this process, or in copies of it where there is much to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace

from aligner import identify, reading, remote, workers
from aligner.config import Config
from aligner.model import LANGUAGES, AlignerError, Page
from aligner.reading import Source

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done and how many there are."""

Outcome = tuple[Page, ...] | str | None
"""The pages of a file, why it cannot be read, or None where it holds none and nobody named it."""

HERE = 2 << 20  # bytes in all, below which copies of this process are not worth their start
BATCHES = 8  # of files for each of the copies, unless they are larger than
MOST = 4 << 20  # bytes
LARGE = 16 << 20  # bytes of a file whose pages had better not stand in two processes


def quiet(_what: str, _done: int, _all: int) -> None:
    """Tell nobody how far it is."""


def read_pages(
    paths: Sequence[str], config: Config, progress: Progress = quiet, meanwhile: Callable[[str], object] = str
) -> tuple[list[Page], list[str], list[str]]:
    """Return the pages under the paths with their languages, the errors and the files left out.

    A file that cannot be read is an error line; the rest is read. Where others do the reading, `meanwhile` is called
    with each language of the first pages that they have read.
    """
    with remote.local(paths) as here:
        sources, skipped, errors = reading.candidates(here, config.exclude)
        outcomes = _outcomes(sources, 1 if config.scheduler else config.jobs, progress, meanwhile)
        left_out = [source.shown for source, outcome in zip(sources, outcomes, strict=True) if outcome is None]
        if config.exclude and len(left_out) == len(sources) and not errors and reading.find_files(here)[0]:
            globs = " ".join(config.exclude)
            raise AlignerError(f"--exclude {globs}: leaves none of the pages; name less with it")
    pages = [page for outcome in outcomes if isinstance(outcome, tuple) for page in outcome]
    errors += [outcome for outcome in outcomes if isinstance(outcome, str)]
    if config.languages and pages:
        pages = _in_languages(pages, config.languages)
    return pages, errors, sorted({*skipped, *left_out})


def _outcomes(
    sources: Sequence[Source], jobs: int, progress: Progress, meanwhile: Callable[[str], object]
) -> list[Outcome]:
    """Return what comes of each source, in their order.

    What is no plain file can be read but once, so it is read here.
    """
    found: dict[int, Outcome] = {}
    shared = [number for number, one in enumerate(sources) if 0 < one.size < LARGE]
    sizes = [sources[number].size for number in shared]
    if jobs > 1 and sum(sizes) >= HERE and workers.can_fork():
        batches = workers.evenly(shared, sizes, min(sum(sizes) / jobs / BATCHES, MOST))
        with closing(workers.each(lambda: _reader(sources), batches, jobs, forked=True)) as answers:
            for batch, outcomes in answers:
                first = not found
                found.update(zip(batch, outcomes or [_lost(sources[number]) for number in batch], strict=True))
                progress("reading", len(found), len(sources))
                for language in _languages(found.values()) if first else ():
                    meanwhile(language)
    for number, source in enumerate(sources):
        if number not in found:
            found[number] = _outcome(source)
            progress("reading", len(found), len(sources))
    return [found[number] for number in range(len(sources))]


def _languages(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the languages of the pages that were read."""
    return sorted({page.language for one in outcomes if isinstance(one, tuple) for page in one if page.language})


def _reader(sources: Sequence[Source]) -> Callable[[Sequence[int]], list[Outcome]]:
    """Return what reads the sources of some numbers in a copy of this process."""
    reading.forget_archives()
    return lambda numbers: [_outcome(sources[number]) for number in numbers]


def _outcome(source: Source) -> Outcome:
    try:
        pages = reading.stream(source, offered=not source.given)
        return tuple(page if page.language else replace(page, language=_language(page)) for page in pages)
    except reading.NoPagesError:
        return None
    except AlignerError as error:
        return str(error)


def _lost(source: Source) -> str:
    return f"{source.shown}: ended the process that read it, twice; it was left out"


def _language(page: Page) -> str:
    of_rulings = identify.page_language([ruling.text for ruling in page.rulings if ruling.text])
    return of_rulings or identify.page_language([page.title_text])


def _in_languages(pages: Sequence[Page], wanted: Sequence[str]) -> list[Page]:
    """Return the pages in these languages; AlignerError where none is, or a language is neither ours nor a page's."""
    present = {page.language for page in pages}
    there = ", ".join(sorted(filter(None, present))) or "no language that is clear"
    for language in wanted:
        if language not in present and language not in LANGUAGES:
            raise AlignerError(f"--languages: no page is in {language!r}; the pages are in {there}")
    kept = [page for page in pages if page.language in wanted]
    if not kept:
        raise AlignerError(f"--languages {','.join(wanted)}: leaves none of the pages; they are in {there}")
    return kept
