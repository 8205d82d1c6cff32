"""Glossaries: the terms of the game, one CSV file a language, and how a user's goes before ours.

A row is a `Term`. Its `pos` tells how the matcher inflects it: "noun" (the head of a phrase, with the adjectives before
it), "verb" (the first verb of a phrase, participles too), "adjective", "phrase" (never inflected), or empty, to be
guessed. An entry of `forms` is literal, matched as written; one that begins with `~` is a lemma, inflected like the
term itself. So the two aspects of a Russian verb are one term (разыграть with `~разыгрывать`) and never compete with
each other. A note whose first word is "common" marks an everyday word, weak evidence. A concept whose name begins with
"-" has longer words that hide a term; they are matched and dropped.
"""

from __future__ import annotations

import csv
import datetime
import difflib
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from aligner.data import shipped as shipped_folder
from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError, Term
from aligner.text import fold

COLUMNS = ("concept", "term", "status", "pos", "forms", "since", "until", "note", "source")
BLOCKER = "-"
STATUSES = {
    "": "preferred",
    "preferred": "preferred",
    "admitted": "admitted",
    "allowed": "admitted",
    "deprecated": "deprecated",
    "forbidden": "deprecated",
    "superseded": "superseded",
    "candidate": "candidate",
}
CANDIDATE = "candidate"
"""The status of a term that nobody has judged yet, as mining gives it: it is kept, and no check looks at it."""
_LANGUAGE_COLUMNS = ("language", "lang")
_SEPARATORS = ",;\t"
_ISO_639 = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da dv dz ee el "
    "eo et eu fa ff fi fj fo fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is iu jv ka kg "
    "ki kj kk kl km kn kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng "
    "nl nn no nr nv ny oc oj om or os pa pi pl ps qu rm rn ro rw sa sc sd se sg si sk sl sm sn so sq sr ss st su "
    "sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zu"
)


@lru_cache(maxsize=1 << 14)
def concept_key(name: str) -> str:
    """Return what two spellings of a concept's name share: case, `_`, `-` and spaces do not count."""
    plain = re.sub(r"[\s_\-]+", " ", unicodedata.normalize("NFKC", name).casefold()).strip()
    return f"-{plain}" if name.startswith(BLOCKER) else plain


def term_key(text: str) -> str:
    """Return what two spellings of a term share: `text.fold`, and spaces and the Japanese middle dot do not count."""
    return " ".join(fold(text).replace("・", "").split())


