"""Options of `run` and `compare` that go together, and those that do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.options import CompareOptions, RunOptions

RECORD = Path("r")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"epochs": 2}, "--epochs is for recorded runs: give --record FILE, too."),
        ({"seed": 0}, "--seed is for recorded runs"),
        ({"along": Path("x")}, "--along is for recorded runs"),
        ({"keep_files": Path("x")}, "--keep-files is for recorded runs"),
        ({"show_output": True}, "--show-output is for recorded runs"),
        ({"record": RECORD, "json": Path("x")}, "--json is for plain runs"),
        ({"record": RECORD, "ipus_per_replica": 2}, "--ipus-per-replica is for plain runs"),
    ],
)
def test_what_a_run_does_not_take(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        _ = RunOptions(**options).is_recorded


def test_a_recorded_run_is_a_side_of_a_comparison() -> None:
    plain = RunOptions(instances=2)
    assert not plain.is_recorded
    given = {"sdk": "3.1", "epochs": 2, "keep_files": Path("k"), "show_output": True, "synthetic_data": True}
    options = RunOptions(record=RECORD, seed=0, **given)  # type: ignore[arg-type]
    assert options.is_recorded
    assert options.given_limits == {"seed": 0, "epochs": 2, "synthetic_data": True}
    assert options.of_side == CompareOptions(seed=0, timeout=None, **given)  # type: ignore[arg-type]
    assert plain.of_side == CompareOptions(timeout=None)
