"""Where the titles of other pages stand in rulings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aligner.checks import Context
from aligner.checks.pieces import capitals_on, pieces_on
from aligner.facts import FactBook
from aligner.languages import profile
from aligner.model import Page, Ruling
from aligner.text import fold
from aligner.words import word_list

BEFORE = 5  # words before a name that still begins its ruling
BEFORE_CJK = 8  # characters, the same
LETTERS = 6  # of a title of one word
CHARACTERS = 4  # of a title without spaces
ENDING = 2  # letters that a case may change
_MANY = 1 << 15  # pieces that are remembered
_WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")
_ELIDED = {language: re.compile(r"[^\W_]+") for language in ("fr", "it")}  # l’Émissaire is two words
_GLUE = re.compile(r"[ \u00a0,'’&-]{1,3}|\s//\s")
_FRONT = re.compile(r"\s*[,，、]\s*|\s//\s")
_ENDED = re.compile(r"[.!?:;•—–\"“«„(。！？：；]\s*$")
_ITSELF = re.compile(
    r"\b(?:this|these) (?:card|creature|spell|permanent|land|artifact|enchantment|planeswalker|aura|equipment"
    r"|vehicle|saga)s?\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:such as|like|unlike|similar|for example|for instance|e\.g\.|named|called|wie|zum beispiel|namens"
    r"|comme|par exemple|nommée?s?|como|por exemplo|por ejemplo|llamad[oa]s?|chamad[oa]s?|come|ad esempio"
    r"|chiamat[oaie]|например|как|вроде)\b|例|ような|という名|名为|名為",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A title as it is looked for: its words, folded, which of them have a capital, and its document's number."""

    title: str
    words: tuple[str, ...]
    capitals: tuple[bool, ...]
    home: int


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a name stands in a text, and how many words (characters where there are no spaces) stand before it."""

    name: Name
    start: int
    end: int
    before: int


class Titles:
    """The titles of one language's pages, to be found in rulings."""

    def __init__(self, language: str, titles: Sequence[tuple[int, str]], facts: FactBook) -> None:
        self.language = language
        self.spaced = profile(language).spaced
        self._facts = facts
        self._word = _ELIDED.get(language, _WORD)
        self._titles = titles
        index: dict[str, list[int]] = defaultdict(list)
        own, english = word_list(language), word_list("en")
        self._common = own.function | own.rules | own.own | (english.rules if language == "en" else frozenset())
        seen: dict[str, int] = {}
        self._starts: set[str] = set()
        self._capitalised = True
        for order, (number, title) in enumerate(titles):
            plain = fold(title, language).strip()
            first = self._first(title)
            if first and seen.setdefault(plain, number) == number:
                word = fold(first, language)
                index[self._key(word)].append(order)
                self._starts.add(word[:2])
                self._capitalised &= first[0].isupper()
        # The names are made anew where they are asked for: of a large run they would be the better part of a process.
        self._index = {key: tuple(orders) for key, orders in index.items()}
        self._sifted: set[str] = set()  # the keys whose titles have been asked whether they tell anything
        self._idle: set[str] = set()  # pieces of text between spaces in which no name begins: nearly all there are
        self._starting: dict[str, list[Name]] = {}  # the others, and the names that may begin in them

    def _first(self, title: str) -> str:
        """Return the first word of a title, all of it where there are no spaces."""
        if not self.spaced:
            return title.strip()
        found = self._word.search(title)
        return found[0] if found else ""

    def _orders(self, key: str) -> tuple[int, ...]:
        """Return the titles under a key that say enough to be looked for; most keys are never asked for."""
        found = self._index.get(key, ())
        if found and key not in self._sifted:
            self._sifted.add(key)
            found = self._index[key] = tuple(one for one in found if self._tells(self._titles[one][1].strip()))
        return found

    def _key(self, word: str) -> str:
        """Return the part of a name's first word that every form of it begins with."""
        return _stem(word, self.language) if self.spaced else word[:CHARACTERS]

    def _begin_in(self, piece: str) -> list[Name]:
        """Return the names that may begin in a piece of a text between spaces, each word's in their order."""
        if piece in self._idle:
            return []
        if piece not in self._starting:
            names = [name for word in self._word.findall(piece) for name in self._candidates(word)]
            if not names:
                self._idle.add(piece)
                return names
            self._starting[piece] = names
        return self._starting[piece]

    def _candidates(self, word: str) -> list[Name]:
        names = self._beginning(fold(word, self.language))
        return [name for name in names if word[0].isupper() or not name.capitals[0]]

    def _beginning(self, word: str) -> list[Name]:
        bare = _bare(word)
        if self.language == "en":
            keys = dict.fromkeys((bare, word))
            return [self._name(order) for key in keys for order in self._orders(key)]
        if bare[:2] not in self._starts:
            return []
        forms = {one[: len(one) - cut] for one in (word, bare) for cut in range(2 * ENDING + 1)}
        found = {order for form in forms for order in self._orders(form)}
        return [name for name in map(self._name, sorted(found)) if name.words[0][:2] == bare[:2]]

    def _name(self, order: int) -> Name:
        """Return one of the titles as a name."""
        number, title = self._titles[order]
        text = title.strip()
        if not self.spaced:
            return Name(text, (fold(text, self.language),), (False,), number)
        words = self._word.findall(text)
        folded = tuple(fold(word, self.language) for word in words)
        return Name(text, folded, tuple(word[0].isupper() for word in words), number)

    def _tells(self, text: str) -> bool:
        """Return whether a title says enough to be looked for."""
        if not self.spaced:
            return len(fold(text, self.language)) >= CHARACTERS and not self._is_term(text)
        words = self._word.findall(text)
        if not words or self._is_term(text):
            return False
        if len(words) == 1 and len(words[0]) < LETTERS:
            return False
        return not all(self._is_common(fold(word, self.language)) for word in words)

    def _is_common(self, word: str) -> bool:
        return word in self._common or word in self._facts.words(self.language)

    def _is_term(self, text: str) -> bool:
        found = self._facts.index(self.language).find(text)  # a title is asked about once
        return any(match.end - match.start >= len(text.strip()) for match in found)

    def other(
        self, number: int, page: Page, ruling: Ruling, places: Sequence[Mention], lone: bool
    ) -> tuple[int, bool] | None:
        """Return the other document of whose card the ruling speaks, by its number, and whether it seems an example.

        `lone` says that no other language has the ruling here: then the name may stand anywhere.
        """
        if ruling.kind != "ruling" or not places:
            return None
        if any(place.name.home == number or self._is_own(place.name, page) for place in places):
            return None
        if self._names_own(page, ruling, places) or _ITSELF.search(ruling.text):
            return None
        first = places[0]
        limit = BEFORE if self.spaced else BEFORE_CJK
        before = 0 if _begins_with(first.name, ruling.text, self.language) else first.before
        if (before > limit and not lone) or len({place.name.home for place in places}) > 1:
            return None
        example = _EXAMPLE.search(ruling.text, 0, first.start) is not None
        return first.name.home, example

    def beginnings(self, page: Page, number: int, context: Context) -> list[str]:
        """Return the pieces of a page in which names of other documents than its own may begin; mostly there are none.

        Without spaces they are the folded beginnings of names.
        """
        if not self.spaced:
            plain = fold("\n".join([ruling.text for ruling in page.rulings]), self.language)
            met = self._index.keys() & [plain[at : at + CHARACTERS] for at in range(len(plain))]
            return [one for one in met if any(self._titles[order][0] != number for order in self._orders(one))]
        if len(self._idle) + len(self._starting) > _MANY:
            self._idle.clear()
            self._starting.clear()
        pieces = (capitals_on(page, context) if self._capitalised else pieces_on(page)) - self._idle
        return [piece for piece in pieces if any(name.home != number for name in self._begin_in(piece))]

    def places(self, text: str, beginnings: Sequence[str], number: int) -> list[Mention]:
        """Return where titles stand in a text, the longest at each place; none where no other document's may stand."""
        plain = text if self.spaced else fold(text, self.language)
        there = [one for one in beginnings if one in plain]
        if not self.spaced:
            return list(self._characters(text, plain)) if there else []
        others = [name for piece in there for name in self._begin_in(piece) if name.home != number]
        if not others:
            return []
        plain = fold(text, self.language)
        stands = any(all(_stem(word, self.language) in plain for word in name.words) for name in others)
        return list(self._words(text)) if stands else []

    def _characters(self, text: str, plain: str) -> Iterator[Mention]:
        if len(plain) != len(text):
            return
        start = 0
        while start < len(plain):
            names = map(self._name, self._orders(plain[start : start + CHARACTERS]))
            fitting = [name for name in names if plain.startswith(name.words[0], start)]
            if fitting:
                best = max(fitting, key=lambda name: len(name.words[0]))
                end = start + len(best.words[0])
                yield Mention(best, start, end, start)
                start = end
            else:
                start += 1

    def _words(self, text: str) -> Iterator[Mention]:
        tokens = [(found.start(), found.end(), found[0]) for found in self._word.finditer(text)]
        free = 0
        for at, (start, _, word) in enumerate(tokens):
            if word in self._idle or at < free:
                continue
            best = self._longest(self._begin_in(word), text, tokens, at)
            if best is not None:
                free = at + len(best.words)
                yield Mention(best, start, tokens[free - 1][1], at)

    def _longest(
        self, names: Sequence[Name], text: str, tokens: Sequence[tuple[int, int, str]], at: int
    ) -> Name | None:
        """Return the longest of the names that stands here."""
        fitting = [name for name in names if self._fits(name, text, tokens, at)]
        return max(fitting, key=lambda name: len(name.words), default=None)

    def _fits(self, name: Name, text: str, tokens: Sequence[tuple[int, int, str]], at: int) -> bool:
        """Return whether the name stands here, written as a name and not as part of a longer one."""
        part = tokens[at : at + len(name.words)]
        if len(part) < len(name.words):
            return False
        for n, ((start, _, word), wanted) in enumerate(zip(part, name.words, strict=True)):
            if not self._same(fold(word, self.language), wanted, last=n == len(part) - 1):
                return False
            if name.capitals[n] and not text[start].isupper():
                return False
            if n and not _GLUE.fullmatch(text[part[n - 1][1] : start]):
                return False
        before, after = text[: part[0][0]], text[part[-1][1] :]
        begins = not before.strip() or bool(_ENDED.search(before))
        possessive = self.language == "en" and fold(part[-1][2], self.language) != name.words[-1]
        if len(name.words) == 1 and (self.language == "de" or (begins and not possessive)):
            return False
        if self.language != "de" and self._goes_on(text, tokens, at, len(part)):
            return False
        return bool(name.capitals[0] or possessive) and not re.match(r"[ \u00a0]//", after)

    def _goes_on(self, text: str, tokens: Sequence[tuple[int, int, str]], at: int, length: int) -> bool:
        """Return whether capitalised words beside the name show that it is part of a longer one."""
        if at + length < len(tokens):
            start = tokens[at + length][0]
            if text[start].isupper() and re.fullmatch(r"[ \u00a0-]", text[tokens[at + length - 1][1] : start]):
                return True
        # A capital at the beginning of a ruling says little, but in English names often begin so.
        first = 1 if self.language == "en" and not self._is_common(fold(tokens[0][2], self.language)) else 2
        if at >= first:
            start, end, _ = tokens[at - 1]
            return text[start].isupper() and bool(re.fullmatch(r"[ \u00a0-]", text[end : tokens[at][0]]))
        return False

    def _same(self, word: str, wanted: str, last: bool) -> bool:
        if word == wanted or (last and _bare(word) == wanted):
            return True
        if self.language == "en" or len(wanted) <= ENDING + 2:
            return False
        return word.startswith(wanted[:-ENDING]) and len(word) <= len(wanted) + ENDING

    def _is_own(self, name: Name, page: Page) -> bool:
        """Return whether the name is what a title of the page's own begins with, or a half of it."""
        title = fold(page.title_text, self.language)
        own = tuple(fold(word, self.language) for word in self._word.findall(title)) if self.spaced else (title,)
        size = len(name.words)
        if not self.spaced:
            return name.words[0] in title
        return any(own[n : n + size] == name.words for n in range(len(own) - size + 1))

    def _names_own(self, page: Page, ruling: Ruling, places: Sequence[Mention]) -> bool:
        """Return whether a word of the page's own title stands outside the other names."""
        rest = ruling.text
        for place in reversed(places):
            rest = rest[: place.start] + " " + rest[place.end :]
        plain = fold(rest, self.language)
        if not self.spaced:
            parts = [part for part in _FRONT.split(fold(page.title_text, self.language)) if len(part) > 1]
            return any(part in plain for part in parts)
        return any(_stands(word, plain, self.language) for word in _own_words(page.title_text, self.language))


def _begins_with(name: Name, text: str, language: str) -> bool:
    """Return whether a name of one word, which stands as a name further on, is the text's first word as well."""
    found = _WORD.match(text)
    return found is not None and len(name.words) == 1 and _bare(fold(found[0], language)) == name.words[0]


def _bare(word: str) -> str:
    """Return an English word without its possessive ending."""
    return word[:-2] if word.endswith("'s") else word.rstrip("'")


@lru_cache(maxsize=1 << 14)
def _own_words(title: str, language: str) -> tuple[str, ...]:
    words = [fold(word, language) for word in _WORD.findall(title)]
    function = word_list(language).function
    return tuple(_bare(word) for word in words if word not in function and len(word) > 2) or tuple(words)


def _stem(word: str, language: str) -> str:
    """Return what every form of a name's word begins with."""
    return word if language == "en" or len(word) <= ENDING + 2 else word[:-ENDING]


def _stands(word: str, plain: str, language: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(_stem(word, language))}", plain) is not None
