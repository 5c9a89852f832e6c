"""Outputs: the last layers of a mixed precision, whose results a loss should take in float32.

https://www.tensorflow.org/guide/mixed_precision: losses of float16 outputs are less stable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import SEQUENTIAL, Layer
from gpu2ipu.analysis.keras.model import Model, models_of
from gpu2ipu.analysis.values.call_arguments import has_unpacking, keyword_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.symbols import operands
from gpu2ipu.edits import AddArgument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outcomes import HalfOutput

_LAYERS = "keras.layers."


def half_outputs(port: Port) -> Iterator[HalfOutput]:
    """Yield the layers that give the outputs of compiled models in float16, where they are certain."""
    if port.target.precision != "mixed":
        return
    script, facts = port.script, facts_of(port.script)
    found: dict[ast.Call, None] = {}
    for call in facts.compile_calls:
        for model in models_of(facts, call.receiver):
            found |= dict.fromkeys(_last_calls(facts, model, call.receiver))
    for layer in found:
        if keyword_of(layer, "dtype") is None and not has_unpacking(layer):
            text = text_of(script.file_of(layer), ast.Constant("float32"))
            yield HalfOutput(layer, edits=(AddArgument(script.span(layer), "dtype", text),))


def _last_calls(facts: Facts, model: Model, value: object) -> Iterator[ast.Call]:
    """The calls that construct the last layers of a model, where they are layers of Keras."""
    for layer in _last_layers(model, value):
        made = layer.layer
        if isinstance(made, ast.Name):
            made = bindings_of(facts.script).value(made) or made
        if isinstance(made, ast.Call) and facts.qualified.get(made, "").startswith(_LAYERS):
            yield made


def _last_layers(model: Model, value: object) -> tuple[Layer, ...]:
    layers = model.layers or ()
    if model.name == SEQUENTIAL:
        return layers[-1:]
    outputs = operands(value.outputs) if isinstance(value, KerasModel) else None
    return tuple(layer for layer in layers if (*layer.path, layer.node) in (outputs or ()))
