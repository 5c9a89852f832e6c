"""Small projects of users: what each file of them becomes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.projects_in_memory import converted, found, write

FINISHED = {
    "su.py": """
import tensorflow as tf


def get_strategy():
    from tensorflow.python import ipu

    cfg = ipu.config.IPUConfig()
    cfg.auto_select_ipus = 1
    cfg.configure_ipu_system()
    return ipu.ipu_strategy.IPUStrategy()
""",
    "train.py": """
from tensorflow import keras

import su

strategy = su.get_strategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(3)])
    model.compile(loss="mse", steps_per_execution=4)
""",
}
UNCALLED = {
    "main.py": """
import numpy as np
from tensorflow import keras
from tools import shape

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=shape(x)[1:])])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32, epochs=3)
""",
    "tools.py": """
def report(model, x, y):
    print(model.evaluate(x, y))


def shape(x):
    return x.shape
""",
}
BUILDER = {
    "main.py": """
import numpy as np
from net import build
from training import train

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
model = build()
train(model, x, y)
""",
    "net.py": """
from tensorflow import keras


def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    return model
""",
    "training.py": """
def train(model, x, y):
    return model.fit(x, y, batch_size=32, epochs=3)
""",
}
COMPILED_AGAIN = {
    "main.py": """
import numpy as np
from net import build
from training import train, train_more

x = np.load("x.npy").astype("float32")
y = np.load("y.npy").astype("float32")
model = build()
train(model, x, y)
train_more(model, x, y)
""",
    "net.py": """
from tensorflow import keras


def build():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    return model
""",
    "training.py": """
def train(model, x, y):
    return model.fit(x, y, batch_size=32, epochs=3)


def train_more(model, x, y):
    model.layers[0].trainable = True
    model.compile("adam", "mse")
    return model.fit(x, y, batch_size=32, epochs=3)
""",
}
_PREDICTS = """
import sys

import numpy as np
from models import build

x = np.load(sys.argv[1])
model = build()
print(len(model.predict([x, x])))
"""
TWO_SCRIPTS = {
    "a.py": _PREDICTS,
    "b.py": _PREDICTS,
    "models.py": """
from tensorflow import keras


def build():
    first, second = keras.Input((4,)), keras.Input((4,))
    return keras.Model([first, second], keras.layers.Dense(3)(keras.layers.Add()([first, second])))
""",
}


def test_a_finished_project_is_not_accused(tmp_path: Path) -> None:
    assert found(write(tmp_path, FINISHED)) == []


@pytest.mark.parametrize(
    ("files", "written"),
    [
        (UNCALLED, {"main.py": "steps_per_execution=train_steps", "tools.py": "print(model.evaluate(x, y))"}),
        (BUILDER, {"main.py": "build(steps_per_execution=len(x) // 32)", "training.py": "x[:train_size]"}),
        (COMPILED_AGAIN, {"main.py": "strategy=strategy", "training.py": "steps_per_execution=train_steps"}),
        (TWO_SCRIPTS, {"a.py": "def predict_all_rows(", "b.py": "def predict_all_rows("}),
    ],
)
def test_nothing_is_left(tmp_path: Path, files: Mapping[str, str], written: dict[str, str]) -> None:
    ports = converted(write(tmp_path, files))
    assert all(port.complete for port in ports.values())
    assert all(text in ports[name].text for name, text in written.items())
