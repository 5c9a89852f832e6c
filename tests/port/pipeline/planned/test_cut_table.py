"""The layers with which stages begin: the others are in the stage of their inputs."""

from __future__ import annotations

from gpu2ipu.port.pipeline.planned.cut_table import calls_by_name, cut_table
from tests.port.pipeline.planned.plans import layer


def test_a_chain() -> None:
    calls = [layer(name, 1, inputs=[place - 1] if place else []) for place, name in enumerate("abcd")]
    assert cut_table(calls, (0, 0, 1, 2)) == {"c": 1, "d": 2}


def test_branches_over_a_cut() -> None:
    inputs: dict[str, list[int]] = {"stem": [], "left": [0], "right": [0], "deep": [2], "add": [1, 3]}
    calls = [layer(name, 1, inputs=each) for name, each in inputs.items()]
    assert cut_table(calls, (0, 0, 1, 1, 1)) == {"right": 1}


def test_nested_models() -> None:
    """Those begin where one cannot see it from their inputs, which the SDK does not tell."""
    inputs: dict[str, list[int]] = {"stem": [], "net/one": [0], "net/two": [1], "head": [2]}
    calls = [layer(name, 1, inputs=each) for name, each in inputs.items()]
    assert cut_table(calls, (0, 0, 1, 1)) == {"net/two": 1}
    assert cut_table(calls, (0, 1, 1, 2)) == {"net/one": 1, "head": 2}
    assert cut_table([layer("top", 1), *calls[1:]], (1, 1, 1, 1)) == {"top": 1, "net/one": 1}


def test_calls_of_a_layer() -> None:
    assert list(calls_by_name([layer(name, 1) for name in "abab"])) == [[0, 2], [1, 3]]
