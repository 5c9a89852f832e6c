"""Phrases of reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.reports.phrases import counted, in_cell, one_line, relative
from tests.reports.found import LEFT, NOTED


def test_phrases() -> None:
    assert one_line("a\n    b ") == "a b"
    assert [counted(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
    assert (in_cell(NOTED), in_cell(LEFT)) == ("cell 3, line 2: ", "")


def test_paths_are_relative_below_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert relative(tmp_path / "here" / "a" / "b.py") == relative(Path("a/b.py")) == "a/b.py"
    assert relative(tmp_path / "c.py") == (tmp_path / "c.py").as_posix()
    assert relative(Path("../c.py")) == "../c.py"
