"""What functions of TensorFlow give."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array
from tests.analysis.evaluated import IMPORTS, value_of

DATA = "x = np.random.rand(100, 4)\n"


@pytest.mark.parametrize(
    ("code", "dtype"),
    [
        ("tf.range(10)", "int32"),
        ("tf.argmax(x, axis=1)", "int64"),
        ("tf.constant([1, 2, 3])", "int32"),
        ("tf.constant(np.arange(3))", "int64"),
        ("tf.convert_to_tensor(np.arange(3))", "int64"),
        ("tf.zeros((3,4))", "float32"),
        ("tf.random.uniform((10,), maxval=3, dtype=tf.int64)", "int64"),
        ("tf.random.uniform((10,), 0, 3, tf.int32)", "int32"),
        ("tf.TensorSpec((4,))", "float32"),
        ("tf.TensorSpec((), tf.int64)", "int64"),
        ("tf.io.FixedLenFeature([], tf.int64)", "int64"),
        ("tf.io.parse_example(text, {'a': tf.io.FixedLenFeature([], dtype=tf.int64)})['a']", "int64"),
        ("tf.io.parse_example(text, {'a': tf.io.VarLenFeature(tf.int64)})['a']", ""),
        ("tf.strings.to_number(text)", "float32"),
        ("tf.strings.to_number(text, out_type=tf.int64)", "int64"),
        ("tf.numpy_function(load, [x], tf.int64)", "int64"),
        ("tf.py_function(load, [x], Tout=[tf.float32, tf.int64])[1]", "int64"),
        ("keras.layers.StringLookup()(tf.constant(x))", "int64"),
        ("keras.layers.StringLookup(output_mode='count')(tf.constant(x))", ""),
    ],
)
def test_element_types(code: str, dtype: str) -> None:
    assert value_of(code, IMPORTS + DATA).dtype == dtype


@pytest.mark.parametrize(
    ("code", "container"),
    [
        ("tf.argmax(x, axis=1)", "tensor"),
        ("tf.argmax(x, axis=1)[:10]", "tensor"),
        ("tf.constant(x) + x", "tensor"),
        ("tf.zeros((3, 4))", "tensor"),
        ("tf.constant(x).numpy()", ""),
        ("keras.Sequential()(x)", "tensor"),
        ("x", ""),
    ],
)
def test_tensors(code: str, container: str) -> None:
    value = value_of(code, IMPORTS + DATA)
    assert isinstance(value, Array)
    assert value.container == container


@pytest.mark.parametrize("code", ["tf.zeros((3, 4))", "tf.range(3)", "tf.argmax(x[:3], axis=1)"])
def test_rows(code: str) -> None:
    assert rows_of(value_of(code, IMPORTS + DATA)) == 3


@pytest.mark.parametrize(
    ("code", "rows"),
    [("tf.expand_dims(x, 0)", 1), ("tf.expand_dims(x, -1)", 100), ("tf.expand_dims(x, n)", None)],
)
def test_a_new_axis(code: str, rows: int | None) -> None:
    assert rows_of(value_of(code, IMPORTS + DATA)) == rows
