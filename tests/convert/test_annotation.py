"""Comments above what is left for manual work: where they stand, and that a second run adds none."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.convert.annotation import annotate
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from tests.sample_rules import OwnStep

MARK = "# gpu2ipu: IPU304 train_step is refused: move it into call"


def annotated(text: str) -> str:
    script = parse(Path("train.py"), text)
    return annotate(script, list(OwnStep().check(Port(script))))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def train_step(): pass", f"{MARK}\ndef train_step(): pass"),
        ("class A:\n\tdef train_step(): pass\n", f"class A:\n\t{MARK}\n\tdef train_step(): pass\n"),
        ("x = 1\r\ndef train_step(): pass\r\n", f"x = 1\r\n{MARK}\r\ndef train_step(): pass\r\n"),
        ("@a\ndef train_step(): pass\n", f"@a\n{MARK}\ndef train_step(): pass\n"),
        ("# why\ndef train_step(): pass\n", f"# why\n{MARK}\ndef train_step(): pass\n"),
        ("if x:\n  def train_step(\n  a): pass\n", f"if x:\n  {MARK}\n  def train_step(\n  a): pass\n"),
        ("x = 1\n", "x = 1\n"),
    ],
)
def test_a_comment_stands_above_the_statement(before: str, after: str) -> None:
    assert annotated(before) == after
    assert annotated(after) == after


def test_a_comment_of_another_rule_does_not_count() -> None:
    text = "# gpu2ipu: IPU305 something\ndef train_step(): pass\n"
    assert annotated(text) == f"# gpu2ipu: IPU305 something\n{MARK}\ndef train_step(): pass\n"


def test_a_comment_names_lines_as_they_are_below_it() -> None:
    text = "def f(): pass\ndef g(): pass\ndef h(): pass\n"
    script = parse(Path("train.py"), text)
    found = [
        Finding("IPU1", "name", Severity.ERROR, Span(line, 0, line, 3), message)
        for line, message in ((2, "line 1, line 2 and line 3 mix; line 3 of other.py"), (3, "line 2 mixes"))
    ]
    assert annotate(script, found) == (
        "def f(): pass\n# gpu2ipu: IPU1 line 1, line 3 and line 5 mix; line 3 of other.py\ndef g(): pass\n"
        "# gpu2ipu: IPU1 line 3 mixes\ndef h(): pass\n"
    )
