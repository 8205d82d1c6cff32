"""The forms of German terms, what separable verbs look like apart, and where a compound word divides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

Part = TypeVar("Part")

VOWELS = "aeiouäöüy"
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}
_SEPARATED = {"um": ("wandeln", "drehen", "leiten", "kehren", "stellen", "ordnen", "verteilen")}
_ADJECTIVE = ("", "e", "er", "en", "es", "em")
PARTICLES = tuple(
    re.findall(
        r"\w+",
        "zurück zusammen heraus hinein herein hinaus hervor hinzu herunter hinunter vorbei wieder gegen "
        "entgegen frei fest  "
        "auf aus ab an bei ein her hin los mit nach um vor weg zu durch über unter",
    )
)
_NOUN_ENDINGS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("e",), ("n", "ns")),
    (("ung", "heit", "keit", "schaft", "ion", "tät", "ur", "ei", "enz", "anz"), ("en",)),
    (("in",), ("nen", "s")),
    (("chen",), ("s",)),
    (("nis",), ("se", "sen", "ses")),
    (("a", "i", "o", "u"), ("s",)),
    (("s", "ß", "x", "z"), ("es", "e", "en", "se", "ses", "sen")),
)
_PLURAL_ER = tuple(
    re.findall(
        r"\w+",
        "kind bild feld schild lied kleid brett geist leib licht nest schwert gesicht rind glied land wald buch wort "
        "haus mann volk blatt dorf glas grab gut haupt horn kraut loch rad tal tuch bad fach dach amt gott maul rand "
        "schloss wurm holz kalb lamm huhn korn",
    )
)
_SUFFIX = re.compile(  # what makes another word of a word, and is no second part
    r"(?:los|haft|lich|bar|isch|sam|voll|frei|mäßig|artig)(?:e[rnsm]?)?"
    r"|(?:schaft|heit|keit|ung)(?:en)?|lein|chen|ling"
)
_HARD_STEM = re.compile(  # atm-et, rechn-et, but bestimm-t, rühm-t, wohn-t
    r"(?:[dt]|(?:[^aeiouäöülrmh]|[^aeiouäöü]h)m|(?:[^aeiouäöülrmnh]|[^aeiouäöü]h)n)$"
)
_INSEPARABLE = ("be", "ge", "er", "ver", "zer", "ent", "emp", "miss")
# infinitive: stem of du/er, stem of the past, participle
_STRONG = {
    row.split()[0]: tuple(row.split()[1:])
    for row in (
        "werfen wirf warf worfen",
        "ziehen zieh zog zogen",
        "nehmen nimm nahm nommen",
        "bringen bring brach bracht",
        "geben gib gab geben",
        "halten hält hielt halten",
        "schlagen schläg schlug schlagen",
        "kommen komm kam kommen",
        "gehen geh ging gangen",
        "sehen sieh sah sehen",
        "lesen lies las lesen",
        "sterben stirb starb storben",
        "treffen triff traf troffen",
        "fallen fäll fiel fallen",
        "greifen greif griff griffen",
        "schreiben schreib schrieb schrieben",
        "bleiben bleib blieb blieben",
        "scheiden scheid schied schieden",
        "lieren lier lor loren",
        "winnen winn wann wonnen",
        "binden bind band bunden",
        "finden find fand funden",
        "springen spring sprang sprungen",
        "schließen schließ schloss schlossen",
        "bieten biet bot boten",
        "fliegen flieg flog flogen",
        "wenden wend wand wandt",
        "kennen kenn kann kannt",
        "graben gräb grub graben",
        "tragen träg trug tragen",
        "fahren fähr fuhr fahren",
        "lassen läss ließ lassen",
        "messen miss maß messen",
        "brechen brich brach brochen",
        "sprechen sprich sprach sprochen",
        "helfen hilf half holfen",
        "stehen steh stand standen",
        "liegen lieg lag legen",
        "rufen ruf rief rufen",
        "fangen fäng fing fangen",
        "weisen weis wies wiesen",
        "treiben treib trieb trieben",
        "steigen steig stieg stiegen",
        "laufen läuf lief laufen",
        "wachsen wächs wuchs wachsen",
        "treten tritt trat treten",
        "schieben schieb schob schoben",
        "zwingen zwing zwang zwungen",
        "singen sing sang sungen",
        "sinken sink sank sunken",
        "schwören schwör schwor schworen",
        "leihen leih lieh liehen",
        "reißen reiß riss rissen",
        "schneiden schneid schnitt schnitten",
        "gießen gieß goss gossen",
        "fließen fließ floss flossen",
        "denken denk dach dacht",
        "beginnen beginn begann begonnen",
        "essen iss aß gessen",
        "tun tu tat tan",
    )
}


def forms(text: str, pos: str) -> set[str]:
    """Return the forms of a German term; `text` keeps its capitals, which tell nouns from the rest."""
    words = text.split()
    if not words:
        return set()
    if len(words) == 1:
        return _word_forms(words[0], pos)
    if pos == "verb" or (
        pos == "" and words[-1].islower() and words[-1].endswith("en") and not _is_adjective(words[-1])
    ):
        return {text} | _verb_phrase(words)
    return {text} | _noun_phrase(words)


def _is_adjective(word: str) -> bool:
    return bool(re.fullmatch(r"ge.+en|.+(?:ten|nden)", word))


def is_noun(word: str) -> bool:
    """Return whether a word of a term is written with a capital, hence a noun."""
    return word[:1].isupper()


def _word_forms(word: str, pos: str) -> set[str]:
    found = {word}
    if pos == "noun" or (pos == "" and is_noun(word)):
        return found | noun_forms(word)
    if pos == "verb" or (pos == "" and re.fullmatch(r".{2,}(?:en|ern|eln)", word)):
        return found | verb_forms(word.lower())
    return found | (adjective_forms(word) if pos != "adverb" else set())


@lru_cache(maxsize=4096)
def noun_forms(word: str) -> frozenset[str]:
    """Return the cases and the plurals that the noun's ending allows."""
    first, hyphen, last = word.rpartition("-")
    if hyphen and last[:1].isalpha():
        return frozenset(f"{first}-{form}" for form in noun_forms(last))
    low = word.lower()
    if not low[-1:].isalpha():
        return frozenset({word})
    if low.endswith("um"):
        return frozenset({word, word + "s", word[:-2] + "en"})
    endings = _noun_endings(low)
    found = {word} | {word + ending for ending in endings}
    if low.endswith(_PLURAL_ER):  # only these: Spieler is no form of Spiel, Kämpfer none of Kampf
        found |= {(_umlaut(word) or word) + ending for ending in ("er", "ern")}
    elif _umlaut(word) and endings != ("en",) and not low.endswith("e"):
        found |= {_umlaut(word) + ending for ending in (("", "n") if _has_suffix(low) else ("e", "en"))}
    return frozenset(found)


