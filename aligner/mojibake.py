"""Find text that was read in the wrong code page, and say in which one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from aligner.languages import profile
from aligner.words import CYRILLIC, HAN, HANGUL, KANA

_NAMES = {
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
    "cp1251": "Windows-1251",
    "cp1250": "Windows-1250",
    "mac_roman": "Mac Roman",
    "cp437": "code page 437",
    "koi8_r": "KOI8-R",
    "cp866": "code page 866",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "cp949": "EUC-KR",
    "gb18030": "GBK",
    "big5": "Big5",
}
_READ_AS = ("cp1252", "cp1251", "mac_roman", "cp437", "cp1250")
_LEGACY = {
    "ru": ("cp1251", "koi8_r", "cp866"),
    "ja": ("cp932", "euc_jp"),
    "ko": ("cp949",),
    "zhs": ("gb18030",),
    "zht": ("big5", "gb18030"),
}
_WESTERN = "\u00a1-\u00ac\u00ae-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192"
_MENDED = re.compile(  # what the texts of our languages may hold beyond ASCII
    rf"[\u00a0-\u017f{CYRILLIC}{KANA}{HAN}{HANGUL}\u200b-\u203a\u20ac\u2122\u2212\u3000-\u3020\u30fb\ufeff\uff01-\uff5e]+"
)
_PUNCTUATION = re.compile(r"[\u200b-\u203a\u20ac\u2122\u2212\ufeff]")
_CLOSERS = "”’“‘…»›–—•™\u00a0‚„"  # what may lawfully follow an accented letter
_WORD_PART = re.compile(r"[^\W_]")
_CONTROLS = re.compile("[\u0080-\u009f]")
_LATIN_1 = re.compile("[\u0080\u0082-\u008c\u008e\u0091-\u009c\u009e\u009f]")  # where Windows-1252 has signs
_LOST = re.compile("\ufffd")
_QUESTIONS = re.compile(r"(?<![\w?])\?{2,}(?:[ ,.;:]+\?{2,}){2,}")
_WESTERN_RUN = re.compile(rf"[{_WESTERN}]{{4,}}")
_SHIFT_JIS = re.compile(r"(?:[‚ƒ][^\s\u00a0]){3,}")
_INVERTED = re.compile(r"(?<![\wёЁ])[а-я][А-Я]{3,}(?![\wёЁ])")
_UTF8_AS_ASIAN = ((re.compile("[縺繧繝]"), 3, "cp932"), (re.compile("[锛銆銈銉]"), 2, "gb18030"))
_FEW = 10  # Cyrillic letters below which case proves nothing
_COMMON_LETTERS = "оеаинтсрвл"
_NO_LETTER = re.compile("[\u0080-\u009f\u2500-\u25ff]")
_TAILS = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_SINGLE = "\u0080-\u009f\ufffd√¬├┬Γ╨╤ƒ縺繧繝锛銆銈銉"
_CYRILLIC_TAILS = rf"\u0401-\u040f\u0451-\u045f\u0490\u0491№€{_TAILS}"
_SUSPECT = re.compile(  # what any of the patterns below needs; the rarest letter first: it is found quickly
    rf"[{_SINGLE}\u00a1-\u00ffĂĹ‚?А-Я{_CYRILLIC_TAILS}](?:(?<=[{_SINGLE}])|(?<=[À-ÿĂĹ])[{_TAILS}]"
    rf"|(?<=[\u00a1-\u00ff])[\u00a1-\u00ff]{{3}}|(?<=\?)\?|(?<=‚)(?:Ä|.(?:‚.){{2}})"
    rf"|(?<=[РСВГ][{_CYRILLIC_TAILS}])|(?<=[вгд][{_CYRILLIC_TAILS}])[{_CYRILLIC_TAILS}]|(?<=[а-я][А-Я])[А-Я]{{2}})"
)


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged piece of a text: (start, end), what happened to it in words, and the mended piece if known."""

    start: int
    end: int
    cause: str
    suggestion: str = ""


def code_page(name: str) -> str:
    """Return what people call the code page that Python calls by this name."""
    import codecs

    known = {codecs.lookup(codec).name: shown for codec, shown in _NAMES.items()}
    try:
        return known.get(codecs.lookup(name).name, name)
    except LookupError:
        return name


def damages(text: str, language: str) -> tuple[Damage, ...]:
    """Return what is damaged in a text, at most one piece a kind, from the first damaged word to the last.

    Single accented letters prove nothing; only sequences do that no text of our languages has. `language` is the
    page's and decides which code page is tried where a text is in an old one.
    """
    if not _SUSPECT.search(text):
        return ()
    found = [*_lost(text)]
    found += _old_code_page(text, language) or _utf8(text) or _controls(text) or _other_code_page(text)
    return tuple(sorted(found, key=lambda one: one.start))


