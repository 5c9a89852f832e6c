"""Estimates against counts by hand, for models whose memory one can count.

Weights, slots, accumulators and feeds must be exact. Activations are counted as the values that a layer's gradient
needs: the inputs of matrix products and convolutions, what an activation function gives, the inputs of pooling
and normalisation, one value for each logit. What a program keeps besides are statistics and scalars: a few numbers
a channel or a row. So an estimate may exceed the count by 2 %, and never falls below it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = 4
MORE = 1.02


class Told:
    """The memory of each program that has been compiled, as a report gets it."""

    def __init__(self) -> None:
        self.memories: list[Any] = []

    def last(self) -> list[dict[str, int]]:
        stages: list[dict[str, int]] = self.memories[-1]["stages"]
        return stages


@pytest.fixture
def told(tf: Any) -> Iterator[Told]:
    from gpu2ipu.simulator import events

    told = Told()

    def listen(kind: str, **details: Any) -> None:
        if kind == "program":
            told.memories.append(details["memory"])

    events.LISTENERS.append(listen)
    yield told
    events.LISTENERS.remove(listen)


def arrays(rows: int, *shape: int) -> tuple[Any, Any]:
    return np.zeros((rows, *shape), np.float32), np.zeros((rows,), np.int32)


def classifier(tf: Any, strategy: Any, optimizer: Any, *layers: Any) -> Any:
    with strategy.scope():
        model = tf.keras.Sequential(layers)
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile(optimizer, loss, steps_per_execution=4)
    return model


def dense(tf: Any, strategy: Any, optimizer: Any) -> Any:
    layers = tf.keras.layers
    first = layers.Dense(64, activation="relu", input_shape=(40,))
    return classifier(tf, strategy, optimizer, first, layers.Dense(32, activation="relu"), layers.Dense(10))


DENSE_WEIGHTS = F32 * (40 * 64 + 64 + 64 * 32 + 32 + 32 * 10 + 10)


def assert_near(found: int, counted: int) -> None:
    assert counted <= found <= counted * MORE + 64


@pytest.mark.parametrize(("optimizer", "slots"), [("sgd", 0), ("adam", 2), ("rmsprop", 1)])
def test_dense_layers(tf: Any, strategy: Any, told: Told, optimizer: str, slots: int) -> None:
    dense(tf, strategy, optimizer).fit(*arrays(64, 40), batch_size=16, verbose=0)
    (stage,) = told.last()
    assert stage["weights"] == DENSE_WEIGHTS
    assert (stage["optimizer"], stage["accumulators"]) == (slots * DENSE_WEIGHTS, 0)
    # rows and labels in; the loss out
    assert stage["feeds"] == F32 * (16 * 40 + 16 + 1)
    # two activation functions and the logits; the input is in the feed
    assert_near(stage["activations"], F32 * 16 * (64 + 32 + 10))
    # fullest at the end of the way back: the first layer's gradient, beside that of its output
    assert_near(stage["activations"] + stage["working"], F32 * (40 * 64 + 16 * 64))
    parts = ("weights", "optimizer", "activations", "working", "feeds", "other")
    assert stage["total"] == sum(stage[part] for part in parts)


def test_a_convolutional_net_with_momentum(tf: Any, strategy: Any, told: Told) -> None:
    layers = tf.keras.layers
    model = classifier(
        tf,
        strategy,
        tf.keras.optimizers.SGD(0.1, momentum=0.9),
        layers.Conv2D(8, 3, activation="relu", input_shape=(14, 14, 1)),
        layers.BatchNormalization(),
        layers.MaxPooling2D(),
        layers.Dropout(0.5),
        layers.Flatten(),
        layers.Dense(10),
    )
    model.fit(*arrays(32, 14, 14, 1), batch_size=8, verbose=0)
    (stage,) = told.last()
    trained = F32 * (9 * 8 + 8 + 8 + 8 + 6 * 6 * 8 * 10 + 10)
    assert stage["weights"] == trained + F32 * (8 + 8)  # moving mean and variance
    assert stage["optimizer"] == trained
    # of the convolution and of the normalisation; what is left after dropout, whose mask is drawn again
    assert_near(stage["activations"], F32 * 8 * (2 * 12 * 12 * 8 + 6 * 6 * 8 + 10))


def test_accumulated_gradients(tf: Any, strategy: Any, told: Told) -> None:
    model = dense(tf, strategy, "adam")
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
    model.fit(*arrays(64, 40), batch_size=16, verbose=0)
    (stage,) = told.last()
    assert stage["weights"] == stage["accumulators"] == DENSE_WEIGHTS
    assert stage["optimizer"] == stage["off_chip"] == 2 * DENSE_WEIGHTS  # in Streaming Memory by default
    assert_near(stage["activations"], F32 * 16 * (64 + 32 + 10))
    model.set_gradient_accumulation_options(
        gradient_accumulation_steps_per_replica=4, offload_weight_update_variables=False
    )
    model.fit(*arrays(64, 40), batch_size=16, verbose=0)
    (stage,) = told.last()
    assert (stage["off_chip"], stage["optimizer"]) == (0, 2 * DENSE_WEIGHTS)


def pipelined(tf: Any, strategy: Any, **options: Any) -> Any:
    keras_ipu = importlib.import_module("keras.ipu")
    sizes = (40, 64, 48, 32, 10)
    with strategy.scope():
        inputs = values = tf.keras.Input((sizes[0],))
        for stage, size in enumerate(sizes[1:]):
            with keras_ipu.PipelineStage(stage):
                activation = "relu" if size != sizes[-1] else None
                values = tf.keras.layers.Dense(size, activation=activation)(values)
        model = tf.keras.Model(inputs, values)
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile("adam", loss, steps_per_execution=8)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=8, **options)
    return model


#: For each stage its weights, and what it keeps for a row: its input, but for the feed's, and its output.
STAGES = ((40 * 64 + 64, 64), (64 * 48 + 48, 64 + 48), (48 * 32 + 32, 48 + 32), (32 * 10 + 10, 32 + 10))


def configure(ipu: Any, **options: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 4
    for name, value in options.items():
        setattr(config, name, value)
    config.configure_ipu_system()


@pytest.mark.parametrize(("schedule", "depth"), [("Grouped", 2), ("Interleaved", 1), ("Sequential", 0)])
def test_a_pipeline_of_four_stages(
    tf: Any, ipu: Any, strategy: Any, told: Told, schedule: str, depth: int
) -> None:
    configure(ipu)
    schedules = importlib.import_module("tensorflow.python.ipu.ops.pipelining_ops").PipelineSchedule
    pipelined(tf, strategy, pipeline_schedule=schedules[schedule]).fit(
        *arrays(32, 40), batch_size=4, verbose=0
    )
    stages = told.last()
    assert [(stage["stage"], stage["ipu"]) for stage in stages] == [(0, 0), (1, 1), (2, 2), (3, 3)]
    for number, (stage, (weights, kept)) in enumerate(zip(stages, STAGES)):
        assert stage["weights"] == stage["accumulators"] == F32 * weights
        assert stage["optimizer"] == stage["off_chip"] == 2 * F32 * weights
        waiting = depth * (3 - number)
        fed = waiting * 40 if number == 0 else 0
        assert_near(stage["activations"], F32 * 4 * (kept * (waiting + 1) + fed))
    assert stages[0]["feeds"] == F32 * (4 * 40 + 4) and stages[3]["feeds"] == F32
    assert stages[1]["feeds"] == stages[2]["feeds"] == 0


def test_recomputation_keeps_the_inputs_of_stages(tf: Any, ipu: Any, strategy: Any, told: Told) -> None:
    configure(ipu, allow_recompute=True)
    pipelined(tf, strategy).fit(*arrays(32, 40), batch_size=4, verbose=0)
    inputs = (40, 64, 48, 32)
    for number, (stage, (_, kept)) in enumerate(zip(told.last(), STAGES)):
        waiting = 2 * (3 - number)
        assert_near(stage["activations"], F32 * 4 * (kept + waiting * inputs[number]))


def test_stages_of_one_ipu_add_up(tf: Any, ipu: Any, strategy: Any, told: Told) -> None:
    configure(ipu)
    pipelined(tf, strategy, device_mapping=[0, 1, 1, 0]).fit(*arrays(64, 40), batch_size=4, verbose=0)
    assert [stage["ipu"] for stage in told.last()] == [0, 1, 1, 0]
    assert told.memories[-1]["replicas"] == 2


def test_inference_needs_no_slots(tf: Any, strategy: Any, told: Told) -> None:
    model = dense(tf, strategy, "adam")
    model.predict(arrays(64, 40)[0], batch_size=16, verbose=0)
    (stage,) = told.last()
    assert (stage["weights"], stage["optimizer"], stage["working"]) == (DENSE_WEIGHTS, 0, 0)
    assert stage["feeds"] == F32 * 16 * (40 + 10)
    # what one layer gets and what it gives, at most
    assert_near(stage["activations"], F32 * 16 * (64 + 32))


def test_the_steps_of_a_recurrent_layer_are_kept(tf: Any, strategy: Any, told: Told) -> None:
    layers = tf.keras.layers
    classifier(tf, strategy, "sgd", layers.LSTM(8, input_shape=(20, 3)), layers.Dense(10)).fit(
        *arrays(32, 20, 3), batch_size=8, verbose=0
    )
    (stage,) = told.last()
    assert stage["weights"] == F32 * (3 * 32 + 8 * 32 + 32 + 8 * 10 + 10)
    # four gates, the state before and after, and the output, of each of 20 steps
    counted = F32 * 8 * 20 * (4 + 3) * 8
    assert counted * 0.9 <= stage["activations"] <= counted * 1.3


def test_a_training_loop_with_a_feed(tf: Any, strategy: Any, told: Told) -> None:
    layers = tf.keras.layers
    with strategy.scope():
        model = tf.keras.Sequential(
            [layers.Dense(64, activation="relu", input_shape=(40,)), layers.Dense(10)]
        )
        optimizer = tf.keras.optimizers.Adam()

    @tf.function(jit_compile=True)
    def train(iterator: Any) -> None:
        for _ in tf.range(4):
            x, y = next(iterator)
            with tf.GradientTape() as tape:
                losses = tf.keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True)
                loss = tf.reduce_mean(losses)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))

    data = tf.data.Dataset.from_tensor_slices(arrays(64, 40)).batch(16, drop_remainder=True).repeat()
    with strategy.scope():
        strategy.run(train, args=(iter(data),))
    (stage,) = told.last()
    weights = F32 * (40 * 64 + 64 + 64 * 10 + 10)
    assert (stage["weights"], stage["optimizer"]) == (weights, 2 * weights)
    assert stage["feeds"] == F32 * (16 * 40 + 16)
    assert_near(stage["activations"], F32 * 16 * (64 + 10))
    known = len(told.memories)
    with strategy.scope():
        strategy.run(train, args=(iter(data),))
    assert len(told.memories) == known  # compiled once


@pytest.mark.parametrize("compiles", [True, False], ids=["HLO", "graph"])
def test_what_is_recorded_is_not_counted(
    tf: Any, strategy: Any, told: Told, monkeypatch: pytest.MonkeyPatch, compiles: bool
) -> None:
    """The gradients of all layers are read for the record, but must not count as live until then."""
    tally = importlib.import_module("gpu2ipu.simulator.recording.tally")
    if not compiles:
        hlo = importlib.import_module("gpu2ipu.simulator.compiler.hlo")
        monkeypatch.setattr(hlo, "_compiled", lambda concrete: None)
    tallies = tally.Tallies()
    tallies.phases.append("fit")

    class Recorded(tf.keras.optimizers.SGD):  # type: ignore[misc]
        apply_gradients = tf.keras.optimizers.SGD.apply_gradients

    tally.WeightSketches(tallies).wrap(Recorded)

    def recorded_loss(true: Any, predicted: Any) -> Any:
        losses = tf.keras.losses.sparse_categorical_crossentropy(true, predicted, from_logits=True)
        tallies.of(strategy, "fit").add(tf.reduce_mean(losses), predicted)
        return losses

    stages = []
    for optimizer in (tf.keras.optimizers.SGD(0.5), Recorded(0.5)):
        model = dense(tf, strategy, optimizer)
        with strategy.scope():
            model.compile(optimizer, recorded_loss, steps_per_execution=4)
        model.fit(*arrays(64, 40), batch_size=16, verbose=0)
        stages.append(told.last())
    assert tallies.of(strategy, "fit").counts()["steps"] == 8
    assert stages[0] == stages[1]
