"""Findings to report: in a script, in a notebook, none, and files and paths that are trouble."""

from __future__ import annotations

import json
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.checking import Checked
from gpu2ipu.convert.engine import FileResult, check_text
from gpu2ipu.edits import Span
from gpu2ipu.findings import Cell, Finding, Fix, Safety, Severity
from gpu2ipu.source.reading import read_source
from tests.sample_rules import SAMPLES

FIXABLE = Finding(
    "IPU201",
    "partial-batch",
    Severity.ERROR,
    Span(3, 4, 5, 6),
    "may be\n    partial",
    Fix("add it", Safety.REVIEW, ()),
)
LEFT = Finding("IPU304", "overridden-train-step", Severity.WARNING, Span(7, 0, 7, 9), "100% refused")
NOTED = Finding(
    "IPU909", "remark", Severity.NOTE, Span(12, 2, 12, 5), "prints", cell=Cell(number=3, above=10)
)
CHECKED = Checked(
    (
        FileResult(Path("a.py"), findings=(FIXABLE, LEFT)),
        FileResult(Path("b.py")),
        FileResult(Path("c.py"), error="c.py:1: bad"),
        FileResult(Path("n.ipynb"), findings=(NOTED,)),
    ),
    ("d: no such file or folder",),
)


def checked(folder: Path, text: str, name: str = "train.py") -> Checked:
    """What the sample rules find in a script or notebook."""
    path = folder / name
    path.write_bytes(text.encode())
    source = read_source(path)
    return Checked(
        (FileResult(path, findings=check_text(path, source.text, Config(), SAMPLES), source=source),)
    )


def notebook(*cells: str) -> str:
    """The text of a notebook with some code cells."""
    code: list[dict[str, object]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": cell}
        for cell in cells
    ]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
