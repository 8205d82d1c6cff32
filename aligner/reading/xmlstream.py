"""XML as a stream, without entities, network or huge trees; and the little that its readers ask of an element."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from aligner.model import AlignerError


class Joined:
    """The pieces of a large file as one, to be read from."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, none at the end."""
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._rest = piece
        size = len(self._rest) if size < 0 else size
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""


def stream(
    data: bytes | Readable, shown: str, root: str, tags: Sequence[str], remedy: str, *, starts: bool = False
) -> Iterator[tuple[str, Any]]:
    """Yield ("start" or "end", element) for the elements of these local names, in document order.

    Nothing is resolved, fetched or expanded. AlignerError, naming file and line, where the XML is broken or cut off,
    or its root has another name. Whoever has read an element calls `done`, so that memory stays small.
    """
    from lxml import etree

    events = etree.iterparse(
        io.BytesIO(data) if isinstance(data, bytes) else data,
        events=("start", "end") if starts else ("end",),
        tag=[f"{{*}}{tag}" for tag in tags],
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    known = False
    try:
        for event, element in events:
            if not known:
                _check_root(element.getroottree().getroot(), root, shown, remedy)
                known = True
            yield event, element
        if not known:
            _check_root(events.root, root, shown, remedy)
    except etree.XMLSyntaxError as error:
        told = [one for one in events.error_log if one.level_name == "FATAL"]
        line, reason = (told[0].line, told[0].message) if told else (error.lineno, error.msg)
        raise AlignerError(_broken(shown, line or 1, str(reason or ""), remedy)) from error
    except (etree.LxmlError, ValueError, LookupError) as error:
        raise AlignerError(f"{shown}: XML that cannot be read ({error}); {remedy}") from error


def _check_root(element: Any, root: str, shown: str, remedy: str) -> None:
    if local(element) != root:
        raise AlignerError(f"{shown}: XML but no <{root}> (its root is <{local(element)}>); {remedy}")


def _broken(shown: str, line: int, reason: str, remedy: str) -> str:
    reason = " ".join(reason.split()) or "unreadable"
    if "ntity" in reason:
        return f"{shown}:{line}: an entity that is not resolved ({reason}); write the text itself in its place"
    return f"{shown}:{line}: broken XML ({reason}); the file may be cut off: {remedy}"


def done(element: Any) -> None:
    """Forget an element that has been read, and those before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def local(element: Any) -> str:
    """Return the name of an element without its namespace."""
    tag: str = element.tag
    return tag[tag.rfind("}") + 1 :]


def is_named(element: Any, name: str) -> bool:
    """Return whether this is an element of that local name, in whatever namespace."""
    tag = element.tag
    return isinstance(tag, str) and (tag == name or tag.endswith(f"}}{name}"))


def namespace(element: Any) -> str:
    """Return the namespace of an element with its braces, empty where it has none."""
    tag: str = element.tag
    return tag[: tag.rfind("}") + 1]


def is_wide(data: bytes | Readable) -> bool:
    """Return whether these bytes of XML are UTF-16; of a stream nobody knows."""
    return isinstance(data, bytes) and (data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] in (b"<\0?\0", b"\0<\0?"))


def plain(element: Any, shown: str) -> str:
    """Return all the text of a note or property."""
    return "".join(_plain(element, shown))


def _plain(element: Any, shown: str) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if not isinstance(child.tag, str):
            raise entity(child, shown)
        yield from _plain(child, shown)
        yield child.tail or ""


def entity(node: Any, shown: str) -> AlignerError:
    """Return the error that an entity stands in a text."""
    line = (node.getparent().sourceline if node.getparent() is not None else 0) or 1
    return AlignerError(
        f"{shown}:{line}: the entity {node.text} is not resolved; write the text itself in its place, and no DOCTYPE"
    )
