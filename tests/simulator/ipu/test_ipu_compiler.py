"""Programs of TensorFlow 1, in graphs and sessions, compiled for an IPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def session(tf: Any) -> Iterator[Any]:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        yield session


def on_ipu(ipu: Any, computation: Any, inputs: Any = None) -> Any:
    with ipu.scopes.ipu_scope("/device:IPU:0"):
        return ipu.ipu_compiler.compile(computation, inputs)


def test_results_keep_their_structure(tf: Any, ipu: Any, session: Any) -> None:
    with tf.device("cpu"):
        fed = tf.compat.v1.placeholder(tf.float32, [])
    single = on_ipu(ipu, lambda x: x + 1.0, [fed])
    several = on_ipu(ipu, lambda x: [x, {"twice": 2.0 * x}], [fed])
    assert session.run([single, several], {fed: 2.0}) == [(3.0,), [2.0, {"twice": 4.0}]]


def test_operations_run_with_the_results(tf: Any, ipu: Any, session: Any) -> None:
    def computation() -> Any:
        total = tf.compat.v1.get_variable("total", initializer=1.0)
        return total + 0.0, total.assign_add(1.0).op

    result = on_ipu(ipu, computation)
    with ipu.scopes.ipu_scope("/device:IPU:0"), tf.compat.v1.variable_scope("", reuse=True):
        total = tf.compat.v1.get_variable("total")
    only = on_ipu(ipu, lambda: total.assign_add(1.0).op)
    nothing = on_ipu(ipu, lambda: None)
    assert isinstance(only, tf.Operation)
    session.run(tf.compat.v1.global_variables_initializer())
    session.run([result, nothing])
    session.run(only)
    assert session.run(total) == 3.0


def test_a_device_instead_of_a_scope(tf: Any, ipu: Any, session: Any) -> None:
    with tf.device("/device:IPU:0"):
        made = ipu.ipu_compiler.compile(
            lambda: tf.compat.v1.get_variable("total", initializer=3.0, use_resource=True) * 2.0
        )
    session.run(tf.compat.v1.global_variables_initializer())
    assert session.run(made) == (6.0,)


def test_outside_of_an_ipu(tf: Any, ipu: Any, session: Any) -> None:
    with pytest.raises(Exception, match="it was not placed on an IPU device"):
        ipu.ipu_compiler.compile(lambda: tf.constant(1.0) + 1.0)


def test_a_training_loop(tf: Any, ipu: Any, session: Any) -> None:
    infeed = ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0]))
    outfeed = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
    descent = tf.compat.v1.train.GradientDescentOptimizer(1.0)
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent, 2)

    def body(x: Any) -> Any:
        weight = tf.compat.v1.get_variable("weight", initializer=0.0)
        loss = x * weight
        return outfeed.enqueue(loss), optimizer.minimize(loss)

    program = on_ipu(ipu, lambda: ipu.loops.repeat(4, body, infeed_queue=infeed))
    results = outfeed.dequeue()
    ipu.utils.move_variable_initialization_to_cpu()
    session.run(infeed.initializer)
    with pytest.raises(ValueError, match="`initializer` function can only be accessed once"):
        infeed.initializer  # noqa: B018
    session.run(tf.compat.v1.global_variables_initializer())
    session.run(program)
    assert session.run(results).tolist() == [0, 0, 3 * -3, 4 * -3]
    (weight,) = [found for found in tf.compat.v1.global_variables() if found.name == "weight:0"]
    assert session.run(weight) == -3 - 7
    session.run([infeed.deleter, outfeed.deleter])


def test_operations_without_a_kernel(tf: Any, ipu: Any, session: Any) -> None:
    with tf.device("cpu"):
        fed = tf.compat.v1.placeholder(tf.float32, [4])

    def unneeded(x: Any) -> Any:
        tf.where(x > 0)
        return 2.0 * x

    assert session.run(on_ipu(ipu, unneeded, [fed]), {fed: [1.0] * 4})[0].tolist() == [2.0] * 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations.*Where"):
        on_ipu(ipu, lambda x: tf.reduce_sum(tf.where(x > 0)), [fed])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations.*float64"):
        on_ipu(ipu, lambda x: 2 * tf.cast(x, tf.float64), [fed])


@pytest.mark.parametrize("ipus, shards, replicas", [(1, 1, 1), (2, 1, 2), (2, 2, 1), (4, 2, 2)])
def test_replicas_are_refused(tf: Any, ipu: Any, session: Any, ipus: int, shards: int, replicas: int) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = ipus
    config.configure_ipu_system()

    def sharded() -> Any:
        with ipu.scopes.ipu_shard(shards - 1):
            return tf.constant(1.0) + 1.0

    if replicas == 1:
        assert session.run(on_ipu(ipu, sharded)) == (2.0,)
    else:
        with pytest.raises(NotImplementedError, match=f"TensorFlow 1 on {replicas} replicas"):
            on_ipu(ipu, sharded)
