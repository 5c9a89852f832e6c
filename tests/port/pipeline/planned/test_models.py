"""Which model of a plan is which of the script."""

from __future__ import annotations

import pytest

from gpu2ipu.errors import Trouble
from tests.port.pipeline.planned.plans import FIRST, layer, model, planned
from tests.port.pipeline.staged import in_scope

BUILDER = """\
def build(units):
    m = keras.Sequential([layers.Dense(units), layers.Dense(units), layers.Dense(units)])
    return m
with ipu.ipu_strategy.IPUStrategy().scope():
    a = build(4)
    b = build(5)
    c = keras.Sequential([layers.Dense(1), layers.Dense(1)])
a.fit(n)
b.fit(n)
"""


def test_a_model_is_found_by_the_calls_that_lead_to_it() -> None:
    one, two, three = (layer(name, 5, 2) for name in "abc")
    first = model((5, 2), [one], [two, three])
    second = model((6, 2), [layer("d", 6, 2)], [layer("e", 6, 2), layer("f", 6, 2)])
    assert "m.set_pipeline_stage_assignment([0, 1, 1])" in planned(BUILDER, first, second)
    with pytest.raises(Trouble) as raised:
        planned(BUILDER, first, model((4,), [one], [two]))
    assert str(raised.value) == (
        f"train.py: the plan does not fit the script: line {FIRST + 4} creates no model that is trained, and the "
        "plan's net is; plan it again"
    )


def test_a_model_without_a_plan_gets_estimated_stages() -> None:
    code = in_scope(
        "m = keras.Sequential([layers.Dense(1), layers.Dense(1), layers.Dense(1)])\n"
        "p = keras.Sequential([layers.Dense(1), layers.Dense(1), layers.Dense(1)])"
    )
    found = planned(
        f"{code}m.fit(n)\np.predict(n)\n",
        model((2,), [layer("a", 2)], [layer("b", 2), layer("c", 2)]),
    )
    assert "m.set_pipeline_stage_assignment([0, 1, 1])" in found
    assert "p.set_pipeline_stage_assignment([0, 0, 1])" in found
