"""Histograms."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_histograms(tf: Any, ipu: Any, run: Any) -> None:
    statistics = ipu.statistics_ops
    values, levels = tf.constant([-3.0, -1.0, 0.5, 1.0, 5.0]), tf.constant([0.0, 1.0, 2.0])
    counts, sizes = run(lambda: [statistics.histogram(values, levels, flag) for flag in (False, True)])
    assert counts.tolist() == [2, 1, 1, 1]
    assert sizes.tolist() == [0, 1, 2, 2]
    updated = run(lambda: statistics.histogram_update(tf.constant(counts), values, levels))
    assert updated.tolist() == [4, 2, 2, 2]
    assert run(lambda: statistics.histogram_normalize(tf.constant(counts))).tolist() == pytest.approx(
        [0.4, 0.2, 0.2, 0.2]
    )
    assert run(lambda: statistics.fixed_width_bins(values, 5)).tolist() == [-3, -1, 1, 3, 5]


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda tf, ops: ops.histogram(tf.constant([1]), tf.constant([1])), "Only float16 and float32"),
        (lambda tf, ops: ops.histogram(tf.zeros([1, 1]), tf.zeros(1)), "expects rank-1"),
        (
            lambda tf, ops: ops.histogram_update(tf.zeros(2, tf.float16), tf.zeros(1), tf.zeros(1)),
            "float32 type",
        ),
        (
            lambda tf, ops: ops.histogram_update(tf.zeros(3), tf.zeros(1), tf.zeros(1)),
            "must have n\\+1 elements",
        ),
        (lambda tf, ops: ops.histogram_update(tf.zeros([2, 1]), tf.zeros(1), tf.zeros(1)), "expects rank-1"),
    ],
)
def test_histograms_that_do_not_fit(tf: Any, ipu: Any, call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(tf, ipu.statistics_ops)
