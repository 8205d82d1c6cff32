"""Which concepts the counterparts have and a ruling has not, and what stands there instead."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from aligner.checks import Context
from aligner.checks.kinship import ONCE, denies, is_denied, is_shade, once_meant, opposites
from aligner.facts import FactBook
from aligner.glossary import Glossary, concept_key
from aligner.languages import profile
from aligner.model import Document, Group, Page, Ruling, Term
from aligner.renderings import Occurrence, certain, is_common, occurrences

ALIKE = 0.5  # the share of letters that two terms have in common, from which one may be taken for the other
STRANGE = 3  # missing concepts, if they outnumber the shared ones, from which it is another ruling and no translation
_ASIDE = re.compile(r"[(（][^()（）]*[)）]")


Absence = tuple[str, str, Occurrence | None]


def absences(document: Document, group: Group, context: Context) -> tuple[Absence, ...]:
    """Return language, concept and stand-in where all counterparts that know the concept have it and this one has not.

    The stand-in is the term here that none of the counterparts has and that seems to be meant for the concept.
    """
    return context.once(lambda: tuple(_absences(document, group, context)), "absences", group)


def _absences(document: Document, group: Group, context: Context) -> Iterator[Absence]:
    if group.doubtful or not _may_lack(group, context):
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
        absent = [
            concept
            for concept in sorted({concept for other in others for concept in firm[other]} - set(present[language]))
            if (
                _is_due(concept, language, others, firm, context)
                or _is_reversed(group, concept, language, others, present, context)
            )
            and all(asides or firm[other][concept] for other in others if concept in firm[other])
            and not _is_said_otherwise(document, group, language, concept, context)
            and not _is_said_apart(group, language, concept, present[language], context)
        ]
        if not absent:
            continue
        extra = _extra(document, group, language, absent, present, context)
        stand_ins = _alike(absent, extra, language, context)
        missing = [one for one in absent if one in stand_ins or not _is_implied(group, language, one, present)]
        shared = set(present[language]) & {concept for other in others for concept in firm[other]}
        if len(missing) >= STRANGE and len(missing) > len(shared):
            continue
        if len(missing) == len(extra) == 1 < len(others) and _same_pos(missing[0], extra[0], language, context):
            stand_ins[missing[0]] = extra[0]
        yield from ((language, concept, stand_ins.get(concept)) for concept in missing)


def _may_lack(group: Group, context: Context) -> bool:
    """Return whether a language lacks what the others have and could be blamed for it: mostly none does."""
    if _have_the_same_marks(group, context.facts):
        return False
    concepts = context.facts.concepts
    sets: dict[str, frozenset[str]] = {}
    for language, members in group.members.items():
        for text in [member.text for member in members if member.text]:
            own = concepts(language, text)
            sets[language] = sets[language] | own if language in sets else own
    judged = _judged(sets, context.reference)
    everything = set[str]().union(*sets.values())
    if all(len(sets[language]) == len(everything) for language in judged):
        return False
    lacking = everything.difference(frozenset[str].intersection(*[sets[language] for language in judged]))
    known = context.survey.once(lambda: _Known(context.facts.glossary), "concepts") if lacking else {}
    return any(_may_be_missed(concept, known[concept], judged, sets) for concept in lacking)


def _have_the_same_marks(group: Group, facts: FactBook) -> bool:
    """Return whether each language has one ruling, and all of these the same concepts, symbols and numbers as often."""
    if any(len(members) > 1 for members in group.members.values()):
        return False
    marks = [facts.fingerprint(language, member.text) for language, (member,) in group.members.items()]
    return all(one == marks[0] for one in marks)


def _may_be_missed(concept: str, about: _About, judged: Sequence[str], sets: Mapping[str, Collection[str]]) -> bool:
    """Return whether the concept can be due in one of the judged languages, or turned into its opposite.

    All others that know it must have it, so where two that know it have it not, it is missed in none.
    """
    for language in judged:
        own = sets[language]
        if concept in own or not (language in about.due or about.opposites):
            continue
        knowing = [other for other in sets if other in about.known and other != language]
        if all(concept in sets[other] for other in knowing):
            due = language in about.due and not about.sure.isdisjoint(knowing)
            if due or not about.opposites.isdisjoint(own):
                return True
    return False


class _About(NamedTuple):
    """What a glossary says of a concept: in which languages it has a term, and what the concept's opposites are.

    In the languages that are `sure` its words are no everyday ones; those that are `due` accept one of them.
    """

    known: frozenset[str]
    sure: frozenset[str]
    due: frozenset[str]
    opposites: frozenset[str]


class _Known(dict[str, _About]):
    """Concept → what a glossary says of it, looked up when it is first asked for."""

    def __init__(self, glossary: Glossary) -> None:
        super().__init__()
        self._glossary = glossary

    def __missing__(self, concept: str) -> _About:
        own = self._glossary
        rows = {language: own.of(concept, language) for language in own.languages}
        known = frozenset(language for language, some in rows.items() if some)
        sure = frozenset(language for language in known if not is_common(concept, language, own))
        due = frozenset(language for language in sure if any(term.accepted for term in rows[language]))
        turned = [own.of(key, language) for key in opposites(concept) for language in own.languages]
        self[concept] = _About(known, sure, due, frozenset(term.concept for some in turned for term in some))
        return self[concept]


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


def _is_implied(group: Group, language: str, concept: str, present: Mapping[str, Mapping[str, int]]) -> bool:
    """Return whether a shade of the concept stands here instead, or what stood for it at the ruling's date."""
    others = [other for other in present if other != language]
    more = [other for other in present[language] if _exceeds(other, language, others, present)]
    if any(is_shade(other, concept, group, len(others)) for other in more):
        return True
    stood, until, denied = ONCE.get(concept_key(concept), ("", datetime.date.max, ""))
    dates = [member.date for member in group.members[language] if member.date]
    if stood == "play" and any(concept_key(theirs) == stood for other in others for theirs in present[other]):
        return any(concept_key(other) == stood for other in present[language])
    surplus = any(
        concept_key(old) == stood
        and (stood == "play" or present[language][old] - present[other].get(old, 0) >= present[other][concept])
        for old in more
        for other in others
        if concept in present[other]
    )
    where = {"new": [other for other in others if concept in present[other]], "old": [language]}.get(denied)
    return surplus and (not dates or min(dates) < until) and (where is None or denies(group, where))


