"""Recurrent layers of TensorFlow 1 and those that a port puts in their place, where rounding is made much of."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..children import run_script
from .test_recorder import record

# Pixels that nobody has scaled stand at the kinks of the hard sigmoid.
SCRIPT = """
import sys
import numpy as np
if "port" in sys.argv:
    from tensorflow.keras import layers, models
    activation = {"recurrent_activation": "hard_sigmoid"}
else:
    from tensorflow.python.keras import layers, models
    activation = {}

rng = np.random.RandomState(5)
x, y = rng.randint(0, 256, (256, 28, 28)).astype("float32"), rng.randint(0, 10, 256)
model = models.Sequential([layers.LSTM(64, input_shape=(28, 28), **activation), layers.Dense(10, "softmax")])
model.compile("rmsprop", "sparse_categorical_crossentropy")
model.fit(x, y, batch_size=16, verbose=0)
model.predict(x)
print(layers.LSTM(1).implementation, layers.LSTMCell(1, implementation=1).implementation)
"""


@pytest.mark.tf26
def test_layers_of_tensorflow_1_round_as_their_counterparts(python38: str, tmp_path: Path) -> None:
    # a process of its own: which layers TensorFlow 1 has is decided where it is imported
    port = record(python38, tmp_path, SCRIPT, "port", run=run_script)
    original = record(python38, tmp_path, SCRIPT, follow=port.path, run=run_script)
    assert port.done.returncode == original.done.returncode == 0, port.done.stderr + original.done.stderr
    training, prediction = original.calls.values()
    assert training["losses"] == pytest.approx(port.calls[0]["losses"], rel=1e-7)
    assert prediction["against"]["difference"] < 1e-6
    assert original.done.stdout == "2 1\n"  # what a script says itself stays
