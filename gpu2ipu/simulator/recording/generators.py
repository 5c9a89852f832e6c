"""Align Python generators and Sequences of an original with its port: no partial batches, and no prefetching.

Keras prefetches from a generator, and each evaluation inside `fit` discards the prefetched batches, whose number
depends on its threads. So the batches of the original are read when they are needed, as a port reads them.
"""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any, Callable, Iterator

import numpy as np
import tensorflow as tf

from ..keras2 import installed
from . import inputs


def read_on_demand(generator: Any, steps: int) -> Any:
    """Return the dataset that Keras creates from a Python generator, without prefetching, with the size of an epoch."""
    dataset = installed.module("engine.data_adapter").GeneratorDataAdapter(generator).get_dataset()
    while "Prefetch" in type(dataset).__name__:
        dataset = dataset._inputs()[0]
    return inputs.of_size(dataset, int(steps))


def without_short(generator: Any, batch: int, on_skip: Callable[[], object]) -> Iterator[Any]:
    """Yield the batches of a generator that have at least `batch` rows; call `on_skip` once, at the first other one."""
    told = False
    for found in generator:
        if inputs.rows_of(found) >= batch:
            yield found
        elif not told:
            told = True
            on_skip()


def fed_first(arguments: dict[str, Any]) -> Any:
    """Return the input of a call for its model; of a generator the first batch, which the call gets as well."""
    x = arguments["x"]
    if not isinstance(x, tf.keras.utils.Sequence) and not hasattr(x, "__next__"):
        return x
    batch, arguments["x"] = peek(x)
    return batch[0] if isinstance(batch, tuple) else batch


def peek(generator: Any) -> tuple[Any, Any]:
    """Return the first batch of a generator or a Sequence, and one that yields it and all others."""
    if isinstance(generator, tf.keras.utils.Sequence):
        return _item(generator, 0), generator
    batch = next(generator)
    return batch, itertools.chain([batch], generator)


def first_batch(sequence: Any) -> int:
    """Return the rows of the first batch of a Sequence, which is the largest."""
    return inputs.rows_of(_item(sequence, 0))


def has_short_end(sequence: Any, batch: int) -> bool:
    """Return whether the last batch of a Sequence has fewer rows than `batch`."""
    return 0 < inputs.rows_of(_item(sequence, len(sequence) - 1)) < batch


def _item(sequence: Any, index: int) -> Any:
    """Return a batch of a Sequence, without changing its state or that of the random number generators."""
    state, numpy_state = random.getstate(), np.random.get_state()
    try:
        return copy.copy(sequence)[index]
    finally:
        random.setstate(state)
        np.random.set_state(numpy_state)


def read_in_turn(sequence: Any, steps: int, shuffle: bool) -> Any:
    """Return a dataset of the first batches of a Sequence in Keras's order, with the random numbers of a port.

    A port reads the first batch when it creates its dataset, and ends a pass before validation begins.
    """
    standardize = installed.module("engine.data_adapter").GeneratorDataAdapter._standardize_batch

    def batch(index: int) -> Any:
        return standardize(None, sequence[index])

    def batches() -> Any:
        order = list(range(steps))
        if shuffle:
            random.shuffle(order)
        for index in order[:-1]:
            yield batch(index)
        last = batch(order[-1])
        sequence.on_epoch_end()
        yield last

    signature = tf.nest.map_structure(_spec, batch(0))
    return inputs.of_size(tf.data.Dataset.from_generator(batches, output_signature=signature), steps)


def _spec(array: Any) -> Any:
    """Return the tensor spec of an array, with any number of rows."""
    array = np.asarray(array)
    return tf.TensorSpec((None, *array.shape[1:]), array.dtype)
