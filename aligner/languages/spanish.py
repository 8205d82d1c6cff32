"""The paradigms of Spanish verbs."""

from __future__ import annotations

from aligner.languages.paradigm import paradigm, participles, with_vowel

_ES = {
    "a": (
        "o as a amos áis an aba abas ábamos abais aban aste ó asteis aron ara aras áramos arais aran ase ases "
        "ásemos asen ando ad",
        "e é es emos éis en",
    ),
    "e": (
        "es e emos éis en ía ías íamos íais ían í iste ió imos isteis ieron iera ieras iéramos ieran iese "
        "ieses iésemos iesen iendo ed",
        "o a as amos áis an",
    ),
    "i": (
        "es e imos ís en ía ías íamos íais ían í iste ió isteis ieron iera ieras iéramos ieran iese ieses "
        "iésemos iesen iendo id",
        "o a as amos áis an",
    ),
}
_ES_FUTURE = "0 é ás á emos éis án ía ías íamos íais ían"
_ES_PRONOUNS = ("lo", "la", "los", "las", "le", "les", "se", "me", "te", "nos")
_ES_IRREGULAR = {
    "poner": ("pong pon", "pus", "pondr", "puest"),
    "tener": ("teng tien ten", "tuv", "tendr", "tenid"),
    "venir": ("veng vien ven", "vin", "vendr", "venid"),
    "hacer": ("hag hac haz", "hic", "har", "hech"),
    "salir": ("salg sal", "sal", "saldr", "salid"),
    "decir": ("dig dic di", "dij", "dir", "dich"),
    "traer": ("traig tra", "traj", "traer", "traíd"),
    "caer": ("caig ca", "cay", "caer", "caíd"),
    "poder": ("pued pod", "pud", "podr", "podid"),
    "querer": ("quier quer", "quis", "querr", "querid"),
    "ver": ("ve v", "v", "ver", "vist"),
}
_ES_SHORT = {
    "dar": "doy das da damos dan di dio dieron diera dieran dé des demos den daba daban dando dado dada dará "
    "darán daría",
    "ir": "voy vas va vamos van fue fueron fuera fueran vaya vayan iba iban yendo ido irá irán",
}
_ES_PARTICIPLES = {"olver": "uelt", "scribir": "scrit", "brir": "biert", "romper": "rot", "morir": "muert"}


def verb_forms(word: str) -> set[str]:
    """Return the simple forms of the verb with this infinitive, pronouns joined to them included."""
    if word in _ES_SHORT:
        return set(_ES_SHORT[word].split())
    for base, parts in _ES_IRREGULAR.items():
        if word == base or (word.endswith(base) and len(base) > 3):
            return _irregular_es(word, base, parts) | _regular_es(word)
    return _regular_es(word)


def _irregular_es(word: str, base: str, parts: tuple[str, str, str, str]) -> set[str]:
    prefix = word[: -len(base)]
    present, past, future, participle = parts
    stems = present.split()
    found = paradigm(prefix + stems[0], "o a as amos áis an")
    for stem in stems[1:]:
        found |= paradigm(prefix + stem, "e es en emos 0")
    found |= {prefix + "tén", prefix + "pón", prefix + "vén"} & {
        prefix + stem.replace("e", "é").replace("o", "ó") for stem in stems
    }
    found |= paradigm(prefix + past, "e iste o imos ieron eron iera ieran iese iesen era eran iendo")
    found |= paradigm(prefix + future, "é ás á emos án ía ías íamos ían")
    found |= participles({prefix + participle})
    found |= {with_accent(prefix + stems[0]) + e + p for e in ("a", "an") for p in _ES_PRONOUNS}
    imperative = prefix + stems[-1]
    return found | {with_accent(imperative) + p for p in _ES_PRONOUNS} | {imperative + p for p in _ES_PRONOUNS}


