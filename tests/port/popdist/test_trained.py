"""A script with Horovod and its port: two instances learn what one process learns with the whole batch."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.runner.child import instances
from gpu2ipu.runner.child.instances import InstanceLayout
from gpu2ipu.runner.child.process import Request
from tests.simulator.children import run_script
from tests.warm_simulator import SIMULATOR

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

SCRIPT = """\
import sys

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf

# Horovod: one process a GPU
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")

batch = int(sys.argv[2])
(x, y), _ = tf.keras.datasets.mnist.load_data()
x, y = (x[:256] / 255).astype("float32"), y[:256].astype("int32")
data = tf.data.Dataset.from_tensor_slices((x, y)).shard(hvd.size(), hvd.rank()).batch(batch, drop_remainder=True)

first = tf.keras.initializers.GlorotUniform(seed=1 + hvd.rank())
model = tf.keras.Sequential(
    [
        tf.keras.layers.Flatten(input_shape=(28, 28)),
        tf.keras.layers.Dense(16, activation="relu", kernel_initializer=first),
        tf.keras.layers.Dense(10, kernel_initializer=first),
    ]
)
optimizer = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(float(sys.argv[3]) * hvd.size(), momentum=0.9))
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer, loss, metrics=["accuracy"])

callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
verbose = 2 if hvd.rank() == 0 else 0
steps = 256 // (batch * hvd.size())
history = model.fit(data, steps_per_epoch=steps, epochs=2, callbacks=callbacks, verbose=verbose).history
if hvd.rank() == 0:
    np.savez(sys.argv[1], *model.get_weights(), np.array([history["loss"], history["accuracy"]]))
"""

# Horovod in one process, where it does nothing.
HOROVOD = """\
from tensorflow.keras.callbacks import Callback

def init(): pass
def size(): return 1
def rank(): return 0
def local_rank(): return 0
def DistributedOptimizer(optimizer): return optimizer

class callbacks:
    BroadcastGlobalVariablesCallback = lambda root: Callback()
    MetricAverageCallback = Callback
"""


@pytest.fixture(params=[HERE, THERE])
def python(request: pytest.FixtureRequest) -> Any:
    return sys.executable if request.param == "here" else request.getfixturevalue("python38")


def test_two_instances_learn_what_one_process_learns(
    python: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original, port = tmp_path / "train.py", tmp_path / "train_ipu.py"
    original.write_text(SCRIPT)
    converted = convert_text(original, SCRIPT, Config())
    assert converted.complete and "hvd" not in converted.text
    port.write_text(converted.text)
    command = (python, SIMULATOR, "--synthetic-data", str(port), str(tmp_path / "port.npz"), "16", "0.05")
    request = Request(command, {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2"})
    assert instances.run([request] * 2, InstanceLayout(2, 2)) == (0, None), capsys.readouterr().err[-3000:]
    assert "[1,0]<stdout>:Epoch 2/2" in capsys.readouterr().out

    package = tmp_path / "horovod" / "tensorflow" / "keras"
    package.mkdir(parents=True)
    for folder in (package.parents[1], package.parent):
        (folder / "__init__.py").write_text("")
    (package / "__init__.py").write_text(HOROVOD)
    arguments = ("--no-ipu", "--synthetic-data", original, str(tmp_path / "whole.npz"), "32", "0.1")
    done = run_script(python, *arguments)
    assert done.returncode == 0, done.stderr[-3000:]
    ours, theirs = (np.load(tmp_path / name) for name in ("port.npz", "whole.npz"))
    assert len(ours.files) == 5
    for name in ours.files:
        np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-5, atol=1e-5)
