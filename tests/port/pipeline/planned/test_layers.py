"""Which statement, and which round of a loop, calls a layer of a plan."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest

from gpu2ipu.errors import Trouble
from tests.port.pipeline.planned.plans import FIRST, layer, model, planned

HEAD = "with ipu.ipu_strategy.IPUStrategy().scope():\n    i = keras.Input((4,))\n"
STAGE = "keras.ipu.PipelineStage"


def in_model(code: str) -> str:
    """A functional model, the lines of whose layers count from 3."""
    return HEAD + textwrap.indent(code, "    ") + "    m = keras.Model(i, x)\n    m.compile('sgd', 'mse')\n"


def blocks(code: str) -> list[tuple[str, list[str]]]:
    """The stages of the blocks of a port, and what is in each."""
    found: list[tuple[str, list[str]]] = []
    for line in code.splitlines():
        text = line.strip()
        if text.startswith(f"with {STAGE}("):
            found.append((text.removeprefix(f"with {STAGE}(").removesuffix("):"), []))
        elif found and "layers." in text:
            found[-1][1].append(text)
    return found


def test_several_layers_of_one_line() -> None:
    code = in_model(
        "x = layers.Dense(1)(layers.Dense(2)(i))\nx = layers.Dense(3)(x); x = layers.Dense(4)(x)\n"
    )
    whole = model((5,), [layer("a", 3), layer("b", 3)], [layer("c", 4), layer("d", 4)])
    assert [stage for stage, _ in blocks(planned(code, whole))] == ["0", "1"]


def test_layers_that_are_created_elsewhere() -> None:
    code = in_model("d = layers.Dense(1)\ne = layers.Dense(2)\nx = d(i)\nx = e(x)\nx = layers.Dense(3)(x)\n")
    found = planned(code, model((8,), [layer("d", 3)], [layer("e", 4), layer("f", 7)]))
    assert f"with {STAGE}(0):\n        x = d(i)\n    with {STAGE}(1):\n        x = e(x)" in found


def test_rounds_of_a_loop() -> None:
    code = in_model("x = i\nfor k in range(4):\n    if n: x = layers.ReLU()(x)\n    x = layers.Dense(1)(x)\n")
    dense = [layer(f"dense_{k}", 6, created=10 * k + 5) for k in range(4)]
    relu = [layer("relu_0", 5, created=1), layer("relu_2", 5, created=21)]
    whole = model((7,), [*relu[:1], *dense[:1]], [dense[1], relu[1], *dense[2:]])
    assert [stage for stage, _ in blocks(planned(code, whole))] == ["0 if k < 1 else 1"]


def test_functions_that_several_statements_call() -> None:
    code = """\
def block(x, short):
    x = layers.Dense(1)(x)
    if short:
        x = layers.ReLU()(x)
    return layers.Dense(1)(x)
with ipu.ipu_strategy.IPUStrategy().scope():
    i = keras.Input((4,))
    x = block(i, False)
    x = block(x, True)
    x = block(x, False)
    m = keras.Model(i, x)
    m.compile('sgd', 'mse')
"""
    first = [layer("a", 8, 2), layer("b", 8, 5)]
    second = [layer("c", 9, 2), layer("d", 9, 4), layer("e", 9, 5)]
    third = [layer("f", 10, 2), layer("g", 10, 5)]
    for stages, cut in (
        ([first, second + third], "x = block(x, True)"),
        ([first + second, third], "x = block(x, F"),
    ):
        found = planned(code, model((11,), *stages))
        assert f"with {STAGE}(1):\n        {cut}" in found
    # a cut within the second call: it goes to where the stages are most alike
    heavy = [replace(first[0], flops=9), first[1], second[0]], [*second[1:], *third]
    assert f"with {STAGE}(1):\n        x = block(x, True)" in planned(code, model((11,), *heavy))


def test_subclasses() -> None:
    code = """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(1)
        self.blocks = [layers.Dense(1) for _ in range(3)]
    def call(self, x):
        x = self.first(x)
        for each in self.blocks:
            x = each(x)
        return tf.reduce_mean(x)
with ipu.ipu_strategy.IPUStrategy().scope():
    m = Net()
    m.compile('sgd', 'mse')
"""
    calls = [layer("first", 12, 4), *(layer(f"dense_{k}", 12, 5) for k in range(3))]
    found = planned(code, model((12,), calls[:2], calls[2:]))
    assert f"with {STAGE}(0):\n            x = self.first(x)\n" in found
    assert f"with {STAGE}(0 if index < 1 else 1):\n                x = each(x)\n" in found
    assert f"with {STAGE}(1):\n            return tf.reduce_mean(x)\n" in found


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((3, 4, 6), f"line {FIRST + 6} does not create the layer c of the plan"),
        ((3, 3, 5), f"line {FIRST + 4} calls layers that the plan's net does not have"),
    ],
)
def test_a_script_that_has_changed(lines: tuple[int, ...], words: str) -> None:
    code = in_model("x = layers.Dense(1)(i)\nx = layers.Dense(1)(x)\nx = layers.Dense(1)(x)\n")
    calls = [layer(name, line) for name, line in zip("abc", lines)]
    with pytest.raises(Trouble, match=words):
        planned(code, model((6,), calls[:1], calls[1:]))
