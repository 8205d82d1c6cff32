"""The forms of Russian terms: every case of a noun phrase, every form of a verb, from pymorphy3's dictionary."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

_KINDS = {
    "noun": {"NOUN"},
    "verb": {"INFN", "VERB", "GRND", "PRTF", "PRTS"},
    "adjective": {"ADJF", "ADJS", "COMP", "PRTF", "PRTS"},
    "adverb": {"ADVB", "PRED", "COMP"},
}
_CASES = {
    "gen1": "gent",
    "gen2": "gent",
    "acc1": "accs",
    "acc2": "accs",
    "loc1": "loct",
    "loc2": "loct",
    "voct": "nomn",
}
_CYRILLIC = re.compile(r"[а-яе]+")
_CONJUNCTIONS = ("и", "или", "либо")

# (case, number, gender) -> words; gender is empty in the plural
Table = dict[tuple[str, str, str], set[str]]


@lru_cache(maxsize=1)
def _morphology() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


def forget() -> None:
    """Let go of the dictionary, which takes 30 MB, and of what was looked up in it; who asks again loads it again."""
    for known in (_morphology, _parse, _lexeme, _noun_tables, _adjective_tables, _dependant):
        known.cache_clear()


@lru_cache(maxsize=16384)
def _parse(word: str) -> tuple[Any, ...]:
    return tuple(_morphology().parse(word))


def forms(text: str, pos: str) -> set[str]:
    """Return the forms of a normalised Russian term.

    Adjectives before a noun agree with it, what follows it keeps its case in both numbers; a verb has all its
    moods, participles and reflexive forms; a compound with a hyphen is also given with a space. The first word of an
    adjective with its complement, перевёрнутый лицом вниз, changes alone.
    """
    words = text.split()
    found = {text}
    if len(words) == 1:
        found |= _word_forms(text, pos)
        if "-" in text:
            found |= {form.replace("-", " ") for form in found}
        return {_plain(form) for form in found}
    if pos in ("", "verb"):
        found |= _verb_phrase(words)
    if pos in ("", "noun"):
        found |= _noun_phrase(words)
    if pos == "adjective" or (pos != "verb" and found == {text}):
        found |= _adjective_phrase(words)
    if "-" in text:
        found |= {form.replace("-", " ") for form in found}
    return {_plain(form) for form in found}


def _plain(form: str) -> str:
    return form.replace("ё", "е")


def _word_forms(word: str, pos: str) -> set[str]:
    if "-" in word:
        return _hyphenated(word, pos)
    if not _CYRILLIC.fullmatch(word):
        return {word}
    readings = _readings(word, pos)
    found = {word}
    for reading in readings:
        found |= _lexeme(reading)
        if reading.tag.POS == "INFN" and not word.endswith(("ся", "сь")):
            found |= _reflexive(word, transitive="tran" in reading.tag)
    return found


def _hyphenated(word: str, pos: str) -> set[str]:
    """Inflect the last part, and the first with it where both are nouns in the nominative."""
    first, _, last = word.rpartition("-")
    found = {f"{first}-{form}" for form in _word_forms(last, pos)}
    tables = [_noun_tables(part) for part in (first, last)]
    if all(tables):
        for one, other in itertools.product(*tables):
            for key in one.keys() & other.keys():
                found |= {f"{a}-{b}" for a in one[key] for b in other[key]}
    return found


def _readings(word: str, pos: str) -> list[Any]:
    """Return the dictionary readings in which the word is a term as a glossary writes it."""
    wanted = _KINDS.get(pos)
    parses = [p for p in _parse(word) if wanted is None or p.tag.POS in wanted]
    basic = [p for p in parses if _is_basic(p, word)]
    if not basic:
        return parses[:1]
    kind = basic[0].tag.POS
    return [p for p in basic if kind == p.tag.POS]


def _is_basic(parse: Any, word: str) -> bool:
    tag = parse.tag
    if tag.POS in ("NOUN", "ADJF", "PRTF"):
        return bool(tag.case == "nomn") and (
            tag.POS != "NOUN" or tag.number == "plur" or _plain(parse.normal_form) == word
        )
    return bool(_plain(parse.normal_form) == word)


@lru_cache(maxsize=16384)
def _lexeme(parse: Any) -> frozenset[str]:
    """Return the words of the reading's lexeme; of a participle, its own forms only."""
    lexeme = parse.lexeme
    if parse.tag.POS in ("PRTF", "PRTS"):
        lexeme = _same_participle(parse, lexeme)
    short = "Abbr" in parse.tag.grammemes
    return frozenset([_plain(form.word) for form in lexeme if short or "Abbr" not in form.tag.grammemes])


def _same_participle(parse: Any, lexeme: Iterable[Any]) -> list[Any]:
    tag = parse.tag
    return [
        form
        for form in lexeme
        if form.tag.POS in ("PRTF", "PRTS") and form.tag.tense == tag.tense and form.tag.voice == tag.voice
    ]


