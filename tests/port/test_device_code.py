"""Which functions and layers of a script become part of a model's program."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.device_code import device_functions, trained_layers
from tests.port.proposed import script_of

CODE = """
def helper(x):
    return x * 2
def loss(t, p):
    return helper(t - p)
def parse(x, y):
    return augment(x), y
class Own(layers.Layer):
    def build(self, shape):
        pass
    def call(self, x):
        return x
augment = keras.Sequential([layers.RandomZoom(0.1)])
part = keras.Sequential([layers.RandomRotation(0.1)])
unused = keras.Sequential([layers.RandomFlip()])
model = keras.Sequential([part, Own(), layers.Lambda(lambda z: z + 1), layers.Dense(1)])
model.compile("sgd", loss)
model.fit(tf.data.Dataset.from_tensor_slices((tf.zeros((8, 4)), tf.zeros((8, 1)))).map(parse).batch(4))
"""


def test_functions_of_losses_and_layers() -> None:
    functions = device_functions(facts_of(script_of(CODE)))
    assert [getattr(each, "name", ast.unparse(each)) for each in functions] == [
        *("loss", "call", "lambda z: z + 1", "helper")
    ]


def test_layers_of_models_that_train() -> None:
    found = trained_layers(facts_of(script_of(CODE)))
    names = {each.name.rpartition(".")[2] for each in found}
    assert names == {"Sequential", "RandomRotation", "Layer", "Lambda", "Dense"}
