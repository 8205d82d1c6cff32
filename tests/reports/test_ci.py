"""GitHub annotations and JUnit XML: read back as their readers do."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from aligner.report import FORMATS, alignment, rendered
from aligner.report.verdict import fails

SCHEMA = Path(__file__).resolve().parents[1] / "schemas" / "junit-10.xsd"
LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Return what a runner takes for commands: name, properties, message."""
    found, stopped = [], ""
    for line in text.splitlines():
        match = re.fullmatch(r"::([\w-]+)(?: ([^:]*))?::(.*)", line)
        if stopped:
            stopped = "" if line == f"::{stopped}::" else stopped
        elif match:
            name, properties, message = match[1], match[2] or "", match[3]
            pairs = dict(one.split("=", 1) for one in properties.split(",") if one)
            found.append((name, {key: unescaped(value) for key, value in pairs.items()}, unescaped(message)))
            stopped = message if name == "stop-commands" else ""
    assert not stopped
    return found


def unescaped(text: str) -> str:
    for written, meant in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(written, meant)
    return text


def test_a_new_finding_is_an_annotation(result, config) -> None:
    found = [one for one in commands(rendered("github", result, config)) if one[0] in LEVELS.values()]
    (unread,) = [one for one in found if one[1]["title"] == "not read"]
    assert unread[1]["file"] == "broken.tmx"
    found.remove(unread)
    fresh = [one for one in result.findings if one.status == "new"]
    ordered = sorted(fresh, key=lambda one: list(LEVELS).index(one.severity))
    assert len(found) == len(fresh)
    for (name, properties, message), one in zip(found, ordered, strict=True):
        assert name == LEVELS[one.severity]
        assert properties["file"] == one.file and int(properties["line"]) == one.line
        assert properties["title"].startswith(f"{one.code} {one.name}")
        assert message == one.message + (f"\nsuggestion: {one.suggestion}" if one.suggestion else "")
        if "endColumn" in properties:
            assert int(properties["endColumn"]) - int(properties["col"]) == len(one.excerpt)


def test_known_and_ignored_findings_annotate_nothing_and_stay(result, config) -> None:
    text = rendered("github", result, config)
    groups = [message for name, _, message in commands(text) if name == "group"]
    assert groups == ["1 known finding", "1 ignored finding"]
    assert "(ignored: the card is <named> so: {X})" in text


@pytest.mark.parametrize("message", ["a\r\nb", "100%", "::error::x", "a: b, c", "##[error]x", "%0A"])
def test_a_message_comes_back_and_starts_no_command(result, config, message) -> None:
    one = replace(result.findings[0], status="new", message=message, suggestion="", file="a,b:c%.txt")
    told = [one for one in commands(rendered("github", replace(result, findings=(one,)), config)) if one[0] != "x"]
    assert (told[-1][1]["file"], told[-1][2]) == ("a,b:c%.txt", message)
    known = replace(one, status="known")
    names = [name for name, _, _ in commands(rendered("github", replace(result, findings=(known,)), config))]
    assert names == ["error", "group", "stop-commands", "endgroup"]


def suites(result, config):
    root = etree.fromstring(rendered("junit", result, config).encode())
    etree.XMLSchema(etree.parse(str(SCHEMA))).assertValid(root)
    return root


def test_each_file_is_a_suite_and_each_finding_a_case(result, config) -> None:
    root = suites(result, config)
    cases = root.findall("testsuite/testcase")
    files = {page.file for page in result.corpus.pages}
    assert {one.get("name") for one in root} == files | {one.file for one in result.findings} | {
        "files that could not be read"
    }
    failed = [case for case in cases if case.find("failure") is not None]
    assert len(failed) == int(root.get("failures")) == sum(fails(one, config) for one in result.findings) > 0
    assert int(root.get("errors")) == 1
    clean = sum(one.find("testcase").get("name") == "no findings" for one in root)
    assert len(cases) == int(root.get("tests")) == len(result.findings) + 1 + clean
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)


def test_what_does_not_fail_the_run_is_skipped_and_says_why(result, config) -> None:
    root = suites(result, config)
    messages = [one.get("message") for one in root.iter("skipped")]
    assert len(messages) == sum(not fails(one, config) for one in result.findings)
    assert any(one.startswith("known: ") for one in messages)
    assert any(one.startswith("ignored (the card is <named> so: {X}): ") for one in messages)


def test_a_case_keeps_its_name_when_lines_move(result, config) -> None:
    moved = tuple(replace(one, line=one.line + 7) for one in result.findings)
    names = [[case.get("name") for case in suites(one, config).iter("testcase")]
             for one in (result, replace(result, findings=moved))]  # fmt: skip
    assert names[0] == names[1]


def test_what_xml_cannot_hold_is_written_as_its_code(result, config) -> None:
    one = replace(result.findings[2], message="a\x00b\x1b\ud800\uffff \x85 ok", excerpt="\x0b")
    text = rendered("junit", replace(result, findings=(one,)), config)
    root = etree.fromstring(text.encode())
    assert r"a\x00b\x1b\xd800\xffff" in next(root.iter("failure", "skipped")).get("message")


RUN = """
import hashlib, sys
from aligner import run
from aligner.config import Config
from aligner.report import FORMATS, alignment, rendered
config = Config(encoder="none")
result = run.check(["."], config)
for style in FORMATS:
    content = rendered(style, result, config)
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    assert sys.argv[1].encode() not in raw, style
    print(style, hashlib.sha256(raw).hexdigest())
for style in alignment.FORMATS:
    content = alignment.rendered(style, result.corpus, config)
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    assert sys.argv[1].encode() not in raw, style
    print("align", style, hashlib.sha256(raw).hexdigest())
"""


def test_the_same_run_makes_the_same_bytes(home) -> None:
    words = [sys.executable, "-c", RUN, str(home)]
    runs = [
        subprocess.run(words, cwd=home, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    ]
    assert runs[0].count("\n") == len(FORMATS) + len(alignment.FORMATS)
    assert runs[0] == runs[1]