def may_be_damaged(chunk: str) -> bool:
    """Return whether a text may be damaged if this stands in it between two spaces."""
    return "‚" in chunk or _SUSPECT.search(chunk) is not None


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the piece with the letters that touch it."""
    while start and _WORD_PART.match(text[start - 1]):
        start -= 1
    while end < len(text) and _WORD_PART.match(text[end]):
        end += 1
    return start, end


def _lost(text: str) -> Iterator[Damage]:
    """Yield the words whose letters are gone: U+FFFD, and runs of question marks where words were."""
    places = [match.span() for match in _LOST.finditer(text)]
    if places:
        start, end = _around(text, places[0][0], places[-1][1])
        number = f"{len(places)} characters are" if len(places) > 1 else "a character is"
        yield Damage(start, end, f"{number} lost: U+FFFD stands for what was no UTF-8")
    for match in _QUESTIONS.finditer(text):
        yield Damage(*match.span(), "question marks stand for letters that the file's code page did not have")


# UTF-8 that was read as something else


@dataclass(frozen=True, slots=True)
class _Reading:
    """How UTF-8 looks when it is read in one code page."""

    codec: str
    sequences: re.Pattern[str]
    byte: dict[str, int]

    def decode(self, run: str) -> str:
        """Return what a run of sequences was meant to be, empty where it makes no sense."""
        try:
            return bytes(self.byte[character] for character in run).decode("utf-8")
        except UnicodeDecodeError:
            return ""


@lru_cache(maxsize=8)
def _reading(codec: str) -> _Reading:
    byte: dict[str, int] = {}
    for number in range(0x80, 0x100):
        with suppress(UnicodeDecodeError):
            byte[bytes([number]).decode(codec)] = number
        if (
            codec == "cp1252" and number < 0xA0
        ):  # Latin-1 has control characters there, and so have bytes without a sign
            byte[chr(number)] = number

    def between(first: int, last: int) -> str:
        return "[" + "".join(re.escape(sign) for sign, number in byte.items() if first <= number <= last) + "]"

    tail = between(0x80, 0xBF)
    one = f"(?:{between(0xC2, 0xDF)}{tail}|{between(0xE1, 0xEF)}{tail}{{2}}|{between(0xF0, 0xF4)}{tail}{{3}})"
    return _Reading(codec, re.compile(f"{one}+"), byte)


def _utf8(text: str) -> list[Damage]:
    """Return the piece that is UTF-8 read in another code page; none where no sequence is beyond doubt."""
    for codec in _READ_AS:
        reading = _reading(codec)
        runs = []
        for match in reading.sequences.finditer(text):
            meant = reading.decode(match[0])
            if meant and _MENDED.fullmatch(meant):
                runs.append((match, meant))
        if not any(_sure(text, match, meant, codec) for match, meant in runs):
            continue
        start, end = runs[0][0].start(), runs[-1][0].end()
        rest = _CONTROLS.search(text, end)
        if rest:
            end = rest.end()
        start, end = _around(text, start, end)
        shown = "Latin-1" if codec == "cp1252" and _LATIN_1.search(text, start, end) else _NAMES[codec]
        return [Damage(start, end, f"UTF-8 that was read as {shown}", _mend(text[start:end], reading))]
    return []


def _controls(text: str) -> list[Damage]:
    """Return the piece with control characters that are punctuation in Windows-1252."""
    places = [match.span() for match in _CONTROLS.finditer(text)]
    if not places:
        return []
    start, end = _around(text, places[0][0], places[-1][1])
    mended = text[start:end]
    for sign in sorted(set(_CONTROLS.findall(mended))):
        mended = mended.replace(sign, bytes([ord(sign)]).decode("cp1252", "replace"))
    return [Damage(start, end, "Windows-1252 that was read as Latin-1", "" if _LOST.search(mended) else mended)]


def _sure(text: str, match: re.Match[str], meant: str, codec: str) -> bool:
    """Return whether this run of sequences stands in no sound text."""
    if len(meant) > 1 or codec == "cp437":
        return not all(character in "\u00a0«»°" for character in meant) or codec != "cp1251"
    if len(match[0]) > 2:
        return bool(_PUNCTUATION.fullmatch(meant))
    lead, tail = match[0][0], match[0][1]
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    if codec == "cp1251":
        latin = len(re.findall("[A-Za-z]", text)) > 3 * len(re.findall(f"[{CYRILLIC}]", text))
        return latin and bool(re.fullmatch("[À-ÿ¡¿]", meant))
    if codec == "mac_roman":
        return lead in "√¬" and (meant.isalpha() or meant in "«»¡¿°")
    if codec == "cp1250" or re.fullmatch(f"[{CYRILLIC}]", meant):
        return False
    if lead == "Â":
        return tail not in "\u00a0" or not before.isupper()
    if tail in _CLOSERS and not before.isupper():
        return after.islower() or (tail == "\u00a0" and lead == "Ã")
    return tail not in _CLOSERS


def _mend(piece: str, reading: _Reading) -> str:
    """Return the piece as it was meant, empty where some of it stays damaged."""
    mended = reading.sequences.sub(lambda match: reading.decode(match[0]) or match[0], piece)
    if _CONTROLS.search(mended) or _utf8_again(mended):
        import ftfy

        mended = ftfy.fix_encoding(piece)  # it knows text that was damaged twice, or lost a byte
    return "" if mended == piece or _CONTROLS.search(mended) or _LOST.search(mended) else mended


def _utf8_again(text: str) -> bool:
    return any(
        _sure(text, match, meant, codec)
        for codec in _READ_AS
        for match in _reading(codec).sequences.finditer(text)
        if (meant := _reading(codec).decode(match[0])) and _MENDED.fullmatch(meant)
    )


# Old code pages that were read as Western text or as one another


def _old_code_page(text: str, language: str) -> list[Damage]:
    """Return the piece that makes sense in one of the old code pages of the page's language."""
    if _WESTERN_RUN.search(text) or _SHIFT_JIS.search(text):
        candidates = _LEGACY.get(language, ())
        if not candidates and not _by_script(language):
            candidates = tuple(codec for group in _LEGACY.values() for codec in group)
        return _read_as_western(text, candidates)
    letters = re.findall("[А-Яа-яЁё]", text)
    if _INVERTED.search(text) and sum(map(str.isupper, letters)) > 0.6 * len(letters) >= _FEW:
        return _inverted(text)
    return []


