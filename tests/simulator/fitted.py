"""Fits models in a strategy's scope whose first layers are those that a test asks for."""

from __future__ import annotations

from typing import Any

import numpy as np

X = np.ones((8, 3), np.float32)
Y = np.ones((8, 1), np.float32)


def fit(tf: Any, strategy: Any, *layers: Any, x: Any = X, **compiled: Any) -> Any:
    """The history of a fit; each of `layers` is given TensorFlow and makes one."""
    with strategy.scope():
        model = tf.keras.Sequential([*(make(tf) for make in layers), tf.keras.layers.Dense(1)])
        model.compile(**{"optimizer": "sgd", "loss": "mse", **compiled})
    return model.fit(x, Y, batch_size=4, verbose=0)


def function(body: Any) -> Any:
    """What makes a layer that computes `body(tf, values)`."""
    return lambda tf: tf.keras.layers.Lambda(lambda values: body(tf, values))
