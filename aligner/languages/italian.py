"""The paradigms of Italian verbs."""

from __future__ import annotations

import re

from aligner.languages.paradigm import paradigm, participles

_IT = {
    "a": (
        "o a ano avo avi ava avamo avate avano ai asti ò ammo aste arono assi asse assimo assero ando ate ante anti",
        "i iamo iate ino",
        "er",
    ),
    "e": (
        "e ete evo evi eva evamo evate evano ei etti esti é ette emmo este erono ettero essi esse essimo "
        "essero endo ente enti",
        "o i iamo iate ono a ano",
        "er",
    ),
    "i": (
        "e i ite ivo ivi iva ivamo ivate ivano ii isti ì immo iste irono issi isse issimo issero endo ente enti",
        "o iamo iate ono a ano",
        "ir",
    ),
}
_IT_DARE = "o ai à a anno iamo ate ia iano ava avano ando ato ata ati ate arà aranno esse essero iede"
_IT_FUTURE = "ò ai à emo ete anno ei esti ebbe emmo este ebbero"
_IT_PRONOUNS = ("lo", "la", "li", "le", "ne", "ci", "vi", "si", "gli", "mi", "ti", "l")
_IT_PARTICIPLES = {  # the verb's ending -> its participle's; the past stem follows from it
    "ggere": "tt",
    "ngere": "nt",
    "endere": "es",
    "ondere": "ost",
    "idere": "is",
    "udere": "us",
    "adere": "as",
    "erdere": "ers",
    "lgere": "lt",
    "rgere": "rs",
    "mettere": "mess",
    "scrivere": "scritt",
    "olvere": "olt",
    "ogliere": "olt",
    "egliere": "elt",
    "muovere": "moss",
    "vincere": "vint",
    "correre": "cors",
    "chiedere": "chiest",
    "rompere": "rott",
    "liggere": "litt",
    "nascere": "nat",
    "aprire": "apert",
    "offrire": "offert",
    "vedere": "vist",
    "vivere": "vissut",
}
_IT_IRREGULAR = {
    "venire": ("veng", "vien", "venn", "verr", "venut"),
    "tenere": ("teng", "tien", "tenn", "terr", "tenut"),
    "porre": ("pong", "pon", "pos", "porr", "post"),
    "durre": ("duc", "duc", "duss", "durr", "dott"),
    "trarre": ("tragg", "tra", "trass", "trarr", "tratt"),
    "rimanere": ("rimang", "riman", "rimas", "rimarr", "rimast"),
    "salire": ("salg", "sal", "sal", "salir", "salit"),
    "potere": ("poss", "può", "pot", "potr", "potut"),
    "fare": ("facci", "fa", "fec", "far", "fatt"),
    "dire": ("dic", "dic", "diss", "dir", "dett"),
    "vedere": ("ved", "ved", "vid", "vedr", "vist"),
    "bere": ("bev", "bev", "bevv", "berr", "bevut"),
}


def verb_forms(word: str) -> set[str]:
    """Return the simple forms of the verb with this infinitive, pronouns joined to them included."""
    if word in ("dare", "stare"):
        return paradigm(word[:-3], _IT_DARE)
    for base, parts in _IT_IRREGULAR.items():
        prefix = word[: -len(base)]
        if word == base or (
            word.endswith(base) and base in ("venire", "tenere", "porre", "durre", "trarre") and prefix
        ):
            return _irregular_it(word, prefix, parts)
    return _regular_it(word)


def _irregular_it(word: str, prefix: str, parts: tuple[str, ...]) -> set[str]:
    first, third, past, future, participle = parts
    imperfect = {"duc": "duc", "pon": "pon", "tien": "ten", "vien": "ven", "tra": "tra"}.get(third, third)
    found = paradigm(prefix + first, "o ono a ano iamo iate")
    found |= paradigm(prefix + third, "e i 0") | paradigm(
        prefix + imperfect, "ete ite eva evano iva ivano endo esse essero isse issero iamo iate"
    )
    found |= paradigm(prefix + past, "i e ero") | paradigm(prefix + future, _IT_FUTURE)
    found |= participles({prefix + participle}, "o a i e")
    cut = word[:-2] if word.endswith("rre") else word[:-1]
    return found | {cut + pronoun for pronoun in _IT_PRONOUNS}


def _regular_it(word: str) -> set[str]:
    stem, vowel = word[:-3], word[-3]
    own, other, future = _IT[vowel]
    soft, hard = stem, stem
    if vowel == "a":
        if stem.endswith(("c", "g")):
            soft = stem + "h"
        elif stem.endswith("i"):
            soft = stem[:-1]
    found = paradigm(stem, own)
    for one in {soft, hard} if not stem.endswith(("c", "g")) or vowel != "a" else {soft}:
        found |= paradigm(one, other)
        found |= paradigm(one + (future if vowel == "i" else "er"), _IT_FUTURE)
    if vowel == "i":
        found |= paradigm(stem, "isco isci isce iscono isca iscano") | participles({stem + "it"}, "o a i e")
    elif vowel == "e":
        found |= _second_it(word, stem)
    else:
        found |= participles({stem + "at"}, "o a i e")
    found |= _enclitics_it(word, stem, vowel)
    return {re.sub(r"(?<=gl)ii|(?<=[cg])ii(?=.)", "i", form) for form in found}


def _second_it(word: str, stem: str) -> set[str]:
    found: set[str] = set()
    for ending, participle in sorted(_IT_PARTICIPLES.items(), key=lambda row: -len(row[0])):
        if word.endswith(ending):
            short = word[: -len(ending)] + participle
            found |= participles({short}, "o a i e")
            past = re.sub(
                r"(tt|nt|lt|st|t)$", lambda m: {"tt": "ss", "nt": "ns", "lt": "ls", "st": "s"}.get(m[1], "t"), short
            )
            found |= paradigm(past, "i e ero")
            if ending == "mettere":
                found |= paradigm(word[: -len(ending)] + "mis", "i e ero")
            break
    else:
        found |= participles({stem + "ut"}, "o a i e")
    if stem.endswith("gli"):
        found |= paradigm(stem[:-3] + "lg", "o a ono ano")
    if stem.endswith(("sc", "c")):
        found |= participles({stem + "iut"}, "o a i e")
    return found


def _enclitics_it(word: str, stem: str, vowel: str) -> set[str]:
    hosts = {
        word[:-1],
        stem + ("ando" if vowel == "a" else "endo"),
        stem + vowel + "te",
        stem + {"a": "a", "e": "i", "i": "i"}[vowel],
    }
    hosts |= {stem + {"a": "at", "e": "ut", "i": "it"}[vowel] + gender for gender in "oaie"}
    return {host + pronoun for host in hosts for pronoun in _IT_PRONOUNS if pronoun != "l"}
