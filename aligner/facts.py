"""What is known about a text in a language, computed once per distinct text and shared by all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial, wraps
from itertools import chain
from operator import itemgetter
from typing import Any, Protocol, TypeVar

from aligner import fixed as parts
from aligner.characters import Characters, characters
from aligner.characters import may_hold as may_hold_characters
from aligner.english import Leftover, leftovers, own_words
from aligner.english import may_hold as may_hold_english
from aligner.fixed import Fixed
from aligner.glances import Glance, glance, is_plain
from aligner.glossary import Glossary
from aligner.identify import ruling_language
from aligner.languages import profile
from aligner.lookalikes import LookAlike, look_alikes
from aligner.marks import Marks, marks
from aligner.marks import may_hold as may_hold_marks
from aligner.model import LANGUAGES, Match, Term
from aligner.sentences import Piece, moved, sentences, starts
from aligner.slips import Slip, slips
from aligner.terms import ForeignIndex, TermIndex, build_index, foreign_index, plain_terms
from aligner.text import ByWord, cut
from aligner.wording import Concepts, words
from aligner.words import LATIN_LANGUAGES

_MAY_HOLD: Mapping[str, tuple[Callable[[str, str], bool], object]] = {
    "characters": (lambda chunk, _: may_hold_characters(chunk), Characters()),
    "marks": (lambda chunk, _: may_hold_marks(chunk), Marks()),
    "look_alikes": (lambda chunk, language: bool(look_alikes(chunk, language)), ()),
    "fixed": (parts.may_hold, parts.NOTHING),
    "leftovers\0": (may_hold_english, ()),
}
"""What tells whether a text may have something of a fact if a chunk stands in it between two spaces, and nothing."""
TEXTS, SENTENCES = 512, 4096  # in a generation: what was not asked for in two generations is forgotten
_PARTS, _KINDS = "\0parts", "\0kinds"

Value = TypeVar("Value")
Known = dict[str, Any]
"""What is known of a text or of a sentence by the kind of fact; of a text also its sentences and what is known of each,
nothing for a single one; of a sentence what it may hold."""
Division = tuple[Sequence[str], str]
"""The sentences of a text, and its language."""
Fact = Callable[["FactBook", str, str], Value]


def _once(make: Fact[Value]) -> Fact[Value]:
    """Make a fact once for a language and a text."""
    kind = make.__name__

    @wraps(make)
    def fact(self: FactBook, language: str, text: str) -> Value:
        known = self._texts.young.get((language, text)) or self._of(language, text)
        if kind not in known:
            known[kind] = make(self, language, text)
        return known[kind]  # type: ignore[no-any-return]  # the kind fixes the type

    return fact


def _by_sentence(join: Callable[[Division, Sequence[Value]], Value]) -> Callable[[Fact[Value]], Fact[Value]]:
    """Make a fact once for a language and a sentence; that of a text is joined from its sentences' and its division."""

    def decorate(make: Fact[Value]) -> Fact[Value]:
        kind = make.__name__
        of = itemgetter(kind)

        @wraps(make)
        def fact(self: FactBook, language: str, text: str) -> Value:
            known = self._texts.young.get((language, text)) or self._of(language, text)
            if kind in known:
                return known[kind]  # type: ignore[no-any-return]  # the kind fixes the type
            sentences, theirs = known[_PARTS]
            if not theirs:
                known[kind] = value = make(self, language, text)
                return value
            for at, one in enumerate(theirs):
                if kind not in one:
                    one[kind] = make(self, language, sentences[at])
            known[kind] = value = join((sentences, language), list(map(of, theirs)))
            return value

        return fact

    return decorate


def _joined(division: Division, found: Sequence[tuple[Piece, ...]]) -> tuple[Piece, ...]:
    """Return the pieces of a text from those of its sentences."""
    if not any(found):
        return ()
    return (*found[0], *chain.from_iterable(map(moved, found[1:], starts(*division)[1:])))


def _in_turn(_: Division, found: Sequence[tuple[Value, ...]]) -> tuple[Value, ...]:
    return tuple(chain.from_iterable(found))


def _together(_: Division, found: Sequence[frozenset[Value]]) -> frozenset[Value]:
    return frozenset().union(*found)


def _with_spaces(_: Division, found: Sequence[str]) -> str:
    return " ".join(filter(None, found))


