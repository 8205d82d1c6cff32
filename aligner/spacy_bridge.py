"""The bridge to spaCy: a blank pipeline that marks the terms of a glossary in `doc.spans["terms"]`.

Nothing is downloaded and no other tokenizer is needed: Chinese and Japanese are cut into characters, Korean at spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aligner import glossary as glossaries
from aligner.glossary import Glossary
from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError, Term
from aligner.terms import TermIndex, build_index

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

FACTORY = "aligner_terms"
KEY = "terms"
"""Under which `doc.spans` has the terms."""

_CODES = {"zhs": "zh", "zht": "zh"}
_BY_CHARACTER = {"@tokenizers": "spacy.zh.ChineseTokenizer", "segmenter": "char"}
_BY_SPACE = {"@tokenizers": "spacy.Tokenizer.v1"}
_TOKENIZERS = {"ja": _BY_CHARACTER, "zhs": _BY_CHARACTER, "zht": _BY_CHARACTER, "ko": _BY_SPACE}


class TermMarker:
    """The component of the pipeline; it may be called for any language's text, but knows one language's terms."""

    def __init__(self, index: TermIndex, key: str = KEY) -> None:
        self.index = index
        self.key = key

    def __call__(self, doc: Doc) -> Doc:
        """Add a span for each term: label the concept, id the glossary's term; spans that are there stay.

        A span covers whole tokens, so in Korean the particles behind a term too.
        """
        spans = list(doc.spans.get(self.key, ()))
        known = {(span.start, span.end, span.label_) for span in spans}
        for match in self.index.find(doc.text):
            concept, written = match.term.concept, match.term.text
            span = doc.char_span(match.start, match.end, label=concept, span_id=written, alignment_mode="expand")
            if span is not None and (span.start, span.end, concept) not in known:
                known.add((span.start, span.end, concept))
                spans.append(span)
        doc.spans[self.key] = sorted(spans, key=lambda span: (span.start, span.end))
        return doc

    def to_bytes(self, **_: object) -> bytes:
        """Return the language and the terms, for `nlp.to_bytes`."""
        import json

        rows = [_cells(term) for term in self.index.terms]
        return json.dumps({"language": self.index.language, "key": self.key, "terms": rows}).encode()

    def from_bytes(self, data: bytes, **_: object) -> TermMarker:
        """Take the language and the terms that `to_bytes` gave."""
        import json

        held = json.loads(data)
        terms = [_term(cells) for cells in held["terms"]]
        self.index, self.key = build_index(terms, held["language"]), held["key"]
        return self

    def to_disk(self, path: Path | str, **_: object) -> None:
        """Write what `to_bytes` gives."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: Path | str, **_: object) -> TermMarker:
        """Read what `to_disk` wrote."""
        return self.from_bytes(Path(path).read_bytes())


def _cells(term: Term) -> dict[str, Any]:
    dates = {"since": term.since and term.since.isoformat(), "until": term.until and term.until.isoformat()}
    names = ("concept", "text", "language", "status", "pos", "forms", "note", "source", "shipped")
    return {**{name: getattr(term, name) for name in names}, **dates}


def _term(cells: dict[str, Any]) -> Term:
    from datetime import date

    dates = {name: date.fromisoformat(cells[name]) for name in ("since", "until") if cells[name]}
    return Term(**{**cells, "since": None, "until": None, **dates, "forms": tuple(cells["forms"])})


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
    from spacy.language import Language

    if not Language.has_factory(FACTORY):
        Language.factory(FACTORY, default_config={"key": KEY}, assigns=["doc.spans"], func=_empty)
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


def _empty(nlp: Language, name: str, key: str) -> Callable[[Doc], Doc]:
    """Make the component without terms; it gets them from the pipeline's maker or from disk."""
    return TermMarker(build_index((), nlp.lang or ""), key)
