"""Aligned rulings for people and for other programs: one module a format, each with `report(corpus, config)`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aligner.config import Config
    from aligner.results import Corpus

FORMATS = ("text", "csv", "xlsx", "json", "html", "tmx")
"""The formats of `aligner align`, in the order of the manual; each is a module here."""


def rendered(style: str, corpus: Corpus, config: Config, width: int = 0) -> str | bytes:
    """Return the documents and their groups in one of the formats; `width` is that of the terminal, 0 without one."""
    if style == "text":
        from aligner.report.alignment import text

        return text.blocks(corpus, width)
    content: str | bytes = import_module(f"aligner.report.alignment.{style}").report(corpus, config)
    return content
