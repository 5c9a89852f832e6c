"""Expressions: the part of the evaluator that gives a `Value` for names, literals, arithmetic and subscripts."""

from __future__ import annotations

import ast
import functools
import sys
from collections import Counter
from collections.abc import Iterable

from gpu2ipu.analysis.interpreter.environment import Scope
from gpu2ipu.analysis.interpreter.facts import LayersGiven, Stack
from gpu2ipu.analysis.interpreter.known_divisors import KnownDivisors
from gpu2ipu.analysis.interpreter.value_attributes import attribute_of_either, attribute_of_value
from gpu2ipu.analysis.library import numpy, public_api
from gpu2ipu.analysis.library.command_line import options_without_value
from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.tree import Function, is_decorated
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.arithmetic import (
    computed,
    is_remainder_of,
    keeps_divisors,
    type_of,
)
from gpu2ipu.analysis.values.arrays import Array, KerasTensor, factors_of, fills_of, part_of, tensor
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    first_items,
    in_a_row,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.data import Dataset, PythonGenerator
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    InstanceChoice,
    ScriptFunction,
    ScriptModule,
)
from gpu2ipu.analysis.values.divisors import Divisors, fixed_divisor
from gpu2ipu.analysis.values.library_objects import (
    External,
    KerasModel,
    StrategyScope,
    external,
    is_strategy,
)
from gpu2ipu.analysis.values.scalars import Number, Text, constant, scalar
from gpu2ipu.analysis.values.symbols import operands
from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    CallPath,
    Unknown,
    Value,
    altered,
    each_of,
    join,
)

_LISTS = (ListOrTuple, ListOf, Dict, DictOf)


class HandlerNames(dict[type[ast.AST], str]):
    """The names of the methods for kinds of nodes: interned, so that Python remembers where each method is."""

    def __init__(self, prefix: str) -> None:
        """Start without names."""
        super().__init__()
        self._prefix = prefix

    def __missing__(self, kind: type[ast.AST]) -> str:
        """The name for a kind that is met for the first time."""
        self[kind] = sys.intern(self._prefix + kind.__name__)
        return self[kind]


_HANDLERS = HandlerNames("of_")


