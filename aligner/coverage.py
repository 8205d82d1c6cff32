"""What a run has looked at, so that nothing is called unused that the run could not have found."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from aligner import checks
from aligner.baseline import Baseline
from aligner.checks import Check
from aligner.reading import find_files
from aligner.reading.files import shown_name
from aligner.recognition import Entry

_MOST = 5_000  # entries of the working directory that are looked through for pages beside the run


@dataclass(frozen=True)
class Coverage:
    """The checks that ran, the files of the pages that were read, the paths given, and the options that matter."""

    selected: Collection[str]
    files: Collection[str]
    paths: Sequence[str] = ()
    languages: Sequence[str] = ()
    conditions: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, Check] = field(default_factory=dict)

    def covers(self, codes: Collection[str], globs: Sequence[str], languages: Collection[str]) -> bool:
        """Return whether the run would have found everything of these checks, files and languages; none means all.

        A check that compares languages or documents needs all pages, whatever files it is asked for.
        """
        known = {code: one for code, one in {**checks.registry(), **self.own}.items() if is_run(one)}
        meant = [known[code] for code in codes or known if code in known]
        usual = [one for one in meant if one.by_default] or meant
        if not usual or not {one.code for one in usual} <= set(self.selected):
            return False
        if self.languages and not (languages and set(languages) <= set(self.languages)):
            return False
        alone = bool(globs) and not any(compares(one) for one in usual)
        return self._inside() and not self._pages_elsewhere(globs if alone else ())

    def _inside(self) -> bool:
        """Return whether all paths lie in the working directory, so that files have the names that ignores know."""
        here = Path.cwd().resolve()
        resolved = [Path(path).resolve() for path in self.paths if path != "-"]
        return bool(resolved) and "-" not in self.paths and all(here == one or here in one.parents for one in resolved)

    def _pages_elsewhere(self, globs: Sequence[str]) -> bool:
        """Return whether pages that the run did not read may be in the working directory; only those of the globs."""
        others = self._others
        return others is None or any(not globs or is_named(name, globs) for name in others)

    @cached_property
    def _others(self) -> tuple[str, ...] | None:
        """Return what in the working directory looks like the pages of the run and was not read, None if too much."""
        if _entries(_MOST) >= _MOST:
            return None
        kinds = {PurePosixPath(file).suffix for file in self.files}
        sources, _, errors = find_files(["."])
        names = [one.shown for one in sources if one.shown not in self.files]
        return None if errors else tuple(name for name in names if PurePosixPath(name).suffix in kinds)


@dataclass(frozen=True)
class Sight:
    """What a run has seen of the pages that a baseline was made of."""

    run: Coverage
    baseline: Baseline

    def covers(self, entry: Entry) -> bool:
        """Return whether the run would have found the entry again, had it still been there."""
        one = {**checks.registry(), **self.run.own}.get(entry.code)
        if one is None or entry.code not in self.run.selected or not self.has_seen(entry.file):
            return False
        if dict(self.baseline.conditions) != dict(self.run.conditions):
            return False
        if "C" in one.needs.split():
            return self._has_seen_all
        return all(map(self.has_seen, self.baseline.pages.get(entry.document, ())))

    def could_find(self, entry: Entry) -> bool:
        """Return whether the run looked for this entry's kind on its page, whatever else it left aside."""
        languages = not self.run.languages or entry.language in self.run.languages
        return entry.code in self.run.selected and languages and self.has_seen(entry.file)

    def has_seen(self, file: str) -> bool:
        """Return whether the file was read, or is gone."""
        return file in self.run.files or self.is_gone(file)

    def is_gone(self, file: str) -> bool:
        """Return whether the file stood under a path of the run and is no longer there."""
        return (
            self._is_home
            and not Path(file).exists()
            and any(root in ("", file) or file.startswith(f"{root}/") for root in self._roots)
        )

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        return tuple(shown_name(path) for path in self.run.paths if path != "-")

    @cached_property
    def _is_home(self) -> bool:
        """Return whether the working directory is the baseline's: one of its files is there."""
        return any(file in self.run.files or Path(file).exists() for file in self._files())

    @cached_property
    def _has_seen_all(self) -> bool:
        return all(map(self.has_seen, self._files()))

    def _files(self) -> Iterable[str]:
        return (file for names in self.baseline.pages.values() for file in names)


def _entries(most: int) -> int:
    count = 0
    for _, folders, files in os.walk("."):
        folders[:] = [name for name in folders if not name.startswith(".")]
        count += len(folders) + len(files)
        if count >= most:
            break
    return count


def is_run(one: Check) -> bool:
    """Return whether a run over pages calls the check."""
    return one.scope in checks.SCOPES


def compares(one: Check) -> bool:
    """Return whether the check needs other languages or other documents to find anything."""
    return one.scope == "group" or not {"N", "C"}.isdisjoint(one.needs.split())


def is_named(file: str, globs: Iterable[str]) -> bool:
    """Return whether a glob names this file, or a folder above it: by its path or by its own name."""
    parts = file.split("/")
    names = ["/".join(parts[: n + 1]) for n in range(len(parts))] + parts
    return any(fnmatchcase(name, glob.removeprefix("./").rstrip("/")) for glob in globs for name in names)
