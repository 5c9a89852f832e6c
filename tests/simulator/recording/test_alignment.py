"""What an original skips to see what its port saw, and what it never skips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.arange(330, dtype="float32").reshape(330, 1)


@pytest.fixture
def align(tf: Any) -> Any:
    from gpu2ipu.simulator.recording.alignment import align

    return align


def port(
    given: Any,
    rows: Any,
    batch: Any = 32,
    epochs: Any = 1,
    shortened: Any = False,
    validation: Any = None,
    validation_counts: Any = None,
) -> Any:
    """The record of a call of a port."""
    return {
        "rows_given": given,
        "shortened": shortened,
        "counts": {"steps": -(-rows // batch) * epochs, "rows": rows * epochs, "batch": batch},
        "epochs_done": epochs,
        "validation": validation,
        "validation_counts": validation_counts,
    }


def arguments(x: Any = X, **changes: Any) -> Any:
    found = {"x": x, "y": None, "sample_weight": None, "batch_size": None, "steps_per_epoch": None}
    return {**found, "validation_data": None, "validation_split": 0.0, "validation_steps": None, **changes}


@pytest.mark.parametrize(
    ("record", "rows"),
    [
        (port(320, 320), 320),  # a remainder
        (port(330, 330), 330),  # nothing dropped
        (port(320, 320, epochs=3), 320),
        (port(288, 288), 330),  # more than a remainder: left for compare to find
        (port(352, 352), 330),  # more rows than there are
        (port(320, 64, shortened=True), 64),
        (port(None, 320), 320),  # the port made a dataset of it
        (port(320, 0), 330),  # nothing was counted
    ],
)
def test_rows_of_arrays(align: Any, record: Any, rows: Any) -> None:
    mine = arguments(y=X, sample_weight=X[:, 0])
    notes = align("fit", mine, record)
    assert [len(mine[name]) for name in ("x", "y", "sample_weight")] == [rows] * 3
    assert bool(notes) == (rows in (64, 320))


@pytest.mark.parametrize(
    ("record", "steps", "rows"),
    [
        (port(320, 160), 5, 320),  # the next epoch goes on after the first five batches
        (port(320, 320, epochs=3), 10, 320),  # the port says no steps: it reads all rows in each epoch
        (port(320, 320), 11, 330),
        (port(288, 288), 9, 330),  # more than a remainder
        (port(330, 320), 10, 330),
        (port(320, 64, shortened=True), 2, 330),
    ],
)
def test_arrays_with_a_number_of_steps(align: Any, record: Any, steps: Any, rows: Any) -> None:
    mine = arguments(y=X, steps_per_epoch=steps)
    notes = align("fit", mine, record)
    assert [len(mine["x"]), len(mine["y"])] == [rows] * 2
    assert bool(notes) == (rows == 320) and mine["steps_per_epoch"] == steps


@pytest.mark.parametrize(
    ("rows", "expected"), [(96, 96), (100, 100), (64, 100)], ids=["remainder", "all", "more than a remainder"]
)
def test_validation_arrays(align: Any, rows: Any, expected: Any) -> None:
    validation = {"rows_given": rows, "shortened": False}
    record = port(320, 320, validation=validation, validation_counts={"steps": 3, "rows": rows, "batch": 32})
    mine = arguments(validation_data=(X[:100], X[:100]))
    align("fit", mine, record)
    assert [len(part) for part in mine["validation_data"]] == [expected, expected]


def test_predictions_see_every_row(align: Any) -> None:
    mine = arguments(steps=None)
    assert align("predict", mine, port(320, 320)) == [] and mine["x"] is X
    align("predict", mine, port(330, 64, shortened=True))
    assert len(mine["x"]) == 64


def test_evaluations_skip_the_remainder_that_the_port_drops(align: Any) -> None:
    mine = arguments(steps=None)
    assert align("evaluate", mine, port(320, 320)) == [
        "skips the remainder of 10 of 330 rows that the port drops"
    ]
    assert len(mine["x"]) == 320
    mine = arguments(steps=None)
    assert align("evaluate", mine, port(256, 256)) == [] and mine["x"] is X  # more than a remainder


def batches(dataset: Any) -> list[int]:
    return [len(batch[0] if isinstance(batch, tuple) else batch) for batch in dataset]


def test_partial_batches_of_data_sets(tf: Any, align: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32)
    mine = arguments(data)
    assert align("fit", mine, port(None, 320)) == ["skips partial batches, as the port does"]
    assert batches(mine["x"]) == [32] * 10
    assert int(mine["x"].cardinality()) == 10  # known, or Keras would try one step more
    for record in (port(None, 256), port(None, 330)):  # too much is missing; nothing is missing
        mine = arguments(data)
        assert align("fit", mine, record) == [] and mine["x"] is data


def test_steps_that_count_the_short_batch(tf: Any, align: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32)
    mine = arguments(data, steps_per_epoch=11)  # all of it, again in each epoch
    assert align("fit", mine, port(None, 320)) == ["skips partial batches, as the port does"]
    assert int(mine["x"].cardinality()) == mine["steps_per_epoch"] == 10
    for repeated in (data.repeat().prefetch(1), data.repeat(4)):
        mine = arguments(repeated, steps_per_epoch=22)  # two rounds of it
        assert align("fit", mine, port(None, 640)) == ["skips partial batches, as the port does"]
        assert mine["steps_per_epoch"] == 20 and batches(mine["x"].take(20)) == [32] * 20
    mine = arguments(data, steps_per_epoch=5)  # goes on in the next epoch
    align("fit", mine, port(None, 160))
    assert int(mine["x"].cardinality()) == tf.data.UNKNOWN_CARDINALITY and mine["steps_per_epoch"] == 5


def test_a_repeated_shuffle_goes_on_as_in_the_port(tf: Any, align: Any) -> None:
    def made(drop_remainder: Any) -> Any:
        tf.random.set_seed(1)
        rows = tf.data.Dataset.from_tensor_slices(X[:97]).cache().shuffle(97, seed=4)
        return rows.batch(10, drop_remainder=drop_remainder).repeat(3)

    def epoch(data: Any) -> Any:  # Keras reads as many as it knows of, and does not look for more
        iterator = iter(data)
        return [next(iterator).numpy().tolist() for _ in range(27)]

    mine = arguments(made(False))
    align("fit", mine, port(None, 270, batch=10))
    originals = [epoch(mine["x"]) for _ in range(2)]
    dropping = made(True)
    assert originals == [epoch(dropping) for _ in range(2)]


def test_partial_batches_of_repeated_data_and_of_evaluations(tf: Any, align: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32)
    mine = arguments(data.repeat(), steps_per_epoch=20)
    align("fit", mine, port(None, 320))
    assert mine["steps_per_epoch"] == 20
    assert batches(mine["x"].take(25)) == [32] * 25
    mine = arguments(data, steps=None)
    assert align("evaluate", mine, port(None, 320)) == ["skips partial batches, as the port does"]
    assert batches(mine["x"]) == [32] * 10
    mine = arguments(data, steps=None)
    assert align("predict", mine, port(None, 320)) == [] and mine["x"] is data
    align("predict", mine, port(None, 96, shortened=True))
    assert batches(mine["x"]) == [32] * 3


@pytest.fixture
def sequence(tf: Any) -> Any:
    class Rows(tf.keras.utils.Sequence):
        def __len__(self) -> Any:
            return 11

        def __getitem__(self, index: Any) -> Any:
            return X[index * 32 : index * 32 + 32], X[index * 32 : index * 32 + 32]

    return Rows()


def test_generators_without_steps_are_left_alone(align: Any) -> None:
    rows = iter([X])
    mine = arguments(rows)
    assert align("fit", mine, port(None, 320)) == [] and mine["x"] is rows


def test_generators_are_read_as_the_port_reads_them(tf: Any, align: Any) -> None:
    mine = arguments(iter([(X[:32], X[:32])] * 99), steps_per_epoch=10)
    assert align("fit", mine, port(None, 320)) == [] and mine["steps_per_epoch"] == 10
    assert batches(mine["x"].map(lambda x, y: x)) == [32] * 10
    mine = arguments(iter([X[:32]] * 99), steps=10)
    align("evaluate", mine, port(None, 96, shortened=True))
    assert mine["steps"] == 3 and batches(mine["x"]) == [32] * 3


def test_generators_of_training_lose_short_batches(tf: Any, align: Any) -> None:
    passes = [X[:32], X[:32], X[:10]] * 9
    mine = arguments(iter([(x, x) for x in passes]), steps_per_epoch=3)
    notes = align("fit", mine, port(None, 96))
    assert notes == []  # nothing is known before they are read
    assert batches(mine["x"].map(lambda x, y: x)) == [32] * 3
    assert notes == ["skips partial batches, as the port does"]
    mine = arguments(iter(passes), steps=3)
    assert align("evaluate", mine, port(None, 96)) == [] and batches(mine["x"]) == [32, 32, 10]


def test_sequences_lose_the_short_batch_at_their_end(align: Any, sequence: Any) -> None:
    for steps in (None, 10):
        mine = arguments(sequence, steps_per_epoch=steps)
        assert align("fit", mine, port(None, 320)) == ["skips partial batches, as the port does"]
        assert len(mine["x"]) == 10
    nothing_dropped, too_much = port(None, 330), port(None, 256)
    for record, steps in ((nothing_dropped, None), (too_much, None), (port(None, 320), 9)):
        mine = arguments(sequence, steps_per_epoch=steps)
        assert align("fit", mine, record) == [] and mine["x"] is sequence


def test_sequences_that_run_out_are_told(align: Any, sequence: Any) -> None:
    """One that the port takes once an epoch is taken so by the original, too, whose training would end."""
    told = "is asked for 12 batches an epoch and has 11: Keras ends its training"
    mine = arguments(sequence, steps_per_epoch=11.5)
    short, note = align("fit", mine, port(None, 320))
    assert short == "skips partial batches, as the port does"
    assert note.startswith(told) and note.endswith("as the port does")
    assert len(mine["x"]) == 10 and mine["steps_per_epoch"] is None
    mine = arguments(sequence, steps_per_epoch=11.5)
    (note,) = align("fit", mine, port(None, 256))
    assert note.startswith(told) and mine["x"] is sequence


def test_a_whole_batch_is_never_skipped(align: Any, sequence: Any) -> None:
    mine = arguments(sequence)
    assert align("fit", mine, port(None, 10, batch=1)) == [] and mine["x"] is sequence


def test_evaluations_in_batches_of_another_size_see_the_same_rows(tf: Any, align: Any, sequence: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32)
    for x in (data, sequence):
        mine = arguments(x, steps=None)
        assert align("evaluate", mine, port(None, 330, batch=30)) == []
        assert batches(mine["x"]) == [32] * 10 + [10]
        mine = arguments(x, steps=None)
        assert align("evaluate", mine, port(None, 90, batch=30, shortened=True)) == []
        assert batches(mine["x"]) == [32, 32, 26]


def test_fewer_rows_in_batches_of_another_size_are_left_for_compare_to_find(
    align: Any, sequence: Any
) -> None:
    mine = arguments(sequence, steps=None)
    assert align("evaluate", mine, port(None, 300, batch=30)) == []
    assert batches(mine["x"]) == [32] * 10 + [10]
    mine = arguments(sequence)
    assert align("fit", mine, port(None, 330, batch=33)) == [] and mine["x"] is sequence


@pytest.mark.parametrize(
    ("rows", "together", "expected"),
    [
        (328, 4, [32] * 10 + [8]),
        (330, 4, [32] * 10 + [10]),
        (320, 4, [32] * 10),
        (312, 4, [32] * 10 + [10]),  # more than is left over: for compare to find
        (328, 1, [32] * 10 + [10]),
    ],
)
def test_evaluations_lose_what_fills_no_batch_of_all_replicas_and_stages(
    tf: Any, align: Any, sequence: Any, rows: int, together: int, expected: list[int]
) -> None:
    record = {**port(None, rows, batch=8), "evaluates_together": together}
    data = tf.data.Dataset.from_tensor_slices(X).batch(32)
    for x in (data, sequence):
        mine = arguments(x, steps=None)
        notes = align("evaluate", mine, record)
        assert batches(mine["x"]) == expected
        assert all("the first" in note for note in notes)
        assert (rows == 312 or together == 1) == (not notes)
    validated = port(320, 320, validation={"rows_given": None, "shortened": False})
    validated.update(validation_counts=record["counts"], evaluates_together=together)
    mine = arguments(validation_data=data)
    align("fit", mine, validated)
    assert batches(mine["validation_data"]) == expected


def test_a_record_is_read_as_far_as_it_goes(tf: Any, tmp_path: Path) -> None:
    from gpu2ipu.simulator.recording import weights
    from gpu2ipu.simulator.recording.alignment import PortRecord

    weights.save(str(tmp_path / "w.npz"), [X])
    lines = [
        {"format": 1},
        {"weights_of": 0, "file": str(tmp_path / "w.npz")},
        {"call": 0, "kind": "fit"},
        {"call": 0, "epoch": 0, "logs": {}},
        {"call": 0, "done": True, "counts": None},
        {"call": 1, "kind": "predict"},
    ]
    path = tmp_path / "port.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + '\n{"call": 1, "do')
    record = PortRecord(str(path))
    fitted, initial = record.call(0, "fit"), record.initial_weights(0)
    assert fitted and fitted["epochs_done"] == 1
    assert record.call(0, "evaluate") is None
    assert record.call(1, "predict") is None  # it never came to its end
    assert initial and np.array_equal(initial[0], X)
    assert record.initial_weights(1) is None
