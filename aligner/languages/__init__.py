"""What the tool knows of each language: its marks, its script, its names, and the forms of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from aligner.languages import cjk, english, german, korean, romance, russian
from aligner.text import fold, normalise


@dataclass(frozen=True, slots=True)
class Profile:
    """The marks and habits of one language.

    `script` is "latin", "cyrillic", "japanese", "han", "hangul" or empty where we do not know the language;
    `spaced` tells whether spaces stand between words. `quotes` are pairs of opening and closing marks, the
    usual pair first. `ends` are the marks that may close a sentence, `closers` what may follow them. `decimal`
    and `thousands` are the separators within numbers; `tight` are the marks that no space may precede.
    """

    code: str
    name: str
    script: str
    spaced: bool = True
    quotes: tuple[tuple[str, str], ...] = (("“", "”"), ("‘", "’"), ('"', '"'))
    ends: str = ".!?…"
    closers: str = "\"'”’»)]}"
    decimal: str = "."
    thousands: str = ","
    tight: str = ",.;:!?"
    full_width: bool = False
    family: str = ""

    @property
    def known(self) -> bool:
        """Return whether the language is one of our eleven."""
        return bool(self.script)


_STRAIGHT = ('"', '"')
_CORNERS = (("「", "」"), ("『", "』"))
_CJK_ENDS = "。．.！!？?…"
_CJK_CLOSERS = "\"'”’」』》〉）)］]】}"
_NARROW = "\u00a0\u202f "

PROFILES: dict[str, Profile] = {
    profile.code: profile
    for profile in (
        Profile("en", "English", "latin"),
        Profile(
            "ru",
            "Russian",
            "cyrillic",
            quotes=(("«", "»"), ("„", "“"), ("“", "”"), _STRAIGHT),
            closers="\"'”“’»)]}",
            decimal=",",
            thousands=_NARROW,
        ),
        Profile(
            "pt",
            "Portuguese",
            "latin",
            quotes=(("“", "”"), ("«", "»"), ("‘", "’"), _STRAIGHT),
            decimal=",",
            thousands=".",
            family="romance",
        ),
        Profile(
            "ja",
            "Japanese",
            "japanese",
            spaced=False,
            quotes=(*_CORNERS, ("“", "”"), _STRAIGHT),
            ends=_CJK_ENDS,
            closers=_CJK_CLOSERS,
            tight="、。，．！？",
            full_width=True,
        ),
        Profile(
            "de",
            "German",
            "latin",
            quotes=(("„", "“"), ("‚", "‘"), ("»", "«"), ("“", "”"), _STRAIGHT),
            closers="\"'”“’‘«»)]}",
            decimal=",",
            thousands="." + _NARROW,
            family="germanic",
        ),
        Profile(
            "fr",
            "French",
            "latin",
            quotes=(("«", "»"), ("“", "”"), ("‹", "›"), ("‘", "’"), _STRAIGHT),
            decimal=",",
            thousands=_NARROW + ".",
            tight=",.",
            family="romance",
        ),
        Profile(
            "it",
            "Italian",
            "latin",
            quotes=(("“", "”"), ("«", "»"), ("‘", "’"), _STRAIGHT),
            decimal=",",
            thousands=".",
            family="romance",
        ),
        Profile(
            "es",
            "Spanish",
            "latin",
            quotes=(("“", "”"), ("«", "»"), ("‘", "’"), _STRAIGHT),
            decimal=",.",
            thousands="." + _NARROW,
            family="romance",
        ),
        Profile("ko", "Korean", "hangul", quotes=(("“", "”"), ("‘", "’"), *_CORNERS, _STRAIGHT)),
        Profile(
            "zhs",
            "Simplified Chinese",
            "han",
            spaced=False,
            quotes=(("“", "”"), ("‘", "’"), *_CORNERS, _STRAIGHT),
            ends=_CJK_ENDS,
            closers=_CJK_CLOSERS,
            tight="，。、；：！？",
            full_width=True,
        ),
        Profile(
            "zht",
            "Traditional Chinese",
            "han",
            spaced=False,
            quotes=(*_CORNERS, ("“", "”"), ("‘", "’"), _STRAIGHT),
            ends=_CJK_ENDS,
            closers=_CJK_CLOSERS,
            tight="，。、；：！？",
            full_width=True,
        ),
    )
}

_NAMES = {
    "en": "english englisch anglais inglese inglés inglês английский 英語 英语 영어 eng",
    "ru": "russian русский russisch russe russo ruso ロシア語 俄语 俄語 러시아어 rus",
    "pt": "portuguese português portugiesisch portugais portoghese portugués португальский ポルトガル語 葡萄牙语 por",
    "ja": "japanese 日本語 日语 日語 日文 japanisch japonais giapponese japonés japonês японский 일본어 jp jpn",
    "de": "german deutsch allemand tedesco alemán alemão немецкий ドイツ語 德语 德語 독일어 deu ger",
    "fr": "french français französisch francese francés francês французский フランス語 法语 法語 프랑스어 fra fre",
    "it": "italian italiano italienisch italien итальянский イタリア語 意大利语 義大利語 이탈리아어 ita",
    "es": "spanish español castilian castellano spanisch espagnol spagnolo espanhol испанский スペイン語 "
    "西班牙语 spa sp",
    "ko": "korean 한국어 koreanisch coréen coreano корейский 韓国語 韩语 韓語 kr kor",
    "zhs": "chs 简体中文 簡体字中国語 简体 简中 chinese chinesisch chinois cinese chino chinês китайский 中文 zhs cn",
    "zht": "cht 繁體中文 繁体字中国語 繁體 繁中 zht",
}
_NAME_CODES = {fold(name): code for code, names in _NAMES.items() for name in names.split()}
_REGIONS = {
    "brazil": "BR",
    "brazilian": "BR",
    "brasil": "BR",
    "portugal": "PT",
    "european": "",
    "spain": "ES",
    "latin": "419",
    "america": "",
    "american": "",
    "mexico": "MX",
    "us": "US",
    "uk": "GB",
    "british": "GB",
    "united": "",
    "states": "US",
    "kingdom": "GB",
    "china": "CN",
    "mainland": "CN",
    "taiwan": "TW",
    "hong": "HK",
    "kong": "HK",
    "simplified": "",
    "traditional": "",
    "mandarin": "",
    "han": "",
    "language": "",
    "hans": "",
    "hant": "",
}
_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8})*")
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


@lru_cache(maxsize=4096)
def canonical(tag: str) -> tuple[str, str]:
    """Return our code for a language tag or name, and its region in capitals; two empty strings for neither.

    BCP 47 tags and the names that Gatherer, MTGJSON and Scryfall use are known, case ignored. A well-formed tag
    of another language comes back in lower case, without its region.
    """
    tag = re.split(r"[.@]", fold(tag.strip()).strip("-"), maxsplit=1)[0].replace("_", "-")
    if tag in ("zhs", "zht"):
        return tag, ""
    if tag in _NAME_CODES:
        return _NAME_CODES[tag], ""
    if _TAG.fullmatch(tag):
        found = _by_tag(tag.split("-"))
        if found[0]:
            return found
    return _by_name(re.findall(r"[^\W_]+", tag))


def _by_tag(parts: list[str]) -> tuple[str, str]:
    primary, *rest = parts
    region = next((part.upper() for part in rest if re.fullmatch(r"[a-z]{2}|[0-9]{3}", part)), "")
    if primary in ("zh", "cmn", "zho", "chi"):
        if "hans" in rest:
            return "zhs", region
        return ("zht" if _TRADITIONAL & set(rest) else "zhs"), region
    if primary in _NAME_CODES:
        primary = _NAME_CODES[primary]
    elif any(len(part) > 4 for part in rest):
        return "", ""  # a word with a hyphen rather than a tag
    return primary, region


def _by_name(words: list[str]) -> tuple[str, str]:
    known = [_NAME_CODES[word] for word in words if word in _NAME_CODES]
    others = [word for word in words if word not in _NAME_CODES]
    if len(set(known)) != 1 or not all(word in _REGIONS for word in others):
        return "", ""
    code = known[0]
    region = next((_REGIONS[word] for word in others if _REGIONS[word]), "")
    if code == "pt" and "european" in others:
        region = "PT"
    if code == "zhs" and ({"traditional", "hant", "taiwan", "hong"} & set(others)):
        code = "zht"
    return code, region


_NEGATIONS = {
    "en": r"\b(?:not|no|never|cannot|without|nor|neither)\b|n['’]t\b",
    "ru": r"\b(?:не|ни|нет|нельзя|без|никогда)\b",
    "pt": r"\b(?:não|nem|nunca|sem)\b",
    "ja": "ない|なく|なか|なけ|ません|ずに|ぬ|まま",
    "de": r"\b(?:nicht|kein\w*|nie|niemals|ohne)\b",
    "fr": r"\bne\b|\bn['’]|\bsans\b",
    "it": r"\b(?:non|mai|senza)\b",
    "es": r"\b(?:no|nunca|sin)\b",
    "ko": "않|못|없|아니|안 ",
    "zhs": "不|未|没|无|非",
    "zht": "不|未|沒|無|非",
}


def negates(text: str, language: str) -> bool:
    """Return whether a text holds a word of denial; of a language we do not know, always."""
    found = _NEGATIONS.get(language)
    return found is None or re.search(found, text, re.IGNORECASE) is not None


@lru_cache(maxsize=256)
def profile(code: str) -> Profile:
    """Return the profile of a language; one that claims nothing where the code is not among our eleven."""
    return PROFILES.get(code) or Profile(code, code, "")


def siblings(code: str) -> tuple[str, ...]:
    """Return the languages whose terms can slip into this one unseen: Latin script, English aside."""
    if code == "en" or profile(code).script != "latin":
        return ()
    return tuple(other for other in PROFILES if other not in (code, "en") and PROFILES[other].script == "latin")


_PARTS_OF_SPEECH = {
    "n": "noun",
    "noun": "noun",
    "substantive": "noun",
    "name": "noun",
    "v": "verb",
    "verb": "verb",
    "a": "adjective",
    "adj": "adjective",
    "adjective": "adjective",
    "participle": "adjective",
    "adv": "adverb",
    "adverb": "adverb",
    "phrase": "phrase",
}


def forget_forms() -> None:
    """Let go of what forms are made with: when all terms have theirs, few texts ask for it."""
    russian.forget()


def part_of_speech(pos: str) -> str:
    """Return "noun", "verb", "adjective", "adverb", "phrase", which is never inflected, or an empty string."""
    words = pos.casefold().replace(".", " ").split()
    return next((_PARTS_OF_SPEECH[word] for word in words if word in _PARTS_OF_SPEECH), "")


@lru_cache(maxsize=65536)
def forms(text: str, pos: str, language: str) -> frozenset[str]:
    """Return every form of a term, normalised; of a language that we do not know, the term as it stands.

    A part of speech, where given, keeps to the readings of that kind: Portuguese "poder" as a noun has two forms.
    In a phrase it is the head's; "phrase" says that the words never change.
    """
    surface = " ".join(fold(text, language).split())
    if not surface:
        return frozenset()
    kind = part_of_speech(pos)
    found: set[str] = {surface}
    if kind == "phrase" and profile(language).spaced:
        return frozenset(found)
    if language == "ru":
        found |= russian.forms(surface, kind)
    elif language in ("pt", "es", "it", "fr"):
        found |= romance.forms(surface, kind, language)
    elif language == "de":
        found |= german.forms(" ".join(text.split()), kind)
    elif language == "en":
        found |= english.forms(surface, kind)
    elif language == "ko":
        found |= korean.forms(surface, kind)
    elif language in ("ja", "zhs", "zht"):
        found |= cjk.forms(surface, kind, language)
    return frozenset(normalise("\0".join(found), language).text.split("\0"))  # all at once, which is quicker
