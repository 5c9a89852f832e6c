"""Expressions: the part of the evaluator that gives a `Value` for names, literals, arithmetic and subscripts."""

from __future__ import annotations

import ast
import functools

from gpu2ipu.analysis.interpreter.environment import Scope
from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.library import numpy
from gpu2ipu.analysis.library.keras import METHODS, PYTHON_GENERATOR
from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.scoped_text import scoped_text
from gpu2ipu.analysis.syntax.tree import Function, is_decorated
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.arithmetic import (
    computed,
    is_one_row,
    is_remainder_of,
    keeps_divisors,
    number_of_rows,
    type_of,
)
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    Kind,
    Value,
    altered,
    array,
    collection,
    constant,
    dict_of,
    external,
    join,
    list_of,
    part_of,
    tensor,
)


class Expressions:
    """Evaluation of expressions; calls are in `calls.Calls`, state and statements in `evaluate.Evaluator`."""

    facts: Facts
    scope: Scope
    stack: Stack
    function: Function | ast.Lambda | None
    strategy_depth: int
    open_tapes: int
    closures: dict[ast.AST, Scope]
    attributes: dict[tuple[ast.AST | str, str], Value]
    visits: dict[ast.AST, int]
    callers: list[Scope]
    latest: dict[ast.expr, Value]
    texts: dict[ast.expr, str]

    def call_function(self, function: Value, arguments: Arguments, call: ast.AST) -> Value:
        """Evaluate a call of a function of the script."""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target."""
        raise NotImplementedError

    def change(self, node: ast.expr, value: Value) -> None:
        """Change what an expression stands for, under all its names."""
        raise NotImplementedError

    def in_module(self, module: Value, name: str) -> Value | None:
        """What a local module has under a name."""
        raise NotImplementedError

    def inside(self, node: ast.Attribute, owner: str) -> Value | None:
        """The local module that an attribute of a package without `__init__.py` is."""
        raise NotImplementedError

    def expression(self, node: ast.expr) -> Value:
        """Evaluate an expression and note its value."""
        handler = getattr(self, "of_" + type(node).__name__, None)
        if handler is None:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.expression(child)
            return self._keep(node, UNKNOWN)
        return self._keep(node, handler(node))

    def _keep(self, node: ast.expr, value: Value) -> Value:
        self.latest[node] = value
        return self.facts.record(node, value)

    def now(self, node: ast.expr | None) -> Value:
        """The value that an expression had when it was last evaluated, on this way through the script."""
        return UNKNOWN if node is None else self.latest.get(node, UNKNOWN)

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
            return self._with_text(found, node)
        for module in self.scope.module.star_modules:
            if node.id in PUBLIC_NAMES.get(module.removeprefix("keras").lstrip("."), ()):
                return external(canonical(f"{module}.{node.id}"))
        return external(f"builtins.{node.id}")

    def _with_text(self, value: Value, node: ast.expr) -> Value:
        """A number that is not fixed is at least divisible by itself: its own text is a factor."""
        if value.kind not in (Kind.UNKNOWN, Kind.CONSTANT) or isinstance(value.constant, (str, bool, float)):
            return value
        text = self._text(node)
        return value if text in value.factors else altered(value, factors=value.factors | {text})

    def _text(self, node: ast.expr) -> str:
        """The text of an expression with the scopes of its names; it is evaluated many times."""
        if node not in self.texts:
            self.texts[node] = scoped_text(self.facts.script, node)
        return self.texts[node]

    def of_Attribute(self, node: ast.Attribute) -> Value:
        """`a.b`: of a module, an instance, an array …"""
        owner = self.expression(node.value)
        if owner.kind is Kind.MODULE:
            return self._with_text(self.in_module(owner, node.attr) or UNKNOWN, node)
        for key in self._owners(owner):
            if (key, node.attr) in self.attributes:
                found = self.attributes[key, node.attr]
                if found.kind is Kind.FUNCTION and is_decorated(found.definition, "property"):
                    return self.call_function(found, Arguments((owner,)), node)
                is_method = found.kind is Kind.FUNCTION and not is_decorated(found.definition, "staticmethod")
                return self._with_text(altered(found, owner=owner) if is_method else found, node)
        if node.attr in owner.entries:  # of a data set of scikit-learn, a dict with attributes
            return owner.entries[node.attr]
        if owner.kind is Kind.EXTERNAL:
            name = canonical(f"{owner.name}.{node.attr}")
            return self.inside(node, owner.name) or external(name)
        if owner.kind is Kind.ARRAY and node.attr in numpy.ATTRIBUTES:
            return numpy.array_attribute(owner, node.attr)
        return self._with_text(bound_method(owner, node.attr), node)

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
        """A list or tuple; with a starred item its length is unknown."""
        items = [self.expression(item) for item in node.elts]
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return UNKNOWN
        return altered(collection(*items), container="list" if isinstance(node, ast.List) else "")

    of_Tuple = of_List

    def of_Dict(self, node: ast.Dict) -> Value:
        """A dict, with the items of others that are spread out in it; without all keys the values count."""
        keys = [None if key is None else self.expression(key) for key in node.keys]
        values = [self.expression(value) for value in node.values]
        known: Value | None = dict_of({})
        for key, value in zip(keys, values):
            if known is None or (key is not None and key.constant is None):
                known = None
            elif key is not None:
                known = dicts.with_item(known, key, value)
            else:
                known = dicts.merged(known, value) if dicts.is_known(value) else None
        return altered(collection(*values), is_dict=True) if known is None else known

    def of_Starred(self, node: ast.Starred) -> Value:
        """`*a`."""
        return self.expression(node.value)

    def of_Lambda(self, node: ast.Lambda) -> Value:
        """A lambda is a function."""
        self.closures[node] = self.scope
        return Value(Kind.FUNCTION, definition=node)

    def of_IfExp(self, node: ast.IfExp) -> Value:
        """Either side."""
        self.expression(node.test)
        return join(self.expression(node.body), self.expression(node.orelse))

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        """One of the operands."""
        values = [self.expression(value) for value in node.values]
        if isinstance(node.op, ast.Or):  # what is `None` gives way to the next
            values = [*(altered(value, may_be_none=False) for value in values[:-1]), values[-1]]
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
        return Value(Kind.CONSTANT, dtype="str")

    # --- comprehensions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
        saved = dict(self.scope.names)
        self._go_through(node.generators)
        item = self.expression(node.elt)
        self.scope.names = saved
        if keeps_divisors(node):
            item = altered(item, kind=Kind.CONSTANT, constant=None, divides_rows=True)
        if isinstance(node, ast.GeneratorExp):
            return Value(Kind.GENERATOR, name=PYTHON_GENERATOR, items=(item,))
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
        saved = dict(self.scope.names)
        self._go_through(node.generators)
        self.expression(node.key)
        item = self.expression(node.value)
        self.scope.names = saved
        return dicts.some(item)

    # --- arithmetic

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        """`-a`, `not a`."""
        operand = self.expression(node.operand)
        number = operand.constant
        if isinstance(node.op, ast.USub) and isinstance(number, (int, float)):
            return constant(-number)
        if isinstance(node.op, ast.Not):
            return Value(Kind.CONSTANT)
        return operand if operand.kind is Kind.ARRAY else self._with_text(UNKNOWN, node)

    def of_BinOp(self, node: ast.BinOp) -> Value:
        """Numbers are computed, arrays keep their rows, and divisors of products are remembered."""
        left, right = self.expression(node.left), self.expression(node.right)
        if Kind.SYMBOL in (left.kind, right.kind):
            return Value(Kind.SYMBOL)
        if isinstance(node.op, ast.BitOr) and dicts.is_known(left) and dicts.is_known(right):
            return dicts.merged(left, right)
        if any(side.kind is Kind.COLLECTION or side.is_list for side in (left, right)) and not _has_array(
            left, right
        ):
            return list_of(*left.items, *right.items)  # lists in a row, or one several times
        if isinstance(node.op, ast.MatMult) and left.kind is Kind.ARRAY:
            return altered(left, dtype=left.dtype if left.dtype == right.dtype else "")
        if Kind.ARRAY in (left.kind, right.kind):
            return numpy.array_operation(left, right, isinstance(node.op, ast.Div))
        value = computed(node.op, left, right)
        result = (
            constant(value)
            if value is not None
            else Value(Kind.CONSTANT, dtype=type_of(node.op, left, right))
        )
        factors, fills = result.factors, result.fills
        if isinstance(node.op, ast.Mult):
            factors |= left.factors | right.factors | {self._text(node.left), self._text(node.right)}
        elif isinstance(node.op, ast.Sub) and is_remainder_of(node.right, node.left):
            assert isinstance(node.right, ast.BinOp)
            factors |= self.now(node.right.right).factors | {self._text(node.right.right)}
        elif isinstance(node.op, ast.Mod) and isinstance(node.left, ast.UnaryOp):
            fills |= right.factors | {self._text(node.right)}
        return altered(result, factors=factors | {self._text(node)}, fills=fills)

    def of_Compare(self, node: ast.Compare) -> Value:
        """Truth values: an array of them when an array is compared."""
        sides = [self.expression(side) for side in (node.left, *node.comparators)]
        first = next((side for side in sides if side.kind is Kind.ARRAY), None)
        return Value(Kind.CONSTANT) if first is None else altered(first, dtype="bool")

    # --- subscripts

    def of_Subscript(self, node: ast.Subscript) -> Value:
        """`a[…]`: rows of an array, an item of a collection, the shape of an array."""
        owner = self.expression(node.value)
        index = self._index(node.slice)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            whole = self.now(node.value.value)
            rows = whole.rows if index.constant == 0 else None
            return constant(rows) if rows is not None else self._with_text(UNKNOWN, node)
        if owner.kind is Kind.COLLECTION or owner.is_list:
            if isinstance(node.slice, ast.Slice):
                return self._with_text(list_of(*owner.items), node)
            if dicts.is_known(owner):
                return self._with_text(dicts.entry(owner, index), node)
            number = index.number if owner.kind is Kind.COLLECTION and not owner.is_dict else None
            if number is not None and -len(owner.items) <= number < len(owner.items):
                return owner.items[number]
            return self.item_of(owner)
        if owner.kind is Kind.ARRAY:
            return self._rows_of(owner, node.slice)
        if owner.is_unknown and _is_new_axis((index.items or (index,))[0], index.kind is Kind.COLLECTION):
            return array(1)
        if owner.is_unknown and not owner.items and _takes_arrays_apart(node.slice):
            return self._rows_of(array(), node.slice)
        return self._with_text(UNKNOWN, node)

    def _index(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Slice):
            for bound in (node.lower, node.upper, node.step):
                if bound is not None:
                    self.expression(bound)
            return UNKNOWN
        return self.expression(node)

    def _rows_of(self, owner: Value, index: ast.expr) -> Value:
        if isinstance(index, ast.Tuple):
            if not index.elts:
                return owner
            for item in index.elts:
                self._index(item)
            index = index.elts[0]
        if isinstance(index, ast.Slice):
            return self._sliced(owner, index)
        value = self.now(index)
        if value.name == "slice":
            return self._between(owner, value.items)
        if value.kind is Kind.NONE or value.name.endswith("newaxis"):
            return part_of(owner, 1)
        if isinstance(value.constant, str) or (isinstance(index, ast.Constant) and index.value is Ellipsis):
            return altered(owner, dtype="") if isinstance(value.constant, str) else owner
        rows = value.rows if value.kind is Kind.ARRAY and value.dtype != "bool" else None
        return part_of(owner, rows)

    def _sliced(self, owner: Value, index: ast.Slice) -> Value:
        bounds = (index.lower, index.upper, index.step)
        part = self._between(owner, tuple(NONE if bound is None else self.now(bound) for bound in bounds))
        if part.rows is None and is_one_row(index):
            return altered(part, rows=1)
        start, number = number_of_rows(index) or (None, None)
        if start is None or number is None or self.now(start).number is None:
            return part  # `x[i : i + n]` in a loop may end with fewer
        return altered(part, factors=part.factors | self.now(number).factors)

    def _between(self, owner: Value, bounds: tuple[Value, ...]) -> Value:
        """The rows of a slice: counted where everything is known, else with the factors of the stop."""
        if all(bound.kind is Kind.NONE for bound in bounds):
            return owner
        rows = None
        if owner.rows is not None and all(b.kind is Kind.NONE or b.number is not None for b in bounds):
            rows = len(range(*slice(*(bound.number for bound in bounds)).indices(owner.rows)))
        start, stop, step = bounds
        plain = step.kind is Kind.NONE and (start.kind is Kind.NONE or start.constant == 0)
        factors = stop.factors if plain else frozenset()
        return altered(part_of(owner, rows), factors=factors)

    # --- iteration

    def item_of(self, value: Value) -> Value:
        """Any one item of something that is unpacked or indexed."""
        if value.kind is Kind.ARRAY:
            return part_of(value)
        if value.kind in (Kind.COLLECTION, Kind.UNKNOWN, Kind.GENERATOR) and value.items:
            return functools.reduce(join, value.items)
        return UNKNOWN

    def items_of(self, value: Value, iterable: ast.expr) -> Value:
        """What a loop over a value binds its target to."""
        if value.kind is Kind.DATASET:
            self.facts.note_reading(value, iterable)
            parts = [tensor(dtype=part.dtype) if part.kind is Kind.ARRAY else part for part in value.items]
            if len(parts) == 1:
                return parts[0]
            return collection(*parts) if parts else UNKNOWN
        if value.is_dict:  # a loop over a dict goes through its keys
            return list_of(*map(constant, value.keys)).items[0] if value.keys else UNKNOWN
        return self.item_of(value)


def bound_method(owner: Value, name: str) -> Value:
    """`model.fit` without a call: what is called later, under another name; "" for any of a model's methods."""
    is_method = owner.kind is Kind.MODEL and (name in METHODS or not name)
    return Value(name=name, owner=owner) if is_method else UNKNOWN


def _is_new_axis(index: Value, in_tuple: bool) -> bool:
    """Whether an index puts an axis before all others: `np.newaxis`, or `None` where only an array can take it."""
    return index.name.endswith("newaxis") or (in_tuple and index.kind is Kind.NONE)


def _takes_arrays_apart(index: ast.expr) -> bool:
    """Whether only arrays and tables take an index: `...`, or a slice or `...` beside others."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    slices = len(parts) > 1 and any(isinstance(part, ast.Slice) for part in parts)
    return slices or any(isinstance(part, ast.Constant) and part.value is Ellipsis for part in parts)


def _has_array(left: Value, right: Value) -> bool:
    return Kind.ARRAY in (left.kind, right.kind)
