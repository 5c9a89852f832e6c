"""What `check` does grows as the script grows, and not with its square: calls of functions are counted, not time."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x, y = np.load("x.npy"), np.load("y.npy")
"""

BUILDER = """\
def build_{i}(units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(10)])
    model.compile("adam", "mse", metrics=["accuracy"])
    return model

model_{i} = build_{i}({i} + 10)
"""

MODELS = {
    "arrays": """
model_{i}.fit(x_train, y_train, batch_size=32, validation_data=(x_test, y_test))
model_{i}.evaluate(x_test, y_test)
model_{i}.predict(x)
""",
    "arrays of unknown sizes": """
x_{i} = np.load("x{i}.npy")
model_{i}.fit(x_{i}, y, batch_size=32, validation_split=0.1)
model_{i}.predict(x_{i}, batch_size=50)
""",
    "datasets": """
dataset_{i} = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(32)
model_{i}.fit(dataset_{i}, epochs=2)
for images, labels in dataset_{i}:
    print(model_{i}.predict_on_batch(images))
""",
    "functions": """
def train_{i}(model, data, size=32):
    model.fit(data, y, batch_size=size)
    return model.evaluate(data, y, batch_size=size)

train_{i}(model_{i}, x)
""",
    "generators": """
def batches_{i}():
    while True:
        yield x[:32], y[:32]

model_{i}.fit(batches_{i}(), steps_per_epoch=100)
model_{i}.train_on_batch(x, y)
""",
    "methods handed on": """
run_{i}(model_{i}.fit, x, y)
""",
}


def calls(text: str) -> Counter[CodeType]:
    """How often each Python function is called, or goes on as a generator, while a script is checked."""
    counted: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            counted[frame.f_code] += 1

    check_text(Path("script.py"), text, Config())  # what is imported and prepared once is there then
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        check_text(Path("script.py"), text, Config())
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("uses", MODELS)
def test_so_many_models_cost_so_much(uses: str) -> None:
    few, some, many = (
        calls(HEAD + "".join((BUILDER + MODELS[uses]).format(i=i) for i in range(n))) for n in (10, 20, 40)
    )
    squares = {
        f"{code.co_filename}:{code.co_firstlineno} {code.co_name}": (few[code], some[code], many[code])
        for code in many
        if many[code] - some[code] > 2.2 * (some[code] - few[code]) + 100
    }
    assert not squares
