"""What the models of a script are made of: their inputs, layers in order and outputs, and the calls that compile them.

Read from what the interpreter found out. What cannot be determined is left out, or None; it is never guessed.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import field

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import FUNCTIONAL, INPUT, SEQUENTIAL, Layer, layers_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath, Value, join
from gpu2ipu.records import record

_COMPILE = "keras.Model.compile"
_SHAPES = ("batch_shape", "batch_input_shape")  # of `Input`, and of any layer: keras/engine/base_layer.py


@record
class InputSpec:
    """What a call of `keras.Input`, or of a layer that may come first, says of what the model takes."""

    node: ast.Call
    name: ast.expr | None
    dtype: ast.expr | None
    batch_size: ast.expr | None


@record
class ModelInput:
    """An input of a functional model: the expression for it, and what it is made by if that can be determined."""

    node: ast.expr
    spec: InputSpec | None


@record
class Compilation:
    """A call of `compile` with what it is given; None for what is not given, or cannot be determined."""

    node: ast.Call
    optimizer: ast.expr | None
    loss: ast.expr | None
    metrics: ast.expr | None
    weighted_metrics: ast.expr | None
    steps_per_execution: ast.expr | None


@record
class Model:
    """A model, told apart from others of the same constructor call by the calls that lead to it."""

    facts: Facts = field(repr=False, compare=False)
    path: CallPath
    name: str  # the qualified name of what constructs it; "" for a class of the script
    inputs: tuple[ModelInput, ...] = ()  # of a functional model, where all of them are written
    outputs: tuple[ast.expr, ...] = ()  # the same
    number_of_outputs: int | None = None
    compilations: tuple[Compilation, ...] = ()

    @property
    def node(self) -> ast.AST:
        """The constructor call."""
        return self.path[-1]

    @functools.cached_property
    def layers(self) -> tuple[Layer, ...] | None:
        """The layers in the order in which they are listed, added, called or bound; None if they are not certain."""
        value = _constructed(self.facts.script).get(self.path)
        return None if value is None else layers_of(self.facts, self.path, value)

    @functools.cached_property
    def written_layers(self) -> tuple[Layer, ...]:
        """Of a Sequential, what is listed and added, in order, although it may be added to some models only."""
        return tuple(_layers_of_sequential(self)) if self.name == SEQUENTIAL else ()


def models_of(facts: Facts, value: Value) -> tuple[Model, ...]:
    """Return the models that a value may be, in the order of their constructor calls."""
    script = facts.everywhere.script
    return tuple(_model(script, path) for path in sorted(constructions_of(value), key=_places))


def has_one_output(facts: Facts, value: Value) -> bool:
    """True if all models that a value may be certainly give a single array."""
    models = models_of(facts, value)
    return bool(models) and all(model.number_of_outputs == 1 for model in models)


def compilations_of(facts: Facts) -> tuple[Compilation, ...]:
    """Return the calls that compile models, each once, in the order in which they are first reached."""
    return tuple(
        _compilation(facts, node) for node in dict.fromkeys(call.node for call in facts.compile_calls)
    )


def loss_name(facts: Facts, loss: ast.expr) -> str:
    """Return the last part of the name of a loss: of its class or function, or as it is written as a string."""
    value = facts.value(loss)
    name = value.constant if isinstance(value.constant, str) else value.name or facts.qualified.get(loss, "")
    if not name and isinstance(loss, ast.Name):
        values = bindings_of(facts.script).assigned(loss)
        name = next((facts.qualified.get(value, "") for value in values), "")
    return str(name).removesuffix("()").rpartition(".")[2]


def input_spec(facts: Facts, call: ast.Call) -> InputSpec:
    """Return what a call of `keras.Input`, or of a layer, says of what a model takes."""
    given = facts.arguments(call, facts.qualified.get(call, ""))
    shape = next((given[each] for each in _SHAPES if each in given), None)
    first = shape.elts[0] if isinstance(shape, (ast.Tuple, ast.List)) and shape.elts else None
    size = given.get("batch_size") if first is None else first
    is_none = isinstance(size, ast.Constant) and size.value is None
    return InputSpec(call, given.get("name"), given.get("dtype"), None if is_none else size)


def input_specs(facts: Facts) -> Iterator[InputSpec]:
    """Yield what each input and layer of a script says of what a model takes, used or not."""
    for call, name in facts.qualified.items():
        if isinstance(call, ast.Call) and name.startswith((INPUT, "keras.layers.")):
            yield input_spec(facts, call)


def layers_in_models(facts: Facts) -> Iterator[Layer]:
    """Yield each place of a script where a layer becomes part of some model.

    It is called with symbols, called in the `call` method of a class, listed by a `Sequential` or added to a model.
    """
    for node in list(facts.values):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(facts.value(node.func), KerasLayer) and _is_called_with_symbols(facts, node):
            yield _layer(facts, node, node.func)
        elif facts.value(node).name == SEQUENTIAL or _adds(facts, node):
            for listed in _listed(facts, node):
                yield _layer(facts, listed, listed)


@once
def _model(script: Script, path: CallPath) -> Model:
    facts, node = facts_of(script), path[-1]
    name = facts.qualified.get(node, "") if isinstance(node, ast.Call) else ""
    compilations = tuple(_compilation(facts, each) for each in _called_on(script, "compile").get(path, ()))
    value = _constructed(script).get(path)
    number = len(value.outputs) or None if value is not None else None
    if not isinstance(node, ast.Call) or name != FUNCTIONAL:
        return Model(facts, path, name, (), (), number, compilations)
    written = _parts(facts.argument(node, FUNCTIONAL, "inputs", "input"))
    inputs = tuple(ModelInput(each, _spec_of(facts, each)) for each in written)
    outputs = _parts(facts.argument(node, FUNCTIONAL, "outputs", "output"))
    return Model(facts, path, name, inputs, outputs, number, compilations)


@once
def _constructed(script: Script) -> Mapping[CallPath, KerasModel]:
    """The models by their constructor calls, as what they are each time that these are reached has in common."""
    found: dict[CallPath, KerasModel] = {}
    for construction in facts_of(script).models:
        path, value = tuple(frame.call for frame in construction.stack), construction.value
        if constructions_of(value) == {path}:
            joined = join(found.get(path, value), value)
            assert isinstance(joined, KerasModel)
            found[path] = joined
    return found


@once
def _called_on(script: Script, method: str) -> Mapping[CallPath, tuple[ast.Call, ...]]:
    """The calls of a method by the models that they are called on, in order."""
    found: dict[CallPath, dict[ast.Call, None]] = {}
    for call in facts_of(script).method_calls:
        if call.method == method and isinstance(call.receiver, KerasModel):
            for path in constructions_of(call.receiver):
                found.setdefault(path, {})[call.node] = None
    return {path: tuple(calls) for path, calls in found.items()}


def _compilation(facts: Facts, node: ast.Call) -> Compilation:
    given = facts.arguments(node, _COMPILE)
    names = ("optimizer", "loss", "metrics", "weighted_metrics", "steps_per_execution")
    return Compilation(node, *(given.get(name) for name in names))


def _spec_of(facts: Facts, node: ast.expr) -> InputSpec | None:
    """What an input is made by, if it is a name that its function assigns once."""
    made = bindings_of(facts.script).value(node) if isinstance(node, ast.Name) else None
    is_input = isinstance(made, ast.Call) and facts.qualified.get(made) == INPUT
    return input_spec(facts, made) if isinstance(made, ast.Call) and is_input else None


def _parts(node: ast.expr | None) -> tuple[ast.expr, ...]:
    """The elements of a list that is written out, else the expression itself."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return tuple(node.elts)
    return () if node is None else (node,)


