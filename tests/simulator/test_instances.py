"""Instances of a PopDist application: processes that really reduce their gradients.

Both interpreters run a port of Horovod in `tests/port/popdist/test_trained.py`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.runner.child import instances
from gpu2ipu.runner.child.instances import InstanceLayout
from gpu2ipu.runner.child.process import Request
from tests.warm_simulator import SIMULATOR

from .children import run_script

# Each instance starts with other weights, and has its own half of each batch.
TRAIN = """
import sys
import numpy as np
import popdist
import popdist.tensorflow
import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu.distributed import host_collective_ops, popdist_strategy

config = ipu.config.IPUConfig()
popdist.tensorflow.set_ipu_config(config)
config.configure_ipu_system()
strategy = popdist_strategy.PopDistStrategy()
count, index = popdist.getNumInstances(), popdist.getInstanceIndex()
size = 16 // popdist.getNumTotalReplicas()

rng = np.random.RandomState(0)
x = rng.normal(size=(64, 6)).astype("float32")
y = (x @ rng.normal(size=(6, 3))).argmax(axis=1).astype("int32")
data = tf.data.Dataset.from_tensor_slices((x, y)).shard(count, index).batch(size, drop_remainder=True)
with strategy.scope():
    first = tf.keras.initializers.GlorotUniform(1 + index)
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(8, "relu", input_shape=(6,), kernel_initializer=first, kernel_regularizer="l2"),
        tf.keras.layers.Dense(3, kernel_initializer=first),
    ])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    steps = len(data) // popdist.getNumLocalReplicas()
    adam = tf.keras.optimizers.Adam(0.05, clipnorm=1.0)
    model.compile(adam, loss, metrics=["accuracy"], steps_per_execution=steps)
history = model.fit(data, epochs=2, verbose=0).history
results = [history["loss"][-1], history["accuracy"][-1], *model.evaluate(data, verbose=0)]
np.savez(f"{sys.argv[1]}-{index}.npz", *model.get_weights(), np.array(results))

SUM = tf.distribute.ReduceOp.SUM
with strategy.scope():
    weight = tf.Variable(2.0 + index)
    sgd = tf.keras.optimizers.SGD(0.5)

    @tf.function(jit_compile=True)
    def step(value):
        with tf.GradientTape() as tape:
            loss = weight * value
        sgd.apply_gradients([(tape.gradient(loss, weight), weight)])
        return loss

    print("loop", float(strategy.reduce(SUM, strategy.run(step, args=(tf.constant(3.0),)), axis=None)), float(weight))
print("sum", host_collective_ops.allreduce(tf.constant([index, 1]), SUM).numpy().tolist())
print("gathered", host_collective_ops.allgather(tf.constant([index])).numpy().tolist())
print("broadcast", host_collective_ops.broadcast(tf.constant([index > 0, True]), root_rank=count - 1).numpy().tolist())
"""


def run(python: str, script: Path, layout: InstanceLayout, *arguments: str) -> tuple[int, Any]:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2"}
    request = Request((python, SIMULATOR, str(script), *arguments), environment, cwd=script.parent)
    return instances.run([request] * layout.instances, layout)


@pytest.mark.tensorflow
def test_instances_learn_what_one_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two instances, of two replicas each, with half of each batch, and one with the whole batch."""
    script = tmp_path / "train.py"
    script.write_text(TRAIN)
    layout = InstanceLayout(2, 4)
    assert run(sys.executable, script, layout, "several") == (0, None), capsys.readouterr().err[-3000:]
    lines = capsys.readouterr().out.splitlines()
    for line in (
        "loop 12.0 -4.0",  # losses are not scaled in a loop of one's own: 2 * 3 on each instance
        "sum [1, 2]",
        "gathered [[0], [1]]",
        "broadcast [True, True]",
    ):
        assert [f"[1,{index}]<stdout>:{line}" in lines for index in (0, 1)] == [True, True], (line, lines)
    done = run_script(sys.executable, script, "one")
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines()[0] == "loop 6.0 0.5"
    one, *several = (
        [part for _, part in sorted(np.load(tmp_path / f"{name}.npz").items())]
        for name in ("one-0", "several-0", "several-1")
    )
    for weights in several:
        assert len(one) == len(weights)
        for ours, theirs in zip(one, weights):
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


@pytest.mark.tensorflow
def test_an_instance_does_not_wait_for_one_that_has_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "uneven.py"
    script.write_text(
        "import popdist, time\nimport tensorflow as tf\n"
        "from tensorflow.python.ipu.distributed.host_collective_ops import allgather\n"
        "allgather(tf.ones(2)); time.sleep(4)\n"
        "if popdist.getInstanceIndex() == 1: raise SystemExit(0)\n"
        "allgather(tf.ones(2))\n"
    )
    assert run(sys.executable, script, InstanceLayout(2, 2)) == (1, 0)
    assert "UnavailableError" in capsys.readouterr().err


def test_instances_of_poprun_itself_are_refused(tmp_path: Path) -> None:
    script = tmp_path / "empty.py"
    script.write_text("")
    done = run_script(sys.executable, script, POPDIST_NUM_TOTAL_REPLICAS="2")
    assert done.returncode == 2
    assert "start its instances with `gpu2ipu run --instances`" in done.stderr
