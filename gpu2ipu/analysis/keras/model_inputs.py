"""Token inputs: which inputs of a model are whole numbers by nature, whatever the type of what is fed to them.

An `Embedding` takes the numbers of words: it casts others to int32 itself (keras/layers/embeddings.py), and an `Input`
of a whole type does as well.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.keras.layers import SEQUENTIAL, Layer
from gpu2ipu.analysis.keras.model import InputSpec, Model, ModelInput, input_spec, models_of
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.library_objects import KerasLayer
from gpu2ipu.records import record

_EMBEDDING = "keras.layers.Embedding"
_INPUTS = ("keras.Input", "keras.layers.InputLayer")
_HOLDERS = (ast.List, ast.Tuple, ast.Dict, ast.keyword)
_DESCRIPTIONS = ("shape", "name")  # attributes of an input
_WHOLE_TYPES = ("int32", "int64", "uint8", "int16")
# The layers that compute with what they are given, and nothing else.
_OF_FRACTIONS = frozenset(
    f"keras.layers.{name}"
    for name in (
        "Dense",
        "Conv1D",
        "Conv2D",
        "LSTM",
        "GRU",
        "SimpleRNN",
        "BatchNormalization",
        "Normalization",
    )
)


@record
class TokenInput:
    """An input of a model: whether it is tokens, None where that cannot be determined, and what a dict may call it."""

    is_tokens: bool | None
    name: str = ""
    is_words: bool = False


def token_inputs(fit_call: FitCall) -> tuple[TokenInput, ...]:
    """Return the inputs of the model of a call; empty where they cannot be determined."""
    facts = fit_call.facts.everywhere
    found = {_inputs_of(facts, model) for model in models_of(facts, fit_call.call.receiver)}
    return found.pop() if len(found) == 1 else ()


def _inputs_of(facts: Facts, model: Model) -> tuple[TokenInput, ...]:
    if model.name == SEQUENTIAL:
        return (TokenInput(_first_takes(facts, model.written_layers)),)
    return tuple(_input_of(facts, each) for each in model.inputs)


def _first_takes(facts: Facts, layers: tuple[Layer, ...]) -> bool | None:
    """True if what goes into the first of some layers is tokens."""
    for layer in layers:
        if layer.name not in _INPUTS:
            return _layer_takes(facts, layer.layer)
        if isinstance(layer.node, ast.Call) and _is_whole(facts, input_spec(facts, layer.node)):
            return True
    return None


def _input_of(facts: Facts, model_input: ModelInput) -> TokenInput:
    """An input of a functional model: it is tokens by its type and by the layers that it goes into; words are none."""
    node, spec = model_input.node, model_input.spec
    if facts.value(node).dtype == "string":
        return TokenInput(False, is_words=True)
    if spec is None:
        return TokenInput(None)
    assert isinstance(node, ast.Name)
    variable = bindings_of(facts.script).variable(node)
    reads = () if variable is None else variable.reads
    takers = {is_tokens for read in reads for is_tokens in _taken_by(facts, read)}
    if _is_whole(facts, spec):
        takers = {True}
    name = facts.value(spec.name).constant
    return TokenInput(takers.pop() if len(takers) == 1 else None, name if isinstance(name, str) else "")


def _taken_by(facts: Facts, read: ast.Name) -> tuple[bool | None, ...]:
    """True if what reads an input takes tokens: a layer by its kind, anything else computes with it, perhaps.

    Nothing is said by a model, which takes what its layers take, or by who asks for the shape.
    """
    inner: ast.AST = read
    for outer in ancestors(facts.script, read):
        if not isinstance(outer, _HOLDERS):
            break
        inner = outer
    if isinstance(outer, ast.Attribute) and outer.attr in _DESCRIPTIONS:
        return ()
    if not isinstance(outer, ast.Call):
        return (None,)
    if facts.qualified.get(outer) == "keras.Model":
        return ()
    return (_layer_takes(facts, outer.func) if inner in outer.args[:1] else None,)


def _layer_takes(facts: Facts, node: ast.expr) -> bool | None:
    layer = facts.value(node)
    if not isinstance(layer, KerasLayer) or layer.definition is not None:
        return None
    return True if layer.name == _EMBEDDING else False if layer.name in _OF_FRACTIONS else None


def _is_whole(facts: Facts, spec: InputSpec) -> bool:
    """True if an input has a whole type."""
    value = facts.value(spec.dtype)
    return str(value.constant or value.name or value.dtype).rpartition(".")[2] in _WHOLE_TYPES
