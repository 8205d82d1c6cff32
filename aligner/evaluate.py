"""Compare findings with labels: how much of what is wrong was found, and how much of what was found is wrong."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from aligner import checks
from aligner.model import LANGUAGES, AlignerError, Finding, Page
from aligner.reading import sheets
from aligner.reading.files import shown_name
from aligner.recognition import TRUE_FAULT, Entry, matched

COLUMNS = ("file", "line", "code", "excerpt", "note")
REQUIRED = ("file", "line", "code")
ALL = "all"
_NORMAL_95 = 1.959963984540054

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """What somebody says is wrong: the code of a check, and the place where its finding must stand.

    `file` is named as in a report. `line` is 0 where the format has no lines. An empty `excerpt` stands for the whole
    ruling, and agrees with every finding of the code at that line.
    """

    file: str
    line: int
    code: str
    excerpt: str = ""
    note: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """Counts for one check in one language, or for all of either.

    `labels` is what is wrong, `findings` what was reported, `found` how many of the labels were met by a finding. A
    finding meets one label at most. `labels` is None where people judged findings only, so that nobody knows what was
    missed.
    """

    code: str
    language: str
    labels: int | None
    findings: int
    found: int

    @property
    def precision(self) -> float | None:
        """Return the share of findings that meet a label, None where there are no findings."""
        return self.found / self.findings if self.findings else None

    @property
    def recall(self) -> float | None:
        """Return the share of labels that were met, None where there are no labels."""
        return self.found / self.labels if self.labels else None

    @property
    def f1(self) -> float | None:
        """Return the harmonic mean of precision and recall, None where there is neither label nor finding."""
        both = self.findings + (self.labels or 0)
        return 2 * self.found / both if both and self.labels is not None else None

    @property
    def precision_interval(self) -> Interval | None:
        """Return the 95 % confidence interval of the precision."""
        return wilson(self.found, self.findings)

    @property
    def recall_interval(self) -> Interval | None:
        """Return the 95 % confidence interval of the recall."""
        return wilson(self.found, self.labels or 0)

    @property
    def f1_interval(self) -> Interval | None:
        """Return the 95 % confidence interval of F1, which grows with the share of pairs in labels and findings."""
        pairs = wilson(self.found, self.labels + self.findings - self.found) if self.labels is not None else None
        return (2 * pairs[0] / (1 + pairs[0]), 2 * pairs[1] / (1 + pairs[1])) if pairs else None


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores, what was missed and what was reported without a label.

    The rows go by code and language; a row with the language "all" closes a code that has several; the last row is
    over all.
    """

    rows: tuple[Score, ...]
    missed: tuple[Label, ...]
    unlabelled: tuple[Finding, ...]

    @property
    def perfect(self) -> bool:
        """Return whether the findings are the labels."""
        return not self.missed and not self.unlabelled


def wilson(successes: int, trials: int) -> Interval | None:
    """Return the 95 % confidence interval of a share after Wilson, None where nothing was tried."""
    if not trials:
        return None
    square = _NORMAL_95**2
    share = successes / trials
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = _NORMAL_95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2)) / (1 + square / trials)
    return (0.0 if not successes else middle - half, 1.0 if successes == trials else middle + half)


