"""Outfeeds: what comes back, in which shape, and when a queue may be used."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def count(tf: Any, strategy: Any) -> Callable[..., None]:
    """Runs a program that enqueues `structure(step)` for so many steps."""

    @tf.function(jit_compile=True)
    def program(steps: Any, queue: Any, structure: Any) -> None:
        for step in tf.range(steps):
            queue.enqueue(structure(step))

    def run(queue: Any, steps: int, structure: Any = lambda step: step) -> None:
        strategy.run(program, args=(tf.constant(steps), queue, structure))

    return run


def test_all_values(ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    count(queue, 3)
    assert queue.dequeue().numpy().tolist() == [0, 1, 2]
    assert queue.dequeue().shape == (0,)
    count(queue, 2)
    assert queue.dequeue().numpy().tolist() == [0, 1]


def test_the_structure_comes_back(tf: Any, ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    count(queue, 2, lambda step: {"pair": (step, -step), "row": tf.fill([4], step)})
    values = queue.dequeue()
    assert values["pair"][1].numpy().tolist() == [0, -1]
    assert values["row"].shape == (2, 4)


def test_the_last_value(ipu: Any, count: Callable[..., None]) -> None:
    modes = ipu.ipu_outfeed_queue.IPUOutfeedMode
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue(modes.LAST)
    count(queue, 3)
    assert int(queue.dequeue()) == 2
    with pytest.raises(RuntimeError, match="can only be iterated over if the `outfeed_mode` is"):
        iter(queue)


def test_iteration(tf: Any, ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    count(queue, 3)
    assert [int(value) for value in queue] == [0, 1, 2]
    assert list(queue) == []
    with pytest.raises(
        RuntimeError, match="can only be iterated over in eager mode"
    ), tf.Graph().as_default():
        iter(queue)


def test_several_replicas(tf: Any, ipu: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    last = ipu.ipu_outfeed_queue.IPUOutfeedQueue(ipu.ipu_outfeed_queue.IPUOutfeedMode.LAST)

    @tf.function(jit_compile=True)
    def program() -> None:
        for step in tf.range(3):
            value = 10 * step + ipu.replication_ops.replication_index()
            queue.enqueue(value)
            last.enqueue(value)

    ipu.ipu_strategy.IPUStrategy().run(program)
    assert queue.dequeue().numpy().tolist() == [[0, 1], [10, 11], [20, 21]]
    assert last.dequeue().numpy().tolist() == [20, 21]


def test_once_in_a_program(tf: Any, ipu: Any, strategy: Any) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

    @tf.function
    def twice() -> None:
        queue.enqueue(1)
        queue.enqueue(2)

    with pytest.raises(ValueError, match="An outfeed can only be enqueued once"):
        strategy.run(twice)


def test_dequeue_before_anything_was_enqueued(tf: Any, ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    assert not queue.enqueued
    assert queue.dequeue() == []
    with tf.Graph().as_default(), pytest.raises(
        ValueError, match="dequeue an outfeed which has not been enqueued"
    ):
        queue.dequeue()
    count(queue, 1)
    assert queue.enqueued


def test_dequeue_in_another_thread(ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    count(queue, 2)
    found: list[Any] = []
    other = threading.Thread(target=lambda: found.append(queue.dequeue().numpy().tolist()))
    other.start()
    other.join()
    assert found == [[0, 1]]


@pytest.mark.parametrize(
    "value, error, message",
    [
        (lambda tf: tf.constant(1, tf.int64), "FailedPreconditionError", "Unsupported datatype int64"),
        (lambda tf: tf.zeros([2, 0]), "InvalidArgumentError", "outfeed queue with a dimension of size 0"),
    ],
)
def test_values_that_cannot_cross(
    tf: Any, ipu: Any, strategy: Any, value: Any, error: str, message: str
) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    with pytest.raises(getattr(tf.errors, error), match=message):
        strategy.run(tf.function(lambda: queue.enqueue(value(tf)) and None))


@pytest.mark.parametrize(
    "options, message",
    [
        (
            {"outfeed_mode": "all"},
            "Expected `outfeed_mode` value to be of `ipu_outfeed_queue.IPUOutfeedMode` type",
        ),
        ({"buffer_depth": 0}, "Outfeed buffer depth cannot be less than 1"),
        ({"device_ordinal": -1}, "Device ordinal must be >= 0"),
    ],
)
def test_options(ipu: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ipu.ipu_outfeed_queue.IPUOutfeedQueue(**options)


def test_scoped_queues_are_for_eager_mode(tf: Any, ipu: Any, count: Callable[..., None]) -> None:
    queue = ipu.ipu_outfeed_queue.ScopedIPUOutfeedQueue()
    count(queue, 1)
    assert queue.dequeue().shape == (1,)
    with pytest.raises(RuntimeError, match="can only be created in eager mode"), tf.Graph().as_default():
        ipu.ipu_outfeed_queue.ScopedIPUOutfeedQueue()


def test_synthetic_data(
    tf: Any, ipu: Any, count: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    count(queue, 3)
    last = ipu.ipu_outfeed_queue.IPUOutfeedQueue(ipu.ipu_outfeed_queue.IPUOutfeedMode.LAST)
    count(last, 3)
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--use_synthetic_data")
    assert queue.dequeue().shape == (0,)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="last value of an outfeed that has received none"
    ):
        last.dequeue()