def _layer(facts: Facts, node: ast.expr, layer: ast.expr, path: CallPath = ()) -> Layer:
    return Layer(node, layer, facts.value(layer).name or facts.qualified.get(layer, ""), path)


# --- layers of a Sequential


def _layers_of_sequential(model: Model) -> Iterator[Layer]:
    assert isinstance(model.node, ast.Call)
    added = _called_on(model.facts.script, "add").get(model.path, ())
    for call in (model.node, *added):
        for listed in _listed(model.facts, call):
            yield _layer(model.facts, listed, listed, model.path[:-1])


def _listed(facts: Facts, call: ast.Call) -> tuple[ast.expr, ...]:
    """The layers that a call of `Sequential` or `add` is given."""
    is_added = facts.value(call).name != SEQUENTIAL
    given = facts.argument(
        call, "keras.Sequential.add" if is_added else SEQUENTIAL, "layer" if is_added else "layers"
    )
    return _parts(given)


def _adds(facts: Facts, node: ast.Call) -> bool:
    func = node.func
    is_add = isinstance(func, ast.Attribute) and func.attr == "add"
    return is_add and isinstance(func, ast.Attribute) and isinstance(facts.value(func.value), KerasModel)


# --- layers of a functional model


def _is_called_with_symbols(facts: Facts, node: ast.Call) -> bool:
    function = function_of(facts.script, node)
    is_in_call = function is not None and function.name == "call"
    return is_in_call or (bool(node.args) and isinstance(facts.value(node.args[0]), KerasTensor))


def _places(path: CallPath) -> list[tuple[int, int]]:
    return [(getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) for node in path]
