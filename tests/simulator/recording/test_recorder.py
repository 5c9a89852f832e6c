"""Recorded runs: what is written down, that no number changes, and that an original follows its port."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ..children import run_warm

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

# Original and port in one: the port drops remainders and takes several steps an execution.
SCRIPT = """
import sys, tempfile, warnings
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

PORT = "port" in sys.argv
rng = np.random.RandomState(1)
x = rng.normal(size=(330, 6)).astype("float32")
y = (x @ rng.normal(size=(6, 3))).argmax(axis=1).astype("int32")
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
if not PORT:
    tf.random.normal([3])  # draws once more: its own initial weights are other ones


def pick(original, port):
    return port if PORT else original


# 0: arrays; layers without an input shape, and one random layer after the other
net = models.Sequential([layers.Dense(16), layers.Dropout(0.4), layers.GaussianNoise(0.1), layers.Dense(3)])
net.compile("adam", loss, metrics=["accuracy"], steps_per_execution=pick(1, 3))
if PORT:
    held_out = (x[297:], y[297:])
    net.fit(x[:288], y[:288], validation_data=held_out, validation_batch_size=11, epochs=2, verbose=0)
else:
    net.fit(x, y, validation_split=0.1, epochs=2, verbose=0)

# 1: a dataset with random numbers of its own, partial batches in training and validation
class Noise(layers.Layer):
    def call(self, inputs, training=None):
        return inputs + tf.random.normal(tf.shape(inputs)) if training else inputs

data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(330)
train = data.map(lambda a, b: (a + tf.random.uniform([6]), b), num_parallel_calls=tf.data.AUTOTUNE)
train = train.batch(32, drop_remainder=PORT).prefetch(tf.data.AUTOTUNE)
valid = tf.data.Dataset.from_tensor_slices((x, y)).batch(100, drop_remainder=PORT)
inputs = tf.keras.Input((6,))
hidden = layers.Dense(8, activation="tanh")(Noise()(inputs))
encoder = models.Model(inputs, hidden)
noisy = models.Model(inputs, layers.Dense(3)(hidden))
noisy.compile("adam", loss, steps_per_execution=pick(1, 5))
noisy.fit(train, validation_data=valid, epochs=3, verbose=0)

# 2, 3: part of a model that has been trained; rows of padding
encoder.predict(x)
noisy.predict(pick(x, np.concatenate([x, np.zeros((22, 6), "float32")])))

# 4: other batches
net.evaluate(x, y, batch_size=pick(32, 30), verbose=0)

# nothing of ours may be in a saved model; steps outside of fit
net.save(tempfile.mkdtemp())
net.compile("adam", loss)
net.train_on_batch(x[:32], y[:32])

# 5: a recurrent net with masks for each time step
cell = layers.LSTM(5, dropout=0.3, recurrent_dropout=0.2, input_shape=(3, 2))
lstm = models.Sequential([cell, layers.Dense(3)])
lstm.compile("sgd", loss, steps_per_execution=pick(1, 2))
lstm.fit(x.reshape(-1, 3, 2)[:320], y[:320], batch_size=32, epochs=1, verbose=0)

# 6: endless data
endless = train.map(lambda a, b: (tf.reshape(a, [-1, 3, 2]), b)).repeat()
lstm.fit(endless, steps_per_epoch=4, epochs=2, verbose=0)
warnings.warn("heard")
raise SystemExit(4)
"""


@pytest.fixture(scope="module", params=[HERE, THERE])
def python(request: pytest.FixtureRequest) -> Any:
    return sys.executable if request.param == "here" else request.getfixturevalue("python38")


def entries(path: Any) -> Any:
    return [json.loads(line) for line in path.read_text().splitlines()]


def record(
    python: Any,
    folder: Any,
    text: Any,
    *arguments: Any,
    follow: Any = None,
    options: Any = (),
    simulated: bool = False,
    run: Any = run_warm,
) -> Any:
    """Run a script as an original, or on the simulator, and read its record."""
    script, path = folder / "train.py", folder / f"record-{len(list(folder.glob('record*.jsonl')))}.jsonl"
    script.write_text(text)
    followed = [f"--follow={follow}"] if follow else []
    backend = [] if simulated else ["--no-ipu"]
    done = run(python, *backend, f"--record={path}", *followed, *options, script, *arguments)
    lines = entries(path)
    calls: dict[int, dict[str, Any]] = {line["call"]: {} for line in lines if "call" in line}
    for line in lines:
        if "call" in line:
            epochs = [*calls[line["call"]].get("logs", []), *([line["logs"]] if "logs" in line else [])]
            calls[line["call"]].update({**line, "logs": epochs})
    return SimpleNamespace(path=path, lines=lines, calls=calls, done=done)


@pytest.fixture(scope="module")
def pair(python: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The records of the port and of the original that follows it."""
    folder = tmp_path_factory.mktemp("pair")
    port = record(python, folder, SCRIPT, "port")
    original = record(python, folder, SCRIPT, follow=port.path)
    assert port.done.returncode == original.done.returncode == 4, port.done.stderr + original.done.stderr
    return port, original


