"""The baseline: the findings of a run, written down so that a later run knows them again."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aligner.model import AlignerError, Document, Finding
from aligner.reading.files import shown_name
from aligner.recognition import Entry, entry_of

VERSION = 1
_MARK = {"program": "aligner", "content": "baseline"}
_COLUMNS = ("fingerprint", "code", "language", "document", "file", "excerpt", "concept")
_ENTRY = re.compile(r'"fingerprint": "([0-9a-f]{24}(?:-\d+)?)"')


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a baseline holds: its entries, the files of each document that was read for it, and how it was made.

    `conditions` are the options that decide what a run can find.
    """

    entries: tuple[Entry, ...]
    pages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)


def read(path: Path) -> Baseline:
    """Return what the file holds; AlignerError where it is missing, foreign, cut off, edited or of another version."""
    shown = shown_name(str(path)) or str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise AlignerError(f"{shown}: there is no such baseline; make it with --write-baseline {shown}") from error
    except OSError as error:
        raise AlignerError(f"{shown}: cannot read the baseline ({error.strerror or error}); check the path") from error
    except UnicodeDecodeError as error:
        raise AlignerError(_foreign(shown)) from error
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        if '"program": "aligner"' not in text[:200]:
            raise AlignerError(_foreign(shown)) from error
        place = f"{shown}:{error.lineno}" if isinstance(error, json.JSONDecodeError) else shown
        raise AlignerError(f"{place}: the baseline is cut off or damaged; {_REMEDY}") from error
    return _checked(content, text, shown)


_REMEDY = "restore it from version control, or delete it and write it anew with --write-baseline"


def _foreign(shown: str) -> str:
    return f"{shown}: this is no baseline of aligner's; name one that --write-baseline made"


def _checked(content: Any, text: str, shown: str) -> Baseline:
    """Return the content where its marks, its version and its digest are right."""
    if not isinstance(content, dict) or any(content.get(key) != value for key, value in _MARK.items()):
        raise AlignerError(_foreign(shown))
    if content.get("version") != VERSION:
        raise AlignerError(
            f"{shown}: the baseline is of version {content.get('version')!r}, this aligner reads version {VERSION}; "
            "delete it and write it anew with --write-baseline"
        )
    if content.get("digest") != _digest(content):
        raise AlignerError(f"{shown}: the baseline was edited by hand or merged, its digest is wrong; {_REMEDY}")
    lines = {found[1]: number for number, line in enumerate(text.splitlines(), 1) if (found := _ENTRY.search(line))}
    entries = tuple(
        Entry(**{name: row[name] for name in _COLUMNS}, source=shown, line=lines.get(row["fingerprint"], 1))
        for row in content["findings"]
    )
    return Baseline(entries, {title: tuple(files) for title, files in content["pages"].items()}, content["conditions"])


def rendered(
    findings: Iterable[Finding],
    documents: Iterable[Document],
    conditions: Mapping[str, Any],
    kept: Iterable[Entry] = (),
    pages: Mapping[str, Iterable[str]] | None = None,
) -> str:
    """Return the text of a baseline of these findings: an entry a line, sorted, without a line number or a date.

    `kept` are entries of an older baseline that go into it unchanged, `pages` the files that were read for those.
    """
    files: dict[str, set[str]] = defaultdict(set)
    for title, names in (pages or {}).items():
        files[title].update(names)
    for document in documents:
        files[document.title].update(page.file for page in document.pages)
    rows: dict[str, dict[str, str]] = {}
    for entry in (*kept, *map(entry_of, findings)):
        fingerprint = _free(entry.fingerprint, rows)
        rows[fingerprint] = {name: getattr(entry, name) or "" for name in _COLUMNS} | {"fingerprint": fingerprint}
    content: dict[str, Any] = {**_MARK, "version": VERSION, "digest": "", "conditions": dict(conditions)}
    content["pages"] = {title: sorted(names) for title, names in sorted(files.items())}
    content["findings"] = sorted(
        rows.values(), key=lambda row: (row["file"], row["code"], *_natural(row["fingerprint"]))
    )
    content["digest"] = _digest(content)
    return _written(content)


def _free(fingerprint: str, taken: Collection[str]) -> str:
    """Return the fingerprint, or the next one of its like that no entry has: their numbers are those of a run each."""
    base, number = _natural(fingerprint)
    while fingerprint in taken:
        number += 1
        fingerprint = f"{base}-{number}"
    return fingerprint


def _natural(fingerprint: str) -> tuple[str, int]:
    base, _, number = fingerprint.partition("-")
    return base, int(number or 1)


def _written(content: Mapping[str, Any]) -> str:
    """Return the content as JSON in which a line is a document, or an entry."""
    head = [f" {_json(key)}: {_json(content[key])},\n" for key in (*_MARK, "version", "digest", "conditions")]
    pages = ",\n".join(f"  {_json(title)}: {_json(files)}" for title, files in content["pages"].items())
    rows = ",\n".join(f"  {_json(row)}" for row in content["findings"])
    return "{\n" + "".join(head) + f' "pages": {{\n{pages}\n }},\n "findings": [\n{rows}\n ]\n}}\n'


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if re.search(r"[\ud800-\udfff\u0085\u2028\u2029]", text) else text


def _digest(content: Mapping[str, Any]) -> str:
    """Return a hash of all but the digest itself, however it is laid out."""
    rest = {key: value for key, value in content.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]
