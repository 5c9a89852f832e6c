"""A divisor is a variable, not its name: a parameter of the same name divides nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text

START = """\
import numpy as np
from tensorflow import keras

batch = int(input())
x, y, v = np.load("x.npy"), np.load("y.npy"), np.load("v.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse", steps_per_execution=1)


def whole(x, batch):
    return x[: len(x) // batch * batch]


def divisor(x, batch):
    return max(n for n in range(1, batch + 1) if len(x) % n == 0)


"""
TRAIN = """
def train(x, y, batch):
    model.fit(x, y, batch_size=batch)


"""
CUT = "x, y = whole(x, {size}), whole(y, {size})\n"


@pytest.mark.parametrize(
    ("code", "is_trimmed"),
    [
        (CUT.format(size="50") + "model.fit(x, y, batch_size=batch)", True),
        (CUT.format(size="50") + "train(x, y, batch)", True),
        (CUT.format(size="batch") + "model.fit(x, y, batch_size=batch)", False),
        (CUT.format(size="batch") + "train(x, y, batch)", False),
        (CUT.format(size="batch") + "train(x, y, int(input()))", True),
        ("model.fit(x, y, batch_size=divisor(x, 50))", False),
        ("size = divisor(v, 50)\nmodel.fit(x, y, batch_size=size)", True),
    ],
)
def test_rows_are_cut_unless_the_same_variable_divides_them(code: str, is_trimmed: bool) -> None:
    text = START + (TRAIN if "train(" in code else "") + code
    ported = convert_text(Path("train.py"), text + "\n", Config(format=False)).text
    assert ("train_size" in ported) is is_trimmed
