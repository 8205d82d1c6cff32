"""What the formats made of XML share: which characters it can hold, and how it is written."""

from __future__ import annotations

import re
from typing import Any

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    r"""Return a text that XML can hold: what it cannot hold is written as its code, such as `\x01`."""
    return _ILLEGAL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def is_legal(text: str) -> bool:
    """Return whether XML can hold the text as it is."""
    return not _ILLEGAL.search(text)


def serialised(root: Any, doctype: str = "") -> str:
    """Return an element as an indented document; texts keep their spaces and line ends."""
    from lxml import etree

    etree.indent(root, " ")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' + (f"{doctype}\n" if doctype else "")
    return head + etree.tostring(root, encoding="unicode") + "\n"
