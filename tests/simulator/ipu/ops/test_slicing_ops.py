"""Runs of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32


def test_runs_of_rows(tf: Any, ipu: Any, run: Any) -> None:
    src = tf.constant(np.arange(6, dtype=F32).reshape(6, 1))
    dst = tf.constant(np.full((6, 1), -1, F32))
    slicing = ipu.slicing_ops
    kept, zeroed = run(
        lambda: [slicing.sequence_slice(dst, src, [2, 2], [2, 1], [0, 4], unused) for unused in (False, True)]
    )
    assert kept[:, 0].tolist() == [2, 3, -1, -1, 1, 2]
    assert zeroed[:, 0].tolist() == [2, 3, 0, 0, 1, 2]
    unpacked = run(lambda: slicing.sequence_slice_unpack(src, [2, 1], [2, 0], 4))
    assert unpacked[:, 0].tolist() == [2, 3, 0, 0]
    packed = run(lambda: slicing.sequence_slice_pack(dst, src, [2, 1], [3, 0], False))
    assert packed[:, 0].tolist() == [2, -1, -1, 0, 1, -1]
    with pytest.raises(ValueError, match="must have matching, nonzero shapes"):
        slicing.sequence_slice(dst, src, [2], [2, 1], [0, 4], False)
    with pytest.raises(ValueError, match="src and dst inner shapes must match"):
        slicing.sequence_slice_pack(tf.zeros([6, 2]), src, [2], [0], False)
