"""How gradients are added up: with which factors, and in which type."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def accumulation(ipu: Any) -> Any:
    return importlib.import_module("tensorflow.python.ipu._device.accumulation")


@pytest.mark.parametrize(
    "wanted, expected",
    [
        (None, "float16"),
        ("float32", "float32"),
        (np.float32, "float32"),
        (np.dtype("float32"), "float32"),
        (lambda variable: "float32" if variable.shape == [2] else None, "float32"),
    ],
)
def test_the_type_of_an_accumulator(tf: Any, accumulation: Any, wanted: Any, expected: str) -> None:
    variable = tf.Variable([1.0, 2.0], dtype="float16")
    assert accumulation.accumulator_dtype(variable, wanted) == expected
    if wanted is None:
        assert accumulation.accumulator_dtype(variable, tf.float32) == tf.float32  # a type can be called, too


def test_what_is_no_type_and_makes_none(tf: Any, accumulation: Any) -> None:
    with pytest.raises(TypeError):
        accumulation.accumulator_dtype(tf.Variable(1.0), object())


@pytest.mark.parametrize(
    "method, gradients, expected",
    [
        ("SUM", [1, 2, 6], 9),
        ("MEAN", [1, 2, 6], 3),
        ("RUNNING_MEAN", [1, 2, 6], 3),
        # The factor is rounded to the type of the gradient.
        ("MEAN", [5, 0, 0], float(np.float16(5) * np.float16(1 / 3))),
    ],
)
def test_sums_and_means(
    tf: Any, ipu: Any, accumulation: Any, method: str, gradients: list[float], expected: float
) -> None:
    reduction = ipu.gradient_accumulation_optimizer.GradientAccumulationReductionMethod[method]
    total = tf.zeros([], tf.float32)
    for index, gradient in enumerate(gradients):
        factors = accumulation.scales(reduction, tf.constant(index), tf.constant(len(gradients)))
        total = accumulation.added(total, tf.constant(gradient, tf.float16), *factors)
    assert total.dtype == tf.float32
    np.testing.assert_allclose(total, expected, rtol=1e-7 if 0 in gradients else 1e-3)