def test_the_record_begins_and_ends_as_the_protocol_says(pair: Any) -> None:
    for side in pair:
        assert side.lines[0]["format"] == 1
        assert {"python", "tensorflow", "keras", "interpreter", "script", "seed"} <= set(side.lines[0])
        assert side.lines[-1] == {"end": 4}
        assert {"warning": "heard"} in side.lines
        kinds = ["fit", "fit", "predict", "predict", "evaluate", "fit", "fit"]
        assert [side.calls[number]["kind"] for number in range(7)] == kinds
        assert [side.calls[number]["model"] for number in range(7)] == [0, 1, 2, 1, 0, 3, 3]
        assert not any("exception" in line for line in side.lines)


@pytest.mark.parametrize("call", [0, 1, 5, 6])
def test_every_step_has_the_same_loss_whatever_the_steps_per_execution(pair: Any, call: Any) -> None:
    port, original = (side.calls[call] for side in pair)
    steps = {0: 18, 1: 30, 5: 10, 6: 8}[call]
    assert len(port["losses"]) == steps == port["counts"]["steps"]
    assert original["losses"] == pytest.approx(port["losses"], rel=1e-6)
    assert len(set(port["losses"])) == steps
    assert len(original["logs"]) == len(port["logs"])
    for mine, theirs in zip(original["logs"], port["logs"]):
        assert mine == pytest.approx(theirs, rel=1e-5)
    assert original["against"] == pytest.approx(0, abs=1e-6)


def test_rows_are_those_that_the_steps_consumed(pair: Any) -> None:
    port, original = (side.calls for side in pair)
    for calls in (port, original):
        assert calls[0]["counts"] == {"steps": 18, "rows": 576, "batch": 32}
        assert calls[1]["counts"] == {"steps": 30, "rows": 960, "batch": 32}
        assert calls[1]["validation_counts"] == {"steps": 3, "rows": 300, "batch": 100}
        assert calls[4]["counts"]["rows"] == 330
    assert (original[0]["rows_given"], port[0]["rows_given"]) == (297, 288)
    assert (original[1]["cardinality"], port[1]["cardinality"]) == (11, 10)
    assert (original[3]["counts"]["rows"], port[3]["counts"]["rows"]) == (330, 352)
    assert (
        port[0]["validation_counts"] == original[0]["validation_counts"] | {"steps": 3, "batch": 11}
        if sys.version_info >= (3, 9)
        else True
    )


def test_what_the_original_skips_is_noted(pair: Any) -> None:
    notes = [line["note"] for line in pair[1].lines if "note" in line]
    assert "call 1 (fit): the original skips the remainder of 9 of 297 rows that the port drops" in notes
    assert "call 2 (fit): the original skips partial batches, as the port does" in notes
    assert "call 2 (fit): the original skips partial batches, as the port does, in validation" in notes
    assert not any("are not known" in note for note in notes)


def test_predictions_and_evaluations_are_compared_on_the_spot(pair: Any) -> None:
    port, original = (side.calls for side in pair)
    for call in (2, 3):
        assert original[call]["against"]["rows"] == 330
        assert original[call]["against"]["difference"] <= 1e-6 * original[call]["against"]["scale"]
    assert port[2]["outputs"] == [{"shape": [330, 8], "dtype": "float32"}]
    assert port[2]["against"] is None
    assert original[4]["values"] == pytest.approx(port[4]["values"], rel=1e-5)
    assert set(port[4]["values"]) == {"loss", "accuracy"}


