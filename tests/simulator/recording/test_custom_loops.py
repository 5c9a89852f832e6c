"""Recorded loops of a script's own: a compiled step is written down like an eager one, and the original follows."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ..children import run_warm

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

# Original and port in one: the port compiles its steps and drops remainders.
SCRIPT = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses, metrics, models, optimizers

PORT = "port" in sys.argv
x = np.random.RandomState(1).normal(size=(70, 6)).astype("float32")
y = x.sum(axis=1, keepdims=True)
if not PORT:
    tf.random.normal([3])  # draws once more: its own initial weights are other ones
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=PORT)
net = models.Sequential([layers.Dense(8), layers.Dropout(0.4), layers.Dense(1)])  # built by its first batch
frozen = models.Sequential([layers.Dense(1, input_shape=(6,))])
optimizer, seen = optimizers.Adam(0.01), metrics.MeanAbsoluteError(name="seen")


def step(x, y):
    with tf.GradientTape() as tape:
        outputs = net(x, training=True)
        loss = tf.reduce_mean((outputs - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_weights), net.trainable_weights))
    seen(y, outputs)
    return loss


step = tf.function(step) if PORT else step
for epoch in range(3):
    for rows, targets in data:
        step(rows, targets)
    print(float(seen.result()))
    seen.reset_states()
evened = tf.data.Dataset.from_tensor_slices(x).batch(14 if PORT else 32, drop_remainder=PORT)
print("rows", sum(len(rows) for rows in evened))
scale = layers.experimental.preprocessing.Normalization()
scale.adapt(data.map(lambda rows, _: rows))
print("mean", round(float(tf.reduce_sum(scale.mean)), 5))
variable = tf.Variable(1.0)
with tf.GradientTape() as tape:
    value = variable * 3.0
tape.gradient(value, variable)
net.compile("sgd", "mse")
net.fit(x[:64], y[:64], verbose=0)
frozen(x)
"""


@pytest.fixture(scope="module", params=[HERE, THERE])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The lines of the port and of the original that follows it."""
    python = sys.executable if request.param == "here" else request.getfixturevalue("python38")
    folder = tmp_path_factory.mktemp("pair")
    script, records = folder / "train.py", (folder / "port.jsonl", folder / "original.jsonl")
    script.write_text(SCRIPT)
    done = [
        run_warm(python, "--no-ipu", f"--record={records[0]}", script, "port"),
        run_warm(python, "--no-ipu", f"--record={records[1]}", f"--follow={records[0]}", script),
    ]
    assert [each.returncode for each in done] == [0, 0], done[0].stderr + done[1].stderr
    assert all("\nrows 70\nmean " in each.stdout for each in done)
    assert done[0].stdout.splitlines()[-1] == done[1].stdout.splitlines()[-1]
    return [[json.loads(line) for line in path.read_text().splitlines()] for path in records]


def of(lines: Any, number: Any, **values: Any) -> Any:
    """The line of a call that has these values."""
    return next(line for line in lines if line.get("call") == number and values.items() <= line.items())


def test_calls_count_by_their_first_step_or_value(pair: Any) -> None:
    for lines in pair:
        kinds = {line["call"]: line["kind"] for line in lines if "kind" in line}
        assert kinds == {0: "loop", 1: "metric", 2: "loop", 3: "fit"}
        assert of(lines, 0, kind="loop")["name"] == of(lines, 3, kind="fit")["name"]


def test_every_step_has_the_same_loss_compiled_or_not(pair: Any) -> None:
    port, original = (of(lines, 0, done=True) for lines in pair)
    assert len(set(port["losses"])) == 6
    assert original["losses"] == pytest.approx(port["losses"], rel=1e-5)
    assert original["counts"] == port["counts"] == {"steps": 6, "rows": 192, "batch": 32}
    assert original["against"] == pytest.approx(0, abs=1e-5)
    assert [of(lines, 2, done=True)["losses"] for lines in pair] == [[3.0], [3.0]]


def test_values_that_the_script_reads(pair: Any) -> None:
    reads = [[line for line in lines if "read" in line] for lines in pair]
    assert [(line["read"], line["rows"]) for line in reads[0]] == [("seen", 64)] * 3
    values = [[line["value"] for line in some] for some in reads]
    assert values[0] == pytest.approx(values[1], rel=1e-5) and len(set(values[0])) == 3


def test_the_original_skips_what_the_port_drops(pair: Any) -> None:
    port, original = pair
    assert [line["batch"] for line in port if "iteration" in line] == [32, 32, 32, 14, 32]
    assert [line["batch"] for line in original if "iteration" in line] == [None] * 5
    note = "in a custom training loop the original skips partial batches, as the port does"
    assert note in [line.get("note") for line in original]
    assert not any("are not known" in line.get("note", "") for line in (*port, *original))


def test_batches_of_another_size_keep_all_rows(pair: Any) -> None:
    note = "in a custom training loop the original reads batches of 32 rows, the port of 14"
    assert [note in [line.get("note") for line in lines] for lines in pair] == [False, True]


# A loop in a module of the script's own, batches that Keras trains, and a loop that is compiled in the port alone.
SHORTENED = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers
from loops_of_train import go_through

x = np.random.RandomState(1).normal(size=(96, 6)).astype("float32")
y = x.sum(axis=1, keepdims=True)
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(16, drop_remainder=True)
net = models.Sequential([layers.Dense(1, input_shape=(6,))])
other = models.Sequential([layers.Dense(1, input_shape=(6,))])
third = models.Sequential([layers.Dense(1, input_shape=(6,))])
optimizer, another = optimizers.SGD(0.01), optimizers.SGD(0.01)


@tf.function
def step(rows, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(rows, training=True) - targets) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_weights), net.trainable_weights))


def other_step(rows, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((other(rows, training=True) - targets) ** 2)
    another.apply_gradients(zip(tape.gradient(loss, other.trainable_weights), other.trainable_weights))


@tf.function
def many_steps(iterator):
    for _ in tf.range(6):
        other_step(*next(iterator))


for epoch in range(4):
    print("epochs", go_through(data, step), sum(len(rows) for rows, _ in data))
if "compiled" in sys.argv:
    for epoch in range(4):
        many_steps(iter(data)) if "port" in sys.argv else [other_step(*batch) for batch in data]
else:
    third.compile("sgd", "mse")
    epoch = 0
    while epoch < 4:
        begin, epoch = 0, epoch + 1
        while begin < 96:
            third.train_on_batch(x[begin : begin + 24], y[begin : begin + 24])
            begin += 24
    history = third.fit(x, y, epochs=3, verbose=0).history["loss"]
    print("third", int(third.optimizer.iterations))
    history[2]
"""