def _other_code_page(text: str) -> list[Damage]:
    """Return the piece that looks like no text of any language, though nothing says what it was."""
    for pattern, least, codec in _UTF8_AS_ASIAN:
        places = [match.span() for match in pattern.finditer(text)]
        if len(places) >= least:
            start, end = _around(text, places[0][0], places[-1][1])
            cause = f"UTF-8 that was read as {_NAMES[codec]}"
            return [Damage(start, end, cause, _redecoded(text[start:end], codec, "utf-8"))]
    runs = [match.span() for match in _WESTERN_RUN.finditer(text)]
    if not runs:
        return []
    start, end = _around(text, runs[0][0], runs[-1][1])
    return [Damage(start, end, "letters of another code page that was read as Windows-1252")]


def _by_script(language: str) -> bool:
    return profile(language).script == "latin"


def _redecoded(piece: str, wrong: str, right: str) -> str:
    try:
        return piece.encode(wrong).decode(right)
    except UnicodeError:
        return ""


def _read_as_western(text: str, candidates: tuple[str, ...]) -> list[Damage]:
    reading = _reading("cp1252").byte
    places = [place for place, sign in enumerate(text) if sign in reading]
    start, last = places[0], places[-1] + 1
    for codec in candidates:
        for end in (last, last + 1):  # the second byte of a Japanese character may be an ASCII letter
            raw = [reading.get(sign, ord(sign)) for sign in text[start:end]]
            try:
                mended = bytes(raw).decode(codec)
            except (UnicodeDecodeError, ValueError):
                continue
            if _plausible(mended, codec):
                return [Damage(start, min(end, len(text)), f"{_NAMES[codec]} that was read as Windows-1252", mended)]
    return []


def _plausible(text: str, codec: str) -> bool:
    """Return whether a decoded text looks like words of the language that the code page serves."""
    letters = [sign for sign in text if not sign.isascii() and sign.isalpha()]
    if _NO_LETTER.search(text):
        return False
    if codec in _LEGACY["ru"]:
        small = sum("а" <= sign <= "я" or sign == "ё" for sign in letters)
        return bool(letters) and small >= 0.6 * len(letters) and all("Ё" <= sign <= "ё" for sign in letters)
    native = re.findall(rf"[{KANA}{HAN}{HANGUL}]", text)
    return bool(letters) and len(native) >= 0.9 * len(letters) and not re.search("[\uff61-\uff9f]{3}", text)


def _inverted(text: str) -> list[Damage]:
    """Return Cyrillic whose words begin small and go on in capitals: KOI8-R and Windows-1251 taken for each other."""
    places = [match.span() for match in re.finditer(r"[А-Яа-яЁё]+", text)]
    start, end = places[0][0], places[-1][1]
    found = []
    for wrong, right in (("cp1251", "koi8_r"), ("koi8_r", "cp1251")):
        mended = _redecoded(text[start:end], wrong, right)
        if mended and not _INVERTED.search(mended) and _plausible(mended, right):
            usual = sum(sign in _COMMON_LETTERS for sign in mended)
            found.append((usual, Damage(start, end, f"{_NAMES[right]} that was read as {_NAMES[wrong]}", mended)))
    return [max(found, key=lambda one: one[0])[1]] if found else []
