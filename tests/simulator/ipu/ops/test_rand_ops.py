"""Dropout: its share, its seeds, its replicas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32
MATRIX = np.arange(6, dtype=F32).reshape(2, 3)


def test_dropout(tf: Any, ipu: Any, run: Any) -> None:
    ones = np.ones((40, 50), F32)
    first, second, seeded, again = run(
        lambda: [ipu.rand_ops.dropout(ones, 0.25, seed=seed) for seed in (None, None, [1, 2], [1, 2])]
    )
    assert set(np.unique(first)) == {F32(0), F32(1 / 0.75)}
    assert 0.2 < (first == 0).mean() < 0.3
    assert (first != second).any()
    assert (seeded == again).all()
    columns = run(lambda: ipu.rand_ops.dropout(ones, 0.5, noise_shape=[1, 50]))
    assert (columns == columns[0]).all()


def test_the_seed_of_the_device(tf: Any, ipu: Any, run: Any) -> None:
    program = tf.function(lambda: ipu.rand_ops.dropout(tf.ones([100])))
    strategy = ipu.ipu_strategy.IPUStrategy()
    ipu.utils.reset_ipu_seed(5)
    first, second = strategy.run(program).numpy(), strategy.run(program).numpy()
    ipu.utils.reset_ipu_seed(5)
    assert (strategy.run(program).numpy() == first).all()
    assert (first != second).any()


@pytest.mark.parametrize("identical", [False, True])
def test_replicas_drop_other_elements(tf: Any, ipu: Any, identical: bool, on_replicas: Any) -> None:
    ipu.utils.reset_ipu_seed(5, experimental_identical_replicas=identical)
    one, two = on_replicas(2, lambda _: ipu.rand_ops.dropout(tf.ones([100])))
    assert (one == two) is identical
    ipu.utils.reset_ipu_seed(5)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"rate": 1.0}, r"The rate must be in the range \[0, 1\), but was 1.0"),
        ({"noise_shape": [1]}, "must equal the rank of x"),
        ({"noise_shape": [2, 2]}, "Dimension mismatch, 3 != 2"),
        ({"seed": [1, 2, 3]}, r"Expected the seed to have a shape \[2\]"),
    ],
)
def test_dropout_that_does_not_fit(ipu: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ipu.rand_ops.dropout(MATRIX, **options)
