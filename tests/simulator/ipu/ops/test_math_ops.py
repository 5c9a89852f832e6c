"""Products in slices, and sums of segments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32
MATRIX = np.arange(6, dtype=F32).reshape(2, 3)


@pytest.mark.parametrize("dimension", ["a_columns", "a_rows_b_columns", "b_rows"])
@pytest.mark.parametrize("transposed", [(False, False), (True, False), (False, True), (True, True)])
def test_serialized_products(ipu: Any, run: Any, dimension: str, transposed: tuple[bool, bool]) -> None:
    a, b = np.arange(8, dtype=F32).reshape(2, 4), np.arange(24, dtype=F32).reshape(4, 6)
    given = [matrix.T if flag else matrix for matrix, flag in zip((a, b), transposed)]
    product = run(lambda: ipu.math_ops.serialized_matmul(*given, 2, dimension, *transposed))
    np.testing.assert_allclose(product, a @ b)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((MATRIX, MATRIX.T, 0, "b_rows"), "has to be at least 1, but was 0"),
        ((MATRIX[0], MATRIX.T, 1, "b_rows"), "'a' to have a minimum rank of 2"),
        ((MATRIX, MATRIX.T, 3, "a_columns"), "divide the columns dimension of 'a'"),
        ((MATRIX, MATRIX.T, 2, "a_rows_b_columns"), "divide the rows dimension of 'a'"),
        ((MATRIX, MATRIX.T, 3, "b_rows"), "divide the rows dimension of 'b'"),
        ((MATRIX, MATRIX, 1, "b_rows"), "to match the number of rows in 'b'"),
        ((MATRIX, MATRIX.T, 1, "rows"), "Invalid serialization_dimension=rows"),
    ],
)
def test_products_that_cannot_be_serialized(ipu: Any, arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ipu.math_ops.serialized_matmul(*arguments)


def test_segments(tf: Any, ipu: Any, run: Any) -> None:
    sums = run(lambda: ipu.math_ops.segment_sum(tf.constant(MATRIX), [0, 2], 3))
    np.testing.assert_allclose(sums, [MATRIX[0], [0, 0, 0], MATRIX[1]])
    with pytest.raises(ValueError, match="num_segments must be greater than 0"):
        ipu.math_ops.segment_sum(MATRIX, [0, 2], 0)
    with pytest.raises(ValueError, match="must have same length as axis 0"):
        ipu.math_ops.segment_sum(MATRIX, [0], 1)
