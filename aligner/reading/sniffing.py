"""What a file holds: told by its content first, by its name where the content leaves it open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aligner.model import AlignerError
from aligner.reading import decoding, naming, rules

_MARKUP = re.compile(r"\s*<(?:\?xml|!doctype|!--|tmx|html|head|body|xliff|[a-z]\w*:)", re.IGNORECASE)
_TRANSLATION_ROOT = re.compile(r"<(?:\w+:)?(tmx|xliff)[\s>/]")
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body)[\s>]", re.IGNORECASE)
_PO = re.compile(r"(?:[^\S\n]*(?:#.*)?\r?\n)*(?:msgctxt|msgid|domain)[^\S\n]+\"")
_JSON = re.compile(r"\s*[\[{]\s*[\"{\[\]}]")
_WORKBOOK = b"PK\x03\x04"
_BY_SUFFIX = {
    ".tmx": "tmx",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".sdlxliff": "xliff",
    ".mxliff": "xliff",
    ".mqxliff": "xliff",
    ".po": "po",
    ".pot": "po",
    ".json": "json",
    ".csv": "table",
    ".tsv": "table",
    ".tab": "table",
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".xml": "markup",
}
_HEAD = 1 << 16
_BEGIN = 1 << 6
_MORE = 4 << 20  # bytes of a page of markup in which a ruling must show


def is_json(head: bytes) -> bool:
    """Return whether these first bytes are those of JSON."""
    begin = head[:_BEGIN].decode("utf-8-sig", "replace").lstrip()
    if len(begin) > 4 and begin[0] not in "[{":  # the last character may be cut off
        return False
    return _JSON.match(head.decode("utf-8-sig", "replace")) is not None


def is_workbook(data: bytes) -> bool:
    """Return whether these first bytes are those of an Excel workbook, or of another zip archive."""
    return data.startswith(_WORKBOOK)


def kind(text: str, shown: str) -> str:
    """Return what a text holds; of a blank one a page with nothing on it, whatever its name promises.

    "tmx", "xliff" or "po"; "json"; "table"; "html" or "markdown"; "markup" for XML of another kind; "rules" or "pages".
    """
    head = text[:_HEAD]
    if not head or (head.isspace() and text.isspace()):
        return "pages"
    named = _BY_SUFFIX.get(naming.suffix(shown), "")
    if _MARKUP.match(head):
        root = _TRANSLATION_ROOT.search(head) if "tmx" in head or "xliff" in head else None
        if root:
            return root[1]
        if named in ("tmx", "xliff"):
            return named
        return "html" if named == "html" or _HTML.search(head) else "markup"
    if _PO.match(head):
        return "po"
    if _JSON.match(head):
        return "json"
    if named:
        return "rules" if named == "markdown" and rules.is_rules_page(text) else named
    from aligner.reading import markdown, table

    if table.is_table(head):
        return "table"
    if markdown.is_markdown(text):
        return "markdown"
    return "rules" if rules.is_rules_page(text) else "pages"


def holds_no_pages(head: bytes, rest: Iterator[bytes], shown: str) -> bool:
    """Return whether a file that nobody named is to be left out: no text, or a table or markup without rulings.

    What looks like a damaged page is none of these: reading it says what is wrong with it.
    """
    suffix = naming.suffix(shown)
    if is_workbook(head):
        from aligner.reading import table

        return suffix not in (".xlsx", ".xlsm") or not table.holds_pages_in_workbook(head + b"".join(rest), shown)
    if decoding.is_binary(head):
        return True
    named = _BY_SUFFIX.get(suffix, "markup" if head.lstrip().startswith(b"<") else "")
    if named not in ("table", "html", "markdown", "markup"):
        return False
    try:
        text, _ = decoding.decode(head, shown)
        found = kind(text, shown) if text.strip() else "markup"  # nobody named it: no page is missed
        if found == "table":
            from aligner.reading import table

            return not table.is_table(text)
        if found in ("html", "markdown"):
            return not _has_rulings(head, rest, shown, found)
    except AlignerError:
        return False
    return found == "markup"


def _has_rulings(head: bytes, rest: Iterator[bytes], shown: str, found: str) -> bool:
    from aligner.reading import html, markdown

    data = head
    for piece in rest:
        data += piece
        if len(data) > _MORE:
            break
    text, _ = decoding.decode(data, shown)
    return html.holds_rulings(text) if found == "html" else markdown.holds_rulings(text)
