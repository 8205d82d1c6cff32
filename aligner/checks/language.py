"""LNG: is it translated, and into the right language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain

from aligner.checks import UNTRANSLATED, Context, check
from aligner.checks.cardnames import bare_name, copied_halves, halves_of, name_places, own_words, title_names
from aligner.english import Leftover, english_part, slots
from aligner.languages import profile
from aligner.lookalikes import LookAlike
from aligner.model import Document, Hit, Page, Ruling, Severity
from aligner.words import LATIN, LATIN_LANGUAGES

_UNTRANSLATED = "accuracy / untranslated"
_LATIN_LETTER = re.compile(f"[{LATIN}]")


@check("LNG001", "untranslated-ruling", Severity.ERROR, _UNTRANSLATED, on="page")
def untranslated_ruling(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Translate the whole ruling.

    Why: a reader of this page cannot read it at all. The ruling is in English from the first word to the last, or it
    is a copy of the language that the pages were translated from.

    When it is wrong to complain: a ruling kept in English on purpose. A word that both languages have (Menace, Kraken,
    Flash), a card name or a symbol is never proof, and a ruling that is translated in part is none of this check's.

    How to mend: translate it. Nothing else is said of the ruling until then: this check silences all the others.
    """
    if page.language == "en":
        return
    for ruling in page.rulings:
        language = context.facts.language(page.language, ruling.text) if ruling.text else ""
        if language == "en" or _copies_english(document, page, ruling, context):
            yield Hit(
                page,
                ruling,
                None,
                f"the whole ruling is still in English; the page is in {_name(page.language)}",
                related=_translated(document, page, ruling, context),
            )
        elif language and language != page.language and _is_source(language, document, page, ruling, context):
            message = f"the whole ruling is still in {_name(language)}, word for word as on that page"
            yield Hit(page, ruling, None, message, related=_translated(document, page, ruling, context))


