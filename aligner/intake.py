"""Read the pages of a run, in this process or in copies of it where there is much to read, and shelve their rulings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from aligner import identify, reading, remote, workers
from aligner.cache import of_rulings
from aligner.config import Config
from aligner.model import LANGUAGES, AlignerError, Page
from aligner.reading import Source
from aligner.shelf import FullError, Outline, Shelf, Shelved, outline, packed
from aligner.survey import settled_order

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done and how many there are."""

HERE = 2 << 20  # bytes in all, below which copies of this process are not worth their start
BATCHES = 32  # of files for each of the copies, unless they are larger than
MOST = 4 << 20  # bytes
AT_HAND = 24_000_000  # characters of pages that need not go to the shelf
LARGE = 16 << 20  # bytes of a file whose pages had better not stand in two processes


class _Parcel(NamedTuple):
    """A page without its rulings, these as they will stand on a shelf, and what is known of them."""

    page: Page
    rulings: bytes
    outline: Outline


Made = TypeVar("Made", Page, _Parcel)
Outcome = tuple[Page, ...] | str | None
"""The pages of a file, why it cannot be read, or None where it holds none and nobody named it."""


def quiet(_what: str, _done: int, _all: int) -> None:
    """Tell nobody how far it is."""


def read_pages(
    paths: Sequence[str],
    config: Config,
    progress: Progress = quiet,
    meanwhile: Callable[[Collection[str]], object] = list,
    *,
    keyed: bool = False,
) -> tuple[list[Page], list[str], list[str]]:
    """Return the pages under the paths with their languages, the errors and the files left out.

    Where there are many, the rulings of the pages are on a shelf, with a digest of them if they are to be `keyed`. A
    file that cannot be read is an error line; the rest is read. Where others do the reading, `meanwhile` is called
    once, with the languages of the first pages that they have read.
    """
    with remote.local(paths) as here:
        sources, skipped, errors = reading.candidates(here, config.exclude)
        intake = _Intake(sources, Shelf(), progress, keyed, AT_HAND)
        outcomes = intake.outcomes(1 if config.scheduler else config.jobs, meanwhile)
        left_out = [source.shown for source, outcome in zip(sources, outcomes, strict=True) if outcome is None]
        if config.exclude and len(left_out) == len(sources) and not errors and reading.find_files(here)[0]:
            globs = " ".join(config.exclude)
            raise AlignerError(f"--exclude {globs}: leaves none of the pages; name less with it")
    pages = [page for outcome in outcomes if isinstance(outcome, tuple) for page in outcome]
    errors += [outcome for outcome in outcomes if isinstance(outcome, str)]
    if config.languages and pages:
        pages = _in_languages(pages, config.languages)
    return pages, errors, sorted({*skipped, *left_out})


@dataclass(slots=True)
class _Intake:
    """The files of a run, and the shelf for the rulings in them that are too many to be at hand.

    What is no plain file can be read but once.
    """

    sources: Sequence[Source]
    shelf: Shelf
    progress: Progress
    keyed: bool
    room: int
    _found: dict[int, Outcome] = field(default_factory=dict)

    def outcomes(self, jobs: int, meanwhile: Callable[[Collection[str]], object]) -> list[Outcome]:
        """Return what comes of each source, in their order."""
        shared = [number for number, one in enumerate(self.sources) if 0 < one.size < LARGE]
        sizes = [self.sources[number].size for number in shared]
        if jobs > 1 and sum(sizes) >= HERE and workers.can_fork():
            batches = workers.evenly(shared, sizes, min(sum(sizes) / jobs / BATCHES, MOST))
            with closing(workers.each(self._reader, batches, jobs, forked=True)) as answers:
                for batch, made in answers:
                    first = not self._found
                    for number, read in zip(batch, made or map(self._lost, batch), strict=True):
                        self._take(number, tuple(map(self._shelved, read)) if isinstance(read, tuple) else read)
                    if first:
                        meanwhile(_languages(self._found.values()))
        for number, source in enumerate(self.sources):
            if number not in self._found:
                self._take(number, _read(source, self._page))
        return [self._found[number] for number in range(len(self.sources))]

    def _reader(self) -> Callable[[Sequence[int]], list[tuple[_Parcel, ...] | str | None]]:
        """Return what reads the sources of some numbers in a copy of this process."""
        reading.forget_archives()
        return lambda numbers: [_read(self.sources[number], self._parcel) for number in numbers]

    def _take(self, number: int, outcome: Outcome) -> None:
        self._found[number] = outcome
        self.progress("reading", len(self._found), len(self.sources))

    def _page(self, page: Page) -> Page:
        """Return the page, with its rulings on the shelf when there is no more room at hand."""
        page = _in_its_language(page)
        if self.room > 0:
            self.room -= outline(page).size
            return page
        return page.holding(Shelved(self.shelf, packed(page.rulings), self._outline(page)))

    def _parcel(self, page: Page) -> _Parcel:
        return _Parcel(_in_its_language(page).holding(()), packed(page.rulings), self._outline(page))

    def _outline(self, page: Page) -> Outline:
        key = of_rulings(page.rulings) if self.keyed else b""
        return outline(page)._replace(order=settled_order(page), digest=key)

    def _lost(self, number: int) -> str:
        return f"{self.sources[number].shown}: ended the process that read it, twice; it was left out"

    def _shelved(self, parcel: _Parcel) -> Page:
        return parcel.page.holding(Shelved(self.shelf, parcel.rulings, parcel.outline))


def _languages(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the languages of the pages that were read."""
    return sorted({page.language for one in outcomes if isinstance(one, tuple) for page in one if page.language})


def _read(source: Source, made: Callable[[Page], Made]) -> tuple[Made, ...] | str | None:
    """Return what is made of the pages of a file one by one, so that they are not all in memory."""
    try:
        return tuple([made(page) for page in reading.stream(source, offered=not source.given)])
    except FullError:  # it is not the file's fault
        raise
    except reading.NoPagesError:
        return None
    except AlignerError as error:
        return str(error)


def _in_its_language(page: Page) -> Page:
    """Return the page with the language that it is in, where it is known from nothing else."""
    if page.language:
        return page
    of_rulings = identify.page_language([ruling.text for ruling in page.rulings if ruling.text])
    return replace(page, language=of_rulings or identify.page_language([page.title_text]))


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
