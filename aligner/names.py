"""Find what may be a card's name left in English: runs of capitalised words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aligner.words import Token, Vocabulary, latin_tokens, word_list

_CONNECTORS = frozenset(
    ("of", "the", "and", "a", "an", "to", "in", "for", "from", "or", "with", "at", "on", "by", "as")
)
_SURE_CONNECTORS = frozenset({"of", "the", "and", "from", "with"})
_NAME_GLUE = re.compile(r"[ \u00a0]|[-‑]|['’]\s?|\s//\s|[ \u00a0]&[ \u00a0]")
_LEGEND = re.compile(r",[ \u00a0]")


def _joined(text: str, left: Token, right: Token) -> bool:
    return bool(_NAME_GLUE.fullmatch(text, left.end, right.start))


def title_runs(text: str, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the runs of capitalised words, with small words like "of the" between two of them."""
    run: list[Token] = []
    pending: list[Token] = []
    for token in tokens:
        last = pending[-1] if pending else run[-1] if run else None
        if last is not None and not _joined(text, last, token):
            legend = len(run) == 1 and not pending and _LEGEND.fullmatch(text, last.end, token.start) and token.capital
            if not (legend and _two_capitals_from(text, tokens, token)):
                yield from [run] if run else []
                run, pending = [], []
        if token.capital:
            run += [*pending, token]
            pending = []
        elif run and token.key in _CONNECTORS:
            pending.append(token)
        else:
            yield from [run] if run else []
            run, pending = [], []
    yield from [run] if run else []


def _two_capitals_from(text: str, tokens: Sequence[Token], token: Token) -> bool:
    """Return whether a name of two words begins here, as behind the comma of a legend's name."""
    place = tokens.index(token)
    following = tokens[place : place + 2]
    return len(following) == 2 and following[1].capital and _joined(text, *following)


def title_words(text: str, tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the words that belong to possible names."""
    for run in title_runs(text, tokens):
        if len(run) > 1 or run[0].key not in word_list("en").function:
            yield from run


def sure_names(text: str, view: Vocabulary) -> Iterator[tuple[int, int]]:
    """Yield the names on a page in Latin letters that can only be English.

    That is a possessive 's with a capitalised word behind it, capitalised words joined by an English function word, or
    two capitalised words that stand so in the English counterpart.
    """
    tokens = list(latin_tokens(text))
    for run in title_runs(text, tokens):
        while run and (not run[0].capital or (view.own(run[0]) and _no_name_begins(text, run[0], view))):
            run = run[1:]
        if len(run) < 2:
            continue
        span = run[0].start, run[-1].end
        copied = view.counterpart and text[slice(*span)] in view.counterpart
        possessive = [
            place for place, token in enumerate(run[:-1]) if token.key.endswith("'s") and run[place + 1].capital
        ]
        joined = [place for place, token in enumerate(run) if token.key in _SURE_CONNECTORS and not view.own(token)]
        if not (copied or possessive or joined):
            continue
        if copied and not (possessive or joined) and not any(token.capital and not view.own(token) for token in run):
            continue
        if not copied and _begins_sentence(text, run[0]) and (possessive or joined):
            first = (possessive or joined)[0]
            run = run[1:] if first > 1 or (possessive and first == 1) else run
        yield run[0].start, run[-1].end


def _no_name_begins(text: str, token: Token, view: Vocabulary) -> bool:
    return not view.both(token) or _begins_sentence(text, token)


def _begins_sentence(text: str, token: Token) -> bool:
    before = text[: token.start].rstrip(" \u00a0\n\"“„«'‘¿¡([")
    return not before or before[-1] in ".!?:;•—"
