"""What a written file does not hold: it is read again, and compared with the pages that went into it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from aligner import reading
from aligner.model import AlignerError, Page, Ruling
from aligner.reading.units import Unit, UnitPage
from aligner.writing import Written

_FIELDS = ("text", "date", "key", "kind", "label", "author", "position", "state", "notes")
_CALLED = {
    "kind": ("heading", "headings"),
    "notes": ("ruling's notes", "rulings' notes"),
    "page in an unknown language": ("page in an unknown language", "pages in an unknown language"),
    "title": ("title", "titles"),
    "untitled": ("page without a title", "pages without a title"),
    "region": ("region of a language", "regions of languages"),
    "empty": ("empty page", "empty pages"),
    "residue": ("piece that belongs to no ruling", "pieces that belong to no ruling"),
    "division": ("ruling as it was divided", "rulings as they were divided"),
    "codes": ("inline code", "inline codes"),
}


def told(written: Written) -> list[str]:
    """Return in words what a file does not hold of its pages, empty where it holds all: it is read again."""
    try:
        return losses(written.pages, reading.read_bytes(written.data, written.name))
    except AlignerError as error:
        return [f"these pages so that they can be read again ({error})"]


def losses(before: Sequence[Page], after: Sequence[Page]) -> list[str]:
    """Return in words what the pages lost on their way, empty where nothing was; the same words for the same loss."""
    found: Counter[str] = Counter()
    shelves: dict[tuple[str, str], list[Page]] = defaultdict(list)
    for page in after:
        shelves[page.language, page.region].append(page)
    for page in before:
        shelf = shelves[page.language, page.region]
        _compare(page, shelf.pop(0) if shelf else _other(page, shelves), found)
        if isinstance(page, UnitPage):
            for reason, number in page.left_out:
                found[f"left out: {reason}"] += number
    return [_told(what, number) for what, number in found.items()]


def _told(what: str, number: int) -> str:
    if what.startswith("left out: "):
        return f"{number} unit{'s' * (number > 1)} that nobody checks ({what.removeprefix('left out: ')})"
    one, several = _CALLED.get(what, (what, f"{what}s"))
    return f"{number} {one if number == 1 else several}"


def _other(page: Page, shelves: dict[tuple[str, str], list[Page]]) -> Page | None:
    """Return the page whose region was lost, None where there is none."""
    for (language, _), shelf in shelves.items():
        if language == page.language and shelf:
            return shelf.pop(0)
    return None


def _compare(page: Page, again: Page | None, found: Counter[str]) -> None:
    if again is None:
        if not page.entries and not page.residue:
            found["empty"] += 1
            return
        found[f"page in {page.language or 'an unknown language'}"] += 1
        return
    if page.region != again.region:
        found["region"] += 1
    if page.residue and [one.text for one in page.residue] != [one.text for one in again.residue]:
        found["residue"] += len(page.residue)
    if (page.title is None) != (again.title is None):
        found["title" if page.title else "untitled"] += 1
    elif page.title and again.title:
        _entries(page, again, ((page.title, again.title),), found)
    if len(page.rulings) != len(again.rulings):
        found["division"] += max(len(page.rulings), len(again.rulings))
        return
    _entries(page, again, zip(page.rulings, again.rulings, strict=True), found)


def _entries(page: Page, again: Page, pairs: Iterable[tuple[Ruling, Ruling]], found: Counter[str]) -> None:
    same = page.format.partition(".")[0] == again.format.partition(".")[0] or again.format == page.format
    for one, other in pairs:
        for name in _FIELDS:
            had, has = getattr(one, name, None) or None, getattr(other, name, None) or None
            if had != has and (had is not None or name in ("text", "date")):
                found[name] += 1
        theirs, ours = _codes(one, same), _codes(other, same)
        if theirs != ours:
            found["codes"] += max(len(theirs), 1)


def _codes(one: Ruling, exactly: bool) -> list[object]:
    """Return the codes of a ruling: as written, or only their places where the format has codes of another kind."""
    codes = one.codes if isinstance(one, Unit) else ()
    return [code if exactly else (code.start, code.end) for code in codes]
