"""The layers that a model is made of, in order, for models of all three kinds; None where they are not certain.

A `Sequential` has what it lists and what is added to it, a functional model what computes its outputs, an instance of
a class of the script what its `__init__` and `build` bind to attributes. Source: `Layer.__setattr__` and
`Model.layers` in keras/engine/base_layer.py and training.py of Keras 2.6.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gpu2ipu.analysis.interpreter.facts import Facts, LayersGiven
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of, is_main_test
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple
from gpu2ipu.analysis.values.data import PythonGenerator
from gpu2ipu.analysis.values.definitions import Instance
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, KerasModel
from gpu2ipu.analysis.values.symbols import is_from_elsewhere, operands
from gpu2ipu.analysis.values.value import CallPath, Unknown, Value
from gpu2ipu.records import record

FUNCTIONAL, SEQUENTIAL = "keras.Model", "keras.Sequential"
INPUT = "keras.Input"
INPUT_LAYER = "keras.layers.InputLayer"  # which a `Sequential` does not count among its layers

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, *_COMPREHENSIONS)
# What may leave out a part of itself; a `match` by its cases, a `try` by its handlers and by its body.
_CONDITIONAL = (ast.If, ast.IfExp, ast.BoolOp, ast.Try, ast.ExceptHandler, ast.match_case, *_LOOPS)
_LIBRARIES = ("tensorflow.", "numpy.", "keras.")
_MAKE_LAYERS = ("keras.layers.", "keras.models.", "keras.applications.")
# Methods of a layer that give variables.
_MAKE_VARIABLES = ("add_weight", "add_variable")
# Methods of a model that bind no layers, or of which each class has its own (`__init__` and `build` are counted).
_WITHOUT_LAYERS = frozenset(
    ("__init__", "build", "call", "compile", "get_config", "train_step", "test_step", "predict_step")
)
# Builtins that read a list and leave it as it is.
_READERS = ("enumerate", "len", "list", "reversed", "tuple", "zip")


@record
class Layer:
    """A layer, or another operation on symbols, where it becomes part of a model."""

    node: ast.expr  # its call with symbols, or what a `Sequential` lists or adds, or its construction
    layer: ast.expr  # the layer itself
    name: str  # the qualified name of its class or function; "" if unknown
    path: CallPath = ()  # the calls that lead to `node`


def layers_of(facts: Facts, path: CallPath, model: KerasModel) -> tuple[Layer, ...] | None:
    """Return the layers of the model that is constructed by a call, in order; None if they are not certain."""
    if isinstance(model.definition, ast.ClassDef):
        return _of_class(facts, path, model, model.definition)
    if model.name == SEQUENTIAL:
        return _of_sequential(facts, path)
    return _of_functional(facts, path, model) if model.name == FUNCTIONAL else None


# --- functional models


def _of_functional(facts: Facts, path: CallPath, model: KerasModel) -> tuple[Layer, ...] | None:
    """The operations between the inputs and the outputs, in the order in which they are called."""
    inputs, outputs = operands(model.inputs), operands(model.outputs)
    if not inputs or not outputs:
        return None
    pending, reached = list(outputs), set[CallPath](inputs)
    for operation in pending:
        if operation not in reached:
            reached.add(operation)
            computed_from = facts.operations[operation]
            if computed_from is None or not _loops(facts.script, operation) <= _loops(facts.script, path):
                return None
            pending += computed_from
    order = _numbers(facts.script)
    return tuple(
        _operation(facts, each) for each in sorted(reached.difference(inputs), key=order.__getitem__)
    )


def _operation(facts: Facts, path: CallPath) -> Layer:
    node = path[-1]
    assert isinstance(node, ast.expr)
    layer = node.func if isinstance(node, ast.Call) else node
    name = facts.value(layer).name or facts.qualified.get(node, "")
    return Layer(node, layer, name, path[:-1])


@once
def _numbers(script: Script) -> Mapping[CallPath, int]:
    """The operations by the order in which they are called."""
    return {path: number for number, path in enumerate(facts_of(script).operations)}


def _loops(script: Script, path: CallPath) -> set[ast.AST]:
    """The loops around a call, and around the calls that lead to it."""
    return {
        outer for node in path for outer, _ in conditions_around(script, node) if isinstance(outer, _LOOPS)
    }


# --- Sequential


def _of_sequential(facts: Facts, path: CallPath) -> tuple[Layer, ...] | None:
    found: tuple[Layer, ...] = ()
    for given in layers_given_to(facts.script, path):
        layers = _held(facts, given.value) if _happens_to(facts.script, given, path) else None
        if layers is None:
            return None
        found += layers
    return tuple(layer for layer in found if layer.name != INPUT_LAYER)


def layers_given_to(script: Script, path: CallPath) -> Iterator[LayersGiven]:
    """Yield what the model that a call constructs is given, in order."""
    yield from _given(script).get(path, ())


@once
def _given(script: Script) -> Mapping[CallPath, list[LayersGiven]]:
    """What the models are given, by their constructor calls; what a place gives differently each time is unknown."""
    found: dict[tuple[CallPath, str, CallPath], LayersGiven] = {}
    for given in facts_of(script).layers_given:
        constructions = given.model.constructed_by if isinstance(given.model, KerasModel) else ()
        for path in constructions:
            key = (path, given.attribute, given.path)
            same = key not in found or found[key].value == given.value
            found[key] = given if same else replace(given, value=Unknown())
    by_model: dict[CallPath, list[LayersGiven]] = {}
    for (path, _, _), given in found.items():
        by_model.setdefault(path, []).append(given)
    return by_model


# --- instances of classes of the script


def _of_class(
    facts: Facts, path: CallPath, model: KerasModel, definition: ast.ClassDef
) -> tuple[Layer, ...] | None:
    """What `__init__` and `build` bind to attributes; of two `__init__` one may call the other, or not."""
    classes = lineage(facts, definition)
    makers = [list(_methods(classes, name)) for name in ("__init__", "build")]
    if model.name != FUNCTIONAL or any(len(some) > 1 for some in makers):
        return None
    if any(_constructs_functional(init) for init in makers[0]) or _calls_inherited(classes):
        return None
    attributes: dict[str, tuple[Layer, ...]] = {}
    for given in (*layers_given_to(facts.script, path), *_given_to_instances(facts.script, classes)):
        layers = None if _may_be_changed(facts, given, classes) else _held(facts, given.value, given)
        is_certain = _is_set_once(facts.script, given, path, makers[1])
        if layers is None or ((layers or given.attribute in attributes) and not is_certain):
            return None
        attributes.pop(given.attribute, None)
        attributes[given.attribute] = layers
    return tuple(dict.fromkeys(layer for some in attributes.values() for layer in some))


def _methods(classes: tuple[ast.ClassDef, ...], name: str) -> Iterator[ast.FunctionDef]:
    return (method for each in classes for method in methods(each, (name,)))


def _calls_inherited(classes: tuple[ast.ClassDef, ...]) -> bool:
    """True if a method may bind layers by `super()`, which the interpreter does not follow."""
    names = {each.name for owner in classes for each in owner.body if isinstance(each, ast.FunctionDef)}
    calls = (node for owner in classes for node in ast.walk(owner) if isinstance(node, ast.Attribute))
    inherited = {each.attr for each in calls if ast.unparse(each.value).startswith("super(")}
    return bool(inherited & names - _WITHOUT_LAYERS)


def _constructs_functional(init: Function) -> bool:
    """True if an `__init__` may call that of `keras.Model` with inputs and outputs."""
    for call in (node for node in ast.walk(init) if isinstance(node, ast.Call)):
        function = call.func
        if isinstance(function, ast.Attribute) and function.attr == "__init__":
            given = call.args if isinstance(function.value, ast.Call) else call.args[1:]  # without `self`
            if given or any(keyword.arg in ("inputs", "outputs") for keyword in call.keywords):
                return True
    return False


def _given_to_instances(script: Script, classes: tuple[ast.ClassDef, ...]) -> list[LayersGiven]:
    """What methods that the script does not call bind to attributes of an instance."""
    given = facts_of(script).layers_given
    return [each for each in given if isinstance(each.model, Instance) and each.model.definition in classes]


def _is_set_once(script: Script, given: LayersGiven, path: CallPath, builds: list[ast.FunctionDef]) -> bool:
    """True if an attribute is certainly set by the constructor of a model, or by its `build`."""
    if isinstance(given.model, Instance):
        return function_of(script, given.path[0]) in builds and _is_certain(script, (), given.path)
    return given.path[: len(path)] == path and _happens_to(script, given, path)


def _may_be_changed(facts: Facts, given: LayersGiven, classes: tuple[ast.ClassDef, ...]) -> bool:
    """True if a list, or dict, with layers may have others later: it has another name, or is more than read."""
    if not isinstance(given.value, (ListOrTuple, Dict)):
        return False
    if not isinstance(_assigned(facts.script, given.path[-1]), (ast.List, ast.Tuple, ast.Dict)):
        return True
    reads = (node for each in classes for node in ast.walk(each) if isinstance(node, ast.Attribute))
    return any(read.attr == given.attribute and not _only_reads(facts.script, read) for read in reads)


def _only_reads(script: Script, node: ast.Attribute) -> bool:
    """True if an attribute is set, called, gone through, or has items read."""
    outer = script.parents[node]
    if isinstance(outer, ast.Call):
        return outer.func is node or (isinstance(outer.func, ast.Name) and outer.func.id in _READERS)
    is_item = isinstance(outer, ast.Subscript) and isinstance(outer.ctx, ast.Load)
    is_set = isinstance(node.ctx, ast.Store) and isinstance(outer, (ast.Assign, ast.AnnAssign))
    return is_set or is_item or isinstance(outer, (ast.For, ast.comprehension))


def _assigned(script: Script, target: ast.AST) -> ast.expr | None:
    """The expression that is assigned to a target by itself."""
    statement = script.parents.get(target)
    return statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None


# --- what values hold, and what certainly happens


def _held(facts: Facts, value: Value, given: LayersGiven | None = None) -> tuple[Layer, ...] | None:
    """The layers that a value is, or that a list or dict holds; None if it may hold others."""
    if isinstance(value, (KerasLayer, KerasModel)):
        return _constructed(facts, value)
    if isinstance(value, (ListOrTuple, Dict)):
        found = [_held(facts, item) for item in value.items]
        if any(each is None for each in found) or (isinstance(value, Dict) and value.optional):
            return None
        return tuple(layer for each in found for layer in each or ())
    if isinstance(value, (ListOf, DictOf)):
        return () if _held(facts, value.item) == () else None
    if isinstance(value, Instance):
        return None if _has_unknown_base(facts, value) else ()
    if is_from_elsewhere(value):
        return () if given is not None and _is_no_layer(facts, given) else None
    return None if isinstance(value, PythonGenerator) else ()


def _constructed(facts: Facts, value: KerasLayer | KerasModel) -> tuple[Layer, ...] | None:
    if len(value.constructed_by) != 1 or value.may_be_none:
        return None
    (path,) = value.constructed_by
    node = path[-1]
    assert isinstance(node, ast.expr)
    return (Layer(node, node, value.name or facts.qualified.get(node, ""), path[:-1]),)


def _has_unknown_base(facts: Facts, instance: Instance) -> bool:
    """True if the class of an object inherits from one of an unknown library, and may be a layer."""
    assert isinstance(instance.definition, ast.ClassDef)
    bases = (facts.value(base) for each in lineage(facts, instance.definition) for base in each.bases)
    return any(isinstance(base, (Unknown, External)) and base.name != "builtins.object" for base in bases)


def _is_no_layer(facts: Facts, given: LayersGiven) -> bool:
    """True if an attribute is set to what a library gives, or a method of the model itself, and that is no layer."""
    call = _assigned(facts.script, given.path[-1])
    if not given.attribute or not isinstance(call, ast.Call):
        return False
    name = facts.qualified.get(call, "")
    is_variable = isinstance(call.func, ast.Attribute) and call.func.attr in _MAKE_VARIABLES
    return is_variable or (name.startswith(_LIBRARIES) and not name.startswith(_MAKE_LAYERS))


def _happens_to(script: Script, given: LayersGiven, path: CallPath) -> bool:
    """True if each model that a call constructs, and no other, is certainly given something."""
    is_only = isinstance(given.model, KerasModel) and given.model.constructed_by == {path}
    return is_only and _is_certain(script, path, given.path)


def _is_certain(script: Script, path: CallPath, place: CallPath) -> bool:
    """True if whenever a call has constructed a model, a place that speaks of it is reached, once."""
    shared = next((i for i, (a, b) in enumerate(zip(path, place)) if a is not b), min(len(path), len(place)))
    constructed = path[shared] if shared < len(path) else None
    for i, node in enumerate(place[shared:]):
        before = constructed if i == 0 else None
        known = set() if before is None else set(conditions_around(script, before))
        if not set(conditions_around(script, node)) <= known or _may_leave(script, before, node):
            return False
    return True


def conditions_around(script: Script, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield what may leave out a node, or run it again, in its own function: the node around, and the part of it."""
    inner = node
    for outer in ancestors(script, node):
        if isinstance(outer, (Function, ast.Lambda)):
            return
        if isinstance(outer, _CONDITIONAL) and not (isinstance(outer, ast.If) and is_main_test(outer.test)):
            yield outer, next(name for name, part in ast.iter_fields(outer) if _has(part, inner))
        inner = outer


def _has(part: object, node: ast.AST) -> bool:
    return node in part if isinstance(part, list) else part is node


def _may_leave(script: Script, start: ast.AST | None, place: ast.AST) -> bool:
    """True if the function of a place may be left, or its loop go on, between a node above and that place."""
    function = function_of(script, place)
    first, last = (0 if start is None else _line(start)), _line(place)
    return any(
        isinstance(node, (ast.Return, ast.Continue, ast.Break))
        and first <= node.lineno < last
        and function_of(script, node) is function
        for node in ast.walk(function or script.file_of(place).tree)
    )


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))
