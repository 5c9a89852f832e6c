"""A training in micro-batches learns what whole batches teach, unless a layer sees the parts one by one."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

ROWS = np.random.RandomState(1).normal(size=(48, 6)).astype("float32")
WORDS = np.random.RandomState(2).randint(0, 9, size=(48, 3)).astype("int32")
LABELS = np.random.RandomState(3).normal(size=(48, 1)).astype("float32")
WEIGHTS = np.random.RandomState(4).uniform(size=48).astype("float32")


@pytest.fixture
def recording(tf: Any) -> Any:
    from gpu2ipu.simulator.recording import micro_batches

    return micro_batches


def split(recording: Any, model: Any, called: Any = lambda: None, **parts: Any) -> Any:
    """Four micro-batches for a time."""
    return recording.in_micro_batches(model, recording.MicroBatches(4, **parts), called)


def dense(tf: Any, **compiled: Any) -> Any:
    layers = [
        tf.keras.layers.Dense(5, activation="tanh", kernel_regularizer="l2", input_shape=(6,)),
        tf.keras.layers.Dense(1),
    ]
    return made(tf, layers, **compiled)


def sparse(tf: Any, **compiled: Any) -> Any:
    layers = [
        tf.keras.layers.Embedding(12, 2, input_length=3),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(1),
    ]
    return made(tf, layers, **compiled)


def made(tf: Any, layers: Any, **compiled: Any) -> Any:
    model = tf.keras.Sequential(layers)
    model.compile(
        **{"optimizer": tf.keras.optimizers.SGD(0.1), "loss": "mse", "metrics": ["mae"], **compiled}
    )
    return model


OPTIMIZERS = {
    "momentum": lambda tf: tf.keras.optimizers.SGD(0.1, momentum=0.9),
    "clipped": lambda tf: tf.keras.optimizers.Adam(0.01, clipnorm=0.1),
    "schedule": lambda tf: tf.keras.optimizers.RMSprop(
        tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5)
    ),
    "scaled": lambda tf: tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1)),
}


def trained(model: Any, x: Any, context: Any = None, **arguments: Any) -> Any:
    """The weights and the logs after two epochs."""
    with context or contextlib.nullcontext():
        logs = model.fit(
            x, LABELS[: len(x)], batch_size=16, epochs=2, shuffle=False, verbose=0, **arguments
        ).history
    return model.get_weights(), logs


def assert_alike(one: Any, other: Any) -> None:
    for mine, theirs in zip(one[0], other[0]):
        np.testing.assert_allclose(mine, theirs, rtol=5e-5, atol=1e-6)
    assert one[1].keys() == other[1].keys()
    for name in one[1]:
        np.testing.assert_allclose(one[1][name], other[1][name], rtol=1e-5)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize(("build", "x"), [(dense, ROWS), (sparse, WORDS)], ids=["dense", "sparse"])
def test_micro_batches_teach_what_their_batch_teaches(
    tf: Any, recording: Any, optimizer: str, build: Any, x: Any
) -> None:
    """The rows of an embedding that no batch has stay as they are, with a momentum as well."""
    model = build(tf)
    start, found = model.get_weights(), []
    splits: list[int] = []
    for context in (None, split(recording, model, lambda: splits.append(1))):
        model.set_weights(start)
        model.compile(OPTIMIZERS[optimizer](tf), "mse", metrics=["mae"])
        found.append(trained(model, x, context, sample_weight=WEIGHTS))
        assert int(model.optimizer.iterations.numpy()) == 6
    assert splits
    assert_alike(*found)


@pytest.mark.parametrize(
    ("compiled", "in_scope", "size"),
    [
        ({"run_eagerly": True}, False, 44),
        ({"steps_per_execution": 3}, False, 48),
        ({}, False, 44),
        ({}, True, 44),
    ],
)
def test_eager_steps_strategies_and_partial_batches(
    tf: Any, recording: Any, compiled: Any, in_scope: bool, size: int
) -> None:
    scope = tf.distribute.MirroredStrategy(["/cpu:0"]).scope() if in_scope else contextlib.nullcontext()
    with scope:
        model = dense(tf, **compiled)
    start, found = model.get_weights(), []
    for context in (None, split(recording, model)):
        model.set_weights(start)
        found.append(trained(model, ROWS[:size], context))
    assert_alike(*found)


@pytest.mark.parametrize(
    ("parts", "kept", "eager"),
    [
        ({}, [0, 1, 2, 3], False),
        ({"pipelined": True}, [3], False),
        ({"replicas": 2}, [0, 2], False),
        ({"replicas": 2, "pipelined": True}, [2], True),
    ],
)
def test_moving_statistics_are_those_that_the_host_of_the_port_sees(
    tf: Any, recording: Any, parts: Any, kept: Any, eager: bool
) -> None:
    norm = tf.keras.layers.BatchNormalization(momentum=0.75, input_shape=(6,))
    model = made(tf, [norm, tf.keras.layers.Dense(1)], run_eagerly=eager)
    with split(recording, model, **parts):
        model.fit(ROWS[:16], LABELS[:16], batch_size=16, shuffle=False, verbose=0)
    mean = np.zeros(6)
    for index in kept:
        mean = 0.75 * mean + 0.25 * ROWS[4 * index : 4 * index + 4].mean(axis=0)
    np.testing.assert_allclose(norm.moving_mean.numpy(), mean, rtol=1e-5, atol=1e-6)


def test_after_the_call_a_step_is_the_stock_one(tf: Any, recording: Any) -> None:
    model = dense(tf)
    with split(recording, model):
        model.fit(ROWS, LABELS, batch_size=16, verbose=0)
    assert "train_step" not in vars(model)
    assert model.train_function is None


def test_what_is_not_split(tf: Any, recording: Any) -> None:
    """Each would hide what micro-batches change besides."""

    class Own(tf.keras.Sequential):  # type: ignore[misc, name-defined]
        def train_step(self, data: Any) -> Any:
            return super().train_step(data)

    summed = dense(tf, loss=tf.keras.losses.MeanSquaredError(reduction="sum"))
    own = Own([tf.keras.layers.Dense(1, input_shape=(6,))])
    own.compile("sgd", "mse")
    for model in (summed, own):
        with split(recording, model, lambda: pytest.fail("it is split")):
            model.fit(ROWS, LABELS, batch_size=16, verbose=0)


def test_layers_that_normalize_by_the_batch(tf: Any, recording: Any) -> None:
    layers = tf.keras.layers
    inner = tf.keras.Sequential([layers.BatchNormalization(name="inner")])
    frozen = layers.BatchNormalization(trainable=False)
    model = tf.keras.Sequential(
        [layers.Dense(4, input_shape=(6,)), inner, frozen, layers.LayerNormalization()]
    )
    model.add(layers.experimental.SyncBatchNormalization(name="synchronized"))
    assert recording.normalizing_layers(model) == ["inner", "synchronized"]
