"""Methods of datasets that call functions, and those by which a script reads."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.data import Batching, Dataset, Size
from gpu2ipu.edits import Insert
from gpu2ipu.port.code.helper_functions import micro_batches
from tests.analysis.evaluated import facts, script_of, value_of

DATA = "d = tf.data.Dataset.from_tensor_slices((np.zeros((8, 3)), np.zeros(8, 'int64')))\n"


def dataset(code: str) -> Dataset:
    value = value_of(DATA + code)
    assert isinstance(value, Dataset)
    return value


@pytest.mark.parametrize(
    ("code", "dtypes"),
    [
        ("d.map(lambda x, y: (y, x))", ["int64", "float64"]),
        ("d.map(lambda x, y: x)", ["float64"]),
        ("d.map(map_func=lambda x, y: x)", ["float64"]),
        ("def f(x, y):\n    return tf.cast(x, tf.float32), y\nd.map(f)", ["float32", "int64"]),
        ("from functools import partial\ndef f(k, x, y):\n    return x, y, y\nd.map(partial(f, 3))", 3),
        ("d.map(unheard_of)", []),
        ("d.map(lambda x, y: 3)", []),
        ("d.flat_map(lambda x, y: tf.data.Dataset.from_tensor_slices(y))", ["int64"]),
    ],
)
def test_elements_of_a_mapped_dataset(code: str, dtypes: list[str] | int) -> None:
    parts = dataset(code).parts
    assert len(parts) == dtypes if isinstance(dtypes, int) else [part.dtype for part in parts] == dtypes


def test_a_flattened_dataset_is_unsized() -> None:
    assert dataset("d.flat_map(lambda x, y: tf.data.Dataset.from_tensors(x))").size is Size.UNSIZED


@pytest.mark.parametrize(
    ("code", "length"),
    [
        ("d.apply(lambda e: e.take(4))", 4),
        ("d.apply(transformation_func=lambda e: e.take(4))", 4),
        ("d.apply(unheard_of)", None),
        ("d.group_by_window(lambda x, y: y, lambda key, e: e.batch(4), 4)", None),
    ],
)
def test_a_function_of_a_dataset(code: str, length: int | None) -> None:
    assert dataset(code).length == length


def test_a_group_is_a_dataset_of_the_same_elements() -> None:
    grouped = dataset(
        "d.group_by_window(lambda x, y: y, reduce_func=lambda key, e: e.batch(4, True), window_size=4)"
    )
    assert [part.rows for part in grouped.parts if isinstance(part, Array)] == [4, 4]


def test_what_reads_a_batch_is_noted() -> None:
    found = facts(DATA + "b = d.batch(2)\nlist(b.as_numpy_iterator())\nfor x in b: pass")
    (readers,) = found.read.values()
    assert {ast.unparse(reader) for reader in readers} >= {"b.as_numpy_iterator()", "b"}


HELPER = "".join(
    edit.template for edit in micro_batches(script_of(""), facts("")).edits if isinstance(edit, Insert)
)


@pytest.mark.parametrize(
    ("parts", "length", "rows"), [("2", 4, 1), ("n", None, None), ("unheard_of", None, None)]
)
def test_micro_batches_of_a_port(parts: str, length: int | None, rows: int | None) -> None:
    value = value_of(
        HELPER + DATA + f"batches = d.batch(2, drop_remainder=True)\nmicro_batches(batches, {parts})\n"
    )
    assert isinstance(value, Dataset)
    if parts != "unheard_of":
        assert (value.length, value.batching) == (length and length * 2, Batching.WHOLE)
        assert [part.rows for part in value.parts if isinstance(part, Array)] == [rows, rows]
        assert value.micro_batches == (length and 2)
