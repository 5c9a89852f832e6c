"""Cutting calls short without making a valid port invalid."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.zeros((330, 1), "float32")


@pytest.fixture
def training_limits(tf: Any) -> Any:
    from gpu2ipu.simulator.recording import training_limits

    return training_limits


def arguments(x: Any = X, **changes: Any) -> Any:
    found = {"x": x, "y": None, "batch_size": None, "epochs": 9, "initial_epoch": 0, "steps_per_epoch": None}
    return {**found, "steps": None, "validation_data": None, "validation_steps": None, **changes}


@pytest.mark.parametrize(
    ("limits", "batch", "batches"),
    [
        ((None, None), 32, None),
        ((3, None), 32, 3),
        ((None, 100), 32, 3),
        ((2, 100), 32, 2),
        ((None, 5), 32, 1),
    ],
)
def test_batches_that_are_allowed(training_limits: Any, limits: Any, batch: Any, batches: Any) -> None:
    assert training_limits.TrainingLimits(None, *limits).batches(batch) == batches
    assert training_limits.TrainingLimits(None, None, 100).batches(None) is None


@pytest.mark.parametrize(
    ("limits", "batches"), [((3, None), 24), ((None, 100), 8), ((2, 2000), 16), ((9, 600), 16)]
)
def test_batches_that_are_taken_together_count_as_one(
    training_limits: Any, limits: Any, batches: Any
) -> None:
    assert training_limits.TrainingLimits(None, *limits).batches(32, together=8) == batches


def test_what_calls_take_together(training_limits: Any) -> None:
    grouping = training_limits.Grouping(2, 8, 4)
    assert (grouping.of("fit"), grouping.of("evaluate")) == (16, 8)
    mine = arguments(y=X, batch_size=8, validation_data=(X[:96], X[:96]), validation_batch_size=4)
    parts = training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=1), grouping)
    assert [(part.before, part.after) for part in parts] == [(42, 16), (24, 8)]


@pytest.mark.parametrize(("initial", "last"), [(0, 2), (4, 6), (8, 9)])
def test_epochs(training_limits: Any, initial: Any, last: Any) -> None:
    mine = arguments(initial_epoch=initial)
    training_limits.limit_epochs(mine, training_limits.TrainingLimits(epochs=2))
    assert mine["epochs"] == last


def test_arrays_and_their_validation(training_limits: Any) -> None:
    mine = arguments(y=X, validation_data=(X[:90], X[:90]), validation_batch_size=30)
    parts = training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=2))
    assert len(mine["x"]) == len(mine["y"]) == 64
    assert [len(part) for part in mine["validation_data"]] == [60, 60]
    assert [(part.before, part.after) for part in parts] == [(11, 2), (3, 2)]


def test_a_data_set_of_exactly_the_steps_is_still_begun_anew(tf: Any, training_limits: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32, drop_remainder=True)
    mine = arguments(data, steps_per_epoch=10)
    training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=2))
    assert int(mine["x"].cardinality()) == mine["steps_per_epoch"] == 2
    mine = arguments(data, steps_per_epoch=5)
    training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=2))
    assert mine["x"] is data and mine["steps_per_epoch"] == 2


def test_data_sets_and_numbers_of_steps(tf: Any, training_limits: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32, drop_remainder=True)
    mine = arguments(data)
    (part,) = training_limits.shorten("fit", mine, training_limits.TrainingLimits(samples=100))
    assert (part.before, part.after, int(mine["x"].cardinality())) == (10, 3, 3)
    mine = arguments(data.repeat(), steps_per_epoch=8)
    (part,) = training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=5))
    assert (part.before, part.after, mine["steps_per_epoch"]) == (8, 5, 5)
    mine = arguments(data, validation_data=data, validation_steps=4)
    training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=3))
    assert mine["validation_steps"] == 3 and mine["validation_data"] is data
    mine = arguments(iter([X]))
    assert training_limits.shorten("fit", mine, training_limits.TrainingLimits(steps=3)) == []


def test_predictions_stay_whole(training_limits: Any) -> None:
    mine = arguments()
    training_limits.shorten("predict", mine, training_limits.TrainingLimits(steps=1, samples=1))
    assert mine["x"] is X


@pytest.mark.parametrize(
    ("asked", "parts", "during"),
    [
        (10, [(10, 7)], 7),
        (10, [(20, 7), (10, 3)], 7),
        (421, [(421, 46), (50, 50)], 2),
        (5, [(10, 4), (10, 4)], 4),
        (5, [(10, 10)], 5),  # nothing was cut
        (4, [(10, 7)], 4),  # the port was invalid before: the simulator is to say so
        (1, [(10, 7)], 1),
    ],
)
def test_steps_per_execution_suit_what_is_left(
    tf: Any, training_limits: Any, asked: Any, parts: Any, during: Any
) -> None:
    model = SimpleNamespace(_steps_per_execution=tf.Variable(asked), train_function=1)
    counts = [training_limits.BatchCounts(*part) for part in parts]
    with training_limits.fitting_execution(model, "fit", counts):
        now = training_limits.steps_per_execution(model)
        assert now == during
        if during != asked:
            assert model.train_function is None  # one step is another function than many
            assert all(after % min(now, after) == 0 for _, after in parts)
    assert training_limits.steps_per_execution(model) == asked


@pytest.mark.parametrize(
    ("asked", "parts", "during"), [(40, [(80, 32)], 16), (40, [(80, 48), (20, 12)], 24), (40, [(80, 8)], 4)]
)
def test_an_execution_stays_whole_weight_updates_of_all_replicas(
    tf: Any, training_limits: Any, asked: Any, parts: Any, during: Any
) -> None:
    model = SimpleNamespace(_steps_per_execution=tf.Variable(asked), train_function=1)
    counts, grouping = [training_limits.BatchCounts(*part) for part in parts], training_limits.Grouping(2, 4)
    with training_limits.fitting_execution(model, "fit", counts, grouping):
        assert training_limits.steps_per_execution(model) == during


def test_single_steps(tf: Any, training_limits: Any) -> None:
    model = SimpleNamespace(_steps_per_execution=tf.Variable(4), train_function=1)
    with training_limits.single_steps(model):
        assert training_limits.steps_per_execution(model) == 1
    assert training_limits.steps_per_execution(model) == 4
    assert training_limits.steps_per_execution(SimpleNamespace()) == 1