@dataclass(frozen=True, slots=True)
class Glossary:
    """The rows of one or several glossaries, in order, with their look-ups."""

    rows: tuple[Term, ...] = ()
    _of: Mapping[tuple[str, str], tuple[Term, ...]] = field(init=False, repr=False, compare=False)
    _terms: Mapping[str, tuple[Term, ...]] = field(init=False, repr=False, compare=False)
    _common: frozenset[tuple[str, str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of: dict[tuple[str, str], list[Term]] = defaultdict(list)
        terms: dict[str, list[Term]] = defaultdict(list)
        for row in (row for row in self.rows if row.status != CANDIDATE):
            of[concept_key(row.concept), row.language].append(row)
            terms[row.language].append(row)
        object.__setattr__(self, "_of", {key: tuple(rows) for key, rows in of.items()})
        object.__setattr__(self, "_terms", {key: tuple(rows) for key, rows in terms.items()})
        common = {key for key, rows in of.items() if any(r.accepted and r.note.startswith("common") for r in rows)}
        object.__setattr__(self, "_common", frozenset(common))

    def terms(self, language: str) -> tuple[Term, ...]:
        """Return every row of this language, in the glossary's order."""
        return self._terms.get(language, ())

    def of(self, concept: str, language: str) -> tuple[Term, ...]:
        """Return the rows of a concept in this language; none where the glossary has none."""
        return self._of.get((concept_key(concept), language), ())

    def is_common(self, concept: str, language: str) -> bool:
        """Return whether the note of an accepted row of the concept in this language begins with `common`."""
        return (concept_key(concept), language) in self._common

    def preferred(self, concept: str, language: str) -> Term | None:
        """Return the preferred term of a concept in this language, None where there is none."""
        return next((row for row in self.of(concept, language) if row.status == "preferred"), None)

    @property
    def concepts(self) -> tuple[str, ...]:
        """Return the names of the concepts that have a judged term, sorted, without the blockers."""
        judged = (row for row in self.rows if row.status != CANDIDATE)
        return tuple(sorted({row.concept for row in judged if not row.concept.startswith(BLOCKER)}))

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages that have a row, ours first, in the order of the reports."""
        return tuple(sorted(self._terms, key=_language_order))


def _language_order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES), language)


def load(path: Path, *, shipped: bool = False) -> tuple[Term, ...]:
    """Read a glossary: one CSV file, or every `*.csv` that lies directly in a folder, by name.

    Returns the rows in their order, the same row twice only once. Raises AlignerError naming file and line
    where the input is unreadable or wrong.
    """
    try:
        files = sorted(p for p in path.glob("*.csv") if not p.name.startswith(".")) if path.is_dir() else [path]
        if not files:
            raise AlignerError(f"{path}: the folder has no .csv file; name a glossary file or a folder that holds some")
        rows = [row for file in files for row in _read_file(file, shipped)]
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise AlignerError(f"{path}: the glossary cannot be read ({reason}); check the name and the rights") from error
    return _without_duplicates(rows)


@dataclass(frozen=True, slots=True)
class Row:
    """A term and where it stands: the file's name as reports print it, and the line from 1."""

    file: str
    line: int
    term: Term


def located(file: Path, shown: str) -> tuple[Row, ...]:
    """Return every row of a glossary file with its place, the same row twice as two.

    Raises AlignerError naming file and line where the input is unreadable or wrong.
    """
    try:
        return tuple(Row(shown, line, term) for line, term in _numbered(file, shipped=False))
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise AlignerError(f"{file}: the glossary cannot be read ({reason}); check the name and the rights") from error


def read_shipped(languages: Sequence[str] | None = None) -> tuple[Term, ...]:
    """Return the rows of our own glossaries, of all languages or of these; a language without one has no rows."""
    files = sorted(shipped_folder("glossaries").glob("*.csv"), key=lambda file: _language_order(file.stem))
    wanted = [file for file in files if languages is None or file.stem in languages]
    return tuple(row for file in wanted for row in load(file, shipped=True))


def _without_duplicates(rows: Iterable[Term]) -> tuple[Term, ...]:
    seen: dict[tuple[object, ...], Term] = {}
    for row in rows:
        key = (concept_key(row.concept), row.language, term_key(row.text), row.status, row.pos, row.since, row.until)
        seen.setdefault(key, row)
    return tuple(seen.values())


def _read_file(file: Path, shipped: bool) -> Iterator[Term]:
    return (term for _, term in _numbered(file, shipped))


def _numbered(file: Path, shipped: bool) -> Iterator[tuple[int, Term]]:
    """Yield the rows of a file with their lines."""
    text = _decode(file)
    lines = text.splitlines()
    blank = next((n for n, line in enumerate(lines) if line.strip()), None)
    if blank is None:
        raise AlignerError(f"{file}:1: the glossary is empty; its first line names the columns: {','.join(COLUMNS)}")
    separator = max(_SEPARATORS, key=lambda mark: (lines[blank].count(mark), -_SEPARATORS.index(mark)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header: list[str] | None = None
    start = 1
    try:
        for cells in reader:
            line, start = start, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = _header(cells, f"{file}:{line}")
                default = _file_language(file) if not set(header) & set(_LANGUAGE_COLUMNS) else ""
                continue
            yield line, _row(dict(_cells(header, cells, f"{file}:{line}")), f"{file}:{line}", default, shipped)
    except csv.Error as error:
        raise AlignerError(f"{file}:{start}: the row is no CSV ({error}); check its quotation marks") from error


def _decode(file: Path) -> str:
    data = file.read_bytes()
    code = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(code)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AlignerError(f"{file}:{line}: the glossary is not UTF-8 text; save it as CSV in UTF-8") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise AlignerError(f"{file}:{line}: the glossary is not text; save it as CSV in UTF-8")
    return text


def _header(cells: Sequence[str], place: str) -> list[str]:
    names = [re.sub(r"[\s_]+", "_", cell.strip().lower()) for cell in cells]
    known = (*COLUMNS, *_LANGUAGE_COLUMNS)
    for name in names:
        if name and name not in known:
            raise AlignerError(f"{place}: unknown column {name!r}; {_column_advice(name, known)}")
    doubled = [name for name, count in Counter(names).items() if name and count > 1]
    if doubled or len(set(names) & set(_LANGUAGE_COLUMNS)) > 1:
        raise AlignerError(f"{place}: column {doubled[0] if doubled else 'language'!r} stands twice; keep one")
    for name in ("concept", "term"):
        if name not in names:
            raise AlignerError(
                f"{place}: no column {name!r}; the first line names the columns, at least concept and term"
            )
    return names


def _column_advice(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    if _language(name):
        return "did you mean a column 'language'? A glossary has one row a term, with its language in that column"
    return f"did you mean one of {', '.join(known)}?"


def _cells(header: Sequence[str], cells: Sequence[str], place: str) -> Iterator[tuple[str, str]]:
    if any(cell.strip() for cell in cells[len(header) :]):
        raise AlignerError(f"{place}: more cells than columns; put a cell that holds the separator in quotation marks")
    for name, cell in zip(header, cells, strict=False):
        if not name and cell.strip():
            raise AlignerError(f"{place}: a cell under no column name; name the column or empty the cell")
        yield name, " ".join(cell.split())


def _row(cells: Mapping[str, str], place: str, default: str, shipped: bool) -> Term:
    for name in ("concept", "term"):
        if not cells.get(name):
            raise AlignerError(f"{place}: empty {name}; fill the cell or take the row out")
    written = cells.get("language") or cells.get("lang") or ""
    language = _language(written) if written else default
    if not language:
        says = f"unknown language {written!r}" if written else "no language"
        raise AlignerError(f"{place}: {says}; write a code such as {', '.join(LANGUAGES)}")
    since, until = (_date(cells.get(name, ""), name, place) for name in ("since", "until"))
    if since and until and until <= since:
        raise AlignerError(f"{place}: until {until} is not after since {since}; swap or correct them")
    return Term(
        concept=cells["concept"],
        text=cells["term"],
        language=language,
        status=_status(cells.get("status", ""), place),
        pos=_POS.get(cells.get("pos", "").lower().rstrip("."), cells.get("pos", "").lower()),
        forms=tuple(form for part in cells.get("forms", "").split("|") if (form := part.strip()).strip("~")),
        since=since,
        until=until,
        note=cells.get("note", ""),
        source=cells.get("source", ""),
        shipped=shipped,
    )


_POS = {"n": "noun", "v": "verb", "a": "adjective", "adj": "adjective", "substantive": "noun"}


def _status(written: str, place: str) -> str:
    status = STATUSES.get(written.lower())
    if status is None:
        close = difflib.get_close_matches(written.lower(), [s for s in STATUSES if s], n=1, cutoff=0.5)
        advice = f"did you mean {close[0]!r}?" if close else "write preferred, admitted, deprecated or superseded"
        raise AlignerError(f"{place}: unknown status {written!r}; {advice}")
    return status


def _date(written: str, column: str, place: str) -> datetime.date | None:
    if not written:
        return None
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", written, re.ASCII):
            return datetime.date.fromisoformat(written)
    except ValueError:
        pass
    raise AlignerError(f"{place}: {column} {written!r} is no date; write it as year-month-day: 2021-04-23")


def _language(tag: str) -> str:
    """Return our code, or the two letters that ISO 639-1 gives a language beside ours; empty for anything else."""
    code = tag.lower() if tag.lower() in LANGUAGES else canonical(tag)[0]
    return code if code in LANGUAGES or code in _ISO_639.split() else ""


def _file_language(file: Path) -> str:
    """Return the language of the file's name: the whole stem, else the leftmost segment that is one of our codes."""
    segments = (code for part in re.split(r"[._]", file.stem) if part and (code := _language(part)) in LANGUAGES)
    return _language(file.stem) or next(segments, "")


def merge(user: Iterable[Term], shipped: Iterable[Term]) -> Glossary:
    """Return one glossary in which the user's rows go before ours.

    A concept of the user's joins one of ours of the same name, else the one that shares the most terms with it in
    any language; it keeps the user's name, and our rows go on under it. The user's status for a term wins, and the
    user's preferred term replaces ours of that language: ours is still known, and no longer accepted. Where the two
    are different parts of speech they complete each other, and ours is an admitted one. A row of the user's that says
    no part of speech takes ours for the same word, and with it the other forms of the same verb. The user's candidates
    are left out.
    """
    judged = (row for row in user if row.status != CANDIDATE)
    mine, ours = _one_spelling(_without_duplicates(judged)), tuple(shipped)
    if not mine:
        return Glossary(ours)
    names = _joined(mine, ours)
    ours = tuple(replace(row, concept=names.get(row.concept, row.concept)) for row in ours)
    taken: dict[tuple[str, str], list[Term]] = defaultdict(list)
    for row in mine:
        taken[row.concept, row.language].append(row)
    own: list[Term] = []
    kept: list[Term] = []
    theirs: dict[tuple[str, str], list[Term]] = defaultdict(list)
    for row in ours:
        theirs[row.concept, row.language].append(row)
    for key, rows in taken.items():
        first, second = _settle(rows, theirs.pop(key, []))
        own += first
        kept += second
    rest = {id(row) for rows in theirs.values() for row in rows}
    return Glossary((*own, *kept, *(row for row in ours if id(row) in rest)))


def _one_spelling(rows: Iterable[Term]) -> tuple[Term, ...]:
    names: dict[str, str] = {}
    return tuple(replace(row, concept=names.setdefault(concept_key(row.concept), row.concept)) for row in rows)


def _joined(mine: Sequence[Term], ours: Sequence[Term]) -> dict[str, str]:
    """Return our concept's name → the user's, each at most once; the same name first, then the most shared terms."""
    shelves: dict[tuple[str, str], list[Term]] = defaultdict(list)
    by_name = {concept_key(row.concept): row.concept for row in ours}
    for row in (row for row in ours if not row.concept.startswith(BLOCKER)):
        for word in _words(row):
            shelves[row.language, word].append(row)
    joined: dict[str, str] = {}
    shared: dict[tuple[str, str], tuple[int, int]] = {}
    for row in mine:
        if (name := by_name.get(concept_key(row.concept))) is not None:
            joined[name] = row.concept
            continue
        for other in shelves[row.language, term_key(row.text)]:
            sure, any_ = shared.get((other.concept, row.concept), (0, 0))
            shared[other.concept, row.concept] = (sure + (row.accepted and other.accepted), any_ + 1)
    placed = set(joined.values())
    for (our, their), _ in sorted(shared.items(), key=lambda item: (-item[1][0], -item[1][1], item[0])):
        if our not in joined and their not in placed:
            joined[our] = their
            placed.add(their)
    return joined


def _words(row: Term) -> set[str]:
    """Return the keys of a row's own term and of the lemmas among its forms."""
    return {term_key(row.text), *(term_key(form[1:]) for form in row.forms if form.startswith("~"))}


def _settle(mine: Sequence[Term], ours: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    """Return the user's and our rows of one concept and language, settled against each other."""
    own = list(mine)
    kept: list[Term] = []
    for row in ours:
        partners = [mate for mate in own if term_key(mate.text) in _words(row)]
        accepted = sorted((mate for mate in partners if mate.accepted), key=lambda mate: mate.status != "preferred")
        refused = {term_key(mate.text) for mate in partners if not mate.accepted}
        if accepted:
            own[own.index(accepted[0])] = _informed(accepted[0], row, refused)
            own = [mate for mate in own if mate not in accepted[1:]]
        elif term_key(row.text) not in refused:
            kept.append(replace(row, forms=_forms_without(row.forms, refused)))
        own = [_informed(mate, row, set(), forms=False) if mate in partners else mate for mate in own]
    return own, [_replaced(row, own) for row in kept]


def _replaced(ours: Term, mine: Sequence[Term]) -> Term:
    """Return our row, refused where the user prefers another term of its kind, admitted where one of another kind."""
    preferred = [row for row in mine if row.status == "preferred"]
    if not preferred or ours.status != "preferred":
        return ours
    rivals = any(not row.pos or not ours.pos or row.pos == ours.pos for row in preferred)
    return replace(ours, status="deprecated" if rivals else "admitted")


def _informed(mine: Term, ours: Term, refused: set[str], *, forms: bool = True) -> Term:
    """Return the user's row with what ours knows and it does not say: part of speech, forms, that it is common."""
    if forms:
        drop = refused | {term_key(mine.text), *(term_key(form.lstrip("~")) for form in mine.forms)}
        mine = replace(mine, forms=(*mine.forms, *_forms_without((f"~{ours.text}", *ours.forms), drop)))
    note = mine.note or ours.note
    if ours.note.startswith("common") and not note.startswith("common"):
        note = f"common; {note}"
    return replace(mine, pos=mine.pos or ours.pos, note=note)


def _forms_without(forms: Iterable[str], drop: set[str]) -> tuple[str, ...]:
    return tuple(form for form in forms if term_key(form.lstrip("~")) not in drop)
