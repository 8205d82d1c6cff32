"""The JSON is what its schema says, and what it says of places is true in the texts."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from aligner.report import alignment, rendered

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "report.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


@pytest.fixture(scope="module")
def content(result, config):
    return json.loads(rendered("json", result, config))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_the_report_is_what_the_schema_says(content) -> None:
    VALIDATOR.validate(content)


def test_the_groups_are_what_the_schema_says(result, config) -> None:
    content = json.loads(alignment.rendered("json", result.corpus, config))
    VALIDATOR.validate(content)
    assert content["counts"]["groups"] == sum(len(one["groups"]) for one in content["documents"])


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.pop("findings"),
        lambda content: content.update(extra=1),
        lambda content: content.update(kind="align"),
        lambda content: content["findings"][0].update(severity="fatal"),
        lambda content: content["findings"][0].update(date="12/02/2021"),
        lambda content: content["findings"][0].pop("fingerprint"),
        lambda content: content["documents"][0]["groups"][0].update(score=2),
    ],
)
def test_the_schema_is_strict(content, change) -> None:
    other = copy.deepcopy(content)
    change(other)
    assert not VALIDATOR.is_valid(other)


def test_every_finding_is_there_with_its_status(content, result) -> None:
    assert [one["fingerprint"] for one in content["findings"]] == [one.fingerprint for one in result.findings]
    assert content["findings"][0]["status"] == "known"
    assert content["findings"][1]["reason"] == "the card is <named> so: {X}"
    assert content["counts"]["by_status"] == {"new": len(result.findings) - 2, "known": 1, "ignored": 1}
    assert content["errors"] and "broken.tmx" in content["errors"][0]


def entries(content):
    """Yield document, language and entry of every ruling and title."""
    for document in content["documents"]:
        for page in document["pages"]:
            if page["title"]:
                yield document["number"], page["language"], page["title"]
        for group in document["groups"]:
            for language, members in group["members"].items():
                yield from ((document["number"], language, member) for member in members)


def test_a_span_is_the_excerpt(content) -> None:
    texts = {(number, language, one["position"]): one["text"] for number, language, one in entries(content)}
    spans = 0
    for one in content["findings"]:
        if one["span"]:
            text = texts[one["document_number"], one["language"], one["position"]]
            assert text[one["span"]["start"] : one["span"]["end"]] == one["excerpt"]
            spans += 1
    assert spans > 5


def test_a_place_is_where_the_file_has_the_excerpt(content, home) -> None:
    for one in content["findings"]:
        if one["span"] and one["end_line"] == one["line"]:
            line = (home / one["file"]).read_text(encoding="utf-8").split("\n")[one["line"] - 1]
            assert line[one["column"] - 1 : one["end_column"] - 1] == one["excerpt"]


def test_a_counterpart_is_a_ruling_of_the_document(content) -> None:
    found = [related for one in content["findings"] for related in one["related"]]
    assert found
    known = {(number, language, one["position"]): one for number, language, one in entries(content)}
    for related in found:
        entry = known[related["document_number"], related["language"], related["position"]]
        assert (entry["line"], entry["column"]) == (related["line"], related["column"])


def test_every_check_is_explained(content) -> None:
    assert set(content["checks"]) == {one["code"] for one in content["findings"]}
    assert all(one["text"] for one in content["checks"].values())
