"""Mixed rows: whether what a dataset maps over its batches makes of a row what others of the batch decide.

Such a `map` gives other results with another batch size: it takes a mean over the rows, shuffles or counts them. What
computes each row alone does not; of what cannot be determined neither is certain.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import PARTIAL
from gpu2ipu.analysis.library.reductions import AXES, Axis
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import argument, passed_values
from gpu2ipu.analysis.values.containers import Dict, DictOf, ListOf, ListOrTuple
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.definitions import FunctionChoice, Instance, ScriptFunction, functions_of
from gpu2ipu.analysis.values.library_objects import External, KerasLayer, KerasModel, PartialFunction
from gpu2ipu.analysis.values.value import NoneValue, Value

_NUMBERED = (
    "enumerate",
    "scan",
    "apply",
)  # methods that know the batches by their number, or do what they like


_LAST_NAMES = frozenset(name.rpartition(".")[2] for name in AXES)
_ORDERS = ("perm", "pattern")  # of all axes, of which the first must stay the first
_TRANSPOSE = "keras.backend.transpose"  # which is not told the axes
_WITH_SIZES = ("tensorflow", "tensorflow.math", "tensorflow.linalg", "tensorflow.nn", "keras.backend")
_ALWAYS = frozenset(
    ("shuffle", "boolean_mask", "unique", "unique_with_counts", "bincount", "flatten", "scan", "foldl")
)
_BUILTINS = frozenset(
    f"builtins.{name}" for name in ("sum", "max", "min", "sorted", "reversed", "iter", "next")
)
_PRODUCTS = frozenset(("matmul", "tensordot", "einsum", "dot"))
_HOST = frozenset(("py_function", "numpy_function", "custom_gradient"))
_OF_EACH_ROW = ("map_fn", "vectorized_map")
# What a shape is for in these: each row of the result is still its own.
_TAKE_SHAPES = frozenset(
    (
        "reshape",
        "zeros",
        "ones",
        "fill",
        "broadcast_to",
        "tile",
        "ensure_shape",
        "set_shape",
        "normal",
        "uniform",
        "random_normal",
        "random_uniform",
        "random_binomial",
        "random_bernoulli",
        "truncated_normal",
        "stateless_normal",
        "stateless_uniform",
    )
)
_SIZES = frozenset(("shape", "int_shape", "size"))


class RowDependence(NamedTuple):
    """What gives other results with another batch size, or may do so."""

    node: ast.expr
    is_certain: bool


@once
def row_dependence_of(script: Script, batch: ast.AST) -> RowDependence | None:
    """Return what mixes the rows of a batch behind a batch call; None where each row is certain to be treated alone."""
    facts = facts_of(script).everywhere
    found = [each for call in _later(facts.script).get(batch, ()) for each in _of_call(facts, call)]
    return min(
        found, key=lambda each: (not each.is_certain, each.node.lineno, each.node.col_offset), default=None
    )


def dependences_of(facts: Facts, function: ScriptFunction) -> Iterator[RowDependence]:
    """Yield what mixes the rows of the batches that a function is given, or may do so."""
    yield from _of_definition(facts, function, set())


@once
def _later(script: Script) -> Mapping[ast.AST, tuple[ast.Call, ...]]:
    """What is mapped over the batches of each batch call."""
    found: dict[ast.AST, dict[ast.Call, None]] = {}
    for call in facts_of(script).method_calls:
        if isinstance(call.receiver, Dataset) and call.method in ("map", *_NUMBERED):
            for origin in call.receiver.origins:
                found.setdefault(origin, {})[call.node] = None
    return {origin: tuple(calls) for origin, calls in found.items()}


def _of_call(facts: Facts, call: ast.Call) -> Iterator[RowDependence]:
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr in _NUMBERED:
        yield RowDependence(call, False)
        return
    function = facts.argument(call, "tensorflow.data.Dataset.map", "map_func")
    yield from (RowDependence(call, False),) if function is None else _of_function(facts, function, set())


def _of_function(facts: Facts, node: ast.expr, seen: set[ast.AST]) -> Iterator[RowDependence]:
    """What a function, as it is passed, mixes."""
    value = facts.value(node)
    while isinstance(value, PartialFunction):
        value = value.function
    if isinstance(node, ast.Call) and facts.qualified.get(node) == PARTIAL and node.args:
        yield from _of_function(facts, node.args[0], seen)
    elif functions := functions_of(value):
        for one in functions:
            yield from _of_definition(facts, one, seen)
    elif (called := _called_object(value)) is not None:
        yield from _of_definition(facts, called, seen)
    elif not _is_harmless(value):
        yield RowDependence(node, False)


def _called_object(value: Value) -> ScriptFunction | None:
    """The method by which an object of the script is called."""
    body = value.definition.body if isinstance(value.definition, ast.ClassDef) else ()
    methods = (node for node in body if isinstance(node, Function) and node.name == "__call__")
    method = next(methods, None) if isinstance(value, Instance) else None
    return None if method is None else ScriptFunction(method, value)


def _is_harmless(value: Value) -> bool:
    """True if a layer, a model or a function from elsewhere treats each row alone, whatever it is given."""
    if isinstance(value, External):
        module, _, name = value.name.rpartition(".")
        known = module.startswith(("tensorflow", "keras"))
        return known and name not in (*_ALWAYS, *_HOST, *_LAST_NAMES, *_PRODUCTS) and not _draws(value.name)
    return isinstance(value, KerasModel) or (isinstance(value, KerasLayer) and value.definition is None)


def _draws(name: str) -> bool:
    """True if something draws random numbers, which for other batches are others."""
    return "random" in name.lower()


def _of_definition(facts: Facts, function: ScriptFunction, seen: set[ast.AST]) -> Iterator[RowDependence]:
    node = function.definition
    if isinstance(node, (Function, ast.Lambda)) and node not in seen:
        seen.add(node)
        yield from _Body(facts, node, function.owner is not None, seen).dependences()


class _Body:
    """A function whose parameters hold whole batches."""

    def __init__(
        self, facts: Facts, function: Function | ast.Lambda, is_method: bool, seen: set[ast.AST]
    ) -> None:
        self.facts, self.seen = facts, seen
        every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        extra = (function.args.vararg, function.args.kwarg)
        self.data = {each.arg for each in (*every[is_method:], *extra) if each is not None}
        self.nodes = list(_without_inner(function))
        self.sizes: set[str] = set()  # names of what a shape says
        for _ in range(2):
            self._follow_names()

    def _follow_names(self) -> None:
        """Names that are given what is computed from data hold data, and those of sizes hold sizes."""
        for node in self.nodes:
            value, targets = getattr(node, "value", None), getattr(node, "targets", None) or [
                getattr(node, "target", None)
            ]
            if (
                isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr))
                and value is not None
            ):
                names = {
                    n.id for t in targets if t is not None for n in ast.walk(t) if isinstance(n, ast.Name)
                }
                if self._is_size(value):
                    self.sizes |= {_first_name(target) for target in targets if target is not None}
                elif self._has_data(value):
                    self.data |= names

    def _has_data(self, node: ast.AST) -> bool:
        return any(isinstance(part, ast.Name) and part.id in self.data for part in ast.walk(node))

    def _is_size(self, node: ast.expr) -> bool:
        """True if an expression is the shape of data, the number of its rows or a sum or product with it."""
        if isinstance(node, ast.Name):
            return node.id in self.sizes
        if isinstance(node, ast.Subscript):
            return self._is_size(node.value) and not _is_later_axis(node.slice)
        if isinstance(node, ast.BinOp):
            sizes = [side for side in (node.left, node.right) if self._is_size(side)]
            return bool(sizes) and all(
                side in sizes or not self._has_data(side) for side in (node.left, node.right)
            )
        if isinstance(node, ast.Attribute):
            return node.attr == "shape" and self._has_data(node.value)
        if not (isinstance(node, ast.Call) and self._has_data(node)):
            return False
        name = self.facts.qualified.get(node, "")
        return name == "builtins.len" or (_module(name) in _WITH_SIZES and name.rpartition(".")[2] in _SIZES)

    def dependences(self) -> Iterator[RowDependence]:
        """Yield what mixes the rows in it."""
        for node in self.nodes:
            if isinstance(node, ast.expr) and self._is_size(node) and not self._says_a_shape(node):
                yield RowDependence(node, True)
            elif isinstance(node, ast.Call):
                yield from self._of_call(node)
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                yield from self._of_subscript(node)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
                if self._has_data(node.left) and self._has_data(node.right):
                    yield RowDependence(node, False)
            elif isinstance(node, (ast.For, ast.comprehension)) and self._is_array(node.iter):
                yield RowDependence(node.iter, True)

    def _says_a_shape(self, node: ast.expr) -> bool:
        """True if a size is only read to be the size of something else, or is part of an expression that is asked."""
        for outer in ancestors(self.facts.script, node):
            if isinstance(outer, ast.Call):
                func = outer.func
                name = self.facts.qualified.get(outer, "") or (
                    func.attr if isinstance(func, ast.Attribute) else ""
                )
                return name.rpartition(".")[2] in _TAKE_SHAPES
            if isinstance(outer, ast.Subscript) and _is_later_axis(outer.slice):
                return True
            if isinstance(outer, ast.stmt):
                return isinstance(outer, (ast.Assign, ast.AnnAssign))
            if isinstance(outer, ast.expr) and self._is_size(outer):
                return True  # which is asked itself
        return False

    def _is_array(self, node: ast.expr) -> bool:
        return self._has_data(node) and isinstance(self.facts.value(node), Array)

    def _of_subscript(self, node: ast.Subscript) -> Iterator[RowDependence]:
        """`x[0]`, `x[::-1]`: other rows than the batch has, or the same in another order."""
        if not self._has_data(node.value) or self._is_size(node.value):
            return
        owner = self.facts.value(node.value)
        index = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
        is_all = isinstance(index, ast.Slice) and not (index.lower or index.upper or index.step)
        constant = index.value if isinstance(index, ast.Constant) else None
        if is_all or constant is Ellipsis or isinstance(constant, str):
            return
        is_list = isinstance(owner, (ListOrTuple, ListOf, Dict, DictOf))
        if not is_list and not (isinstance(node.value, ast.Attribute) and node.value.attr == "shape"):
            is_certain = isinstance(owner, Array) or isinstance(index, ast.Slice) or self._is_new_axis(index)
            yield RowDependence(node, is_certain)

    def _is_new_axis(self, index: ast.expr) -> bool:
        is_none = isinstance(index, ast.Constant) and index.value is None
        return is_none or (isinstance(index, ast.Attribute) and index.attr == "newaxis")

    def _of_call(self, node: ast.Call) -> Iterator[RowDependence]:
        given = passed_values(node)
        value, name = self.facts.value(node.func), self.facts.qualified.get(node, "")
        if not any(map(self._has_data, given)):
            return
        if isinstance(value, (ScriptFunction, FunctionChoice, Instance)):
            yield from _of_function(self.facts, node.func, self.seen)
        elif name.startswith(("tensorflow.", "keras.")):
            yield from self._of_tensorflow(node, name, given)
        elif name.startswith("builtins."):
            if name in _BUILTINS and any(map(self._is_array, given)):
                yield RowDependence(node, True)
        elif isinstance(value, (KerasLayer, KerasModel)):
            yield from self._of_layer(node, value)
        elif not (isinstance(node.func, ast.Attribute) and node.func.attr in _TAKE_SHAPES):
            yield RowDependence(node, False)

    def _of_layer(self, node: ast.Call, layer: Value) -> Iterator[RowDependence]:
        """Layers that are told to train may take statistics, or draw numbers."""
        trains = self.facts.value(self.facts.argument(node, "", "training")).constant
        if isinstance(layer, KerasLayer) and layer.definition is not None:
            yield RowDependence(node, False)
        elif trains:
            yield RowDependence(node, layer.name.endswith("BatchNormalization"))

    def _of_tensorflow(self, node: ast.Call, name: str, given: list[ast.expr]) -> Iterator[RowDependence]:
        last = name.rpartition(".")[2]
        if last in _OF_EACH_ROW and _module(name) == "tensorflow":
            return
        for each in given:
            if isinstance(self.facts.value(each), (ScriptFunction, FunctionChoice)):
                yield from _of_function(self.facts, each, self.seen)
        certain: bool | None = None
        if name == _TRANSPOSE or (last in _ALWAYS and not name.startswith("keras.layers.")):
            certain = True
        elif name in AXES:
            certain = self._takes_rows(node, AXES[name])
        elif last == "gather" and self._has_data(given[0]) and not self._says_axis(node):
            certain = True
        elif last == "reshape" and len(given) > 1:
            certain = True if self._fixes_rows(given[1]) else None
        elif last in _HOST or _draws(name) or (last in _PRODUCTS and sum(map(self._has_data, given)) > 1):
            certain = False
        if certain is not None:
            yield RowDependence(node, certain)

    def _says_axis(self, node: ast.Call) -> bool:
        given = (self.facts.argument(node, "tensorflow.gather", name) for name in ("axis", "batch_dims"))
        return any(self.facts.value(each).constant != 0 for each in given if each is not None)

    def _fixes_rows(self, shape: ast.expr) -> bool:
        """True if a shape has a number of rows of its own."""
        first = shape.elts[0] if isinstance(shape, (ast.Tuple, ast.List)) and len(shape.elts) > 1 else None
        number = self.facts.value(first).number
        return number is not None and number >= 0

    def _takes_rows(self, node: ast.Call, axis: Axis) -> bool | None:
        """True if a function goes along the rows: False where that cannot be determined, None where it does not."""
        first = argument(node, axis.position, axis.keyword)
        if first is None:
            return True if axis.default in (None, 0) else None
        parts = first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]
        numbers = [self.facts.value(part).constant for part in parts]
        if axis.keyword in _ORDERS:
            return None if numbers[:1] == [0] else True
        if isinstance(self.facts.value(first), NoneValue) or 0 in numbers:
            return True
        return False if None in map(self._number, parts) else None

    def _number(self, node: ast.expr) -> int | None:
        return self.facts.value(node).number


def _first_name(target: ast.expr) -> str:
    """The name that gets the number of rows where a shape is unpacked."""
    first = target.elts[0] if isinstance(target, (ast.Tuple, ast.List)) else target
    return first.id if isinstance(first, ast.Name) else ""


def _module(name: str) -> str:
    return name.rpartition(".")[0]


def _is_later_axis(index: ast.expr) -> bool:
    """True if an index of a shape leaves the rows out: `[1]`, `[-1]`, `[1:]`."""
    first = index.lower if isinstance(index, ast.Slice) else index
    if isinstance(first, ast.UnaryOp):
        return isinstance(first.op, ast.USub)
    return isinstance(first, ast.Constant) and first.value != 0


def _without_inner(function: Function | ast.Lambda) -> Iterator[ast.AST]:
    """The nodes of a function, those of functions in it left out."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    pending: list[ast.AST] = list(body)
    for node in pending:
        if not isinstance(node, (Function, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
            yield node
