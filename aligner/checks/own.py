"""CUS: the user's own patterns, made into checks of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from aligner import patterns
from aligner.checks import UNTRANSLATED, Check, Context, Run, registry
from aligner.model import AlignerError, Document, Hit, Place
from aligner.patterns import Pattern

FAMILY = "CUS"
_AT_ONCE = 5_000  # pages whose texts are searched in one go
_Heard = tuple[Place, tuple[int, ...]]
"""A page, and which of its entries are searched."""
CATEGORY = "style / own pattern"


def explanation() -> str:
    r"""Look for what you yourself do not want to read.

    Why: every translation has rules that no tool knows: a word that the publisher does not want, a form of address, a
    note to self that must not be printed. A pattern of your own makes a check of its own, with a code from CUS001 in
    the order of the file.

    When it is wrong to complain: a regular expression sees letters, not words. `карт` is also in `картина`; write
    `\bкарт[аыуе]\b`, and name the languages that it is meant for.

    How to mend: write what the message says. The pattern stands in `aligner.toml` or `pyproject.toml`, under
    `[[tool.aligner.pattern]]`: `name`, `regex`, `message`, and if you like `languages` and `severity` (a warning unless
    you say otherwise). Where languages are named, rulings that are still in another one are left in peace.
    """
    return explanation.__doc__ or ""


def own_checks(given: Sequence[Pattern], tell: Callable[[str], None] | None = None) -> dict[str, Check]:
    """Return a check for each pattern, by code; AlignerError where a name is that of another check.

    `tell` is called with an error line where a pattern was given up; it finds nothing then. Without `tell` that is an
    AlignerError.
    """
    names = {one.name: code for code, one in registry().items()}
    words = {FAMILY, *(word for code in registry() for word in (code, code[:3])), *(one.code for one in given)}
    made: dict[str, Check] = {}
    for pattern in given:
        if pattern.name.upper() in words:
            raise AlignerError(
                f"{pattern.place}: {pattern.name!r} is a code or a family of checks; choose another name"
            )
        if pattern.name.lower() in names:
            raise AlignerError(
                f"{pattern.place}: {names[pattern.name.lower()]} has the name {pattern.name!r}; choose another"
            )
        names[pattern.name.lower()] = pattern.code
        made[pattern.code] = _check(pattern, tell)
    return made


def _check(pattern: Pattern, tell: Callable[[str], None] | None) -> Check:
    """Return the check that looks for a pattern on all pages at once, so that it is searched in one go."""
    silenced_by = UNTRANSLATED if pattern.languages else ()

    def gather(document: Document, context: Context) -> Iterator[_Heard]:
        for side, page in enumerate(document.pages):
            if not pattern.languages or page.language in pattern.languages:
                heard = [one.text != "" and not context.is_silenced(one, silenced_by) for one in page.entries]
                yield Place(context.number, side), tuple(at for at, is_heard in enumerate(heard) if is_heard)

    def search(pages: Sequence[_Heard], run: Run) -> Iterator[Hit]:
        try:
            rest, found = iter(pages), []
            while some := list(islice(rest, _AT_ONCE)):
                found += _search(pattern, some, run)
        except AlignerError as error:
            if tell is None:
                raise
            tell(str(error))
            return
        for place, span in found:
            yield Hit(*run.entry(place), span, pattern.message, place=place)

    meant = f"pages in {', '.join(pattern.languages)}" if pattern.languages else "all pages"
    search.__doc__ = f"{pattern.message}\n\nA pattern of your own: `{pattern.regex}`, on {meant}.\n"
    return Check(
        pattern.code, pattern.name, pattern.severity, CATEGORY, "corpus", search, silenced_by,
        severities=(pattern.severity,), gather=gather, conclude=search,
    )  # fmt: skip


def _search(pattern: Pattern, pages: Sequence[_Heard], run: Run) -> list[tuple[Place, tuple[int, int]]]:
    """Return the places where a pattern is found on some pages, with the spans."""
    heard = (
        (home._replace(entry=at), page.entry(at)) for home, some in pages for page in [run.page(home)] for at in some
    )
    texts = {place: entry.text for place, entry in heard}
    distinct = list(dict.fromkeys(texts.values()))
    found = dict(zip(distinct, patterns.find(pattern, distinct), strict=True))
    return [(place, span) for place, text in texts.items() for span in found[text]]