def _noun_endings(low: str) -> tuple[str, ...]:
    if _has_suffix(low):
        return ("s",) if low.endswith("en") else ("s", "n")
    for suffixes, endings in _NOUN_ENDINGS:
        if low.endswith(suffixes) and not low.endswith("ein"):
            return endings
    return ("s", "es", "e", "en", "n")


def _has_suffix(word: str) -> bool:
    """Return whether the word ends in an unstressed -er, -el or -en: Stapel does, Ziel does not."""
    return word.endswith(("er", "el", "en")) and not word.endswith(("ier", "iel", "ien", "eer", "eel", "een"))


def _umlaut(word: str) -> str:
    """Return the word with its last root vowel changed, empty where it cannot."""
    low = word.lower()
    end = len(word) - 2 if _has_suffix(low) else len(word)
    for at in range(end - 1, -1, -1):
        if low[at] in VOWELS:
            if low[at] == "u" and at and low[at - 1] == "a":
                at -= 1
            if low[at] in _UMLAUTS and not (at and low[at - 1 : at + 1] in ("eu", "ie")):
                changed = _UMLAUTS[low[at]]
                return word[:at] + (changed.upper() if word[at].isupper() else changed) + word[at + 1 :]
            return ""
    return ""


def adjective_forms(word: str) -> set[str]:
    """Return the endings of an adjective or participle, given with or without one."""
    stem = re.sub(r"(?<=...)(?:e|er|en|es|em)$", "", word)
    stems = {word}
    if stem != word and len(stem) > 3:
        stems.add(stem)
    if word.endswith("e"):
        stems = {word[:-1]}
    found = {one + ending for one in stems for ending in _ADJECTIVE}
    if word.endswith("el"):
        found |= {word[:-2] + "l" + ending for ending in _ADJECTIVE[1:]}
    return found


def split_verb(infinitive: str) -> tuple[str, str]:
    """Return the separable particle, empty where there is none, and the simple verb."""
    for particle in sorted(PARTICLES, key=len, reverse=True):
        rest = infinitive[len(particle) :]
        if (
            infinitive.startswith(particle)
            and len(rest) > 3
            and rest.endswith("n")
            and any(v in rest[:-2] for v in VOWELS)
        ):
            if particle in ("durch", "über", "unter", "um", "wieder") and rest not in (
                *_STRONG,
                *_SEPARATED.get(particle, ()),
            ):
                continue  # durchsuchen, überladen: most of these do not separate
            return particle, rest
    return "", infinitive


@lru_cache(maxsize=2048)
def verb_forms(infinitive: str) -> frozenset[str]:
    """Return the forms of a verb that are one word: of a separable one, those of subordinate clauses too."""
    particle, simple = split_verb(infinitive)
    finite, participles = _simple_forms(simple)
    found = {infinitive} | {particle + form for form in finite}
    for participle in participles:
        found |= {particle + participle + ending for ending in _ADJECTIVE}
    found |= {particle + simple + "d" + ending for ending in _ADJECTIVE}
    if particle:
        found.add(particle + "zu" + simple)
        if particle in ("durch", "über", "unter", "um", "wieder"):
            found |= {particle + participle.removeprefix("ge") for participle in participles}
    return frozenset(found)


