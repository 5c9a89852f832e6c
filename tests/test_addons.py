"""Ports with `--addons` learn what their originals learn, with the same weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.test_replicas import compared

ORIGINAL = """
import numpy as np
from tensorflow import keras

rng = np.random.default_rng(1)
x = rng.random((64, 6, 3)).astype("float32")
y = x.sum(axis=(1, 2))
model = keras.Sequential(
    [
        keras.layers.LSTM(5, return_sequences=True, input_shape=(6, 3)),
        keras.layers.GRU(4, reset_after=False, recurrent_activation="hard_sigmoid", return_sequences=True),
        keras.layers.LSTM(4, unit_forget_bias=False, activation="relu"),
        keras.layers.Dense(1),
    ]
)
model.compile("adam", "mse")
model.fit(x, y, batch_size=16, epochs=2)
model.predict(x)
"""


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_training(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    converted = convert_text(Path("train.py"), ORIGINAL, Config(addons=True))
    assert converted.complete and converted.text.count("ipu_layers.") == 3
    code = compared(tmp_path, ORIGINAL, converted.text)
    said = capsys.readouterr().out
    assert code == 0, said
    assert said.count("│ agree │") == 2
