"""Findings as a line each, and the last line."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.reports.findings_concise import summary, written
from tests.reports.found import CHECKED


def test_a_line_for_each_finding_with_columns_from_1() -> None:
    assert written(CHECKED).splitlines() == [
        "a.py:3:5: IPU201 [*] may be partial",
        "a.py:7:1: IPU304 100% refused",
        "n.ipynb:cell 3:2:3: IPU909 prints",
    ]


def test_the_last_line_counts() -> None:
    settled = "3 findings in 2 files; `gpu2ipu convert` settles 1 ([*])"
    assert summary(CHECKED) == settled
    left = Checked((FileResult(Path("a.py"), findings=CHECKED.results[0].findings[1:]),))
    assert summary(left) == "1 finding in 1 file"


def test_ports_are_settled_in_place() -> None:
    port = Checked((FileResult(Path("a_ipu.py"), findings=CHECKED.results[0].findings),))
    assert summary(port) == "2 findings in 1 file; `gpu2ipu check --fix` settles 1 ([*])"


def test_no_findings_are_no_text() -> None:
    nothing = Checked((FileResult(Path("a.py")),))
    assert written(nothing) == summary(nothing) == ""
