"""What `check` found."""

from __future__ import annotations

from tests.reports.found import CHECKED


def test_errors_of_paths_and_files() -> None:
    assert CHECKED.errors == ("d: no such file or folder", "c.py:1: bad")
