"""Seeds, and random numbers in layers that do not depend on the shape of the graph.

An operation such as dropout draws from a generator of its own, seeded by its place in the graph: another loop
around the step, or another operation before it, gives other masks. While original and port are compared,
random operations inside layers are stateless functions of the seed, the layer, the call of `fit` and a count
that goes up with each use.
"""

from __future__ import annotations

import functools
import random
import sys
import weakref
from typing import Any, Callable

import numpy as np
import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.ops import gen_random_ops
from tensorflow.python.ops.resource_variable_ops import ResourceVariable
from tensorflow.python.saved_model import save as saved_model_save

from . import keras2

# Each call of fit, evaluate or predict starts its counts here times its number.
_CALL_STRIDE = 2**32

# Their own maps hold nothing random and may stay parallel.
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


def seed_everything(seed: int) -> None:
    """Seed Python, numpy and TensorFlow, before the script."""
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)


class StatelessRandomness:
    """Random operations of layers, made independent of the graph around them."""

    def __init__(self, seed: int) -> None:
        """Nothing is changed before `install`."""
        self._seed = seed
        # layer -> (its number in the order of first use, a counter for training and one for the rest)
        self._layers: Any = weakref.WeakKeyDictionary()
        self._start = 0
        # above zero while a function for a data set or a SavedModel is traced
        self._suspended = 0

    def install(self) -> None:
        """Wrap the random operations, and what traces functions that must keep the stock ones."""
        for name, stateless in _STATELESS.items():
            setattr(gen_random_ops, name, self._stateless_in_layers(getattr(gen_random_ops, name), stateless))
        # The element functions of data sets run in parallel, and a SavedModel must not refer to our counters.
        self._suspend_during(_element_function_class(), "__init__")
        self._suspend_during(saved_model_save, "save_and_return_nodes")

    def start_call(self, number: int) -> None:
        """Align seeds and counts at the start of a call of fit, evaluate or predict."""
        tf.random.set_seed(self._seed + 1 + number)
        self._start = number * _CALL_STRIDE
        for _, counters in self._layers.values():
            for counter in counters.values():
                counter.assign(self._start)

    def _stateless_in_layers(
        self, stock: Callable[..., Any], stateless: Callable[..., Any]
    ) -> Callable[..., Any]:
        context = keras2.module("engine.base_layer_utils").call_context

        def operation(*args: Any, **kwargs: Any) -> Any:
            layer = context().layer if context().in_call else None
            if layer is None or self._suspended or _is_initialising(layer):
                return stock(*args, **kwargs)
            return stateless(self._next_seed(layer, context().training not in (None, False)), *args, **kwargs)

        return operation

    def _next_seed(self, layer: Any, training: bool) -> Any:
        number, counters = self._layers.setdefault(layer, (len(self._layers), {}))
        if training not in counters:
            with tf.init_scope():
                counters[training] = ResourceVariable(self._start, trainable=False, dtype=tf.int64)
        count = counters[training].read_value()
        counters[training].assign_add(1, read_value=False)
        return tf.stack([tf.constant(self._seed * 100003 + number * 2 + training, tf.int64), count])

    def _suspend_during(self, owner: Any, name: str) -> None:
        stock = getattr(owner, name)

        def suspended(*args: Any, **kwargs: Any) -> Any:
            self._suspended += 1
            try:
                return stock(*args, **kwargs)
            finally:
                self._suspended -= 1

        setattr(owner, name, suspended)


def sequential_maps() -> None:
    """Let the script's `Dataset.map` take one element after the other, so that random operations repeat."""
    stock = tf.data.Dataset.map

    @functools.wraps(stock)
    def sequential(dataset: Any, map_func: Any, *args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_globals.get("__name__", "").split(".")[0] in _LIBRARIES:
            return stock(dataset, map_func, *args, **kwargs)
        return stock(dataset, map_func)

    tf.data.Dataset.map = sequential


def _is_initialising(layer: Any) -> bool:
    """Whether a layer is making its weights, in eager mode always; they follow the seeds of the script."""
    return bool(tf.executing_eagerly()) and not layer.built


def _element_function_class() -> Any:
    """The class that traces a function over elements of a data set; it moved after TensorFlow 2.6."""
    if hasattr(dataset_ops, "StructuredFunctionWrapper"):
        return dataset_ops.StructuredFunctionWrapper
    from tensorflow.python.data.ops import structured_function

    return structured_function.StructuredFunctionWrapper


def _uniform(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_uniform(shape, key, dtype=dtype)


def _normal(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_normal(shape, key, dtype=dtype)


def _truncated_normal(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_truncated_normal(shape, key, dtype=dtype)


def _uniform_int(key: Any, shape: Any, minval: Any, maxval: Any, **_: Any) -> Any:
    return tf.random.stateless_uniform(shape, key, minval, maxval, dtype=minval.dtype)


# Name of the operation in gen_random_ops -> its stateless counterpart.
_STATELESS: dict[str, Callable[..., Any]] = {
    "random_uniform": _uniform,
    "random_uniform_int": _uniform_int,
    "random_standard_normal": _normal,
    "truncated_normal": _truncated_normal,
}
