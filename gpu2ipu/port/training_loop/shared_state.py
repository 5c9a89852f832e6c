"""Shared state: what may be an object that the functions of a step know, under whatever name the script has for it.

`step = optimizer.iterations`, `metrics = [loss_metric]`, `self.mean` that is `trainer.mean` elsewhere: such names are
linked, and what is linked to a name that a step reads may change with each of its runs.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator, Set

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasModel, Optimizer, Strategy
from gpu2ipu.analysis.values.scalars import Number, Text

_Key = Hashable  # a variable, or the name of an attribute that the script sets
_FRESH = (Number, Text, Array, Dataset, Strategy)  # numbers, and what no step changes


class SharedState:
    """The names and attributes that may stand for what some code knows."""

    def __init__(self, facts: Facts, roots: Iterable[ast.AST]) -> None:
        """Follow the names that the nodes read."""
        roots = list(roots)
        self._links = _Links(facts)
        self._texts = {
            ast.unparse(root) for root in roots
        }  # of several files each may have names for one object
        self._found: set[_Key] = {key for root in roots for key in self._links.direct(root)}
        self._found |= self._links.models
        while more := set(self._linked()) - self._found:
            self._found |= more

    def holds(self, node: ast.expr) -> bool:
        """True if a name or an attribute may stand for something that the code knows."""
        return bool(self._links.direct(node) & self._found) or ast.unparse(node) in self._texts

    def _linked(self) -> Iterator[_Key]:
        for targets, values, owners in self._links.all:
            if targets & self._found:
                yield from values
            if (values | owners) & self._found:
                yield from targets


class _Links:
    """Which names a script gives to one object."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._names = facts, bindings_of(facts.script)
        nodes = [node for file in facts.script.files for node in file.nodes]
        stored = (
            node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        )
        self._stored = {node.attr for node in stored}
        trained = (KerasModel, Optimizer)
        self.models = {
            key
            for node in nodes
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(facts.value(node), trained)
            for key in self.direct(node)
        }
        self.all = [(self._of(target), *self._parts(value)) for target, value in self._pairs(nodes)]

    def direct(self, node: ast.AST | None) -> Set[_Key]:
        """What a name or an attribute is known as."""
        if isinstance(node, ast.Attribute):
            return {node.attr} & self._stored
        if isinstance(node, (ast.Name, ast.arg)) and (variable := self._names.variable(node)) is not None:
            return {variable}
        return set()

    def _of(self, target: ast.AST) -> Set[_Key]:
        return {key for part in ast.walk(target) for key in self.direct(part) if not _is_read(part)}

    def _parts(self, value: ast.expr) -> tuple[Set[_Key], Set[_Key]]:
        """What a value is or holds, and what it is an attribute or an item of."""
        held: set[_Key] = set()
        owners: set[_Key] = set()
        for node in _held(self._facts, value):
            if isinstance(self._facts.value(node), _FRESH):
                continue
            held |= self.direct(node)
            while isinstance(node, (ast.Attribute, ast.Subscript)) and not self.direct(node):
                node = node.value
                owners |= self.direct(node)
        return held, owners

    def _pairs(self, nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.AST, ast.expr]]:
        for node in nodes:
            match node:
                case ast.Assign(targets, value):
                    yield from ((target, value) for target in targets)
                case ast.AnnAssign(target, _, ast.expr() as value) | ast.NamedExpr(target, value):
                    yield target, value
                case ast.For(target, value) | ast.comprehension(target, value):
                    yield target, value
                case ast.Call():
                    yield from self._given(node)

    def _given(self, call: ast.Call) -> Iterator[tuple[ast.AST, ast.expr]]:
        """The parameters of a function of the script, with what a call gives them."""
        function: ast.AST | None = self._facts.value(call.func).definition
        if isinstance(function, ast.ClassDef):
            inits = (each for each in function.body if isinstance(each, Function) and each.name == "__init__")
            function = next(inits, None)
        if not isinstance(function, Function):
            return
        parameters = [*function.args.posonlyargs, *function.args.args]
        if parameters and parameters[0].arg == "self":
            parameters = parameters[1:]
        yield from zip(parameters, call.args)
        named = {each.arg: each for each in (*parameters, *function.args.kwonlyargs)}
        for keyword in call.keywords:
            if keyword.arg in named:
                yield named[keyword.arg], keyword.value


def _is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Load)


def _held(facts: Facts, value: ast.expr) -> Iterator[ast.expr]:
    """Yield the names, attributes and items that a value is, or holds."""
    match value:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            yield value
        case ast.Tuple(items) | ast.List(items) | ast.Set(items) | ast.BoolOp(_, items):
            for item in items:
                yield from _held(facts, item)
        case ast.Dict(_, items):
            for item in items:
                yield from _held(facts, item)
        case ast.IfExp(_, one, other):
            yield from _held(facts, one)
            yield from _held(facts, other)
        case ast.Starred(inner) | ast.NamedExpr(_, inner):
            yield from _held(facts, inner)
        case ast.ListComp(element) | ast.GeneratorExp(element) | ast.DictComp(_, element):
            yield from _held(facts, element)
        case ast.Call(ast.Attribute(owner, "values" | "items" | "copy" | "get" | "get_layer")):
            yield from _held(facts, owner)
        case ast.Call(
            ast.Name("zip" | "enumerate" | "list" | "tuple" | "dict" | "sorted" | "reversed"), items
        ):
            for item in items:
                yield from _held(facts, item)


@once
def properties_of(script: Script) -> dict[str, Function]:
    """Return the methods of a script that are read like attributes."""
    functions = (node for file in script.files for node in file.nodes if isinstance(node, Function))
    return {
        each.name: each
        for each in functions
        if any(ast.unparse(one).endswith("property") for one in each.decorator_list)
    }
