"""Inputs of every kind: what they are, how many rows they have, and cutting them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

ROWS = np.arange(20, dtype="float32").reshape(10, 2)


@pytest.fixture
def inputs(tf: Any) -> Any:
    from gpu2ipu.simulator.recording import inputs

    return inputs


def test_kinds(tf: Any, inputs: Any) -> None:
    class Batches(tf.keras.utils.Sequence):
        def __len__(self) -> Any:
            return 1

        def __getitem__(self, index: Any) -> Any:
            return ROWS

    arrays = [ROWS, tf.constant(ROWS), [ROWS, ROWS], {"a": ROWS}, [1, 2, 3], (ROWS, [ROWS])]
    assert {inputs.kind_of(x) for x in arrays} == {"arrays"}
    assert inputs.kind_of(tf.data.Dataset.range(3).map(lambda n: n)) == "dataset"
    drawn = [iter([ROWS]), (row for row in ROWS), Batches(), None, object(), []]
    assert {inputs.kind_of(x) for x in drawn} == {"generator"}


def test_rows_and_cutting(tf: Any, inputs: Any) -> None:
    for arrays in (ROWS, tf.constant(ROWS), [ROWS, ROWS], {"a": ROWS}, list(range(10))):
        assert inputs.rows_of(arrays) == 10
        part = inputs.cut(arrays, 2, 5)
        assert type(part) is type(arrays) or tf.is_tensor(part)
        assert inputs.rows_of(part) == 3
    assert inputs.cut(list(range(10)), 2, 5) == [2, 3, 4]
    assert inputs.cut(None, 0, 5) is None
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, index=range(50, 60))
    assert inputs.cut(frame, 2, 4).index.tolist() == [52, 53]


def test_lists_of_numbers_are_arrays_and_other_lists_stay(inputs: Any) -> None:
    numbers: dict[str, Any] = {"x": [[1, 2], [3, 4]], "y": [0.5, 1.5], "epochs": 2, "sample_weight": None}
    inputs.numbers_as_arrays(numbers)
    assert numbers["x"].shape == (2, 2)
    assert numbers["y"].tolist() == [0.5, 1.5]
    for arguments in ({"x": [ROWS, ROWS], "y": [1, 2]}, {"x": [1, 2], "y": ROWS}, {"x": ["a", "b"]}):
        given = dict(arguments)
        inputs.numbers_as_arrays(arguments)
        assert all(arguments[name] is given[name] for name in given)


@pytest.mark.parametrize("seed", [None, 3])
def test_partial_batches_are_left_out_before_batches_are_shuffled(
    tf: Any, inputs: Any, monkeypatch: pytest.MonkeyPatch, seed: Any
) -> None:
    for name in inputs._KEEPING_BATCHES:
        monkeypatch.setattr(tf.data.Dataset, name, getattr(tf.data.Dataset, name))

    def batches(drop_remainder: bool) -> Any:
        tf.random.set_seed(5)
        data = tf.data.Dataset.range(41).batch(4, drop_remainder=drop_remainder).skip(1)
        return data.shuffle(4, seed=seed).map(lambda numbers: numbers + 1).prefetch(1)

    port = [[batch.tolist() for batch in batches(True).as_numpy_iterator()] for _ in range(2)]
    inputs.drop_before_shuffles()
    data = batches(False)
    original = [
        [batch.tolist() for batch in inputs.whole_batches(data, 4).as_numpy_iterator()] for _ in range(2)
    ]
    assert original[0] == port[0]
    assert len(list(data)) == 10 and len(original[1]) == 9
    assert float(tf.random.uniform([])) == float(
        [tf.random.set_seed(5), batches(True), tf.random.uniform([])][-1]
    )


@pytest.mark.parametrize(("split", "rows"), [(0.25, 7), (0.1, 9), (0.5, 5), (0.0, 10)])
def test_validation_is_split_as_keras_splits(inputs: Any, split: Any, rows: Any) -> None:
    arguments = {
        "x": ROWS,
        "y": ROWS[:, 0],
        "sample_weight": None,
        "validation_split": split,
        "validation_data": None,
    }
    inputs.split_like_keras(arguments)
    assert len(arguments["x"]) == len(arguments["y"]) == rows
    if split:
        x, y = arguments["validation_data"]
        assert np.array_equal(np.concatenate([arguments["x"], x]), ROWS)
        assert np.array_equal(y, ROWS[rows:, 0])
        assert arguments["validation_split"] == 0.0


def test_given_validation_data_is_not_split(tf: Any, inputs: Any) -> None:
    given = (ROWS, ROWS)
    arguments = {"x": ROWS, "validation_split": 0.5, "validation_data": given}
    inputs.split_like_keras(arguments)
    assert arguments["x"] is ROWS and arguments["validation_data"] is given


def test_batches_of_data_sets(tf: Any, inputs: Any) -> None:
    rows = tf.data.Dataset.from_tensor_slices((ROWS, ROWS))
    plain = rows.shuffle(5).batch(4).map(lambda a, b: (a, b)).prefetch(1)
    assert inputs.batch_of(plain) == 4
    assert inputs.batch_of(rows) is None
    assert inputs.batch_of(tf.data.Dataset.zip((plain, plain))) is None
    assert (inputs.cardinality(plain), inputs.partial_batches(plain)) == (3, 1)
    assert inputs.partial_batches(plain.repeat(3)) == 3
    assert inputs.partial_batches(rows.repeat(3).batch(4)) == 1
    assert inputs.cardinality(plain.repeat()) == -1
    assert inputs.cardinality(plain.filter(lambda a, b: True)) == -2


def test_whole_batches(tf: Any, inputs: Any) -> None:
    rows = tf.data.Dataset.from_tensor_slices(({"a": ROWS}, ROWS[:, 0]))
    whole = inputs.of_size(inputs.whole_batches(rows.batch(4), 4), 2)
    assert [len(y) for _, y in whole] == [4, 4]
    assert inputs.cardinality(whole) == 2
    assert [len(y) for _, y in inputs.whole_batches(rows.batch(4).repeat(2), 4)] == [4] * 4
    full = rows.batch(4, drop_remainder=True)
    assert inputs.whole_batches(full, 4) is full


def test_specs_are_what_a_model_will_get(tf: Any, inputs: Any) -> None:
    spec = inputs.spec_of(ROWS.astype("float64"))
    assert spec.shape.as_list() == [None, 2] and spec.dtype == tf.float32  # as Keras casts
    assert inputs.spec_of({"a": ROWS.astype("int64")})["a"].dtype == tf.int64
    data = tf.data.Dataset.from_tensor_slices((ROWS, ROWS)).batch(4)
    assert inputs.spec_of(data).shape.as_list() == [None, 2]
    assert inputs.spec_of(iter([ROWS])) is None
