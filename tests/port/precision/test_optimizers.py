"""How optimizers are made to suit float16: a fixed scale of the loss, an epsilon that it can hold."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.optimizers import optimizers
from gpu2ipu.port.precision.outcomes import SmallEpsilon, UnscaledLoss
from gpu2ipu.target import Target
from tests.port.proposed import script_of

SCALED = "tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD()%s)"
OLDER = "tf.keras.mixed_precision.experimental.LossScaleOptimizer(keras.optimizers.SGD(), %s)"


def found(code: str, precision: str) -> list[UnscaledLoss | SmallEpsilon]:
    model = "m = keras.Sequential()\n"
    return list(optimizers(Port(script_of(model + code), Target(precision=precision))))


@pytest.mark.parametrize(
    ("optimizer", "dynamic", "edits"),
    [
        ("'adam'", False, 1),
        ("keras.optimizers.Adam()", False, 1),
        ("read()", False, 1),
        ("read(tf.keras.mixed_precision.LossScaleOptimizer)", False, 0),
        (SCALED % "", True, 2),
        (SCALED % ", True", True, 2),
        (SCALED % ", dynamic=True, initial_scale=8", True, 1),
        (SCALED % ", dynamic=False", None, 0),
        (SCALED % ", False, 8", None, 0),
        (OLDER % "'dynamic'", True, 0),
        (OLDER % "128", None, 0),
    ],
)
def test_the_scale_of_the_loss(optimizer: str, dynamic: bool | None, edits: int) -> None:
    for code in (f"m.compile({optimizer}, 'mse')", f"o = {optimizer}\nm.compile(o, 'mse')"):
        outcomes = found(code, "mixed")
        assert [getattr(each, "is_dynamic", None) for each in outcomes] == (
            [] if dynamic is None else [dynamic]
        )
        assert sum(len(each.edits) for each in outcomes) == edits
    assert not found(f"m.compile({optimizer}, 'mse')", "")


@pytest.mark.parametrize(
    ("optimizer", "edits"),
    [
        ("'adam'", [1]),
        ("'sgd'", []),
        ("read()", [0]),
        ("keras.optimizers.SGD()", []),
        ("keras.optimizers.Adam()", [1]),
        ("keras.optimizers.RMSprop(1e-3, 0.9, 0.0, 1e-8)", [1]),
        ("keras.optimizers.RMSprop(epsilon=1e-3)", []),
        ("keras.optimizers.Nadam(epsilon=read())", [0]),
        (SCALED.replace("SGD()", "Adam()") % ", dynamic=False", [1]),
        (SCALED.replace("SGD()", "Adam()") % "", [2, 1]),
    ],
)
def test_the_epsilon(optimizer: str, edits: list[int]) -> None:
    for code in (f"m.compile({optimizer}, 'mse')", f"o = {optimizer}\nm.compile(o, 'mse')"):
        assert [len(each.edits) for each in found(code, "float16")] == edits


def test_the_default_optimizer() -> None:
    assert [type(each) for each in found("m.compile(loss='mse')", "mixed")] == [UnscaledLoss]
    assert [type(each) for each in found("m.compile(loss='mse')", "float16")] == [SmallEpsilon]
