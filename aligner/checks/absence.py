"""Which concepts the counterparts have and a ruling has not, and what stands there instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from aligner.checks import Context
from aligner.model import Document, Group, Page, Ruling
from aligner.renderings import Occurrence, is_common, occurrences

ALIKE = 0.5  # the share of letters that two terms have in common, from which one may be taken for the other


def absences(document: Document, group: Group, context: Context) -> Iterator[tuple[str, str, Occurrence | None]]:
    """Yield language, concept and stand-in where all counterparts that know the concept have it and this one has not.

    The stand-in is the term here that none of the counterparts has and that seems to be meant for the concept.
    """
    if group.doubtful:
        return
    present = {
        language: _concepts(group, language, context)
        for language, members in group.members.items()
        if any(member.text for member in members)
    }
    for language in _judged(present, context.reference):
        others = [other for other in present if other != language]
        missing = [
            concept
            for concept in sorted({concept for other in others for concept in present[other]} - set(present[language]))
            if _is_due(concept, language, others, present, context)
            and not _is_said_otherwise(document, group, language, concept, context)
        ]
        stand_ins = _stand_ins(document, group, language, missing, present, context) if missing else {}
        yield from ((language, concept, stand_ins.get(concept)) for concept in missing)


def _concepts(group: Group, language: str, context: Context) -> Mapping[str, int]:
    """Return how often each concept stands in the group's rulings of this language."""
    return Counter(
        match.term.concept for member in group.members[language] for match in context.facts.terms(language, member.text)
    )


def _is_due(
    concept: str, language: str, others: Sequence[str], present: Mapping[str, Mapping[str, int]], context: Context
) -> bool:
    """Return whether the language has a term for the concept, and all counterparts that know the concept have it."""
    glossary = context.facts.glossary
    if not any(term.accepted for term in glossary.of(concept, language)):
        return False
    if any(is_common(concept, one, glossary) for one in (language, *others)):
        return False
    return all(present[other].get(concept) for other in others if glossary.of(concept, other))


def _judged(present: Mapping[str, Mapping[str, int]], reference: str) -> list[str]:
    """Return the languages that may be found wanting.

    Of two, it is the one that is not the reference or English, and else the second: two cannot outvote each other.
    """
    if len(present) != 2:
        return list(present) if len(present) > 2 else []
    source = next((language for language in (reference, "en") if language in present), next(iter(present)))
    return [language for language in present if language != source]


def _is_said_otherwise(document: Document, group: Group, language: str, concept: str, context: Context) -> bool:
    """Return whether the ruling has the concept after all, in a way that another check reports."""
    facts = context.facts
    page = document.page(language)
    for member in group.members[language]:
        if any(match.term.concept == concept for match in facts.foreign(language, member.text)):
            return True
        english = context.english(document, page, member)
        left = [member.text[one.start : one.end] for one in facts.leftovers(language, member.text, english)]
        if any(match.term.concept == concept for text in left for match in facts.terms("en", text)):
            return True
        if any(
            _shares_stem(one.suggestion, concept, language, context) for one in facts.look_alikes(language, member.text)
        ):
            return True
    return False


def _shares_stem(word: str, concept: str, language: str, context: Context) -> bool:
    """Return whether the word, mended, is a rendering of the concept."""
    return any(match.term.concept == concept for match in context.facts.terms(language, word))


def _stand_ins(
    document: Document,
    group: Group,
    language: str,
    missing: Sequence[str],
    present: Mapping[str, Mapping[str, int]],
    context: Context,
) -> dict[str, Occurrence]:
    """Return missing concept → the accepted term here that none of the counterparts has and that stands for it.

    A word like the missing term stands for it; and so does the only candidate for the only missing concept, if it
    is the same part of speech.
    """
    glossary = context.facts.glossary
    others = [other for other in present if other != language]
    extra: dict[str, Occurrence] = {}
    for one in occurrences(document.page(language), context.facts, group.members[language]):
        concept = one.term.concept
        only_here = not any(present[other].get(concept) for other in others)
        known = any(glossary.of(concept, other) for other in others)
        if one.term.accepted and known and only_here and not is_common(concept, language, glossary):
            extra.setdefault(concept, one)
    pairs = []
    for concept in missing:
        term = glossary.preferred(concept, language) or glossary.of(concept, language)[0]
        for one in extra.values():
            likeness = SequenceMatcher(None, term.text, one.term.text, autojunk=False).ratio()
            only = len(missing) == len(extra) == 1 and term.pos == one.term.pos
            if likeness >= ALIKE or only:
                pairs.append((-likeness, concept, one))
    found: dict[str, Occurrence] = {}
    for _, concept, one in sorted(pairs, key=lambda pair: pair[:2]):
        if concept not in found and one not in found.values():
            found[concept] = one
    return found


def holders(
    document: Document, group: Group, language: str, concept: str, context: Context
) -> tuple[tuple[Page, Ruling], ...]:
    """Return the counterparts that have the concept."""
    return tuple(
        (document.page(other), member)
        for other, members in group.members.items()
        if other != language
        for member in members
        if any(match.term.concept == concept for match in context.facts.terms(other, member.text))
    )


def quoted(related: Sequence[tuple[Page, Ruling]], concept: str, context: Context) -> str:
    """Return what the counterparts write for the concept, for a message."""
    words = dict.fromkeys(
        f"{member.text[match.start : match.end]!r} ({page.language})"
        for page, member in related
        for match in context.facts.terms(page.language, member.text)
        if match.term.concept == concept
    )
    return ", ".join(words)
