"""Which builtins call the functions that they are given."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library.callers import calls_back


@pytest.mark.parametrize(
    ("name", "calls"),
    [("map", True), ("sorted", True), ("print", False), ("setattr", False), ("of_a_star_import", True)],
)
def test_builtins_that_call_back(name: str, calls: bool) -> None:
    assert calls_back(f"builtins.{name}") is calls
