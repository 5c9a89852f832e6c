"""Numbers of steps that are floats."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.keras.fractional_steps import fractional_steps
from gpu2ipu.analysis.syntax.script import parse

HEAD = """\
import math
import numpy as np
import tensorflow as tf
from tensorflow import keras
x = np.load("x.npy")
batch = int(input())
data = tf.data.Dataset.from_tensor_slices(x).repeat().batch(batch, drop_remainder=True)
model = keras.Sequential([keras.layers.Dense(1)])
"""


@pytest.mark.parametrize(
    ("steps", "fractional"),
    [
        ("len(x) / batch", True),
        ("len(x) // batch", False),
        ("math.ceil(len(x) / batch)", False),
        ("np.ceil(len(x) / batch)", True),
        ("int(np.ceil(len(x) / batch))", False),
        ("len(x) // batch * 1.0", True),
        ("10.0", True),
        ("10", False),
        ("max(1, len(x) / batch)", True),
        ("len(x) / batch if batch else 3", True),
        ("input()", False),
        ("None", False),
    ],
)
def test_steps_are_fractional_or_not(steps: str, fractional: bool) -> None:
    code = f"{HEAD}n = {steps}\nmodel.fit(data, steps_per_epoch=n)\nmodel.evaluate(data, steps={steps})"
    found = [ast.unparse(each.node) for each in fractional_steps(parse(Path("script.py"), code))]
    assert found == (["n", ast.unparse(ast.parse(steps))] if fractional else [])


def test_steps_of_a_validation() -> None:
    code = f"{HEAD}model.fit(data, validation_data=data, validation_steps=len(x) / 4)"
    (found,) = fractional_steps(parse(Path("script.py"), code))
    assert (found.argument, ast.unparse(found.node)) == ("validation_steps", "len(x) / 4")
