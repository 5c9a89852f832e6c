"""A number of steps that is rounded up counts a partial batch, however it is written and whatever it is for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text

SCRIPT = """\
import math

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y, b = np.load("x.npy"), np.load("y.npy"), 32
rows = len(x)


def up(n, size):
    return (n + size - 1) // size


class Rows(keras.utils.Sequence):
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size

    def __len__(self):
        return -(-len(self.x) // self.size)

    def __getitem__(self, i):
        part = slice(i * self.size, (i + 1) * self.size)
        return self.x[part], self.y[part]


def batches(x, y, size):
    while True:
        for i in range(0, len(x), size):
            yield x[i : i + size], y[i : i + size]


named, left = divmod(rows, b)
if left:
    named += 1
slices = tf.data.Dataset.from_tensor_slices((x, y))
data = {data}
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.{call}
"""
FLOW = "keras.preprocessing.image.ImageDataGenerator().flow(x, y, batch_size=b)"
SPELLINGS = (
    "(len(x) + b - 1) // b",
    "-(-rows // b)",
    "math.ceil(rows / b)",
    "int(np.ceil(x.shape[0] / float(b)))",
    "rows // b + (rows % b > 0)",
    "rows // b + bool(rows % b)",
    "(rows - 1) // b + 1",
    "rows // b if rows % b == 0 else rows // b + 1",
    "tf.math.ceil(rows / b)",
    "len(range(0, rows, b))",
    "up(rows, b)",
    "named",
)
# what feeds a call with `{steps}` -> what the port calls, spaces left out
KINDS = (
    (
        "x",
        "fit(x, y, batch_size=b, steps_per_epoch={steps})",
        ["fit(x[:train_size],y[:train_size],batch_size=b)"],
    ),
    (
        "x",
        "evaluate(x, y, batch_size=b, steps={steps})",
        ["evaluate_all_rows(model,x,y,batch_size=even_batch_size(len(x),b))"],
    ),
    (
        "x",
        "predict(x, batch_size=b, steps={steps})",
        ["predict_all_rows(model,x,batch_size=b)"],
    ),
    ("slices.batch(b)", "fit(data, steps_per_epoch={steps})", ["fit(data,steps_per_epoch=len(data))"]),
    (
        "slices.batch(b).repeat()",
        "fit(data, steps_per_epoch={steps})",
        ["fit(data,steps_per_epoch=len(x)//b)", "fit(data,steps_per_epoch=x.shape[0]//b)"],
    ),
    (
        "Rows(x, y, b)",
        "fit(data, steps_per_epoch={steps})",
        ["fit(dataset_of_sequence(data,len(data.x)//data.size,shuffle=True))"],
    ),
    (
        FLOW,
        "fit(data, steps_per_epoch={steps})",
        ["fit(dataset_of_sequence(data,len(x)//b,shuffle=True),steps_per_epoch=len(x)//b)"],
    ),
    (
        FLOW,
        "evaluate(data, steps={steps})",
        ["evaluate(dataset_of_rows(data,len(x),dividing_batch_size(len(x),b)))"],
    ),
    (
        "batches(x, y, b)",
        "fit(data, steps_per_epoch={steps})",
        [
            "fit(dataset_of_generator(data,len(x)//b,drop_remainder=True),steps_per_epoch=len(x)//b)",
            "fit(dataset_of_generator(data,x.shape[0]//b,drop_remainder=True),steps_per_epoch=x.shape[0]//b)",
        ],
    ),
)


# each spelling with several kinds, each kind with several spellings: what is read of a spelling is the same for all
PAIRS = [
    (*kind, steps) for i, kind in enumerate(KINDS) for j, steps in enumerate(SPELLINGS) if (i + j) % 4 == 0
]


@pytest.mark.parametrize(("data", "call", "expected", "steps"), PAIRS)
def test_the_port_takes_the_full_batches(data: str, call: str, expected: list[str], steps: str) -> None:
    text = SCRIPT.replace("{data}", data).replace("{call}", call.format(steps=steps))
    ported = convert_text(Path("train.py"), text, Config(format=False)).text
    last = "".join(ast.unparse(ast.parse(ported).body[-1]).split()).removeprefix("model.")
    assert last in expected


@pytest.mark.parametrize(
    ("data", "call", "expected"),
    [
        ("x", "fit(x, y, batch_size=b, steps_per_epoch=rows // b + 1)", "y[:train_size], batch_size=b)"),
        (
            "x",
            "evaluate(x, y, batch_size=b, steps=rows // b + 1)",
            "evaluate_all_rows(model, x, y, batch_size=even_batch_size(len(x), b))",
        ),
        ("x", "predict(x, b, 0, rows // b + 1)", "predict_all_rows(model, x, b, verbose=0)"),
        ("x", "predict(x, batch_size=b, steps=rows // b)", "predict(x, batch_size=b, steps=rows // b)"),
        ("x", "fit(x, y, batch_size=b, steps_per_epoch=up(rows, 7))", "steps_per_epoch=up(rows, 7)"),
        ("x", "fit(x, y, batch_size=b, steps_per_epoch=rows // b)", "fit(x[:train_size], y[:train_size]"),
        ("x", "evaluate(x, y, batch_size=b, steps=rows // b)", "steps=rows // b"),
        ("Rows(x, y, b)", "fit(data, steps_per_epoch=rows // b)", "len(data.x) // data.size, shuffle=True))"),
        ("Rows(x, y, b)", "evaluate(data, steps=rows // b)", "evaluate(data, steps=rows // b)"),
        ("Rows(x, y, b)", "fit(data, steps_per_epoch=up(rows, 7))", "fit(data, steps_per_epoch=up(rows, 7))"),
    ],
)
def test_other_numbers(data: str, call: str, expected: str) -> None:
    text = SCRIPT.replace("{data}", data).replace("{call}", call)
    assert expected in convert_text(Path("train.py"), text, Config(format=False)).text.splitlines()[-1]


HEAD = """\
import math
import os
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
SLICES = tf.data.Dataset.from_tensor_slices((x, y))
"""
MODEL = """\
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
"""
IN_FUNCTION = """\
def run(x, batch):
    model = keras.Sequential([keras.layers.Dense(1)])
    data = tf.data.Dataset.from_tensor_slices((x, x)).batch(batch).repeat()
    model.compile("sgd", "mse")
    steps = math.ceil(len(x) / batch)
    model.fit(data, steps_per_epoch=steps)
"""
SEQUENCE = """\
class Rows(keras.utils.Sequence):
    def __init__(self, x, batch):
        self.x, self.batch = x, batch

    def __len__(self):
        return math.ceil(len(self.x) / int(self.batch))

    def __getitem__(self, i):
        return self.x[i * int(self.batch) : (i + 1) * int(self.batch)]
"""
FIT = "model.fit(SLICES.batch(batch).repeat(), steps_per_epoch=math.ceil(len(x) / batch))\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"batch = int(sys.argv[1])\n{MODEL}{FIT}", "steps_per_epoch=len(x) // batch"),
        (f"batch = int(os.environ['B'])\n{MODEL}{FIT}", "steps_per_epoch=len(x) // batch"),
        (
            f"b = sys.argv[1]\n{MODEL}"
            "model.fit(SLICES.batch(int(b)).repeat(), steps_per_epoch=math.ceil(len(x) / int(b)))",
            "steps_per_epoch=len(x) // int(b)",
        ),
        (
            f"{IN_FUNCTION}A, B = map(int, sys.argv[1:3])\nrun(x, A)\nrun(x, B)\n",
            "steps_per_epoch=len(x) // batch",
        ),
        (
            f"{IN_FUNCTION}def main():\n    a, b = np.load('a.npy'), np.load('b.npy')\n"
            "    run(a, 32)\n    run(b, int(sys.argv[1]))\nmain()\n",
            "steps_per_epoch=len(x) // batch",
        ),
        (f"{SEQUENCE}{MODEL}data = Rows(x, sys.argv[1])\nmodel.fit(data)", "len(data.x) // int(data.batch)"),
    ],
)
def test_full_batches_are_written_by_what_the_call_reads(code: str, expected: str) -> None:
    ported = convert_text(Path("train.py"), HEAD + code, Config(format=False)).text
    (fit,) = (line for line in ported.splitlines() if "model.fit(" in line)
    assert expected in fit
