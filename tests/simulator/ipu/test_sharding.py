"""What depends on what."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_dependencies_of_operations(tf: Any, ipu: Any) -> None:
    with tf.Graph().as_default():
        one = tf.constant(1.0)
        total = one + 2.0
    found = ipu.sharding.dependencies([total])
    assert {one.op, total.op} <= found
    assert ipu.sharding.has_attr(total.op, "T")
    assert not ipu.sharding.has_attr(total.op, "_XlaSharding")