def _added(_: Division, found: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    """Return how often the sentences together have each mark."""
    bag = dict(found[0])
    for one in found[1:]:
        for mark, times in one.items():
            bag[mark] = bag.get(mark, 0) + times
    return bag


class _Memory:
    """What is known of the texts or sentences that were asked for last."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.young: dict[tuple[str, str], Known] = {}
        self._old: dict[tuple[str, str], Known] = {}

    def of(self, key: tuple[str, str], begin: Callable[[str, str], Known]) -> Known:
        """Return what is known of a language's text so far, begun where it is not among the remembered ones."""
        known = self.young.get(key)
        if known is None:
            if len(self.young) >= self.room:
                self._old, self.young = self.young, {}
            known = self.young[key] = self._old.pop(key, {}) or begin(*key)
        return known


def _kinds(language: str, chunk: str) -> frozenset[str]:
    """Return which facts a text may have something of if this stands in it between two spaces."""
    return frozenset([kind for kind, (may_hold, _) in _MAY_HOLD.items() if may_hold(chunk, language)])


_ALL = frozenset(_MAY_HOLD)
_SINGLE: tuple[Sequence[str], Sequence[Known]] = ((), ())


class _Nothing(dict[frozenset[str], dict[str, Any]]):
    """For the facts that a text may have something of, nothing of the others."""

    def __missing__(self, kinds: frozenset[str]) -> dict[str, Any]:
        self[kinds] = {kind: nothing for kind, (_, nothing) in _MAY_HOLD.items() if kind not in kinds}
        return self[kinds]


class Keep(Protocol):
    """What is called with how a value is made, with its class, and with words that name it."""

    def __call__(self, make: Callable[[], Value], kind: type[Value], /, *name: str) -> Value:
        """Return the value that is kept under this name, else what `make` returns."""
        ...


def made(make: Callable[[], Value], _kind: type[Value], /, *_name: str) -> Value:
    """Return what `make` returns: nothing is kept."""
    return make()


class FactBook:
    """Answer questions about texts and remember the answers for some hundreds of texts, or for all of a document.

    Every method takes the language of the page and a text, except `language`, which also says what the text is in.
    Indexes of terms are built when a language is first asked for, unless `keep` has them.
    """

    def __init__(self, glossary: Glossary) -> None:
        self.glossary = glossary
        self.keep: Keep = made
        self._kinds = ByWord(lambda language: ByWord(partial(_kinds, language)))
        self._nothing = _Nothing()
        self._lasting: dict[tuple[str, str], object] = {}
        self._texts = _Memory(TEXTS)
        self._sentences = _Memory(SENTENCES)

    def hold(self, texts: int) -> None:
        """Let a generation have so many texts at least: a document's are asked about by one check after another."""
        self._texts.room = max(TEXTS, texts)

    def _of(self, language: str, text: str) -> Known:
        """Return what is known of a text so far."""
        return self._texts.of((language, text), self._begun)

    def _begun(self, language: str, text: str) -> Known:
        """Return the first that is known of a text: what none of its sentences may have."""
        parts = sentences(text, language)
        if len(parts) == 1:
            return self._sentences.of((language, text), self._beforehand)
        young = self._sentences.young.get  # mostly it is there
        theirs = [young((language, one)) or self._sentences.of((language, one), self._beforehand) for one in parts]
        kinds = frozenset().union(*[one[_KINDS] for one in theirs])
        return {**self._nothing[kinds], _PARTS: (parts, theirs)}

    def _beforehand(self, language: str, sentence: str) -> Known:
        """Return the facts that a sentence has nothing of because none of its chunks, between spaces, may have it."""
        kinds = _ALL
        if profile(language).spaced:
            kinds = frozenset().union(*map(self._kinds[language].__getitem__, cut(sentence)[0]))
        return {**self._nothing[kinds], _PARTS: _SINGLE, _KINDS: kinds}

    def _always(self, make: Callable[[], Value], kind: str, language: str) -> Value:
        if (kind, language) not in self._lasting:
            self._lasting[kind, language] = make()
        return self._lasting[kind, language]  # type: ignore[return-value]  # the kind fixes the type

    def _kept(self, make: Callable[[], Value], kind: type[Value], name: str, language: str) -> Value:
        return self._always(lambda: self.keep(make, kind, name, language), name, language)

    def prepare(self, languages: Iterable[str]) -> None:
        """Make the indexes of these languages' terms, so that they are there when they are asked for."""
        for language in sorted(languages):
            self.index(language)

    def words(self, language: str) -> frozenset[str]:
        """Return the words of this language's terms."""
        return self.index(language).words

    def index(self, language: str) -> TermIndex:
        """Return the index of this language's terms."""
        return self._kept(lambda: build_index(self.glossary.terms(language), language), TermIndex, "index", language)

    @_once
    def language(self, page_language: str, text: str) -> str:
        """Return the language that the text certainly is in, empty where that is in doubt."""
        if is_plain(self._glances(page_language, text), page_language):
            return page_language
        return ruling_language(text, page_language)

    @_by_sentence(_in_turn)
    def _glances(self, page_language: str, text: str) -> tuple[Glance, ...]:
        return (glance(text, page_language),)

    @_by_sentence(_joined)
    def terms(self, language: str, text: str) -> tuple[Match, ...]:
        """Return the terms of this language in the text."""
        return self.index(language).find(text)

    @_by_sentence(_in_turn)
    def renderings(self, language: str, text: str) -> tuple[Term, ...]:
        """Return the terms of this language in the text without their places, which few ask for."""
        return tuple([match.term for match in self.terms(language, text)])

    @_by_sentence(_together)
    def concepts(self, language: str, text: str) -> frozenset[str]:
        """Return the concepts that have a term in the text."""
        return frozenset([match.term.concept for match in self.terms(language, text)])

    @_by_sentence(_in_turn)
    def blocked(self, language: str, text: str) -> tuple[str, ...]:
        """Return the pieces of the text in which no term is looked for."""
        return self.index(language).blocked(text)

    @_by_sentence(_together)
    def contested(self, language: str, text: str) -> frozenset[str]:
        """Return the concepts in the text whose renderings there can be wrong or have rivals; mostly there are none."""
        plain = self._always(lambda: plain_terms(self.glossary.terms(language)), "plain terms", language)
        return frozenset([term.concept for term in self.renderings(language, text) if id(term) not in plain])

    @_once
    def foreign(self, language: str, text: str) -> tuple[Match, ...]:
        """Return what in the text is a sister language's official term and no word of this one."""
        return self._foreign_index(language).find(text)

    @_by_sentence(lambda division, found: parts.joined(starts(*division), found))
    def fixed(self, language: str, text: str) -> Fixed:
        """Return the symbols, slots, numbers, references and sizes in the text."""
        return parts.fixed(text, language)

    def leftovers(self, language: str, text: str, english_text: str = "") -> tuple[Leftover, ...]:
        """Return what was left in English in the text; `english_text` is the English counterpart's text, if any."""
        if language not in LATIN_LANGUAGES:
            english_text = ""  # it tells nothing where another script does
        known = self._of(language, text)
        kind = f"leftovers\0{english_text}"
        if kind not in known:
            own = self.words(language)
            known[kind] = leftovers(text, language, own, english=english_text, english_terms=self.english_terms)
        return known[kind]  # type: ignore[no-any-return]  # the kind fixes the type

    @_once
    def look_alikes(self, language: str, text: str) -> tuple[LookAlike, ...]:
        """Return the words, numbers and symbols in the text that hold a look-alike letter of another script."""
        return look_alikes(text, language)

    @_once
    def marks(self, language: str, text: str) -> Marks:
        """Return which quotation marks and brackets in the text belong together, and which lack a partner."""
        return marks(text, language)

    @_by_sentence(_joined)
    def slips(self, language: str, text: str) -> tuple[Slip, ...]:
        """Return the mistyped spaces and repeated words in the text."""
        return slips(text, language)

    @_once
    def characters(self, language: str, text: str) -> Characters:
        """Return the damaged letters, invisible characters and markup in the text."""
        return characters(text, language)

    @_by_sentence(_added)
    def fingerprint(self, language: str, text: str) -> Mapping[str, int]:
        """Return the language-independent evidence in the text: concepts, symbols, numbers, sizes, references."""
        found = self.fixed(language, text)
        evidence = [f"c:{match.term.concept}" for match in self.terms(language, text)]
        evidence += [f"s:{symbol.value}" for symbol in found.symbols]
        evidence += [f"n:{number.value}" for number in found.numbers if number.sure]
        evidence += [f"p:{power.value}" for power in found.powers]
        evidence += [f"r:{reference.value}" for reference in found.references]
        evidence += ["slot"] * len(found.slots)
        bag: dict[str, int] = {}
        for mark in evidence:
            bag[mark] = bag.get(mark, 0) + 1
        return bag

    @_by_sentence(_with_spaces)
    def plain_wording(self, language: str, text: str) -> str:
        """Return the words of the text, a space between them."""
        return words(text, language)

    @_by_sentence(_with_spaces)
    def wording(self, language: str, text: str) -> str:
        """Return the words of the text, a space between them; the name of its concept stands for each term."""
        return words(text, language, self.named(language, text))

    def named(self, language: str, text: str) -> list[tuple[int, int, str]]:
        """Return where a concept's name may stand for a term, (start, end, name); the name of a common one is empty."""
        names = self._always(lambda: Concepts(language, self.glossary), "names", language)
        return [(start, end, names[term.concept]) for start, end, term in self.terms(language, text)]

    @_by_sentence(_together)
    def capitals(self, language: str, text: str) -> frozenset[str]:
        """Return the pieces between spaces that may hold a capital letter."""
        return frozenset([piece for piece in text.split() if not piece.islower()])

    @cached_property
    def english_terms(self) -> frozenset[str]:
        """Return the English terms of the glossary, normalised."""
        return self._kept(self._english_forms, frozenset, "english terms", "en")

    def _english_forms(self) -> frozenset[str]:
        return frozenset(form for term in self.glossary.terms("en") for form in self.index("en").forms(term))

    def _foreign_index(self, language: str) -> ForeignIndex:
        def make() -> ForeignIndex:
            others = {code: self.glossary.terms(code) for code in LANGUAGES if code != language}
            return foreign_index(self.index(language), others, own_words(language))

        return self._kept(make, ForeignIndex, "foreign index", language)
