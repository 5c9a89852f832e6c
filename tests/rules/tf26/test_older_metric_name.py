"""Old names of metrics: replaced where a model has `accuracy`, also if other functions pass its metrics on."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.rules.tf26.older_metric_name import OlderMetricName

SCRIPT = """\
import numpy as np
from tensorflow import keras

{make}
x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
{call}
history = model.fit(x, y, batch_size=16)
print(history.history["acc"])
"""
PARAMETER = """\
def make(model, loss, metrics):
    model.compile("sgd", loss, metrics=metrics)
"""
DEFAULT = """\
METRICS = ["accuracy"]


def make(model, metrics=METRICS):
    model.compile("sgd", "mse", metrics=metrics)
"""
UNPACKED = """\
def make(model, **options):
    model.compile("sgd", "mse", **options)
"""
OWN = """\
def acc(y_true, y_pred):
    return keras.backend.mean(y_pred)


METRICS = ["accuracy"]
"""


def is_told(make: str, call: str) -> bool:
    text = SCRIPT.format(make=make, call=call)
    return bool(check_text(Path("train.py"), text, Config(), [OlderMetricName()]))


@pytest.mark.parametrize(
    ("make", "call"),
    [
        (PARAMETER, 'make(model, "mse", ["accuracy"])'),
        (PARAMETER, 'make(model, metrics=("accuracy", "mae"), loss="mse")'),
        (DEFAULT, "make(model)"),
        (UNPACKED, 'make(model, metrics=["accuracy"])'),
        ('OPTIONS = {"metrics": ["accuracy"]}', 'model.compile("sgd", "mse", **OPTIONS)'),
        (
            'RECALL = keras.metrics.Recall(name="recall")',
            'model.compile("sgd", "mse", metrics=[RECALL, "accuracy"])',
        ),
    ],
)
def test_metrics_that_are_passed_on(make: str, call: str) -> None:
    assert is_told(make, call)


@pytest.mark.parametrize(
    ("make", "call"),
    [
        (PARAMETER, 'make(model, "mse", ["acc"])'),
        (PARAMETER, 'make(model, "mse", [keras.metrics.Recall(name="acc")])'),
        (PARAMETER + "\nOTHER = ['accuracy']\n", 'make(model, "mse", ["acc"])'),
        (UNPACKED, "make(model)"),
        (OWN + "\n\n" + PARAMETER, 'make(model, "mse", [*METRICS, acc])'),
        (DEFAULT + "\n\nimport metrics_of_mine\n", "make(model, [*METRICS, metrics_of_mine.acc])"),
        (DEFAULT + "\n\nfrom metrics_of_mine import accuracy as acc\n", "make(model, [*METRICS, acc])"),
    ],
)
def test_a_metric_that_may_be_called_acc(make: str, call: str) -> None:
    assert not is_told(make, call)


HANDED_ON = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", metrics=["accuracy"])
history = model.fit(x, y, batch_size=16, validation_data=(x, y))
{use}
"""


@pytest.mark.parametrize(
    "use",
    [
        "def draw(h, name):\n    print(h.history[name])\n\ndraw(history, 'acc')",
        "def draw(h, name):\n    print(h.history['val_' + name])\n\ndraw(h=history, name='acc')",
        "def draw(h, name):\n    print(h.history[f'val_{name}'], h.history[name])\n\ndraw(history, name='acc')",
        "def draw(h, name='acc'):\n    print(h.history[name])\n\ndraw(history)",
        "def one(h, n):\n    print(h.history[n])\n\ndef draw(h, n):\n    one(h, n)\n\ndraw(history, 'acc')",
        "class P:\n    def draw(self, h, n):\n        print(h.history[n])\n\nP().draw(history, 'acc')",
        "for key in ('acc', 'loss'):\n    print(history.history[key])",
        "print([history.history[key] for key in ['loss', 'acc']])",
        "KEYS = ['acc', 'loss']\nfor key in KEYS:\n    print(history.history.get(key))",
        "key = 'acc'\nprint(history.history[key])",
    ],
)
def test_a_name_that_is_handed_on(use: str) -> None:
    port = convert_text(Path("train.py"), HANDED_ON.format(use=use), Config(), [OlderMetricName()])
    assert port.text == HANDED_ON.format(use=use.replace("'acc'", "'accuracy'"))


@pytest.mark.parametrize(
    "use",
    [
        "def draw(h, name, title):\n    print(h.history[name], title)\n\ndraw(history, 'accuracy', 'acc')",
        "for key in ('acc', 'loss'):\n    print(key)",
        "files = {'acc': 1}\nkey = 'acc'\nprint(files[key])",
    ],
)
def test_a_name_that_looks_up_something_else(use: str) -> None:
    text = HANDED_ON.format(use=use)
    assert convert_text(Path("train.py"), text, Config(), [OlderMetricName()]).text == text
