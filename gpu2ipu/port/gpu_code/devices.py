"""Devices: the expressions, names and functions of a script that stand for its GPUs, or for how many there are.

On IPU hosts there is no GPU: the lists are empty, and their number is 0.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.name_resolution import Variable
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.definitions import ScriptFunction
from gpu2ipu.port.gpu_code.api_calls import LOCAL_DEVICES, is_pure_talk, is_query, is_tpu_query

# Functions whose result is the number of GPUs if an argument is, and the others are numbers.
_OF_NUMBERS = ("builtins.max", "builtins.min", "builtins.int")


@once
def devices_of(script: Script) -> Devices:
    """Return what stands for the GPUs of a script."""
    return Devices(script)


class Devices:
    """What stands for the GPUs of a script."""

    def __init__(self, script: Script) -> None:
        """Look for the names that stand for them or for their number alone, and for the functions that return them."""
        self.script = script
        self.facts = facts_of(script)
        self.names = bindings_of(script)
        self.variables = frozenset[Variable]()
        self.counters = frozenset[Variable]()
        self.functions = frozenset[ast.AST]()
        # those that objects keep them in, as `self.gpus`, in the words of the script
        self.attributes = frozenset[str]()
        self.counting_attributes = frozenset[str]()
        if any(is_query(self.facts, node) for node in self.facts.values):
            self._find()

    def asks_itself(self, node: ast.AST) -> bool:
        """Return whether a call asks for GPUs, or a name or a function of the script stands for them."""
        if isinstance(node, ast.Name):
            return isinstance(node.ctx, ast.Load) and self.names.variable(node) in self.variables
        if isinstance(node, ast.Attribute):
            return isinstance(node.ctx, ast.Load) and _words(node) in self.attributes
        return is_query(self.facts, node) or self._calls_function(node)

    def asks(self, node: ast.AST) -> bool:
        """Return whether anything in a piece of code asks for GPUs."""
        return any(self.asks_itself(inner) for inner in ast.walk(node))

    def is_pure(self, node: ast.expr, may_bind: bool = False) -> bool:
        """Return whether an expression only reads, asks for devices, makes text of it and, perhaps, binds names."""
        return is_pure_talk(self.facts, node, self._calls_function, may_bind)

    def counts(self, node: ast.expr) -> bool:
        """Return whether an expression is the number of GPUs: `len(gpus)`, `max(len(gpus), 1)`, `n_gpus`."""
        match node:
            case ast.Name():
                return self.names.variable(node) in self.counters
            case ast.Attribute():
                return _words(node) in self.counting_attributes
            case ast.BoolOp(op=ast.Or(), values=values):
                return self._are_counts(values)
            case ast.IfExp(body=body, orelse=otherwise):
                return self._are_counts([body, otherwise]) and self.is_pure(node.test)
            case ast.Call():
                return self._is_count(node)
        return False

    def _is_count(self, call: ast.Call) -> bool:
        name = self.facts.qualified.get(call, "")
        given = passed_values(call)
        if name in _OF_NUMBERS:
            return self._are_counts(given)
        if name == "builtins.sum" and len(given) == 1:
            return self._is_one_for_each(given[0])
        if name != "builtins.len" or len(given) != 1:
            return False
        # that list has the CPUs, too
        return self._is_device(given[0]) and self.facts.qualified.get(given[0]) != LOCAL_DEVICES

    def _is_one_for_each(self, node: ast.expr) -> bool:
        """True for `1 for _ in gpus`."""
        is_one = (
            isinstance(node, ast.GeneratorExp) and isinstance(node.elt, ast.Constant) and node.elt.value == 1
        )
        return is_one and self._is_device(node)

    def _are_counts(self, nodes: Sequence[ast.expr]) -> bool:
        """True if one of some expressions is the number of GPUs, and the others are numbers."""
        others = [node for node in nodes if not self.counts(node)]
        return len(others) < len(nodes) and all(
            isinstance(node, ast.Constant) and type(node.value) is int for node in others
        )

    # --- the names and functions

    def _find(self) -> None:
        """Find what is made of questions for GPUs, then what is made of that, until nothing is new."""
        values, attributes = self._bound_values(), self._attribute_values()
        functions = [node for node in self.script.nodes if isinstance(node, (ast.FunctionDef, ast.Lambda))]
        while True:
            variables = frozenset(each for each, given in values.items() if self._are_devices(given))
            counters = frozenset(each for each, given in values.items() if self._are_counts(given))
            returning = frozenset(each for each in functions if self._returns_devices(each))
            kept = frozenset(each for each, given in attributes.items() if self._are_devices(given))
            counting = frozenset(each for each, given in attributes.items() if self._are_counts(given))
            found = (variables, counters, returning, kept, counting)
            if found == self._known:
                return
            self.variables, self.counters, self.functions, self.attributes, self.counting_attributes = found

    @property
    def _known(self) -> tuple[frozenset[object], ...]:
        return (self.variables, self.counters, self.functions, self.attributes, self.counting_attributes)

    def _bound_values(self) -> dict[Variable, list[ast.expr]]:
        """The variables all of whose bindings have a value, with these."""
        found = {}
        for variable in self.names.variables(self.script):
            given = [origin for each in variable.bindings if (origin := each.origin) is not None]
            if given and len(given) == len(variable.bindings):
                found[variable] = given
        return found

    def _attribute_values(self) -> dict[str, list[ast.expr]]:
        """What is assigned to the attributes of objects that have a name, wherever that is."""
        found: dict[str, list[ast.expr]] = {}
        for node in self.script.nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if words := _words(target):
                        found.setdefault(words, []).append(node.value)
        return found

    def _are_devices(self, given: Sequence[ast.expr]) -> bool:
        """True if all values of a variable are devices; of one for a TPU `None` may be the others."""
        if any(is_tpu_query(self.facts, node) for node in given):
            given = [node for node in given if not (isinstance(node, ast.Constant) and node.value is None)]
        return all(map(self._is_device, given))

    def _is_device(self, node: ast.expr) -> bool:
        has_arithmetic = any(isinstance(inner, ast.BinOp) for inner in ast.walk(node))
        return self.asks(node) and self.is_pure(node) and not has_arithmetic

    def _returns_devices(self, function: ast.FunctionDef | ast.Lambda) -> bool:
        """True if a function does nothing but return devices."""
        if isinstance(function, ast.Lambda):
            return self._is_device(function.body)
        inside = (node for node in ast.walk(function) if function_of(self.script, node) is function)
        returned = [node.value for node in inside if isinstance(node, ast.Return)]
        is_plain = isinstance(function.body[-1], ast.Return) and all(map(self._does_nothing, function.body))
        return is_plain and all(value is not None and self._is_device(value) for value in returned)

    def _does_nothing(self, statement: ast.stmt) -> bool:
        """True if a statement binds names at most."""
        match statement:
            case ast.Assign(targets=[ast.Name()], value=value):
                return self.is_pure(value)
            case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Return():
                return True
        return False

    def _calls_function(self, node: ast.AST) -> bool:
        value = self.facts.value(node.func) if isinstance(node, ast.Call) else None
        return isinstance(value, ScriptFunction) and value.definition in self.functions


def _words(node: ast.expr) -> str:
    """`self.gpus`, of an attribute of an object that has a name; nothing for all else."""
    is_plain = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return ast.unparse(node) if is_plain else ""
