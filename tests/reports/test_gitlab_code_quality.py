"""Findings as a Code Quality report of GitLab."""

from __future__ import annotations

import json

from gpu2ipu.convert.checking import Checked
from gpu2ipu.reports.gitlab_code_quality import written
from tests.reports.found import CHECKED


def test_each_issue_has_what_gitlab_needs() -> None:
    issues = json.loads(written(CHECKED))
    assert [
        (issue["description"], issue["check_name"], issue["severity"], issue["location"]) for issue in issues
    ] == [
        ("IPU201 may be partial", "partial-batch", "major", {"path": "a.py", "lines": {"begin": 3}}),
        ("IPU304 100% refused", "overridden-train-step", "minor", {"path": "a.py", "lines": {"begin": 7}}),
        ("c.py:1: bad", "gpu2ipu", "blocker", {"path": "c.py", "lines": {"begin": 1}}),
        ("IPU909 cell 3, line 2: prints", "remark", "info", {"path": "n.ipynb", "lines": {"begin": 1}}),
    ]
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


def test_nothing_found_is_an_empty_list() -> None:
    assert json.loads(written(Checked(()))) == []
