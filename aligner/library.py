"""The library: what the commands do, for Python and for notebooks."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from aligner import (
    align,
    checks,
    encoding,
    evaluate,
    injection,
    judging,
    mining,
    report,
    run,
    sidebyside,
    tables,
    usage,
)
from aligner.checks.own import own_checks
from aligner.config import Config, from_file, settled
from aligner.evaluate import Score, Scores
from aligner.findings import in_report_order
from aligner.mining import Candidate
from aligner.model import Aligned, AlignerError, Finding, Group, Page, Severity
from aligner.renderings import Occurrence, consistency
from aligner.results import Corpus
from aligner.results import Report as Result
from aligner.sidebyside import SideBySide
from aligner.usage import Rendering

if TYPE_CHECKING:
    import pandas as pd

Row = TypeVar("Row")
Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

_SPLIT = ("languages", "select", "ignore", "extend_select")
_NO_OPTIONS = {"ignores", "patterns", "write_baseline"}  # those of a configuration file, and of the command
_BY_SUFFIX = {".txt": "text", ".xml": "junit"}


class UnreadableWarning(UserWarning):
    """A file could not be read; the rest was."""


class Rows(Sequence[Row], Generic[Row]):
    """Values of one kind in the order of the report, and the same as a pandas frame."""

    def __init__(self, rows: Iterable[Row], name: str, frame: Callable[[], pd.DataFrame]) -> None:
        self._rows = tuple(rows)
        self._name = name
        self._frame = frame

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self):,} {self._name}; .to_frame() makes a table of them>"

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        return str(self.to_frame()._repr_html_())  # type: ignore[operator]

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a frame of its own with typed columns."""
        return self._frame()


class Evaluation(Rows[Score]):
    """Scores by check and language.

    `missed` are the labels that no finding met, `unlabelled` the findings that meet no label.
    """

    def __init__(self, scores: Scores) -> None:
        super().__init__(scores.rows, "scores", lambda: tables.scores(scores.rows))
        self.missed = scores.missed
        self.unlabelled = scores.unlabelled


