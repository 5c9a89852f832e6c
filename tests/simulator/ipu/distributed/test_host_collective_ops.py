"""Collective operations of one process alone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_collectives_of_one_process(tf: Any, ipu: Any) -> None:
    from tensorflow.python.ipu import distributed

    assert distributed.allgather(tf.constant(2.0)).numpy().tolist() == [2.0]
    assert float(distributed.allreduce(tf.constant(2.0), tf.distribute.ReduceOp.SUM)) == 2.0
    assert float(distributed.broadcast(tf.constant(2.0))) == 2.0
