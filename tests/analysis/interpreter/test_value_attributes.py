"""Objects of several classes in one place: their methods are followed, each with its own object."""

from __future__ import annotations

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.analysis.evaluated import script_of

CODE = """
import numpy as np
from tensorflow import keras


class Mean:
    def fit(self, x, y):
        self.value = y.mean()
        return self


class Net:
    def __init__(self, batch_size=12):
        self.batch_size = batch_size

    def fit(self, x, y):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile("sgd", "mse")
        self.model.fit(x, y, batch_size=self.batch_size)
        return self


x = np.zeros((131, 4), "float32")
y = x.sum(axis=1)
"""


def left(code: str) -> list[str]:
    script = script_of(CODE + code)
    return [each.rule for each in convert_text(script.path, script.text, Config()).left]


@pytest.mark.parametrize(
    "code",
    [
        "for each in (Mean(), Net()):\n    each.fit(x[:100], y[:100])\n",
        "each = Net() if flag else Mean()\neach.fit(x[:100], y[:100])\n",
        "for name, each in {'mean': Mean(), 'net': Net(16)}.items():\n    each.fit(x, y)\n",
        "fitted = [each.fit(x, y) for each in [Mean(), Net()]]\n",
        "for i, each in enumerate([Net(), Mean(), Net(8)]):\n    each.fit(x, y)\n",
        "def run(each):\n    return each.fit(x, y)\nrun(Mean())\nrun(Net())\n",
    ],
)
def test_methods_of_one_of_several_objects(code: str) -> None:
    assert left(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "from sklearn.svm import SVC\nfor each in (SVC(), Net()):\n    each.fit(x, y)\n",
        "for each in (Net(), load()):\n    each.fit(x, y)\n",
    ],
)
def test_other_objects_among_them_need_manual_work(code: str) -> None:
    assert "IPU202" in left(code)
