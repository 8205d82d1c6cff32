"""How long a ruling is beside its counterparts, and whether it begins and ends as a sentence does."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from aligner.checks import Context
from aligner.languages import profile
from aligner.model import Document, Page, Ruling
from aligner.words import word_list

LENGTHS = {"en": 1.0, "ru": 1.16, "pt": 1.15, "de": 1.27, "fr": 1.26, "it": 1.19, "es": 1.17, "ja": 0.62, "ko": 0.62}
"""Characters of a translation for one of English (medians of printed card texts); Chinese below."""
LENGTHS |= {"zhs": 0.33, "zht": 0.33}
_FEWEST = 4  # rulings, from which the page's own proportion counts
FEWEST_WORDS = 3  # a keyword whose explanation the others print is whole
_NO_START = re.compile(r"[,;:!?、。，．；：！？)\]）］」』»”](?!\w*[)\-])")
_ADDRESS = re.compile(r"(?:://|www\.|\w\.\w+/)\S*$")
_LEAD_INS = ":：;；—–-~～}"
_OPENING = "“„«‹「『\"'‘‚¿¡(（[［"
_START = re.compile(r"([^\W\d_]+)(?![^\W\d_]|[0-9])")
_LABEL = re.compile(r"\w{1,3}\)|\w\.\s|[\w.-]+[@/]|\w+\.\w|\w+[’'-][A-ZÀ-ÞА-Я]")  # a) b. an address, d'Avenant


Counterparts = tuple[tuple[Page, Ruling], ...]


@dataclass(slots=True)
class Proportions:
    """How long a page's rulings are beside those of the document's other pages."""

    document: Document
    page: Page
    context: Context
    known: dict[str, float] = field(default_factory=dict)

    def expected(self, others: Counterparts, other: str) -> float:
        """Return how long a ruling should be, in characters, by its counterparts in another language.

        The proportion is the median of the rulings that both pages have, else the usual one of the two languages.
        """
        if other not in self.known:
            self.known[other] = self._measure(other)
        return self.known[other] * sum(len(one.text) for home, one in others if home.language == other)

    def _measure(self, other: str) -> float:
        language, found = self.page.language, []
        for ruling in self.page.rulings:
            home = self.context.group(ruling)
            if home is None or home.doubtful or len(home.members[language]) != 1:
                continue
            length = sum(len(one.text) for one in home.members.get(other, ()) if not self.context.is_silenced(one))
            if length and ruling.text:
                found.append(len(ruling.text) / length)
        usual = LENGTHS.get(language, 1.0) / LENGTHS.get(other, 1.0)
        return median(found) if len(found) >= _FEWEST else usual


@dataclass(frozen=True)
class Habits:
    """How a page's rulings begin and end, and its words; found out when it is asked for, which is seldom."""

    language: str
    texts: tuple[str, ...]

    @cached_property
    def starts(self) -> Counter[bool | None]:
        """Return how many rulings begin with a small letter (True), how many with a capital (False)."""
        return Counter(begins_low(text, self.language) for text in self.texts)

    @cached_property
    def ends(self) -> Counter[bool | None]:
        """Return how many rulings of some words end in an end mark (True), how many in none (False)."""
        long = [text for text in self.texts if word_count(text, self.language) >= FEWEST_WORDS]
        return Counter(has_end(text, self.language) for text in long)

    @cached_property
    def words(self) -> Counter[str]:
        """Return how often each word stands on the page."""
        return Counter(word.casefold() for text in self.texts for word in re.findall(r"[^\W\d_]+", text))


def habits(page: Page) -> Habits:
    """Return how the rulings of a page begin and end."""
    return Habits(page.language, tuple(one.text for one in page.rulings if one.kind == "ruling" and one.text))


def is_plainly_whole(text: str) -> bool:
    """Return whether a text is a sentence at the first glance: from a capital to a full stop, as nearly all are.

    Such a text does not begin low or with a scrap, and `has_end` is not False of it.
    """
    return text[-1:] == "." and text[0].isupper()


def word_count(text: str, language: str) -> int:
    """Return how many words the text has; without spaces, two characters count as one."""
    return len(text.split()) if profile(language).spaced else len(text) // 2


def begins_low(text: str, language: str) -> bool | None:
    """Return whether the text begins with a small letter; None where it has no case, or something else comes first."""
    if profile(language).script not in ("latin", "cyrillic"):
        return None
    bare = text.lstrip()
    match = _START.match(bare.lstrip(_OPENING + " \u00a0\u202f"))
    if not match or match[1].lower() == match[1].upper():
        return None
    if match[1][0].isupper():
        return False
    if bare[0] in _OPENING or not match[1].islower():
        return None
    return None if _LABEL.match(bare) else True


def begins_with_scrap(text: str) -> bool:
    """Return whether the text begins with a mark that nothing can begin with."""
    return bool(_NO_START.match(text)) and not text.startswith((":)", ":(", ";)"))


def has_end(text: str, language: str) -> bool | None:
    """Return whether the text ends in an end mark, closing marks aside; None where it need not have one."""
    own = profile(language)
    stripped = text.rstrip()
    if ("/" in stripped or "www." in stripped) and _ADDRESS.search(stripped):
        return None
    bare = stripped.rstrip(own.closers + " \u00a0\u202f")
    if not bare:
        return None
    if bare[-1] in own.ends + "。．！？" or bare.endswith("..."):
        return True
    if re.search(r"\w-$", stripped):
        return False
    return None if stripped[-1] in _LEAD_INS or bare[-1] in _LEAD_INS else False


def scrap(text: str) -> tuple[int, int]:
    """Return the span of the first words, to be quoted."""
    match = re.match(r"\s*\S+(?: \S+){0,2}", text)
    start = len(text) - len(text.lstrip())
    return start, min(match.end() if match else len(text), start + 30)


def open_end(page: Page, ruling: Ruling, habit: Habits) -> tuple[int, int] | None:
    """Return the span of the last word where it shows that the sentence goes on: an article, a half word, a hyphen."""
    own, text = profile(page.language), ruling.text.rstrip()
    lists = word_list(page.language).open
    if not own.spaced:
        last = next((word for word in sorted(lists, key=lambda w: (-len(w), w)) if text.endswith(word)), "")
        return (len(text) - len(last), len(text)) if last else None
    words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*[-'’,]?", text)
    if not words or not text.endswith(words[-1]):
        return None
    last = words[-1]
    low = last.casefold().rstrip("'’")
    is_half = len(low) > 1 and _is_half(low, page.language, habit)
    if last[-1] in "-," or (low in lists and not last.isupper()) or is_half:
        return len(text) - len(last), len(text)
    return None


def _is_half(word: str, language: str, habit: Habits) -> bool:
    """Return whether a word stands nowhere else on the page, but is how a longer word there begins."""
    if habit.words[word] != 1 or word in word_list(language).own:
        return False
    return any(len(one) > len(word) + 1 and one.startswith(word) for one in habit.words)
