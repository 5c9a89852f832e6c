"""Models are measured layer by layer, and a script that trains nothing still runs to its end."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from ..children import run_script

pytestmark = pytest.mark.tensorflow

F32 = 4
ROWS = 8


@pytest.fixture
def measured(tf: Any) -> Any:
    """Compiles and measures a model for images of 6 x 6 x 3 in batches of 8."""
    from gpu2ipu.simulator.planning.measurement import measure

    def run(model: Any, optimizer: Any = "adam", shape: Any = (6, 6, 3)) -> Any:
        model.compile(optimizer, tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        model.build((None, *shape))
        return measure(model, (tf.TensorSpec([ROWS, *shape]), tf.TensorSpec([ROWS, 1], tf.int32)))

    return run


def column(found: Any, name: str) -> list[Any]:
    return [call[name] for call in found["layers"]]


def test_a_sequential_model(tf: Any, measured: Any) -> None:
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [layers.Flatten(name="flat"), layers.Dense(16, "relu", name="one"), layers.Dense(10, name="two")]
    )
    found = measured(model)
    assert column(found, "name") == ["flat", "one", "two"]
    assert column(found, "call") == [None] * 3
    parameters = [0, 108 * 16 + 16, 16 * 10 + 10]
    assert column(found, "parameters") == parameters
    assert column(found, "weights") == column(found, "accumulators") == [F32 * each for each in parameters]
    assert column(found, "optimizer") == [2 * F32 * each for each in parameters]
    # forward and gradient of the kernel, for the second layer also that of its input
    products = [0, 2 * 2 * ROWS * 108 * 16, 3 * 2 * ROWS * 16 * 10]
    for flops, least in zip(column(found, "flops"), products):
        assert least <= flops <= least * 1.1 + 20 * ROWS * 10  # the loss
    # what relu gives is read by its own gradient and by that of the next kernel; the loss keeps the softmax
    assert [F32 * ROWS * 16, [1, 2]] in found["kept"]
    assert found["kept_data"] == [[F32 * ROWS * 108, [1]]]
    assert found["together"] == []
    assert found["received"] == F32 * ROWS * (108 + 1)


@pytest.mark.parametrize(("momentum", "slots"), [(0.0, 0), (0.9, 1)])
def test_slots_are_those_of_the_optimizer(tf: Any, measured: Any, momentum: float, slots: int) -> None:
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Flatten(), layers.Dense(10)])
    found = measured(model, tf.keras.optimizers.SGD(0.1, momentum=momentum, clipnorm=1.0))
    assert column(found, "optimizer") == [0, slots * F32 * 1090]


def test_skip_connections_and_frozen_layers(tf: Any, measured: Any) -> None:
    layers = tf.keras.layers
    inputs = tf.keras.Input((6, 6, 3))
    first = layers.Conv2D(4, 3, padding="same", name="first", trainable=False)(inputs)
    second = layers.BatchNormalization(name="norm")(layers.Conv2D(4, 3, padding="same", name="second")(first))
    both = layers.Add(name="add")([first, second]) * 2.0
    model = tf.keras.Model(inputs, layers.Dense(10, name="head")(layers.Flatten(name="flat")(both)))
    found = measured(model)
    names = column(found, "name")
    assert names[:4] == ["first", "second", "norm", "add"] and names[-2:] == ["flat", "head"]
    assert len(names) == 7  # the multiplication is a layer of its own
    weights = dict(zip(names, column(found, "accumulators")))
    assert weights["first"] == 0 and weights["second"] == F32 * (9 * 4 * 4 + 4)
    inputs_of = dict(zip(names, ([names[each] for each in call["inputs"]] for call in found["layers"])))
    assert (
        inputs_of["first"] == [] and inputs_of["add"] == ["first", "norm"] and inputs_of["head"] == ["flat"]
    )
    assert weights["norm"] == F32 * 2 * 4  # the moving statistics have no gradients
    assert dict(zip(names, column(found, "weights")))["norm"] == F32 * 4 * 4


def test_calls_of_a_shared_layer(tf: Any, measured: Any) -> None:
    layers = tf.keras.layers
    inputs = tf.keras.Input((6, 6, 3))
    shared, act = layers.Conv2D(3, 3, padding="same", name="shared"), layers.ReLU(name="act")
    x = layers.MaxPooling2D(name="pool")(act(shared(inputs)))
    x = layers.Flatten(name="flat")(act(shared(x)))
    found = measured(tf.keras.Model(inputs, layers.Dense(10, name="head")(x)))
    calls = [(call["name"], call["call"]) for call in found["layers"]]
    assert calls[:5] == [("shared", 0), ("act", 0), ("pool", None), ("shared", 1), ("act", 1)]
    assert {tuple(pair) for pair in found["together"]} == {(0, 3)}
    assert column(found, "parameters")[:4] == [84, 0, 0, 0]


def test_layers_of_nested_models(tf: Any, measured: Any) -> None:
    layers = tf.keras.layers
    backbone = tf.keras.Sequential(
        [layers.Conv2D(4, 3, name="one"), layers.ReLU(name="two")], name="backbone"
    )
    found = measured(
        tf.keras.Sequential([backbone, layers.Flatten(name="flat"), layers.Dense(10, name="head")])
    )
    assert column(found, "name") == ["backbone/one", "backbone/two", "flat", "head"]


def test_a_subclassed_model(tf: Any, measured: Any) -> None:
    """Its layers count in the order of their calls; those inside of a layer do not."""
    layers = tf.keras.layers

    class Block(layers.Layer):  # type: ignore[misc, name-defined]
        def __init__(self, name: str) -> None:
            super().__init__(name=name)
            self.inner = layers.Dense(3)

        def call(self, x: Any) -> Any:
            return x + tf.nn.relu(self.inner(x))

    class Net(tf.keras.Model):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.head = layers.Dense(10, name="head")
            self.blocks = [Block(f"block{number}") for number in range(2)]
            self.shift = self.add_weight(name="shift", shape=(3,))

        def call(self, x: Any) -> Any:
            x = x + self.shift
            for block in self.blocks:
                x = block(x)
            return self.head(tf.reduce_mean(x, [1, 2]))

    found = measured(Net())
    assert column(found, "name") == ["block0", "block1", "head"]
    assert column(found, "parameters") == [3 + 12, 12, 40]


def test_recurrent_layers_count_all_of_their_steps(tf: Any, measured: Any) -> None:
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.LSTM(16, name="lstm"), layers.Dense(10, name="head")])
    found = measured(model, shape=(12, 5))
    products = 2 * ROWS * (5 + 16) * 4 * 16 * 12
    assert 2 * products <= column(found, "flops")[0] <= 3.5 * products


BUILDER = "    return tf.keras.Sequential([tf.keras.layers.Dense(10)], name=name)"
SCRIPT = f"""
import numpy as np
import tensorflow as tf

