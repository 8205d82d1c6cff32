"""The forms of Japanese and Chinese terms: spellings of compounds, and the stems of Japanese verbs."""

from __future__ import annotations

import re

# the last kana of a godan verb -> what can stand in its place before an ending
_GODAN = {
    "う": "わいうえおっ",
    "く": "かきくけこい",
    "ぐ": "がぎぐげごい",
    "す": "さしすせそ",
    "つ": "たちつてとっ",
    "ぬ": "なにぬねのん",
    "ぶ": "ばびぶべぼん",
    "む": "まみむめもん",
    "る": "らりるれろっ",
}
_BEFORE_RU = "えけげせぜてでねへべめれいきぎしじちにひびみり"
_HAN_OR_KANA = r"[\u3040-\u30ff\u3400-\u9fff々]"
_SURU = ("される", "させる", "できる", "する")
_IRREGULAR = {"来る": ("来",), "くる": ("こな", "きま", "きた", "くる")}


def forms(text: str, pos: str, language: str) -> set[str]:
    """Return the spellings of a normalised term, and for a Japanese verb what every one of its forms begins with.

    唱える gives 唱え, 戻す gives 戻さ 戻し 戻す 戻せ 戻そ, 追放する gives 追放. A middle dot is optional.
    """
    found = {text}
    if language == "ja":
        found = _verb_stems(text, pos) or found
        found |= {form.replace("・", "") for form in found}
    spaced = set()
    for form in found:  # a space between Han and Latin or digits is a matter of taste
        close = re.sub(rf"(?<={_HAN_OR_KANA}) (?=[a-z0-9+\-])|(?<=[a-z0-9]) (?={_HAN_OR_KANA})", "", form)
        spaced |= {close, re.sub(rf"(?<={_HAN_OR_KANA})(?=[a-z0-9+\-])|(?<=[a-z0-9])(?={_HAN_OR_KANA})", " ", close)}
    return {form for form in found | spaced if form}


def _verb_stems(text: str, pos: str) -> set[str]:
    if pos not in ("", "verb") or len(text) < 2:
        return set()
    if text in _IRREGULAR:
        return set(_IRREGULAR[text])
    for ending in _SURU:
        if text.endswith(ending) and len(text) > len(ending):
            return {text[: -len(ending)]}
    last = text[-1]
    if last not in _GODAN or (pos == "" and not re.search(r"[\u3400-\u9fff]", text)):
        return set()
    stem = text[:-1]
    if last == "る" and stem[-1] in _BEFORE_RU:
        return {stem} if len(stem) > 1 else {text}
    return {stem + kana for kana in _GODAN[last]}
