"""From bytes to text: the encodings of the files that people have."""

from __future__ import annotations

import codecs
import re

from aligner.model import AlignerError

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    (codecs.BOM_UTF8, "utf-8", "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
)
_CODE_PAGE = re.compile(
    r"(?<![a-z0-9])(?:(?:cp|windows-?|ibm)\d{3,5}|iso-?8859-?\d{1,2}|latin-?1|koi8-?[ru]|mac-?cyrillic|macroman"
    r"|shift-?jis|sjis|euc-?jp|iso-?2022-?jp|euc-?kr|gbk|gb2312|gb18030|big5|euc-?cn)(?![a-z0-9])"
)
_USUAL = {  # the code pages that texts of a language come in
    "ru": ("cp1251", "koi8_r", "cp866"),
    "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949",),
    "zhs": ("gb18030",),
    "zht": ("big5", "gb18030"),
    "": ("cp1251", "koi8_r", "cp866", "cp1252", "cp932", "euc_jp", "cp949", "gb18030", "big5"),
}
_WESTERN = ("cp1252",)
_CONTROL = bytes(n for n in range(32) if n not in (9, 10, 11, 12, 13, 27, 28, 29, 30, 31))
_SAMPLE = 1 << 17


def is_binary(data: bytes) -> bool:
    """Return whether these first bytes of a file are no text: NUL bytes without a byte order mark, control bytes."""
    if any(data.startswith(mark) for mark, _, _ in _MARKS) or _wide_xml(data):
        return False
    return b"\0" in data or len(data) - len(data.translate(None, _CONTROL)) > len(data) // 50


def decode(data: bytes, name: str, language: str = "") -> tuple[str, str]:
    """Return the text without its byte order mark, and the encoding: "utf-8", "utf-16", "utf-32" or what was guessed.

    A code page in the file's name (`ru.cp1251.txt`) is tried first; then those usual for the language that the name
    tells; then charset-normalizer guesses. UTF-8 with a few broken bytes stays UTF-8, with U+FFFD for what is
    broken. AlignerError where the bytes are no text.
    """
    for mark, codec, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], codec, name), encoding
    if _wide_xml(data):
        return _strict(data, _wide_xml(data), name), "utf-16"
    if is_binary(data):
        raise AlignerError(f"{name}: this is no text but a binary file; leave it out or save it as text")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    damaged = data.decode("utf-8", "replace")
    broken = damaged.count("\ufffd")
    if broken * 4 <= sum(c > "\x7f" for c in damaged) - broken:
        return damaged, "utf-8"
    return _guessed(data, name, language)


def _strict(data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        place = data[: error.start].decode(codec, "replace").count("\n") + 1
        raise AlignerError(
            f"{name}:{place}: not the {codec[:6].upper()} that its first bytes promise; save the file as UTF-8"
        ) from error


def _wide_xml(data: bytes) -> str:
    if data.startswith(b"<\0?\0"):
        return "utf-16-le"
    return "utf-16-be" if data.startswith(b"\0<\0?") else ""


def _guessed(data: bytes, name: str, language: str) -> tuple[str, str]:
    for candidate in _CODE_PAGE.findall(name.lower().replace("_", "-")):
        try:
            codec = codecs.lookup(candidate.replace("windows-", "cp").replace("windows", "cp")).name
            return data.decode(codec), codec
        except (LookupError, UnicodeDecodeError):
            continue
    from charset_normalizer import from_bytes

    sample = data[:_SAMPLE].rpartition(b"\n")[0] or data[:_SAMPLE]  # no character is cut in two
    usual = _USUAL.get(language, _WESTERN)
    best = from_bytes(sample, cp_isolation=list(usual)).best() or from_bytes(sample).best()
    codec = str(best.encoding) if best else usual[0]
    return data.decode(codec, "replace"), codec
