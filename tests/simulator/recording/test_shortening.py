"""Cutting calls short without making a valid port invalid."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.zeros((330, 1), "float32")


@pytest.fixture
def shortening(tf: Any) -> Any:
    from gpu2ipu.simulator.recording import shortening

    return shortening


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
def test_batches_that_are_allowed(shortening: Any, limits: Any, batch: Any, batches: Any) -> None:
    assert shortening.Limits(None, *limits).batches(batch) == batches
    assert shortening.Limits(None, None, 100).batches(None) is None


@pytest.mark.parametrize(("initial", "last"), [(0, 2), (4, 6), (8, 9)])
def test_epochs(shortening: Any, initial: Any, last: Any) -> None:
    mine = arguments(initial_epoch=initial)
    shortening.limit_epochs(mine, shortening.Limits(epochs=2))
    assert mine["epochs"] == last


def test_arrays_and_their_validation(shortening: Any) -> None:
    mine = arguments(y=X, validation_data=(X[:90], X[:90]), validation_batch_size=30)
    parts = shortening.shorten("fit", mine, shortening.Limits(steps=2))
    assert len(mine["x"]) == len(mine["y"]) == 64
    assert [len(part) for part in mine["validation_data"]] == [60, 60]
    assert [(part.before, part.after) for part in parts] == [(11, 2), (3, 2)]


def test_a_data_set_of_exactly_the_steps_is_still_begun_anew(tf: Any, shortening: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32, drop_remainder=True)
    mine = arguments(data, steps_per_epoch=10)
    shortening.shorten("fit", mine, shortening.Limits(steps=2))
    assert int(mine["x"].cardinality()) == mine["steps_per_epoch"] == 2
    mine = arguments(data, steps_per_epoch=5)
    shortening.shorten("fit", mine, shortening.Limits(steps=2))
    assert mine["x"] is data and mine["steps_per_epoch"] == 2


def test_data_sets_and_numbers_of_steps(tf: Any, shortening: Any) -> None:
    data = tf.data.Dataset.from_tensor_slices(X).batch(32, drop_remainder=True)
    mine = arguments(data)
    (part,) = shortening.shorten("fit", mine, shortening.Limits(samples=100))
    assert (part.before, part.after, int(mine["x"].cardinality())) == (10, 3, 3)
    mine = arguments(data.repeat(), steps_per_epoch=8)
    (part,) = shortening.shorten("fit", mine, shortening.Limits(steps=5))
    assert (part.before, part.after, mine["steps_per_epoch"]) == (8, 5, 5)
    mine = arguments(data, validation_data=data, validation_steps=4)
    shortening.shorten("fit", mine, shortening.Limits(steps=3))
    assert mine["validation_steps"] == 3 and mine["validation_data"] is data
    mine = arguments(iter([X]))
    assert shortening.shorten("fit", mine, shortening.Limits(steps=3)) == []


def test_predictions_stay_whole(shortening: Any) -> None:
    mine = arguments()
    shortening.shorten("predict", mine, shortening.Limits(steps=1, samples=1))
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
    tf: Any, shortening: Any, asked: Any, parts: Any, during: Any
) -> None:
    model = SimpleNamespace(_steps_per_execution=tf.Variable(asked), train_function=1)
    with shortening.fitting_execution(model, [shortening.Part(*part) for part in parts]):
        now = shortening.steps_per_execution(model)
        assert now == during
        if during != asked:
            assert model.train_function is None  # one step is another function than many
            assert all(after % min(now, after) == 0 for _, after in parts)
    assert shortening.steps_per_execution(model) == asked


def test_single_steps(tf: Any, shortening: Any) -> None:
    model = SimpleNamespace(_steps_per_execution=tf.Variable(4), train_function=1)
    with shortening.single_steps(model):
        assert shortening.steps_per_execution(model) == 1
    assert shortening.steps_per_execution(model) == 4
    assert shortening.steps_per_execution(SimpleNamespace()) == 1
