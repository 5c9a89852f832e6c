"""Arithmetic on what is known of numbers, and the few shapes of expressions that say something about divisors."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.kinds import Kind, Value


def computed(operator: ast.operator, left: Value, right: Value) -> int | float | None:
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


def type_of(operator: ast.operator, left: Value, right: Value) -> str:
    """The type of an operation on numbers or strings of which only the types are known."""
    if left.kind is Kind.CONSTANT and left.dtype == "str":
        return "str"
    both = left.dtype == right.dtype and Kind.CONSTANT is left.kind is right.kind
    return left.dtype if both and not isinstance(operator, ast.Div) else ""


def is_remainder_of(node: ast.expr, whole: ast.expr) -> bool:
    """Whether `node` is `whole % something`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and ast.unparse(node.left) == ast.unparse(whole)
    )


def keeps_divisors(node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> bool:
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
