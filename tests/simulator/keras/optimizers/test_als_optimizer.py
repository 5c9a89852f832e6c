"""Automatic loss scaling: its factor, that it changes no float32 number, and what it refuses."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from . import scaled

pytestmark = pytest.mark.tensorflow

X = np.random.RandomState(0).normal(size=(32, 3)).astype(np.float32)
Y = X @ np.array([[1.0], [-2.0], [0.5]], np.float32)


@pytest.fixture
def als(ipu: Any) -> Any:
    return importlib.import_module("keras.ipu.optimizers")


@pytest.fixture
def sgd(tf: Any) -> Callable[..., Any]:
    return lambda **options: tf.keras.optimizers.SGD(0.01, **options)


def model(tf: Any, optimizer: Any, dtype: str = "float32", layer: Any = lambda inner: inner) -> Any:
    dense = tf.keras.layers.Dense(1, kernel_initializer="ones", dtype=dtype)
    made = tf.keras.Sequential([tf.keras.Input((3,)), layer(dense)])
    made.compile(optimizer, "mse", steps_per_execution=4)
    return made


@pytest.mark.parametrize("accumulation", [1, 2])
def test_float32_learns_the_same(tf: Any, strategy: Any, als: Any, sgd: Any, accumulation: int) -> None:
    with strategy.scope():
        optimizer = als.ALSOptimizer(sgd(momentum=0.5), initial_loss_scaling_factor=8, update_frequency=2)
        scaled, plain = model(tf, optimizer), model(tf, sgd(momentum=0.5))
    for each in (scaled, plain):
        each.set_gradient_accumulation_options(accumulation)
    options = {"batch_size": 4, "epochs": 2, "shuffle": False, "verbose": 0}
    losses = [each.fit(X, Y, **options).history["loss"] for each in (scaled, plain)]
    assert losses[0] == losses[1] and losses[0][1] < losses[0][0]
    for one, other in zip(scaled.get_weights(), plain.get_weights()):
        np.testing.assert_array_equal(one, other)
    # 16 steps, or 8 updates: the factor doubles in each third one
    doubled, rest = divmod(16 // accumulation, 3)
    assert float(optimizer.loss_scaling_factor) == 8 * 2**doubled
    assert float(optimizer.previous_loss_scaling_factor) == 8 * 2 ** (doubled - 1)
    assert int(optimizer.update_counter) == rest


@pytest.mark.parametrize("edge, factor", [(2.0**13, 32.0), (2.0**-20, 8.0)])
@pytest.mark.parametrize("where", ["weights", "captured"])
def test_float16_gradients_are_counted(
    tf: Any, strategy: Any, als: Any, sgd: Any, edge: float, factor: float, where: str
) -> None:
    capture = importlib.import_module("keras.ipu.layers").CaptureUpstreamGradients
    with strategy.scope():
        optimizer = als.ALSOptimizer(
            sgd(),
            initial_loss_scaling_factor=16,
            update_frequency=4,
            histogram_bin_edge=edge,
            captured_grads_only=where == "captured",
        )
        trained = model(tf, optimizer, "float16", capture if where == "captured" else lambda inner: inner)
    trained.fit(X[:16], Y[:16], batch_size=4, verbose=0)
    # each step: three weights and a bias, or an output for each of four rows
    counts = [16.0, 0.0] if edge > 1 else [0.0, 16.0]
    assert optimizer.histogram.numpy().tolist() == counts
    assert optimizer.normalized_histogram.numpy().tolist() == [count / 16 for count in counts]
    assert float(optimizer.loss_scaling_factor) == 16.0
    with strategy.scope():
        trained.compile(optimizer, "mse")
    trained.fit(X[:4], Y[:4], batch_size=4, verbose=0)
    assert float(optimizer.loss_scaling_factor) == factor
    assert optimizer.histogram.numpy().tolist() == [0.0, 0.0]


def test_statistics_of_the_last_step_of_a_period(tf: Any, strategy: Any, als: Any, sgd: Any) -> None:
    with strategy.scope():
        optimizer = als.ALSOptimizer(
            sgd(), 16, 2, histogram_bin_edge=2.0**-20, accumulate_statistics_over_update_period=False
        )
        trained = model(tf, optimizer, "float16")
    trained.fit(X[:8], Y[:8], batch_size=4, verbose=0)
    assert optimizer.histogram.numpy().tolist() == [0.0, 0.0]
    trained.fit(X[:4], Y[:4], batch_size=4, verbose=0)
    assert float(optimizer.loss_scaling_factor) == 8.0


def test_the_filter_keeps_a_part_of_the_histogram(tf: Any, strategy: Any, als: Any, sgd: Any) -> None:
    with strategy.scope():
        optimizer = als.ALSOptimizer(sgd(), lpf_alpha=0.5)
        weight = tf.Variable(tf.ones([4], tf.float16))

    @tf.function(jit_compile=True)
    def step() -> None:
        optimizer.apply_gradients([(tf.ones([4], tf.float16), weight)])

    strategy.run(step)
    # 4 elements arrive halved; then the update takes half of that and half of the same
    assert optimizer.histogram.numpy().tolist() == [2.0, 0.0]
    strategy.run(step)
    assert optimizer.histogram.numpy().tolist() == [4.0, 0.0]


def test_a_pipeline(tf: Any, ipu: Any, als: Any, sgd: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    trained = []
    with ipu.ipu_strategy.IPUStrategy().scope():
        optimizer = als.ALSOptimizer(sgd(), 4, 1)
        for each in (optimizer, sgd()):
            layers = [tf.keras.layers.Dense(2, kernel_initializer="ones") for _ in range(2)]
            made = tf.keras.Sequential([tf.keras.Input((3,)), *layers])
            made.compile(each, "mse", steps_per_execution=8)
            made.set_pipeline_stage_assignment([0, 1])
            made.set_pipelining_options(gradient_accumulation_steps_per_replica=4)
            trained.append(made)
    losses = [made.fit(X, Y, batch_size=4, verbose=0, shuffle=False).history["loss"] for made in trained]
    assert losses[0] == losses[1]
    np.testing.assert_array_equal(trained[0].get_weights()[0], trained[1].get_weights()[0])
    assert float(optimizer.loss_scaling_factor) == 4 * 2**2  # once an update


def linear(tf: Any, optimizer: Any, pipelined: bool = False) -> Any:
    """A model that multiplies by ones; its first stage, of two, does nothing."""
    first = tf.keras.layers.Activation("linear")
    dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
    made = tf.keras.Sequential([tf.keras.Input((3,)), first, dense])
    if pipelined:
        made.set_pipeline_stage_assignment([0, 1])
    made.compile(optimizer, "mse", steps_per_execution=4)
    return made


@pytest.mark.parametrize("pipelined", [False, True])
def test_replicas_without_accumulation_learn_alone(
    tf: Any, on_ipus: Any, als: Any, sgd: Any, pipelined: bool
) -> None:
    with on_ipus(4 if pipelined else 2).scope():
        made = linear(tf, als.ALSOptimizer(sgd(momentum=0.5), 4, 2), pipelined)
        if pipelined:
            made.set_pipelining_options(gradient_accumulation_steps_per_replica=4)
    history = made.fit(scaled.X, scaled.Y, batch_size=2, epochs=2, shuffle=False, verbose=0).history
    together = 4 if pipelined else 1
    weights: list[Any] = []
    losses: list[Any] = []
    for replica in (0, 1):
        weight, momentum, losses = np.ones((3, 1)), 0.0, []
        for update in range(8 // together):
            batches = [(2 * (update * together + step) + replica) % scaled.ROUNDS for step in range(together)]
            losses += [np.mean(scaled.error(weight, batch) ** 2) for batch in batches]
            momentum = 0.5 * momentum - 0.01 * sum(scaled.gradient(weight, batch) for batch in batches)
            weight = weight + momentum
        weights.append(weight)
    np.testing.assert_allclose(made.get_weights()[0], weights[0], rtol=1e-5)
    if not pipelined:  # the host shows the loss of the last replica
        np.testing.assert_allclose(history["loss"], [np.mean(losses[:4]), np.mean(losses[4:])], rtol=1e-5)


def test_replicas_that_accumulate_learn_together(tf: Any, on_ipus: Any, als: Any, sgd: Any) -> None:
    with on_ipus(2).scope():
        optimizer = als.ALSOptimizer(sgd(momentum=0.5), 4, 1)
        made = linear(tf, optimizer)
        made.set_gradient_accumulation_options(2)
    made.fit(scaled.X, scaled.Y, batch_size=2, shuffle=False, verbose=0)
    weight, momentum = np.ones((3, 1)), 0.0
    for update in range(2):
        batches = range(4 * update, 4 * update + 4)
        momentum = 0.5 * momentum - 0.01 * sum(scaled.gradient(weight, batch) for batch in batches)
        weight = weight + momentum
    np.testing.assert_allclose(made.get_weights()[0], weight, rtol=1e-5)
    assert float(optimizer.loss_scaling_factor) == 4 * 2**2  # once an update


def test_replicas_get_the_weights_that_the_host_sets(tf: Any, on_ipus: Any, als: Any, sgd: Any) -> None:
    with on_ipus(2).scope():
        made = linear(tf, als.ALSOptimizer(sgd(), 4, 2))
    options = {"batch_size": 2, "shuffle": False, "verbose": 0}
    known = made.get_weights()
    first = made.fit(scaled.X, scaled.Y, **options).history["loss"]
    assert made.fit(scaled.X, scaled.Y, **options).history["loss"] != first
    made.set_weights(known)
    assert made.fit(scaled.X, scaled.Y, **options).history["loss"] == first


def test_replicas_count_captured_gradients_of_their_own(tf: Any, on_ipus: Any, als: Any, sgd: Any) -> None:
    capture = importlib.import_module("keras.ipu.layers").CaptureUpstreamGradients
    with on_ipus(2).scope():
        optimizer = als.ALSOptimizer(sgd(), 16, 8, captured_grads_only=True)
        made = model(tf, optimizer, "float16", capture)
        made.compile(optimizer, "mse", steps_per_execution=2)
    made.fit(X[:16], Y[:16], batch_size=4, verbose=0)
    assert optimizer.histogram.numpy().tolist() == [8.0, 0.0]  # an output for each of four rows, in two steps


@pytest.mark.parametrize("name", ["ALSOptimizer", "ALSGradientAccumulationOptimizer"])
def test_a_loop_of_ones_own(tf: Any, ipu: Any, strategy: Any, als: Any, sgd: Any, name: str) -> None:
    with strategy.scope():
        optimizer = als.ALSOptimizer(sgd(), initial_loss_scaling_factor=4)
        if name != "ALSOptimizer":
            optimizer = als.ALSGradientAccumulationOptimizer(optimizer, 2)
        weight = tf.Variable([1.0, 2.0])

    def body(factor: Any) -> Any:
        loss = factor * tf.reduce_sum(weight * weight)
        gradients = optimizer.get_gradients(loss, [weight])
        optimizer.apply_gradients(zip(gradients, [weight]))
        return factor + 1.0

    strategy.run(tf.function(lambda: ipu.loops.repeat(4, body, [tf.constant(1.0)]), jit_compile=True))
    expected = np.array([1.0, 2.0])
    for factor in [1, 2, 3, 4] if name == "ALSOptimizer" else [1 + 2, 3 + 4]:
        expected -= 0.01 * factor * 2 * expected
    np.testing.assert_allclose(weight.numpy(), expected, rtol=1e-6)
    assert int(optimizer.update_counter) == (4 if name == "ALSOptimizer" else 2)
    assert float(optimizer.loss_scaling_factor) == 4.0


@pytest.mark.parametrize(
    "options, message",
    [
        ({"initial_loss_scaling_factor": 5}, "initial_loss_scaling_factor must be a power of two"),
        ({"update_frequency": 0}, "update_frequency must be nonzero and positive"),
        ({"increase_factor": 3}, "increase_factor must be a power of two"),
        ({"max_loss_scaling_factor": 5}, "max_loss_scaling_factor must be a power of two"),
        ({"ratio_threshold": -1}, "ratio_threshold must be greater than zero and less than one"),
        ({"ratio_threshold": 2}, "ratio_threshold must be greater than zero and less than one"),
        (
            {"initial_loss_scaling_factor": 4, "max_loss_scaling_factor": 2},
            "initial_loss_scaling_factor must be less than max_loss_scaling_factor",
        ),
        (
            {"increase_factor": 4, "max_loss_scaling_factor": 4},
            "initial_loss_scaling_factor x increase_factor must be less than",
        ),
    ],
)
def test_options_that_do_not_suit(als: Any, sgd: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        als.ALSOptimizer(sgd(), **options)


def test_options_that_change(als: Any, sgd: Any) -> None:
    optimizer = als.ALSOptimizer(sgd(), 4)
    optimizer._lsf.assign(16.0)
    optimizer.update_frequency = 3
    assert (optimizer.update_frequency, float(optimizer.loss_scaling_factor)) == (3, 16.0)
    optimizer.lpf_alpha = 0.5
    assert float(optimizer.loss_scaling_factor) == 4.0
    assert optimizer.decrease_factor == 0.5
    with pytest.raises(ValueError, match="must be less than max_loss_scaling_factor"):
        optimizer.max_loss_scaling_factor = 65536
    for name in ("histogram", "normalized_histogram", "loss_scaling_factor", "decrease_factor"):
        with pytest.raises(ValueError, match=f"{name} is a read only property"):
            setattr(optimizer, name, 1)


def test_configurations(als: Any, sgd: Any) -> None:
    optimizer = als.ALSOptimizer(sgd(momentum=0.5), 4, update_frequency=3)
    again = als.ALSOptimizer.from_config(optimizer.get_config())
    assert (again.update_frequency, again.initial_loss_scaling_factor, again.get_name()) == (
        3,
        4,
        "ALSOptimizer",
    )
    assert float(again.momentum) == 0.5
    outer = als.ALSGradientAccumulationOptimizer(optimizer, 2)
    config = outer.get_config()
    assert als.ALSGradientAccumulationOptimizer.from_config(config).als_optimizer.update_frequency == 3
    config["inner_optimizer_type"] = type(optimizer._opt)
    with pytest.raises(ValueError, match="can only be used with configurations that have ALSOptimizer"):
        als.ALSGradientAccumulationOptimizer.from_config(config)
    with pytest.raises(ValueError, match="can only be used with instances of ALSOptimizer"):
        als.ALSGradientAccumulationOptimizer(optimizer._opt, 2)
