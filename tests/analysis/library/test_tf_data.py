"""What the methods of `tf.data` do to elements, batches and size."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.library.numpy import rows_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.containers import Dict, ListOf, ListOrTuple
from gpu2ipu.analysis.values.data import Batching, Dataset, Generator, Size, iterated, length_of, origins_of
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import Unknown, Value
from gpu2ipu.port.batching.row_counts import flat
from tests.analysis.evaluated import IMPORTS, facts, value_of

SLICES = """
x, y = np.zeros((10, 3)), np.arange(10)
xy = tf.data.Dataset.from_tensor_slices((x, y))
E = tf.data.experimental
def parse(x, y):
    return tf.cast(x, tf.float32), tf.cast(y, tf.int32)
"""


@pytest.mark.parametrize(
    ("code", "rows", "batching", "size", "remainder"),
    [
        ("xy", 10, "none", "known", None),
        ("xy.shuffle(10).cache().prefetch(1)", 10, "none", "known", None),
        ("xy.batch(3)", 4, "partial", "known", 1),
        ("xy.batch(5)", 2, "partial", "known", 0),
        ("xy.batch(batch_size=3, drop_remainder=True)", 3, "whole", "known", 1),
        ("xy.batch(3, True)", 3, "whole", "known", 1),
        ("xy.batch(3, False)", 4, "partial", "known", 1),
        ("xy.batch(3).take(2)", 2, "partial", "known", 0),
        ("xy.batch(3).take(9)", 4, "partial", "known", 1),
        ("xy.batch(3).take(n)", None, "partial", "known", None),
        ("xy.batch(3).repeat(2).take(5)", 5, "partial", "known", None),
        ("xy.batch(3).shuffle(4).take(2)", 2, "partial", "known", None),
        ("xy.batch(5).repeat(2).take(n)", None, "partial", "known", 0),
        ("xy.batch(3).skip(2)", 2, "partial", "known", 1),
        ("xy.batch(n)", None, "partial", "known", None),
        ("xy.batch(*unheard_of)", None, "unknown", "known", None),
        ("xy.padded_batch(3, ([3], []), None, True)", 3, "whole", "known", 1),
        ("xy.padded_batch(3)", 4, "partial", "known", 1),
        ("xy.apply(tf.data.experimental.dense_to_ragged_batch(3))", None, "none", "unknown", None),
        ("xy.filter(f).apply(tf.data.experimental.assert_cardinality(7))", 7, "none", "known", None),
        ("xy.apply(E.assert_cardinality(tf.data.INFINITE_CARDINALITY))", None, "none", "infinite", None),
        ("xy.apply(E.assert_cardinality(tf.data.UNKNOWN_CARDINALITY))", None, "none", "unsized", None),
        ("tf.data.Dataset.list_files('*.png')", None, "none", "known", None),
        ("xy.ragged_batch(3, True)", 3, "whole", "known", 1),
        ("xy.ragged_batch(3, False, tf.int64)", 4, "partial", "known", 1),
        ("xy.repeat().batch(3)", None, "partial", "infinite", 0),
        ("xy.repeat(-1)", None, "none", "infinite", None),
        ("xy.repeat(2)", 20, "none", "known", None),
        ("xy.repeat(n)", None, "none", "known", None),
        ("xy.batch(5).repeat(count=2)", 4, "partial", "known", 0),
        ("xy.take(4)", 4, "none", "known", None),
        ("xy.take(40)", 10, "none", "known", None),
        ("xy.take(n)", None, "none", "known", None),
        ("xy.take(-1)", None, "none", "known", None),
        ("xy.repeat().take(4)", 4, "none", "known", None),
        ("xy.skip(4)", 6, "none", "known", None),
        ("xy.skip(40)", 0, "none", "known", None),
        ("xy.skip(n)", None, "none", "known", None),
        ("xy.batch(3).unbatch()", None, "none", "unsized", None),
        ("xy.shard(2, 0)", None, "none", "known", None),
        ("xy.concatenate(xy)", 20, "none", "known", None),
        ("xy.concatenate(xy.take(n))", None, "none", "known", None),
        ("xy.concatenate(xy.filter(f))", None, "none", "unsized", None),
        ("xy.concatenate(xy.repeat())", None, "none", "infinite", None),
        ("xy.batch(5).concatenate(xy.batch(5))", None, "partial", "known", 0),
        ("xy.batch(5, True).concatenate(xy.batch(3))", None, "partial", "known", None),
        ("xy.concatenate(unheard_of)", None, "unknown", "unknown", None),
        ("xy.filter(lambda x, y: y > 3)", None, "none", "unsized", None),
        ("xy.flat_map(parse)", None, "none", "unsized", None),
        ("xy.map(parse).batch(5)", 2, "partial", "known", 0),
        ("xy.map(unheard_of)", 10, "none", "known", None),
        ("tf.data.Dataset.range(10)", 10, "none", "known", None),
        ("tf.data.Dataset.range(2, 10)", None, "none", "known", None),
        ("tf.data.TextLineDataset('f').batch(3)", None, "partial", "unsized", None),
        ("tf.data.Dataset.from_generator(parse, tf.float32)", None, "none", "unsized", None),
        ("tf.data.Dataset.from_tensors(x)", None, "unknown", "unknown", None),
        ("tf.data.Dataset.zip(n)", None, "unknown", "unknown", None),
        ("tf.data.Dataset.zip((xy, xy.take(4)))", 4, "none", "known", None),
        ("tf.data.Dataset.zip((xy, tf.data.experimental.Counter()))", 10, "none", "known", None),
        ("tf.data.Dataset.zip((xy, xy.filter(f)))", None, "none", "unsized", None),
        ("tf.data.Dataset.zip((xy.repeat(), xy.repeat()))", None, "none", "infinite", None),
        ("tf.data.Dataset.zip(((xy, xy.take(n)), xy))", None, "none", "known", None),
        ("xy.unique()", None, "none", "unsized", None),
        ("xy.apply(E.unique())", None, "none", "unsized", None),
        ("xy.apply(E.rejection_resample(f, [0.5, 0.5]))", None, "none", "unsized", None),
        ("xy.scan(0, f)", 10, "none", "known", None),
        ("xy.apply(E.group_by_window(f, g, 3))", None, "none", "unsized", None),
        ("xy.group_by_window(f, g, 3)", None, "none", "unsized", None),
        ("xy.group_by_window(f, lambda key, group: group.batch(3), 3)", None, "partial", "unsized", None),
        ("xy.apply(lambda rows: rows.batch(3))", 4, "partial", "known", 1),
        ("E.sample_from_datasets([xy, xy])", None, "none", "unsized", None),
        ("E.CsvDataset('f', [tf.int32])", None, "none", "unsized", None),
        ("tf.data.Dataset.random()", None, "none", "infinite", None),
        ("tf.data.Dataset.zip((xy, xy)).batch(2)", 5, "partial", "known", 0),
        ("keras.preprocessing.image_dataset_from_directory('d')", None, "partial", "known", None),
        ("keras.utils.text_dataset_from_directory('d')", None, "partial", "known", None),
    ],
)
def test_batches_and_size(
    code: str, rows: int | None, batching: str, size: str, remainder: int | None
) -> None:
    value = value_of(SLICES + code)
    assert isinstance(value, Dataset)
    assert (value.length, value.batching, value.size) == (rows, Batching(batching), Size(size))
    assert value.remainder == remainder


@pytest.mark.parametrize(
    ("code", "dtypes"),
    [
        ("xy", ["float64", "int64"]),
        ("xy.batch(3)", ["float64", "int64"]),
        ("xy.map(parse)", ["float32", "int32"]),
        ("xy.batch(3).map(parse)", ["float32", "int32"]),
        ("xy.map(map_func=parse, num_parallel_calls=4)", ["float32", "int32"]),
        ("xy.map(lambda x, y: y)", ["int64"]),
        ("xy.map(lambda x, y: (x, tf.one_hot(y, 3)))", ["float64", "float32"]),
        ("xy.map(lambda x, y: {'a': x, 'b': tf.cast(y, tf.int32)})", ["float64", "int32"]),
        ("xy.map(lambda x, y: unheard_of(x))", []),
        ("xy.map(unheard_of)", []),
        ("xy.flat_map(parse)", []),
        ("xy.filter(parse)", ["float64", "int64"]),
        ("xy.window(3).flat_map(lambda a, b: b.batch(3, True))", ["int64"]),
        ("xy.window(3).flat_map(lambda a, b: tf.data.Dataset.zip((a, b))).map(parse)", ["float32", "int32"]),
        ("xy.interleave(lambda a, b: tf.data.Dataset.from_tensors(b))", []),
        ("xy.interleave(lambda a, b: tf.data.Dataset.from_tensor_slices((b, a)))", ["int64", "float64"]),
        ("tf.data.Dataset.from_tensor_slices({'a': x, 'b': y})", ["float64", "int64"]),
        ("tf.data.Dataset.from_tensor_slices(({'a': x, 'b': y}, y))", ["float64", "int64", "int64"]),
        ("tf.data.Dataset.zip((xy, tf.data.Dataset.range(3)))", ["float64", "int64", "int64"]),
        ("tf.data.TextLineDataset('f').map(lambda line: tf.cast(line, tf.int32))", ["int32"]),
    ],
)
def test_element_types(code: str, dtypes: list[str]) -> None:
    assert [leaf.dtype for part in iterated(value_of(SLICES + code)) for leaf in flat(part)] == dtypes


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("xy", [Array, Array]),
        ("tf.data.Dataset.from_tensor_slices({'a': x, 'b': y})", [Dict]),
        ("tf.data.Dataset.from_tensor_slices(({'a': x, 'b': y}, y))", [Dict, Array]),
        ("tf.data.Dataset.from_tensor_slices([3, 5])", [Array]),
        ("tf.data.Dataset.zip((xy, xy.map(lambda x, y: y)))", [ListOrTuple, Array]),
        ("tf.data.Dataset.zip({'a': xy, 'b': xy})", [Dict]),
        ("tf.data.Dataset.zip(((xy, xy), xy))", [ListOrTuple, ListOrTuple]),
        ("xy.map(lambda x, y: {'a': x, 'b': y})", [Dict]),
        ("xy.map(lambda x, y: ({'a': x}, y)).batch(2)", [Dict, Array]),
        ("tf.data.Dataset.from_tensor_slices({'a': x}).map(lambda row: row['a'])", [Array]),
        ("xy.window(3)", [Dataset, Dataset]),
    ],
)
def test_the_parts_of_an_element_are_the_arguments_of_a_map(code: str, kinds: list[type[Value]]) -> None:
    assert [type(part) for part in iterated(value_of(SLICES + code))] == kinds


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("tf.data.Options()", Unknown),
        ("tf.data.experimental.cardinality(xy)", Unknown),
        ("xy.as_numpy_iterator()", Generator),
        ("len(xy.batch(3))", Number),
    ],
)
def test_what_is_no_dataset(code: str, kind: type[Value]) -> None:
    assert isinstance(value_of(SLICES + code), kind)


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ("xy.batch(3)", ["xy.batch(3)"]),
        ("xy.batch(3).unbatch().batch(5)", ["xy.batch(3).unbatch().batch(5)"]),
        ("a = xy.batch(3)\nb = xy.batch(4)\na if n else b", ["xy.batch(3)", "xy.batch(4)"]),
        ("tf.data.Dataset.zip((xy.batch(3), xy.batch(4)))", ["xy.batch(3)", "xy.batch(4)"]),
        ("xy.take(3)", []),
    ],
)
def test_the_batch_calls_behind_a_dataset(code: str, calls: list[str]) -> None:
    assert sorted(map(ast.unparse, origins_of(value_of(SLICES + code)))) == calls


@pytest.mark.parametrize(
    ("loop", "name", "dtype"),
    [
        ("for a, b in xy.batch(4):", "b", "int64"),
        ("for a in xy.map(lambda x, y: x):", "a", "float64"),
        ("for a in tf.data.TextLineDataset('f'):", "a", ""),
    ],
)
def test_a_loop_sees_one_element_whose_rows_are_not_those_of_the_whole(
    loop: str, name: str, dtype: str
) -> None:
    value = value_of(f"{SLICES}{loop}\n    pass\n{name}")
    assert (rows_of(value), value.dtype) == (None, dtype)


def test_methods_are_noted_in_order() -> None:
    calls = facts(SLICES + "xy.map(parse).batch(3).prefetch(1)").method_calls
    assert [call.method for call in calls] == ["map", "batch", "prefetch"]
    assert all(isinstance(call.receiver, Dataset) for call in calls)


@pytest.mark.parametrize(
    ("data", "rows", "kinds", "dtypes"),
    [
        ("[x, x]", 2, [Array], ["float64"]),
        ("([x, x], [0, 1])", 2, [Array, Array], ["float64", ""]),
        ("((x, x), y)", 10, [ListOrTuple, Array], ["float64", "float64", "int64"]),
        ("({'a': (x, y)}, y)", 10, [Dict, Array], ["float64", "int64", "int64"]),
        ("({'a': [x, x, x]}, [1, 2, 3])", 3, [Dict, Array], ["float64", ""]),
        ("[[1, 2], [3, 4], [5, 6]]", 3, [Array], [""]),
        ("([1, 2, 3], ['a', 'b', 'c'])", 3, [Array, Array], ["", "str"]),
        ("{'a': ['u', 'v'], 'b': [1.0, 2.0]}", 2, [Dict], ["str", ""]),
        ("[(1, 2), (3, 4), (5, 6)]", 3, [Array], [""]),
        ("list((x, x, x))", 3, [Array], ["float64"]),
        ("tuple([x, y])", 10, [Array, Array], ["float64", "int64"]),
        ("[np.load(p) for p in paths]", None, [Array], [""]),
        ("[x + n for n in paths]", None, [Array], ["float64"]),
        ("([np.load(p) for p in paths], y)", 10, [Array, Array], ["", "int64"]),
        ("tuple(x + n for n in paths)", None, [ListOf], [""]),
    ],
)
def test_a_list_is_one_array_and_a_tuple_is_several(
    data: str, rows: int | None, kinds: list[type[Value]], dtypes: list[str]
) -> None:
    code = SLICES.replace("xy =", "from elsewhere import paths\nxy =")
    value = value_of(f"{code}tf.data.Dataset.from_tensor_slices({data})")
    assert length_of(value) == rows
    assert [type(part) for part in iterated(value)] == kinds
    assert [leaf.dtype for part in iterated(value) for leaf in flat(part)] == dtypes


@pytest.mark.parametrize(
    ("code", "types"),
    [
        ("tf.data.Dataset.from_generator(f, (tf.float32, tf.int64))", ["float32", "int64"]),
        ("tf.data.Dataset.from_generator(f, output_types='int64')", ["int64"]),
        ("tf.data.Dataset.from_generator(f, output_signature=tf.TensorSpec((), tf.int32))", ["int32"]),
        ("tf.data.Dataset.from_generator(f)", [""]),
        ("tf.data.Dataset.range(3).map(lambda n: tf.cast(n, tf.int32)).enumerate()", ["int64", "int32"]),
        ("tf.data.experimental.CsvDataset('a', [tf.float32, tf.int64, 0.5])", ["float32", "int64", ""]),
        ("tf.data.experimental.CsvDataset('a', types)", []),
        ("tf.data.experimental.Counter()", ["int64"]),
    ],
)
def test_types_of_an_element(code: str, types: list[str]) -> None:
    assert [part.dtype for part in value_of(code, IMPORTS).parts] == types  # type: ignore[attr-defined]
