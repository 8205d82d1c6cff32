"""Findings as one HTML file: both texts side by side, decisions kept in the browser, nothing fetched."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections import Counter
from importlib import resources
from typing import TYPE_CHECKING, Any

from aligner.config import Config
from aligner.report.html import charts, payload, static
from aligner.report.html.places import Places
from aligner.results import Report

if TYPE_CHECKING:
    from jinja2 import Environment

SCRIPTS = ("texts.js", "decisions.js", "filters.js", "list.js", "card.js", "rulings.js", "start.js")
"""The parts of the page's one script, in the order in which they are joined."""
STYLES = ("colours.css", "page.css", "media.css")
"""The parts of its one style, likewise."""


def report(result: Report, config: Config) -> str:
    """Return the findings of a run as one HTML page that needs neither a network nor, to be read, a script."""
    result = result.at_hand()
    places = Places(result.corpus.aligned)
    found = [places.find(finding) for finding in result.findings]
    data = _json(payload.payload(result, places, found))
    style, script = _style(), _script()
    return (
        _environment()
        .get_template("page.html")
        .render(
            style=style,
            script=script,
            data=data,
            policy=_policy(style, script),
            digest=hashlib.sha256(data.encode("utf-8", "backslashreplace")).hexdigest()[:16],
            counts=_counts(result),
            bars=charts.bars(result.findings),
            drift=charts.drift(result.corpus),
            documents=static.documents(result, places, found),
            reasons=result.reasons,
            checks=static.explanations(result),
        )
    )


def _counts(result: Report) -> dict[str, Any]:
    severities = Counter(finding.severity for finding in result.findings)
    statuses = Counter(finding.status for finding in result.findings)
    return {
        "findings": len(result.findings),
        "severities": [(word, severities[word]) for word in payload.SEVERITIES],
        "statuses": [(word, statuses[word]) for word in payload.STATUSES if statuses[word]],
        "documents": len(result.corpus.documents),
        "pages": len(result.corpus.pages),
        "rulings": sum(len(page.rulings) for page in result.corpus.pages),
        "errors": result.corpus.errors,
    }


def _json(values: object) -> str:
    """Return values as JSON that no text in it can end: HTML knows no `<` inside."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy: our own style and script by their hashes, and nothing from anywhere."""
    styles, scripts = (
        f"'sha256-{b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in (style, script)
    )
    own = f"script-src {scripts}; style-src {styles}"
    return f"default-src 'none'; {own}; img-src data:; base-uri 'none'; form-action 'none'"


def _style() -> str:
    return "\n".join(_source(part) for part in STYLES)


def _script() -> str:
    parts = "\n".join(_source(part) for part in SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def _source(file: str) -> str:
    return resources.files(__package__).joinpath(file).read_text(encoding="utf-8")


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        loader=FunctionLoader(_source),
    )
    environment.filters |= {"lang": payload.tag, "language": payload.name, "ours": Markup}
    return environment
