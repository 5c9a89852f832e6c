"""Where the strategy of a port is one without the Keras extensions."""

from __future__ import annotations

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.keras_extensions import OverriddenStep, leaves_extensions, overridden_steps
from gpu2ipu.target import Target
from tests.port.proposed import script_of

STEP = """
class Net(keras.Model):
    def train_step(self, data):
        return super().train_step(data)
"""
MODEL = """
inputs = keras.Input((4,))
net = Net(inputs, layers.Dense(1)(inputs))
"""
FUNCTION = "    def make_test_function(self):\n        return super().make_test_function()\n"
OWN = "strategy = ipu.ipu_strategy.IPUStrategy({})\nwith strategy.scope():\n    net = Net()\n"


@pytest.mark.parametrize(
    ("code", "leaves"),
    [
        (STEP + MODEL, True),
        (STEP + MODEL + "net.compile('sgd', keras.losses.MeanSquaredError())", True),
        (STEP + MODEL + "net.compile('sgd', loss := keras.losses.MeanSquaredError())", True),
        (STEP + MODEL + "net.loss_object = keras.losses.MeanSquaredError(reduction='sum')", True),
        (STEP + MODEL + "net.loss_object = keras.losses.MeanSquaredError()", False),
        (STEP + FUNCTION + MODEL, False),
        (STEP + "model = keras.Sequential([layers.Dense(1)])", False),
        (STEP + OWN.format(""), True),
        (STEP + OWN.format("enable_keras_extensions=True"), True),
        (STEP + OWN.format("enable_keras_extensions=False"), True),
        (
            STEP + OWN.format("") + "net.set_pipelining_options(gradient_accumulation_steps_per_replica=8)",
            False,
        ),
        (STEP + "s = tf.distribute.MirroredStrategy()\nwith s.scope():\n    net = Net()", True),
        (
            STEP
            + "s = tf.distribute.experimental.ParameterServerStrategy()\nwith s.scope():\n    net = Net()",
            False,
        ),
    ],
)
def test_steps_of_ones_own(code: str, leaves: bool) -> None:
    assert leaves_extensions(Port(script_of(code))) is leaves


@pytest.mark.parametrize(
    "target",
    [
        Target(sdk="2.6"),
        Target(replicas=2, ipus=2),
        Target(gradient_accumulation=4),
        Target(gradient_accumulation=None, micro_batch=8),
        Target(stages=2, ipus=2, gradient_accumulation=None),
    ],
)
def test_what_needs_the_extensions(target: Target) -> None:
    assert not leaves_extensions(Port(script_of(STEP + MODEL), target))


def test_the_rule_may_be_switched_off() -> None:
    assert not leaves_extensions(Port(script_of(STEP + MODEL), switched_off=frozenset([OverriddenStep])))


@pytest.mark.parametrize(
    ("sdk", "names"), [("3.4", ["train_step", "make_test_function"]), ("2.6", ["make_test_function"])]
)
def test_what_is_refused(sdk: str, names: list[str]) -> None:
    port = Port(script_of(STEP + FUNCTION + MODEL), Target(sdk=sdk))
    assert [method.name for method in overridden_steps(port)] == names