MODULE = """
def go_through(data, step):
    count = 0
    for rows, targets in data:
        step(rows, targets)
        count += 1
    return count
"""


@pytest.fixture(params=[HERE, THERE])
def shortened(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Runs the script with limits; gives what it prints, and the lines of its record."""
    python = sys.executable if request.param == "here" else request.getfixturevalue("python38")
    script = tmp_path / "train.py"
    script.write_text(SHORTENED)
    (tmp_path / "loops_of_train.py").write_text(MODULE)

    def run(name: Any, *options: Any, arguments: Any = ()) -> Any:
        record = tmp_path / name
        done = run_warm(python, "--no-ipu", f"--record={record}", *options, script, *arguments)
        assert "Traceback" not in done.stderr or "IndexError" in done.stderr, done.stderr
        return done.stdout.splitlines(), [json.loads(line) for line in record.read_text().splitlines()]

    return run


def test_loops_are_cut_like_fits_in_modules_too(shortened: Any) -> None:
    printed, lines = shortened("port", "--epochs=2", "--samples=48")
    assert printed == ["epochs 3 96", "epochs 3 96", "third 6"]  # 2 x 2 batches and 2 steps
    assert of(lines, 0, done=True)["counts"] == {"steps": 6, "rows": 96, "batch": 16}
    assert {"loop_levels": [[0, 1], [0, 2], [1, 1], [1, 2]]} in lines
    assert [line["note"] for line in lines if "note" in line] == [
        "the script failed after --epochs 2 had shortened its 3 epochs: code that expects all of them, such as an index"
        " into a history, may fail"
    ]


def test_what_the_port_cannot_cut_the_original_does_not(shortened: Any, tmp_path: Path) -> None:
    limits = "--epochs=2", "--steps=2"
    _, port = shortened("port", *limits, arguments=("port", "compiled"))
    _, original = shortened("original", *limits, f"--follow={tmp_path / 'port'}", arguments=("compiled",))
    for number, steps in ((0, 4), (1, 12)):
        assert of(port, number, done=True)["counts"]["steps"] == steps
        assert of(original, number, done=True)["counts"]["steps"] == steps
    assert [line["note"][:58] for line in port if "note" in line] == [
        "--steps 2 has not shortened 12 of the 16 steps of custom t"
    ]


# The noise has the shape of a tensor, batch and all; one model is built by a shape, the other by its first batch.
NOISE = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers, optimizers

PORT = "port" in sys.argv
data = tf.data.Dataset.from_tensor_slices(np.random.RandomState(1).rand(64, 12).astype("float32"))
data = data.batch(16, drop_remainder=True)


class Noisy(Model):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = layers.Dense(4), layers.Dense(12)

    def call(self, inputs):
        inner = self.inner(inputs)
        return self.outer(inner + tf.random.normal(inner.shape))


def train(model, optimizer, run):
    def step(rows):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(rows) - rows) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))

    step = tf.function(step, jit_compile=True) if PORT else step
    for rows in data:
        run(step, args=(rows,))


if PORT:
    from tensorflow.python import ipu

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy() if PORT else tf.distribute.get_strategy()
with strategy.scope():
    built, unbuilt = Noisy(), Noisy()
    built.build((4, 12))
    rates = optimizers.SGD(0.1), optimizers.SGD(0.1)
for model, optimizer in zip((built, unbuilt), rates):
    train(model, optimizer, strategy.run)
"""


@pytest.mark.parametrize("where", [HERE, THERE])
def test_noise_of_the_shape_of_a_tensor_is_the_same(
    where: Any, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python = sys.executable if where == "here" else request.getfixturevalue("python38")
    script, records = tmp_path / "train.py", (tmp_path / "port", tmp_path / "original")
    script.write_text(NOISE)
    done = [
        run_warm(python, f"--record={records[0]}", script, "port"),
        run_warm(python, "--no-ipu", f"--record={records[1]}", f"--follow={records[0]}", script),
    ]
    assert [each.returncode for each in done] == [0, 0], done[0].stderr + done[1].stderr
    port, original = [[json.loads(line) for line in path.read_text().splitlines()] for path in records]
    assert not [line["note"] for line in (*port, *original) if "are not known" in line.get("note", "")]
    for number in (0, 1):
        losses = of(port, number, done=True)["losses"]
        assert len(losses) == 4
        assert of(original, number, done=True)["losses"] == pytest.approx(losses, rel=1e-5)


# An original under a MirroredStrategy in mixed precision, whose model begins inside of `run`.
MIRRORED = """
import sys
import numpy as np
import tensorflow as tf

tf.keras.mixed_precision.set_global_policy("mixed_float16")
x, y = np.ones((64, 4), "float32"), np.ones((64, 1), "float32")
strategy = tf.distribute.MirroredStrategy(["cpu:0"])
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,), dtype="float32")])
    optimizer = tf.keras.optimizers.SGD(0.1)
    seen = tf.keras.metrics.Mean(name="seen")


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(y - model(x)))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    seen.update_state(loss)


@tf.function
def train(x, y):
    strategy.run(step, args=(x, y))


for rows, targets in tf.data.Dataset.from_tensor_slices((x, y)).batch(32):
    train(rows, targets)
print(float(seen.result()))
"""


@pytest.mark.tensorflow
def test_a_model_that_begins_inside_of_run_follows(tmp_path: Path) -> None:
    script, records = tmp_path / "train.py", [tmp_path / "port.jsonl", tmp_path / "original.jsonl"]
    script.write_text(MIRRORED)
    done = [
        run_warm(sys.executable, "--no-ipu", f"--record={records[0]}", script),
        run_warm(sys.executable, "--no-ipu", f"--record={records[1]}", f"--follow={records[0]}", script),
    ]
    assert [each.returncode for each in done] == [0, 0], done[0].stderr + done[1].stderr
    lines = [[json.loads(line) for line in path.read_text().splitlines()] for path in records]
    reads = [[line["value"] for line in some if line.get("read") == "seen"] for some in lines]
    assert reads[0] == pytest.approx(reads[1], rel=1e-5) and len(reads[0]) == 1


BUILT_OUTSIDE = """
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
x = np.ones((32, 4), "float32")
with strategy.scope():
    net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
net(x[:1])
with strategy.scope():
    net.compile("sgd", "mse")
net.fit(x, x[:, :1], batch_size=16)
"""


@pytest.mark.parametrize("where", [HERE, THERE])
def test_a_recorded_model_is_built_where_the_script_calls_it(
    where: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    python = sys.executable if where == "here" else request.getfixturevalue("python38")
    script = tmp_path / "train.py"
    script.write_text(BUILT_OUTSIDE)
    done = run_warm(python, f"--record={tmp_path / 'port.jsonl'}", script)
    assert done.returncode == 1 and "in the distribution strategy scope" in done.stderr


# What estimators do: a graph and a session, with layers that draw their weights when they are called first.
GRAPH = """
import numpy as np
import tensorflow as tf

with tf.Graph().as_default():
    rows = tf.constant(np.ones((32, 6), "float32"))
    net = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dropout(0.4), tf.keras.layers.Dense(1)])
    loss = tf.reduce_mean((net(rows, training=True) - 1.0) ** 2)
    step = tf.compat.v1.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.GradientTape() as tape:
        slope = tape.gradient(net(rows), net.trainable_weights)
    with tf.compat.v1.Session() as session:
        session.run(tf.compat.v1.global_variables_initializer())
        losses = [session.run([loss, step])[0] for _ in range(20)]
        print("learns", min(losses[10:]) < losses[0])
"""


@pytest.mark.parametrize("place", [HERE, THERE])
def test_graphs_of_tensorflow_1_are_not_recorded(
    request: pytest.FixtureRequest, tmp_path: Path, place: str
) -> None:
    python = sys.executable if place == "here" else request.getfixturevalue("python38")
    script, record = tmp_path / "train.py", tmp_path / "record.jsonl"
    script.write_text(GRAPH)
    done = run_warm(python, "--no-ipu", f"--record={record}", script)
    assert (done.returncode, done.stdout) == (0, "learns True\n"), done.stderr
    assert not [line for line in map(json.loads, record.read_text().splitlines()) if "call" in line]