def _reflexive(infinitive: str, *, transitive: bool) -> set[str]:
    """Return the forms of the verb with -ся: изгоняется stands for the passive, which умирать has not."""
    for parse in _parse(infinitive + "ся"):
        if parse.tag.POS == "INFN" and (transitive or parse.is_known):
            return set(_lexeme(parse))
    return set()


def _table(lexeme: Iterable[Any]) -> Table:
    table: Table = {}
    for form in lexeme:
        tag = form.tag
        if tag.case is None or tag.number is None or "Supr" in tag:  # наипервейший удар
            continue
        case = _CASES.get(tag.case, tag.case)
        gender = "" if tag.number == "plur" else (tag.gender or "")
        table.setdefault((case, tag.number, gender), set()).add(_plain(form.word))
    return table


@lru_cache(maxsize=4096)
def _noun_tables(word: str) -> tuple[Table, ...]:
    """Return case and number tables of the word's readings as a noun in the nominative; keys have no gender."""
    tables = []
    for reading in _parse(word) if _CYRILLIC.fullmatch(word) else ():
        if reading.tag.POS == "NOUN" and _is_basic(reading, word):
            tables.append({(case, number, ""): words for (case, number, _), words in _table(reading.lexeme).items()})
    return tuple(tables[:2])


@lru_cache(maxsize=4096)
def _adjective_tables(word: str) -> tuple[tuple[Any, Table], ...]:
    tables = []
    for reading in _parse(word) if _CYRILLIC.fullmatch(word) else ():
        if reading.tag.POS in ("ADJF", "PRTF") and reading.tag.case == "nomn":
            lexeme = reading.lexeme
            if reading.tag.POS == "PRTF":
                lexeme = _same_participle(reading, lexeme)
            tables.append((reading.tag, _table(lexeme)))
    return tuple(tables)


def _noun_phrase(words: Sequence[str]) -> set[str]:
    """Return the phrase in every case: adjectives agree, joined nouns go along, dependants keep their case."""
    for at, word in enumerate(words):
        nouns = _heads(word)
        if nouns:
            agreeing = _agreeing(words[:at], nouns[0][0])
            if agreeing is None:
                return set()
            return _inflect_phrase(agreeing, nouns, words[at + 1 :])
        if not (_adjective_tables(word) or _is_frozen(word)):
            return set()
    return set()


def _heads(word: str) -> list[tuple[Any, Table]]:
    """Return tag and table of each reading of the word as the noun that a phrase is about."""
    first, hyphen, last = word.rpartition("-")
    if hyphen:
        return [(tag, _prefixed(table, first + hyphen)) for tag, table in _heads(last)]
    if not _CYRILLIC.fullmatch(word):
        return []
    parses = _parse(word)
    if parses[0].tag.POS in ("ADJF", "PRTF", "ADVB", "PREP", "INFN", "CONJ"):
        return []
    return [(p.tag, _table(p.lexeme)) for p in parses if p.tag.POS == "NOUN" and _is_basic(p, word)]


def _prefixed(table: Table, prefix: str) -> Table:
    return {key: {prefix + word for word in words} for key, words in table.items()}


def _is_frozen(word: str) -> bool:
    parses = _parse(word) if _CYRILLIC.fullmatch(word) else ()
    return not parses or parses[0].tag.POS in ("ADVB", "PRCL", "CONJ")


def _agreeing(words: Sequence[str], head: Any) -> list[tuple[str, Table | None]] | None:
    """Return each word before the head with its table, None where one of them does not agree with it."""
    agreeing: list[tuple[str, Table | None]] = []
    for word in words:
        tables = _adjective_tables(word)
        if not tables:
            agreeing.append((word, None))
            continue
        table = next((t for tag, t in tables if _agrees(tag, head)), None)
        if table is None:
            return None
        agreeing.append((word, table))
    return agreeing


def _agrees(tag: Any, head: Any) -> bool:
    if tag.number != head.number:
        return False
    return tag.number == "plur" or head.gender is None or tag.gender == head.gender


def _inflect_phrase(
    agreeing: Sequence[tuple[str, Table | None]], nouns: Sequence[tuple[Any, Table]], rest: Sequence[str]
) -> set[str]:
    found: set[str] = set()
    for tag, noun in nouns:
        for (case, number, _), heads in noun.items():
            before = [_agreeing_words(word, table, case, number, tag) for word, table in agreeing]
            after = _after(rest, case, number)
            found |= {" ".join(words) for words in itertools.product(*before, sorted(heads), *after)}
    return found


