"""FRM007–FRM013: marks, spaces, words written twice, and whether the ruling is whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aligner.checks import UNTRANSLATED, Context, check
from aligner.checks.lengths import (
    FEWEST_WORDS,
    LENGTHS,
    Counterparts,
    Habits,
    Proportions,
    begins_low,
    begins_with_scrap,
    habits,
    has_end,
    is_plainly_whole,
    open_end,
    scrap,
    word_count,
)
from aligner.languages import profile
from aligner.marks import Loose, Marks, outermost, style
from aligner.model import Document, Hit, Page, Ruling, Severity
from aligner.slips import Slip
from aligner.words import word_list

_PUNCTUATION = "linguistic conventions / punctuation"
_ENOUGH = 4  # rulings with an end mark, from which a page has the habit
_HABIT = 0.8  # the share of them
_LONGEST_QUOTE = 12  # characters quoted of a ruling without spaces


@check("FRM007", "unbalanced-marks", Severity.WARNING, _PUNCTUATION, on="page", silenced_by=(*UNTRANSLATED, "FRM012"))
def unbalanced_marks(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Close every bracket and quotation mark, with the mark that belongs to it.

    Why: a reader cannot tell where the quoted wording or the aside ends, and „may" closed by a straight mark shows
    that a program or a hurried hand changed one of the two.

    When it is wrong to complain: an ASCII mark stands for something else. Apostrophes, inches, labels such as a),
    smileys, a quotation that opens anew with each paragraph and brackets of another width are known and left alone,
    and so is another language's way to quote, as long as both marks agree.

    How to mend: put the missing mark, or the one that the message names. Curly braces are FRM002's; a slot that its
    counterparts close is FRM003's; a ruling that breaks off is FRM012's.
    """
    for ruling, marks in _marked(page, context):
        for loose in marks.loose:
            if loose.mark in "[]［］" and context.is_silenced(ruling, ("FRM003",)):
                continue
            yield _loose_hit(page, ruling, loose)


def _marked(page: Page, context: Context) -> list[tuple[Ruling, Marks]]:
    """Return the title and the rulings that have quotation marks or brackets, with these."""

    def find() -> list[tuple[Ruling, Marks]]:
        found = [(one, context.facts.marks(page.language, one.text)) for one in page.entries]
        return [(one, marks) for one, marks in found if marks.pairs or marks.loose]

    return context.once(find, "marks", page)


def _loose_hit(page: Page, ruling: Ruling, loose: Loose) -> Hit:
    piece = ruling.text[loose.start : loose.end]
    if loose.kind == "mismatched":
        opening, closing = loose.mark[0], loose.mark[1]
        message = f"{opening} is closed by {closing}; {loose.expected} belongs to it"
        return Hit(page, ruling, (loose.start, loose.end), message, suggestion=piece[:-1] + loose.expected)
    if loose.kind == "unclosed":
        return Hit(page, ruling, (loose.start, loose.end), f"{loose.mark} is never closed; {loose.expected} is missing")
    return Hit(page, ruling, (loose.start, loose.end), f"{loose.mark} closes nothing that was opened")


