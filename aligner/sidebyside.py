"""A finding beside the rulings that it compares: one column a language, the faulty piece marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aligner.languages import profile
from aligner.model import LANGUAGES, Document, Finding, Ruling
from aligner.report.html.places import Place, Places
from aligner.results import Report

_TAGS = {"zhs": "zh-Hans", "zht": "zh-Hant"}
_TEMPLATE = """\
<div style="border-left: 4px solid {{ colour }}; padding: 0 0 0 .8em; margin: 0 0 1.5em; overflow-x: auto">
<div><b>{{ one.code }} {{ one.name }}</b> · {{ one.severity }} · {{ place }}
{%- if one.status != "new" %} · {{ one.status }}{% endif %}</div>
<div>{{ one.message }}{% if one.suggestion %} → <b lang="{{ tag }}">{{ one.suggestion }}</b>{% endif %}</div>
{%- if cells %}
<table style="table-layout: auto; margin-top: .4em"><tr>
{%- for cell in cells %}<th style="text-align: left">{{ cell.name }}{% if cell.own %} ◂{% endif %}</th>{% endfor %}</tr>
<tr>
{%- for cell in cells %}
<td lang="{{ cell.tag }}" dir="auto" style="{{ cell_style }}">
{%- for piece, marked in cell.pieces %}
{%- if marked %}<mark style="background: {{ colour }}59; color: inherit; font-weight: bold">{{ piece }}</mark>
{%- else %}{{ piece }}{% endif %}{% endfor %}</td>
{%- endfor %}</tr></table>
{%- endif %}
</div>
"""
_OVERVIEW = """\
<div><b>{{ headline }}</b></div>
{%- if rows %}
<table><tr><th></th><th></th>{% for language in languages %}<th>{{ language }}</th>{% endfor %}<th>all</th></tr>
{%- for one, counts in rows %}
<tr><td>{{ one.code }}</td><td style="text-align: left">{{ one.name }}</td>
{%- for language in languages %}<td>{{ counts[language] or "·" }}</td>{% endfor %}<td>{{ counts.total() }}</td></tr>
{%- endfor %}</table>
{%- endif %}
"""
_CELL_STYLE = "text-align: start; vertical-align: top; min-width: 9em; white-space: pre-line"
_COLOURS = {"error": "#d1242f", "warning": "#bf8700", "note": "#0969da"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one language has: pieces of text, each with whether it is marked; `own` is the finding's language."""

    language: str
    tag: str
    pieces: tuple[tuple[str, bool], ...]
    own: bool = False

    @property
    def name(self) -> str:
        """Return the language's name."""
        return profile(self.language).name or self.language or "?"


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Findings with their rulings side by side; a notebook shows them as tables, a terminal as lines."""

    rows: tuple[tuple[Finding, tuple[Cell, ...]], ...]
    left_out: int = 0

    def __repr__(self) -> str:
        """Return the findings and the texts as lines; the faulty piece stands between arrows."""
        lines = []
        for one, cells in self.rows:
            lines.append(f"{_place(one)}: {one.code} {one.message}")
            for cell in cells:
                text = "".join(f"→{piece}←" if marked else piece for piece, marked in cell.pieces)
                lines.append(f"  {cell.language or '?':3} {' '.join(text.split())}")
        return "\n".join([*lines, *self._rest()]) or "no findings"

    def _repr_html_(self) -> str:
        """Return the findings as HTML, every text escaped."""
        from jinja2 import Environment

        template = Environment(autoescape=True).from_string(_TEMPLATE)
        made = [
            template.render(
                one=one, cells=cells, place=_place(one), colour=_COLOURS[one.severity], cell_style=_CELL_STYLE,
                tag=next((cell.tag for cell in cells if cell.own), one.language),
            )
            for one, cells in self.rows
        ]  # fmt: skip
        return "".join([*made, *(f"<p>{line}</p>" for line in self._rest())]) or "<p>no findings</p>"

    def _rest(self) -> Iterator[str]:
        if self.left_out:
            yield f"… and {self.left_out:,} more"


def side_by_side(result: Report, findings: Iterable[Finding], limit: int) -> SideBySide:
    """Return at most `limit` of the findings with the rulings of their groups, the finding's own language first."""
    chosen = list(findings)
    places = Places(result.corpus.aligned)
    documents = result.corpus.documents
    rows = tuple((one, _cells(one, places, documents)) for one in chosen[:limit])
    return SideBySide(rows, max(len(chosen) - limit, 0))


def overview(result: Report, headline: str) -> str:
    """Return the counts of the new findings by check and language as HTML."""
    from jinja2 import Environment

    found = [one for one in result.findings if one.status == "new"]
    languages = [code for code in LANGUAGES if any(one.language == code for one in found)]
    languages += sorted({one.language for one in found} - set(languages))
    first: dict[str, Finding] = {}
    counts: dict[str, Counter[str]] = {}
    for one in found:
        first.setdefault(one.code, one)
        counts.setdefault(one.code, Counter())[one.language] += 1
    rows = [(first[code], counts[code]) for code in sorted(counts)]
    template = Environment(autoescape=True).from_string(_OVERVIEW)
    return template.render(headline=headline, languages=languages, rows=rows)


def _cells(one: Finding, places: Places, documents: Sequence[Document]) -> tuple[Cell, ...]:
    """Return the cells of a finding: the group's, or only what it quotes where it stands in no ruling."""
    place = places.find(one)
    if place is None or place.row < 0:
        return (Cell(one.language, _tag(one.language, ""), ((one.excerpt, True),), True),) if one.excerpt else ()
    held: dict[str, tuple[Ruling, ...]] = {one.language: ()}
    held.update(places.rows[place.document][place.row].cells)
    made = []
    for language in sorted(held, key=lambda language: language != one.language):
        own = language == one.language
        pieces = tuple(_pieces(held[language], place if own else None))
        region = documents[place.document].page(language).region
        made.append(Cell(language, _tag(language, region), pieces or (("—", False),), own))
    return tuple(made)


def _pieces(members: Sequence[Ruling], place: Place | None) -> Iterator[tuple[str, bool]]:
    """Yield the texts of one language, cut where the finding's span begins and ends."""
    for number, member in enumerate(members):
        if number:
            yield "\n", False
        text = member.text or member.label
        if place is None or number != place.member:
            yield text, False
            continue
        if place.on_label:
            yield member.label, True
            yield ("\n" + member.text if member.text else ""), False
            continue
        start, end = place.span or (0, len(text))
        pieces = ((text[:start], False), (text[start:end], True), (text[end:], False))
        yield from (piece for piece in pieces if piece[0])


def _tag(language: str, region: str) -> str:
    return _TAGS.get(language, language) + (f"-{region}" if region else "")


def _place(one: Finding) -> str:
    return ":".join(str(part) for part in (one.file, one.line, one.column) if part)