def _agreeing_words(word: str, table: Table | None, case: str, number: str, noun: Any) -> list[str]:
    """Return the forms of an adjective beside a noun of this tag in this case and number."""
    if table is None:
        return [word]
    gender = "" if number == "plur" else str(noun.gender or "masc")
    if case == "accs" and gender in ("", "masc") and noun.animacy:  # вижу первый удар, вижу атакующего игрока
        case = "gent" if noun.animacy == "anim" else "nomn"
    return sorted(table.get((case, number, gender), ())) or [word]


def _after(words: Sequence[str], case: str, number: str) -> list[list[str]]:
    """Return the choices for each group of words behind the head: a noun with its adjectives, or any other word."""
    choices = []
    for at, group in _groups(words):
        options = set(_dependant(group))
        joined = at > 0 and words[at - 1] in _CONJUNCTIONS
        if len(group) == 1 and (_is_apposition(group[0]) or joined):
            for table in _noun_tables(group[0]):
                numbers = ("sing", "plur") if joined else (number,)
                options |= {form for n in numbers for form in table.get((case, n, ""), ())}
        choices.append(sorted(options))
    return choices


def _groups(words: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Return the nouns with the adjectives before them, and every other word alone, each with its place."""
    groups: list[tuple[int, tuple[str, ...]]] = []
    start = 0
    for at, word in enumerate(words):
        kind = _parse(word)[0].tag.POS if _CYRILLIC.fullmatch(word) else ""
        if kind == "NOUN":
            groups.append((start, tuple(words[start : at + 1])))
            start = at + 1
        elif kind not in ("ADJF", "PRTF"):
            groups += [(here, (words[here],)) for here in range(start, at + 1)]
            start = at + 1
    return groups + [(here, (words[here],)) for here in range(start, len(words))]


def _is_apposition(word: str) -> bool:
    if not _CYRILLIC.fullmatch(word):
        return False
    tag = _parse(word)[0].tag
    return bool(tag.POS == "NOUN" and tag.case == "nomn" and tag.number == "sing")


@lru_cache(maxsize=4096)
def _dependant(words: tuple[str, ...]) -> frozenset[str]:
    """Return a noun with its adjectives in its own case, in both numbers; anything else as it is."""
    found = {" ".join(words)}
    noun = _oblique(words[-1])
    if noun is None:
        return frozenset(found)
    case = _CASES.get(noun.tag.case, noun.tag.case)
    for number in ("sing", "plur"):
        nouns = {
            form for (c, n, _), forms_ in _table(noun.lexeme).items() if (c, n) == (case, number) for form in forms_
        }
        before = [_agreeing_words(word, _oblique_table(word), case, number, noun.tag) for word in words[:-1]]
        found |= {" ".join(combined) for combined in itertools.product(*before, sorted(nouns))}
    return frozenset(found)


def _oblique(word: str) -> Any:
    """Return the reading of a noun, or of an adjective that stands alone, in another case than the nominative."""
    parses = _parse(word) if _CYRILLIC.fullmatch(word) else ()
    if not parses or parses[0].tag.POS not in ("NOUN", "ADJF", "PRTF"):
        return None
    kinds = ("NOUN",) if parses[0].tag.POS == "NOUN" else ("ADJF", "PRTF")
    return next((p for p in parses if p.tag.POS in kinds and p.tag.case not in (None, "nomn", "voct")), None)


def _oblique_table(word: str) -> Table | None:
    """Return the table of an adjective that stands before a dependent noun."""
    reading = next((p for p in _parse(word) if p.tag.POS in ("ADJF", "PRTF")), None)
    if reading is None:
        return None
    lexeme = reading.lexeme
    return _table(_same_participle(reading, lexeme) if reading.tag.POS == "PRTF" else lexeme)


def _adjective_phrase(words: Sequence[str]) -> set[str]:
    """Return the forms of a participle or adjective with its complement: перевёрнутый лицом вниз."""
    readings = [p for p in _parse(words[0]) if p.tag.POS in ("ADJF", "PRTF") and p.tag.case == "nomn"]
    if not readings or not _CYRILLIC.fullmatch(words[0]):
        return set()
    rest = " ".join(words[1:])
    return {f"{form} {rest}" for form in _lexeme(readings[0])}


def _verb_phrase(words: Sequence[str]) -> set[str]:
    """Return the phrase with every form of its verb, objects in both numbers."""
    for at, word in enumerate(words):
        parses = _parse(word) if _CYRILLIC.fullmatch(word) else ()
        if parses and parses[0].tag.POS == "INFN":
            verbs = sorted(_word_forms(word, "verb"))
            groups = _groups(words[at + 1 :])
            rest = [sorted(_dependant(group)) for _, group in groups]
            if sum(map(len, rest)) > 12:
                rest = [[" ".join(group)] for _, group in groups]
            return {" ".join([*words[:at], *combined]) for combined in itertools.product(verbs, *rest)}
        if not _is_frozen(word):
            return set()
    return set()
