"""Expressions: the half of the evaluator that gives a `Value` for every expression and understands calls."""

from __future__ import annotations

import ast
import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from gpu2ipu.analysis import known
from gpu2ipu.analysis.facts import Facts, Frame, Making, MethodCall, Stack
from gpu2ipu.analysis.kinds import NONE, UNKNOWN, Batching, Kind, Value, array, collection, constant, join
from gpu2ipu.analysis.known import Arguments
from gpu2ipu.analysis.names import canonical
from gpu2ipu.analysis.structure import Function

if TYPE_CHECKING:
    from gpu2ipu.analysis.evaluate import Scope

# Names of the SDK, wherever they are imported from.
_STRATEGIES = ("ipu_strategy.IPUStrategy", "ipu_strategy.IPUStrategyV1", "popdist_strategy.PopDistStrategy")
_MAKINGS = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.METRIC, Kind.SYMBOL)


class Expressions:
    """Evaluation of expressions; the state and the statements are in `evaluate.Evaluator`."""

    facts: Facts
    scope: Scope
    stack: Stack
    function: Function | ast.Lambda | None
    strategy_depth: int
    star_modules: list[str]
    closures: dict[ast.AST, Scope]
    attributes: dict[tuple[ast.AST | str, str], Value]
    visits: dict[ast.AST, int]
    latest: dict[ast.expr, Value]

    def call_function(self, function: Value, arguments: Arguments, call: ast.AST) -> Value:
        """Evaluate a call of a function of the script."""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        """Bind a target."""
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
        for module in self.star_modules:
            value = Value(Kind.EXTERNAL, name=canonical(f"{module}.{node.id}"))
            if known.keras_call(value.name, Arguments()) is not None:
                return value
        return Value(Kind.EXTERNAL, name=f"builtins.{node.id}")

    def _with_text(self, value: Value, node: ast.expr) -> Value:
        """A number that is not fixed is at least divisible by itself: its own text is a factor."""
        if value.kind in (Kind.UNKNOWN, Kind.CONSTANT) and not isinstance(value.constant, (str, bool, float)):
            return replace(value, factors=value.factors | {ast.unparse(node)})
        return value

    def of_Attribute(self, node: ast.Attribute) -> Value:
        """`a.b`: of a module, an instance, an array …"""
        owner = self.expression(node.value)
        for key in self._owners(owner):
            if (key, node.attr) in self.attributes:
                found = self.attributes[key, node.attr]
                bound = owner if found.kind is Kind.FUNCTION else None
                return self._with_text(replace(found, owner=bound) if bound else found, node)
        if owner.kind is Kind.EXTERNAL:
            return Value(Kind.EXTERNAL, name=canonical(f"{owner.name}.{node.attr}"))
        if owner.kind is Kind.ARRAY and node.attr in ("values", "T", "iloc", "loc"):
            return array(dtype=owner.dtype) if node.attr == "T" else owner
        return self._with_text(UNKNOWN, node)

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
        return collection(*items)

    of_Tuple = of_List

    def of_Dict(self, node: ast.Dict) -> Value:
        """A dict: the values count."""
        for key in node.keys:
            if key is not None:
                self.expression(key)
        return replace(collection(*(self.expression(value) for value in node.values)), is_dict=True)

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
        return functools.reduce(join, [self.expression(value) for value in node.values])

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        """`(a := value)`."""
        value = self.expression(node.value)
        self.assign(node.target, value)
        return value

    def of_Yield(self, node: ast.Yield) -> Value:
        """A function with a yield is a generator."""
        if node.value is not None:
            self.expression(node.value)
        self.scope.yields = True
        return UNKNOWN

    def of_YieldFrom(self, node: ast.YieldFrom) -> Value:
        """Likewise."""
        self.expression(node.value)
        self.scope.yields = True
        return UNKNOWN

    # --- comprehensions

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
        saved = dict(self.scope.names)
        for part in node.generators:
            self.assign(part.target, self.items_of(self.expression(part.iter)))
            for test in part.ifs:
                self.expression(test)
        item = self.expression(node.elt)
        self.scope.names = saved
        if _keeps_divisors(node):
            item = replace(item, kind=Kind.CONSTANT, constant=None, divides_rows=True)
        return Value(Kind.GENERATOR if isinstance(node, ast.GeneratorExp) else Kind.UNKNOWN, items=(item,))

    of_ListComp = _comprehension
    of_SetComp = _comprehension
    of_GeneratorExp = _comprehension

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
        if Kind.ARRAY in (left.kind, right.kind):
            return known.array_operation(left, right, isinstance(node.op, ast.Div))
        value = _computed(node.op, left, right)
        result = (
            constant(value)
            if value is not None
            else Value(Kind.CONSTANT, dtype=_type_of(node.op, left, right))
        )
        factors, fills = result.factors, result.fills
        if isinstance(node.op, ast.Mult):
            factors |= left.factors | right.factors | {ast.unparse(node.left), ast.unparse(node.right)}
        elif isinstance(node.op, ast.Sub) and _is_remainder_of(node.right, node.left):
            assert isinstance(node.right, ast.BinOp)
            factors |= self.now(node.right.right).factors | {ast.unparse(node.right.right)}
        elif isinstance(node.op, ast.Mod) and isinstance(node.left, ast.UnaryOp):
            fills |= right.factors | {ast.unparse(node.right)}
        return replace(result, factors=factors | {ast.unparse(node)}, fills=fills)

    def of_Compare(self, node: ast.Compare) -> Value:
        """Truth values: an array of them when an array is compared."""
        sides = [self.expression(side) for side in (node.left, *node.comparators)]
        first = next((side for side in sides if side.kind is Kind.ARRAY), None)
        return Value(Kind.CONSTANT) if first is None else replace(first, dtype="bool")

    # --- subscripts

    def of_Subscript(self, node: ast.Subscript) -> Value:
        """`a[…]`: rows of an array, an item of a collection, the shape of an array."""
        owner = self.expression(node.value)
        index = self._index(node.slice)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            whole = self.now(node.value.value)
            rows = whole.rows if index.constant == 0 else None
            return constant(rows) if rows is not None else self._with_text(UNKNOWN, node)
        if owner.kind is Kind.COLLECTION:
            number = index.number
            if number is not None and -len(owner.items) <= number < len(owner.items):
                return owner.items[number]
            return self.item_of(owner)
        if owner.kind is Kind.ARRAY:
            return self._rows_of(owner, node.slice)
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
            return array(1, owner.dtype)
        if isinstance(value.constant, str) or (isinstance(index, ast.Constant) and index.value is Ellipsis):
            return replace(owner, dtype="") if isinstance(value.constant, str) else owner
        rows = value.rows if value.kind is Kind.ARRAY and value.dtype != "bool" else None
        return array(rows, owner.dtype)

    def _sliced(self, owner: Value, index: ast.Slice) -> Value:
        bounds = (index.lower, index.upper, index.step)
        return self._between(owner, tuple(NONE if bound is None else self.now(bound) for bound in bounds))

    def _between(self, owner: Value, bounds: tuple[Value, ...]) -> Value:
        """The rows of a slice: counted where everything is known, else with the factors of the stop."""
        if all(bound.kind is Kind.NONE for bound in bounds):
            return owner
        known = all(bound.kind is Kind.NONE or bound.number is not None for bound in bounds)
        if owner.rows is not None and known:
            cut = slice(*(bound.number for bound in bounds))
            return array(len(range(*cut.indices(owner.rows))), owner.dtype)
        start, stop, step = bounds
        plain = step.kind is Kind.NONE and (start.kind is Kind.NONE or start.constant == 0)
        return Value(Kind.ARRAY, dtype=owner.dtype, factors=stop.factors if plain else frozenset())

    # --- iteration

    def item_of(self, value: Value) -> Value:
        """Any one item of something that is unpacked or indexed."""
        if value.kind is Kind.ARRAY:
            return array(dtype=value.dtype)
        if value.kind is Kind.COLLECTION and value.items:
            return functools.reduce(join, value.items)
        return UNKNOWN

    def items_of(self, value: Value) -> Value:
        """What a loop over a value binds its target to."""
        if value.kind is Kind.DATASET:
            if len(value.items) == 1:
                return value.items[0]
            return collection(*value.items) if value.items else UNKNOWN
        return self.item_of(value)

    # --- calls

    def of_Call(self, node: ast.Call) -> Value:
        """A call: of a method, a function of the script, or something from outside."""
        function = self.expression(node.func)
        owner = self.now(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        arguments = self._arguments(node)
        if function.kind is Kind.EXTERNAL:
            self.facts.qualified[node] = function.name
        result = self._method(node, owner, arguments) if isinstance(node.func, ast.Attribute) else None
        if result is None:
            result = self._called(node, function, arguments)
        if result.kind in (Kind.UNKNOWN, Kind.ARRAY) and self._takes_symbol(arguments):
            result = Value(Kind.SYMBOL)
        if result.kind in _MAKINGS and function.kind is not Kind.FUNCTION:
            self._note_making(node, result)
        return result

    def _takes_symbol(self, arguments: Arguments) -> bool:
        return any(value.kind is Kind.SYMBOL for value in self._leaves(arguments))

    def _leaves(self, arguments: Arguments) -> list[Value]:
        given = [*arguments.positional, *arguments.keywords.values()]
        return given + [item for value in given if value.kind is Kind.COLLECTION for item in value.items]

    def _arguments(self, node: ast.Call) -> Arguments:
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        starred = False
        for argument in node.args:
            value = self.expression(argument)
            if not isinstance(argument, ast.Starred):
                positional.append(value)
            elif value.kind is Kind.COLLECTION and not value.is_dict:
                positional.extend(value.items)
            else:
                starred = True
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg is None:
                starred = True
            else:
                keywords[keyword.arg] = value
        return Arguments(tuple(positional), keywords, starred)

    def _note_making(self, node: ast.Call, value: Value) -> None:
        stack = (*self.stack, Frame(self.function, node))
        self.facts.makings.append(Making(node, value, stack, self.strategy_depth > 0))

    def _note_method(self, node: ast.Call, method: str, receiver: Value) -> None:
        stack = (*self.stack, Frame(self.function, node))
        self.facts.method_calls.append(MethodCall(node, method, receiver, stack, self.strategy_depth > 0))

    def _method(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value | None:
        """A method of something whose kind is known; None when it is an ordinary function in an attribute."""
        assert isinstance(node.func, ast.Attribute)
        method = node.func.attr
        if owner.kind is Kind.MODEL and self.now(node.func).kind is not Kind.FUNCTION:
            self._note_method(node, method, owner)
            if method in known.MAKING:
                self._note_making(node, owner)
            return self._model_method(owner, method, arguments)
        if owner.kind is Kind.DATASET:
            self._note_method(node, method, owner)
            return self._dataset_method(node, owner, method, arguments)
        if owner.kind is Kind.ARRAY:
            return known.array_method(owner, method, arguments)
        if owner.kind is Kind.STRATEGY and method == "scope":
            return owner
        if owner.kind is Kind.CONFIG:
            self._note_method(node, method, owner)
            return NONE
        if owner.kind is Kind.COLLECTION and method in (
            "append",
            "extend",
            "insert",
            "update",
            "pop",
            "remove",
        ):
            self.assign(node.func.value, UNKNOWN)
            return UNKNOWN
        return None

    def _model_method(self, owner: Value, method: str, arguments: Arguments) -> Value:
        """What a method of a model gives: predictions have the rows of what they are made from."""
        if method not in ("predict", "predict_on_batch"):
            return UNKNOWN
        x = arguments.get(0, "x") or UNKNOWN
        rows = next((part.rows for part in (x, *x.items) if part.kind is Kind.ARRAY and part.rows), None)
        outputs = [array(rows) for _ in owner.items]
        return outputs[0] if len(outputs) == 1 else collection(*outputs) if outputs else UNKNOWN

    def _dataset_method(self, node: ast.Call, owner: Value, method: str, arguments: Arguments) -> Value:
        if method == "map":
            return self._mapped(node, owner, arguments)
        result = known.dataset_method(owner, method, arguments)
        if method in known.BATCHERS:
            result = replace(result, origins=owner.origins | {node})
            if arguments.starred:
                result = replace(result, batching=Batching.UNKNOWN)
        return result

    def _mapped(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value:
        """The elements after `map`: the function is called with the parts of one element."""
        function = arguments.get(0, "map_func")
        if function is None or function.kind is not Kind.FUNCTION:
            return replace(owner, items=())
        parts = owner.items or (UNKNOWN, UNKNOWN)
        element = self.call_function(function, Arguments(parts, starred=not owner.items), node)
        if element.kind is Kind.COLLECTION:
            return replace(owner, items=element.items)
        return replace(owner, items=(element,) if element.kind is Kind.ARRAY else ())

    def _called(self, node: ast.Call, function: Value, arguments: Arguments) -> Value:
        if function.kind is Kind.FUNCTION:
            if function.owner is not None and function.owner.kind is not Kind.CLASS:
                arguments = replace(arguments, positional=(function.owner, *arguments.positional))
            return self.call_function(function, arguments, node)
        if function.kind is Kind.CLASS:
            return self._instance(node, function, arguments)
        if function.kind in (Kind.LAYER, Kind.MODEL):
            return Value(Kind.SYMBOL) if self._is_symbolic(arguments) else array()
        if function.kind is Kind.EXTERNAL:
            return self._external(function.name, arguments, node)
        return UNKNOWN

    def _is_symbolic(self, arguments: Arguments) -> bool:
        return any(value.kind is not Kind.ARRAY for value in self._leaves(arguments)[:1])

    def _external(self, name: str, arguments: Arguments, node: ast.Call) -> Value:
        if name.endswith(_STRATEGIES):
            return Value(Kind.STRATEGY, name=name)
        if name.endswith((".IPUConfig", ".IpuOptions")):
            return Value(Kind.CONFIG, name=name)
        if name.startswith("tensorflow.distribute.") and name.rpartition(".")[2].endswith("Strategy"):
            return Value(Kind.OTHER_STRATEGY, name=name)
        if name == "tensorflow.nest.map_structure" and len(arguments.positional) > 1:
            return self._mapped_structure(node, *arguments.positional[:2])
        if name.startswith("builtins."):
            return self._builtin(name.removeprefix("builtins."), arguments)
        result = known.keras_call(name, arguments) or known.dataset_call(name, arguments)
        if result is not None:
            if result.kind is not Kind.MODEL:
                return result
            return replace(result, origins=frozenset({node}), items=known.model_outputs(name, arguments))
        return known.array_call(name, arguments) or UNKNOWN

    def _mapped_structure(self, node: ast.Call, function: Value, structure: Value) -> Value:
        """One array of the structure stands for all: they are treated alike."""
        leaf = structure
        while leaf.kind is Kind.COLLECTION and leaf.items:
            leaf = leaf.items[0]
        if function.kind is not Kind.FUNCTION:
            return UNKNOWN
        return self.call_function(function, Arguments((leaf,)), node)

    def _builtin(self, name: str, arguments: Arguments) -> Value:
        first = arguments.positional[0] if arguments.positional else UNKNOWN
        if name == "len":
            rows = first.rows if first.kind in (Kind.ARRAY, Kind.DATASET) else None
            known_length = first.kind is Kind.COLLECTION and first.items
            count = len(first.items) if known_length else rows
            return (
                constant(count) if count is not None else replace(Value(Kind.CONSTANT), factors=first.factors)
            )
        if name in ("max", "min", "next") and first.kind is Kind.GENERATOR and first.items:
            return first.items[0]
        if name in ("max", "min"):
            numbers = [value.number for value in arguments.positional]
            return (
                constant((max if name == "max" else min)(n for n in numbers if n is not None))
                if (len(numbers) > 1 and None not in numbers)
                else Value(Kind.CONSTANT)
            )
        if name == "int":
            number = first.constant
            return (
                constant(int(number))
                if isinstance(number, (int, float))
                else Value(Kind.CONSTANT, dtype="int64")
            )
        if name in ("list", "tuple", "reversed", "sorted") and first.kind in (
            Kind.COLLECTION,
            Kind.GENERATOR,
        ):
            return first if name in ("list", "tuple") else UNKNOWN
        if name == "slice" and arguments.positional:
            bounds = arguments.positional if len(arguments.positional) > 1 else (NONE, first)
            return Value(Kind.EXTERNAL, name="slice", items=(*bounds, NONE)[:3])
        if name in ("range", "round", "abs", "sum", "float"):
            return Value(Kind.UNKNOWN if name == "range" else Kind.CONSTANT)
        return UNKNOWN

    def _instance(self, node: ast.Call, function: Value, arguments: Arguments) -> Value:
        """An instance of a class of the script; `__init__` is evaluated."""
        kind, name = self._class_kind(function)
        origins = frozenset({node}) if kind is Kind.MODEL else frozenset()
        result = Value(kind, name=name, definition=function.definition, origins=origins)
        init = next(
            (
                self.attributes[key, "__init__"]
                for key in self._owners(function)
                if (key, "__init__") in self.attributes
            ),
            None,
        )
        if init is not None and init.kind is Kind.FUNCTION:
            self.call_function(init, replace(arguments, positional=(result, *arguments.positional)), node)
        return result

    def _class_kind(self, function: Value) -> tuple[Kind, str]:
        """What instances of a class are, by the classes that it inherits from."""
        for key in self._owners(function):
            if not isinstance(key, ast.ClassDef):
                continue
            for base in key.bases:
                name = self.now(base).name
                if name in ("keras.Model", "keras.Sequential"):
                    return Kind.MODEL, name
                if name in ("keras.utils.Sequence", "keras.utils.data_utils.Sequence"):
                    return Kind.GENERATOR, name
                value = known.keras_call(name, Arguments())
                if value is not None:
                    return value.kind, name
        return Kind.INSTANCE, ""


def _computed(operator: ast.operator, left: Value, right: Value) -> int | float | None:
    """The number that an operation on known numbers gives."""
    a, b = left.constant, right.constant
    if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        return None
    try:
        match operator:
            case ast.Add():
                return a + b
            case ast.Sub():
                return a - b
            case ast.Mult():
                return a * b
            case ast.Div():
                return a / b
            case ast.FloorDiv():
                return a // b
            case ast.Mod():
                return a % b
    except ZeroDivisionError:
        pass
    return None


def _type_of(operator: ast.operator, left: Value, right: Value) -> str:
    """The type of an operation on numbers of which only the types are known."""
    both = left.dtype == right.dtype and Kind.CONSTANT is left.kind is right.kind
    return left.dtype if both and not isinstance(operator, ast.Div) else ""


def _is_remainder_of(node: ast.expr, whole: ast.expr) -> bool:
    """Whether `node` is `whole % something`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and ast.unparse(node.left) == ast.unparse(whole)
    )


def _keeps_divisors(node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> bool:
    """Whether a comprehension keeps what divides something: `n for n in … if rows % n == 0`."""
    tests = [test for part in node.generators for test in part.ifs]
    return isinstance(node.elt, ast.Name) and any(
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.BinOp)
        and isinstance(test.left.op, ast.Mod)
        and ast.unparse(test.left.right) == node.elt.id
        and isinstance(test.ops[0], ast.Eq)
        for test in tests
    )
