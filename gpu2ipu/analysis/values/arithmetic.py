"""Arithmetic on what is known of numbers, and the few shapes of expressions that say something about divisors."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.value import Value


def computed(operator: ast.operator, left: Value, right: Value) -> int | float | None:
    """Return the number that an operation on known numbers gives."""
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


def type_of(operator: ast.operator, left: Value, right: Value) -> str:
    """Return the type of an operation on numbers or strings of which only the types are known."""
    if isinstance(left, Text) or (isinstance(right, Text) and isinstance(operator, ast.Add)):
        return "str"
    both = left.dtype == right.dtype and isinstance(left, Number) and isinstance(right, Number)
    return left.dtype if both and not isinstance(operator, (ast.Div, ast.Pow)) else ""


def is_remainder_of(node: ast.expr, whole: ast.expr) -> bool:
    """True if `node` is `whole % something`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and ast.unparse(node.left) == ast.unparse(whole)
    )


def is_one_row(index: ast.Slice) -> bool:
    """True if a slice is one row of what it is taken from: `[i : i + 1]`, `[i - 1 : i]`, `[:1]`, `[-1:]`."""
    if index.step is not None:
        return False
    start, stop = index.lower, index.upper
    if stop is None:
        return start is not None and ast.unparse(start) == "-1"
    if start is None or (isinstance(start, ast.Constant) and start.value == 0):
        return isinstance(stop, ast.Constant) and stop.value == 1
    return _is_plain(start) and (_is_one_more(stop, start, ast.Add) or _is_one_more(start, stop, ast.Sub))


def number_of_rows(index: ast.expr) -> tuple[ast.expr | None, ast.expr] | None:
    """From where on and how many rows the index of `x[:n]`, `x[a : a + n]` or `x[:n, 0]` takes of many."""
    index = index.elts[0] if isinstance(index, ast.Tuple) and index.elts else index
    if not isinstance(index, ast.Slice) or index.step is not None or index.upper is None:
        return None
    start, stop = index.lower, index.upper
    if start is None or (isinstance(start, ast.Constant) and start.value == 0):
        return None, stop
    if not (isinstance(stop, ast.BinOp) and isinstance(stop.op, ast.Add) and _is_plain(start)):
        return None
    return (start, stop.right) if ast.unparse(stop.left) == ast.unparse(start) else None


def _is_one_more(node: ast.expr, than: ast.expr, operator: type[ast.operator]) -> bool:
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, operator)):
        return False
    return (ast.unparse(node.left), ast.unparse(node.right)) == (ast.unparse(than), "1")


def _is_plain(node: ast.expr) -> bool:
    """True if an expression is the same each time that it is read."""
    return not any(isinstance(part, (ast.Call, ast.NamedExpr)) for part in ast.walk(node))


def keeps_divisors(node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> bool:
    """True if a comprehension keeps what divides something: `n for n in … if rows % n == 0`."""
    tests = [test for part in node.generators for test in part.ifs]
    return isinstance(node.elt, ast.Name) and any(
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.BinOp)
        and isinstance(test.left.op, ast.Mod)
        and ast.unparse(test.left.right) == node.elt.id
        and isinstance(test.ops[0], ast.Eq)
        for test in tests
    )
