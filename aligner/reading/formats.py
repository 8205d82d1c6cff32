"""What the readers of structured formats share: where a value stands in the source, and shapes that are wrong."""

from __future__ import annotations

import datetime
import json
from typing import Any

from aligner.model import AlignerError


class Places:
    """Find the lines of JSON strings in the source, in the order in which they are asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line = 1
        self._begin = 0
        self._furthest = 0

    def find(self, value: str) -> tuple[int, int]:
        """Return line and column of the first character of this value behind the entry begun last; (0, 0) if unseen."""
        for written in (json.dumps(value, ensure_ascii=False), json.dumps(value)):
            at = self._text.find(written, self._position)
            if at >= 0:
                self._furthest = max(self._furthest, at + len(written))
                begin = self._text.rfind("\n", self._position, at) + 1 or self._begin
                return self._line + self._text.count("\n", self._position, at), at + 1 - begin + 1
        return 0, 0

    def next_entry(self) -> None:
        """Go on behind the furthest value found so far."""
        self._line += self._text.count("\n", self._position, self._furthest)
        self._begin = self._text.rfind("\n", self._position, self._furthest) + 1 or self._begin
        self._position = self._furthest


def load(text: str, shown: str) -> Any:
    """Return what the JSON holds; AlignerError with the line where it is broken."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise AlignerError(
            f"{shown}:{error.lineno}: broken JSON ({error.msg}); the file may be cut off: fetch it again"
        ) from error
    except (ValueError, RecursionError) as error:
        raise AlignerError(f"{shown}: JSON that cannot be read ({type(error).__name__}); check its nesting") from error


def iso_date(value: object) -> datetime.date | None:
    """Return the date of an ISO string, None for anything else."""
    try:
        return datetime.date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def text_of(value: object) -> str:
    """Return a string as it is, and "" for whatever else stands in its place."""
    return value if isinstance(value, str) else ""
