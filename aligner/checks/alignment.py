"""ALN: which ruling answers which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from aligner.checks import Context, check
from aligner.checks.agreement import dissenters
from aligner.linking.evidence import copies
from aligner.model import Document, Group, Hit, Page, Ruling, Severity

_STYLE = "style / organisation"
_EXPLAINED = ("LNG001", "LNG006", "ALN003", "ALN006", "ALN007", "ALN008")
WEAK = 0.25  # score below which a link is worth a look
BLOCK = 3  # missing rulings of one date, from which a whole block is one finding


@check("ALN001", "missing-ruling", Severity.ERROR, "accuracy / omission", on="page", needs="N")
def missing_ruling(document: Document, page: Page, context: Context) -> Iterable[Hit]:
    """Translate the ruling that the other languages have.

    Why: a reader of this page does not learn what readers of the others are told.

    When it is wrong to complain: the ruling was withdrawn and the other pages are behind, or it speaks of a wording
    that this language never had. A ruling that only one translation has is reported there, as an extra one.

    How to mend: add the ruling, under the date that the report names; or delete it on the other pages.
    """
    if not _full(page):
        return
    lacking = [
        group
        for group in _certain(document, context)
        if page.language not in group.members and not _is_extra(document, group, context)
    ]
    for block in _blocks(lacking, page):
        yield _missing(document, block, page, context)


@check("ALN002", "extra-ruling", Severity.WARNING, "accuracy / addition", on="page", silenced_by=("ALN008",), needs="N")
def extra_ruling(document: Document, page: Page, context: Context) -> Iterable[Hit]:
    """Look why only this language has the ruling.

    Why: it may belong to another card, or was withdrawn everywhere else.

    When it is wrong to complain: it explains something that only this language needs, or it is new and the other
    pages are behind.

    How to mend: delete it, move it to its own page, or add it to the others.
    """
    others = [other.language for other in document.pages if other.language != page.language and _full(other)]
    for group in _certain(document, context) if others else ():
        if set(group.members) == {page.language} and _is_extra(document, group, context):
            for ruling in group.members[page.language]:
                if context.is_silenced(ruling, ("ALN008",)):
                    continue
                yield Hit(page, ruling, None, f"only this page has the ruling; it is not in {', '.join(others)}")


@check("ALN003", "duplicate-ruling", Severity.WARNING, "accuracy / addition", on="page")
def duplicate_ruling(document: Document, page: Page, context: Context) -> Iterable[Hit]:
    """Delete the second copy of the ruling.

    Why: the page says the same twice, often because it was put together from two sources.

    When it is wrong to complain: the ruling was issued anew under another date, and the other languages repeat it
    as well (then nothing is reported). Rulings that differ in a word or a number are no copies, nor are rules that say
    the same under different numbers.

    How to mend: keep the copy whose date the other languages have.
    """
    classes = _classes(page)
    repeated = {other.language: _copies(other) for other in document.pages} if classes else {}
    for same in classes:
        first = _original(same, context)
        for ruling in same:
            if ruling is not first and not _repeats_too(page, ruling, repeated, context):
                yield Hit(page, ruling, None, f"the same as ruling {first.position}", related=((page, first),))


@check("ALN006", "merged-rulings", Severity.WARNING, _STYLE, on="group", needs="N")
def merged_rulings(document: Document, group: Group, context: Context) -> Iterable[Hit]:
    """Put the two rulings back into two.

    Why: whoever compares, cites or updates the rulings one by one loses the second of them.

    When it is wrong to complain: the page's source had them in one. Most languages decide what is usual; where there
    are two, the reference or the English one. What the aligner doubts is not reported.

    How to mend: divide the ruling where the counterparts do, and give both parts the date.
    """
    for page, own, expected, others in _otherwise_divided(document, group, context):
        if len(own) < expected:
            message = f"one ruling here holds what {_have(others)} in {expected}"
            yield Hit(page, own[0], None, message, related=others)


@check("ALN007", "split-ruling", Severity.WARNING, _STYLE, on="group", needs="N")
def split_ruling(document: Document, group: Group, context: Context) -> Iterable[Hit]:
    """Join the parts of the ruling again.

    Why: half a ruling is misread without the other half.

    When it is wrong to complain: the page's source had two. Most languages decide what is usual; where there are two,
    the reference or the English one. What the aligner doubts is not reported.

    How to mend: join this ruling and the part that the report names.
    """
    for page, own, expected, others in _otherwise_divided(document, group, context):
        if len(own) > expected:
            parts = ", ".join(str(ruling.position) for ruling in own[1:])
            message = f"this and ruling {parts} hold what {_have(others)} in one"
            yield Hit(page, own[0], None, message, related=(*((page, part) for part in own[1:]), *others))


@check(
    "ALN009", "weak-match", Severity.NOTE, "accuracy / mistranslation", on="group", silenced_by=_EXPLAINED, needs="N"
)
def weak_match(document: Document, group: Group, context: Context) -> Iterable[Hit]:
    """Read the ruling beside its counterparts: it seems to say something else.

    Why: a ruling of another card, or a translation of another ruling, stands at the right place and looks right. The
    score, from 0 to 1, is the share of links as weak as this one that were right when it was measured.

    When it is wrong to complain: a ruling of few words, or one full of names, is like nothing. Only what the encoder
    was asked about is judged: where marks and order left no doubt, or without an encoder, there is no score and no
    note.

    How to mend: replace the translation; or leave it, and waive the note.
    """
    if group.method != "vectors" or group.score >= WEAK or len(group.members) < 2:
        return
    translations = [language for language in group.members if language != _source(document, context)]
    language = group.weakest if len(group.members) > 2 else translations[0]
    own = _with_text(group.members.get(language, ()))
    others = tuple(
        (document.page(other), ruling) for other, some in group.members.items() if other != language for ruling in some
    )
    if own and any(ruling.text.strip() for _, ruling in others):
        message = f"linked with {_languages(others)}, but the meaning is far from there"
        yield Hit(document.page(language), own[0], None, message, related=others, score=group.score)


def _otherwise_divided(
    document: Document, group: Group, context: Context
) -> Iterable[tuple[Page, tuple[Ruling, ...], int, tuple[tuple[Page, Ruling], ...]]]:
    """Yield the pages that divide the group's text unlike the others: rulings, how many were expected, counterparts."""
    if all(len(some) < 2 for some in group.members.values()):
        return
    members = {language: _with_text(some) for language, some in group.members.items()}
    counts = {language: len(some) for language, some in members.items() if some}
    if group.doubtful or max(counts.values(), default=0) < 2:
        return
    verdict = dissenters(counts, context.reference)
    if verdict.expected is None:
        return
    others = tuple((document.page(language), ruling) for language in verdict.others for ruling in members[language])
    for language in verdict.odd:
        yield document.page(language), members[language], verdict.expected, others