@check("FRM008", "mixed-quotes", Severity.NOTE, _PUNCTUATION, on="page", silenced_by=UNTRANSLATED)
def mixed_quotes(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Use one kind of quotation marks on the page.

    Why: two kinds look as if they meant two things, and they show that the page was put together from several sources.

    When it is wrong to complain: one kind is part of a printed name. Quotations inside quotations have marks of their
    own, apostrophes and inch marks are none, and untranslated rulings do not count.

    How to mend: write the rarer kind as the other one. One finding a page, on its first line.
    """
    places: dict[str, list[int]] = {}
    for ruling, marks in _marked(page, context):
        for pair in outermost(marks) if marks.pairs and ruling is not page.title else ():
            places.setdefault(style(pair), []).append(ruling.place(pair.start)[0])
    if len(places) < 2:
        return
    usual = {f"{opening}{closing}": at for at, (opening, closing) in enumerate(profile(page.language).quotes)}
    kinds = sorted(places, key=lambda one: (-len(places[one]), usual.get(one, len(usual)), one))
    said = ", ".join(f"{one[0]}…{one[1]} {_times(places[one])}" for one in kinds)
    yield Hit(page, None, None, f"{len(kinds)} kinds of quotation marks on one page: {said}")


def _times(lines: list[int]) -> str:
    """Return how often something stands, and where if that is seldom."""
    known = [str(line) for line in dict.fromkeys(lines) if line]
    where = f" (line {', '.join(known)})" if known and len(known) <= 3 else ""
    return ("once" if len(lines) == 1 else f"{len(lines)} times") + where


@check("FRM009", "end-mark", Severity.NOTE, _PUNCTUATION, on="page", silenced_by=(*UNTRANSLATED, "FRM012"))
def end_mark(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """End the ruling with a full stop, as the page's other rulings do.

    Why: a ruling without an end mark may have lost more than its mark.

    When it is wrong to complain: the ruling is a label, or a list follows. The page itself is the measure; another
    language only speaks for the ruling, where its counterpart ends without a mark too. Headings and rulings that end in
    a colon, a dash, a symbol or an address take no part.

    How to mend: add the mark, or look in the source for what is missing.
    """
    if not any(has_end(text, page.language) is False for one in page.rulings if not is_plainly_whole(text := one.text)):
        return
    ends = {id(one): has_end(one.text, page.language) for one in page.rulings if one.kind == "ruling" and one.text}
    judged = [one for one in ends.values() if one is not None]
    with_mark = sum(judged)
    for ruling in page.rulings:
        if ends.get(id(ruling)) is not False or word_count(ruling.text, page.language) < 3:
            continue
        if with_mark >= _ENOUGH and with_mark >= _HABIT * (len(judged) - 1):
            theirs = context.counterparts(document, page, ruling)
            if any(has_end(other.text, home.language) is False for home, other in theirs):
                continue
            message = f"no end mark; {with_mark} of the page's other {len(judged) - 1} rulings have one"
            yield Hit(page, ruling, _last_word(ruling.text, page.language), message)


def _last_word(text: str, language: str) -> tuple[int, int]:
    end = len(text.rstrip())
    if not profile(language).spaced:
        return max(0, end - _LONGEST_QUOTE), end
    return len(text[:end]) - len(text[:end].split()[-1]), end


_SLIPS = {
    "double space": "two spaces inside a sentence",
    "space before a mark": "a space before the mark",
    "no space after a mark": "no space after the mark",
    "space inside marks": "a space inside the brackets",
}


def _slips(page: Page, context: Context) -> list[tuple[Ruling, tuple[Slip, ...]]]:
    """Return the rulings with mistyped spaces or repeated words, with these."""

    def find() -> list[tuple[Ruling, tuple[Slip, ...]]]:
        found = [(one, context.facts.slips(page.language, one.text)) for one in page.rulings]
        return [(one, slips) for one, slips in found if slips]

    return context.once(find, "slips", page)


@check("FRM010", "spacing", Severity.NOTE, _PUNCTUATION, on="page", silenced_by=UNTRANSLATED)
def spacing(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Put one space between words, none before a comma or full stop, one after it.

    Why: a stray space breaks a line in the wrong place, and a missing one joins two sentences.

    When it is wrong to complain: a language has a rule of its own. French keeps its spaces before ; : ! ? and inside
    guillemets, Japanese and Chinese need none after their marks, two spaces after a full stop are a habit, ellipses,
    decimals and addresses are left alone.

    How to mend: paste the suggestion.
    """
    for ruling, slips in _slips(page, context):
        for slip in slips:
            if slip.kind in _SLIPS:
                yield Hit(page, ruling, (slip.start, slip.end), _SLIPS[slip.kind], suggestion=slip.suggestion)


@check(
    "FRM011", "repeated-word", Severity.NOTE, "linguistic conventions / grammar", on="page", silenced_by=UNTRANSLATED
)
def repeated_word(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Take out the word that stands twice.

    Why: it is what remains when a sentence was rewritten, and something else may be missing there.

    When it is wrong to complain: the grammar asks for it (had had, der der, nous nous), or it is a name. The word lists
    have what each language lets stand twice; numbers, labels, names and words with a mark between them are no
    repetition, and in Japanese and Chinese only long pieces count.

    How to mend: delete one of the two.
    """
    for ruling, slips in _slips(page, context):
        for slip in slips:
            if slip.kind == "word twice":
                message = f"“{slip.suggestion}” stands twice running"
                yield Hit(page, ruling, (slip.start, slip.end), message, suggestion=slip.suggestion)


_OMISSION = "accuracy / omission"
_TOO_SHORT = 0.75  # of the expected length, below which a ruling without an end mark has lost its end
_STILL_SHORT = 0.85  # where its last word stands nowhere else on the page
_STYLE = 2  # other rulings that begin low too, from which it is the page's way
_FAR = 2.5  # times longer or shorter than expected
_LONG_WORD = 8  # letters of a first word that no longer word is likely to end with
_KEYWORD = re.compile(r"(?:^|\n|[.)] ?)[A-ZÀ-ÞА-ЯЁ][\w'’-]+ (?:[0-9]{1,2}|X)$|\n[A-ZÀ-ÞА-ЯЁ][\w'’-]+(?: [\w'’-]+)?$")
"""An ability of one or two words without the explanation that others print: Cycling 2; Flying on a line of its own."""
_SHORTEST = 30  # characters of a counterpart, from which a length says anything


@check("FRM012", "truncated", Severity.ERROR, _OMISSION, on="page", silenced_by=UNTRANSLATED, needs="N")
def truncated(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Restore the part of the ruling that was cut off.

    Why: the first or the last words were lost on the way, in the English page as easily as in a translation, and the
    rest says something else or nothing.

    When it is wrong to complain: the page writes its rulings without capitals and full stops, as its other rulings
    show. A start with a quotation mark, a symbol, a digit, a bracket or a label is a proper one, and so is an end
    before a list.

    How to mend: compare with the counterparts, and fetch the ruling again. A missing end mark alone is FRM009's, and a
    symbol lost at the start FRM001's.
    """
    if len(document.pages) < 2:
        return
    odd = [one for one in page.rulings if not is_plainly_whole(one.text) and _may_be_cut(one.text, page.language)]
    if not odd:
        return
    habit, proportions = habits(page), Proportions(document, page, context)
    for ruling in odd:
        group = context.group(ruling)
        if ruling.kind != "ruling" or group is None or len(group.members[page.language]) != 1:
            continue
        others = context.counterparts(document, page, ruling)
        if not others and group.doubtful:
            others = _in_place(document, page, ruling, context)
        if not others or not ruling.text or any(other.kind != "ruling" for _, other in others):
            continue
        if group.doubtful and any(_order(home, other) != _order(page, ruling) for home, other in others):
            continue
        names = ", ".join(dict.fromkeys(home.language for home, _ in others))
        if _lost_start(page, ruling, others, habit, proportions) and not _lost_symbol(page, ruling, others, context):
            message = f"begins in the middle of a sentence, which {names} has from its start"
            yield Hit(page, ruling, scrap(ruling.text), message, related=others)
        elif span := _lost_end(page, ruling, others, habit, proportions):
            yield Hit(page, ruling, span, f"breaks off here, while {names} goes on to an end mark", related=others)


def _may_be_cut(text: str, language: str) -> bool:
    """Return whether the text by itself may have lost its start or its end."""
    return begins_with_scrap(text) or bool(begins_low(text, language)) or has_end(text, language) is False


def _order(page: Page, ruling: Ruling) -> tuple[object, int, int]:
    """Return the date, the place among the page's rulings of that date, and how many those are.

    What remains of a ruling is no longer like its counterparts, so that a link may be doubted which the order confirms.
    """
    same = [one for one in page.rulings if one.date == ruling.date and one.kind == "ruling"]
    return ruling.date, next((at for at, one in enumerate(same) if one is ruling), -1), len(same)


def _in_place(document: Document, page: Page, ruling: Ruling, context: Context) -> Counterparts:
    """Return the rulings that stand where this one does on the other pages and are linked to nothing on this page."""
    found = []
    place = _order(page, ruling)
    for home in document.pages:
        for other in home.rulings if home is not page else ():
            group = context.group(other)
            if other.text and group and page.language not in group.members and _order(home, other) == place:
                found.append((home, other))
    return tuple(found)


def _lost_start(page: Page, ruling: Ruling, others: Counterparts, habit: Habits, proportions: Proportions) -> bool:
    """Return whether the ruling begins with a scrap while every counterpart begins properly."""
    if begins_with_scrap(ruling.text):
        return not any(begins_with_scrap(other.text) for _, other in others)
    if not begins_low(ruling.text, page.language) or page.title_text.startswith(ruling.text.split()[0]):
        return False
    if _begins_whole(page, ruling, others, proportions):
        return False
    starts = [begins_low(other.text, home.language) for home, other in others]
    if any(starts):
        return False
    low, high = habit.starts[True] - 1, habit.starts[False]
    return (high > 0 or low < _STYLE) if False in starts else high >= low


def _begins_whole(page: Page, ruling: Ruling, others: Counterparts, proportions: Proportions) -> bool:
    """Return whether the first word is a long one that the language has, and the ruling as long as its counterparts.

    Then only the capital is missing; what is left of a longer word is hardly ever such a word.
    """
    first = re.match(r"[^\W\d_]+", ruling.text)
    lists = word_list(page.language)
    if not first or len(first[0]) < _LONG_WORD or first[0] not in lists.own | lists.rules | lists.function:
        return False
    languages = dict.fromkeys(home.language for home, _ in others)
    return all(len(ruling.text) >= _STILL_SHORT * proportions.expected(others, other) for other in languages)


def _lost_symbol(page: Page, ruling: Ruling, others: Counterparts, context: Context) -> bool:
    """Return whether a symbol was lost or damaged at the start, which FRM001 and FRM002 say."""
    facts = context.facts.fixed(page.language, ruling.text)
    if any(wrong.start == 0 for wrong in facts.malformed):
        return True
    theirs = (context.facts.fixed(home.language, other.text).symbols for home, other in others)
    return begins_with_scrap(ruling.text) and all(
        symbols and symbols[0].start == 0 and len(symbols) > len(facts.symbols) for symbols in theirs
    )


def _lost_end(
    page: Page, ruling: Ruling, others: Counterparts, habit: Habits, proportions: Proportions
) -> tuple[int, int] | None:
    """Return where the ruling breaks off: it lacks its end mark, and its last word or its length says the rest."""
    if has_end(ruling.text, page.language) is not False or habit.ends[False] - 1 > habit.ends[True]:
        return None
    ends = [has_end(other.text, home.language) for home, other in others]
    if False in ends or True not in ends:
        return None
    last = open_end(page, ruling, habit)
    if last:
        return last
    if _KEYWORD.search(ruling.text.rstrip()):
        return None
    facts = proportions.context.facts
    own = facts.marks(page.language, ruling.text).loose
    theirs = any(facts.marks(home.language, other.text).loose for home, other in others)
    unclosed = not theirs and any(mark.kind == "unclosed" for mark in own)
    if unclosed or (
        word_count(ruling.text, page.language) >= FEWEST_WORDS
        and all(
            len(ruling.text) < _shortest_share(page, ruling, habit) * proportions.expected(others, language)
            for language in dict.fromkeys(home.language for home, _ in others)
        )
    ):
        return _last_word(ruling.text, page.language)
    return None


def _shortest_share(page: Page, ruling: Ruling, habit: Habits) -> float:
    """Return below which share of the expected length a ruling is cut; a strange last word may be half a word."""
    if not profile(page.language).spaced:
        return (_TOO_SHORT + _STILL_SHORT) / 2
    words = re.findall(r"[^\W\d_]+", ruling.text)
    known = not words or words[-1].casefold() in word_list(page.language).own or habit.words[words[-1].casefold()] > 1
    return _TOO_SHORT if known else _STILL_SHORT


@check(
    "FRM013",
    "unlike-length",
    Severity.NOTE,
    _OMISSION,
    on="page",
    silenced_by=("LNG001", "LNG006", "FRM012"),
    needs="off N",
)
def unlike_length(document: Document, page: Page, context: Context) -> Iterator[Hit]:
    """Look whether the ruling says all that its counterparts say.

    Why: a ruling much shorter or longer than the two languages are elsewhere may have lost a sentence or gained one.

    When it is wrong to complain: one language needs many words for what the other has a keyword for. That is common,
    so this check runs only on request.

    How to mend: read both.
    """
    proportions = Proportions(document, page, context)
    for ruling in page.rulings:
        group = context.group(ruling)
        if group is None or group.doubtful or len(group.members[page.language]) != 1 or ruling.kind != "ruling":
            continue
        others = context.counterparts(document, page, ruling)
        languages = tuple(dict.fromkeys(home.language for home, _ in others))
        if len(languages) == 1 and page.language in (context.reference, "en"):
            continue  # the other of the two is the odd one
        wanted = [proportions.expected(others, language) for language in languages]
        length = len(ruling.text)
        if not wanted or min(wanted) < _SHORTEST * LENGTHS.get(page.language, 1.0):
            continue
        if all(length * _FAR < one for one in wanted) or all(length > one * _FAR for one in wanted):
            message = f"{length} characters, where about {round(min(wanted))} are usual beside {', '.join(languages)}"
            yield Hit(page, ruling, None, message, related=others)
