"""What a run comes to for the programs that started it: which findings fail it, and its exit status."""

from __future__ import annotations

from aligner.config import Config
from aligner.model import Finding, Severity
from aligner.results import Report

FOUND, BROKEN = 1, 2
"""The exit statuses of a run with findings, and of one that could not read everything."""


def fails(finding: Finding, config: Config) -> bool:
    """Return whether a finding makes the run fail: it is new, and as severe as `--fail-on` says."""
    if finding.status != "new" or config.fail_on == "never":
        return False
    return Severity(finding.severity).rank >= Severity(config.fail_on).rank


def exit_status(result: Report, config: Config) -> int:
    """Return the exit status of `aligner check`."""
    if result.corpus.errors:
        return BROKEN
    return FOUND if any(fails(one, config) for one in result.findings) else 0
