"""`strategy.run` inside of a `tf.function`: replicas, state, feeds, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from gpu2ipu.simulator import events

pytestmark = pytest.mark.tensorflow

X, Y = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32), np.array([[1.0], [2.0]], np.float32)


@pytest.fixture
def on_ipus(ipu: Any) -> Callable[[int], Any]:
    """A strategy on so many IPUs."""

    def make(ipus: int) -> Any:
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = ipus
        config.configure_ipu_system()
        return ipu.ipu_strategy.IPUStrategy()

    return make


@pytest.fixture
def told() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """What the simulator tells those who listen."""
    heard: list[tuple[str, dict[str, Any]]] = []

    def listen(kind: str, **details: Any) -> None:
        heard.append((kind, details))

    events.LISTENERS.append(listen)
    yield heard
    events.LISTENERS.remove(listen)


@pytest.mark.parametrize("ipus", [1, 2, 4])
def test_training_in_a_loop_of_the_host(tf: Any, ipu: Any, on_ipus: Any, ipus: int) -> None:
    strategy = on_ipus(ipus)
    with strategy.scope():
        weight = tf.Variable([[1.0], [1.0]])

    def step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ weight - y) ** 2)
        gradient = ipu.cross_replica_ops.cross_replica_sum(tape.gradient(loss, weight))
        weight.assign_sub(0.01 * gradient)
        return loss

    @tf.function
    def train(x: Any, y: Any) -> Any:
        total = 0.0
        for _ in tf.range(3):
            total += strategy.run(step, args=(x, y))
        return total

    expected, losses = np.ones([2, 1], np.float32), []
    for _ in range(6):
        error = X @ expected - Y
        losses.append(float(np.mean(error**2)))
        expected -= np.float32(0.01 * ipus) * X.T @ error  # 2 / 2 rows
    assert float(train(X, Y)) == pytest.approx(sum(losses[:3]), rel=1e-5)
    assert float(train(X, Y)) == pytest.approx(sum(losses[3:]), rel=1e-5)
    np.testing.assert_allclose(weight.numpy(), expected, rtol=1e-5)


def test_each_replica_has_a_number_and_state_of_its_own(tf: Any, ipu: Any, on_ipus: Any) -> None:
    strategy, queue = on_ipus(2), ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    with strategy.scope():
        total = tf.Variable(0.0)

    def step(amount: Any) -> Any:
        index = tf.cast(ipu.replication_ops.replication_index(), tf.float32)
        queue.enqueue(total.assign_add(amount * (1.0 + index)))

    around = tf.function(lambda amount: strategy.run(step, args=(amount,)))
    around(tf.constant(1.0))
    around(tf.constant(2.0))
    assert queue.dequeue().numpy().tolist() == [[1.0, 2.0], [3.0, 6.0]]
    assert float(total) == 3.0  # the host has the first replica's
    total.assign(10.0)
    around(tf.constant(1.0))
    assert queue.dequeue().numpy().tolist() == [[11.0, 12.0]]


@pytest.mark.parametrize("how", ["captured", "argument"])
def test_elements_are_dealt_to_replicas(tf: Any, ipu: Any, on_ipus: Any, how: str) -> None:
    strategy = on_ipus(2)
    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0]))

    def step(feed: Any) -> Any:
        value = next(feed)
        return value, ipu.cross_replica_ops.cross_replica_sum(value)

    captured = tf.function(lambda: strategy.run(lambda: step(iterator)))
    argument = tf.function(lambda feed: strategy.run(step, args=(feed,)))
    results = [captured() if how == "captured" else argument(iterator) for _ in range(2)]
    assert tf.nest.map_structure(float, results) == [(1.0, 3.0), (3.0, 7.0)]


def test_a_feed_that_runs_dry_ends_the_process(tf: Any, on_ipus: Any) -> None:
    from gpu2ipu.simulator.abort import DeviceAborted

    strategy = on_ipus(2)
    with strategy.scope():
        iterator = iter(tf.data.Dataset.from_tensor_slices([1.0]))
    known = len(DeviceAborted.raised)
    with pytest.raises(tf.errors.OpError, match="Infeed dataset iterator out of range"):
        tf.function(lambda: strategy.run(lambda: next(iterator)))()
    assert len(DeviceAborted.raised) == known + 1
    del DeviceAborted.raised[known:]


def test_what_runs_may_be_a_function_and_keep_its_structure(tf: Any, on_ipus: Any) -> None:
    strategy = on_ipus(2)
    double = tf.function(lambda value: {"twice": 2.0 * value, "pair": (value, value)})
    assert float(double(tf.constant(1.0))["twice"]) == 2.0  # traced for the host before
    results: list[Any] = []

    @tf.function
    def around(value: Any) -> Any:
        results.append(strategy.run(double, args=(value,)))
        return results[-1]["twice"]

    assert float(around(tf.constant(3.0))) == 6.0
    assert results[0]["twice"].shape == () and len(results[0]["pair"]) == 2
    wide = tf.function(lambda: strategy.run(tf.function(lambda: tf.constant(1.0, tf.float64))))
    with pytest.raises(TypeError, match="Unsupported data type for output: float64"):
        wide()


def test_shards_take_ipus_from_replicas(tf: Any, ipu: Any, on_ipus: Any) -> None:
    strategy = on_ipus(4)

    def step(value: Any) -> Any:
        with ipu.scopes.ipu_shard(1):
            return ipu.cross_replica_ops.cross_replica_sum(value)

    assert float(tf.function(lambda value: strategy.run(step, args=(value,)))(tf.constant(1.0))) == 2.0


@pytest.mark.parametrize("ipus", [1, 2])
def test_a_gradient_from_outside(tf: Any, on_ipus: Any, ipus: int) -> None:
    strategy = on_ipus(ipus)

    @tf.function
    def around(value: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(value)
            result = strategy.run(lambda inner: inner * inner, args=(value,))
        return tape.gradient(result, value)

    if ipus == 1:
        assert float(around(tf.constant(3.0))) == 6.0
    else:
        with pytest.raises(NotImplementedError, match="the gradient through `strategy.run`"):
            around(tf.constant(3.0))


def test_operations_without_a_kernel(tf: Any, on_ipus: Any) -> None:
    strategy = on_ipus(2)
    around = tf.function(lambda x: strategy.run(lambda x: tf.boolean_mask(x, x > 0), args=(x,)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations.*Where"):
        around(tf.constant([1.0, -1.0]))


def test_one_thread_cannot_do_it(tf: Any, on_ipus: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = on_ipus(2)
    around = tf.function(lambda: strategy.run(lambda: tf.constant(1.0)))
    monkeypatch.setattr(tf.config.threading, "get_inter_op_parallelism_threads", lambda: 1)
    with pytest.raises(NotImplementedError, match=r"set_inter_op_parallelism_threads\(2\)"):
        around()


def test_a_graph_of_tensorflow_1_has_one_replica(tf: Any, on_ipus: Any) -> None:
    one, two = on_ipus(1), None
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        assert session.run(one.run(lambda: tf.constant(1.0) + 1.0)) == 2.0
    two = on_ipus(2)
    with tf.Graph().as_default(), pytest.raises(
        NotImplementedError, match="TensorFlow 1 on several replicas"
    ):
        two.run(lambda: tf.constant(1.0) + 1.0)


@pytest.mark.parametrize("ipus", [1, 2])
def test_the_executions_are_counted(tf: Any, on_ipus: Any, told: Any, ipus: int) -> None:
    strategy = on_ipus(ipus)

    def step(value: Any) -> Any:
        return 2.0 * value

    @tf.function
    def around(value: Any) -> Any:
        for _ in tf.range(3):
            value = strategy.run(step, args=(value,))
        return value

    assert float(around(tf.constant(1.0))) == float(around(tf.constant(1.0))) == 8.0
    kinds = [kind for kind, _ in told]
    assert kinds == ["begin", "program", "embedded", "end"]
    assert told[0][1] == {"call": "run", "name": "step"}
    assert told[1][1]["memory"]["replicas"] == ipus
    assert told[2][1]["executions"]() == 6
