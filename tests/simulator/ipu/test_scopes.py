"""Scopes: on the host, on an IPU of several, with hints to the compiler."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_what_the_host_computes(tf: Any, ipu: Any, strategy: Any) -> None:
    def chosen(values: Any) -> Any:
        return tf.reduce_sum(tf.boolean_mask(values, values > 0))

    def on_host(values: Any) -> Any:
        with ipu.scopes.outside_compilation_scope():
            return chosen(values)

    given = (tf.constant([1.0, -1.0, 2.0]),)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Detected unsupported operations"):
        strategy.run(tf.function(chosen), args=given)
    assert float(strategy.run(tf.function(on_host), args=given)) == 3.0


def test_the_host_scope_is_for_programs(tf: Any, ipu: Any, strategy: Any) -> None:
    with pytest.raises(
        ValueError, match="only allowed in XLA context"
    ), ipu.scopes.outside_compilation_scope():
        pass

    @tf.function
    def nested() -> None:
        with ipu.scopes.outside_compilation_scope(), ipu.scopes.outside_compilation_scope():
            pass

    with pytest.raises(ValueError, match="Illegal nesting of outside_compilation_scope"):
        strategy.run(nested)


def test_shards_take_ipus_from_replicas(tf: Any, ipu: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 4
    config.configure_ipu_system()
    queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

    @tf.function
    def program() -> None:
        with ipu.scopes.ipu_shard(0):
            value = tf.constant(1.0)
        with ipu.scopes.ipu_shard(1):
            queue.enqueue(ipu.cross_replica_ops.cross_replica_sum(value))

    ipu.ipu_strategy.IPUStrategy().run(program)
    assert queue.dequeue().numpy().tolist() == [[2.0, 2.0]]


def test_hints_to_the_compiler(tf: Any, ipu: Any) -> None:
    scopes = ipu.scopes
    with scopes.stochastic_rounding(True), scopes.partials_type("float16"), scopes.frontend_attribute(
        "a", "b"
    ):
        assert float(tf.constant(1.0) + 1.0) == 2.0
    with pytest.raises(ValueError, match="Only support float16, float32"), scopes.partials_type("int32"):
        pass


def test_the_current_strategy(tf: Any, ipu: Any, strategy: Any) -> None:
    assert not ipu.scopes.in_strategy()
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        assert not ipu.scopes.in_strategy()
    with strategy.scope():
        assert ipu.scopes.in_strategy()
