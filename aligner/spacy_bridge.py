"""The bridge to spaCy: a blank pipeline that marks the terms of a glossary in `doc.spans["terms"]`.

Nothing is downloaded and no other tokenizer is needed: Chinese and Japanese are cut into characters, Korean at spaces.
A pipeline that was saved is loaded by `spacy.load`, which finds the component by its entry point.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from aligner import glossary as glossaries
from aligner.glossary import Glossary
from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError, Term
from aligner.terms import build_index

if TYPE_CHECKING:
    from spacy.language import Language

_CODES = {"zhs": "zh", "zht": "zh"}
_BY_CHARACTER = {"@tokenizers": "spacy.zh.ChineseTokenizer", "segmenter": "char"}
_BY_SPACE = {"@tokenizers": "spacy.Tokenizer.v1"}
_TOKENIZERS = {"ja": _BY_CHARACTER, "zhs": _BY_CHARACTER, "zht": _BY_CHARACTER, "ko": _BY_SPACE}


def spacy_pipeline(language: str, glossary: Glossary | Iterable[Term] | str | Path | None = None) -> Language:
    """Return a blank spaCy pipeline whose component `aligner_terms` marks the terms in `doc.spans["terms"]`.

    `language` is a code such as ru, pt-BR or zh-Hant. `glossary` is a file or folder that goes before the shipped
    one, or the terms themselves, which then are the only ones; the shipped glossary without it. Any other component
    can be added. Raises AlignerError for an unknown language or a glossary that cannot be read.
    """
    code, _region = canonical(language)
    if code not in LANGUAGES:
        raise AlignerError(f"{language!r} is no language that has terms; give one of {', '.join(LANGUAGES)}")
    index = build_index(_terms(glossary, code), code)
    import spacy

    from aligner.spacy_component import FACTORY

    own = {"nlp": {"tokenizer": _TOKENIZERS[code]}} if code in _TOKENIZERS else {}
    pipeline = spacy.blank(_CODES.get(code, code), config=own)
    marker = pipeline.add_pipe(FACTORY)
    marker.index = index  # type: ignore[attr-defined]
    return pipeline


def _terms(glossary: Glossary | Iterable[Term] | str | Path | None, code: str) -> tuple[Term, ...]:
    if isinstance(glossary, (str, Path)):
        return glossaries.merge(glossaries.load(Path(glossary)), glossaries.read_shipped()).terms(code)
    if glossary is None:
        return glossaries.read_shipped((code,))
    return glossary.terms(code) if isinstance(glossary, Glossary) else tuple(glossary)
