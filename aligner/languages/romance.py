"""The forms of Portuguese, Spanish, Italian and French terms: plurals, genders, and phrases around a head."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from aligner.languages import french, italian, portuguese, spanish

_LINKS = {
    "pt": "de da do das dos d em no na nos nas a o as os ao à aos às com sem por para como e ou um uma que "
    "entre contra sobre",
    "es": "de del d en el la los las a al con sin por para como y o e u un una que entre contra sobre lo",
    "it": "di del dello della dei degli delle d in nel nella nello a al alla allo ai alle con senza per come "
    "e o un una uno  "
    "il lo la i gli le l dal dalla da che tra contro su sul sulla sotto",
    "fr": "de du des d à au aux en dans le la les l avec sans par pour comme et ou un une que qu entre contre "
    "sur sous se s",
}
_LINK_SETS = {language: frozenset(words.split()) for language, words in _LINKS.items()}
_PRONOUNS = {"pt": ("o", "a", "os", "as"), "fr": ("le", "la", "les")}
_JOINS = {"e", "ou", "y", "o", "u", "et"}
_ADJECTIVE_ENDINGS = {
    "pt": ("ado", "ido", "ivo", "oso", "ável", "ível", "áveis", "aneo", "âneo", "ório", "ático"),
    "es": ("ado", "ido", "ivo", "oso", "able", "ible", "áneo", "orio", "ático"),
    "it": ("ato", "uto", "ito", "ivo", "oso", "abile", "ibile", "orio", "atico"),
    "fr": ("é", "if", "eux", "able", "ible", "ique"),
}
_ACCENTS = str.maketrans("áéíóúâêô", "aeiouaeo")
_TO_ACCENT = dict(zip("aeiou", "áéíóú", strict=True))


def forms(text: str, pos: str, language: str) -> set[str]:
    """Return the forms of a normalised term.

    A word is inflected by its part of speech; without one, what ends like an infinitive also as a verb. In a
    phrase the head and its adjectives change number together, and each complement keeps or changes its own.
    """
    words = text.replace("'", "' ").split()
    if len(words) == 1:
        return _word_forms(text, pos, language)
    if words[0] in ("se", "s'", "si") and infinitive(words[1], "verb", language):
        words = words[1:]  # se résoudre is met as "se résout", so the pronoun is no part of the form
        pos = "verb"
        if len(words) == 1:
            return {text} | _word_forms(words[0], pos, language)
    if pos in ("", "verb") and infinitive(words[0], "verb" if pos else "phrase", language):
        verbs = verb_forms(words[0], language)
        rest = [_complement(word, language) for word in words[1:]]
        if sum(map(len, rest)) > 10:
            rest = [[word] for word in words[1:]]
        if language in ("pt", "fr"):
            verbs = verbs | {
                f"{verb}-{pronoun}" for verb in verbs for pronoun in _PRONOUNS[language] if "-" not in verb
            }
        return {_joined(combined) for combined in itertools.product(sorted(verbs), *rest)}
    return _phrase_forms(words, pos, language) | {text}


def _joined(words: tuple[str, ...] | list[str]) -> str:
    return " ".join(words).replace("' ", "'")


def _word_forms(word: str, pos: str, language: str) -> set[str]:
    found = {word}
    if pos == "verb":
        return found | verb_forms(word, language)
    if pos == "adverb":
        return found
    if pos == "adjective":
        return found | adjective_forms(word, language)
    if "-" in word:
        return found | _compound(word, language)
    found |= noun_forms(word, language)
    if pos == "":
        if infinitive(word, "", language):
            found |= verb_forms(word, language)
        if word.endswith(_ADJECTIVE_ENDINGS[language]):
            found |= adjective_forms(word, language)
    return found


def _compound(word: str, language: str) -> set[str]:
    first, _, last = word.rpartition("-")
    firsts = {first} | plurals(first.rpartition("-")[2] or first, language)
    if "-" in first:
        firsts = {first}
    return {f"{a}-{b}" for a in firsts for b in {last} | plurals(last, language)}


def noun_forms(word: str, language: str) -> set[str]:
    """Return a noun's plurals, and its other gender where the ending says that it names a person."""
    found = {word} | plurals(word, language) | _singulars(word, language)
    other = _other_gender(word, language)
    if other:
        found |= {other} | plurals(other, language)
    return found