def evaluate(findings: Sequence[Finding], labels: Sequence[Label]) -> Scores:
    """Score the findings of a run against the labels.

    A label is met by a finding of its code in its file and line whose excerpt is about the same piece of text. Where
    several could meet it, an equal excerpt goes before one that overlaps, and the report's order decides the rest.
    """
    met = _pairs(findings, labels)
    languages = {one.file: one.language for one in findings}
    labelled = [label.language or languages.get(label.file, "") for label in labels]
    told = Counter((label.code, language) for label, language in zip(labels, labelled, strict=True))
    given = Counter((one.code, one.language) for one in findings)
    found = Counter((labels[number].code, labelled[number]) for number in met)
    return Scores(
        tuple(_rows(told, given, found)),
        tuple(label for number, label in enumerate(labels) if number not in met),
        tuple(one for number, one in enumerate(findings) if number not in set(met.values())),
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """The precision of findings by what people decided; findings of which nothing was decided take no part.

    `false_alarms` are findings that were called so, with the reason; `undecided` counts the others; `gone` counts the
    decisions whose finding is no longer reported.
    """

    rows: tuple[Score, ...]
    false_alarms: tuple[tuple[Finding, str], ...]
    undecided: int
    gone: int


def judged(findings: Sequence[Finding], decisions: Sequence[Entry]) -> Judged:
    """Score the findings of a run by decisions on them: a true fault is right, a false alarm is wrong."""
    met = matched(findings, decisions)
    given = Counter((findings[number].code, findings[number].language) for number in met)
    right = (findings[number] for number, entry in met.items() if entry.decision == TRUE_FAULT)
    found = Counter((one.code, one.language) for one in right)
    return Judged(
        tuple(replace(row, labels=None) for row in _rows({}, given, found)),
        tuple((findings[n], entry.reason) for n, entry in sorted(met.items()) if entry.decision != TRUE_FAULT),
        len(findings) - len(met),
        len(decisions) - len(met),
    )


def _pairs(findings: Sequence[Finding], labels: Sequence[Label]) -> dict[int, int]:
    """Return which label (by number) is met by which finding, each of either at most once."""
    places: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for number, one in enumerate(findings):
        places[one.file, one.line, one.code].append(number)
    met: dict[int, int] = {}
    taken: set[int] = set()
    rounds: tuple[Callable[[str, str], bool], ...] = (_equal, _overlapping)
    for agrees in rounds:
        for number, label in enumerate(labels):
            if number in met:
                continue
            for candidate in places[label.file, label.line, label.code]:
                if candidate not in taken and agrees(label.excerpt, findings[candidate].excerpt):
                    met[number] = candidate
                    taken.add(candidate)
                    break
    return met


def _equal(label: str, finding: str) -> bool:
    return bool(label) and " ".join(label.split()) == " ".join(finding.split())


def _overlapping(label: str, finding: str) -> bool:
    """Return whether two excerpts of one line share at least half of the shorter; an empty label agrees with all."""
    one, other = " ".join(label.split()), " ".join(finding.split())
    if not one or one in other or (other and other in one):
        return True
    common = SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size
    return 2 * common >= max(min(len(one), len(other)), 1)


def _rows(
    told: Mapping[tuple[str, str], int], given: Mapping[tuple[str, str], int], found: Mapping[tuple[str, str], int]
) -> Iterable[Score]:
    def score(code: str, language: str) -> Score:
        counts = (
            sum(
                count
                for (its_code, its_language), count in table.items()
                if code in (ALL, its_code) and language in (ALL, its_language)
            )
            for table in (told, given, found)
        )
        return Score(code, language, *counts)

    keys = {*told, *given}
    for code in sorted({code for code, _ in keys}):
        languages = sorted((language for its, language in keys if its == code), key=_language_order)
        yield from (score(code, language) for language in languages)
        if len(languages) > 1:
            yield score(code, ALL)
    for language in sorted({language for _, language in keys}, key=_language_order):
        yield score(ALL, language)
    yield score(ALL, ALL)


def _language_order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES), language)


def read_labels(path: Path, paths: Sequence[str], pages: Sequence[Page]) -> tuple[tuple[Label, ...], int]:
    """Return the labels of a CSV file, and how many were left out because their files are no part of the run.

    The columns are file, line, code, excerpt and note, the last two optional. `file` is relative to the folder of the
    labels, or else to one of the paths of the run; the first of these places that a page of the run came from is taken.
    AlignerError with file, line and remedy where a label names a column, a code, a file or a line that there is not.
    """
    folder = path.parent
    roots = (folder, *(Path(one) for one in paths), *(Path(one).parent for one in paths), Path())
    last = _last_lines(pages)
    labels = []
    left_out = 0
    for number, row in _table(path):
        place = f"{path}:{number}"
        code = _code(row["code"], place)
        file = _file(row["file"], roots, last, place)
        if not file:
            left_out += 1
            continue
        line = _number(row["line"], last[file], file, place)
        language = next(page.language for page in pages if page.file == file)
        labels.append(Label(file, line, code, row.get("excerpt", ""), row.get("note", ""), language))
    return tuple(labels), left_out


