"""How lists of stages are written, and what they say of the layers of a `Sequential`."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.model import models_of
from gpu2ipu.errors import Trouble
from gpu2ipu.port.pipeline.listed_layers import listed_layers
from gpu2ipu.port.pipeline.outcomes import Why
from gpu2ipu.port.pipeline.stage_list import written
from tests.analysis.evaluated import facts
from tests.port.pipeline.planned.plans import layer, model, planned
from tests.port.pipeline.staged import in_scope


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ([0, 0, 1], "[0, 0, 1]"),
        ([0] * 12 + [1] * 18, "[0] * 12 + [1] * 18"),
        ([0] * 19 + [1], "[0] * 19 + [1]"),
    ],
)
def test_a_long_list_is_a_sum(stages: list[int], expected: str) -> None:
    assert written(stages) == expected
    assert eval(expected) == stages


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m = keras.Sequential([layers.Flatten(), layers.Dense(3)])", (0, 1)),
        ("m = keras.Sequential()\nm.add(layers.Dense(3))\nm.add(layers.ReLU())", (1, 0)),
        ("m = keras.Sequential([layers.InputLayer((3,)), keras.Input((3,)), layers.Dense(3)])", (1,)),
        (
            "m = keras.Sequential()\nfor _ in range(2):\n    m.add(layers.Dense(3))\n    m.add(layers.ReLU())",
            (1, 0) * 2,
        ),
        (
            "m = keras.Sequential()\nfor _ in (1, 2):\n    for _ in (1, 2): m.add(layers.Dense(3))\n"
            "    m.add(layers.ReLU())",
            (1, 1, 0) * 2,
        ),
        ("m = keras.Sequential([layers.Dense(k) for k in (1, 2, 3)])", (1, 1, 1)),
        ("m = keras.Sequential([*[layers.Dense(k) for k in (1, 2)], layers.ReLU()])", (1, 1, 0)),
        ("for _ in range(3):\n    m = keras.Sequential()\n    m.add(layers.Dense(3))", (1,)),
        (
            "def a(k):\n    for _ in (1, 2): k.add(layers.Dense(3))\nm = keras.Sequential()\na(m)\na(m)",
            (1, 1, 1, 1),
        ),
        ("m = keras.Sequential()\nif n: m.add(layers.Dense(3))", None),
        ("m = keras.Sequential()\nfor _ in range(n): m.add(layers.Dense(3))", None),
        ("m = keras.Sequential([layers.Dense(k) for k in range(n)])", None),
        ("m = keras.Sequential([layers.Dense(3), layers.ReLU()])\nm.pop()", Why.UNKNOWN_LAYERS),
        ("m = keras.Sequential([layer_of(3)])", Why.UNKNOWN_LAYERS),
        ("m = keras.Sequential([layers.Dense(3) if n else None])", Why.UNKNOWN_LAYERS),
        ("m = keras.Sequential([keras.Sequential([layers.Dense(3)])])", Why.NESTED),
        ("m = keras.Sequential([keras.applications.VGG16()])", Why.NESTED),
    ],
)
def test_the_layers_of_a_sequential(code: str, expected: tuple[int, ...] | Why | None) -> None:
    found = facts(f"{code}\nm")
    last = found.script.tree.body[-1]
    (model,) = models_of(found, found.value(getattr(last, "value", None)))
    listed = listed_layers(found, model)
    assert (listed.why or listed.costs) == expected


@pytest.mark.parametrize("layers", ["block(n)", "*[layers.Dense(k) for k in range(n)]"])
def test_a_plan_knows_how_many_layers_there_are(layers: str) -> None:
    code = in_scope(f"m = keras.Sequential([{layers}])\nm.compile('sgd')")
    whole = model((2,), [layer("a", 2)], [layer("b", 2), layer("c", 2)])
    assert "m.set_pipeline_stage_assignment([0, 1, 1])" in planned(code, whole)


def test_a_plan_of_another_number_of_layers() -> None:
    code = in_scope(
        "m = keras.Sequential([layers.Dense(1), layers.Dense(1), layers.Dense(1)])\nm.compile('sgd')"
    )
    with pytest.raises(Trouble, match="the plan's net has 2 layers, and the script gives it 3"):
        planned(code, model((2,), [layer("a", 2)], [layer("b", 2)]))


@pytest.mark.parametrize("name", ["net/a", "a"])
def test_models_in_a_planned_model(name: str) -> None:
    code = in_scope("m = keras.Sequential([block(n), layers.Dense(1)])\nm.compile('sgd')")
    found = planned(code, model((2,), [layer(name, 2)], [layer("head", 2, inputs=[0])]))
    assert ('assign_stages(m, {"head": 1})' in found) == (name == "net/a")
