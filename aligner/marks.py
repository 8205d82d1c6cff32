"""Marks of punctuation in one text: which quotation marks and brackets belong together, and which lack a partner."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from aligner.languages import Profile, profile


@dataclass(frozen=True, slots=True)
class Pair:
    """Two quotation marks that belong together, (start, end) with both; `depth` 0 is outermost.

    `clean` says that both stand where marks around words stand, so that they are no part of a formula or an address.
    """

    start: int
    end: int
    opening: str
    closing: str
    depth: int
    clean: bool = True


@dataclass(frozen=True, slots=True)
class Loose:
    """A mark without its partner: the piece to quote, the mark, and what is wrong.

    `kind` is "unclosed", "unopened" or "mismatched"; then `mark` has both marks and `expected` the right closing one.
    """

    start: int
    end: int
    mark: str
    kind: str
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """The quotation marks that are paired, and the marks, brackets included, that are not, in the order of the text."""

    pairs: tuple[Pair, ...] = ()
    loose: tuple[Loose, ...] = ()


_BRACKETS = {"(": ")", "（": ")", "﹙": ")", "[": "]", "［": "]", "【": "】", "《": "》", "〈": "〉", "〔": "〕"}
_CLOSING_BRACKETS = {
    ")": ")",
    "）": ")",
    "﹚": ")",
    "]": "]",
    "］": "]",
    "】": "】",
    "》": "》",
    "〉": "〉",
    "〕": "〕",
}
_QUOTES = {
    "“": "”",
    "„": "“",
    "‟": "”",
    "«": "»",
    "‹": "›",
    "»": "«",
    "›": "‹",
    "「": "」",
    "『": "』",
    "｢": "｣",
    "〝": "〟〞",
    '"': '"',
    "＂": "＂",
    "‘": "’",
    "‚": "‘",
}
_ALL_CLOSERS = frozenset("".join(_QUOTES.values()))
_SINGLE = frozenset("‘’‚")
_BACKWARDS = frozenset("»›”")  # marks that open in some languages and mostly close
_ONLY_OPENS = frozenset("„‟「『｢〝‚")
_STRAIGHT = frozenset('"＂')
_MARK = re.compile("[" + re.escape("".join({*_BRACKETS, *_CLOSING_BRACKETS, *_QUOTES, *_ALL_CLOSERS})) + "]")
_NO_APOSTROPHE = re.compile(rf"(?!(?<=[A-Za-zÀ-ɏЀ-ӿ])’[A-Za-zÀ-ɏЀ-ӿ]){_MARK.pattern}")
_FIXED = re.compile(r"\{[^{}\n]*\}|[:;=]-?[()](?=\s|$)")
_BEFORE_OPENING = re.compile(r"[\s(\[{（［【《〈〔“„‟«‹「『｢〝\"＂‘‚'—–\-/\u200b]")
_AFTER_CLOSING = re.compile(r"[^\w\s{\[(（［【《〈〔“„‘‚«‹「『〝&=#@]")
_OPEN_BRACKETS = "([{（［【"
_LIST_LABEL = re.compile(r"(?:^|[\n:;.,!?—–•。：；，])\s*(?:[0-9]{1,3}|\w|[ivxIVX]{1,5})$|[\u3040-\u9fff][0-9]{1,2}$")
_CLAUSE = re.compile(r"[,.;:!?…、。，．；：！？\n]")
_LONGEST = 40


@dataclass(slots=True)
class _Open:
    """An opening mark that waits for its partner."""

    at: int
    mark: str
    closers: str
    clean: bool


@dataclass(slots=True)
class _Scan:
    """What a walk through the text has met so far."""

    text: str
    own: Profile
    quotes: list[_Open] = field(default_factory=list)
    brackets: list[_Open] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)

    def unclosed(self, one: _Open) -> None:
        end = _clause_end(self.text, one.at + 1)
        self.loose.append(Loose(one.at, end, one.mark, "unclosed", one.closers[:1]))

    def unopened(self, at: int) -> None:
        self.loose.append(Loose(_clause_start(self.text, at), at + 1, self.text[at], "unopened"))


def marks(text: str, language: str) -> Marks:
    """Pair the quotation marks and brackets of a text by the language's own pairs, any other usual pair allowed.

    Apostrophes, inch marks, labels of lists, smileys, symbols in braces and marks that open anew with each paragraph
    are no faults. Brackets and quotation marks may cross. Spans are offsets into the text.
    """
    if not _MARK.search(text):
        return Marks()
    scan = _Scan(text, profile(language))
    blank = [match.span() for match in _FIXED.finditer(text)]
    for match in _MARK.finditer(text):
        at = match.start()
        if any(start <= at < end for start, end in blank):
            continue
        if match[0] in _BRACKETS or match[0] in _CLOSING_BRACKETS:
            _bracket(scan, at)
        else:
            _quote(scan, at)
    for one in (*scan.brackets, *scan.quotes):
        if not _is_smiley(scan, one.at):
            scan.unclosed(one)
    return Marks(tuple(sorted(scan.pairs, key=lambda p: p.start)), tuple(sorted(scan.loose, key=lambda p: p.start)))


def may_hold(chunk: str) -> bool:
    """Return whether a text may have such marks if this stands in it between two spaces."""
    return _NO_APOSTROPHE.search(chunk) is not None


def _bracket(scan: _Scan, at: int) -> None:
    mark = scan.text[at]
    if mark in _BRACKETS:
        scan.brackets.append(_Open(at, mark, _BRACKETS[mark], True))
        return
    wanted = _CLOSING_BRACKETS[mark]
    place = next((i for i in range(len(scan.brackets) - 1, -1, -1) if scan.brackets[i].closers == wanted), -1)
    if place >= 0:
        for one in scan.brackets[place + 1 :]:
            scan.unclosed(one)
        del scan.brackets[place:]
    elif not (wanted == ")" and (_is_smiley(scan, at) or _LIST_LABEL.search(scan.text, 0, at))):
        scan.unopened(at)


def _is_smiley(scan: _Scan, at: int) -> bool:
    return scan.text[at] in "()" and bool(re.search(r"[:;=]-?$", scan.text[max(0, at - 2) : at]))


def _quote(scan: _Scan, at: int) -> None:
    """Take one quotation mark: it closes what is open, or opens, or lacks its partner."""
    text, mark = scan.text, scan.text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    may_open = (not before or bool(_BEFORE_OPENING.match(before))) and bool(after) and not after.isspace()
    may_close = (
        bool(before)
        and not before.isspace()
        and before not in _OPEN_BRACKETS
        and (not after or after.isspace() or _is_after_closing(after))
    )
    if mark in _SINGLE and _is_apostrophe(scan, at, may_open, may_close):
        return
    stack = scan.quotes
    only_opens, only_closes = may_open and not may_close, may_close and not may_open
    if stack and mark in stack[-1].closers and not (only_opens and mark in _QUOTES and mark not in _BACKWARDS):
        _close(scan, at, may_close)
    elif (
        mark in _ONLY_OPENS
        or (mark == "“" and not scan.own.spaced)
        or (_opens(scan, at, only_opens) and not only_closes and not (stack and mark in _STRAIGHT and not may_open))
    ):
        _open(scan, at, may_open)
    else:
        _close_something(scan, at, may_close)


def _is_after_closing(character: str) -> bool:
    return bool(_AFTER_CLOSING.match(character))


def _is_apostrophe(scan: _Scan, at: int, may_open: bool, may_close: bool) -> bool:
    """Return whether a single mark is an apostrophe, or so likely one that it takes no part."""
    mark, before, after = scan.text[at], scan.text[at - 1 : at], scan.text[at + 1 : at + 2]
    if _is_spaced_letter(before) and _is_spaced_letter(after):
        return True
    waiting = any(mark in one.closers for one in scan.quotes)
    if mark == "’":
        return not waiting or not may_close if scan.own.spaced else not waiting and _is_spaced_letter(before)
    if mark == "‘" and waiting:
        return False
    return scan.own.spaced and not may_open


def _is_spaced_letter(character: str) -> bool:
    """Return whether this is a letter of a script with spaces, or a digit, so that an apostrophe may touch it."""
    return character.isalnum() and character < "\u2e80"


def _opens(scan: _Scan, at: int, only_opens: bool) -> bool:
    mark = scan.text[at]
    if mark in _BACKWARDS:
        german = any(mark == opening for opening, _ in scan.own.quotes)
        return only_opens or (german and not any(mark in one.closers for one in scan.quotes))
    return mark in _QUOTES


def _closers(scan: _Scan, mark: str) -> str:
    """Return the marks that close this one: the language's own, or those that any language has."""
    own = "".join(closing for opening, closing in scan.own.quotes if opening == mark)
    return own or _QUOTES.get(mark, "")


