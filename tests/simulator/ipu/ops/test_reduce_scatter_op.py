"""Combined vectors, a part for each replica."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize(
    "operation, expected",
    [
        ("COLLECTIVE_OP_ADD", [[3, 5], [7, 0]]),
        ("COLLECTIVE_OP_MEAN", [[1.5, 2.5], [3.5, 0]]),
        ("COLLECTIVE_OP_MUL", [[2, 6], [12, 0]]),
        ("COLLECTIVE_OP_MIN", [[1, 2], [3, 0]]),
        ("COLLECTIVE_OP_MAX", [[2, 3], [4, 0]]),
        ("COLLECTIVE_OP_SQUARE_ADD", [[5, 13], [25, 0]]),
        ("COLLECTIVE_OP_LOCAL", [[1, 2], [4, 0]]),
    ],
)
def test_reduce_scatter(tf: Any, ipu: Any, operation: str, expected: Any, on_replicas: Any) -> None:
    def scatter(index: Any) -> Any:
        return ipu.reduce_scatter_op.reduce_scatter(tf.constant([1.0, 2.0, 3.0]) + index, 2, operation)

    assert on_replicas(2, scatter) == expected


def test_collective_operations_that_do_not_exist(tf: Any, ipu: Any, on_replicas: Any) -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Unknown collective operation COLLECTIVE_OP_SUB"
    ):
        on_replicas(2, lambda i: ipu.reduce_scatter_op.reduce_scatter(tf.stack([i]), 2, "COLLECTIVE_OP_SUB"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="A replica group of 4 does not divide"):
        on_replicas(2, lambda index: ipu.all_to_all_op.all_gather(index, 4))
