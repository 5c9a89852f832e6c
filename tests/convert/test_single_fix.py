"""The fix of one finding by itself."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.convert.single_fix import FileChange, LineChange, file_changes, line_changes
from gpu2ipu.edits import Replace, Span
from gpu2ipu.findings import Elsewhere, Finding, Fix, Safety, Severity
from gpu2ipu.source.reading import read_source


def finding(*edits: Replace, elsewhere: tuple[Elsewhere, ...] = ()) -> Finding:
    fix = Fix("a title", Safety.SAFE, edits, elsewhere)
    return Finding("IPU201", "partial-batch", Severity.ERROR, Span(2, 0, 2, 5), "a message", fix)


def test_lines_that_replace_others() -> None:
    before = ["a\n", "b\n", "c\n"]
    assert list(line_changes(before, before)) == []
    assert list(line_changes(before, ["a\n", "x\n", "y\n", "c\n"])) == [LineChange(1, 2, "x\ny\n")]
    assert list(line_changes(before, ["n\n", "a\n", "b\n"])) == [
        LineChange(0, 0, "n\n"),
        LineChange(2, 3, ""),
    ]


def test_a_fix_changes_its_file_and_others(tmp_path: Path) -> None:
    path, other = tmp_path / "a.py", tmp_path / "b.py"
    path.write_text("x = 1\ny = 2")
    other.write_text("z = 3\n")
    part = Elsewhere(other, Span(1, 0, 1, 5), (Replace(Span(1, 4, 1, 5), "4"),))
    edit = Replace(Span(2, 4, 2, 5), "5")
    own = FileChange(path, ("x = 1\n", "y = 2"), (LineChange(1, 2, "y = 5"),))
    assert list(file_changes(read_source(path), finding(edit, elsewhere=(part,)))) == [
        own,
        FileChange(other, ("z = 3\n",), (LineChange(0, 1, "z = 4\n"),)),
    ]
    unsaved = {other: b"# new\nz = 3\n"}
    moved = Elsewhere(other, Span(2, 0, 2, 5), (Replace(Span(2, 4, 2, 5), "4"),))
    _, change = file_changes(read_source(path), finding(edit, elsewhere=(moved,)), unsaved)
    assert change.changes == (LineChange(1, 2, "z = 4\n"),)
