"""What is kept of each weight update."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def tally(tf: Any) -> Any:
    return importlib.import_module("gpu2ipu.simulator.recording.tally")


def test_the_weights_of_an_update_are_folded_once_for_all_traces(
    tf: Any, tally: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded = []
    stock = tally._folded

    def counted(values: Any) -> Any:
        folded.append(values.shape.as_list())
        return stock(values)

    monkeypatch.setattr(tally, "_folded", counted)
    weights, bias = tf.Variable(tf.ones([10, 13])), tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.SGD(0.5)
    sketch = tally._Sketch(optimizer, [weights, bias])

    def update() -> None:
        optimizer.iterations.assign_add(1)
        weights.assign_add(tf.ones([10, 13]))
        sketch.add(optimizer.iterations, [(3.0 * tf.ones([10, 13]), weights), (None, bias)])

    for _ in range(2):
        tf.function(update)()
    assert folded == [[10, 13], [2]]
    update()
    sums, gradients, owners, sizes = sketch.arrays(3)
    assert owners.tolist() == [0] * 64 + [1] * 2 and sizes.tolist() == [130, 2]
    np.testing.assert_array_equal(gradients, [[3.0, 0.0]] * 3)
    np.testing.assert_array_equal(sums[:, :64].sum(1), [260.0, 390.0, 520.0])
    np.testing.assert_array_equal(sums[:, 64:], [[1.0, 2.0]] * 3)


def test_gradients_of_embeddings_are_slices(tf: Any, tally: Any) -> None:
    table = tf.Variable(tf.ones([10, 4]))
    optimizer = tf.keras.optimizers.SGD(0.5)
    sketch = tally._Sketch(optimizer, [table])
    slices = tf.IndexedSlices(2.0 * tf.ones([3, 4]), tf.constant([1, 2, 2]), tf.TensorShape([10, 4]))

    @tf.function
    def update() -> None:
        optimizer.iterations.assign_add(1)
        sketch.add(optimizer.iterations, [(slices, table)])

    update()
    np.testing.assert_array_equal(sketch.arrays(1)[1], [[2.0]])