def _open(scan: _Scan, at: int, clean: bool) -> None:
    mark, text = scan.text[at], scan.text
    if mark in '"＂″' and text[at - 1 : at].isdigit() and not scan.quotes:  # 5" is a length
        return
    anew = text[:at].rstrip(" \t")[-1:] == "\n"
    if anew and scan.quotes and scan.quotes[-1].mark == mark:
        scan.quotes.pop()  # each paragraph of a long quotation opens it again
    tidy = clean or not scan.own.spaced or text[at + 1 : at + 2].isspace()
    scan.quotes.append(_Open(at, mark, _closers(scan, mark), tidy))


def _close(scan: _Scan, at: int, clean: bool) -> None:
    one = scan.quotes.pop()
    depth = sum(other.mark not in _SINGLE for other in scan.quotes)
    tidy = one.clean and (clean or not scan.own.spaced or scan.text[at - 1 : at].isspace())
    scan.pairs.append(Pair(one.at, at + 1, one.mark, scan.text[at], depth, tidy))


def _close_something(scan: _Scan, at: int, clean: bool) -> None:
    """Take a closing mark whose partner is not the last that was opened."""
    mark, stack = scan.text[at], scan.quotes
    place = next((i for i in range(len(stack) - 1, -1, -1) if mark in stack[i].closers), -1)
    if place >= 0:
        for one in stack[place + 1 :]:
            scan.unclosed(one)
        del stack[place + 1 :]
        _close(scan, at, clean)
    elif stack and (mark in _SINGLE) == (stack[-1].mark in _SINGLE):
        one = stack.pop()
        scan.loose.append(Loose(one.at, at + 1, one.mark + mark, "mismatched", one.closers[:1]))
    elif not (mark == '"' and scan.text[at - 1 : at].isdigit()):
        scan.unopened(at)