def _with_text(members: Iterable[Ruling]) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in members if ruling.text.strip() and ruling.kind != "heading")


def _languages(others: Iterable[tuple[Page, Ruling]]) -> str:
    return ", ".join(dict.fromkeys(page.language for page, _ in others))


def _have(others: Iterable[tuple[Page, Ruling]]) -> str:
    languages = _languages(others)
    return f"{languages} {'have' if ',' in languages else 'has'}"


def _full(page: Page) -> bool:
    """Return whether the page has rulings at all."""
    return any(ruling.text.strip() for ruling in page.rulings)


def _certain(document: Document, context: Context) -> list[Group]:
    """Return the groups that tell a gap: rulings with a text, no further copies, linked without a doubt.

    Where every page has a ruling in every group there is no gap, and they are not looked for.
    """
    return context.once(lambda: _find_certain(document, context), "certain groups", document)


def _find_certain(document: Document, context: Context) -> list[Group]:
    full = len(document.pages)
    if all(len(group.members) == full for group in context.places.values()):
        return []
    further = {
        id(ruling)
        for page in document.pages
        for same in _classes(page)
        for ruling in same
        if ruling is not _original(same, context)
    }
    groups = {}
    for page in document.pages:
        for ruling in page.rulings:
            group = context.group(ruling)
            if group is not None:
                groups[group.number] = group
    return [groups[number] for number in sorted(groups) if _tells(groups[number], further)]


def _tells(group: Group, further: Collection[int]) -> bool:
    members = [ruling for some in group.members.values() for ruling in some]
    return (
        not group.doubtful
        and any(any(c.isalnum() for c in ruling.text) for ruling in members)
        and all(ruling.kind != "heading" and id(ruling) not in further for ruling in members)
    )