class Report:
    """What was read and what is wrong with it.

    `findings`, `groups`, `pages`, `renderings` and `occurrences` are sequences, each with `to_frame()`; `errors` are
    lines about files that could not be read, `skipped` the files of folders that hold no pages.
    """

    def __init__(self, result: Result, config: Config) -> None:
        self._result = result
        self._config = config

    @property
    def corpus(self) -> Corpus:
        """Return the documents with their groups and the facts about their texts."""
        return self._result.corpus

    @property
    def errors(self) -> tuple[str, ...]:
        """Return a line for each file that could not be read: file, place, remedy."""
        return self.corpus.errors

    @property
    def skipped(self) -> tuple[str, ...]:
        """Return the files that were left out of folders, since they hold no pages."""
        return self.corpus.skipped

    @cached_property
    def findings(self) -> Rows[Finding]:
        """Return what is wrong, by file, line and column; the frame has the columns of the CSV."""
        rows = self._result.findings
        return Rows(rows, "findings", lambda: tables.findings(rows))

    @cached_property
    def groups(self) -> Rows[Group]:
        """Return the rulings across the languages; the frame has a row a ruling."""
        aligned = self.corpus.aligned
        return Rows((group for one in aligned for group in one.groups), "groups", lambda: tables.groups(aligned))

    @cached_property
    def pages(self) -> Rows[Page]:
        """Return the pages; the frame says what each was taken for."""
        return Rows(self.corpus.pages, "pages", lambda: tables.pages(self.corpus.aligned))

    @cached_property
    def occurrences(self) -> Rows[Occurrence]:
        """Return every term on every page, in the order of the files."""
        rows = run.occurrences(self.corpus)
        return Rows(rows, "occurrences", lambda: tables.occurrences(rows))

    @cached_property
    def renderings(self) -> Rows[Rendering]:
        """Return what the pages write for each concept: counts, share, first and last date."""
        rows = usage.renderings(self.occurrences)
        return Rows(rows, "renderings", lambda: tables.renderings(rows))

    @property
    def consistency(self) -> float | None:
        """Return the share of terms that have the commonest rendering of their concept; None where there are none."""
        same, everything = consistency(self.corpus.uses)
        return same / everything if everything else None

    def summary(self) -> str:
        """Return what was read and the counts by check and language, in a few lines of text."""
        return report.summary(self._result)

    def show(
        self,
        codes: str | Iterable[str] = (),
        *,
        language: str = "",
        document: str = "",
        concept: str = "",
        show_all: bool = False,
        limit: int = 20,
    ) -> SideBySide:
        """Return findings with their rulings side by side, the faulty pieces marked.

        A notebook shows it as tables, `print` as lines. `codes` are codes, families or names of checks (`TRM`);
        `language` is a code, `document` a title, `concept` a concept's name. Known and ignored findings are left out
        unless `show_all`; at most `limit` are shown. AlignerError for a check that there is not.
        """
        own = own_checks(self._config.patterns)
        wanted = {code for word in _words(codes, split=True) for code in checks.find(word, own)}
        chosen = [
            one
            for one in self.findings
            if (show_all or one.status == "new")
            and (not wanted or one.code in wanted)
            and language in ("", one.language)
            and document in ("", one.document)
            and concept in ("", one.concept)
        ]  # fmt: skip
        return sidebyside.side_by_side(self._result, chosen, limit)

    def save(self, path: str | os.PathLike[str], style: str = "") -> None:
        """Write the report to a file, in the format of its suffix or in `style`; the file is whole or not there."""
        file = Path(path)
        chosen = style or _BY_SUFFIX.get(file.suffix.lower(), file.suffix.lower().removeprefix("."))
        if chosen not in report.FORMATS:
            raise AlignerError(f"{file}: no format {chosen!r}; the formats are {', '.join(report.FORMATS)}")
        report.write(report.pieces(chosen, self._result, self._config), str(file))

    def evaluate(self, labels: str | os.PathLike[str], paths: Paths = ()) -> Evaluation:
        """Return precision, recall and F1 by check and language against a CSV file of labels.

        The files of the labels are named relative to it, or to one of `paths`. AlignerError where a label names what
        there is not.
        """
        told, _ = evaluate.read_labels(Path(labels), _words(paths), self.corpus.pages)
        return Evaluation(evaluate.evaluate(self.findings, told))

    def candidates(self, support: int = mining.SUPPORT) -> Rows[Candidate]:
        """Return candidates for a glossary: words of two languages that stand together in `support` groups or more."""
        rows = mining.mine(mining.groups(self.corpus.aligned), self._config.reference, support)
        return Rows(rows, "candidates", lambda: tables.candidates(rows))

    def drift(self) -> pd.DataFrame:
        """Return the consistency share of each concept (row) in each language (column), the least consistent first.

        The share is that of the commonest rendering among those with its part of speech; missing where the language
        does not have the concept.
        """
        return tables.consistency(self.renderings)

    def damaged(self, kind: str, document: str, language: str, seed: int = 0) -> Report:
        """Return the report of one document with a fault of this kind planted in its page of this language.

        The kinds are those of `aligner.injection.kinds()`, such as "merge-rulings". The same seed plants the same
        fault. AlignerError where there is no such kind or page, or where the page has no place for the fault.
        """
        clean = self._aligned(document, language)
        facts = self.corpus.facts
        planted = injection.plant(kind, clean, language, Random(f"{seed} {kind} {language}"), facts)
        if planted is None:
            raise AlignerError(f"the {language!r} page of {document!r} has no place for {kind!r}; try another page")
        pages = replace(clean.document, pages=planted.pages)
        encoder = encoding.load_encoder(self._config.encoder)
        groups = align.align(pages, encoder, facts.fingerprint, self._config.reference)
        corpus = Corpus((Aligned(pages, groups),), facts)
        own = own_checks(self._config.patterns)
        found = judging.run(corpus.aligned, facts, run.selection(self._config), self._config.reference, own)
        return Report(Result(tuple(in_report_order(found)), corpus), self._config)

    def similarity(self, document: str, row: str, column: str) -> pd.DataFrame:
        """Return how alike the rulings of two languages of a document are: cosines of their vectors, at most 1.

        Rows and columns are the positions of the rulings on their pages. AlignerError where there is no such page, or
        where the run had no encoder.
        """
        import numpy as np

        sides = [self._aligned(document, language).document.page(language).rulings for language in (row, column)]
        encoder = encoding.load_encoder(self._config.encoder)
        vectors = [encoder.encode([ruling.text for ruling in side]) for side in sides]
        if vectors[0] is None or vectors[1] is None:
            raise AlignerError("without an encoder there are no vectors to compare; leave encoder='none' out")
        cosines = np.round(vectors[0] @ vectors[1].T, 4)
        return tables.matrix(cosines, *([ruling.position for ruling in side] for side in sides))

    def _aligned(self, title: str, language: str) -> Aligned:
        for one in self.corpus.aligned:
            if one.document.title == title and language in one.document.languages:
                return one
        known = [document.title for document in self.corpus.documents]
        near = get_close_matches(title, known, 1)
        hint = f"did you mean {near[0]!r}?" if near and near[0] != title else "`.pages.to_frame()` lists them"
        raise AlignerError(f"there is no {language!r} page of a document {title!r}; {hint}")

    def __repr__(self) -> str:
        return self.summary().rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the counts by check and language as a notebook shows them."""
        return sidebyside.overview(self._result, self.summary().partition("\n")[0])


def check(paths: Paths, *, config: str | os.PathLike[str] | None = None, **options: Any) -> Report:
    """Check the pages under the paths and return the report.

    `paths` is a file, a folder, or several. The options are those of the command, with underscores: `glossary`,
    `shipped_glossary`, `reference`, `languages`, `encoder`, `select`, `ignore`, `extend_select`, `min_severity`,
    `exclude`, `pages` and so on; one that takes several values takes a list or words with commas. `config` is a
    configuration file whose options stand where none is given; without it none is read. What cannot be read is in
    `errors`, and an UnreadableWarning tells of it. AlignerError for an option that says nothing sensible, TypeError
    for one that there is not.
    """
    chosen = _config(config, options)
    return _warned(Report(run.check(_given(paths), chosen).at_hand(), chosen))


def load(paths: Paths, *, config: str | os.PathLike[str] | None = None, **options: Any) -> Report:
    """Read the pages, find out which belong together and align their rulings, without checking anything.

    The arguments are those of `check`; the report has no findings.
    """
    chosen = _config(config, options)
    return _warned(Report(Result((), run.load(_given(paths), chosen).at_hand()), chosen))


def _warned(made: Report) -> Report:
    for error in made.errors:
        warnings.warn(error, UnreadableWarning, stacklevel=3)
    return made


def _given(paths: Paths) -> tuple[str, ...]:
    words = _words(paths)
    if not words:
        raise AlignerError("no paths to read; give a file, a folder, or a list of them")
    return words


def _words(values: Any, *, split: bool = False) -> tuple[str, ...]:
    """Return one value or several as strings, split at commas on request."""
    several = (values,) if isinstance(values, (str, os.PathLike)) else values
    texts = [os.fspath(value) for value in several]
    return tuple(part.strip() for text in texts for part in text.split(",")) if split else tuple(texts)


def _config(file: str | os.PathLike[str] | None, options: dict[str, Any]) -> Config:
    """Return the configuration of a call and its file."""
    known = {field.name for field in fields(Config)} - _NO_OPTIONS
    for name in options:
        if name not in known:
            near = get_close_matches(name, sorted(known), 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; the options are {', '.join(sorted(known))}"
            raise TypeError(f"there is no option {name!r}{hint}")
    given = {name: _value(name, value) for name, value in options.items() if value is not None}
    return settled(given, from_file(Path(file)) if file is not None else {})


def _value(name: str, value: Any) -> Any:
    default = getattr(Config(), name)
    try:
        if isinstance(default, tuple):
            return _words(value, split=name in _SPLIT)
        if isinstance(default, Severity):
            return Severity(value)
        if isinstance(default, str):
            return os.fspath(value)
        if type(value) is type(default):
            return value
    except (TypeError, ValueError):
        pass
    raise AlignerError(f"{name} = {value!r} is not what this option takes; `aligner check --help` says what")
