"""Findings as JUnit XML, which the viewers of Jenkins, GitLab and others show beside the tests of a build."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aligner.config import Config
from aligner.model import Finding
from aligner.report.located import by_file, quoted
from aligner.report.verdict import fails
from aligner.report.xml import legal, serialised
from aligner.results import Report


def report(result: Report, config: Config) -> str:
    """Return a test suite a file, and a test case a finding; a file without findings has one case that passes.

    New findings from `--fail-on` on are failures. The others are skipped cases that say why: too slight, known or
    ignored. A case's name has no line number but the fingerprint, so that it is the same case in the next build.
    """
    from lxml import etree

    root = etree.Element("testsuites", name="aligner")
    for file, findings in by_file(result.findings, result.corpus.pages).items():
        suite = etree.SubElement(root, "testsuite", name=legal(file))
        for one in findings:
            _case(suite, one, config, result.reasons.get(one.fingerprint, ""))
        if not findings:
            etree.SubElement(suite, "testcase", name="no findings", classname=_class(file))
    if result.corpus.errors:
        suite = etree.SubElement(root, "testsuite", name="files that could not be read")
        for error in result.corpus.errors:
            _error(suite, error)
    for element in (*root, root):
        _count(element)
    return serialised(root)


def _case(suite: Any, one: Finding, config: Config, reason: str) -> None:
    from lxml import etree

    name = legal(f"{one.code} {one.name}: {quoted(one)} [{one.fingerprint}]")
    case = etree.SubElement(suite, "testcase", name=name, classname=_class(one.file))
    place = ":".join(str(part) for part in (one.file, one.line or "", one.column or "") if part != "")
    failed = fails(one, config)
    standing = one.severity if one.status == "new" else one.status + (f" ({reason})" if reason else "")
    message = f"{standing}: {one.message}"
    outcome = etree.SubElement(case, "failure" if failed else "skipped", message=legal(message), type=one.code)
    outcome.text = legal("\n".join(_lines(one, place)))


def _lines(one: Finding, place: str) -> Sequence[str]:
    told = {
        "document": one.document,
        "language": one.language,
        "ruling": one.key or one.position,
        "excerpt": one.excerpt,
        "suggestion": one.suggestion,
        "concept": one.concept,
        "related": "; ".join(one.related),
    }
    first = f"{place}: {one.code} {one.severity}: {one.message}"
    return [first, *(f"{name}: {value}" for name, value in told.items() if value)]


def _error(suite: Any, error: str) -> None:
    from lxml import etree

    case = etree.SubElement(suite, "testcase", name=legal(error), classname="reading")
    etree.SubElement(case, "error", message=legal(error), type="unreadable").text = legal(error)


def _class(file: str) -> str:
    """Return the file as a class; viewers take full stops for the borders of packages."""
    return legal(file.replace(".", "_").replace("/", "."))


def _count(element: Any) -> None:
    """Write the totals of a suite, or of all; the set of suites has none for what is skipped."""
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        if element.tag == "testsuite" or name != "skipped":
            element.set(name, str(sum(1 for _ in element.iter(tag))))
