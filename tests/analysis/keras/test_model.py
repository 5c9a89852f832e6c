"""What a model is made of: inputs, layers in order, outputs and compile calls."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.model import (
    Model,
    compilations_of,
    has_one_output,
    input_specs,
    layers_in_models,
    loss_name,
    models_of,
)
from tests.analysis.evaluated import facts

INPUT = "i = keras.Input((4,), dtype='int32', name='words')\n"
FUNCTIONAL = INPUT + """
x = layers.Dense(8)(i)
x = layers.Dropout(0.5)(x)
o = layers.Dense(2)(x)
side = layers.Flatten()(i)
m = keras.Model(i, o)
"""


def models(found: Facts, name: str = "m") -> tuple[Model, ...]:
    """What the last use of a name may be."""
    nodes = [node for node in found.values if isinstance(node, ast.Name) and node.id == name]
    return models_of(found, found.value(max(nodes, key=lambda node: node.lineno)))


def model(code: str) -> Model:
    (found,) = models(facts(f"{code}\nm"))
    return found


@pytest.mark.parametrize(
    ("code", "inputs", "outputs", "number"),
    [
        (FUNCTIONAL, ["i"], ["o"], 1),
        (FUNCTIONAL.replace("(i, o)", "(inputs=[i], outputs=[o, x])"), ["i"], ["o", "x"], 2),
        (FUNCTIONAL.replace("(i, o)", "(input=i, output=o)"), ["i"], ["o"], 1),
        ("m = keras.Sequential([layers.Dense(3)])", [], [], 1),
        ("m = keras.applications.VGG16()", [], [], 1),
        ("m = keras.models.load_model('a')", [], [], None),
        ("class M(keras.Model): pass\nm = M()", [], [], None),
    ],
)
def test_inputs_and_outputs(code: str, inputs: list[str], outputs: list[str], number: int | None) -> None:
    found = model(code)
    assert [ast.unparse(each.node) for each in found.inputs] == inputs
    assert [ast.unparse(each) for each in found.outputs] == outputs
    assert found.number_of_outputs == number


def test_an_input_says_what_it_takes() -> None:
    (found,) = model(FUNCTIONAL).inputs
    assert found.spec is not None and found.spec.name is not None and found.spec.dtype is not None
    assert (ast.unparse(found.spec.name), ast.unparse(found.spec.dtype)) == ("'words'", "'int32'")


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("keras.Input((4,), 50)", "50"),
        ("keras.Input((4,), batch_size=50)", "50"),
        ("keras.Input(batch_shape=(50, 4))", "50"),
        ("keras.Input(batch_shape=(None, 4))", None),
        ("layers.LSTM(8, batch_input_shape=[n, 3, 4])", "n"),
        ("keras.Input((4,))", None),
    ],
)
def test_the_batch_size_that_an_input_is_made_for(call: str, size: str | None) -> None:
    (spec,) = input_specs(facts(call))
    assert (None if spec.batch_size is None else ast.unparse(spec.batch_size)) == size


def test_compilations_belong_to_their_models() -> None:
    code = """
m = keras.Sequential([layers.Dense(3)])
other = keras.Sequential([layers.Dense(3)])
m.compile('sgd', 'mse', ['mae'])
other.compile(loss='mae', steps_per_execution=4)
m
"""
    found = facts(code)
    (own,) = models(found)[0].compilations
    assert own.loss is not None and loss_name(found, own.loss) == "mse"
    assert own.metrics is not None and ast.unparse(own.metrics) == "['mae']"
    assert own.steps_per_execution is None
    assert [each.steps_per_execution is None for each in compilations_of(found)] == [True, False]


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        ("'mse'", "mse"),
        ("keras.losses.MeanSquaredError()", "MeanSquaredError"),
        ("keras.losses.mean_squared_error", "mean_squared_error"),
    ],
)
def test_loss_name(loss: str, expected: str) -> None:
    found = facts(f"m = keras.Sequential()\nm.compile('sgd', {loss})")
    (compilation,) = compilations_of(found)
    assert compilation.loss is not None and loss_name(found, compilation.loss) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m = keras.Sequential([layers.Dense(2)])", True),
        ("m = keras.models.load_model('m')", False),
        (FUNCTIONAL, True),
        (FUNCTIONAL.replace("(i, o)", "(i, [o, x])"), False),
        ("m = n", False),
    ],
)
def test_has_one_output(code: str, expected: bool) -> None:
    found = facts(f"{code}\nm")
    node = max(
        (each for each in found.values if isinstance(each, ast.Name) and each.id == "m"),
        key=lambda m: m.lineno,
    )
    assert has_one_output(found, found.value(node)) is expected


def test_layers_in_models_are_those_that_are_listed_added_or_called() -> None:
    code = FUNCTIONAL + """
class Block(layers.Layer):
    def __init__(self):
        self.norm = layers.BatchNormalization()
    def call(self, x):
        return self.norm(x)
outside = layers.ReLU()(np.zeros((3, 4)))
s = keras.Sequential([layers.Softmax()])
s.add(layers.PReLU())
"""
    found = [each.name.rpartition(".")[2] for each in layers_in_models(facts(code))]
    assert sorted(found) == ["BatchNormalization", "Dense", "Dense", "Dropout", "Flatten", "PReLU", "Softmax"]
