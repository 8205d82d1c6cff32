"""The paradigms of French verbs."""

from __future__ import annotations

import re

from aligner.languages.paradigm import paradigm, participles

_FR_IMPERFECT = "ais ait ions iez aient"
_FR_FUTURE = "ai as a ons ez ont ais ait ions iez aient"
_FR_SUBJUNCTIVE = "e es ions iez ent"
# ending of the infinitive -> stems: singular present (its s, t); plural present; third plural and subjunctive;
# simple past; future; participle
_FR_IRREGULAR = {
    "venir": ("vien", "ven", "vienn", "vin", "viendr", "venu"),
    "tenir": ("tien", "ten", "tienn", "tin", "tiendr", "tenu"),
    "prendre": ("prend", "pren", "prenn", "pri", "prendr", "pris"),
    "mettre": ("met", "mett", "mett", "mi", "mettr", "mis"),
    "battre": ("bat", "batt", "batt", "batti", "battr", "battu"),
    "uire": ("ui", "uis", "uis", "uisi", "uir", "uit"),
    "aindre": ("ain", "aign", "aign", "aigni", "aindr", "aint"),
    "eindre": ("ein", "eign", "eign", "eigni", "eindr", "eint"),
    "oindre": ("oin", "oign", "oign", "oigni", "oindr", "oint"),
    "résoudre": ("résou", "résolv", "résolv", "résolu", "résoudr", "résolu"),
    "soudre": ("sou", "solv", "solv", "solu", "soudr", "sous"),
    "suivre": ("sui", "suiv", "suiv", "suivi", "suivr", "suivi"),
    "vivre": ("vi", "viv", "viv", "vécu", "vivr", "vécu"),
    "écrire": ("écri", "écriv", "écriv", "écrivi", "écrir", "écrit"),
    "lire": ("li", "lis", "lis", "lu", "lir", "lu"),
    "dire": ("di", "dis", "dis", "di", "dir", "dit"),
    "faire": ("fai", "fais", "fass", "fi", "fer", "fait"),
    "aître": ("ai", "aiss", "aiss", "u", "aîtr", "u"),
    "courir": ("cour", "cour", "cour", "couru", "courr", "couru"),
    "quérir": ("quier", "quér", "quièr", "qui", "querr", "quis"),
    "mourir": ("meur", "mour", "meur", "mouru", "mourr", "mort"),
    "partir": ("par", "part", "part", "parti", "partir", "parti"),
    "sortir": ("sor", "sort", "sort", "sorti", "sortir", "sorti"),
    "servir": ("ser", "serv", "serv", "servi", "servir", "servi"),
    "couvrir": ("couvre", "couvr", "couvr", "couvri", "couvrir", "couvert"),
    "ouvrir": ("ouvre", "ouvr", "ouvr", "ouvri", "ouvrir", "ouvert"),
    "offrir": ("offre", "offr", "offr", "offri", "offrir", "offert"),
    "voir": ("voi", "voy", "voi", "vi", "verr", "vu"),
    "cevoir": ("çoi", "cev", "çoiv", "çu", "cevr", "çu"),
    "pouvoir": ("peu", "pouv", "puiss", "pu", "pourr", "pu"),
    "croire": ("croi", "croy", "croi", "cru", "croir", "cru"),
    "boire": ("boi", "buv", "boiv", "bu", "boir", "bu"),
}


def verb_forms(word: str) -> set[str]:
    """Return the simple forms of the verb with this infinitive, pronouns joined to them included."""
    for ending, parts in sorted(_FR_IRREGULAR.items(), key=lambda row: -len(row[0])):
        if word.endswith(ending):
            return _irregular_fr(word[: -len(ending)], parts)
    if word.endswith("er"):
        return _first_fr(word)
    stem = word[:-2]
    if word.endswith("ir"):
        found = paradigm(stem, "is it issons issez issent " + " ".join("iss" + e for e in _FR_IMPERFECT.split()))
        found |= paradigm(stem, "isse isses îmes îtes irent issant issants issante issantes") | paradigm(
            word, _FR_FUTURE
        )
        return found | participles({stem + "i"}, " e s es".replace(" e", "e", 1)) | {stem + "i"}
    if word.endswith("re"):
        found = paradigm(
            stem, "s 0 ons ez ent ant " + _FR_IMPERFECT + " " + _FR_SUBJUNCTIVE + " is it îmes irent isse t"
        )
        return found | paradigm(stem + "r", _FR_FUTURE) | {stem + "u" + e for e in ("", "e", "s", "es")}
    return {word}


def _irregular_fr(prefix: str, parts: tuple[str, ...]) -> set[str]:
    singular, plural, third, past, future, participle = (prefix + part for part in parts)
    found = paradigm(singular, "s t 0") | paradigm(plural, "ons ez ant ants ante antes " + _FR_IMPERFECT)
    found |= (
        paradigm(third, "ent " + _FR_SUBJUNCTIVE)
        | paradigm(future, _FR_FUTURE)
        | {past + e for e in ("s", "t", "rent", "sse")}
    )
    plain = participle.removesuffix("s") if participle.endswith("is") else participle
    found |= {participle, participle + "e", participle + "es", plain + "s" if plain != participle else participle + "s"}
    if parts[0] == "fai":
        found |= {prefix + "font", prefix + "faites"}
    return found


def _first_fr(word: str) -> set[str]:
    stem = word[:-2]
    soft = {"g": stem + "e", "c": stem[:-1] + "ç"}.get(stem[-1:], stem)
    found = paradigm(stem, "e es ez ions iez ent èrent é ée és ées")
    found |= paradigm(soft, "ons ais ait aient ai as a âmes âtes asse assent ant ants ante antes")
    stems = {stem}
    match = re.search(r"[eé]([^aeiouyéè]+|gu|qu)$", stem)
    if match is not None:
        stems.add(stem[: match.start()] + "è" + stem[match.start() + 1 :])
        if stem.endswith(("el", "et")):
            stems.add(stem + stem[-1])
    if stem.endswith("y"):
        stems.add(stem[:-1] + "i")
    for one in stems:
        found |= paradigm(one, "e es ent") | paradigm(one + "er", _FR_FUTURE)
    return found