def test_recording_changes_no_number_that_is_not_random(python: Any, tmp_path: Path) -> None:
    text = """
import random, numpy as np, tensorflow as tf
random.seed(3), np.random.seed(3), tf.random.set_seed(3)
x = np.random.RandomState(0).normal(size=(64, 4)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
model.compile("adam", "mse", steps_per_execution=2)
history = model.fit(x, x[:, :1], shuffle=False, batch_size=8, epochs=2, verbose=0)
print(history.history["loss"], [float(w.sum()) for w in model.get_weights()])
print(model.evaluate(x, x[:, :1], verbose=0), len(model.variables), int(model.optimizer.iterations))
"""
    recorded = record(python, tmp_path, text)
    plain = run_warm(python, "--no-ipu", tmp_path / "train.py")
    numbers = [
        [float(word) for word in re.findall(r"[-\d.e]+", done.stdout)] for done in (recorded.done, plain)
    ]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-6) and len(numbers[0]) == 2 + 4 + 1 + 2


def test_seeds_of_weights_are_apart_from_the_random_numbers_of_the_script(
    python: Any, tmp_path: Path
) -> None:
    text = """
import random, tensorflow as tf
random.seed(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(4,)), tf.keras.layers.Dense(8)])
print(random.random(), len({float(tf.reduce_sum(weight)) for weight in model.weights}))
"""
    assert record(python, tmp_path, text).done.stdout == f"{random.Random(3).random()} 3\n"


FAILING = """
import numpy as np, tensorflow as tf
x = np.ones((64, 4), "float32")
class Stop(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch == 1:
            raise RuntimeError("in the middle")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
try:
    model.fit(x, x, batch_size=3, epochs="none")
except Exception:
    print("went on")
model.fit(x, x[:, :1], epochs=4, verbose=0, callbacks=[Stop()])
"""


def test_a_run_that_fails_is_recorded_up_to_there(python: Any, tmp_path: Path) -> None:
    failed = record(python, tmp_path, FAILING)
    assert failed.done.stdout == "went on\n"
    assert failed.done.returncode == 1
    assert "failed" in failed.calls[0] and "done" not in failed.calls[0]
    assert failed.calls[1]["failed"] == "RuntimeError: in the middle"
    assert len(failed.calls[1]["logs"]) == 1
    assert failed.lines[-2:] == [
        {"exception": {"type": "RuntimeError", "message": "in the middle", "violation": False}},
        {"end": 1},
    ]
    assert "recorder.py" not in failed.done.stderr
    assert 'train.py", line 14' in failed.done.stderr


LIMITED = """
import sys
import numpy as np, tensorflow as tf
PORT = "port" in sys.argv
x = np.random.RandomState(0).normal(size=(1000, 4)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=31 if PORT else 1)
rows = 992 if PORT else 1000
held_out = (x[:90], x[:90, :1])
model.fit(x[:rows], x[:rows, :1], epochs=5, verbose=0, validation_data=held_out, validation_batch_size=30)
data = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(32, drop_remainder=PORT)
model.fit(data, epochs=5, verbose=0)
model.fit(data.repeat(), epochs=2, steps_per_epoch=31, initial_epoch=1, verbose=0)
model.evaluate(data, verbose=0)
model.evaluate(x, x[:, :1], batch_size=25 if PORT else 32, verbose=0)
assert model.predict(x, batch_size=25).shape == (1000, 1)
"""


@pytest.mark.parametrize(
    ("options", "steps", "epochs"),
    [
        (("--steps=7", "--epochs=2"), (7, 7, 7, 7, 7), (2, 2, 1)),
        (("--samples=100",), (3, 3, 3, 3, 4), (5, 5, 1)),
    ],
)
def test_short_runs(python: Any, tmp_path: Path, options: Any, steps: Any, epochs: Any) -> None:
    port = record(python, tmp_path, LIMITED, "port", options=options)
    original = record(python, tmp_path, LIMITED, options=options, follow=port.path)
    assert port.done.returncode == original.done.returncode == 0, port.done.stderr + original.done.stderr
    assert [len(port.calls[number]["logs"]) for number in range(3)] == list(epochs)
    for number, count in enumerate(steps):
        mine, theirs = original.calls[number], port.calls[number]
        turns = len(theirs["logs"]) or 1
        assert theirs["counts"]["steps"] == count * turns, number
        assert mine["counts"]["rows"] == theirs["counts"]["rows"], number
        assert mine["losses"] == pytest.approx(theirs["losses"], rel=1e-6)
        assert mine["values"] == pytest.approx(theirs["values"], rel=1e-5)
    # what the script goes on to compute with them needs a prediction for every row
    assert original.calls[5]["counts"]["rows"] == port.calls[5]["counts"]["rows"] == 1000


