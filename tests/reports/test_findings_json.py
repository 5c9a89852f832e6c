"""Findings as JSON."""

from __future__ import annotations

import json

from gpu2ipu.reports.findings_json import written
from tests.reports.found import CHECKED


def test_all_files_with_their_findings() -> None:
    assert json.loads(written(CHECKED)) == {
        "version": 1,
        "files": [
            {"path": None, "error": "d: no such file or folder", "findings": []},
            {
                "path": "a.py",
                "error": None,
                "findings": [
                    {
                        "rule": "IPU201",
                        "name": "partial-batch",
                        "severity": "error",
                        "line": 3,
                        "column": 5,
                        "end_line": 5,
                        "message": "may be\n    partial",
                        "fix": {"title": "add it", "safety": "review"},
                    },
                    {
                        "rule": "IPU304",
                        "name": "overridden-train-step",
                        "severity": "warning",
                        "line": 7,
                        "column": 1,
                        "end_line": 7,
                        "message": "100% refused",
                        "fix": None,
                    },
                ],
            },
            {"path": "b.py", "error": None, "findings": []},
            {"path": "c.py", "error": "c.py:1: bad", "findings": []},
            {
                "path": "n.ipynb",
                "error": None,
                "findings": [
                    {
                        "rule": "IPU909",
                        "name": "remark",
                        "severity": "note",
                        "cell": 3,
                        "line": 2,
                        "column": 3,
                        "end_line": 2,
                        "message": "prints",
                        "fix": None,
                    },
                ],
            },
        ],
    }
