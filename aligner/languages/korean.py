"""The forms of Korean terms, and what may follow a term within one word."""

from __future__ import annotations

import re

_FIRST, _LAST = 0xAC00, 0xD7A3

_PARTICLES = re.split(
    r"\s+",
    "은 는 이 가 을 를 의 에 에서 에게 에게서 께 께서 한테 로 으로 로서 으로서 로써 으로써 와 과 랑 이랑 도 "
    "만 부터 까지 마다  "
    "보다 처럼 만큼 같이 밖에 조차 마저 대로 라도 이라도 나 이나 든지 이든지 든 이든 란 이란 라는 이라는 라고 "
    "이라고 라면  "
    "이라면 씩 째 중 간 당 별 용 뿐 외 내 하고 여 이여 다 야 요 이요 며 이며 고 이고 지만 이지만 면 이면 들 "
    "쪽 후 전 시",
)
_COPULA = (
    "이다",
    "입니",
    "인",
    "일",
    "임",
    "이었",
    "였",
    "이에",
    "예요",
    "이거",
    "이니",
    "이므",
    "이기",
    "이어",
    "이지",
    "아니",
)
_DO = re.split(
    r"\s+",
    "하 한 할 합 함 해 했 되 된 될 됩 됨 돼 됐 시키 시킨 시킬 시킵 시켜 시켰 받 당하 당한 당할 당합 당해 당했 가능",
)
_PARTICLE_TAIL = "|".join(sorted(_PARTICLES, key=lambda p: (-len(p), p)))
_NOUN_TAIL = re.compile(rf"(?:{_PARTICLE_TAIL}){{0,4}}(?:(?:{'|'.join(_COPULA)}).*)?")
_DO_TAIL = re.compile(rf"(?:{'|'.join(_DO)}).*")
_VERB_TAIL = re.compile(
    r"(?:는|은|을|아|어|여|으|고|지|거|습|기|게|던|도|음|다|힌|힐|힙|히|혀|혔|이|인|일|입|여|였|려|았|었|니|나|네|세|면|며|자|라|든|시|십|신|실|려|러|므|되|된|될|수|할|한|하|해|서|야|ᆫ).*"
)
_CODAS = {"ㄴ": 4, "ㄹ": 8, "ㅁ": 16, "ㅂ": 17, "ㅆ": 20}
_IRREGULAR = {
    "듣": "들",
    "걷": "걸",
    "싣": "실",
    "짓": "지",
    "낫": "나",
    "잇": "이",
    "붓": "부",
    "돕": "도우",
    "줍": "주우",
    "눕": "누우",
}
_CONTRACTIONS = {20: 6, 8: 9, 13: 14, 18: 4, 11: 10}  # ㅣ→ㅕ ㅗ→ㅘ ㅜ→ㅝ ㅡ→ㅓ ㅚ→ㅙ


def forms(text: str, pos: str) -> set[str]:
    """Return the term with and without its spaces, and for a verb what every one of its forms begins with."""
    found = {text} | _root(text, pos) | stems(text, pos)
    return found | {form.replace(" ", "") for form in found}


def _is_verb(text: str, pos: str) -> bool:
    return pos in ("", "verb") and text.endswith("다") and len(text.split()[-1]) > 1


def _root(text: str, pos: str) -> set[str]:
    """Return the noun within a verb in -하다, -되다 or -시키다."""
    for ending in ("시키다", "하다", "되다"):
        if _is_verb(text, pos) and text.endswith(ending) and len(text.split()[-1]) > len(ending):
            return {text[: -len(ending)]}
    return set()


def stems(text: str, pos: str) -> frozenset[str]:
    """Return what the forms of a verb begin with: 뽑 of 뽑다; 버리, 버린, 버릴, 버립, 버림, 버려, 버렸 of 버리다."""
    if not _is_verb(text, pos) or _root(text, pos):
        return frozenset()
    stem = text[:-1]
    found = {stem}
    index = ord(stem[-1]) - _FIRST
    if not 0 <= index <= _LAST - _FIRST:
        return frozenset()
    coda, vowel = index % 28, index // 28 % 21
    if coda == _CODAS["ㄹ"]:  # 만들다: 만든, 만듭, 만드시
        found |= {_with(stem, coda=code) for code in (_CODAS["ㄴ"], _CODAS["ㅂ"])}
        found |= {_with(stem) + honorific for honorific in "시십세신실"}
    if stem[-1] == "르" and len(stem) > 1:  # 고르다: 골라
        before = _with(stem[:-1], coda=_CODAS["ㄹ"])
        found |= {before + last for last in "라러랐렀"}
    for ending, changed in _IRREGULAR.items():
        if stem.endswith(ending):
            found.add(stem[: -len(ending)] + changed)
    if coda == 0:
        found |= {_with(stem, coda=code) for code in _CODAS.values()}
        if vowel in _CONTRACTIONS:
            contracted = _with(stem, vowel=_CONTRACTIONS[vowel])
            found |= {contracted, _with(contracted, coda=_CODAS["ㅆ"])}
    return frozenset(found | {form.replace(" ", "") for form in found})


def _with(stem: str, *, vowel: int | None = None, coda: int = 0) -> str:
    index = ord(stem[-1]) - _FIRST
    onset = index // 588
    kept = index // 28 % 21 if vowel is None else vowel
    return stem[:-1] + chr(_FIRST + onset * 588 + kept * 28 + coda)


def lawful_tail(tail: str, *, verb: bool) -> bool:
    """Return whether this rest of a word can follow a term: nothing, particles, an ending; 자 in 주문자 cannot."""
    if not tail:
        return True
    if verb:
        return _VERB_TAIL.fullmatch(tail) is not None
    return _NOUN_TAIL.fullmatch(tail) is not None or _DO_TAIL.fullmatch(tail) is not None