def adjective_forms(word: str, language: str) -> set[str]:
    """Return both genders and numbers of an adjective or participle given in the masculine singular."""
    singular = {word} | _feminine(word, language)
    return singular | {plural for form in singular for plural in plurals(form, language)}


def _other_gender(word: str, language: str) -> str:
    if language == "pt" and word.endswith(("dor", "tor", "sor")):
        return word + "a"
    if language == "es" and word.endswith(("dor", "tor", "sor")):
        return word + "a"
    if language == "it" and word.endswith("tore"):
        return word[:-3] + "rice"
    if language == "fr" and word.endswith("eur"):
        return word[:-3] + "euse"
    return ""


def plurals(word: str, language: str) -> set[str]:
    """Return the plurals that the word's ending allows."""
    if not word or not word[-1].isalpha():
        return set()
    return {"pt": _plural_pt, "es": _plural_es, "it": _plural_it, "fr": _plural_fr}[language](word)


def _singulars(word: str, language: str) -> set[str]:
    """Return the singular of what a glossary gives in the plural: blessures, consequências."""
    if language != "it" and len(word) > 4 and re.search(r"[aeioué]s$", word):
        return {word[:-1]} | ({word[:-2]} if language != "fr" and re.search(r"[rzn]es$", word) else set())
    return set()


def _plural_pt(word: str) -> set[str]:
    if word.endswith("ão"):
        return {word[:-2] + ending for ending in ("ões", "ãos", "ães")}
    if word.endswith("m"):
        return {word[:-1] + "ns"}
    if word.endswith("l") and len(word) > 2:
        before = word[-2]
        if before == "i":
            return {word[:-1] + "s", word[:-2] + "eis"}
        return {
            word[:-2] + {"a": "ais", "e": "éis", "o": "óis", "u": "uis"}.get(before, before + "is"),
            word[:-1] + "is",
        }
    if word.endswith(("r", "z", "n")):
        return {word + "es"} | ({word + "s"} if re.search(r"[kwy]", word) else set())  # planeswalkers
    if word.endswith("ês"):
        return {word[:-2] + "eses"}
    if word.endswith(("s", "x")):
        return {word}
    return {word + "s"}


def _plural_es(word: str) -> set[str]:
    if word.endswith("z"):
        return {word[:-1] + "ces"}
    if word.endswith(("í", "ú")):
        return {word + "s", word + "es"}
    if word[-1] in "aeiouáéó":
        return {word + "s"}
    plain = word[:-2] + word[-2:].translate(_ACCENTS)
    found = {plain + "es"}
    if word.endswith("s") and plain == word:
        found.add(word)
    vowels = [at for at, letter in enumerate(word) if letter in "aeiou"]
    if word.endswith("n") and plain == word and len(vowels) > 1:  # imagen, imágenes
        at = vowels[-2]
        found.add(word[:at] + _TO_ACCENT[word[at]] + word[at + 1 :] + "es")
    if not word.isascii() or len(word) > 3:
        found.add(word + "s")  # loan words: los kickers
    return found


def _plural_it(word: str) -> set[str]:
    stem = word[:-1]
    if word.endswith(("io", "ìo")):
        return {stem[:-1] + "i", stem + "i"}
    if word.endswith(("co", "go")):
        return {stem + "hi", stem + "i"}
    if word.endswith("o"):
        return {stem + "i"}
    if word.endswith(("ca", "ga")):
        return {stem + "he"}
    if word.endswith(("cia", "gia")):
        return {stem + "e"} if len(word) > 3 and word[-4] in "aeiou" else {stem[:-1] + "e", stem + "e"}
    if word.endswith(("ista", "ma", "ta")):
        return {stem + "e", stem + "i"}
    if word.endswith("a"):
        return {stem + "e"}
    if word.endswith("e"):
        return {stem + "i"}
    return {word}


def _plural_fr(word: str) -> set[str]:
    if word.endswith(("s", "x", "z")):
        return {word}
    if word.endswith("al"):
        return {word[:-1] + "ux", word + "s"}
    if word.endswith(("au", "eu", "œu", "oeu")):
        return {word + "x", word + "s"}
    return {word + "s"}


def _feminine(word: str, language: str) -> set[str]:
    if language == "fr":
        return _feminine_fr(word)
    if word.endswith("o"):
        return {word[:-1] + "a"}
    if language in ("pt", "es"):
        if word.endswith(("or", "ês", "és", "án", "ín")):
            return {word[:-2] + word[-2:].translate(_ACCENTS) + "a"}
        if word.endswith("ão"):
            return {word[:-1], word[:-2] + "ona"}
        if word.endswith("u"):
            return {word + "a"}
    if language == "it" and word.endswith("tore"):
        return {word[:-3] + "rice"}
    return set()


