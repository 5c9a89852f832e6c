"""The functions that make datasets of generators, and of the batches of others, run as they stand in a port."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import Insert
from gpu2ipu.port.code import helper_functions
from tests.port.proposed import script_of

pytestmark = pytest.mark.tensorflow


def written(name: str, *options: bool) -> Callable[..., Any]:
    """A snippet with all that it calls, as the port has it."""
    script = script_of("pass", imports="import numpy as np\nimport tensorflow as tf\n")
    helper = getattr(helper_functions, name)(script, facts_of(script), *options)
    namespace: dict[str, Any] = {}
    exec("import numpy as np\nimport tensorflow as tf", namespace)
    for edit in helper.edits:
        assert isinstance(edit, Insert)
        exec(edit.template, namespace)
    function: Callable[..., Any] = namespace[helper.name]
    return function


def counted(read: list[int]) -> Iterator[Any]:
    for n in range(100):
        read.append(n)
        yield [{"a": np.full((4, 1), n)}, np.full((4, 2), n, "uint8")], np.full(4, float(n)), np.ones(4) > 0


def test_each_epoch_reads_on_in_a_generator_and_no_further() -> None:
    read: list[int] = []
    data = written("dataset_of_generator")(counted(read), 3.0)
    assert int(data.cardinality()) == 3 and read == [0]
    for epoch in range(3):
        assert [int(y[0]) for _, y, _ in data] == [3 * epoch, 3 * epoch + 1, 3 * epoch + 2]
        assert len(read) == 3 * epoch + 3


def test_types_are_those_of_feeds_and_shapes_those_of_the_first_batch() -> None:
    (features, images), targets, weights = written("dataset_of_generator")(counted([]), 3).element_spec
    assert (features["a"].dtype, features["a"].shape) == ("int32", (4, 1))
    assert (images.dtype, images.shape) == ("uint8", (4, 2))
    assert (targets.dtype, weights.dtype) == ("float32", "bool")


def test_short_batches_are_left_out_on_demand() -> None:
    passes = iter([np.full((rows, 1), rows) for rows in (4, 4, 2)] * 9)
    data = written("dataset_of_generator")(passes, 3, drop_remainder=True)
    assert [len(batch) for _ in range(2) for batch in data] == [4] * 6


@pytest.mark.parametrize(
    ("batches", "words"),
    [([np.ones((4, 1)), np.ones((2, 1))], "shape"), ([np.ones((4, 1))], "cardinality|contain")],
    ids=["a batch of another shape", "too few batches"],
)
def test_batches_that_the_ipu_cannot_take_end_the_program(batches: list[Any], words: str) -> None:
    import tensorflow as tf

    data = written("dataset_of_generator")(iter(batches), 2)
    with pytest.raises(tf.errors.OpError, match=words):
        list(data)


class Rows:
    """Four whole batches and a short one; notes what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def __len__(self) -> int:
        return 5

    def __getitem__(self, index: int) -> Any:
        self.asked.append(index)
        rows = 2 if index < 4 else 1
        return np.full((rows, 3), index), np.full(rows, index)

    def on_epoch_end(self) -> None:
        self.asked.append("end")


def test_a_sequence_is_read_anew_in_each_epoch_without_its_short_batch() -> None:
    rows = Rows()
    data = written("dataset_of_sequence")(rows, 4)
    assert int(data.cardinality()) == 4 and rows.asked == [0]
    for _ in range(2):
        rows.asked.clear()
        assert [int(y[0]) for _, y in data] == [0, 1, 2, 3]
        assert rows.asked == [0, 1, 2, 3, "end"]


def test_a_shuffled_sequence_keeps_all_whole_batches() -> None:
    import random

    random.seed(1)
    data = written("dataset_of_sequence")(Rows(), 4, shuffle=True)
    orders = [[int(y[0]) for _, y in data] for _ in range(5)]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(set(map(tuple, orders))) > 1


def test_all_rows_of_a_sequence_fill_batches_of_another_size() -> None:
    rows = Rows()
    data = written("dataset_of_rows")(rows, 9, 3)
    assert int(data.cardinality()) == 3 and data.element_spec[0].shape == (3, 3) and rows.asked == [0]
    for _ in range(2):
        rows.asked.clear()
        assert [y.numpy().tolist() for _, y in data] == [[0, 0, 1], [1, 2, 2], [3, 3, 4]]
        assert rows.asked == [0, 1, 2, 3, 4, "end"]


