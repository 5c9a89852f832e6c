"""Optimizers that wrap one of TensorFlow 1: accumulation, means over replicas, mapped gradients."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow

WRAPPERS = [
    *("GradientAccumulationOptimizerV2", "CrossReplicaGradientAccumulationOptimizerV2"),
    *("GradientAccumulationOptimizer", "CrossReplicaGradientAccumulationOptimizer"),
]


def variable_of(tf: Any, strategy: Any) -> Any:
    with strategy.scope():
        return tf.Variable(0.0)


def descent(tf: Any) -> Any:
    return tf.compat.v1.train.GradientDescentOptimizer(1.0)


def train(tf: Any, ipu: Any, strategy: Any, optimizer: Any, variable: Any, steps: int) -> None:
    """Apply the gradients 0, 1, 2 …"""

    def body(step: Any) -> Any:
        return step + 1.0, optimizer.apply_gradients([(step, variable)])

    strategy.run(tf.function(lambda: ipu.loops.repeat(steps, body, 0.0), jit_compile=True))


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_the_sum_of_the_micro_batches(tf: Any, ipu: Any, strategy: Any, wrapper: str) -> None:
    variable = variable_of(tf, strategy)
    optimizer = getattr(ipu.optimizers, wrapper)(descent(tf), 4)
    train(tf, ipu, strategy, optimizer, variable, 8)
    assert float(variable) == -(0 + 1 + 2 + 3) - (4 + 5 + 6 + 7)


@pytest.mark.parametrize("wrapper", WRAPPERS[:2])
@pytest.mark.parametrize("method", ["MEAN", "running_mean"])
def test_their_mean(tf: Any, ipu: Any, strategy: Any, wrapper: str, method: str) -> None:
    variable = variable_of(tf, strategy)
    optimizer = getattr(ipu.optimizers, wrapper)(descent(tf), 4, reduction_method=method)
    train(tf, ipu, strategy, optimizer, variable, 8)
    assert float(variable) == pytest.approx(-1.5 - 5.5)


def test_one_step_of_momentum_for_each_update(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    momentum = tf.compat.v1.train.MomentumOptimizer(1.0, 0.5)
    train(tf, ipu, strategy, ipu.optimizers.GradientAccumulationOptimizerV2(momentum, 2), variable, 4)
    assert float(variable) == -1.0 - (5.0 + 0.5 * 1.0)


def test_statistics_of_batch_normalisation_move_with_each_step(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    with strategy.scope():
        norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        norm.build((2, 1))
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent(tf), 2)

    def body(step: Any) -> Any:
        normalised = norm(tf.reshape(tf.stack([step, step + 2.0]), [2, 1]), training=True)
        return step + 1.0, optimizer.apply_gradients([(tf.reduce_max(normalised), variable)])

    strategy.run(tf.function(lambda: ipu.loops.repeat(4, body, 0.0), jit_compile=True))
    mean = 0.0
    for step in range(4):
        mean = mean * 0.5 + (step + 1) * 0.5
    assert norm.moving_mean.numpy().tolist() == [mean]
    assert norm.moving_variance.numpy().tolist() == [1.0]


def test_steps_that_do_not_divide(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent(tf), 4)
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="evenly divides the number of loop iterations"
    ):
        train(tf, ipu, strategy, optimizer, variable, 6)


def test_steps_that_are_known_when_the_program_has_run(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent(tf), 4)

    @tf.function(jit_compile=True)
    def program(steps: Any) -> None:
        for _ in tf.range(steps):
            optimizer.apply_gradients([(tf.constant(1.0), variable)])

    strategy.run(program, args=(tf.constant(4),))
    assert float(variable) == -4.0
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="evenly divides the number of loop iterations"
    ):
        strategy.run(program, args=(tf.constant(6),))


def test_outside_of_a_loop(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent(tf), 4)

    @tf.function
    def program() -> None:
        optimizer.apply_gradients([(tf.constant(1.0), variable)])

    with pytest.raises(tf.errors.FailedPreconditionError, match="is not inside a training loop"):
        strategy.run(program)


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_counts_start_at_one(tf: Any, ipu: Any, wrapper: str) -> None:
    with pytest.raises(ValueError, match=r"num_mini_batches must be a positive number\."):
        getattr(ipu.optimizers, wrapper)(descent(tf), 0)


def test_state_is_offloaded_before_it_is_sharded(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    optimizer = ipu.optimizers.GradientAccumulationOptimizerV2(descent(tf), 2, False, True)
    with pytest.raises(ValueError, match="optimizer state must be offloaded"):
        train(tf, ipu, strategy, optimizer, variable, 2)


def test_keras_optimizers_are_wrapped_elsewhere(tf: Any, ipu: Any) -> None:
    with pytest.raises(ValueError, match=r"Should use optimizer in keras\.ipu\.optimizers"):
        ipu.optimizers.CrossReplicaOptimizer(tf.keras.optimizers.SGD())


def test_mapped_gradients(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    variable.assign(3.0)
    mapped = ipu.optimizers.MapGradientOptimizer(descent(tf), lambda gradient, value: gradient + 10.0 * value)

    @tf.function
    def program() -> None:
        mapped.apply_gradients(mapped.compute_gradients(variable * 2.0, [variable]))

    strategy.run(program)
    assert float(variable) == 3.0 - (2.0 + 30.0)


def test_the_wrapped_optimizer_answers(tf: Any, ipu: Any, strategy: Any) -> None:
    variable = variable_of(tf, strategy)
    momentum = tf.compat.v1.train.MomentumOptimizer(1.0, 0.5)
    sharded = ipu.optimizers.ShardedOptimizer(ipu.optimizers.CrossReplicaOptimizer(momentum))

    @tf.function
    def program() -> None:
        sharded.apply_gradients(sharded.compute_gradients(variable * 2.0, [variable]))

    strategy.run(program)
    assert float(variable) == -2.0
    assert sharded.get_name() == "Momentum"
    assert sharded.get_slot_names() == ["momentum"]
    assert float(sharded.get_slot(variable, "momentum")) == 2.0
    assert [float(slot) for slot in sharded.variables()] == [2.0]
