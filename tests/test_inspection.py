"""Ports with `--inspect` print what layers give and the gradients of their weights, also in pipelines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text

ORIGINAL = """
import numpy as np
from tensorflow import keras

x, y = np.random.rand(128, 8).astype("float32"), np.random.randint(0, 3, 128).astype("int32")
model = keras.Sequential([keras.layers.Dense(8, name="hidden"), keras.layers.Dense(3, name="logits")])
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, batch_size=16, epochs=2, verbose=0, validation_data=(x, y))
model.fit(x, y, batch_size=16, verbose=0)
"""


def ran(folder: Path, config: Config, *options: str) -> tuple[str, str]:
    """What a port prints, and what it says when it fails."""
    port = folder / "port.py"
    port.write_text(convert_text(Path("train.py"), ORIGINAL, config).text)
    command = [sys.executable, "-m", "gpu2ipu", "run", *options, str(port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.stdout, done.stderr


def check(folder: Path, config: Config, *options: str) -> None:
    lines = [line.split(": ") for line in ran(folder, config, *options)[0].splitlines() if ": mean" in line]
    keys = ("logits", "logits/kernel:0 gradient", "logits/bias:0 gradient")
    assert [key for key, _ in lines] == [f"epoch {epoch} {key}" for epoch in (1, 2, 1) for key in keys]
    assert all(" std " in text and text.endswith(" NaN 0 inf 0") for _, text in lines)


@pytest.mark.tensorflow
def test_a_pipeline(tmp_path: Path) -> None:
    check(tmp_path, Config(inspect=("logits",), pipeline_stages=2))


@pytest.mark.tensorflow
@pytest.mark.tf26
def test_replicas_in_tensorflow_26(tmp_path: Path, python38: str) -> None:
    check(tmp_path, Config(inspect=("logits",), replicas=2), "--python", python38)


@pytest.mark.tensorflow
def test_an_unknown_layer_is_named(tmp_path: Path) -> None:
    said = ran(tmp_path, Config(inspect=("dense_9",)))[1]
    assert "ValueError: the model has no layer dense_9; its layers are hidden, logits" in said
