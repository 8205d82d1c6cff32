"""Aligned rulings as a translation memory (TMX 1.4): a unit a group, in which no language is the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from aligner import __version__
from aligner.config import Config
from aligner.model import Document, Group, Page, Ruling
from aligner.reading import units
from aligner.reading.units import OWN
from aligner.report.xml import is_legal
from aligner.results import Corpus
from aligner.writing import markup, tag

_HEAD = (
    ("creationtool", "aligner"), ("creationtoolversion", __version__), ("segtype", "paragraph"), ("o-tmf", "aligner"),
    ("adminlang", "en"), ("srclang", "*all*"), ("datatype", "plaintext"),
)  # fmt: skip


def report(corpus: Corpus, config: Config) -> bytes:
    """Return the groups as TMX.

    Rulings that were merged or split are one variant of their language, a line each. Document, group, score, method and
    doubt are properties of the unit, and what our reader needs to give the same pages again.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<tmx version="1.4">']
    lines += [f"<header{markup.attributes(_HEAD)}/>", "<body>"]
    titles = Counter(document.title for document in corpus.documents)
    number = 0
    for place, aligned in enumerate(corpus.aligned, 1):
        title = aligned.document.title
        name = title if titles[title] == 1 else f"{title} ({place})"
        for group in aligned.groups:
            number += 1
            lines += _unit(group, aligned.document, name, number, f"{place}.{group.number}")
    lines += ["</body>", "</tmx>", ""]
    return "\n".join(lines).encode("utf-8", "replace")


def _unit(group: Group, document: Document, name: str, number: int, key: str) -> Iterator[str]:
    kept = {language: _kept(members, number, key) for language, members in group.members.items()}
    first = next(iter(kept.values()))
    general = {what: value for what, value in first.items() if all(one.get(what) == value for one in kept.values())}
    yield f"<tu{markup.attributes([('tuid', key)])}>"
    yield _property("document", name)
    yield _property("group", str(group.number))
    yield _property("score", f"{group.score:.4f}")
    yield _property("method", group.method)
    if group.doubtful:
        yield _property("doubtful", "yes")
    yield from (_property(*item) for item in general.items())
    for language, members in group.members.items():
        own = ((what, value) for what, value in kept[language].items() if what not in general)
        yield from _variant(members, document.page(language), dict(own))
    yield "</tu>"


def _kept(members: Sequence[Ruling], number: int, key: str) -> dict[str, str]:
    """Return what stands beside the text of a language; of several rulings, what the first of them has."""
    found = units.properties(members[0], number, key)
    if len(members) > 1:
        found["members"] = str(len(members))
    if not all(is_legal(one.text) for one in members):
        found["replaced"] = "U+FFFD stands for characters that XML cannot hold"
    return found


def _variant(members: Sequence[Ruling], page: Page, properties: dict[str, str]) -> Iterator[str]:
    yield f'<tuv xml:lang="{markup.attribute(tag(page))}">'
    yield from (_property(*item) for item in properties.items())
    for one in members:
        place = f"{page.file}:{one.line}" if one.line else page.file
        yield _property("place", place)
    text = "\n".join(markup.content(one, page, markup.TMX) for one in members)
    yield f"<seg>{text}</seg>"
    yield "</tuv>"


def _property(name: str, value: str) -> str:
    return f'<prop type="{markup.attribute(OWN + name)}">{markup.text(value)}</prop>'
