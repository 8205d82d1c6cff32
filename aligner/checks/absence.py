"""Which concepts the counterparts have and a ruling has not, and what stands there instead."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from aligner.checks import Context
from aligner.glossary import concept_key
from aligner.languages import negates
from aligner.model import Document, Group, Page, Ruling
from aligner.renderings import Occurrence, certain, is_common, occurrences

ALIKE = 0.5  # the share of letters that two terms have in common, from which one may be taken for the other
STRANGE = 3  # missing concepts, if they outnumber the shared ones, from which it is another ruling and no translation
ONCE = {
    "cast": ("play", datetime.date(2009, 7, 17)),
    "activate": ("play", datetime.date(2009, 7, 17)),
    "resolve": ("counter a spell", datetime.date(2018, 4, 27)),
    "indestructible": ("destroy", datetime.date(2013, 7, 19)),
}
"""What the rules said of old: concept → the concept that stood for it, and until when. English rulings were reworded
since (a spell that is countered by the rules "doesn't resolve" today), their translations were not. Later too, one word
does for both where both are meant: to play lands and cast spells."""
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")


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
    firm = {language: _firm(document, group, language, context) for language in present}
    for language in _judged(present, context.reference):
        others = [other for other in present if other != language]
        asides = sum(len(_ASIDE.findall(member.text)) for member in group.members[language])
        missing = [
            concept
            for concept in sorted({concept for other in others for concept in firm[other]} - set(present[language]))
            if (
                _is_due(concept, language, others, firm, context)
                or _is_reversed(group, concept, language, others, present, context)
            )
            and all(asides or firm[other][concept] for other in others if concept in firm[other])
            and not _is_said_otherwise(document, group, language, concept, context)
            and not _is_implied(group, language, concept, present, context)
        ]
        shared = set(present[language]) & {concept for other in others for concept in firm[other]}
        if len(missing) >= STRANGE and len(missing) > len(shared):
            continue
        stand_ins = _stand_ins(document, group, language, missing, present, context) if missing else {}
        yield from ((language, concept, stand_ins.get(concept)) for concept in missing)


def _concepts(group: Group, language: str, context: Context) -> Mapping[str, int]:
    """Return how often each concept stands in the group's rulings of this language."""
    return Counter(
        match.term.concept for member in group.members[language] for match in context.facts.terms(language, member.text)
    )


def _firm(document: Document, group: Group, language: str, context: Context) -> Mapping[str, int]:
    """Return concept → how often it is surely meant outside brackets.

    A concept that stands in brackets alone has 0: it may be a reminder that the translation leaves out.
    """
    found: Counter[str] = Counter()
    for member in group.members[language]:
        asides = [match.span() for match in _ASIDE.finditer(member.text)]
        for match in certain(document.page(language), member, context.facts):
            bracketed = any(start < match.start and match.end < end for start, end in asides)
            found[match.term.concept] += 0 if bracketed else 1
    return found


def _is_implied(
    group: Group, language: str, concept: str, present: Mapping[str, Mapping[str, int]], context: Context
) -> bool:
    """Return whether the ruling has a wider or a narrower concept, or what stood for the concept at its date."""
    if any(related(concept, other) for other in present[language]):
        return True
    stood, until = ONCE.get(concept_key(concept), ("", datetime.date.max))
    dates = [member.date for member in group.members[language] if member.date]
    here = {concept_key(other) for other in present[language]}
    there = {concept_key(other) for theirs in present if theirs != language for other in present[theirs]}
    both = stood == "play" and stood in there
    return stood in here and (both or not dates or min(dates) < until)


def related(one: str, other: str) -> bool:
    """Return whether one concept is the other with a word more: damage and combat damage.

    Legal and illegal targets are related too: "is not a legal target" and "is an illegal target" say the same.
    """
    first, second = concept_key(one), concept_key(other)
    if first.endswith("legal target") and second.endswith("legal target"):
        return True
    return any(re.search(rf"\b{re.escape(short)}", long) for short, long in ((first, second), (second, first)))


def _is_due(
    concept: str, language: str, others: Sequence[str], present: Mapping[str, Mapping[str, int]], context: Context
) -> bool:
    """Return whether the language has a term for the concept, and all counterparts that know the concept have it."""
    glossary = context.facts.glossary
    if not any(term.accepted for term in glossary.of(concept, language)):
        return False
    if any(is_common(concept, one, glossary) for one in (language, *others)):
        return False
    return all(concept in present[other] for other in others if glossary.of(concept, other))


def _is_reversed(
    group: Group,
    concept: str,
    language: str,
    others: Sequence[str],
    present: Mapping[str, Mapping[str, int]],
    context: Context,
) -> bool:
    """Return whether the ruling has the opposite instead, untapped for tapped, and nowhere denies anything.

    What stays tapped does not untap: with a denial on either side, the two may say the same.
    """
    glossary = context.facts.glossary
    if not all(concept in present[other] for other in others if glossary.of(concept, other)):
        return False
    opposites = [other for other in present[language] if concept_key(other) in _opposites(concept)]
    if not opposites or any(opposite in present[other] for opposite in opposites for other in others):
        return False
    texts = [(member.text, one) for one in (language, *others) for member in group.members[one]]
    return not any(negates(text, one) for text, one in texts)


def _opposites(concept: str) -> tuple[str, ...]:
    key = concept_key(concept)
    return tuple(f"{prefix}{key}" for prefix in ("un", "il", "non")) + tuple(
        key.removeprefix(prefix) for prefix in ("un", "il", "non") if key.startswith(prefix)
    )


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
        longer = [
            member.text[match.start : match.end].partition(" ")[2] for match in facts.terms(language, member.text)
        ]
        if any(match.term.concept == concept for text in longer if text for match in facts.terms(language, text)):
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

    A word like the missing term stands for it; and so does, where several counterparts agree, the only candidate for
    the only missing concept, if it is the same part of speech. One counterpart is not enough for that: translations
    leave one concept out and say another.
    """
    glossary = context.facts.glossary
    others = [other for other in present if other != language]
    extra: dict[str, Occurrence] = {}
    for one in occurrences(document.page(language), context.facts, group.members[language]):
        concept = one.term.concept
        only_here = not any(
            concept == theirs or related(concept, theirs) for other in others for theirs in present[other]
        )
        known = any(glossary.of(concept, other) for other in others)
        reversed_here = any(concept_key(concept) in _opposites(absent) for absent in missing)
        if one.term.accepted and known and only_here and (reversed_here or not is_common(concept, language, glossary)):
            extra.setdefault(concept, one)
    pairs = []
    for concept in missing:
        term = glossary.preferred(concept, language) or glossary.of(concept, language)[0]
        for one in extra.values():
            likeness = SequenceMatcher(None, term.text, one.term.text, autojunk=False).ratio()
            only = len(missing) == len(extra) == 1 < len(others) and term.pos == one.term.pos
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
        if any(match.term.concept == concept for match in certain(document.page(other), member, context.facts))
    )


def quoted(related: Sequence[tuple[Page, Ruling]], concept: str, context: Context) -> str:
    """Return what the counterparts write for the concept, for a message."""
    words = dict.fromkeys(
        f"{member.text[match.start : match.end]!r} ({page.language})"
        for page, member in related
        for match in certain(page, member, context.facts)
        if match.term.concept == concept
    )
    return ", ".join(words)