def _exceeds(concept: str, language: str, others: Sequence[str], present: Mapping[str, Mapping[str, int]]) -> bool:
    """Return whether the concept stands here more often than in one of the others, and so may stand for another one."""
    return any(present[language][concept] > present[other].get(concept, 0) for other in others)


def _is_due(
    concept: str, language: str, others: Sequence[str], present: Mapping[str, Mapping[str, int]], context: Context
) -> bool:
    """Return whether the language has a term for the concept, and all counterparts that know the concept have it.

    A language in which the concept's word is an everyday one cannot be found wanting, and cannot tell by itself.
    """
    glossary = context.facts.glossary
    if not any(term.accepted for term in glossary.of(concept, language)) or is_common(concept, language, glossary):
        return False
    knowing = [other for other in others if glossary.of(concept, other)]
    telling = [other for other in knowing if not is_common(concept, other, glossary)]
    return bool(telling) and all(concept in present[other] for other in knowing)


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
    reversed_here = [other for other in present[language] if concept_key(other) in opposites(concept)]
    if not reversed_here or any(one in present[other] for one in reversed_here for other in others):
        return False
    return not is_denied(group)


def _judged(present: Collection[str], reference: str) -> list[str]:
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
        longer += [word for piece in facts.blocked(language, member.text) for word in piece.split()]
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


def _is_said_apart(group: Group, language: str, concept: str, here: Mapping[str, int], context: Context) -> bool:
    """Return whether both parts of a compound stand in the ruling, not side by side: a target that is illegal by now.

    One part is another concept's term, the other is found letter by letter, so only where words have no forms.
    """
    if profile(language).spaced:
        return False
    text = "".join(_outside_terms(member.text, language, context) for member in group.members[language])
    glossary = context.facts.glossary
    parts = {term.text for other in here for term in glossary.of(other, language) if term.accepted}
    for term in glossary.of(concept, language):
        for part in parts:
            rest = term.text.removesuffix(part) if term.text.endswith(part) else term.text.removeprefix(part)
            if term.accepted and len(part) > 1 and 1 < len(rest) < len(term.text) and rest in text:
                return True
    return False


def _outside_terms(text: str, language: str, context: Context) -> str:
    """Return the text with a space for each term: what another concept's term holds is no part of this one's."""
    for match in sorted(context.facts.terms(language, text), key=lambda match: -match.start):
        text = f"{text[: match.start]} {text[match.end :]}"
    return text


def _shares_stem(word: str, concept: str, language: str, context: Context) -> bool:
    """Return whether the word, mended, is a rendering of the concept."""
    return any(match.term.concept == concept for match in context.facts.terms(language, word))


def _extra(
    document: Document,
    group: Group,
    language: str,
    absent: Sequence[str],
    present: Mapping[str, Mapping[str, int]],
    context: Context,
) -> list[Occurrence]:
    """Return the first occurrence of each accepted term here whose concept none of the counterparts has."""
    glossary = context.facts.glossary
    others = [other for other in present if other != language]
    lacking = {
        other: [theirs for theirs in present[other] if _exceeds(theirs, other, (language,), present)]
        for other in others
    }
    extra: dict[str, Occurrence] = {}
    for one in occurrences(document.page(language), context.facts, group.members[language]):
        concept = one.term.concept
        theirs = any(
            concept in present[other]
            or any(once_meant(concept, there) for there in present[other])
            or any(is_shade(concept, there, group, len(others)) for there in lacking[other])
            for other in others
        )
        known = any(glossary.of(concept, other) for other in others)
        reversed_here = any(concept_key(concept) in opposites(missing) for missing in absent)
        telling = reversed_here or not is_common(concept, language, glossary)
        if one.term.accepted and known and telling and not theirs:
            extra.setdefault(concept, one)
    return list(extra.values())


def _alike(
    absent: Sequence[str], extra: Sequence[Occurrence], language: str, context: Context
) -> dict[str, Occurrence]:
    """Return absent concept → the extra term that looks like its own, the likest pairs first."""
    pairs = [
        (-SequenceMatcher(None, term.text, one.term.text, autojunk=False).ratio(), concept, one)
        for concept in absent
        for term in [_term(concept, language, context)]
        for one in extra
    ]
    found: dict[str, Occurrence] = {}
    for likeness, concept, one in sorted(pairs, key=lambda pair: pair[:2]):
        if -likeness >= ALIKE and concept not in found and one not in found.values():
            found[concept] = one
    return found


def _same_pos(concept: str, one: Occurrence, language: str, context: Context) -> bool:
    """Return whether the concept's term is of the same part of speech as the occurrence.

    Where several counterparts agree, the only extra term is taken to stand for the only missing concept. One
    counterpart is not enough for that: translations leave one concept out and say another.
    """
    return _term(concept, language, context).pos == one.term.pos


def _term(concept: str, language: str, context: Context) -> Term:
    """Return the concept's preferred term, else its first."""
    glossary = context.facts.glossary
    return glossary.preferred(concept, language) or glossary.of(concept, language)[0]


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
