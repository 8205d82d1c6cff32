"""Aligned rulings for a terminal: a block a group, a line a ruling."""

from __future__ import annotations

import io
from collections.abc import Iterator

from aligner.config import Config
from aligner.model import Aligned, Document, Group, Ruling
from aligner.report.listing import one_line
from aligner.results import Corpus

_LEAST = 40  # characters of the narrowest terminal that lines are broken for


def report(corpus: Corpus, config: Config) -> str:
    """Return the groups with every ruling on a line of its own, however long."""
    return blocks(corpus)


def blocks(corpus: Corpus, width: int = 0) -> str:
    """Return the groups; with a width, lines are broken there, and Han characters count as the two cells they take."""
    lines = (line for aligned in corpus.aligned for line in _document(aligned, max(width, _LEAST) if width else 0))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _document(aligned: Aligned, width: int) -> Iterator[str]:
    document = aligned.document
    joined = f"; joined by {document.reason}" if document.reason and len(document.pages) > 1 else ""
    doubt = " (doubtful)" if document.doubtful else ""
    count = len(aligned.groups)
    groups = f"{count} group{'' if count == 1 else 's'}"
    yield f"{one_line(document.title)}: {' '.join(document.languages)}, {groups}{joined}{doubt}"
    yield ""
    for group in aligned.groups:
        yield from _group(group, document, width)
        yield ""


def _group(group: Group, document: Document, width: int) -> Iterator[str]:
    """Yield the head of a group, then its rulings: language, position on the page, text; what lacks it last."""
    members = [(language, one) for language, some in group.members.items() for one in some]
    dates = sorted({one.date.isoformat() for _, one in members if one.date})
    keys = dict.fromkeys(one.key for _, one in members if one.key)
    link = f"{group.method} {group.score:.2f}" if len(members) > 1 else group.method
    told = [f"group {group.number}", *dates, *keys, link, *(("doubtful",) if group.doubtful else ())]
    yield "  ".join(told)
    languages = max(len(language) for language in document.languages)
    positions = max((len(str(one.position)) for _, one in members), default=1)
    for language, one in members:
        yield from _lines(f"  {language:<{languages}} {one.position:>{positions}}  ", one, width)
    lacking = [language for language in document.languages if language not in group.members]
    if lacking:
        yield f"  without: {' '.join(lacking)}"


def _lines(head: str, ruling: Ruling, width: int) -> Iterator[str]:
    text = one_line(ruling.text) or f"({one_line(ruling.label)}: no text)"
    if not width:
        yield head + text
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=io.StringIO(), width=width, color_system=None)
    for number, line in enumerate(Text(text).wrap(console, width - len(head))):
        yield (" " * len(head) if number else head) + line.plain
