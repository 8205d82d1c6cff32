"""The forms of English words: plurals and the parts of the verb."""

from __future__ import annotations

VOWELS = "aeiou"

_IRREGULAR = {
    row.split()[0]: tuple(row.split()[1:])
    for row in (
        "be am is are was were been being",
        "become became",
        "begin began begun",
        "bind bound",
        "break broke broken",
        "bring brought",
        "build built",
        "cast",
        "catch caught",
        "choose chose chosen",
        "come came",
        "cost",
        "cut",
        "deal dealt",
        "do does did done",
        "draw drew drawn",
        "fall fell fallen",
        "fight fought",
        "find found",
        "fly flew flown",
        "forget forgot forgotten",
        "get got gotten",
        "give gave given",
        "go goes went gone",
        "have has had",
        "hide hid hidden",
        "hit",
        "hold held",
        "keep kept",
        "know knew known",
        "lay laid",
        "leave left",
        "lie lay lain lying",
        "lose lost",
        "make made",
        "meet met",
        "pay paid",
        "put",
        "read",
        "rise rose risen",
        "run ran",
        "say said",
        "see saw seen",
        "seek sought",
        "set",
        "spend spent",
        "split",
        "stand stood",
        "steal stole stolen",
        "take took taken",
        "win won",
    )
}
_PREFIXES = ("un", "re", "over", "out", "under", "mis")
_PLURALS = {
    "half": "halves",
    "life": "lives",
    "elf": "elves",
    "dwarf": "dwarves",
    "wolf": "wolves",
    "thief": "thieves",
    "leaf": "leaves",
    "man": "men",
    "woman": "women",
    "foot": "feet",
    "die": "dice",
    "index": "indices",
    "child": "children",
}


def forms(text: str, pos: str) -> set[str]:
    """Return the forms of a normalised English term; of a phrase, the head's."""
    words = text.split()
    if not words:
        return set()
    found = {text}
    if len(words) == 1:
        if pos in ("", "noun"):
            found |= plurals(text)
        if pos in ("", "verb"):
            found |= verb_forms(text)
        return found
    rest = " ".join(words[1:])
    if pos == "verb":
        return found | {f"{verb} {rest}" for verb in verb_forms(words[0])}
    head = next((at for at, word in enumerate(words) if at and word in ("of", "from", "in", "with", "to")), len(words))
    before, after = words[: head - 1], words[head:]
    found |= {" ".join([*before, plural, *after]) for plural in plurals(words[head - 1])}
    return found


def plurals(word: str) -> set[str]:
    """Return the noun's plural."""
    if not word.isalpha():
        return set()
    for ending, plural in _PLURALS.items():
        if word == ending or (len(ending) > 3 and word.endswith(ending)):
            return {word[: -len(ending)] + plural, *({"dies"} if word == "die" else ())}
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return {word + "es"}
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return {word[:-1] + "ies"}
    if word.endswith("o") and word[-2:-1] not in VOWELS:
        return {word + "es", word + "s"}
    return {word + "s"}


def verb_forms(word: str) -> set[str]:
    """Return the verb's third person, participles and past."""
    if not word.isalpha():
        return set()
    third = plurals(word) if word not in _PLURALS else {word + "s"}
    stems = _doubled(word)
    if word.endswith("ie"):
        ing = {word[:-2] + "ying"}
    elif word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        ing = {word[:-1] + "ing"}
    else:
        ing = {stem + "ing" for stem in stems}
    base = next((word[len(p) :] for p in _PREFIXES if word.startswith(p) and word[len(p) :] in _IRREGULAR), word)
    if base in _IRREGULAR:
        past = {word[: len(word) - len(base)] + form for form in _IRREGULAR[base]}
    else:
        past = _regular_past(word, stems)
    return {word} | third | ing | past


def _regular_past(word: str, stems: set[str]) -> set[str]:
    if word.endswith("e"):
        return {word + "d"}
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return {word[:-1] + "ied"}
    return {stem + "ed" for stem in stems}


def _doubled(word: str) -> set[str]:
    """Return the stems before -ing and -ed: tap doubles its consonant, reveal does not, cancel may."""
    if word.endswith("quip"):
        return {word + "p"}
    if len(word) < 3 or word[-1] in VOWELS + "wxyh" or word[-2] not in VOWELS or word[-3] in VOWELS:
        return {word}
    bare = next((word[len(p) :] for p in ("un", "re") if word.startswith(p) and len(word) - len(p) == 3), word)
    one_syllable = sum(letter in VOWELS for letter in bare) == 1
    if one_syllable:
        return {word + word[-1]}
    return {word, word + word[-1]}
