"""RDG: characters that a reader cannot see, cannot read or should not meet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from aligner.characters import Characters
from aligner.checks import Context, check
from aligner.model import Document, Hit, Page, Ruling, Severity
from aligner.mojibake import code_page
from aligner.reading.decoding import DECLARED

_ENCODING = "design and markup / character encoding"
_NOTHING = Characters()
_LAWFUL = ("utf-8", "utf-16", "utf-32", "ascii")


@check("RDG002", "damaged-encoding", Severity.ERROR, _ENCODING, on="page")
def damaged_encoding(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Save the page as UTF-8, and mend the letters that were damaged on the way.

    Why: a file in an old code page is read by a guess, and another reader will guess otherwise. UTF-8 that was once
    read as something else shows as “manÃ¡” for “maná”, and behind U+FFFD nobody can tell what stood there. One finding
    a ruling quotes from its first damaged word to the last.

    When it is wrong to complain: letters that are only rare. Single accented letters (NÃO, ÂGE) are never proof, only
    sequences that no text of our languages has. UTF-16 and UTF-32 that say so at their beginning are no fault.

    How to mend: save the file as UTF-8; where a suggestion stands, it is the piece read in the right code page. What
    became U+FFFD or question marks must be fetched again.
    """
    told = page.encoding.casefold() in _LAWFUL or page.encoding.endswith(DECLARED)
    if not told and _is_first(document, page, context):
        name = code_page(page.encoding)
        yield Hit(page, None, None, f"the file is no UTF-8; it was read as {name}, which is a guess", line=1)
    for ruling, found in _found(page, context):
        for piece in found.damaged:
            quoted = ruling.text[piece.start : piece.end]
            message = f"“{_short(quoted)}”: {piece.cause}"
            yield Hit(page, ruling, (piece.start, piece.end), message, suggestion=piece.suggestion)


@check("RDG006", "invisible-character", Severity.WARNING, _ENCODING, on="page")
def invisible_character(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Take out the characters that nobody can see, and write each letter as one character.

    Why: a search does not find a word with a zero-width space in it, a name is sorted wrongly, and a mark that turns
    the direction of writing can hide what the text says. Letters in two parts (a and ´ for á) look the same and
    compare unlike; a page that has them is one finding.

    When it is wrong to complain: spaces that do not break, thin ones, stress marks, joiners in scripts and pictures
    that need them, variants of Han characters and pictures, direction marks beside Hebrew or Arabic.

    How to mend: type the word again as suggested. For letters in two parts, save the page in Unicode's form NFC.
    """
    decomposed: list[tuple[int, str]] = []
    remarkable = {id(ruling): found for ruling, found in _found(page, context)}
    for ruling in page.entries:
        found = remarkable.get(id(ruling), _NOTHING)
        for one in found.invisible:
            times = f", {one.times} times in this text" if one.times > 1 else ""
            yield Hit(page, ruling, (one.start, one.end), f"{one.name}{times}", suggestion=one.suggestion)
        if found.decomposed:
            decomposed.append((ruling.place(found.decomposed[0])[0], ruling.text[slice(*found.decomposed)]))
        if ruling.label and not (ruling.label.isascii() and ruling.label.isprintable()):
            for one in context.facts.characters(page.language, ruling.label).invisible:
                yield Hit(
                    page,
                    ruling,
                    None,
                    f"{one.name} beside the date or number",
                    suggestion=one.suggestion,
                    excerpt=ruling.label,
                    line=ruling.label_line,
                    column=ruling.label_column,
                )
    if decomposed:
        line, word = decomposed[0]
        where = f", first on line {line}" if line else ""
        message = (
            f"letters are written as a letter and a mark ({_parts(word)}){where}; {len(decomposed)} texts have such"
        )
        yield Hit(page, None, None, message, suggestion=unicodedata.normalize("NFC", word), excerpt=word, line=1)


@check("RDG007", "leftover-markup", Severity.WARNING, "design and markup / markup", on="page")
def leftover_markup(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Take the markup out of the text.

    Why: tags, entities, escapes and formulas belong to the program that the text came from. A reader sees them as
    rubbish, and a spreadsheet runs a formula that stands in place of a ruling.

    When it is wrong to complain: symbols in braces, slots in brackets, sizes with stars (*/*), blanks to be filled in.
    Only what is certainly markup is reported, once for all of a kind and name in a ruling.

    How to mend: put the suggested text in its place; fetch the ruling again where a formula took its place.
    """
    for ruling, found in _found(page, context):
        for piece in found.markup:
            times = f", {piece.times} in this text" if piece.times > 1 else ""
            message = f"“{_short(ruling.text[piece.start : piece.end])}” holds {piece.kind}{times}"
            yield Hit(page, ruling, (piece.start, piece.end), message, suggestion=piece.suggestion)


def _found(page: Page, context: Context) -> list[tuple[Ruling, Characters]]:
    """Return the title and the rulings in which there is anything to be found, with what it is."""

    def find() -> list[tuple[Ruling, Characters]]:
        texts = [(one, context.facts.characters(page.language, one.text)) for one in page.entries]
        return [(one, it) for one, it in texts if it.damaged or it.invisible or it.decomposed or it.markup]

    return context.once(find, "characters", page)


def _is_first(document: Document, page: Page, context: Context) -> bool:
    """Return whether no page before this one is of the same file."""
    first = next(one for one in document.pages if one.file == page.file)
    return first is page and context.survey.first.get(page.file, context.number) == context.number


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"


def _parts(word: str) -> str:
    """Return the first letter of a word that is in two parts, as code points."""
    for place, character in enumerate(word):
        if unicodedata.combining(character) and place:
            return f"U+{ord(word[place - 1]):04X} U+{ord(character):04X}"
    return " ".join(f"U+{ord(character):04X}" for character in word[:2])
