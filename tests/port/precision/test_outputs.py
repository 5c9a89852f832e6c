"""Which layers give the outputs of a model in float16."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outputs import half_outputs
from gpu2ipu.target import Target
from tests.port.proposed import script_of

COMPILED = "\nm.compile('sgd', 'mse')"
DENSE = "keras.layers.Dense"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f"m = keras.Sequential([{DENSE}(8), {DENSE}(1)])", [f"{DENSE}(1)"]),
        (f"m = keras.Sequential()\nm.add({DENSE}(8))\nm.add({DENSE}(2))", [f"{DENSE}(2)"]),
        (f"m = keras.Sequential([{DENSE}(1, dtype='float32')])", []),
        (f"m = keras.Sequential([{DENSE}(**options)])", []),
        (f"i = keras.Input((4,))\nm = keras.Model(i, {DENSE}(1)({DENSE}(8)(i)))", [f"{DENSE}(1)"]),
        (f"i = keras.Input((4,))\nh = {DENSE}(8)(i)\nm = keras.Model(i, [{DENSE}(1)(h), {DENSE}(2)(h)])",
         [f"{DENSE}(1)", f"{DENSE}(2)"]),
        (f"i = keras.Input((4,))\nlast = {DENSE}(1)\nm = keras.Model(i, last(i))", [f"{DENSE}(1)"]),
        ("i = keras.Input((4,))\nm = keras.Model(i, tf.nn.softmax(i))", []),
        ("m = keras.models.load_model('m.h5')", []),
    ],
)  # fmt: skip
def test_outputs(code: str, found: list[str]) -> None:
    script = script_of(code + COMPILED)
    outcomes = list(half_outputs(Port(script, Target(precision="mixed"))))
    assert [ast.unparse(each.node) for each in outcomes] == found
    assert all(each.is_done for each in outcomes)
    assert not list(half_outputs(Port(script, Target(precision="float16"))))
