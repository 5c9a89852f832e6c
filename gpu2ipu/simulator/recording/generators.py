"""What the original is fed by in Python, made to give what the port was fed: no short batch, none read ahead.

Keras prefetches from a generator, and each evaluation inside of `fit` throws away what was read ahead: how much
that is depends on its threads. So the batches of the original are read when they are needed, as a port reads them.
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
    """The dataset that Keras makes of a Python generator, without what reads ahead of the steps of an epoch."""
    dataset = installed.module("engine.data_adapter").GeneratorDataAdapter(generator).get_dataset()
    while "Prefetch" in type(dataset).__name__:
        dataset = dataset._inputs()[0]
    return inputs.of_size(dataset, int(steps))


def without_short(generator: Any, batch: int, on_skip: Callable[[], object]) -> Iterator[Any]:
    """The batches of a generator but for those of fewer rows than `batch`; says so once, when it meets the first."""
    told = False
    for found in generator:
        if inputs.rows_of(found) >= batch:
            yield found
        elif not told:
            told = True
            on_skip()


def fed_first(arguments: dict[str, Any]) -> Any:
    """What a call gives to its model; of a generator that is the first batch, which the call still gets."""
    x = arguments["x"]
    if isinstance(x, tf.keras.utils.Sequence):
        batch = _item(x, 0)
    elif hasattr(x, "__next__"):
        batch = next(x)
        arguments["x"] = itertools.chain([batch], x)
    else:
        return x
    return batch[0] if isinstance(batch, tuple) else batch


def first_batch(sequence: Any) -> int:
    """The rows of the first batch of a Sequence, which is as large as any."""
    return inputs.rows_of(_item(sequence, 0))


def has_short_end(sequence: Any, batch: int) -> bool:
    """Whether the last batch of a Sequence has fewer rows than `batch`."""
    return 0 < inputs.rows_of(_item(sequence, len(sequence) - 1)) < batch


def _item(sequence: Any, index: int) -> Any:
    """A batch of a Sequence; what it counts and draws is undone."""
    state, numpy_state = random.getstate(), np.random.get_state()
    try:
        return copy.copy(sequence)[index]
    finally:
        random.setstate(state)
        np.random.set_state(numpy_state)


def read_in_turn(sequence: Any, steps: int, shuffle: bool) -> Any:
    """A dataset of the first batches of a Sequence in Keras's order, which draws its random numbers as a port does.

    A port looks at the first batch where it makes its dataset, and lets a pass end before validation begins.
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
    """An array of any number of rows."""
    array = np.asarray(array)
    return tf.TensorSpec((None, *array.shape[1:]), array.dtype)
