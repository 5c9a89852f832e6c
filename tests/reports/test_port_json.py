"""What `convert` did, as JSON."""

from __future__ import annotations

import json

from gpu2ipu.reports.port_json import written
from gpu2ipu.reports.port_report import PortReport
from tests.reports.test_port_report import ports, report

__all__ = ["ports", "report"]


def test_counts_and_findings(report: PortReport) -> None:
    data = json.loads(written(report))
    counts = {"changes": 1, "to_review": 1, "manual_work": 1, "share_settled": 0.5}
    effort = {"low": 0, "medium": 1, "high": 0}
    assert data["version"] == 1
    assert data["total"] == {"scripts": 4, "errors": 2, **counts, "effort": effort}
    first, second, third, _ = data["scripts"]
    assert {key: first[key] for key in counts} == counts
    assert first["changed"] == [
        {
            "rule": "IPU201",
            "name": "partial-batch",
            "line": 2,
            "column": 1,
            "message": "the last batch may be partial",
            "title": "add drop_remainder=True",
            "safety": "review",
        }
    ]
    assert [(each["rule"], each["line"], each["effort"]) for each in first["left"]] == [
        ("IPU304", 5, "medium")
    ]
    assert [each["rule"] for each in first["notes"]] == ["IPU909"]
    assert second["share_settled"] is None
    assert third["error"] == "c.py:1: bad"
