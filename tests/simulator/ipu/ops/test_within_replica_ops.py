"""Collective operations on the shards of one replica."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_within_a_replica(tf: Any, ipu: Any, run: Any) -> None:
    within = ipu.within_replica_ops

    def shards() -> list[Any]:
        return [tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0, 5.0])]

    assert [part.tolist() for part in run(lambda: within.all_reduce(shards(), "COLLECTIVE_OP_ADD"))] == [
        [4, 6, 5],
        [4, 6, 5],
    ]
    assert [part.tolist() for part in run(lambda: within.reduce_scatter(shards(), "COLLECTIVE_OP_ADD"))] == [
        [4, 6],
        [5, 0],
    ]
    assert [part.tolist() for part in run(lambda: within.all_gather(shards()))] == [[1, 2, 3, 4, 5]] * 2
    assert run(lambda: within.all_gather([tf.constant(1.0), tf.constant(2.0)]))[0].tolist() == [1, 2]


@pytest.mark.parametrize(
    "shards, message",
    [
        (lambda tf: [tf.zeros(1)] * 2, "should not contain any duplicate entries"),
        (lambda tf: [tf.zeros(1), tf.zeros(1, tf.int32)], "all be of the same type"),
        (lambda tf: [tf.zeros(1), tf.zeros([])], "all be of the same rank"),
        (lambda tf: [tf.zeros([1, 2]), tf.zeros([1, 3])], "except for dim 0"),
    ],
)
def test_shards_that_do_not_fit(tf: Any, ipu: Any, shards: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ipu.within_replica_ops.all_gather(shards(tf))