class Expressions(KnownDivisors):
    """Evaluation of expressions; calls are in `calls.Calls`, state and statements in `evaluate.Evaluator`."""

    stack: Stack
    function: Function | ast.Lambda | None
    strategy_depth: int
    open_tapes: int
    closures: dict[ast.AST, Scope]
    enclosed: list[tuple[ast.AST, Scope]]  # what was put into `closures`, in that order
    visits: Counter[ast.AST]
    outermost: int
    latest: dict[ast.expr, Value]
    multiples: dict[tuple[Divisors, Divisors], Unknown]  # most values: each is created once

    def call_function(self, function: Value, arguments: Arguments, call: ast.AST) -> Value:
        """Evaluate a call of a function of the script."""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target."""
        raise NotImplementedError

    def change(self, node: ast.expr, value: Value) -> None:
        """Change what an expression stands for, under all its names."""
        raise NotImplementedError

    def in_module(self, module: ScriptModule, name: str) -> Value | None:
        """Return what a local module has under a name."""
        raise NotImplementedError

    def inside(self, node: ast.Attribute, owner: str) -> Value | None:
        """Return the local module that an attribute of a package without `__init__.py` is."""
        raise NotImplementedError

    def expression(self, node: ast.expr) -> Value:
        """Evaluate an expression and note its value."""
        handler = getattr(self, _HANDLERS[type(node)], None)
        value: Value = UNKNOWN if handler is None else handler(node)
        if handler is None:
            self.parts(node)
        self.latest[node] = value
        return self.facts.record(node, value)

    def parts(self, node: ast.AST) -> None:
        """Evaluate the expressions directly inside a node."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child)

    def now(self, node: ast.expr | None) -> Value:
        """Return the value that an expression had when it was last evaluated, on this way through the script."""
        return UNKNOWN if node is None else self.latest.get(node, UNKNOWN)

    def depends_on(self, frame: int) -> None:
        """Note that what is evaluated depends on a frame of the stack, and not on arguments alone."""
        self.outermost = min(self.outermost, frame)

    def differs_by_call(self) -> None:
        """Note that what is evaluated is another one for each call, such as a model, or a function with its scope."""
        self.outermost = -1

    def depends_on_names(self, scope: Scope, *, changed: bool = False) -> None:
        """Note that what is evaluated depends on the names of a scope, or has changed a dict that one stands for."""
        is_running = scope is self.scope or scope in self.callers
        is_seen_outside = changed and scope.shares_dicts
        self.depends_on(scope.depth if is_running and not is_seen_outside else -1)

    def enclose(self, node: Function | ast.Lambda, scope: Scope | None = None) -> None:
        """Let the free names of a function be those of the scope that defines it."""
        self.closures[node] = scope or self.scope
        self.enclosed.append((node, self.closures[node]))

    def path_to(self, node: ast.AST) -> CallPath:
        """Return a node, told apart by the calls that lead to it: a builder called twice makes two models."""
        return (*(frame.call for frame in self.stack), node)

    def symbol(
        self, node: ast.expr, computed_from: tuple[CallPath, ...] | None, dtype: str = ""
    ) -> KerasTensor:
        """Return the symbol that a call or an operator computes."""
        path = self.path_to(node)
        self.differs_by_call()
        self.facts.note_operation(path, computed_from)
        return KerasTensor(dtype, path)

    def note_attribute(self, owner: Value, name: str, value: Value, node: ast.expr) -> None:
        """Note that an attribute of a model, or of what may be one, is set."""
        if isinstance(owner, (KerasModel, Instance)):
            self.facts.layers_given.append(LayersGiven(self.path_to(node), owner, name, value))

    def note_passed_on(self, arguments: Arguments, call: ast.AST) -> None:
        """Note that a call that is not followed may give layers to the models that it is passed."""
        for value in (*arguments.positional, *arguments.keywords.values()):
            if isinstance(value, KerasModel):
                self.facts.layers_given.append(LayersGiven(self.path_to(call), value, "", UNKNOWN))

    # --- names and literals

    def of_Constant(self, node: ast.Constant) -> Value:
        """A literal."""
        if node.value is None:
            return NONE
        return constant(node.value) if isinstance(node.value, (bool, int, float, str)) else UNKNOWN

    def of_Name(self, node: ast.Name) -> Value:
        """A name: bound in the script, or a builtin, or from a star import."""
        found = self.scope.find(node.id)
        if found is not None:
            return self._with_divisor(found, node)
        is_certain = True
        for module in reversed(self.scope.module.star_modules):  # the last one binds it
            is_certain &= f"{module}.".startswith("keras.")
            is_in_sdk = node.id in PUBLIC_NAMES.get(module.removeprefix("keras").lstrip("."), ())
            if is_in_sdk or (is_certain and public_api.find(f"{module}.{node.id}")):
                return external(canonical(f"{module}.{node.id}"))
        return external(f"builtins.{node.id}")

    def _with_divisor(self, value: Value, node: ast.expr) -> Value:
        """A number that is not fixed is at least divisible by itself."""
        if not isinstance(value, (Number, Unknown)) or isinstance(value.constant, (bool, float)):
            return value
        divisors = self.divisors_of(node)
        if divisors <= value.factors:
            return value
        if type(value) is not Unknown or value.may_be_none:
            return altered(value, factors=value.factors | divisors)
        key = divisors, value.factors
        if key not in self.multiples:
            self.multiples[key] = Unknown(value.factors | divisors)
        return self.multiples[key]

    def of_Attribute(self, node: ast.Attribute) -> Value:
        """`a.b`: of a module, an instance, an array …"""
        owner = self.expression(node.value)
        if isinstance(owner, ScriptModule):
            return self._with_divisor(self.in_module(owner, node.attr) or UNKNOWN, node)
        if isinstance(owner, InstanceChoice):
            values = [self.attribute(self._owners(one), node.attr) for one in owner.instances]
            return self._with_divisor(attribute_of_either(owner, values), node)
        for key in self._owners(owner):
            found = self.attributes.find((key, node.attr))
            if found is not None:
                if isinstance(found, FunctionChoice):
                    return FunctionChoice(tuple(altered(one, owner=owner) for one in found.functions))
                if not isinstance(found, ScriptFunction):
                    return self._with_divisor(found, node)
                if is_decorated(found.definition, "property"):
                    return self.call_function(found, Arguments((owner,)), node)
                is_static = is_decorated(found.definition, "staticmethod")
                return found if is_static else altered(found, owner=owner)
        if isinstance(owner, Dict) and node.attr in owner.entries:  # of a data set of scikit-learn
            return owner.entries[node.attr]
        if isinstance(owner, External):
            name = canonical(f"{owner.name}.{node.attr}")
            found = self.inside(node, owner.name) or external(name)
            return altered(found, may_be_none=True) if self._may_lack_value(node, owner) else found
        found = attribute_of_value(owner, node.attr)
        if node.attr == "scope" and is_strategy(owner):
            found = StrategyScope(owner)
        if self._may_lack_value(node, owner):
            found = altered(found, may_be_none=True)
        return self._with_divisor(found, node)

    def _may_lack_value(self, node: ast.Attribute, owner: Value) -> bool:
        """True if an attribute may be an option of the command line that has no default."""
        is_of_options = isinstance(owner, Unknown) or owner.name == "absl.flags.FLAGS"
        return is_of_options and node.attr in options_without_value(self.facts.script)

    def attribute(self, owners: Iterable[ast.AST | str], name: str) -> Value | None:
        """Return what the first of some classes that has an attribute has bound it to; None if no class has."""
        found = (self.attributes.find((key, name)) for key in owners)
        return next((value for value in found if value is not None), None)

    def _owners(self, owner: Value) -> list[ast.AST | str]:
        """Where an attribute may have been bound: the class, its bases of the script, or the module's name."""
        if owner.definition is None:
            return [owner.name] if owner.name else []
        found: list[ast.AST | str] = []
        pending: list[ast.AST] = [owner.definition]
        while pending:
            node = pending.pop(0)
            found.append(node)
            if isinstance(node, ast.ClassDef):
                bases = (self.now(base).definition for base in node.bases)
                pending.extend(base for base in bases if base is not None and base not in found)
        return found

    def of_List(self, node: ast.List | ast.Tuple) -> Value:
        """A list or tuple; of one with starred items only numbers are known, as those of a shape."""
        items = [self.expression(item) for item in node.elts]
        container = "list" if isinstance(node, ast.List) else ""
        starred = [isinstance(item, ast.Starred) for item in node.elts]
        if not any(starred):
            return ListOrTuple(tuple(items), container)
        parts = (item if spreads else collection(item) for item, spreads in zip(items, starred))
        whole = functools.reduce(in_a_row, parts)
        is_list = isinstance(whole, (ListOrTuple, ListOf))
        return altered(whole, container=container) if is_list and first_items(whole) else UNKNOWN

    of_Tuple = of_List

    def of_Dict(self, node: ast.Dict) -> Value:
        """A dict, with the items of others that are spread out in it; without all keys the values count."""
        keys = [None if key is None else self.expression(key) for key in node.keys]
        values = [self.expression(value) for value in node.values]
        known: Value | None = Dict(keys=())
        for key, value in zip(keys, values):
            if known is None or not dicts.is_known(known) or (key is not None and key.constant is None):
                known = None
            elif key is not None:
                known = dicts.with_item(known, key, value)
            else:
                known = dicts.merged(known, value) if dicts.is_known(value) else None
        return Dict(tuple(values)) if known is None else known

    def of_Starred(self, node: ast.Starred) -> Value:
        """`*a`."""
        return self.expression(node.value)

    def of_Lambda(self, node: ast.Lambda) -> Value:
        """A lambda is a function."""
        self.enclose(node)
        return ScriptFunction(node)

    def of_IfExp(self, node: ast.IfExp) -> Value:
        """Either side."""
        self.expression(node.test)
        return join(self.expression(node.body), self.expression(node.orelse))

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        """One of the operands."""
        values = [self.expression(value) for value in node.values]
        if isinstance(node.op, ast.Or):  # what is `None` gives way to the next
            values = [*map(_without_none, values[:-1]), values[-1]]
        return functools.reduce(join, values)

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """`(a := value)`."""
        value = self.expression(node.value)
        self.assign(node.target, value)
        return value

    def of_Yield(self, node: ast.Yield) -> Value:
        """A function with a yield is a generator."""
        value = self.expression(node.value) if node.value is not None else NONE
        self.scope.yields = True
        self.scope.yielded.append((self.strategy_depth, value))
        return UNKNOWN

    def of_YieldFrom(self, node: ast.YieldFrom) -> Value:
        """Likewise."""
        self.expression(node.value)
        self.scope.yields = True
        return UNKNOWN

    def of_JoinedStr(self, node: ast.JoinedStr) -> Value:
        """An f-string."""
        for child in ast.walk(node):
            if isinstance(child, ast.FormattedValue):
                self.expression(child.value)
        return Text()

    # --- comprehensions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
        self.scope.begin_branch()
        self._go_through(node.generators)
        item = self.expression(node.elt)
        self.scope.end_branch()
        if keeps_divisors(node):
            item = Number(dtype=item.dtype, factors=factors_of(item), fills=fills_of(item), divides_rows=True)
        if isinstance(node, ast.GeneratorExp):
            return PythonGenerator(item)
        return list_of(item)

    def _go_through(self, generators: list[ast.comprehension]) -> None:
        for part in generators:
            self.assign(part.target, self.items_of(self.expression(part.iter), part.iter))
            for test in part.ifs:
                self.expression(test)

    of_ListComp = _comprehension
    of_SetComp = _comprehension
    of_GeneratorExp = _comprehension

    def of_DictComp(self, node: ast.DictComp) -> Value:
        """`{k: v for …}`: a dict with values of one kind."""
        self.scope.begin_branch()
        self._go_through(node.generators)
        self.expression(node.key)
        item = self.expression(node.value)
        self.scope.end_branch()
        return dicts.some(item)

    # --- arithmetic

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """`-a`, `not a`."""
        operand = self.expression(node.operand)
        number = operand.constant
        if isinstance(node.op, ast.USub) and isinstance(number, (int, float)):
            return constant(-number)
        if isinstance(node.op, ast.Not):
            return Number()
        return operand if isinstance(operand, Array) else self._with_divisor(UNKNOWN, node)

    def of_BinOp(self, node: ast.BinOp) -> Value:
        """Numbers are computed, arrays keep their rows, and divisors of products are remembered."""
        left, right = self.expression(node.left), self.expression(node.right)
        if isinstance(left, KerasTensor) or isinstance(right, KerasTensor):
            return self.symbol(node, operands((left, right)))
        if isinstance(node.op, ast.BitOr) and dicts.is_known(left) and dicts.is_known(right):
            return dicts.merged(left, right)
        if isinstance(node.op, ast.MatMult) and isinstance(left, Array):
            return altered(left, dtype=left.dtype if left.dtype == right.dtype else "", row_shape=None)
        if isinstance(left, Array) or isinstance(right, Array):
            return numpy.array_operation(left, right, isinstance(node.op, ast.Div))
        if isinstance(left, _LISTS) or isinstance(right, _LISTS):
            if isinstance(node.op, ast.Add):
                return in_a_row(left, right)
            return list_of(*items_in(left), *items_in(right))  # one several times
        return self._calculated(node, left, right)

    def _calculated(self, node: ast.BinOp, left: Value, right: Value) -> Number | Text:
        value = computed(node.op, left, right)
        result = constant(value) if value is not None else scalar(type_of(node.op, left, right))
        if isinstance(result, Text):
            return result
        factors, fills = result.factors, result.fills
        if isinstance(node.op, ast.Mult):
            factors |= factors_of(left) | factors_of(right)
            factors |= self.divisors_of(node.left) | self.divisors_of(node.right)
            factors |= {fixed_divisor(factors_of(left)) * fixed_divisor(factors_of(right))}
        elif isinstance(node.op, ast.Sub) and is_remainder_of(node.right, node.left):
            assert isinstance(node.right, ast.BinOp)
            factors |= factors_of(self.now(node.right.right)) | self.divisors_of(node.right.right)
        elif isinstance(node.op, ast.Mod) and isinstance(node.left, ast.UnaryOp):
            fills |= factors_of(right) | self.divisors_of(node.right)
        return altered(result, factors=factors | self.divisors_of(node), fills=fills)

    def of_Compare(self, node: ast.Compare) -> Value:
        """Truth values: an array of them when an array is compared."""
        sides = [self.expression(side) for side in (node.left, *node.comparators)]
        first = next((side for side in sides if isinstance(side, Array)), None)
        return Number() if first is None else altered(first, dtype="bool")

    # --- iteration

    def item_of(self, value: Value) -> Value:
        """Any one item of something that is unpacked or indexed."""
        if isinstance(value, Array):
            return part_of(value)
        if isinstance(value, PythonGenerator):
            return UNKNOWN if value.item is None else value.item
        return each_of(items_in(value))

    def items_of(self, value: Value, iterable: ast.expr) -> Value:
        """Return what a loop over a value binds its target to."""
        if isinstance(value, Dataset):
            self.facts.note_reading(value, iterable)
            parts = [tensor(dtype=part.dtype) if isinstance(part, Array) else part for part in value.parts]
            if len(parts) == 1:
                return parts[0]
            return collection(*parts) if parts else UNKNOWN
        if isinstance(value, Dict):  # a loop over a dict goes through its keys
            return each_of(map(constant, value.keys or ()))
        if isinstance(value, DictOf):
            return UNKNOWN
        return self.item_of(value)


def _without_none(value: Value) -> Value:
    return altered(value, may_be_none=False) if value.may_be_none else value
