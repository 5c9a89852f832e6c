"""Where a finding is, for people: in a file, and in a cell of a notebook."""

from __future__ import annotations

from dataclasses import replace

from gpu2ipu.edits import Span
from gpu2ipu.findings import Cell, Finding, Severity

FINDING = Finding("IPU201", "partial-batch", Severity.ERROR, Span(12, 4, 13, 2), "a message")


def test_a_place_in_a_file_counts_from_one() -> None:
    assert (FINDING.lines, FINDING.place, FINDING.where) == ((12, 13), "12:5", "line 12")


def test_a_place_in_a_notebook_counts_in_its_cell() -> None:
    found = replace(FINDING, cell=Cell(3, 10))
    assert (found.lines, found.place, found.where) == ((2, 3), "cell 3:2:5", "cell 3, line 2")
