"""Findings as workflow commands of GitHub Actions."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.reports.github_annotations import written
from tests.reports.found import CHECKED, LEFT


def test_a_command_for_each_finding_and_error() -> None:
    assert written(CHECKED).splitlines() == [
        "::error title=gpu2ipu::d: no such file or folder",
        "::error file=a.py,title=IPU201 (partial-batch),line=3,endLine=5::may be partial",
        "::warning file=a.py,title=IPU304 (overridden-train-step),line=7,endLine=7,col=1,endColumn=9::100%25 refused",
        "::error file=c.py,title=gpu2ipu::c.py:1: bad",
        "::notice file=n.ipynb,title=IPU909 (remark)::cell 3, line 2: prints",
    ]


def test_signs_of_the_format_in_names_are_escaped() -> None:
    command = written(Checked((FileResult(Path("a,b:c\n%.py"), findings=(LEFT,)),)))
    assert command.startswith("::warning file=a%2Cb%3Ac%0A%25.py,title=")


def test_paths_are_relative_to_the_current_folder() -> None:
    command = written(Checked((FileResult(Path("b/a.py").absolute(), findings=(LEFT,)),)))
    assert command.startswith("::warning file=b/a.py,")
