"""Variables of the script's own that programs for the IPU read."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.own_variables import variables_of_programs
from tests.port.proposed import script_of

LAYER = """
class Own(layers.Layer):
    def __init__(self, scale=None):
        super().__init__()
        self.scale = scale
    def call(self, x):
        return x * self.scale
"""
MODEL = """
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", {loss})
"""


def found(code: str) -> list[str]:
    return [ast.unparse(each.node) for each in variables_of_programs(Port(script_of(code)))]


@pytest.mark.parametrize(
    "code",
    [
        "v = tf.Variable(1.0)\ndef f(y, p): return v * tf.square(y - p)" + MODEL.format(loss="f"),
        "v = tf.Variable(1.0)\nf = lambda y, p: v * tf.square(y - p)" + MODEL.format(loss="f"),
        "v = tf.Variable(1.0)\ndef g(): return v\ndef f(y, p): return g() * p" + MODEL.format(loss="f"),
        "v = tf.Variable(1.0)\ndef make(w):\n    def f(y, p): return w * p\n    return f"
        + MODEL.format(loss="make(v)"),
        "v = tf.Variable(1.0)\nw = v\ndef f(y, p): return w * p" + MODEL.format(loss="f"),
        "v = [tf.Variable(1.0)]\ndef f(y, p): return v[0] * p" + MODEL.format(loss="f"),
        "v = tf.Variable(1.0)\n" + LAYER + "model = keras.Sequential([Own(v)])\nmodel.compile('sgd', 'mse')",
        "v = tf.Variable(1.0)\n"
        + LAYER
        + "model = keras.Sequential([Own(scale=v)])\nmodel.compile('sgd', 'mse')",
        "v = tf.Variable(1.0)\nmodel = keras.Sequential([layers.Lambda(lambda x: x * v)])",
        "def main():\n    v = tf.Variable(1.0)\n    def f(y, p): return v * p\n"
        + MODEL.format(loss="f").replace("\n", "\n    ")
        + "\nmain()",
    ],
)
def test_what_programs_read(code: str) -> None:
    assert found(code) == ["tf.Variable(1.0)"]


@pytest.mark.parametrize(
    "code",
    [
        "v = tf.Variable(1.0)" + MODEL.format(loss="'mse'") + "v.assign_add(1.0)",
        "v = tf.Variable(1.0)\ndef f(y, p):\n    v = 2.0\n    return v * p" + MODEL.format(loss="f"),
        "v = tf.Variable(1.0)\ndef f(): return v\nf()" + MODEL.format(loss="'mse'"),
        "from tensorflow.python import ipu\nstrategy = ipu.ipu_strategy.IPUStrategy()\n"
        "with strategy.scope():\n    v = tf.Variable(1.0)\ndef f(y, p): return v * p"
        + MODEL.format(loss="f"),
    ],
)
def test_what_stays_on_the_host_or_is_in_a_scope(code: str) -> None:
    assert not found(code)


NET = """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)
    def call(self, x):
        return self.dense(x)
"""


@pytest.mark.parametrize(
    "code",
    [
        NET + "m = Net()\nm(tf.zeros((1, 4)))\nm.compile('sgd', 'mse')\nm.fit(x, y)",
        NET + "m = Net()\nm.compile('sgd', 'mse')\nprint(m(tf.zeros((1, 4))))\nm.fit(x, y)\nm(x)",
        "m = keras.Sequential([layers.Dense(1)])\nm.compile('sgd', 'mse')\nm(tf.zeros((1, 4)))\nm.fit(x, y)",
        NET
        + "def main():\n    m = Net()\n    m(tf.zeros((1, 4)))\n    m.compile('sgd')\n    m.fit(x, y)\nmain()",
    ],
)
def test_the_call_that_creates_the_weights_of_a_model(code: str) -> None:
    assert found(code) == ["m(tf.zeros((1, 4)))"]


@pytest.mark.parametrize(
    "code",
    [
        NET + "m = Net()\nm.compile('sgd', 'mse')\nm.fit(x, y)\nm(x)",
        NET + "m = Net()\nprint(m(x))",
        NET
        + "i = keras.Input((4,))\nm = keras.Model(i, Net()(i))\nm(x)\nm.compile('sgd', 'mse')\nm.fit(x, y)",
        "m = keras.Sequential([layers.Dense(1, input_shape=(4,))])\nm(x)\nm.compile('sgd', 'mse')\nm.fit(x, y)",
    ],
)
def test_models_that_have_their_weights(code: str) -> None:
    assert not found(code)
