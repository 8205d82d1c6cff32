"""Aligned rulings as one JSON object: a group a row; `docs/report.schema.json` describes it."""

from __future__ import annotations

from aligner.config import Config
from aligner.report.json import documents, head, written
from aligner.results import Corpus


def report(corpus: Corpus, config: Config) -> str:
    """Return the documents and their groups; `counts.doubtful` is the number of groups that may be wrong."""
    groups = [group for one in corpus.aligned for group in one.groups]
    counts = {"groups": len(groups), "doubtful": sum(group.doubtful for group in groups)}
    return written({**head("align", corpus, counts), "documents": documents(corpus)})
