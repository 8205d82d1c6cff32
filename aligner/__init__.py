"""Align the rulings of Magic: The Gathering across languages and find what is wrong with their translations."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer to import than an interrupt at the start should wait for
if TYPE_CHECKING:
    from typing import Any

    from aligner.library import Report, UnreadableWarning, check, load
    from aligner.model import AlignerError
    from aligner.spacy_bridge import spacy_pipeline

__version__ = "0.1.0"
__all__ = ["AlignerError", "Report", "UnreadableWarning", "check", "load", "spacy_pipeline"]

_HOMES = {"AlignerError": "model", "spacy_pipeline": "spacy_bridge"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for; spaCy takes a second, and `--help` needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"aligner.{_HOMES.get(name, 'library')}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
