"""Dense layers against the layer of Keras."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(4, 6)).astype("float32")
WEIGHTS = [np.random.RandomState(1).normal(size=(6, 8)), np.linspace(0, 1, 8)]


@pytest.mark.parametrize(
    "factor, dimension", [(2, "input_columns"), (3, "input_rows_kernel_columns"), (4, "kernel_rows")]
)
def test_training_is_that_of_keras(
    tf: Any, layers: Any, same: Any, trained: Any, factor: int, dimension: str
) -> None:
    ours = trained(layers.SerialDense(8, factor, dimension, activation="tanh"), WEIGHTS, X)
    same(ours, trained(tf.keras.layers.Dense(8, activation="tanh"), WEIGHTS, X))


def test_wrong_slices_are_refused(layers: Any) -> None:
    with pytest.raises(ValueError, match="Invalid serialization_dimension=rows"):
        layers.SerialDense(8, 2, "rows")(X)
    with pytest.raises(ValueError, match="at least 1, but was 0"):
        layers.SerialDense(8, 0, "kernel_rows")(X)
    with pytest.raises(ValueError, match="to divide the rows dimension"):
        layers.SerialDense(8, 3, "kernel_rows")(X)


def test_a_configuration_makes_the_same_layer(layers: Any) -> None:
    layer = layers.SerialDense(8, 2, "kernel_rows")
    assert layers.SerialDense.from_config(layer.get_config()).get_config() == layer.get_config()


def test_dense_takes_ordinary_floats(tf: Any, layers: Any, same: Any, trained: Any) -> None:
    same(trained(layers.Dense(8), WEIGHTS, X), trained(tf.keras.layers.Dense(8), WEIGHTS, X))
    with pytest.raises(NotImplementedError, match="does not emulate"):
        layers.Dense(8).call([X, X])
    with pytest.raises(ValueError, match="in the range"):
        layers.Dense(8, kernel_scale=32)