def test_micro_batches_are_the_parts_of_each_batch_in_order() -> None:
    import tensorflow as tf

    rows = tf.data.Dataset.range(24).map(lambda n: ({"a": n, "b": (n, [n, n])}, -n))
    data = written("micro_batches")(rows.batch(8, drop_remainder=True), 4)
    assert int(data.cardinality()) == 12
    assert data.element_spec[0]["b"][1].shape == (2, 2)
    assert [y.numpy().tolist() for _, y in data] == [[-n, -n - 1] for n in range(0, 24, 2)]
    assert [x["a"].numpy().tolist() for x, _ in data] == [[n, n + 1] for n in range(0, 24, 2)]


def test_micro_batches_of_an_endless_dataset_and_of_arrays_alone() -> None:
    import tensorflow as tf

    cut = written("micro_batches")
    assert int(cut(tf.data.Dataset.range(8).batch(8, drop_remainder=True).repeat(), 2).cardinality()) == -1
    assert [
        x.numpy().tolist() for (x,) in cut(tf.data.Dataset.range(4).batch(4, drop_remainder=True), 2)
    ] == [
        [0, 1],
        [2, 3],
    ]


def test_a_batch_that_is_no_multiple_is_refused() -> None:
    import tensorflow as tf

    with pytest.raises(ValueError, match="Cannot reshape|reshape"):
        written("micro_batches")(tf.data.Dataset.range(9).batch(9, drop_remainder=True), 2)


def test_a_list_of_numbers_is_one_array_and_a_list_of_arrays_several() -> None:
    count, take = written("row_count"), written("take_rows")
    rows, pair = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [np.zeros((3, 1)), np.ones((3, 2))]
    assert count(rows) == count(pair) == 3
    assert take(rows, 0, 2).tolist() == rows[:2]
    assert [part.shape for part in take(pair, 1, 3)] == [(2, 1), (2, 2)]


def test_only_int64_becomes_int32() -> None:
    import tensorflow as tf

    cast = written("without_int64")
    whole, floats = np.arange(3), np.zeros(3)
    assert cast([[1, 2], [3, 4]]).dtype == "int32"
    assert cast(floats) is floats
    first, (second, third) = cast((whole, [floats, tf.constant([7], tf.int64)]))
    assert (first.dtype, third.dtype, third.tolist()) == ("int32", "int32", [7])
    assert second is floats


def test_data_of_unknown_kind_are_predicted_one_batch_at_a_time() -> None:
    import tensorflow as tf

    class Batches(tf.keras.utils.Sequence):  # type: ignore[misc]
        def __len__(self) -> int:
            return 3

        def __getitem__(self, index: int) -> Any:
            return rows[4 * index : 4 * index + 4], np.zeros(4)

    class Doubling:
        def predict(self, x: Any, batch_size: int) -> Any:
            assert len(x) == batch_size
            return 2 * np.asarray(x)

    rows = np.arange(10.0).reshape(10, 1)
    predict = written("predict_one_by_one")
    dataset = tf.data.Dataset.from_tensor_slices(rows).batch(4)
    generator = (Batches()[index] for index in range(3))
    for data, options in ((rows, {"batch_size": 4}), (dataset, {}), (Batches(), {}), (generator, {})):
        np.testing.assert_array_equal(predict(Doubling(), data, **options), 2 * rows)
    np.testing.assert_array_equal(predict(Doubling(), [1, 2, 3], batch_size=2), [2, 4, 6])


def test_a_sequence_is_no_array_of_tokens() -> None:
    import tensorflow as tf

    class Batches(tf.keras.utils.Sequence):  # type: ignore[misc]
        def __len__(self) -> int:
            return 1

        def __getitem__(self, index: int) -> Any:
            return np.zeros((4, 1)), np.zeros(4)

    batches, without_int64 = Batches(), written("without_int64")
    assert without_int64(batches) is batches
    assert without_int64([1, 2]).dtype == "int32"


@pytest.mark.parametrize(("rows", "batch_size", "sizes"), [(10, 4, [4, 4]), (8, 4, [4, 4]), (3, 4, [])])
def test_text_files_in_full_batches(tmp_path: Path, rows: int, batch_size: int, sizes: list[int]) -> None:
    import tensorflow as tf

    for number in range(rows):
        folder = tmp_path / "ab"[number % 2]
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.txt").write_text(f"text {number}")
    read = tf.keras.preprocessing.text_dataset_from_directory
    given, again = (read(tmp_path, batch_size=batch_size, seed=1) for _ in range(2))
    full = written("full_batches_of_files", True)(given, batch_size)
    assert (full.class_names, len(full)) == (["a", "b"], len(sizes))
    for _ in range(2):  # epochs, each in the order of the original
        batches = [(texts.numpy().tolist(), labels.numpy().tolist()) for texts, labels in full]
        original = [(texts.numpy().tolist(), labels.numpy().tolist()) for texts, labels in again]
        assert [len(texts) for texts, _ in batches] == sizes
        assert batches == original[: len(sizes)]
