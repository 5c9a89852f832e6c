"""Findings as JSON of the project's own; columns count from 1. A path that leads to no script has only an error.

A finding in a notebook has also the number of its `cell`, from 1, and lines within that.
"""

from __future__ import annotations

import json

from gpu2ipu.convert.checking import Checked
from gpu2ipu.findings import Finding

JSON_VERSION = 1


def written(checked: Checked) -> str:
    """Return all files with their findings."""
    files: list[dict[str, object]] = [
        {"path": None, "error": text, "findings": []} for text in checked.troubles
    ]
    for result in checked.results:
        findings = [_finding_data(finding) for finding in result.findings]
        files.append({"path": str(result.path), "error": result.error, "findings": findings})
    return json.dumps({"version": JSON_VERSION, "files": files}, indent=2)


def _finding_data(finding: Finding) -> dict[str, object]:
    line, end_line = finding.lines
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.value,
        **({"cell": finding.cell.number} if finding.cell else {}),
        "line": line,
        "column": finding.span.column + 1,
        "end_line": end_line,
        "message": finding.message,
        "fix": finding.fix and {"title": finding.fix.title, "safety": finding.fix.safety.value},
    }
