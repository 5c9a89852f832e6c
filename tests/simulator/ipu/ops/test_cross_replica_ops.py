"""Programs on several replicas, and what the replicas exchange."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def on_replicas(tf: Any, ipu: Any) -> Callable[..., list[list[float]]]:
    """Runs a function on a device with so many IPUs; what it gives, for each step and replica."""

    def run(replicas: int, function: Callable[..., Any], steps: int = 1) -> list[list[float]]:
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = replicas
        config.configure_ipu_system()
        queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

        @tf.function(jit_compile=True)
        def program() -> None:
            for step in tf.range(steps):
                index = tf.cast(ipu.replication_ops.replication_index(), tf.float32)
                queue.enqueue(function(index, tf.cast(step, tf.float32)))

        ipu.ipu_strategy.IPUStrategy().run(program)
        result: list[list[float]] = queue.dequeue().numpy().tolist()
        return result

    return run


@pytest.mark.parametrize("replicas", [2, 4, 16])
def test_sum_and_mean(ipu: Any, on_replicas: Any, replicas: int) -> None:
    total = replicas * (replicas - 1) / 2
    cross = ipu.cross_replica_ops
    assert on_replicas(replicas, lambda index, step: cross.cross_replica_sum(index)) == [[total] * replicas]
    assert on_replicas(replicas, lambda index, step: cross.cross_replica_mean(index)) == [
        [total / replicas] * replicas
    ]


def test_each_step_has_its_own_sum(ipu: Any, on_replicas: Any) -> None:
    sums = on_replicas(2, lambda index, step: ipu.cross_replica_ops.cross_replica_sum(index + step), steps=3)
    assert sums == [[1, 1], [3, 3], [5, 5]]


def test_groups(tf: Any, ipu: Any, on_replicas: Any) -> None:
    sums = on_replicas(
        4, lambda index, _: ipu.cross_replica_ops.cross_replica_sum(index, replica_group_size=2)
    )
    assert sums == [[1, 1, 5, 5]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not divide the 2 replicas"):
        on_replicas(2, lambda index, _: ipu.cross_replica_ops.cross_replica_mean(index, replica_group_size=4))


def test_the_gradient_of_a_sum_is_summed(tf: Any, ipu: Any, on_replicas: Any) -> None:
    def gradient(index: Any, step: Any) -> Any:
        value = tf.identity(index)
        with tf.GradientTape() as tape:
            tape.watch(value)
            loss = (index + 1.0) * ipu.cross_replica_ops.cross_replica_sum(value)
        return tape.gradient(loss, value)

    assert on_replicas(2, gradient) == [[3, 3]]


def test_one_replica_is_alone(tf: Any, ipu: Any, strategy: Any) -> None:
    @tf.function
    def program(value: Any) -> Any:
        index = tf.cast(ipu.replication_ops.replication_index(), tf.float32)
        return ipu.cross_replica_ops.cross_replica_sum(value) + index

    assert float(strategy.run(program, args=(tf.constant(3.0),))) == 3.0


def test_values_that_are_equal_stay_what_they_are(tf: Any, ipu: Any) -> None:
    values = {"a": tf.constant(1.0), "b": (tf.constant(2.0),)}
    same = ipu.cross_replica_ops.assume_equal_across_replicas(values)
    assert (float(same["a"]), float(same["b"][0])) == (1.0, 2.0)


def test_training_sums_gradients_and_deals_batches(tf: Any, ipu: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        weight, seen = tf.Variable(0.0), tf.Variable(0.0)
        optimizer = tf.keras.optimizers.SGD(0.5)
        iterator = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0]).repeat())

        @tf.function(jit_compile=True)
        def train(iterator: Any, steps: Any) -> Any:
            for _ in tf.range(steps):
                x = next(iterator)
                seen.assign_add(x)
                with tf.GradientTape() as tape:
                    loss = x * weight
                optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
            return x

        assert float(strategy.run(train, args=(iterator, tf.constant(2)))) == 3.0
    assert float(weight) == -0.5 * (1 + 2 + 3 + 4)
    assert float(seen) == 1 + 3  # what replica 0 has seen


def test_replicas_keep_values_of_their_own(tf: Any, ipu: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        total = tf.Variable(0.0)

    @tf.function(jit_compile=True)
    def add() -> Any:
        total.assign_add(1.0 + tf.cast(ipu.replication_ops.replication_index(), tf.float32))
        return ipu.cross_replica_ops.cross_replica_sum(total.read_value())

    assert [float(strategy.run(add)) for _ in range(2)] == [3.0, 6.0]
    total.assign(0.0)  # the host's value goes to all replicas
    assert float(strategy.run(add)) == 3.0


def test_the_first_failure_is_the_one_that_is_raised(tf: Any, ipu: Any) -> None:
    from tensorflow.python.ipu._errors import DeviceAborted

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 4
    config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()
    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0, 5.0]))

    @tf.function(jit_compile=True)
    def total(iterator: Any) -> Any:
        result = 0.0
        for _ in tf.range(2):
            result += ipu.cross_replica_ops.cross_replica_sum(next(iterator))
        return result

    with pytest.raises(DeviceAborted, match="Infeed dataset iterator out of range"):
        strategy.run(total, args=(iterator,))


def test_a_function_on_devices_of_different_sizes(tf: Any, ipu: Any, strategy: Any) -> None:
    program = tf.function(lambda value: ipu.cross_replica_ops.cross_replica_sum(value))
    for ipus in (1, 4, 2):
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = ipus
        config.configure_ipu_system()
        assert float(strategy.run(program, args=(tf.constant(2.0),))) == 2.0 * ipus
