"""Iterators that are made in the scope of a strategy."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_elements_are_taken_in_functions(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        iterator = iter(tf.data.Dataset.range(3, output_type=tf.int32).batch(3, drop_remainder=True))
    total = tf.function(lambda it: tf.reduce_sum(next(it)))
    assert int(total(iterator)) == 3


@pytest.mark.parametrize("take", ["next", "get_next", "for"])
def test_not_in_eager_mode(tf: Any, strategy: Any, take: str) -> None:
    with strategy.scope():
        dataset = tf.data.Dataset.range(3)
        with pytest.raises(RuntimeError, match="can not be accessed in eager mode when inside 'IPUStrategy'"):
            if take == "next":
                next(iter(dataset))
            elif take == "get_next":
                iter(dataset).get_next()
            else:
                list(dataset)


def test_elements_of_a_type_that_no_feed_carries(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        iterator = iter(tf.data.Dataset.range(3))
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="Unsupported datatype int64 on index 0 of feed"
    ):
        strategy.run(tf.function(lambda it: next(it)), args=(iterator,))


def test_two_elements_in_one_block(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensors(1.0).repeat())
    with pytest.raises(
        tf.errors.FailedPreconditionError, match=r"Currently calling `get_next\(\)` multiple times"
    ):
        strategy.run(tf.function(lambda it: next(it) + next(it)), args=(iterator,))


def test_shapes_must_be_defined(tf: Any, strategy: Any) -> None:
    with strategy.scope(), pytest.raises(
        ValueError, match="is not fully defined. If using tf.Dataset.batch, set"
    ):
        iter(tf.data.Dataset.range(3).batch(2))


def test_no_optionals(tf: Any, strategy: Any) -> None:
    with strategy.scope(), pytest.raises(NotImplementedError, match="does not support get_next_as_optional"):
        iter(tf.data.Dataset.range(3)).get_next_as_optional()


def test_switched_off_or_outside(tf: Any, ipu: Any) -> None:
    dataset = tf.data.Dataset.range(3).batch(2)
    assert len(list(dataset)) == 2
    with ipu.ipu_strategy.IPUStrategy(enable_dataset_iterators=False).scope():
        assert len(list(dataset)) == 2


def test_data_that_runs_dry_ends_the_process(tf: Any, strategy: Any) -> None:
    from tensorflow.python.ipu._errors import DeviceAborted

    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensors(1.0).repeat(2))

    @tf.function(jit_compile=True)
    def total(iterator: Any, steps: Any) -> Any:
        result = 0.0
        for _ in tf.range(steps):
            result += next(iterator)
        return result

    assert float(strategy.run(total, args=(iterator, tf.constant(2)))) == 2.0
    with pytest.raises(DeviceAborted, match="Infeed dataset iterator out of range"):
        strategy.run(total, args=(iterator, tf.constant(1)))


def test_an_iterator_is_no_part_of_a_checkpoint(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensors(1.0))
    with pytest.raises(NotImplementedError, match="is not currently saveable"):
        iterator._gather_saveables_for_checkpoint()


@pytest.mark.parametrize(
    "options, message",
    [
        ({"prefetch_depth": -1}, "prefetch_depth must be greater than zero, but it is -1"),
        ({"prefetch_depth": 256}, "prefetch_depth must be less than 256, but it is 256"),
        ({"device_ordinal": -1}, "Device ordinal must be >= 0"),
        ({"device_ordinal": "0"}, "Device ordinal must be an integer"),
    ],
)
def test_options_of_a_queue(tf: Any, ipu: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensors(1.0), **options)


def test_a_queue_needs_defined_shapes(tf: Any, ipu: Any) -> None:
    with pytest.raises(ValueError, match="is not fully defined"):
        ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.range(3).batch(2))


def test_get_next_of_a_queue_is_obsolete(tf: Any, ipu: Any) -> None:
    with pytest.raises(ValueError, match=r"`get_next\(\)` is now obsolete"):
        ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensors(1.0)).get_next()


@pytest.mark.parametrize("kind", ["iterator", "queue"])
def test_a_feed_has_one_number_of_replicas(tf: Any, ipu: Any, kind: str) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    strategy, data = ipu.ipu_strategy.IPUStrategy(), tf.data.Dataset.from_tensors(1.0).repeat()
    with strategy.scope():
        feed = iter(data) if kind == "iterator" else ipu.ipu_infeed_queue.IPUInfeedQueue(data)
    if kind == "queue":
        feed.initializer  # noqa: B018  # starts it

    def total() -> Any:
        if kind == "queue":
            return ipu.loops.repeat(2, lambda total, x: total + x, 0.0, feed)
        result = 0.0
        for _ in tf.range(2):
            result += next(feed)
        return result

    def spread() -> Any:
        with ipu.scopes.ipu_shard(1):
            return total() + 0.0

    on_two = tf.function(total, jit_compile=True)
    assert [float(strategy.run(on_two)) for _ in range(2)] == [2.0, 2.0]
    phrase = "already been setup with a replication factor of 2 when it should have 1"
    with pytest.raises(tf.errors.FailedPreconditionError, match=phrase):
        strategy.run(tf.function(spread, jit_compile=True))


@pytest.mark.parametrize("queues", [1, 2])
def test_one_queue_a_program(tf: Any, ipu: Any, strategy: Any, queues: int) -> None:
    with strategy.scope():
        iterators = [iter(tf.data.Dataset.from_tensors(1.0).repeat()) for _ in range(2)]

    @tf.function
    def program(first: Any, second: Any) -> Any:
        total = 0.0
        for _ in tf.range(2):
            total += next(first)
        for _ in tf.range(2):
            total += next(second if queues == 2 else first)
        return total

    if queues == 1:
        assert float(strategy.run(program, args=iterators)) == 4.0
    else:
        with pytest.raises(
            tf.errors.FailedPreconditionError, match="multiple IPUInfeedQueue in the same program"
        ):
            strategy.run(program, args=iterators)