x, y = np.zeros((40, 6), "float32"), np.zeros(40, "int64")
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

def build(name):
{BUILDER}

one = build("one")
one.compile("sgd", loss, metrics=["accuracy"])
found = one.fit(x, y, batch_size=10, epochs=3, validation_data=(x, y), callbacks=[])
assert len(found.history["val_accuracy"]) == 3 == len(found.epoch) and "loss" in found.history
score = one.evaluate(x, y)
assert len(score) == 2 and set(one.evaluate(x, y, return_dict=True)) == {{"loss", "accuracy"}}
assert one.predict(x).shape == (40, 10) and one.predict(x, batch_size=4, steps=2).shape == (8, 10)
one.fit(x, y, batch_size=10)  # the same once more

def batches():
    while True:
        yield x[:4], y[:4]

two = build("two")
two.compile("sgd", loss)
two.fit(batches(), steps_per_epoch=5)
assert np.isnan(two.evaluate(x, y))

def rows():
    yield from zip(x, y)

three = build("three")
three.compile("sgd", loss)
three.fit(tf.data.Dataset.from_generator(rows, (tf.float32, tf.int64)).batch(5))
four = build("four")
four.compile("sgd", loss)
four.fit(tf.data.Dataset.from_tensor_slices((x, y)).shuffle(9).batch(20).prefetch(1))
for _ in range(3):
    four.train_on_batch(x[:7], y[:7])

four.trainable = False
with tf.distribute.MirroredStrategy().scope():
    five = tf.keras.Sequential([four, tf.keras.layers.Dense(10)], name="five")
    five.compile("sgd", loss)
strategy = tf.distribute.get_strategy()
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
five.fit(strategy.experimental_distribute_dataset(data), epochs=2)
four.train_on_batch(x[:7], y[:7])  # compiled before it was frozen

class Broken(tf.keras.Model):
    def call(self, inputs):
        raise RuntimeError("this is broken")

broken = Broken()
broken.compile("sgd", loss)
broken.fit(x, y)
open("weights.h5")
"""


def test_a_script_runs_without_training(tmp_path: Path) -> None:
    script, journal = tmp_path / "train.py", tmp_path / "plan.jsonl"
    script.write_text(textwrap.dedent(SCRIPT))
    done = run_script(sys.executable, f"--plan={journal}", "--micro-batch=6", "--chip=mk1", script)
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    header, *models, end = lines
    assert (header["plan"], header["chip"], header["capacity"]) == (1, "mk1", 304 << 20)
    failed = models.pop()["exception"]
    assert failed["type"] == "FileNotFoundError" and end == {"end": 1} and done.returncode == 1, done.stderr
    broken = models.pop()
    assert broken["class"] == "Broken" and "this is broken" in broken["failed"]
    created = [call["line"] for line in models for call in line["layers"]]
    assert created[:5] == [SCRIPT.splitlines().index(BUILDER) + 1] * 5
    assert {call["file"] for line in models for call in line["layers"]} == {str(script)}
    calling = [call["callers"] for call in models[0]["layers"]]
    assert calling == [[{"file": str(script), "line": SCRIPT.splitlines().index('one = build("one")') + 1}]]
    assert (models[0]["line"], models[0]["callers"]) == (created[0], calling[0])
    numbers = [call["created"] for line in models[:4] for call in line["layers"]]
    assert numbers == sorted(numbers) and len(set(numbers)) == 4
    named = [(line["name"], line["batch_size"], line["micro_batch"]) for line in models]
    assert named == [("one", 10, 6), ("two", 4, 6), ("three", 5, 6), ("four", 20, 6), ("five", 8, 6)]
    frozen = [call["accumulators"] for call in models[-1]["layers"]]
    assert frozen[0] == 0 and frozen[1] > 0