@check("LNG002", "untranslated-fragment", Severity.ERROR, _UNTRANSLATED, on="page", silenced_by=UNTRANSLATED)
def untranslated_fragment(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Translate the English words that were left inside the ruling.

    Why: a reader stumbles over words of another language in the middle of a sentence, and may lose what it says. An
    English term in brackets behind the native one is a translator's note that was forgotten.

    When it is wrong to complain: words that the language took over (planeswalker, deck, the Portuguese card), those
    that both languages have, names, brands, symbols and labels. Add a loan word to the glossary and it is silent.

    How to mend: translate the words, or take the gloss out. Silent where the whole ruling is in another language
    (LNG001, LNG006). The same words twice in one ruling are one finding.
    """
    for ruling, piece, times in _pieces(document, page, context, "fragment", "gloss"):
        quoted = ruling.text[piece.start : piece.end]
        what = "the English term behind the translated one" if piece.kind == "gloss" else "left in English"
        yield Hit(
            page,
            ruling,
            (piece.start, piece.end),
            f"“{quoted}”: {what}{_often(times)}",
            "" if piece.kind == "gloss" else _translation(page.language, quoted.strip("()（）"), context),
            related=_translated(document, page, ruling, context),
        )


@check("LNG003", "untranslated-placeholder", Severity.WARNING, _UNTRANSLATED, on="page", silenced_by=UNTRANSLATED)
def untranslated_placeholder(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Translate the word in the square brackets.

    Why: `[cost]` stands for words that the reader puts in its place, so it belongs to the text; curly braces are
    symbols and stay as they are.

    When it is wrong to complain: labels such as [A], [X] and [N] are the same in every language and never reported;
    nor is a word that the language shares with English.

    How to mend: write the word of the language, as the other pages do where the message quotes them. Silent where the
    whole ruling is in another language (LNG001, LNG006). The same slot twice in one ruling is one finding.
    """
    for ruling, piece, times in _pieces(document, page, context, "slot"):
        quoted = ruling.text[piece.start : piece.end]
        others = _same_slot(document, page, ruling, piece, context)
        they = ", ".join(f"{_name(other.language)} has {slot}" for other, _, slot in others)
        own = _translation(page.language, quoted.strip("[]［］"), context)
        yield Hit(
            page,
            ruling,
            (piece.start, piece.end),
            f"{quoted} holds an English word{_often(times)}" + (f"; {they}" if they else ""),
            f"{quoted[0]}{own}{quoted[-1]}" if own else "",
            related=tuple((other, counterpart) for other, counterpart, _ in others),
        )


@check(
    "LNG004",
    "untranslated-name",
    (Severity.NOTE, Severity.WARNING),
    _UNTRANSLATED,
    on="page",
    silenced_by=UNTRANSLATED,
)
def untranslated_name(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Write a card's name as it is printed in this language.

    Why: a reader looks for the card by the name on his own. A warning where the English name is that of the page's own
    card, whose translated name is the page's title; else a note, for many cards were never printed in the language.

    When it is wrong to complain: a card without a name in this language, or the name of something else. A name that
    stands in the page's own title is not reported.

    How to mend: look the card's name up, or leave the English one where there is no other. Silent where the whole
    ruling is in another language (LNG001, LNG006), and each name is said once a ruling, in its longest form.
    """
    if page.language == "en":
        return
    heard = _with_names(document, page, context)
    if not heard:
        return
    titles = title_names(document, page)
    own = own_words(page.title_text)
    for ruling, pieces in heard:
        for start, end in name_places(document, page, ruling, titles, pieces):
            quoted = ruling.text[start:end]
            bare = bare_name(quoted)
            if f" {bare} " in own:
                continue
            if bare in titles:
                message = f"“{quoted}” is the English name of this page's own card"
                yield Hit(page, ruling, (start, end), message, titles[bare])
            else:
                message = f"“{quoted}” may be a card's name left in English"
                yield Hit(page, ruling, (start, end), message, severity=Severity.NOTE)


@check("LNG005", "untranslated-title", Severity.WARNING, _UNTRANSLATED, on="page")
def untranslated_title(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Translate the title.

    Why: the title is what the page is found by. It is reported where it holds two or more English words that are no
    name, or where it equals the English page's title while another language has one of its own.

    When it is wrong to complain: a card that was never printed in this language. A single word proves nothing among
    languages in Latin letters (Kraken, Otaria), nor does a title that they all leave as it is.

    How to mend: write the printed name of the card, or translate the heading.
    """
    title = page.title
    if title is None or page.language == "en" or not title.text:
        return
    span = None
    if _LATIN_LETTER.search(title.text):
        span = english_part(title.text, page.language, context.facts.index(page.language).words)
    if span:
        quoted = title.text[slice(*span)]
        yield Hit(page, title, span, f"“{quoted}” in the title is English; the page is in {_name(page.language)}")
        return
    for start, end, others in copied_halves(document, page):
        theirs = ", ".join(f"{_name(other.language)} “{other.title_text}”" for other in others[:3])
        message = f"“{title.text[start:end]}” is the English title; {theirs}"
        related = tuple((other, other.title) for other in others if other.title and other.file != page.file)
        yield Hit(page, title, (start, end), message, related=related)


@check("LNG006", "wrong-language", Severity.ERROR, "accuracy / wrong language", on="page")
def wrong_language(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Put the ruling into the language of its page.

    Why: a ruling in a third language, Spanish on the Portuguese page, was filed in the wrong place, and a reader of
    the page cannot trust it. On the English page any other language is wrong.

    When it is wrong to complain: a text of fewer than five words or 25 letters is never judged, and a sentence with
    one foreign term is not in another language (TRM004 reports the term).

    How to mend: fetch the right text. Nothing else is said of the ruling: this check silences the others.
    """
    if not profile(page.language).known:
        return  # its neighbours look alike: Ukrainian is not Russian
    for ruling in page.rulings:
        language = context.facts.language(page.language, ruling.text) if ruling.text else ""
        if not language or language in (page.language, "en"):
            continue
        if page.language == "en" or not _is_source(language, document, page, ruling, context):
            message = f"the ruling is in {_name(language)}; the page is in {_name(page.language)}"
            yield Hit(page, ruling, None, message, related=_translated(document, page, ruling, context))


@check(
    "LNG007",
    "mixed-script",
    Severity.ERROR,
    "linguistic conventions / character encoding",
    on="page",
    silenced_by=UNTRANSLATED,
)
def mixed_script(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Write a word, a number or a symbol in letters of one script.

    Why: a Latin a in a Russian word, a Cyrillic а in rule 502.32a or in {X} looks right and is not: no search finds
    it, no sorting is true, and the next tool that reads the page fails.

    When it is wrong to complain: judged word by word. A Latin stem with an ending in another script behind a hyphen or
    an apostrophe (planeswalker-а), a letter that stands alone, full-width letters and a Japanese word of several
    scripts are lawful.

    How to mend: type the letter that the message names again, in the script of its word. Silent where the whole ruling
    is in another language (LNG001, LNG006).
    """
    for ruling in page.entries:
        for one in context.facts.look_alikes(page.language, ruling.label) if not ruling.label.isascii() else ():
            yield Hit(
                page,
                ruling,
                None,
                _letters(ruling.label, one),
                one.suggestion,
                excerpt=ruling.label[one.start : one.end],
                line=ruling.label_line,
                column=ruling.label_column + one.start if ruling.label_column else 0,
            )
        for one in context.facts.look_alikes(page.language, ruling.text):
            yield Hit(page, ruling, (one.start, one.end), _letters(ruling.text, one), one.suggestion)


def _name(language: str) -> str:
    return profile(language).name or language


def _often(times: int) -> str:
    return f" ({times} times)" if times > 1 else ""


def _translated(document: Document, page: Page, ruling: Ruling, context: Context) -> tuple[tuple[Page, Ruling], ...]:
    """Return the counterparts that are in the language of their page."""
    return tuple(
        (other, counterpart)
        for other, counterpart in context.counterparts(document, page, ruling)
        if context.facts.language(other.language, counterpart.text) in ("", other.language)
    )


def _begin_alike(left: str, right: str) -> bool:
    """Return whether two texts can be the same: where both begin with a letter or a digit, that tells."""
    return left[:1] == right[:1] or not (left[:1].isalnum() and right[:1].isalnum())


def _same(left: str, right: str) -> bool:
    """Return whether two texts are the same but for spaces and the shape of apostrophes."""
    return _begin_alike(left, right) and left.replace("’", "'").split() == right.replace("’", "'").split()


def _copies_english(document: Document, page: Page, ruling: Ruling, context: Context) -> bool:
    """Return whether a ruling too short to judge is word for word the English one, with a word that is English only."""
    group = context.group(ruling)
    if group is None or not any(_begin_alike(one.text, ruling.text) for one in group.members.get("en", ())):
        return False
    english = context.english(document, page, ruling)
    if not english or not ruling.text or not _same(english, ruling.text):
        return False
    pieces = context.facts.leftovers(page.language, ruling.text, english)
    return any(piece.kind in ("fragment", "gloss") for piece in pieces)


def _is_source(language: str, document: Document, page: Page, ruling: Ruling, context: Context) -> bool:
    """Return whether the text is copied from the reference, or from any other page where none is English."""
    if language != context.reference and "en" in document.languages:
        return False
    return any(
        other.language == language and _same(counterpart.text, ruling.text)
        for other, counterpart in context.counterparts(document, page, ruling)
    )


def _pieces(document: Document, page: Page, context: Context, *kinds: str) -> Iterator[tuple[Ruling, Leftover, int]]:
    """Yield the leftovers of these kinds, one for all that say the same in a ruling, and their number."""
    if page.language == "en":
        return
    for ruling, pieces in _left(document, page, context):
        found: dict[str, list[Leftover]] = {}
        for piece in pieces:
            if piece.kind in kinds:
                found.setdefault(ruling.text[piece.start : piece.end].casefold(), []).append(piece)
        for same in found.values():
            yield ruling, same[0], len(same)


def _left(document: Document, page: Page, context: Context) -> list[tuple[Ruling, tuple[Leftover, ...]]]:
    """Return the rulings in which English was left, with the pieces."""

    def find() -> list[tuple[Ruling, tuple[Leftover, ...]]]:
        latin = page.language in LATIN_LANGUAGES  # elsewhere the English counterpart tells nothing
        found = []
        for one in page.rulings:
            english = context.english(document, page, one) if latin and one.text else ""
            if one.text and (pieces := context.facts.leftovers(page.language, one.text, english)):
                found.append((one, pieces))
        return found

    return context.once(find, "leftovers", page)


def _translation(language: str, words: str, context: Context) -> str:
    """Return the preferred rendering of an English term, empty where the words are not exactly one known term."""
    matches = context.facts.terms("en", words)
    if len(matches) != 1 or (matches[0].start, matches[0].end) != (0, len(words)):
        return ""
    term = context.facts.glossary.preferred(matches[0].term.concept, language)
    return term.text if term else ""


def _same_slot(
    document: Document, page: Page, ruling: Ruling, piece: Leftover, context: Context
) -> list[tuple[Page, Ruling, str]]:
    """Return what stands at this slot's place where another language translated it."""
    spans = slots(ruling.text)
    place = spans.index((piece.start, piece.end))
    found = []
    for other, counterpart in context.counterparts(document, page, ruling):
        theirs = slots(counterpart.text)
        if other.language == "en" or len(theirs) != len(spans):
            continue
        start, end = theirs[place]
        left = context.facts.leftovers(other.language, counterpart.text, context.english(document, other, counterpart))
        if not any(one.start <= start < one.end for one in left):
            found.append((other, counterpart, counterpart.text[start:end]))
    return found


# Names


def _with_names(document: Document, page: Page, context: Context) -> list[tuple[Ruling, tuple[Leftover, ...]]]:
    """Return the rulings in which names may be found, with their leftovers."""
    left = {id(ruling): pieces for ruling, pieces in _left(document, page, context)}
    english = document.page("en").title_text if "en" in document.languages else ""
    found = []
    for half in filter(None, dict.fromkeys(halves_of(english))):  # without one of them there is no whole
        found += [id(ruling) for ruling in page.rulings if half in ruling.text]
    heard = left.keys() | set(found)
    return [(ruling, left.get(id(ruling), ())) for ruling in page.rulings if id(ruling) in heard] if heard else []


# Letters


def _letters(text: str, one: LookAlike) -> str:
    """Return a message that names the letters of the other script by their code points."""
    piece = text[one.start : one.end]
    odd = _odd_letters(piece, one.suggestion)
    named = ", ".join(f"{unicodedata.name(letter, 'letter').lower()} (U+{ord(letter):04X})" for letter in odd)
    return f"“{piece}” holds letters of another script" + (f": {named}" if named else "")


def _odd_letters(piece: str, mended: str) -> Sequence[str]:
    """Return the letters to type again, each once: those that the mended piece has otherwise, else the fewer ones."""
    if len(mended) == len(piece):
        changed = (old for old, new in zip(piece, mended, strict=True) if old.casefold() != new.casefold())
        return list(dict.fromkeys(changed))
    scripts: dict[str, list[str]] = {}
    for letter in filter(str.isalpha, piece):
        scripts.setdefault(unicodedata.name(letter, "?").split()[0], []).append(letter)
    fewest = min(scripts.values(), key=len, default=[])
    return list(dict.fromkeys(chain(fewest)))
