"""The component of a spaCy pipeline that marks terms; importing it registers it, so only spaCy's own callers do."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from spacy.language import Language  # spaCy's registry wants the decorator run at import, by its entry point
from spacy.tokens import Doc

from aligner.model import Term
from aligner.terms import TermIndex, build_index

FACTORY = "aligner_terms"
KEY = "terms"
"""Under which `doc.spans` has the terms."""


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
        rows = [_cells(term) for term in self.index.terms]
        return json.dumps({"language": self.index.language, "key": self.key, "terms": rows}).encode()

    def from_bytes(self, data: bytes, **_: object) -> TermMarker:
        """Take the language and the terms that `to_bytes` gave."""
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
    dates = {name: datetime.date.fromisoformat(cells[name]) for name in ("since", "until") if cells[name]}
    return Term(**{**cells, "since": None, "until": None, **dates, "forms": tuple(cells["forms"])})


@Language.factory(FACTORY, default_config={"key": KEY}, assigns=["doc.spans"])
def without_terms(nlp: Language, name: str, key: str) -> TermMarker:
    """Return the component without terms; it gets them from the pipeline's maker, or from disk."""
    return TermMarker(build_index((), nlp.lang or ""), key)
