"""The function that assigns stages when the script runs, and which models need it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpu2ipu.analysis.library.port_helpers import ASSIGN_PLANNED_STAGES, ASSIGN_STAGES
from gpu2ipu.port.pipeline.computed_stages import is_called_twice, reads_models
from gpu2ipu.port.pipeline.units import operations_of
from tests.analysis.evaluated import facts


class Model:
    """What the function knows of a model: assignments, some of them of nested models."""

    def __init__(self, ranks: list[Any]) -> None:
        self.assignments = [_assignment(each) for each in ranks]

    def get_pipeline_stage_assignment(self) -> list[Any]:
        return self.assignments

    def set_pipeline_stage_assignment(self, assignments: list[Any]) -> None:
        assert assignments is self.assignments


def _assignment(rank: Any) -> Any:
    if isinstance(rank, list):
        return SimpleNamespace(
            is_nested_model=True, pipeline_stage_assignments=[_assignment(each) for each in rank]
        )
    weights = [SimpleNamespace(shape=(2,) * rank)] if rank else []
    return SimpleNamespace(is_nested_model=False, layer=SimpleNamespace(weights=weights), pipeline_stage=None)


def stages(assignments: list[Any]) -> list[Any]:
    return [
        stages(each.pipeline_stage_assignments) if each.is_nested_model else each.pipeline_stage
        for each in assignments
    ]


@pytest.mark.parametrize(
    ("ranks", "number", "expected"),
    [
        ([2, 2], 2, [0, 1]),
        ([0, 2, 1, 0, 4, 1], 2, [0, 0, 0, 0, 1, 1]),
        ([2, [2, 0, 2], 2], 2, [0, [0, 0, 1], 1]),
        ([4, 4, 4, 4, 2], 3, [0, 0, 1, 1, 2]),
    ],
)
def test_the_function_of_a_port(ranks: list[Any], number: int, expected: list[Any]) -> None:
    names: dict[str, Any] = {}
    exec(ASSIGN_STAGES.format(name="assign_stages"), names)
    model = Model(ranks)
    names["assign_stages"](model, number)
    assert stages(model.assignments) == expected


class Graph:
    """A model with named layers, each with the names of its inputs; those in a list are a nested model's."""

    def __init__(self, layers: dict[str, Any], knows_inputs: bool = True) -> None:
        self.assignments = [_named(name, each, knows_inputs) for name, each in layers.items()]

    def get_pipeline_stage_assignment(self) -> list[Any]:
        return self.assignments

    def set_pipeline_stage_assignment(self, assignments: list[Any]) -> None:
        assert assignments is self.assignments


def _named(name: str, about_it: Any, knows_inputs: bool) -> Any:
    inputs, nested = about_it
    named = SimpleNamespace(name=name)
    inner = [_named(each, rest, knows_inputs) for each, rest in (nested or {}).items()]
    about: dict[str, Any] = {"nested_model": named, "pipeline_stage_assignments": inner}
    if not nested:
        about = {"layer": named, "pipeline_stage": None}
    if knows_inputs:
        about["inbound_layers"] = [SimpleNamespace(name=each) for each in inputs]
    return SimpleNamespace(is_nested_model=bool(nested), **about)


SKIP = {
    "stem": (["data"], None),
    "deep": (["stem"], None),
    "short": (["stem"], None),
    "add": (["deep", "short"], None),
}
NESTED = {
    "one": (["data"], None),
    "net": (["one"], {"a": (["data"], None), "b": (["a"], None)}),
    "two": (["net"], None),
}


@pytest.mark.parametrize(
    ("layers", "begins", "expected"),
    [
        (SKIP, {"deep": 1}, [0, 1, 0, 1]),
        (SKIP, {"short": 1, "deep": 1}, [0, 1, 1, 1]),
        (SKIP, {}, [0, 0, 0, 0]),
        (NESTED, {"net/a": 1, "two": 2}, [0, [1, 1], 2]),
        (NESTED, {"net/b": 1}, [0, [0, 1], 1]),
        (NESTED, {"one": 1, "net/a": 1}, [1, [1, 1], 1]),
    ],
)
def test_the_function_of_a_planned_port(
    layers: dict[str, Any], begins: dict[str, int], expected: list[Any]
) -> None:
    names: dict[str, Any] = {}
    exec(ASSIGN_PLANNED_STAGES.format(name="assign_stages"), names)
    model = Graph(layers)
    names["assign_stages"](model, begins)
    assert stages(model.assignments) == expected
    with pytest.raises(ValueError, match="no layers other"):
        names["assign_stages"](model, {**begins, "other": 1})
    if layers is NESTED:  # a `Sequential`: each layer follows the one before it
        model = Graph(layers, knows_inputs=False)
        names["assign_stages"](model, begins)
        assert stages(model.assignments) == expected


@pytest.mark.parametrize(
    ("code", "reads", "twice"),
    [
        ("x = layers.Dense(1)(i)", False, False),
        ("d = layers.Dense(1)\nx = d(i)\nx = d(x)", False, True),
        ("e = keras.Sequential([layers.Dense(1)])\nx = e(i)", True, False),
        ("e = keras.Sequential([layers.Dense(1)])\nx = e(i)\nx = e(x)", True, True),
        ("e = keras.Sequential([layers.Dense(1)])\nfor _ in n: x = e(i)", True, True),
        ("def f(x):\n    d = layers.Dense(1)\n    return d(x)\nx = f(f(i))", False, False),
        ("e = keras.applications.VGG16()\nx = e.output", True, False),
    ],
)
def test_models_in_models(code: str, reads: bool, twice: bool) -> None:
    found = facts(f"i = keras.Input((4,))\n{code}")
    assert reads_models(found, found.script.nodes) is reads
    assert is_called_twice(found, operations_of(found.script)) is twice
