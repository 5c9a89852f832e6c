"""Gathering from all replicas, and exchanging parts."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_all_gather_and_all_to_all(tf: Any, ipu: Any, on_replicas: Any) -> None:
    gathered = on_replicas(2, lambda index: ipu.all_to_all_op.all_gather(index, 2))
    assert gathered == [[0, 1], [0, 1]]
    parts = on_replicas(
        2, lambda index: ipu.all_to_all_op.all_to_all(10 * index + tf.constant([1.0, 2.0]), 0, 0, 2)
    )
    assert parts == [[1, 11], [2, 12]]


def test_all_to_all_is_its_own_gradient(tf: Any, ipu: Any, on_replicas: Any) -> None:
    def gradient(index: Any) -> Any:
        value = tf.constant([1.0, 2.0]) + index
        with tf.GradientTape() as tape:
            tape.watch(value)
            loss = tf.reduce_sum(ipu.all_to_all_op.all_to_all(value, 0, 0, 2) * (index + 1.0))
        return tape.gradient(loss, value)

    assert on_replicas(2, gradient) == [[1, 2], [1, 2]]
