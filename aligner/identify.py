"""What language a text is in: by script, then by function words, and by statistics only where those leave a doubt."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from aligner.glances import BESIDE_LATIN, BULGARIAN, CYRILLIC_WORD, SHORT, function_weights, glance, is_plain
from aligner.words import (
    CYRILLIC,
    HAN,
    HANGUL,
    KANA,
    LATIN,
    LATIN_LANGUAGES,
    Token,
    WordList,
    blanked,
    english_words,
    is_of_no_language,
    latin_tokens,
    latin_words,
    word_list,
)

_LETTERS = {
    "latin": re.compile(f"[{LATIN}]"),
    "cyrillic": re.compile(f"[{CYRILLIC}]"),
    "kana": re.compile(f"[{KANA}]"),
    "han": re.compile(f"[{HAN}]"),
    "hangul": re.compile(f"[{HANGUL}]"),
}
_WEIGHT = {"latin": 1.0, "cyrillic": 1.0, "kana": 2.0, "han": 3.0, "hangul": 2.0}  # meaning a letter carries
_SCRIPT_OF = {"ru": "cyrillic", "ja": "kana", "ko": "hangul", "zhs": "han", "zht": "han"}
_CHINESE_ENOUGH = 10  # Han characters without kana that no Japanese ruling has
_QUOTED = re.compile(r"《[^》\n]*》|「[^」\n]*」")
_NOT_RUSSIAN = re.compile("[\u0452-\u04ff\u0491\u0450]")  # Cyrillic letters beside the Russian ones
_OWN_CYRILLIC = {"uk": "іїєґ", "sr": "јљњћђџ", "mk": "јљњѓќѕџ", "kk": "әғқңөұүһі"}
_FOREIGN_LETTERS = 3
_FOREIGN_SHARE = 0.02
_HARD_SHARE = 0.008
_MISREAD_SHARE = 0.25
_ENGLISH_DISCOUNT = 0.5  # English stands on other pages before they are translated; the reverse does not happen


def _script_letters(text: str) -> dict[str, int]:
    """Return how many letters of each script the text has; the scripts it lacks are left out."""
    if text.isascii() or not BESIDE_LATIN.search(text):
        found = {"latin": len(_LETTERS["latin"].findall(text))}
    else:
        found = {script: len(pattern.findall(text)) for script, pattern in _LETTERS.items()}
    return {script: number for script, number in found.items() if number}


@lru_cache(maxsize=4)
def _characters(language: str, shared: bool) -> re.Pattern[str]:
    """Return what finds the characters that only this way of writing Chinese has, perhaps shared with Japanese."""
    known = word_list(language)
    return re.compile(
        "[" + "".join(map(re.escape, sorted(known.character | (known.shared if shared else set())))) + "]"
    )


def _by_characters(text: str) -> str:
    """Return "zhs" or "zht" by the characters that only one of the two has, empty where they do not tell.

    Characters that Japanese has as well speak only in a text too long to do without kana.
    """
    long = len(_LETTERS["han"].findall(text)) >= _CHINESE_ENOUGH
    simplified, traditional = (len(_characters(language, long).findall(text)) for language in ("zhs", "zht"))
    if simplified > 2 * traditional:
        return "zhs"
    return "zht" if traditional > 2 * simplified else ""


def _among_cyrillic(text: str, letters: int) -> str:
    """Return the language of a text in Cyrillic: "ru", another whose own letters stand in it in number, or "" for any.

    Single foreign letters are slips of the pen or look-alikes in Russian; Bulgarian has no letter of its own, but has ъ
    before consonants, where Russian never has it. Russian in UTF-8 that was read as windows-1251 is Russian all the
    same, though every other letter of it is Р or С, and the rest are of any alphabet.
    """
    if text.count("Р") + text.count("С") > _MISREAD_SHARE * letters:
        return "ru"
    own = Counter(_NOT_RUSSIAN.findall(text.lower()))
    foreign = own.total()
    if foreign >= _FOREIGN_LETTERS and foreign >= _FOREIGN_SHARE * letters:
        found = {language: sum(own[c] for c in own_letters) for language, own_letters in _OWN_CYRILLIC.items()}
        if own["ў"]:  # of the two with і, only Belarusian has it
            return "be"
        best = max(found, key=lambda language: found[language])
        return best if 2 * found[best] > foreign else ""
    hard = len(BULGARIAN.findall(text.lower()))
    if hard >= _FOREIGN_LETTERS and hard >= _HARD_SHARE * letters:
        return "bg"
    return "ru"


def _by_script(text: str, letters: Mapping[str, int], share: float) -> str:
    """Return the language that a script other than Latin decides, where it has at least this share of the letters."""
    total = sum(number * _WEIGHT[script] for script, number in letters.items())
    asian = {script: letters.get(script, 0) for script in ("kana", "han", "hangul")}
    cyrillic = letters.get("cyrillic", 0)
    if cyrillic and cyrillic >= share * total and cyrillic >= sum(asian.values()):
        return _among_cyrillic(text, cyrillic)
    if sum(number * _WEIGHT[script] for script, number in asian.items()) < share * total or not any(asian.values()):
        return ""
    if asian["hangul"] > asian["kana"] + asian["han"]:
        return "ko"
    if asian["kana"] * 20 > asian["han"] and asian["kana"]:
        return "ja"
    return _by_characters(text)


def _function_scores(tokens: Iterable[Token]) -> dict[str, float]:
    """Return how much the function words speak for each language in Latin letters."""
    keys = [token.key for token in tokens]
    return {language: sum(weights.get(key, 0.0) for key in keys) for language, weights in function_weights().items()}


def load() -> None:
    """Load what is asked about texts in doubt: the next text does not wait for it, and a copy of the process has it."""
    _py3langid()


@lru_cache(maxsize=1)
def _py3langid() -> object:
    from py3langid import langid

    langid.set_languages(["en", "ru", "pt", "ja", "de", "fr", "it", "es", "ko", "zh"])
    return langid


@lru_cache(maxsize=4096)
def _statistics(text: str) -> tuple[str, float]:
    """Ask py3langid; return the language and its probability among the Latin-script ones."""
    ranked: list[tuple[str, float]] = _py3langid().rank(text)  # type: ignore[attr-defined]
    scores = {str(code): float(score) for code, score in ranked if code in LATIN_LANGUAGES}
    best = max(scores, key=lambda code: scores[code])
    return best, 1 / sum(math.exp(min(0.0, score - scores[best])) for score in scores.values())


def _words(text: str) -> list[Token]:
    """Return the words of a blanked text that tell something: no labels and, but for the first, no Title Case runs."""
    tokens = list(latin_tokens(text))
    kept = []
    for place, token in enumerate(tokens):
        if is_of_no_language(token.text):
            continue
        beside = tokens[place + 1] if place + 1 < len(tokens) else None
        before = tokens[place - 1] if place else None
        named = token.capital and any(
            other is not None
            and other.capital
            and "." not in text[min(token.end, other.end) : max(token.start, other.start)]
            for other in (before, beside)
        )
        if not named or token.key in english_words():
            kept.append(token)
    return kept


def _by_function_words(tokens: list[Token]) -> str:
    """Return the language whose function words decide, empty where none leads clearly."""
    scores = _function_scores(tokens)
    best, second = sorted(scores, key=lambda code: -scores[code])[:2]
    return best if scores[best] >= 1.5 and scores[best] >= 2 * scores[second] else ""


def identify(text: str) -> str:
    """Return the code of the language that a text is in, empty where that is unclear.

    Names, symbols, numbers and brands say nothing. Fewer than three words are unclear unless the script or function
    words decide.
    """
    kept = blanked(text)
    letters = _script_letters(kept)
    if not letters:
        return ""
    if set(letters) != {"latin"}:
        decided = _by_script(kept, letters, 0.3)
        if decided:
            return decided
        if letters.get("latin", 0) < sum(letters.values()) / 2:
            return ""
    tokens = _words(kept)
    decided = _by_function_words(tokens)
    if decided or len(tokens) < 3:
        return decided
    best, probability = _statistics(" ".join(token.text for token in tokens))
    return best if probability > 0.9 and _function_scores(tokens)[best] else ""


def page_language(texts: Iterable[str]) -> str:
    """Return the language that most of a page is in, by letters; empty where no text is clear.

    English counts half: a page that is half English is a page of the other language, not wholly translated.
    """
    weight: Counter[str] = Counter()
    for text in texts:
        language = identify(text)
        if language:
            letters = sum(number * _WEIGHT[script] for script, number in _script_letters(text).items())
            weight[language] += round(letters * (_ENGLISH_DISCOUNT if language == "en" else 1.0))
    return max(weight, key=lambda code: (weight[code], code)) if weight else ""


def ruling_language(text: str, page_language: str) -> str:
    """Return the language that a ruling on a page in `page_language` certainly is in, empty where there is any doubt.

    English inside a translated ruling, card names, symbols, brackets and quotes do not change the ruling's language.
    """
    if is_plain([glance(text, page_language)], page_language):
        return page_language
    kept = blanked(text)
    letters = _script_letters(kept)
    if not letters:
        return ""
    script = _SCRIPT_OF.get(page_language, "latin")
    other = {name: number for name, number in letters.items() if name != "latin"}
    if other and not (script == "latin" and letters.get("latin", 0) >= 10 * sum(other.values())):
        decided = _among_scripts(kept, letters, page_language)
        if decided is not None:
            return decided
    return _latin_ruling(kept, page_language)


def _among_scripts(text: str, letters: Mapping[str, int], page_language: str) -> str | None:
    """Judge a ruling with letters beside Latin ones; None where they are only names in a text in Latin letters."""
    bare = _QUOTED.sub("", text)
    native = {script: number for script, number in _script_letters(bare).items() if script != "latin"}
    latin = letters.get("latin", 0)
    weight = sum(number * _WEIGHT[script] for script, number in native.items())
    small = sum(not word[0].isupper() for word in CYRILLIC_WORD.findall(bare))
    words = len(latin_words(text))
    few = weight <= 0.25 * latin if set(native) - {"cyrillic"} else small <= 0.1 * words and weight <= 0.5 * latin
    if words >= 4 and few:
        return None
    decided = _by_script(text, letters, 0.3)
    if not decided or decided == page_language:
        return decided
    if page_language in ("ja", "zhs", "zht") and decided in ("zhs", "zht") and letters.get("han", 0) < _CHINESE_ENOUGH:
        return ""
    enough = sum(number * _WEIGHT[script] for script, number in letters.items() if script != "latin") >= 25
    return decided if enough and _by_script(text, letters, 0.7) else ""


def _latin_ruling(text: str, page_language: str) -> str:
    """Judge a blanked ruling that is in Latin letters."""
    tokens = _words(text)
    if not tokens:
        return ""
    if _surely_english(tokens, page_language):
        return "en"
    scores = _function_scores(tokens)
    best = max(scores, key=lambda code: (scores[code], code == page_language))
    if best == page_language and scores[best] > 0:
        return page_language
    letters = sum(len(token.text) for token in tokens)
    if len(tokens) < 5 or letters < 25 or scores[best] < 1.5 or best in ("en", page_language):
        return ""
    if scores[best] < 2 * scores.get(page_language, 0.0) or scores[best] < 1.5 * scores["en"]:
        return ""
    guess, probability = _statistics(" ".join(token.text for token in tokens))
    return best if guess == best and probability > 0.99 else ""


def _surely_english(tokens: list[Token], page_language: str) -> bool:
    """Return whether a ruling is English beyond doubt: many words that only English has, next to none of the page's."""
    words = english_words()
    listed = word_list(page_language) if page_language != "en" else WordList()
    all_words = len(tokens)
    english = sum((token.key in words or token.stem in words) and token.key not in listed.own for token in tokens)
    function = sum(token.key in word_list("en").function and token.key not in listed.own for token in tokens)
    own = sum(len(token.key) > 1 and token.key in listed.function and token.key not in words for token in tokens)
    unknown = sum(  # the page's own included, names among other words left out
        token.key not in words
        and token.stem not in words
        and (not token.capital or token is tokens[0] or page_language == "de")
        for token in tokens
    )
    if all_words < 3 or not english or own > 0.1 * all_words or unknown > 0.6 * all_words:
        return False
    if page_language in LATIN_LANGUAGES and _has_native_phrase(tokens, listed):
        return False
    if unknown > 0.2 * all_words and all_words < SHORT and page_language in LATIN_LANGUAGES:
        return False
    if page_language not in (*_SCRIPT_OF, *LATIN_LANGUAGES):
        return function >= 3 and english >= 0.6 * all_words
    if english >= max(3, 0.4 * all_words) and function and unknown <= 0.3 * all_words:
        return True
    guess, probability = _statistics(" ".join(token.text for token in tokens))
    return guess == "en" and probability > 0.95 and english >= 0.15 * all_words


def _has_native_phrase(tokens: list[Token], listed: WordList) -> bool:
    """Return whether words that are not English stand together.

    Two with a function word of the page's language, three around one that English has as well, or four.
    """
    words = english_words()
    run: list[str] = []
    shared = False
    for token in tokens:
        if len(token.key) == 1:
            continue
        if token.key in words or token.stem in words:
            shared = bool(run) and token.key in listed.function
            run = run if shared else []
            continue
        run.append(token.key)
        if len(run) > (2 if shared else 3) or (len(run) > 1 and not listed.function.isdisjoint(run)):
            return True
    return False
