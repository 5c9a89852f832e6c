"""Embeddings against the layer of Keras."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

IDS = np.array([[1, 2, 3], [3, 0, 9], [4, 4, 4], [5, 6, 7]], "int32")


def test_rows_and_training_are_those_of_keras(tf: Any, layers: Any, same: Any, trained: Any) -> None:
    table = [np.random.RandomState(0).normal(size=(10, 4))]
    ours = trained(layers.Embedding(10, 4, serialization_factor=2), table, IDS)
    same(ours, trained(tf.keras.layers.Embedding(10, 4), table, IDS))
    layer = layers.Embedding(10, 4)
    same([layer(IDS)], [layer.get_weights()[0][IDS]])
    assert layer.compute_output_shape((2, 3)).as_list() == [2, 3, 4]


@pytest.mark.parametrize(
    "option", ["embeddings_regularizer", "activity_regularizer", "embeddings_constraint", "mask_zero"]
)
def test_what_only_keras_supports_is_refused(layers: Any, option: str) -> None:
    with pytest.raises(NotImplementedError, match=f"Embedding does not support __init__ argument {option}"):
        layers.Embedding(10, 4, **{option: True})


def test_wrong_shapes_and_factors_are_refused(layers: Any) -> None:
    with pytest.raises(ValueError, match="shape \\[batch, input_length\\]"):
        layers.Embedding(10, 4)(IDS[0])
    with pytest.raises(ValueError, match="must divide the size of the 0th dimension"):
        layers.Embedding(10, 4, serialization_factor=3)(IDS)


def test_a_configuration_makes_the_same_layer(layers: Any) -> None:
    layer = layers.Embedding(10, 4, serialization_factor=5)
    assert layers.Embedding.from_config(layer.get_config()).get_config() == layer.get_config()