def _feminine_fr(word: str) -> set[str]:
    for ending, feminine in (
        ("eur", ("euse", "eure")),
        ("teur", ("trice",)),
        ("er", ("ère",)),
        ("if", ("ive",)),
        ("eux", ("euse",)),
        ("el", ("elle",)),
        ("en", ("enne",)),
        ("on", ("onne",)),
        ("et", ("ète", "ette")),
        ("eau", ("elle",)),
        ("c", ("que", "che")),
    ):
        if word.endswith(ending):
            found = {word[: -len(ending)] + form for form in feminine}
            return found | ({word[:-4] + "trice"} if word.endswith("teur") else set())
    if word.endswith("e"):
        return {word}
    return {word + "e", word + "se"} if word.endswith("s") else {word + "e"}


def _phrase_forms(words: list[str], pos: str, language: str) -> set[str]:
    links = _LINK_SETS[language]
    end = next((at for at, word in enumerate(words) if word.rstrip("'") in links), len(words))
    if end == 0:
        return set()
    head, rest = words[:end], words[end:]
    singular = [sorted({word} | _singulars(word, language)) for word in head]
    plural = [sorted(plurals(word, language)) or [word] for word in head]
    for at in range(1, len(head)):
        plural[at] = sorted({*plural[at], head[at]})  # an apposition may keep its number
    if pos == "adjective" or head[0].endswith(_ADJECTIVE_ENDINGS[language][:2]):
        both = sorted(adjective_forms(head[0], language))
        singular[0] = plural[0] = both
    variants = [singular, plural]
    other = _other_gender(head[0], language)
    if other:
        feminine = [[other], *(sorted({word} | _feminine(word, language)) for word in head[1:])]
        many = [sorted({p for w in options for p in plurals(w, language)} | set(options)) for options in feminine]
        many[0] = sorted(plurals(other, language))
        variants += [feminine, many]
    tail = _tail(rest, language)
    return {_joined(list(combined)) for heads in variants for combined in itertools.product(*heads, *tail)}


def _tail(words: list[str], language: str) -> list[list[str]]:
    choices = [_complement(word, language) for word in words]
    if sum(len(choice) > 1 for choice in choices) > 4:
        return [[word] for word in words]
    return choices


def _complement(word: str, language: str) -> list[str]:
    """Return the word and its plural, or the word alone where it links."""
    if word.rstrip("'") in _LINK_SETS[language] or word in _JOINS or not re.fullmatch(r"[^\W\d_]+", word):
        return [word]
    return sorted({word} | plurals(word, language))


_INFINITIVES = {
    "pt": re.compile(r".+(?:[aei]r|ôr|[aei]r-se)"),
    "es": re.compile(r".+[aeií]r(?:se)?"),
    "it": re.compile(r".+(?:[aei]re|(?:po|du|tra)rre|[aei]rsi)"),
    "fr": re.compile(r".+(?:er|ir|re)"),
}
_PARADIGMS = {
    "pt": portuguese.verb_forms,
    "es": spanish.verb_forms,
    "it": italian.verb_forms,
    "fr": french.verb_forms,
}
_FRENCH_RE = re.compile(
    r".+(?:[aeo]ndre|[aeo]rdre|indre|soudre|oudre|[bm]ettre|battre|uire|prendre|rompre|[aiî]vre|aître)"
)


def infinitive(word: str, pos: str, language: str) -> bool:
    """Return whether a word is, or without a known part of speech may be, a verb's infinitive."""
    if len(word) < 3 or not _INFINITIVES[language].fullmatch(word):
        return False
    if pos == "verb" or language != "fr" or not word.endswith("re"):
        return True
    return _FRENCH_RE.fullmatch(word) is not None


@lru_cache(maxsize=4096)
def verb_forms(word: str, language: str) -> frozenset[str]:
    """Return every simple form of the verb; of what is no infinitive, the word alone."""
    base = re.sub(r"-?s[ei]$", "", word) if word.endswith(("rse", "r-se", "rsi")) else word
    if language == "it" and word.endswith("rsi"):
        base += "e"
    if not _INFINITIVES[language].fullmatch(base):
        return frozenset({word})
    return frozenset(_PARADIGMS[language](base) | {word, base})
