"""The original's generators give what the port saw."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def generators(tf: Any) -> Any:
    from gpu2ipu.simulator.recording import generators

    return generators


def counted(read: list[int]) -> Any:
    for n in range(100):
        read.append(n)
        yield np.full((4, 1), n), np.full(4, n, "float64")


def test_nothing_is_read_ahead_of_an_epoch(generators: Any) -> None:
    read: list[int] = []
    data = generators.read_on_demand(counted(read), 3)
    assert int(data.cardinality()) == 3
    for epoch in range(3):
        found = [int(x[0, 0]) for x, _ in data]
        assert found == [3 * epoch, 3 * epoch + 1, 3 * epoch + 2]
        assert read == list(range(3 * epoch + 3))
    assert data.element_spec[1].dtype == "float32"  # as Keras has it


@pytest.fixture
def rows(tf: Any) -> Any:
    class Rows(tf.keras.utils.Sequence):
        epochs = 0

        def __len__(self) -> Any:
            return 4

        def __getitem__(self, index: Any) -> Any:
            random.random()
            np.random.rand()
            return np.full((10 if index < 3 else 2, 1), index), np.zeros(10)

        def on_epoch_end(self) -> None:
            self.epochs += 1

    return Rows()


def test_a_look_at_the_first_batch_takes_nothing(generators: Any, rows: Any) -> None:
    given = {"x": counted([])}
    assert generators.fed_first(given)[0, 0] == 0 and next(given["x"])[0][0, 0] == 0
    random.seed(1)
    state = random.getstate()
    assert generators.fed_first({"x": rows})[0, 0] == 0 and random.getstate() == state
    array = np.ones(3)
    assert generators.fed_first({"x": array}) is array


def position_of_stream() -> int:
    """How far NumPy's random numbers have been drawn."""
    return int(np.random.get_state(legacy=True)[2])  # type: ignore[index]


def test_the_first_batches_of_a_sequence_in_turn(generators: Any, rows: Any) -> None:
    random.seed(1)
    np.random.seed(1)
    data = generators.read_in_turn(rows, 3, shuffle=False)
    drawn = position_of_stream()
    assert [int(x[0, 0]) for x, _ in data] == [0, 1, 2] and rows.epochs == 1
    assert position_of_stream() > drawn  # each batch as it is asked for, after a look at the first one
    assert int(data.cardinality()) == 3
    assert (
        data.element_spec[0].dtype == "int64" and data.element_spec[1].dtype == "float32"
    )  # as Keras has them


def test_a_sequence_is_shuffled_anew_in_each_pass(generators: Any, rows: Any) -> None:
    data = generators.read_in_turn(rows, 3, shuffle=True)
    random.seed(3)
    found = [[int(x[0, 0]) for x, _ in data] for _ in range(4)]
    random.seed(3)
    expected = []
    for _ in range(4):
        order = [0, 1, 2]
        random.shuffle(order)
        expected.append(order)
        for _ in range(3):
            random.random()  # what the Sequence draws
    assert found == expected


def test_looking_at_the_last_batch_draws_no_random_numbers(generators: Any, rows: Any) -> None:
    random.seed(1), np.random.seed(1)
    expected = random.random(), np.random.rand()
    random.seed(1), np.random.seed(1)
    assert generators.has_short_end(rows, 10) and not generators.has_short_end(rows, 2)
    assert (random.random(), np.random.rand()) == expected
