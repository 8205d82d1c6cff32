"""Faults in the characters, marks and spaces of a ruling."""

from __future__ import annotations

import re
from random import Random

from aligner.injection import Edit, Site, in_text
from aligner.languages import profile

_SPACED = "languages with spaces between words"
_CYRILLIC, _LATIN = "аеорсухАВЕКМНОРСТХ", "aeopcyxABEKMHOPCTX"
_TO_LATIN = dict(zip(_CYRILLIC, _LATIN, strict=True))
_TO_CYRILLIC = dict(zip(_LATIN, _CYRILLIC, strict=True))
_UNSEEN = ("\u200b", "\u00ad", "\ufeff", "\u2060", "\u200e")
_WORD = re.compile(r"[^\W\d_]{4,}")
_LONG_RUN = re.compile(r"[^\W\d_]{6}")
_TAGS = ("<i>{}</i>", "<b>{}</b>", "{}<br>", "{}&nbsp;", "<p>{}", "{}&quot;")
_MARKS = "«»„“”「」『』（）()"


def _words(site: Site) -> list[re.Match[str]]:
    """Return the words of four letters or more outside braces and brackets."""
    blanked = re.sub(r"[{\[][^}\]]*[}\]]", lambda match: " " * len(match.group()), site.text)
    return list(_WORD.finditer(blanked))


@in_text("look-alike-letter", "LNG007", allowed="in words: Cyrillic and Latin scripts; in symbols: every language")
def look_alike(site: Site, rng: Random) -> Edit | None:
    """Put a letter of another script, which looks the same, in place of one in a word or a symbol."""
    script = profile(site.language).script
    places = [
        (match.start() + 1, match.start() + 2, _TO_CYRILLIC[site.text[match.start() + 1]])
        for match in re.finditer(r"\{[XTCPEBXC]\}", site.text)
        if site.text[match.start() + 1] in _TO_CYRILLIC
    ]
    table = {"cyrillic": _TO_LATIN, "latin": _TO_CYRILLIC}.get(script)
    if table:
        places += [
            (at, at + 1, table[site.text[at]])
            for word in _words(site)
            for at in range(*word.span())
            if site.text[at] in table
        ]
    return rng.choice(places) if places else None


@in_text("mojibake", "RDG002", allowed="texts with a letter beyond ASCII")
def mojibake(site: Site, rng: Random) -> Edit | None:
    """Read the ruling's UTF-8 bytes in an old code page."""
    if not any(ord(char) > 127 and char.isalpha() for char in site.text):
        return None
    page = rng.choice(("cp1252", "cp1251", "latin-1"))
    return 0, len(site.text), site.text.encode().decode(page, "replace")


@in_text("invisible-character", "RDG006", allowed="every language")
def invisible(site: Site, rng: Random) -> Edit | None:
    """Put a character that nobody sees inside a word."""
    words = _words(site)
    if not words:
        return None
    word = rng.choice(words)
    at = rng.randint(word.start() + 1, word.end() - 1)
    return at, at, rng.choice(_UNSEEN)


@in_text("markup", "RDG007", allowed="every language")
def markup(site: Site, rng: Random) -> Edit | None:
    """Leave a tag or an entity beside a word."""
    words = _words(site)
    if not words:
        return None
    word = rng.choice(words)
    return word.start(), word.end(), rng.choice(_TAGS).format(word.group())


@in_text("unbalanced-mark", "FRM007", allowed="texts with quotation marks or round brackets")
def unbalanced(site: Site, rng: Random) -> Edit | None:
    """Lose one quotation mark or bracket."""
    places = [at for at, char in enumerate(site.text) if char in _MARKS]
    at = rng.choice(places) if places else -1
    return (at, at + 1, "") if places else None


@in_text(
    "lost-end-mark",
    "FRM009",
    "FRM012",
    allowed="pages of five rulings or more that all end in a full stop, as does English",
)
def lost_end_mark(site: Site, _: Random) -> Edit | None:
    """Lose the full stop at the end of the ruling."""
    texts = [ruling.text.rstrip() for ruling in site.page.rulings if ruling.kind == "ruling"]
    texts += [text.rstrip() for text in site.others.values()]
    if len(site.page.rulings) < 5 or not all(text.endswith((".", "。")) for text in texts):
        return None
    end = len(site.text.rstrip())
    return end - 1, end, ""


@in_text("double-space", "FRM010", allowed=_SPACED)
def double_space(site: Site, rng: Random) -> Edit | None:
    """Write two spaces between two words."""
    places = [match.start() + 1 for match in re.finditer(r"(?<=[^\W\d_]) (?=[^\W\d_])", site.text)]
    at = rng.choice(places) if site.spaced and places else -1
    return (at, at, " ") if at >= 0 else None


@in_text("repeated-word", "FRM011", allowed="a word where there are spaces; elsewhere a run of six characters")
def repeated(site: Site, rng: Random) -> Edit | None:
    """Write a word twice."""
    if site.spaced:
        words = [word for word in _words(site) if word.group().islower()]  # a name may stand twice
        word = rng.choice(words) if words else None
        return (word.end(), word.end(), f" {word.group()}") if word else None
    runs = list(_LONG_RUN.finditer(site.text))
    run = rng.choice(runs) if runs else None
    return (run.end(), run.end(), run.group()) if run else None


@in_text("cut-end", "FRM012", allowed="every language")
def cut_end(site: Site, rng: Random) -> Edit | None:
    """Break the ruling off inside a word, with a third to two thirds of it left."""
    size = len(site.text)
    places = [
        at
        for at in range(size // 3, 2 * size // 3)
        if site.text[at - 1 : at].isalpha() and site.text[at : at + 1].isalpha()
    ]
    return (rng.choice(places), size, "") if places and size > 30 else None


@in_text("cut-start", "FRM012", allowed=_SPACED)
def cut_start(site: Site, rng: Random) -> Edit | None:
    """Lose the first letters of the ruling, at most three of its first word."""
    first = re.match(r"[^\W\d_]{3,}", site.text)
    if not site.spaced or site.language == "ko" or first is None:
        return None
    return 0, rng.randint(1, min(3, len(first.group()) - 1)), ""