# The same training in micro-batches: of one IPU, or of a pipeline of two.
SPLIT = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(1)
x, y = rng.normal(size=(320, 6)).astype("float32"), rng.normal(size=(320, 1)).astype("float32")


class Regression(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden, self.head = keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)

    def call(self, inputs):
        with keras.ipu.PipelineStage(0):
            hidden = self.hidden(inputs)
        with keras.ipu.PipelineStage(1):
            return self.head(hidden)


def build():
    if "subclass" in sys.argv[-1]:
        return Regression()
    return keras.Sequential([keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(1)])


if len(sys.argv) == 1:
    model = build()
    model.compile(keras.optimizers.SGD(0.1, momentum=0.9), "mse")
    model.fit(x, y, batch_size=32, epochs=2, verbose=0)
    model.evaluate(x, y, batch_size=4, verbose=0)
else:
    from tensorflow.python import ipu

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = (2 if "repl" in sys.argv[1] else 1) * (2 if "pipeline" in sys.argv[1] else 1)
    config.configure_ipu_system()
    replicas = 2 if "repl" in sys.argv[1] else 1

    def average(pairs):
        return [(ipu.cross_replica_ops.cross_replica_mean(gradient), variable) for gradient, variable in pairs]

    with ipu.ipu_strategy.IPUStrategy().scope():
        model = build()
        options = {"gradient_aggregator": average} if replicas > 1 else {}
        optimizer = keras.optimizers.SGD(0.1, momentum=0.9, **options)
        model.compile(optimizer, "mse", steps_per_execution=40)
        if "pipeline" in sys.argv[1]:
            if "subclass" not in sys.argv[1]:
                model.set_pipeline_stage_assignment([0, 1])
            model.set_pipelining_options(4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
        else:
            model.set_gradient_accumulation_options(4, gradient_accumulation_reduction_method="mean")
    model.fit(x, y, batch_size=8 // replicas, epochs=2, verbose=0)
    model.evaluate(x, y, batch_size=4 // replicas, verbose=0)
"""


@pytest.mark.parametrize(
    ("kind", "options", "updates"),
    [
        ("pipeline", (), 10),
        ("accumulation", ("--steps=3",), 3),
        ("pipeline of a subclass", ("--samples=100",), 3),
        ("replicas", (), 10),
        ("replicated pipeline", ("--steps=3",), 3),
    ],
)
def test_micro_batches_are_recorded_as_weight_updates(
    python: Any, tmp_path: Path, kind: str, options: Any, updates: int
) -> None:
    port = record(python, tmp_path, SPLIT, kind, options=options, simulated=True)
    original = record(python, tmp_path, SPLIT, options=options, follow=port.path)
    assert port.done.returncode == original.done.returncode == 0, port.done.stderr + original.done.stderr
    mine, theirs = original.calls[0], port.calls[0]
    replicas = 2 if "repl" in kind else 1
    assert (mine["micro_batches"], theirs["micro_batches"]) == (1, 4 * replicas)
    assert (mine["replicas"], theirs["replicas"]) == (1, replicas)
    assert (mine["pipelined"], theirs["pipelined"]) == (False, "pipeline" in kind)
    assert mine["counts"] == theirs["counts"] == {"steps": 2 * updates, "rows": 64 * updates, "batch": 32}
    assert mine["losses"] == pytest.approx(theirs["losses"], rel=1e-5)
    assert [apart < 1e-6 for apart, _ in mine["updates_against"]] == [True] * min(20, 2 * updates)
    evaluated = port.calls[1]
    assert bool(evaluated["of_replicas"]) is (replicas > 1)
    # 80 batches in executions of 40
    assert bool(evaluated["of_steps"]) is (kind == "pipeline")
    values = {**evaluated["values"], **evaluated["of_replicas"], **evaluated["of_steps"]}
    assert original.calls[1]["values"] == pytest.approx(values, rel=1e-5)


SEEN = """
import contextlib
import sys
import numpy as np
from tensorflow import keras

IS_PORT = len(sys.argv) > 1
rng = np.random.RandomState(1)
x, y = rng.normal(size=(128, 6)).astype("float32"), rng.normal(size=(128, 1)).astype("float32")
weights = rng.uniform(size=128).astype("float32")


def train(stages, *names):
    seen = [getattr(keras.layers, name)(*arguments, name=name) for name, arguments in names]
    hidden = keras.layers.Dense(8, activation="tanh", kernel_regularizer="l2")
    model = keras.Sequential([hidden, *seen, keras.layers.Dense(1)])
    optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1, momentum=0.9, clipnorm=0.5))
    model.compile(optimizer, "mse", metrics=["mae"], steps_per_execution=16 if IS_PORT else 1)
    if IS_PORT and stages > 1:
        model.set_pipeline_stage_assignment([0] * (len(model.layers) - 1) + [1])
        model.set_pipelining_options(4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
    elif IS_PORT:
        model.set_gradient_accumulation_options(4, gradient_accumulation_reduction_method="mean")
    model.fit(x, y, batch_size=8 if IS_PORT else 32, epochs=3, sample_weight=weights, verbose=0)
    model.evaluate(x, y, batch_size=16, verbose=0)


def scope(ipus):
    if not IS_PORT:
        return contextlib.nullcontext()
    from tensorflow.python import ipu

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = ipus
    config.configure_ipu_system()
    return ipu.ipu_strategy.IPUStrategy().scope()


with scope(2):
    train(2, ("BatchNormalization", ()))
with scope(1):
    train(1, ("BatchNormalization", ()), ("Dropout", (0.3,)))
    train(1, ("GaussianNoise", (0.5,)))
    train(1, ("LayerNormalization", ()))
"""
NORM = ["BatchNormalization"]


def test_what_sees_micro_batches_sees_the_same_ones_in_the_original(python: Any, tmp_path: Path) -> None:
    port = record(python, tmp_path, SEEN, "port", simulated=True)
    original = record(python, tmp_path, SEEN, follow=port.path)
    untouched = record(python, tmp_path, SEEN, follow=port.path, options=("--whole-batches",))
    for run in (port, original, untouched):
        assert run.done.returncode == 0, run.done.stderr
    fits = [[run.calls[number] for number in (0, 2, 4, 6)] for run in (original, port, untouched)]
    assert [(call["normalizing"], call["drawing"]) for call in fits[1]] == [
        (NORM, []),
        (NORM, ["Dropout"]),
        ([], ["GaussianNoise"]),
        ([], []),
    ]
    assert [call["in_micro_batches"] for call in fits[0]] == [True, True, True, False]
    assert [call["micro_batches"] for call in fits[0]] == [4, 4, 4, 1]
    assert not any(call["in_micro_batches"] for call in (*fits[1], *fits[2]))
    for mine, theirs, other in zip(*fits):
        assert mine["losses"] == pytest.approx(theirs["losses"], rel=1e-5)
        assert mine["against"] < 1e-5
        assert mine["counts"] == theirs["counts"] == other["counts"]
        whole = mine["micro_batches"] == 1
        assert whole == (other["losses"] == pytest.approx(theirs["losses"], rel=1e-3))
        if not theirs["pipelined"]:
            for logs, others in zip(mine["logs"], theirs["logs"]):
                assert logs == pytest.approx(others, rel=1e-5)
    for number in (1, 3, 5, 7):
        assert original.calls[number]["values"] == pytest.approx(port.calls[number]["values"], rel=1e-5)


def test_an_original_without_a_port_to_follow_goes_its_own_way(python: Any, tmp_path: Path) -> None:
    """A record that is cut, or of another script: what fits is followed, the rest noted."""
    (tmp_path / "cut.jsonl").write_text('{"format": 1}\n{"call": 0, "kind": "predict", "do')
    lone = record(python, tmp_path, LIMITED, follow=tmp_path / "cut.jsonl")
    assert lone.done.returncode == 0, lone.done.stderr
    assert lone.calls[0]["counts"]["rows"] == 5000
    assert "the port's initial weights of model 'sequential' are not known" in [
        line.get("note") for line in lone.lines
    ]


PRIVATE = """
import sys
if "port" in sys.argv:
    from tensorflow.keras import datasets, layers, models
else:
    from tensorflow.python.keras import datasets, layers, models

(x, y), _ = datasets.boston_housing.load_data()
model = models.Sequential([layers.Dense(8), layers.Dropout(0.5), layers.Dense(1)])
model.compile("adam", "mse", metrics=["mae"])
model.fit(x[:320] / 100, y[:320], epochs=2, verbose=0)
model.evaluate(x[:96] / 100, y[:96], verbose=0)
model.predict(x[:96] / 100)
"""


@pytest.mark.tf26
def test_models_of_the_private_copy_of_keras(python38: str, tmp_path: Path) -> None:
    options = ("--synthetic-data",)
    port = record(python38, tmp_path, PRIVATE, "port", options=options)
    original = record(python38, tmp_path, PRIVATE, follow=port.path, options=options)
    assert port.done.returncode == original.done.returncode == 0, port.done.stderr + original.done.stderr
    assert [call["kind"] for call in original.calls.values()] == ["fit", "evaluate", "predict"]
    for mine, theirs in zip(original.calls.values(), port.calls.values()):
        assert mine["counts"] == theirs["counts"]
        assert mine["losses"] == pytest.approx(theirs["losses"], rel=1e-6)
        assert mine["values"] == pytest.approx(theirs["values"], rel=1e-5)
    assert [len(call["losses"]) for call in original.calls.values()] == [20, 0, 0]
    assert [sorted(logs) for logs in original.calls[0]["logs"]] == [["loss", "mae"]] * 2


@pytest.mark.tensorflow
def test_methods_that_the_sdk_wraps(tf: Any) -> None:
    """Graphcore's Keras puts a function of any arguments around those that an extension may take over."""
    from gpu2ipu.simulator.recording.wrapping import signature_of

    def fit(self: Any, x: Any = None, epochs: Any = 1) -> Any:
        return x

    def wrapper(obj: Any, *args: Any, **kwargs: Any) -> Any:
        return fit(obj, *args, **kwargs)

    setattr(wrapper, "__original_func__", fit)  # noqa: B010
    assert list(signature_of(wrapper).bind(object(), [1], epochs=3).arguments) == ["self", "x", "epochs"]
    assert signature_of(wrapper) == signature_of(fit)


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("kind", "arguments", "epochs", "replicas", "counts"),
    [
        ("fit", {"x": np.zeros((96, 2)), "batch_size": 16}, 2, 1, (12, 192, 16)),
        ("fit", {"x": np.zeros((96, 2)), "batch_size": 16, "steps_per_epoch": 4}, 1, 1, (4, 64, 16)),
        ("evaluate", {"x": [np.zeros((64, 2)), np.zeros((64, 3))], "batch_size": None}, 1, 1, (2, 64, 32)),
        ("evaluate", {"x": np.zeros((75, 2)), "batch_size": 32}, 1, 1, (3, 75, 32)),
        ("fit", {"x": np.zeros((80, 2)), "batch_size": 16}, 3, 2, (12, 192, 16)),
        ("fit", {"x": ("range", 10, 4)}, 2, 1, (4, 16, 4)),
        ("fit", {"x": ("repeat", 10, 4), "steps_per_epoch": 7}, 1, 1, (7, 28, 4)),
        ("fit", {"x": ("repeat", 10, 4)}, 1, 1, None),
    ],
)
def test_counts_of_what_takes_whole_batches(
    tf: Any, kind: Any, arguments: Any, epochs: Any, replicas: Any, counts: Any
) -> None:
    from gpu2ipu.simulator.recording.calls import counts_of_whole_batches

    if isinstance(arguments["x"], tuple):
        how, rows, batch = arguments["x"]
        data = tf.data.Dataset.range(rows).batch(batch, drop_remainder=True)
        arguments = {**arguments, "x": data.repeat() if how == "repeat" else data}
    expected = counts and dict(zip(("steps", "rows", "batch"), counts))
    assert counts_of_whole_batches(kind, arguments, epochs, replicas) == expected


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("steps", "updates", "micro_batches"),
    [(40, 10, 4), (40, 40, 1), (40, 0, 1), (40, 12, 1), (0, 0, 1), (40, None, 1)],
)
def test_the_micro_batches_of_an_update(tf: Any, steps: int, updates: int | None, micro_batches: int) -> None:
    from gpu2ipu.simulator.recording import calls

    counts = {"steps": steps, "rows": 320, "batch": 8}
    assert calls.micro_batches(counts, updates) == micro_batches
    assert calls.of_updates(counts, 4) == {"steps": steps // 4, "rows": 320, "batch": 32}
    assert calls.means([1.0, 3.0, 5.0, 7.0, 9.0], 2) == [2.0, 6.0]


@pytest.mark.tensorflow
def test_the_updates_of_a_model_in_a_mirrored_strategy(tf: Any) -> None:
    from gpu2ipu.simulator.recording.models import updates

    with tf.distribute.MirroredStrategy(["CPU:0"]).scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    assert updates(model) == 0
    model.fit(np.zeros((96, 2)), np.zeros((96, 1)), verbose=0)
    assert updates(model) == 3
    assert updates(tf.keras.Sequential()) is None


PLACED = """
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
plain = ipu.ipu_strategy.IPUStrategy(enable_keras_extensions=False)
x = np.random.RandomState(0).normal(size=(32, 4)).astype("float32")


def build():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    return model


model = build()
model.fit(x, x[:, :1], verbose=0)
model.predict(x)
for each in (strategy, plain):
    with each.scope():
        model = build()
    model.fit(x, x[:, :1], verbose=0)
    model.fit(x, x[:, :1], verbose=0)


def step(variable):
    with tf.GradientTape() as tape:
        loss = variable ** 2
    tape.gradient(loss, [variable])


on_host = tf.Variable(1.0)
step(on_host)
with strategy.scope():
    variable = tf.Variable(1.0)
    strategy.run(tf.function(lambda: step(variable), **{COMPILED: True}))
"""


def test_each_call_says_whether_it_ran_on_an_ipu(python: Any, tmp_path: Path) -> None:
    compiled = "jit_compile" if python == sys.executable else "experimental_compile"
    done = record(python, tmp_path, PLACED.replace("COMPILED", repr(compiled)), simulated=True)
    assert done.done.returncode == 0, done.done.stderr
    placed = [(call["kind"], call["on_ipu"]) for call in done.calls.values()]
    on = [("fit", True)] * 4
    assert placed == [("fit", False), ("predict", False), *on, ("loop", False), ("loop", True)]


AUGMENTED = """
import sys
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

x = np.random.RandomState(0).rand(64, 4, 4, 1).astype("float32")


class Noise(layers.Layer):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(3)

    def call(self, inputs, training=None):
        if training:
            inputs = inputs + self.generator.normal(tf.shape(inputs)) * self.generator.uniform([])
        return inputs


def train(**options):
    augment = tf.keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomCrop(3, 3), Noise()])
    model = tf.keras.Sequential([tf.keras.Input((4, 4, 1)), augment, layers.Flatten(), layers.Dense(1)])
    model.compile("sgd", "mse", **options)
    model.fit(x, x[:, 0, 0], batch_size=16, epochs=2, verbose=0)
    model.fit(data, verbose=0)


flip = layers.RandomFlip("horizontal")
data = tf.data.Dataset.from_tensor_slices((x, x[:, 0, 0])).batch(16, drop_remainder=True)
data = data.map(lambda images, labels: (flip(images, training=True), labels))
if "port" in sys.argv:
    from tensorflow.python import ipu

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        train(steps_per_execution=4)
else:
    train()
"""


def test_generators_of_layers_draw_what_those_of_the_port_draw(python: Any, tmp_path: Path) -> None:
    port = record(python, tmp_path, AUGMENTED, "port", simulated=True)
    original = record(python, tmp_path, AUGMENTED, follow=port.path)
    assert port.done.returncode == original.done.returncode == 0, port.done.stderr + original.done.stderr
    for call in (0, 1):
        assert original.calls[call]["losses"] == pytest.approx(port.calls[call]["losses"], rel=1e-5)
    assert len(set(port.calls[0]["losses"])) == 8
