"""From bytes to text: the encodings of the files that people have."""

from __future__ import annotations

import codecs
import re
import unicodedata
from contextlib import suppress

from aligner.model import AlignerError

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    (codecs.BOM_UTF8, "utf-8", "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
)
_MARK_BYTES = tuple(mark for mark, _, _ in _MARKS)
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
_ASCII = bytes(range(128))
_SAMPLE = 1 << 17
_DECLARED = re.compile(
    rb"<\?xml[^>]{0,100}?\sencoding\s*=\s*[\"']([\w.:-]{1,40})|<meta\b[^>]{0,200}?\bcharset\s*=\s*[\"']?([\w.:-]{1,40})",
    re.IGNORECASE,
)
_ESCAPES = re.compile(rb"\x1b(?:\$[@B]|\([BJI])")  # ISO-2022-JP writes Japanese in seven bits
DECLARED = ", declared"
"""What stands behind the name of an encoding that the text itself declares, and that is no guess therefore."""
_FEW = 3  # NUL bytes that a damaged text may have, however short it is
_SELDOM = 200  # bytes to one NUL, from which on it may have more


def is_binary(data: bytes) -> bool:
    """Return whether these first bytes of a file are no text: NUL or control bytes in number.

    A text with a NUL here and there is a text, which reading refuses; so is UTF-16 without a byte order mark.
    """
    return not (data.startswith(_MARK_BYTES) or _wide(data)) and _is_no_text(data)


def _is_no_text(data: bytes) -> bool:
    """Return whether bytes without a mark, and no UTF-16, are no text."""
    nuls = data.count(0) if b"\0" in data else 0
    if nuls and (nuls > max(_FEW, len(data) // _SELDOM) or not _is_text(data.replace(b"\0", b""))):
        return True
    return len(data) - len(data.translate(None, _CONTROL)) - nuls > len(data) // 50


def _is_text(data: bytes) -> bool:
    """Return whether bytes are UTF-8 with something in it, whose last character may be cut off."""
    try:
        return any(map(str.isalnum, data.decode("utf-8")))
    except UnicodeDecodeError as error:
        return error.start >= len(data) - 3 > 0


def marked(head: bytes) -> tuple[bytes, str]:
    """Return the byte order mark that these first bytes begin with, and its codec; nothing where there is none."""
    return next(((mark, codec) for mark, codec, _ in _MARKS if head.startswith(mark)), (b"", ""))


def decode(data: bytes, name: str, language: str = "") -> tuple[str, str]:
    """Return the text without its byte order mark, and the encoding: "utf-8", "utf-16", "utf-32" or what was guessed.

    UTF-16 is also known without a mark. Where the bytes are no UTF-8, the encoding that the text itself declares (XML,
    HTML) is tried first; then a code page in the file's name (`ru.cp1251.txt`); then those usual for the language that
    the name tells; then charset-normalizer guesses. UTF-8 with a few broken bytes stays UTF-8, with U+FFFD for what is
    broken. AlignerError where the bytes are no text, text with NUL bytes in it, or text that fits no encoding.
    """
    for mark, codec, encoding in _MARKS if data.startswith(_MARK_BYTES) else ():
        if data.startswith(mark):
            return _without_nul(_strict(data[len(mark) :], codec, name), name), encoding
    wide = _wide(data[:_SAMPLE])
    if wide:
        return _strict(data, wide, name), "utf-16"
    if _is_no_text(data):
        raise AlignerError(f"{name}: this is no text but a binary file; leave it out or save it as text")
    if b"\x1b" in data and _ESCAPES.search(data):
        with suppress(UnicodeDecodeError):
            return _without_nul(data.decode("iso2022_jp"), name), "iso2022_jp"
    try:
        return _without_nul(data.decode("utf-8"), name), "utf-8"
    except UnicodeDecodeError:
        pass
    damaged = data.decode("utf-8", "replace")
    broken = damaged.count("\ufffd")
    if broken * 4 <= sum(c > "\x7f" for c in damaged) - broken:
        return _without_nul(damaged, name), "utf-8"
    text, encoding = _declared(data) or _guessed(data, name, language)
    return _without_nul(text, name), encoding


def _without_nul(text: str, name: str) -> str:
    """Return the text; AlignerError with the line of the first NUL in it."""
    place = text.find("\0")
    if place >= 0:
        line = text.count("\n", 0, place) + 1
        raise AlignerError(f"{name}:{line}: a NUL byte inside a text; the file is damaged: save it anew as UTF-8")
    return text


def _strict(data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        place = data[: error.start].decode(codec, "replace").count("\n") + 1
        raise AlignerError(
            f"{name}:{place}: not the {codec[:6].upper()} that its first bytes promise; save the file as UTF-8"
        ) from error


def _wide(data: bytes) -> str:
    """Return the codec of UTF-16 without a byte order mark, empty where the bytes are something else.

    Every text has line breaks, blanks or digits, each with one NUL in UTF-16. In the wrong order of bytes, or in
    anything else, they make characters that nobody has.
    """
    if data.startswith(b"<\0?\0"):
        return "utf-16-le"
    if data.startswith(b"\0<\0?"):
        return "utf-16-be"
    sample = data[: _SAMPLE & ~1]
    if len(data) < 4 or b"\0" not in sample or sample.count(0) * 100 < len(sample):
        return ""
    sample = sample[: len(sample) & ~1]
    return next((codec for codec in ("utf-16-le", "utf-16-be") if _reads_as(sample, codec)), "")


def _reads_as(sample: bytes, codec: str) -> bool:
    try:
        text = sample.decode(codec)
    except UnicodeDecodeError as error:
        if error.start < len(sample) - 2:
            return False
        text = sample[: error.start].decode(codec)
    plain = sum(c in " \n\r\t.,:;()0123456789/" for c in text)
    strange = sum(unicodedata.category(c) in ("Cc", "Cn", "Co", "Cs") and c not in "\n\r\t\f\v" for c in text)
    return not strange and plain * 50 >= len(text)


def _declared(data: bytes) -> tuple[str, str] | None:
    """Return the text in the encoding that it declares in its head, None where it declares none or another."""
    found = _DECLARED.search(data, 0, 4096)
    if not found:
        return None
    try:
        codec = codecs.lookup(_CODECS.get(label := (found[1] or found[2]).decode().lower(), label)).name
        return (data.decode(codec), codec + DECLARED) if codec != "utf-8" else None
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


# What browsers mean by a name, where Python means the smaller original.
_CODECS = {
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
}


def _guessed(data: bytes, name: str, language: str) -> tuple[str, str]:
    for candidate in _CODE_PAGE.findall(name.lower().replace("_", "-")):
        try:
            codec = codecs.lookup(candidate.replace("windows-", "cp").replace("windows", "cp")).name
            return data.decode(codec), codec
        except (LookupError, UnicodeDecodeError):
            continue
    from charset_normalizer import from_bytes

    sample = data
    if len(data) > _SAMPLE:
        sample = data[:_SAMPLE].rpartition(b"\n")[0] or data[:_SAMPLE]  # no character is cut in two
    usual = _USUAL.get(language, _WESTERN)
    best = from_bytes(sample, cp_isolation=list(usual)).best() or from_bytes(sample).best()
    if best is None and 2 * len(sample.translate(None, _ASCII)) > len(sample):
        line = sample.count(b"\n", 0, len(sample) - len(sample.lstrip(_ASCII))) + 1
        raise AlignerError(f"{name}:{line}: in no encoding that we can tell; save the text as UTF-8")
    codec = str(best.encoding) if best else usual[0]
    return data.decode(codec, "replace"), codec
