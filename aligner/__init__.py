"""Align the rulings of Magic: The Gathering across languages and find what is wrong with their translations."""

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import `spacy_pipeline` when it is first asked for; spaCy takes a second."""
    if name == "spacy_pipeline":
        from aligner.spacy_bridge import spacy_pipeline

        return spacy_pipeline
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
