"""Findings as a Code Quality report of GitLab: `artifacts: reports: codequality`.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.findings import Severity
from gpu2ipu.reports.fingerprints import with_fingerprints
from gpu2ipu.reports.phrases import in_cell, one_line, relative

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def written(checked: Checked) -> str:
    """Return a JSON list of findings, and of files that could not be checked."""
    return json.dumps([issue for result in checked.results for issue in _issues(result)], indent=2)


def _issues(result: FileResult) -> Iterator[dict[str, object]]:
    path = relative(result.path)
    if result.error:
        fingerprint = hashlib.sha256(f"{path}\0{result.error}".encode()).hexdigest()
        yield _issue("gpu2ipu", result.error, "blocker", fingerprint, path, 1)
    for finding, fingerprint in with_fingerprints(result):
        message = f"{finding.rule} {in_cell(finding)}{one_line(finding.message)}"
        line = 1 if finding.cell else finding.span.line  # lines of a notebook's file are those of JSON
        yield _issue(finding.name, message, _SEVERITIES[finding.severity], fingerprint, path, line)


def _issue(
    check: str, description: str, severity: str, fingerprint: str, path: str, line: int
) -> dict[str, object]:
    return {
        "description": description,
        "check_name": check,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line}},
    }
