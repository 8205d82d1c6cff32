"""TermBase eXchange (ISO 30042): TBX-Basic is written; versions 2 and 3 are read, in either style.

What TBX-Basic has no category for (the concept's name, forms, the period) stands in `admin` elements of these types:
conceptName, form, since, until, partOfSpeech. A reader that does not know them passes over them.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from aligner.languages import canonical
from aligner.model import LANGUAGES, AlignerError, Term

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_TAGS = {"zhs": "zh-Hans", "zht": "zh-Hant"}
_STATUS = {
    "preferred": "preferredTerm-admn-sts",
    "admitted": "admittedTerm-admn-sts",
    "deprecated": "deprecatedTerm-admn-sts",
    "superseded": "supersededTerm-admn-sts",
}
_READ_STATUS = {
    **{written.lower(): status for status, written in _STATUS.items()},
    **{written.lower().removesuffix("-admn-sts"): status for status, written in _STATUS.items()},
    **{status: status for status in _STATUS},
    "standardizedterm": "preferred",
    "legalterm-admn-sts": "admitted",
    "regulatedterm-admn-sts": "admitted",
    "allowed": "admitted",
    "forbidden": "deprecated",
    "notrecommended": "deprecated",
    "obsolete": "superseded",
}
_CANDIDATE = "provisionallyProcessed"
_UNJUDGED = ("provisionallyprocessed", "unprocessed")
_POS = ("noun", "verb", "adjective", "adverb")
_ENTRY, _LANGUAGE, _TERM = {"termEntry", "conceptEntry"}, {"langSet", "langSec"}, {"tig", "ntig", "termSec"}
_TYPED = ("termNote", "admin", "descrip")


def write(terms: Iterable[Term]) -> str:
    """Return terms as TBX-Basic, an entry a concept, in the order in which concepts and languages are first met.

    Raises AlignerError where a term holds a character that XML cannot hold.
    """
    from lxml import etree

    root = etree.Element("martif", {"type": "TBX-Basic", _XML_LANG: "en"})
    header = etree.SubElement(root, "martifHeader")
    source = etree.SubElement(etree.SubElement(header, "fileDesc"), "sourceDesc")
    etree.SubElement(source, "p").text = "A glossary of the aligner"
    encoding = etree.SubElement(header, "encodingDesc")
    etree.SubElement(encoding, "p", {"type": "XCSURI"}).text = "TBXBasicXCSV02.xcs"
    body = etree.SubElement(etree.SubElement(root, "text"), "body")
    concepts: dict[str, dict[str, list[Term]]] = defaultdict(lambda: defaultdict(list))
    for term in terms:
        concepts[term.concept][term.language].append(term)
    for number, (concept, languages) in enumerate(concepts.items(), 1):
        entry = etree.SubElement(body, "termEntry", {"id": f"c{number}"})
        try:
            etree.SubElement(entry, "admin", {"type": "conceptName"}).text = concept
            for language, rows in languages.items():
                section = etree.SubElement(entry, "langSet", {_XML_LANG: _TAGS.get(language, language)})
                for row in rows:
                    _write_term(etree.SubElement(section, "tig"), row)
        except ValueError as error:
            raise AlignerError(
                f"concept {concept!r}: a character that XML cannot hold; take it out of the glossary"
            ) from error
    etree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + etree.tostring(root, encoding="unicode") + "\n"


def _write_term(home: Any, row: Term) -> None:
    from lxml import etree

    def put(tag: str, kind: str, value: str) -> None:
        if value:
            etree.SubElement(home, tag, {"type": kind} if kind else {}).text = value

    put("term", "", row.text)
    put("termNote", "administrativeStatus", _STATUS.get(row.status, ""))
    put("termNote", "processStatus", "" if row.status in _STATUS else _CANDIDATE)
    put("termNote", "partOfSpeech", row.pos if row.pos in _POS else "other" if row.pos else "")
    put("admin", "partOfSpeech", "" if row.pos in _POS else row.pos)
    put("admin", "source", row.source)
    for form in row.forms:
        put("admin", "form", form)
    put("admin", "since", row.since.isoformat() if row.since else "")
    put("admin", "until", row.until.isoformat() if row.until else "")
    put("note", "", row.note)


def read(data: bytes, shown: str) -> tuple[Term, ...]:
    """Return the terms of a TBX file, in its order; entities are not resolved and nothing is fetched.

    A concept is named by what `write` put there, else by its first English term, else by its first term. Notes and
    definitions of a whole entry or language go to its first term. Raises AlignerError naming file and line.
    """
    root = _parse(data, shown)
    entries = [element for element in root.iter() if _name(element) in _ENTRY]
    terms = tuple(term for entry in entries for term in _entry(entry, shown))
    if not terms:
        raise AlignerError(f"{shown}:1: the termbase has no term; export it again")
    return terms


def _parse(data: bytes, shown: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        raise AlignerError(f"{shown}:{line}: broken XML ({error.msg}); export the termbase again") from error
    except ValueError as error:
        raise AlignerError(f"{shown}:1: XML that cannot be read ({error}); export the termbase again") from error
    if _name(root) not in ("martif", "tbx"):
        raise AlignerError(f"{shown}:1: XML but no termbase (its root is <{_name(root)}>); export it as TBX")
    return root


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def _facts(home: Any, below: set[str]) -> Iterator[tuple[str, str, Any]]:
    """Yield kind, type and element of what is said of an entry, a language or a term, not of the parts below it.

    In the style with a tag for each category the tag is the type.
    """
    for element in home:
        name = _name(element)
        if name in below or not name:
            continue
        if name in _TYPED:
            yield name, element.get("type") or "", element
        elif name in ("term", "note"):
            yield name, "", element
        elif len(element):
            yield from _facts(element, below)
        else:
            yield "termNote", name, element


def _entry(entry: Any, shown: str) -> list[Term]:
    sections = [element for element in entry if _name(element) in _LANGUAGE]
    found: list[Term] = []
    facts = list(_facts(entry, _LANGUAGE))
    name = next((_text(element) for _, kind, element in facts if kind == "conceptName"), "")
    for section in sections:
        language = _language(section, shown)
        said = _remarks(_facts(section, _TERM)) + ([] if found else _remarks(facts))
        rows = [row for home in section if _name(home) in _TERM for row in _terms(home, language, shown)]
        if rows and said:
            note = "; ".join(part for part in (rows[0].note, *said) if part)
            rows[0] = _with(rows[0], note=note)
        found += rows
    named = [row.text for row in found if row.language == "en"] or [row.text for row in found]
    return [_with(row, concept=name or named[0]) for row in found]


def _remarks(facts: Iterable[tuple[str, str, Any]]) -> list[str]:
    return [text for tag, kind, one in facts if (tag, kind) != ("admin", "conceptName") and (text := _text(one))]


def _with(row: Term, **changes: str) -> Term:
    from dataclasses import replace

    return replace(row, **changes)  # type: ignore[arg-type]  # only texts are replaced


def _language(section: Any, shown: str) -> str:
    tag = section.get(_XML_LANG) or section.get("lang") or ""
    code = canonical(tag)[0]
    if code in LANGUAGES or len(code) == 2:
        return code
    says = f"unknown language {tag!r}" if tag else "no language"
    raise AlignerError(f"{shown}:{section.sourceline}: {says}; give the section an xml:lang such as ru or zh-Hans")


def _terms(home: Any, language: str, shown: str) -> Iterator[Term]:
    facts: dict[str, list[str]] = defaultdict(list)
    for tag, kind, element in _facts(home, set()):
        text = _text(element)
        if text:
            key = f"own {kind}" if tag == "admin" else kind if tag == "termNote" else tag
            facts[key].append(text)
    if not facts["term"]:
        raise AlignerError(f"{shown}:{home.sourceline}: a term section without a term; fill it or take it out")
    written = (facts["administrativeStatus"] or facts["normativeAuthorization"] or [""])[0]
    unjudged = (facts["processStatus"] or [""])[0].lower() in _UNJUDGED
    status = _READ_STATUS.get(written.lower(), "")
    if written and not status:
        raise AlignerError(
            f"{shown}:{home.sourceline}: unknown administrative status {written!r}; "
            f"write one such as {_STATUS['preferred']}"
        )
    pos = (facts["own partOfSpeech"] or [one for one in facts["partOfSpeech"] if one != "other"] or [""])[0]
    yield Term(
        concept="",
        text=facts["term"][0],
        language=language,
        status="candidate" if unjudged and not status else status or "preferred",
        pos=pos,
        forms=tuple(facts["own form"]),
        since=_date(facts["own since"], home, shown),
        until=_date(facts["own until"], home, shown),
        note="; ".join((*facts["note"], *facts["descrip"])),
        source="; ".join((*facts["own source"], *facts["source"])),
    )


def _date(written: list[str], home: Any, shown: str) -> datetime.date | None:
    if not written:
        return None
    try:
        return datetime.date.fromisoformat(written[0])
    except ValueError as error:
        raise AlignerError(
            f"{shown}:{home.sourceline}: {written[0]!r} is no date; write it as year-month-day: 2021-04-23"
        ) from error
