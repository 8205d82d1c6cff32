"""The SARIF log is valid, and says of each finding where it is, whether it is new, and why it is ignored."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest

from aligner import checks
from aligner.model import Severity
from aligner.patterns import Pattern
from aligner.report import rendered
from aligner.report.verdict import exit_status

FILE = Path(__file__).resolve().parents[1] / "schemas" / "sarif-2.1.0-rtm.5.json"
VALIDATOR = jsonschema.Draft4Validator(json.loads(FILE.read_text(encoding="utf-8")))


def log(result, config):
    content = json.loads(rendered("sarif", result, config))
    VALIDATOR.validate(content)
    assert content["version"] == "2.1.0"
    (run,) = content["runs"]
    return run


@pytest.fixture(scope="module")
def run(result, config):
    return log(result, config)


def test_the_schema_is_strict(result, config) -> None:
    content = json.loads(rendered("sarif", result, config))
    content["runs"][0]["results"][0]["place"] = 1
    assert not VALIDATOR.is_valid(content)


def test_a_rule_has_the_text_of_its_check(run) -> None:
    rules = run["tool"]["driver"]["rules"]
    known = checks.registry()
    assert {one["id"] for one in rules} >= {code for code, one in known.items() if one.scope in ("page", "group")}
    for one in rules:
        assert one["shortDescription"]["text"] == known[one["id"]].text.strip().split("\n")[0]
        assert one["help"]["text"].startswith(one["shortDescription"]["text"])
        assert one["defaultConfiguration"]["level"] == known[one["id"]].severity


def test_every_finding_is_a_result(run, result) -> None:
    assert run["columnKind"] == "unicodeCodePoints"
    found = [one["partialFingerprints"]["findingHash/v1"] for one in run["results"]]
    assert found == [one.fingerprint for one in result.findings]
    for one, finding in zip(run["results"], result.findings, strict=True):
        assert run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"] == finding.code
        assert one["level"] == finding.severity


def test_a_region_is_where_the_file_has_the_excerpt(run, home) -> None:
    seen = 0
    for one in run["results"]:
        place = one["locations"][0]["physicalLocation"]
        uri, region = place["artifactLocation"]["uri"], place["region"]
        assert not uri.startswith(("/", "file:")) and " " not in uri and "\\" not in uri
        assert run["artifacts"][place["artifactLocation"]["index"]]["location"]["uri"] == uri
        if region.get("endLine") == region["startLine"]:
            line = (home / unquote(uri)).read_text(encoding="utf-8").split("\n")[region["startLine"] - 1]
            assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == region["snippet"]["text"]
            seen += 1
    assert seen > 5
    assert any("lantern%20keeper%2C%2050%25/ru.txt" in one["location"]["uri"] for one in run["artifacts"])


def test_known_and_ignored_findings_stay(run) -> None:
    assert [one["baselineState"] for one in run["results"][:3]] == ["unchanged", "unchanged", "new"]
    assert [bool(one["suppressions"]) for one in run["results"][:3]] == [False, True, False]
    (suppression,) = run["results"][1]["suppressions"]
    assert suppression["kind"] == "external"
    assert suppression["justification"] == "the card is <named> so: {X}"


def test_without_a_baseline_nothing_is_said_of_one(result, config) -> None:
    fresh = replace(result, findings=tuple(replace(one, status="new") for one in result.findings), reasons={})
    run = log(fresh, config)
    assert not any("baselineState" in one or "suppressions" in one for one in run["results"])
    run = log(fresh, replace(config, baseline="old.json"))
    assert {one["baselineState"] for one in run["results"]} == {"new"}


def test_what_was_not_read_is_a_notification(run, result, config) -> None:
    (invocation,) = run["invocations"]
    assert invocation["exitCode"] == exit_status(result, config) == 2
    assert invocation["executionSuccessful"] is False
    told = invocation["toolExecutionNotifications"]
    (error,) = [one for one in told if one["level"] == "error"]
    assert error["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "broken.tmx"


def test_the_exit_status_is_that_of_the_command(result, config) -> None:
    whole = replace(result, corpus=replace(result.corpus, errors=()))
    assert log(whole, config)["invocations"][0]["exitCode"] == 1
    assert log(whole, config)["invocations"][0]["executionSuccessful"] is True
    assert log(whole, replace(config, fail_on="never"))["invocations"][0]["exitCode"] == 0


def test_braces_and_brackets_are_no_placeholders_and_no_links(result, config) -> None:
    one = replace(result.findings[0], message="{4R} and {0} in [this note](1)", suggestion="{4}{R}")
    text = log(replace(result, findings=(one,)), config)["results"][0]["message"]["text"]
    assert text == r"{{4R}} and {{0}} in \[this note](1); suggestion: {{4}}{{R}}"


def test_a_check_of_the_users_own_is_a_rule(result, config) -> None:
    one = replace(result.findings[0], code="CUS001", name="no-tabs")
    pattern = Pattern("CUS001", "no-tabs", "\t", "Write spaces.", (), Severity.NOTE, "aligner.toml")
    run = log(replace(result, findings=(one,)), replace(config, patterns=(pattern,)))
    rule = run["tool"]["driver"]["rules"][run["results"][0]["ruleIndex"]]
    assert (rule["id"], rule["name"]) == ("CUS001", "NoTabs")
    assert rule["shortDescription"]["text"] == "Write spaces."
    assert rule["defaultConfiguration"]["level"] == "note"
