"""Find what was left in English inside a translated text: fragments, glosses, slots and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from aligner.identify import identify, page_language, ruling_language
from aligner.lookalikes import LookAlike, look_alikes
from aligner.names import sure_names, title_runs, title_words
from aligner.text import ByWord
from aligner.words import (
    BLANK,
    BLANKED_CHUNKS,
    CYRILLIC,
    GREEK,
    HAN,
    HANGUL,
    KANA,
    LATIN,
    LATIN_LANGUAGES,
    Token,
    Vocabulary,
    blanked,
    english_words,
    is_label,
    key_of,
    latin_tokens,
    latin_words,
    word_list,
)

__all__ = [
    "Leftover",
    "LookAlike",
    "english_part",
    "identify",
    "leftovers",
    "look_alikes",
    "own_words",
    "page_language",
    "ruling_language",
    "slots",
]

_SCRIPT_LANGUAGES = ("ru", "ja", "ko", "zhs", "zht")
_NAMED = "\ue001"  # what a name is blanked with: unlike a symbol, no fragment reaches across it
_NATIVE = f"{CYRILLIC}{GREEK}{KANA}{HAN}{HANGUL}"
_NATIVE_LETTER = re.compile(f"[{_NATIVE}]")
_LATIN_LETTER = re.compile(f"[{LATIN}]")
_SLOT = re.compile(r"\[([^\[\]\n]*)\]|［([^［］\n]*)］")
_PARENTHESIS = re.compile(r"[(（]([^()（）\n]*)[)）]")
_STRETCH = re.compile(rf"[^{_NATIVE}\n。、！？「」『』《》«»„“”\"‹›]+")
_RUN_GLUE = re.compile(rf"[\s,'’‘\"“”\-‑–—/+\d{BLANK}]*")
_HALVES = re.compile(r"\s*//\s*")
_LONG_SLOT = 4  # words from which a square bracket is a remark and no slot


@dataclass(frozen=True, slots=True)
class Leftover:
    """A piece of text left in English: (start, end), and what it is.

    `kind` is "fragment" (words, a whole parenthesis), "gloss" (the English term in brackets behind the native one),
    "slot" (an English word in square brackets) or "name" (what may be a card's name).
    """

    start: int
    end: int
    kind: str


def own_words(language: str) -> frozenset[str]:
    """Return the everyday words of a language, with its loans and those it shares with English, in lower case."""
    return word_list(language).own


def slots(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the square brackets in a text, brackets included."""
    return tuple(match.span() for match in _SLOT.finditer(text))


def english_part(title: str, language: str, own_words: frozenset[str]) -> tuple[int, int] | None:
    """Return the span of the English words in a title, None where fewer than two are function words or rules terms.

    Brands, labels and capitalised words that may be names do not count.
    """
    if language == "en" or language not in (*_SCRIPT_LANGUAGES, *LATIN_LANGUAGES):
        return None
    view = Vocabulary(language, word_list(language), own_words, frozenset())
    masked = blanked(title)
    for stretch in _STRETCH.finditer(masked):
        tokens = [token for token in latin_tokens(masked, *stretch.span()) if not view.protected(token)]
        plain = [token for token in tokens if view.english(token)]
        if len(plain) >= 2 and not any(view.own(token) and not view.both(token) for token in tokens):
            return tokens[0].start, tokens[-1].end
    return None


def leftovers(
    text: str,
    language: str,
    own_words: frozenset[str],
    *,
    english: str = "",
    english_terms: frozenset[str] = frozenset(),
) -> tuple[Leftover, ...]:
    """Return what was left in English in a text of a page in `language`, in the order of the text.

    `own_words` are the normalised words of the language's glossary: they never count as English. `english_terms` are
    the glossary's English terms. `english` is the English counterpart's text: words copied from it are English. Only
    the languages that the tool knows are judged. A name is given once a text, in its longest form.
    """
    if language == "en" or language not in (*_SCRIPT_LANGUAGES, *LATIN_LANGUAGES):
        return ()
    masked = blanked(text)
    if not _LATIN_LETTER.search(masked):
        return ()
    by_script = language in _SCRIPT_LANGUAGES
    if not by_script and not _may_hold(masked, _suspicions(language, own_words, english_terms), english):
        return ()
    view = Vocabulary(language, word_list(language), own_words, english_terms, english)
    names = [] if by_script else [Leftover(*span, "name") for span in sure_names(masked, view)]
    found = list(_slot_leftovers(masked, view))
    masked = _without(masked, found)
    found += _parentheses(masked, view, names)
    masked = _without(masked, found)
    if by_script:
        found += _script_runs(masked, view)
    else:
        names = [name for name in names if not any(one.start <= name.start < one.end for one in found)]
        masked = _without(masked, names)
        found += [*names, *_latin_runs(masked, view)]
    return tuple(sorted(_once(text, found), key=lambda one: (one.start, one.end)))


def may_hold(chunk: str, language: str) -> bool:
    """Return whether a text may hold any if this stands in it between two spaces."""
    if language == "en" or language not in (*_SCRIPT_LANGUAGES, *LATIN_LANGUAGES):
        return False
    text = BLANKED_CHUNKS[chunk]
    return text is None or _LATIN_LETTER.search(text) is not None


def _may_hold(masked: str, suspicions: ByWord[str], english: str) -> bool:
    """Return whether a blanked text in Latin letters may hold anything, by its words alone; most texts hold nothing.

    Without English words there are only names and words copied from the counterpart, two at least.
    """
    words = latin_words(masked)
    kinds = [*map(suspicions.__getitem__, words)]
    if "English" in kinds:
        return True
    if not english:
        return False
    small = key_of(english)
    names = sum(kind == "capital" and word in english for word, kind in zip(words, kinds, strict=True))
    copied = sum(kind == "unknown" and key_of(word) in small for word, kind in zip(words, kinds, strict=True))
    return names > 1 or copied > 1


@lru_cache(maxsize=16)
def _suspicions(language: str, own_words: frozenset[str], english_terms: frozenset[str]) -> ByWord[str]:
    """Return what tells of a word whether it may be "English", a name's ("capital") or "unknown", empty for no."""
    view = Vocabulary(language, word_list(language), own_words, english_terms)

    def suspicion(word: str) -> str:
        token = Token(0, len(word), word, key_of(word))
        known = token.key in english_terms or token.key in english_words() or token.stem in english_words()
        if token.key.endswith("'s") or (known and not view.own(token)):
            return "English"
        if token.capital:
            return "capital"
        return "" if view.own(token) or is_label(word) else "unknown"

    return ByWord(suspicion)


def _without(text: str, pieces: Iterable[Leftover]) -> str:
    for piece in pieces:
        text = text[: piece.start] + _NAMED * (piece.end - piece.start) + text[piece.end :]
    return text


def _once(text: str, found: Sequence[Leftover]) -> Iterator[Leftover]:
    """Yield the leftovers with every name once, in its longest form; a half of a split card is its name too."""
    names = sorted((one for one in found if one.kind == "name"), key=lambda one: (one.start - one.end, one.start))
    seen: list[str] = []
    for name in names:
        bare = f" {_bare_name(text[name.start : name.end])} "
        if not any(bare in longer for longer in seen):
            seen.append(bare)
            yield name
    yield from (one for one in found if one.kind != "name")


def _bare_name(name: str) -> str:
    spaced = re.sub(r"[,\s/]+|[-‑]", " ", name.casefold().replace("’", "'"))
    return " ".join(spaced.split()).removesuffix("'s")


# Slots and parentheses


def _slot_leftovers(text: str, view: Vocabulary) -> Iterator[Leftover]:
    for match in _SLOT.finditer(text):
        if _NATIVE_LETTER.search(match[0]):
            continue
        tokens = [token for token in latin_tokens(text, match.start(), match.end()) if not is_label(token.text)]
        plain = [token for token in tokens if view.english(token)]
        if view.language in _SCRIPT_LANGUAGES:
            plain += [token for token in tokens if not token.capital and not view.own(token) and len(token.key) > 2]
        if plain and not any(view.own(token) and not view.both(token) for token in tokens):
            yield Leftover(*match.span(), "slot" if len(tokens) < _LONG_SLOT else "fragment")


def _parentheses(text: str, view: Vocabulary, names: Sequence[Leftover]) -> Iterator[Leftover]:
    """Yield the parentheses that are wholly English: glosses of a native term, and others as fragments."""
    for match in _PARENTHESIS.finditer(text):
        if _NATIVE_LETTER.search(match[1]) or _NAMED in match[1]:
            continue
        tokens = list(latin_tokens(text, *match.span(1)))
        if view.language in _SCRIPT_LANGUAGES:
            named = set(title_words(text, tokens))
        else:
            named = {token for token in tokens if any(one.start <= token.start < one.end for one in names)}
        alone = len(tokens) == 1
        words = [t for t in tokens if not is_label(t.text) and (t not in named or (alone and view.english(t)))]
        if not words or any(view.own(token) and not view.both(token) for token in words):
            continue
        if view.language in _SCRIPT_LANGUAGES:
            plain = [token for token in words if not view.protected(token)]
        else:
            plain = [token for token in words if view.english(token)]
        if not plain or not (alone or any(not token.capital for token in plain)):
            continue
        function = any(token.key in word_list("en").function for token in tokens if token not in named)
        before = text[: match.start()].rstrip()[-1:]
        native = bool(before) and (before.isalpha() or before in "»”\"』」’'*")
        kind = "gloss" if len(tokens) <= 2 and not function and native else "fragment"
        if kind == "fragment" and view.language in LATIN_LANGUAGES and len(plain) * 3 < len(words):
            continue
        yield Leftover(*match.span(), kind)


# Runs of English words


def _script_runs(text: str, view: Vocabulary) -> list[Leftover]:
    """Return what stands in Latin letters on a page in another script: fragments and possible names."""
    found: list[Leftover] = []
    for stretch in _STRETCH.finditer(text):
        if not _LATIN_LETTER.search(text, *stretch.span()):
            continue
        tokens = [
            token
            for token in latin_tokens(text, *stretch.span())
            if not (view.language == "ru" and _touches_cyrillic(text, token))
        ]
        for piece in _judge(text, tokens, view):
            last = found[-1] if found else None
            if last and last.kind == piece.kind == "fragment" and _near(text, last, piece):
                found[-1] = Leftover(last.start, piece.end, "fragment")
            else:
                found.append(piece)
    return found


def _touches_cyrillic(text: str, token: Token) -> bool:
    return bool(
        re.match(f"[{CYRILLIC}]", text[token.start - 1 : token.start])
        or re.match(f"[{CYRILLIC}]", text[token.end : token.end + 1])
    )


def _near(text: str, left: Leftover, right: Leftover) -> bool:
    between = text[left.end : right.start]
    return "\n" not in between and _NAMED not in between and not _NATIVE_LETTER.search(between)


def _judge(text: str, tokens: list[Token], view: Vocabulary) -> Iterator[Leftover]:
    """Yield what the Latin words between two native ones are: one fragment, or names."""
    runs = list(title_runs(text, tokens))
    named = {token for run in runs for token in run}
    plain = [
        token
        for token in tokens
        if token not in named
        and not view.protected(token)
        and not view.own(token)
        and (len(token.key) > 2 or view.english(token))
    ]
    content = [token for token in tokens if not is_label(token.text) or token.key in ("a", "i")]
    if plain:
        yield Leftover(content[0].start, content[-1].end, "fragment")
        return
    for run in runs:
        bare = " ".join(token.key for token in run)
        if all(view.protected(token) or view.own(token) or not token.capital for token in run):
            continue
        if len(run) == 1 and run[0].text.isupper() and not view.english(run[0]):
            continue
        vocabulary = bare in view.english_terms or (len(run) == 1 and view.english(run[0]))
        end = run[-1].end - (len(run[-1].key) - len(run[-1].stem) if not vocabulary else 0)
        yield Leftover(run[0].start, end, "fragment" if vocabulary else "name")


def _latin_runs(text: str, view: Vocabulary) -> list[Leftover]:
    """Return the runs of words that are English only, and those copied from the English counterpart."""
    tokens = list(latin_tokens(text))
    spans = [span for run in _candidate_runs(text, tokens, view) for span in _english_spans(run, view)]
    spans += _copied_spans(text, tokens, view)
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return [Leftover(start, end, "fragment") for start, end in merged]


def _candidate_runs(text: str, tokens: Sequence[Token], view: Vocabulary) -> Iterator[list[Token]]:
    """Yield the runs without a word that only the page's language has, without punctuation or a name inside."""
    run: list[Token] = []
    for token in tokens:
        if run and not _RUN_GLUE.fullmatch(text, run[-1].end, token.start):
            yield run
            run = []
        if view.own(token) and not view.both(token):
            yield run
            run = []
        else:
            run.append(token)
    yield run


def _english_spans(run: list[Token], view: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield the spans from the first to the last English word of a run, where one of them is in lower case."""
    for first, last in _english_parts(run, view):
        part = run[first : last + 1]
        if any(not token.capital for token in part if view.english(token)) or _is_term(part, view):
            wider = [(first - 1, last), (first, last + 1)]
            whole = next(((a, b) for a, b in wider if a >= 0 and _is_term(run[a : b + 1], view)), (first, last))
            yield run[whole[0]].start, run[min(whole[1], len(run) - 1)].end


def _english_parts(run: list[Token], view: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield the places of the first and last English words with no two unknown words between them."""
    first = last = -1
    unknown = 0
    for place, token in enumerate(run):
        if view.english(token):
            if first >= 0 and unknown > 1:
                yield first, last
                first = -1
            first, last, unknown = (place if first < 0 else first), place, 0
        elif not view.both(token):
            unknown += 1
    if first >= 0:
        yield first, last


def _is_term(part: Sequence[Token], view: Vocabulary) -> bool:
    return len(part) > 1 and " ".join(token.key for token in part) in view.english_terms


def _copied_spans(text: str, tokens: Sequence[Token], view: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield the spans of two or more consecutive words that stand so in the English counterpart and are no name."""
    if not view.counterpart:
        return
    copied = set(pairwise(token.key for token in latin_tokens(view.counterpart)))
    run: list[Token] = []
    for left, right in pairwise(tokens):
        if (left.key, right.key) in copied and _RUN_GLUE.fullmatch(text, left.end, right.start):
            run = [*run, right] if run else [left, right]
        else:
            yield from _copied(run, view)
            run = []
    yield from _copied(run, view)


def _copied(run: Sequence[Token], view: Vocabulary) -> Iterator[tuple[int, int]]:
    foreign = [token for token in run if not view.own(token) and not is_label(token.text)]
    if sum(not token.capital for token in foreign) >= 2:
        yield foreign[0].start, foreign[-1].end