def _regular_es(word: str) -> set[str]:
    word = word[:-2] + word[-2].replace("í", "i") + "r"
    stem, vowel = word[:-2], word[-2]
    own, other = _ES[vowel]
    found: set[str] = set()
    for one in _stems_es(stem, vowel):
        found |= paradigm(one, own)
        for changed in _spelling_es(one, vowel):
            found |= paradigm(changed, other)
    if vowel != "a" and stem[-1:] in "aeoui" and not stem.endswith(("gu", "qu")):
        found |= paradigm(stem + "y", "o a as amos an e es en ó eron era eras éramos eran ese esen endo")
        found |= participles({stem + "íd"}) | paradigm(stem, "íste ímos ísteis")
    if vowel == "a" and stem[-1:] in "iu":
        accented = stem[:-1] + {"i": "í", "u": "ú"}[stem[-1]]
        found |= paradigm(accented, "o as a an e es en")
    if vowel == "a":
        found |= {stem + "ante", stem + "antes"}
    found |= paradigm(word, _ES_FUTURE) | participles({stem + ("ad" if vowel == "a" else "id")})
    for ending, participle in _ES_PARTICIPLES.items():
        if word.endswith(ending):
            found |= participles({word[: -len(ending)] + participle})
    return found | _enclitics_es(stem, vowel)


def _stems_es(stem: str, vowel: str) -> list[str]:
    """Return the stem and the stems with a diphthong: which verbs have one, only a dictionary knows."""
    stems = [stem, with_vowel(stem, "e", "ie"), with_vowel(stem, "o", "ue")]
    if vowel == "i":
        stems += [with_vowel(stem, "e", "i"), with_vowel(stem, "o", "u")]
    if stem == "jug":
        stems.append("jueg")
    return list(dict.fromkeys(stems))


def _spelling_es(stem: str, vowel: str) -> list[str]:
    if vowel == "a":
        for ending, changed in (("gu", "gü"), ("g", "gu"), ("c", "qu"), ("z", "c")):
            if stem.endswith(ending):
                return [stem[: -len(ending)] + changed]
        return [stem]
    for ending, changed in (("gu", "g"), ("g", "j"), ("qu", "c")):
        if stem.endswith(ending):
            return [stem[: -len(ending)] + changed]
    if stem.endswith("c"):
        return [stem[:-1] + ("zc" if stem[-2:-1] in set("aeiou") else "z")]
    return [stem]


def _enclitics_es(stem: str, vowel: str) -> set[str]:
    """Return infinitive, gerund and imperatives with one pronoun, and the infinitive with two."""
    accented = {"a": "á", "e": "é", "i": "í"}[vowel]
    gerunds = {stem + ("ándo" if vowel == "a" else "iéndo")}
    if vowel == "i":
        gerunds |= {with_vowel(stem, "e", "i") + "iéndo", with_vowel(stem, "o", "u") + "iéndo"}
    if vowel != "a" and stem[-1:] in "aeou":
        gerunds.add(stem + "yéndo")
    imperatives = set()
    for one in _stems_es(stem, vowel):
        theme = "a" if vowel == "a" else "e"
        imperatives |= {a + theme for a in _accented_stems(one)} | {one + theme}
        subjunctive = "e" if vowel == "a" else "a"
        for changed in _spelling_es(one, vowel):
            imperatives |= {a + e for a in _accented_stems(changed) for e in (subjunctive, subjunctive + "n")}
    if vowel != "a" and stem[-1:] in "aeou":
        imperatives |= {one + "y" + e for one in _accented_stems(stem) for e in ("e", "a", "an")}
    hosts = gerunds | imperatives | {stem + vowel + "r", stem + vowel + "d"}
    found = {host + pronoun for host in hosts for pronoun in _ES_PRONOUNS}
    return found | {f"{stem}{accented}rse{pronoun}" for pronoun in _ES_PRONOUNS[:4]}


def _accented_stems(stem: str) -> set[str]:
    """Return the stem with an accent on its last vowel, and where that is a glide, on the one before."""
    vowels = [at for at, letter in enumerate(stem) if letter in "aeiou"]
    if not vowels:
        return {stem}
    places = vowels[-1:]
    if stem[-1] in "iu" or (stem.endswith(("gu", "qu"))):
        places = vowels[-2:]
    return {stem[:at] + with_accent(stem[at]) + stem[at + 1 :] for at in places}


def with_accent(text: str) -> str:
    """Return the text with an accent on its last plain vowel."""
    for at in range(len(text) - 1, -1, -1):
        if text[at] in "aeiou":
            return text[:at] + "áéíóú"["aeiou".index(text[at])] + text[at + 1 :]
    return text
