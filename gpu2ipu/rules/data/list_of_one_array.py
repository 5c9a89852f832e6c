"""IPU209: a Sequential model without an input shape is fed a list with one array.

keras/ipu/extensions/sequential_extensions.py of the SDK builds the model for what it is fed: "Layers in a Sequential
model should only have a single input, but we received a <class 'tuple'>".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.keras.layers import SEQUENTIAL
from gpu2ipu.analysis.keras.model import Model, models_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.value import Unknown
from gpu2ipu.edits import Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule

_SHAPES = {"input_shape", "input_dim", "batch_input_shape", "input_length"}
_SHAPED = ("keras.Input", "keras.layers.InputLayer", "keras.layers.Embedding")


class ListOfOneArray(Rule):
    """A list around the data of a model with one input."""

    id = "IPU209"
    name = "list-of-one-array"
    severity = Severity.ERROR
    prepares = True
    what = "A `Sequential` model whose first layer has no `input_shape` is fed a list with one array, `predict([x])`."
    why = (
        "The SDK builds such a model anew for what it is fed, and takes a list for several inputs: "
        '"Layers in a Sequential model should only have a single input". A GPU takes the array out of the list.'
    )
    fix = "the array itself"
    before = SET_UP + """
import numpy as np

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss="mse", steps_per_execution=2)
model.fit(x, y)
print(model.predict([x]))
"""
    after = before.replace("[x]", "x")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each list."""
        script = port.script
        lists = dict.fromkeys(each for fit_call in fit_calls_of(script) for each in _lists_of_one(fit_call))
        for node in lists:
            edit = Replace(script.span(node), "{array}", (("array", script.span(node.elts[0])),))
            yield self.finding(
                script.span(node),
                "a `Sequential` model without an `input_shape` takes a list for several inputs",
                Fix(f"pass `{ast.unparse(node.elts[0])}` itself", Safety.SAFE, (edit,)),
            )


def _lists_of_one(fit_call: FitCall) -> Iterator[ast.List]:
    """The inputs of a call that are lists of one array, where the model has no input shape."""
    facts, validation = fit_call.facts, fit_call.arguments.get("validation_data")
    inputs = [fit_call.arguments.get("x")]
    if isinstance(validation, (ast.Tuple, ast.List)):
        inputs += validation.elts[:1]
    lists = [
        node
        for node in inputs
        if isinstance(node, ast.List)
        and len(node.elts) == 1
        and not isinstance(node.elts[0], ast.Starred)
        and isinstance(facts.value(node.elts[0]), (Array, Unknown))
    ]
    models = models_of(facts.everywhere, fit_call.call.receiver) if lists else ()
    if models and all(_has_no_shape(facts.everywhere, model) for model in models):
        yield from lists


def _has_no_shape(facts: Facts, model: Model) -> bool:
    """True if the first layer of a Sequential model is one of Keras, and nothing says what it takes."""
    first = next(iter(model.layers or ()), None)
    if model.name != SEQUENTIAL or first is None or not isinstance(first.layer, ast.Call):
        return False
    given = {keyword.arg for keyword in first.layer.keywords}
    return (
        first.name.startswith("keras.layers.") and first.name not in _SHAPED and not given & {*_SHAPES, None}
    )
