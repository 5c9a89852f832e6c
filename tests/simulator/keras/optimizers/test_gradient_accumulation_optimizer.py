"""Accumulation by a Keras optimizer: what it adds up, and what it refuses."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def accumulating(ipu: Any) -> Any:
    return importlib.import_module("keras.ipu.optimizers").GradientAccumulationOptimizer


@pytest.mark.parametrize("method, divisor", [("SUM", 1.0), ("MEAN", 2.0), ("RUNNING_MEAN", 2.0)])
def test_steps_in_a_loop(
    tf: Any, ipu: Any, strategy: Any, accumulating: Any, method: str, divisor: float
) -> None:
    methods = ipu.gradient_accumulation.GradientAccumulationReductionMethod
    with strategy.scope():
        weight = tf.Variable([1.0, 2.0])
        optimizer = accumulating(tf.keras.optimizers.SGD(0.1), 2, reduction_method=methods[method])

    def body(gradient: Any) -> Any:
        optimizer.apply_gradients([(gradient * tf.ones([2]), weight)])
        return gradient + 1.0

    strategy.run(tf.function(lambda: ipu.loops.repeat(4, body, [tf.constant(1.0)]), jit_compile=True))
    np.testing.assert_allclose(weight.numpy(), np.array([1.0, 2.0]) - 0.1 * (3 + 7) / divisor, rtol=1e-6)


def test_what_it_refuses(tf: Any, ipu: Any, strategy: Any, accumulating: Any) -> None:
    inner = getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers).SGD(0.1)
    assert accumulating(inner, 1) is inner
    with pytest.raises(ValueError, match="num_mini_batches must be >= 1"):
        accumulating(inner, 0)
    with strategy.scope():
        weight = tf.Variable(1.0)
    step = tf.function(lambda: accumulating(inner, 2).apply_gradients([(tf.constant(1.0), weight)]))
    with pytest.raises(tf.errors.FailedPreconditionError, match="not inside a training loop"):
        strategy.run(step)
    wrong = accumulating(inner, 2, reduction_method="sum")
    with pytest.raises(ValueError, match="must be set to SUM, MEAN or RUNNING_MEAN"):
        wrong.apply_gradients([(tf.constant(1.0), tf.Variable(1.0))])


def test_configurations(tf: Any, accumulating: Any) -> None:
    optimizer = accumulating(tf.keras.optimizers.SGD(0.5), 4, dtype=tf.float32)
    again = accumulating.from_config(optimizer.get_config())
    assert (again._num_mini_batches, again._dtype, float(again.learning_rate)) == (4, tf.float32, 0.5)
    with pytest.raises(ValueError, match="must implement its own from_config method"):
        subclass: Any = type("Mine", (accumulating,), {})
        subclass.from_config({})