def _code(name: str, place: str) -> str:
    codes = checks.registry()
    code = name.upper()
    if code not in codes:
        near = get_close_matches(code, list(codes), 1)
        hint = f"did you mean {near[0]}?" if near else "`aligner checks` lists them"
        raise AlignerError(f"{place}: there is no check {name!r}; {hint}")
    return code


def _table(path: Path) -> Iterable[tuple[int, dict[str, str]]]:
    """Yield the rows of the labels with their lines; cells without blanks around them."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise AlignerError(f"{path}: cannot read the labels ({reason}); check the name and the rights") from error
    except UnicodeDecodeError as error:
        raise AlignerError(f"{path}: the labels are not UTF-8 text; save them as CSV in UTF-8") from error
    header: list[str] = []
    for line, cells in sheets.lined_rows(text, str(path), "check its quotation marks"):
        if not header:
            header = _header(cells, f"{path}:{line}")
        elif len(cells) > len(header):
            raise AlignerError(
                f"{path}:{line}: {len(cells)} cells for {len(header)} columns; quote a cell that has a comma"
            )
        else:
            padded = [cell.strip() for cell in cells] + [""] * (len(header) - len(cells))
            yield line, dict(zip(header, padded, strict=True))
    if not header:
        raise AlignerError(f"{path}:1: the labels are empty; the first line names the columns: {','.join(COLUMNS)}")


def _header(cells: Sequence[str], place: str) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    for name in names:
        if name not in COLUMNS:
            near = get_close_matches(name, COLUMNS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the columns are {','.join(COLUMNS)}"
            raise AlignerError(f"{place}: unknown column {name!r}; {hint}")
        if names.count(name) > 1:
            raise AlignerError(f"{place}: column {name!r} stands twice; keep one")
    for name in REQUIRED:
        if name not in names:
            raise AlignerError(f"{place}: no column {name!r}; the columns are {','.join(COLUMNS)}")
    return names


def _file(name: str, roots: Iterable[Path], known: Mapping[str, int], place: str) -> str:
    """Return how reports name the file of a label, nothing where it is there and no part of the run."""
    tried = [root / name for root in roots] if name else []
    candidates = [shown_name(str(one)) for one in tried]
    found = next((candidate for candidate in candidates if candidate in known), "")
    if not found and not any(one.is_file() for one in tried):
        near = get_close_matches(candidates[0] if candidates else "", list(known), 1, 0.8)
        hint = f"did you mean {near[0]}?" if near else "name it relative to the labels or to a PATH"
        raise AlignerError(f"{place}: there is no file {name!r}; {hint}")
    return found


def _last_lines(pages: Iterable[Page]) -> dict[str, int]:
    """Return the last line of each file that a page has something on, 0 where the format has no lines."""
    last: dict[str, int] = {}
    for page in pages:
        ends = [entry.place(len(entry.text))[0] for entry in page.entries]
        ends += [entry.label_line for entry in page.entries]
        ends += [piece.line + piece.text.count("\n") for piece in page.residue]
        last[page.file] = max([last.get(page.file, 0), *ends])
    return last


def _number(cell: str, last: int, file: str, place: str) -> int:
    """Return the line of a label; an empty cell is lawful where the format has no lines."""
    if not cell and not last:
        return 0
    line = int(cell) if cell.isascii() and cell.isdigit() else 0
    last = max(last, 1)
    if not 1 <= line <= last:
        raise AlignerError(f"{place}: {file} has no line {cell!r}; give the line of the finding, from 1 to {last}")
    return line