def _is_extra(document: Document, group: Group, context: Context) -> bool:
    """Return whether what one language has alone is its own addition, not the others' gap."""
    if len(group.members) != 1:
        return False
    (language,) = group.members
    languages = [page.language for page in document.pages if _full(page)]
    source = _source(document, context)
    return language != source and (len(languages) > 2 or source in languages)


def _source(document: Document, context: Context) -> str:
    """Return the reference where the document has it, else English."""
    return context.reference if context.reference in document.languages else "en"


def _blocks(lacking: Sequence[Group], page: Page) -> list[list[Group]]:
    """Return the groups one by one; those of a date that the page lacks altogether in one."""
    dates = {ruling.date for ruling in page.rulings}
    blocks: dict[object, list[Group]] = {}
    for group in lacking:
        days = {ruling.date for members in group.members.values() for ruling in members}
        day = next(iter(days))
        whole = len(days) == 1 and day is not None and day not in dates
        blocks.setdefault(day if whole else group.number, []).append(group)
    return [
        part for block in blocks.values() for part in ([block] if len(block) >= BLOCK else [[one] for one in block])
    ]


def _missing(document: Document, block: Sequence[Group], page: Page, context: Context) -> Hit:
    """Return the hit for what the page lacks, at the place where it should stand."""
    source = _source(document, context)
    order = sorted(document.pages, key=lambda other: other.language != source)
    related = tuple(
        (home, ruling) for group in block for home in order for ruling in group.members.get(home.language, ())
    )
    first = next(ruling for _, ruling in related if ruling.text.strip())
    languages = ", ".join(dict.fromkeys(home.language for home, _ in related))
    date = f" of {first.date.isoformat()}" if first.date else ""
    what = f"all {len(block)} rulings{date} are" if len(block) > 1 else f"a ruling{date} is"
    verb = "have" if "," in languages else "has"
    message = f"{what} missing here; {languages} {verb} {'them' if len(block) > 1 else 'it'}"
    if len(block) > 1:
        message += ", beginning with this one"
    beside = _place(block[0], page, context)
    numbered = first.key and first.label and first.label_line == first.line  # a rule is known by its number
    excerpt = f"{first.label} {first.text}" if numbered else first.text
    return Hit(page, beside, None, message, related=related, excerpt=excerpt, key=first.key)


def _place(group: Group, page: Page, context: Context) -> Ruling:
    """Return the page's ruling before which the missing one should stand, the last one where it should end the page."""
    behind = [
        (other.number, ruling.position, ruling)
        for ruling in page.rulings
        if (other := context.group(ruling)) is not None and other.number > group.number
    ]
    return min(behind, key=lambda row: row[:2])[2] if behind else page.rulings[-1]


def _members(context: Context, ruling: Ruling) -> Mapping[str, tuple[Ruling, ...]]:
    group = context.group(ruling)
    return group.members if group else {}


def _repeats_too(page: Page, ruling: Ruling, repeated: Mapping[str, Collection[int]], context: Context) -> bool:
    """Return whether the ruling's counterparts are copies as well."""
    return any(
        id(other) in repeated[language]
        for language, members in _members(context, ruling).items()
        if language != page.language
        for other in members
    )


def _classes(page: Page) -> list[list[Ruling]]:
    """Return the rulings that stand on the page more than once, each with its copies.

    Rules books say the same under several numbers, so entries with different keys are no copies.
    """
    rulings = [ruling for ruling in page.rulings if ruling.kind != "heading"]
    firsts = copies([ruling.text for ruling in rulings])
    if len(set(firsts)) == len(firsts):  # as nearly all pages
        return []
    found: dict[tuple[int, str], list[Ruling]] = {}
    for ruling, first in zip(rulings, firsts, strict=True):
        found.setdefault((first, ruling.key), []).append(ruling)
    return [same for same in found.values() if len(same) > 1]


def _original(same: Sequence[Ruling], context: Context) -> Ruling:
    """Return which of the copies is no copy: the first that other languages answer, else the first."""
    linked = [ruling for ruling in same if len(_members(context, ruling)) > 1]
    return (linked or same)[0]


def _copies(page: Page) -> set[int]:
    """Return (by identity) the rulings that stand on the page more than once."""
    return {id(ruling) for same in _classes(page) for ruling in same}
