"""What the original is fed by in Python, made to give what the port was fed: no short batch, none read ahead.

Keras prefetches from a generator, and each evaluation inside of `fit` throws away what was read ahead: how much
that is depends on its threads. So the batches of the original are read when they are needed, as a port reads them.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import tensorflow as tf

from . import inputs, keras2


def read_on_demand(generator: Any, steps: int) -> Any:
    """The data set that Keras makes of a Python generator, without what reads ahead of the steps of an epoch."""
    dataset = keras2.module("engine.data_adapter").GeneratorDataAdapter(generator).get_dataset()
    while "Prefetch" in type(dataset).__name__:
        dataset = dataset._inputs()[0]
    return inputs.of_size(dataset, int(steps))


def has_short_end(sequence: Any, batch: int) -> bool:
    """Whether the last batch of a Sequence has fewer rows than `batch`; what it counts and draws is undone."""
    state, numpy_state = random.getstate(), np.random.get_state()
    try:
        return 0 < inputs.rows_of(copy.copy(sequence)[len(sequence) - 1]) < batch
    finally:
        random.setstate(state)
        np.random.set_state(numpy_state)


class FirstBatches(tf.keras.utils.Sequence):  # type: ignore[misc]
    """The first batches of a Sequence, in the order that Keras gives so many."""

    def __init__(self, sequence: Any, batches: int) -> None:
        """Take so many batches of a Sequence."""
        self._sequence = sequence
        self._batches = batches

    def __len__(self) -> int:
        """The number of batches."""
        return self._batches

    def __getitem__(self, index: int) -> Any:
        """One batch."""
        return self._sequence[index]

    def on_epoch_end(self) -> None:
        """Let the Sequence do what it does between epochs."""
        self._sequence.on_epoch_end()
