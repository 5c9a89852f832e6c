"""What the models of a script are made of: their inputs, layers in order and outputs, and the calls that compile them.

Read from what the interpreter found out. What cannot be determined is left out, or None; it is never guessed.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, function_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel, constructions_of
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.records import record

FUNCTIONAL, SEQUENTIAL = "keras.Model", "keras.Sequential"
INPUT = "keras.Input"
_COMPILE = "keras.Model.compile"
_SHAPES = ("batch_shape", "batch_input_shape")

CallPath = tuple[ast.AST, ...]  # the calls that lead to a call, and that


@record
class InputSpec:
    """What a call of `keras.Input`, or of a layer that may come first, says of what the model takes."""

    node: ast.Call
    name: ast.expr | None
    dtype: ast.expr | None
    batch_size: ast.expr | None


@record
class ModelInput:
    """An input of a functional model: the expression for it, and what it is made by if that can be seen."""

    node: ast.expr
    spec: InputSpec | None


@record
class Layer:
    """A layer, or another function of symbols, where it becomes part of a model."""

    node: ast.expr  # its call with symbols, or what a `Sequential` lists or adds
    layer: ast.expr  # the layer itself
    name: str  # the qualified name of its class; "" if unknown
    path: CallPath = ()  # the calls that lead to its call


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
    def layers(self) -> tuple[Layer, ...]:
        """The layers in the order in which they are listed, added or called."""
        if self.name == SEQUENTIAL:
            return tuple(_layers_of_sequential(self))
        return tuple(_layers_called(self)) if self.name == FUNCTIONAL else ()


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
    number = _numbers_of_outputs(script).get(path)
    if not isinstance(node, ast.Call) or name != FUNCTIONAL:
        return Model(facts, path, name, (), (), number, compilations)
    written = _parts(facts.argument(node, FUNCTIONAL, "inputs", "input"))
    inputs = tuple(ModelInput(each, _spec_of(facts, each)) for each in written)
    outputs = _parts(facts.argument(node, FUNCTIONAL, "outputs", "output"))
    return Model(facts, path, name, inputs, outputs, number, compilations)


@once
def _numbers_of_outputs(script: Script) -> Mapping[CallPath, int]:
    """How many arrays each model gives, where the interpreter could count them."""
    made = ((path, each.value) for each in facts_of(script).models for path in constructions_of(each.value))
    return {
        path: len(value.outputs) for path, value in made if isinstance(value, KerasModel) and value.outputs
    }


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


def _layers_called(model: Model) -> Iterator[Layer]:
    """The calls that make the outputs of symbols, in functions that the constructor's function calls, too."""
    facts, outer = model.facts, model.path[:-1]
    reached = (node for node in _made_of(facts.script, model) if isinstance(node, ast.Call))
    under = _symbols_under(facts.script)
    calls = {path: number for node in reached for number, path in under.get((*outer, node), ())}
    for path in sorted(calls, key=lambda path: calls[path]):
        node = path[-1]
        assert isinstance(node, ast.Call)
        if facts.qualified.get(node) != INPUT:
            layer = _layer(facts, node, node.func, path[:-1])
            yield layer if layer.name else replace(layer, name=facts.qualified.get(node, ""))


@once
def _symbols_under(script: Script) -> Mapping[CallPath, list[tuple[int, CallPath]]]:
    """The calls that give symbols, numbered in order, by each call that leads to them and by themselves."""
    found: dict[CallPath, list[tuple[int, CallPath]]] = {}
    for number, construction in enumerate(facts_of(script).constructions):
        if isinstance(construction.value, KerasTensor):
            path = tuple(frame.call for frame in construction.stack)
            for length in range(1, len(path) + 1):
                found.setdefault(path[:length], []).append((number, path))
    return found


def _made_of(script: Script, model: Model) -> set[ast.AST]:
    """The expressions of the constructor's function from which the outputs are computed.

    A name counts with all values that it has there before the model is constructed.
    """
    scope = function_of(script, model.node) or script.file_of(model.node).tree
    values, last = _values_of(script, scope), getattr(model.node, "lineno", 0)
    pending, reached = list(model.outputs), set[ast.AST]()
    for expression in pending:
        for part in ast.walk(expression):
            if part not in reached:
                reached.add(part)
                if isinstance(part, ast.Name):
                    pending += (value for value in values.get(part.id, ()) if value.lineno <= last)
    return reached


@once
def _values_of(script: Script, scope: Function | ast.Module) -> Mapping[str, list[ast.expr]]:
    """What the names of a function, or of a module, are assigned."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(scope):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
            for name in names:
                found.setdefault(name.id, []).append(node.value)
    return found


def _places(path: CallPath) -> list[tuple[int, int]]:
    return [(getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) for node in path]