def separated_forms(infinitive: str) -> tuple[str, frozenset[str]]:
    """Return the particle that a separable verb leaves at the clause's end and its finite forms without it."""
    particle, simple = split_verb(infinitive.lower())
    if not particle:
        return "", frozenset()
    return particle, frozenset(_simple_forms(simple)[0] | {simple})


def _simple_forms(infinitive: str) -> tuple[set[str], set[str]]:
    """Return the finite forms and the past participle of a verb without a separable particle."""
    prefix, strong = _strong(infinitive)
    stem = infinitive[:-1] if infinitive.endswith(("ern", "eln")) else re.sub(r"e?n$", "", infinitive)
    ge = "" if (infinitive.startswith(_INSEPARABLE) and len(infinitive) > 5) or infinitive.endswith("ieren") else "ge"
    finite = {stem + ending for ending in ("e", "en", "et", "est", "st", "t", "")} | {infinitive}
    if infinitive.endswith(("ern", "eln")):
        finite |= {stem[:-2] + stem[-1] + "e", stem + "e", stem + "n"}
    if not strong:
        past = stem + ("et" if _HARD_STEM.search(stem) else "t")
        finite |= {past + ending for ending in ("e", "est", "en", "et")}
        return finite, {ge + past}
    second, past, participle = strong
    if past in ("brach", "dach") and participle.endswith("cht"):  # bringen, denken: the past is weak
        past += "te"
    finite |= {prefix + second + ending for ending in ("", "st", "t")}
    if second.endswith(("t", "d")):
        finite |= {prefix + second, prefix + second + "et"}
    finite |= {prefix + past + ending for ending in ("", "st", "en", "t", "n", "est")}
    bare_ge = ge if not prefix.startswith(_INSEPARABLE) else ""
    if infinitive.startswith(("verlier", "gewinn", "beginn")):
        bare_ge = ""
    return finite, {prefix + bare_ge + participle} if bare_ge == "" else {bare_ge + prefix + participle}


def _strong(infinitive: str) -> tuple[str, tuple[str, ...]]:
    for base, parts in _STRONG.items():
        if infinitive == base:
            return "", parts
    for base, parts in _STRONG.items():
        prefix = infinitive[: -len(base)]
        if infinitive.endswith(base) and prefix in (*_INSEPARABLE, "um", "über", "unter", "durch"):
            return prefix, parts
    return "", ()


def _noun_phrase(words: list[str]) -> set[str]:
    """Inflect the adjectives before the first noun and that noun; what follows keeps its form."""
    at = next((at for at, word in enumerate(words) if is_noun(word)), None)
    if at is None:
        return {" ".join([form, *words[1:]]) for form in _word_forms(words[0], "adjective")}
    adjectives = [sorted(adjective_forms(word)) for word in words[:at]]
    rest = " ".join(words[at + 1 :])
    found = set()
    for noun in noun_forms(words[at]):
        phrases = [""]
        for choices in adjectives:
            phrases = [f"{before}{form} " for before in phrases for form in choices]
        found |= {f"{before}{noun} {rest}".strip() for before in phrases}
    return found


def _verb_phrase(words: list[str]) -> set[str]:
    """Return the phrase with its verb, the last word, in every form."""
    before = " ".join(words[:-1])
    return {f"{before} {form}" for form in verb_forms(words[-1].lower())}


def divide(word: str, parts: Mapping[str, Part], shortest: int) -> list[tuple[int, int, Part]]:
    """Return the known parts of a compound in order, each with its place: its head, its first part, or both.

    `word` is in lower case. Between the parts may stand -s-, -es-, -n-, -en-, -er- or -e-.
    """
    cuts = range(shortest, len(word) - shortest + 1)
    both = [(cut, first) for cut in cuts if word[cut:] in parts and (first := _modifier(word[:cut], parts, shortest))]
    if both:
        cut, first = both[0]  # the longest head
        return [(0, first, parts[word[:first]]), (cut, len(word), parts[word[cut:]])]
    for cut in range(3, len(word) - shortest + 1):
        if word[cut:] in parts:
            inner = divide(word[:cut], parts, shortest) if cut >= 9 else []
            return [*inner, (cut, len(word), parts[word[cut:]])]
    for cut in range(len(word) - 3, shortest - 1, -1):
        if word[:cut] in parts and not _SUFFIX.fullmatch(word[cut:]):
            return [(0, cut, parts[word[:cut]])]
    return []


def _modifier(word: str, parts: Mapping[str, object], shortest: int) -> int:
    """Return the length of the known part that the word is, a linking element aside; 0 where it is none."""
    if word in parts:
        return len(word)
    for link in ("s", "es", "n", "en", "er", "e"):
        if word.endswith(link) and len(word) - len(link) >= shortest and word[: -len(link)] in parts:
            return len(word) - len(link)
    return 0
