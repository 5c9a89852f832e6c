"""Lookups in tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32


def test_lookups(tf: Any, ipu: Any, run: Any) -> None:
    table = tf.constant(np.arange(8, dtype=F32).reshape(4, 2))
    found = run(lambda: ipu.embedding_ops.embedding_lookup(table, tf.constant([[3], [0]]), 2))
    assert found.tolist() == [[[6, 7]], [[0, 1]]]
    with pytest.raises(ValueError, match="must divide the size of the 0th dimension of params"):
        ipu.embedding_ops.embedding_lookup(table, tf.constant([0]), 3)
    with pytest.raises(ValueError, match="has to be at least 1"):
        ipu.embedding_ops.embedding_lookup(table, tf.constant([0]), 0)
