"""Datasets that the SDK adds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize("size, kept", [(1, 7), (2, 6), (3, 6), (7, 7), (8, 0)])
def test_whole_buffers(tf: Any, ipu: Any, size: int, kept: int) -> None:
    from tensorflow.python.ipu.data.ops.dataset_ops import BufferDataset

    rows = np.arange(14).reshape(7, 2)
    single = tf.data.Dataset.from_tensor_slices(rows)
    pairs = tf.data.Dataset.zip((single, single))
    named = single.map(lambda row: {"row": row})
    assert [element.tolist() for element in BufferDataset(single, size).as_numpy_iterator()] == rows[
        :kept
    ].tolist()
    assert [one.tolist() for one, _ in BufferDataset(pairs, size).as_numpy_iterator()] == rows[:kept].tolist()
    buffered = BufferDataset(named, size)
    assert [each["row"].tolist() for each in buffered.as_numpy_iterator()] == rows[:kept].tolist()
    assert buffered.element_spec == named.element_spec