def _clause_end(text: str, start: int) -> int:
    """Return where the clause from `start` ends, at most forty characters on and at the end of a word."""
    match = _CLAUSE.search(text, start)
    end = match.start() if match else len(text)
    if end - start > _LONGEST:
        end = text.rfind(" ", start, start + _LONGEST)
        end = end if end > start else start + _LONGEST
    return len(text[:end].rstrip()) or end


def _clause_start(text: str, end: int) -> int:
    """Return where the clause before `end` begins, at most forty characters back and at the start of a word."""
    near = max(0, end - 2 * _LONGEST)  # what begins further back makes no difference
    earlier = [match.end() for match in _CLAUSE.finditer(text, near, max(0, end - 1))]
    start = earlier[-1] if earlier else 0
    if end - start > _LONGEST:
        space = text.find(" ", end - _LONGEST, end)
        start = space if space >= 0 else end - _LONGEST
    return start + len(text[start:end]) - len(text[start:end].lstrip())


def style(pair: Pair) -> str:
    """Return the pair of marks as a reader sees it, both kinds of low or curly ones told apart."""
    return pair.opening + pair.closing


def outermost(found: Marks) -> Iterator[Pair]:
    """Yield the pairs of double marks that stand in no other quotation."""
    return (pair for pair in found.pairs if pair.depth == 0 and pair.clean and pair.opening not in _SINGLE)
