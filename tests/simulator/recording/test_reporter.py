"""The report of a run, in both interpreters: calls, executables, memory, and the rule that ends a script."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ..children import run_script

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)

SCRIPT = """
import os, sys
assert "tensorflow" not in sys.modules  # the environment is still the script's to set
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()
x, y = np.zeros((64, 4), np.float32), np.zeros((64, 1), np.float32)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", steps_per_execution=4)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=2)
model.fit(x, y, batch_size=8, epochs=2, validation_data=(x[:32], y[:32]), verbose=0)
model.fit(x, y, batch_size=4, verbose=0)

@tf.function(jit_compile=True)
def double(value):
    return value * 2.0

with strategy.scope():
    for _ in range(3):
        strategy.run(double, args=(tf.ones([4, 4]),))

config = ipu.config.IPUConfig()
config.auto_select_ipus = 2
config.configure_ipu_system()
counter = []

def count(value):
    if not counter:
        counter.append(tf.Variable(0.0))  # so that TensorFlow traces twice before anything runs
    return counter[0].assign_add(value)

@tf.function
def loop(value):
    for _ in tf.range(5):
        value = strategy.run(count, args=(value,))
    return value

loop(tf.constant(1.0))
loop(tf.constant(1.0))
print("done")
model.fit(x[:60], y[:60], batch_size=8, verbose=0)
"""


@pytest.fixture(params=[HERE, THERE])
def python(request: pytest.FixtureRequest) -> Any:
    return sys.executable if request.param == "here" else request.getfixturevalue("python38")


def test_what_a_script_has_an_ipu_do(python: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERAS_HOME", raising=False)
    script, report = tmp_path / "train.py", tmp_path / "report.jsonl"
    script.write_text(SCRIPT)
    done = run_script(python, f"--report={report}", "--chip=bow", script)
    assert (done.stdout, done.returncode) == ("done\n", 1), done.stderr
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert (lines[0]["report"], lines[0]["chip"], lines[-1]) == (1, "bow", {"end": 1})
    begun = [(line["call"], line["kind"]) for line in lines if "kind" in line]
    assert begun == [(0, "fit"), (1, "fit"), (2, "run"), (3, "run"), (4, "fit")]
    plans = [(line["call"], line["plan"]) for line in lines if "plan" in line]
    assert [number for number, _ in plans] == [0, 0, 0, 1]  # the validation after each epoch, too
    wanted = {
        "steps": 8,
        "executions": 2,
        "batch_size": 8,
        "accumulation": 2,
        "effective_batch": 16,
        "updates": 4,
    }
    assert {name: plans[0][1][name] for name in wanted} == wanted
    assert [plan["compiled"] for _, plan in plans[:3]] == ["first use", "first use", None]
    assert "shapes float32[8, 4]" in plans[3][1]["compiled"] and "float32[4, 4]" in plans[3][1]["compiled"]
    assert [line["done"] for line in lines if line.get("call") == 2 and "done" in line] == [1, 2, 3]
    assert [line["done"] for line in lines if line.get("call") == 3 and "done" in line][-1] == 10
    memories = [line["memory"]["stages"][0] for line in lines if "memory" in line and "within" not in line]
    assert [stage["weights"] for stage in memories] == [20, 20, 0, 4]
    assert memories[0]["accumulators"] == 20 and memories[2]["feeds"] == 2 * 64
    (exception,) = [line["exception"] for line in lines if "exception" in line]
    assert exception["type"] == "ValueError" and exception["violation"] is True
    assert "partial batch" in exception["message"]
    assert any("np.ndarray" in line["warning"] for line in lines if "warning" in line)
