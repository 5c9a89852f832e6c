"""What `convert` did, as JSON. Changes have the lines of the script, what is left those of the port; columns from 1."""

from __future__ import annotations

import json

from gpu2ipu.findings import Finding
from gpu2ipu.reports.phrases import one_line
from gpu2ipu.reports.port_report import PortReport, ScriptReport, share

JSON_VERSION = 1


def written(report: PortReport) -> str:
    """Return the report."""
    data = {
        "version": JSON_VERSION,
        "total": {
            "scripts": len(report.scripts),
            "errors": sum(script.error is not None for script in report.scripts),
            **_counts(report.changes, report.to_review, report.left),
            "effort": {effort.value: count for effort, count in report.by_effort().items()},
        },
        "scripts": [_script(script, report) for script in report.scripts],
    }
    return json.dumps(data, indent=2)


def _counts(changes: int, to_review: int, left: int) -> dict[str, object]:
    settled = share(changes, left)
    return {
        "changes": changes,
        "to_review": to_review,
        "manual_work": left,
        "share_settled": None if settled is None else round(settled, 4),
    }


def _script(script: ScriptReport, report: PortReport) -> dict[str, object]:
    left = [_finding(finding) | {"effort": report.efforts[finding.rule].value} for finding in script.left]
    return {
        "script": script.script,
        "port": script.port,
        "error": script.error,
        "idle": script.idle,
        **_counts(len(script.changes), script.to_review, len(script.left)),
        "changed": [
            _finding(finding) | {"title": finding.fix.title, "safety": finding.fix.safety.value}
            for finding in script.changes
            if finding.fix
        ],
        "left": left,
        "notes": [_finding(finding) for finding in script.notes],
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "name": finding.name,
        **({"cell": finding.cell.number} if finding.cell else {}),
        "line": finding.lines[0],
        "column": finding.span.column + 1,
        "message": one_line(finding.message),
    }
