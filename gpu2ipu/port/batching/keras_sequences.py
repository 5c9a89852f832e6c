"""Sequences: how many whole batches a `keras.utils.Sequence` has, read from its `__len__`."""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.names_across_files import with_names
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.port.batching.row_counts import divided


class WholeBatches(NamedTuple):
    """The number of whole batches of a Sequence, in terms of the Sequence, and whether a short one may be left."""

    steps: ast.expr
    drops: bool
    rows: ast.expr | None = None  # all of them, where a short batch may be left
    batch: ast.expr | None = None  # its size, there


class _Quotient(NamedTuple):
    rows: ast.expr
    batch: ast.expr
    rounds_up: bool


def whole_batches(facts: Facts, definition: ast.AST | None, sequence: ast.expr) -> WholeBatches | None:
    """The whole batches of an instance of a class, `sequence`; None where `__len__` is not rows through batch size."""
    if not isinstance(definition, ast.ClassDef):
        return None
    length = next((m for owner in lineage(facts, definition) for m in methods(owner, ("__len__",))), None)
    last = length.body[-1] if length is not None else None
    if length is None or not isinstance(last, ast.Return) or last.value is None or not _is_all(length):
        return None
    quotient = _quotient(facts, last.value)
    if quotient is None:
        return None
    if not quotient.rounds_up:
        return WholeBatches(ast.Call(ast.Name("len", ast.Load()), [sequence], []), False)
    rows = _seen_from_outside(quotient.rows, length, sequence)
    batch = _seen_from_outside(quotient.batch, length, sequence)
    if rows is None or batch is None:
        return None
    return WholeBatches(divided(rows, batch), True, rows, batch)


def _is_all(method: ast.FunctionDef) -> bool:
    """Whether a method is its last statement, but for a docstring."""
    return len(method.body) == 1 or (len(method.body) == 2 and ast.get_docstring(method) is not None)


def _quotient(facts: Facts, node: ast.expr) -> _Quotient | None:
    """A rounded quotient in one of the ways that people write it."""
    name, argument = _rounding(facts, node)
    if argument is None:
        return _divided(node)
    if name == "int" and not (isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Div)):
        return _quotient(facts, argument)
    if not (isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Div)):
        return _quotient(facts, argument) if _divided(argument) is not None else None
    return _Quotient(_without_float(argument.left), _without_float(argument.right), name == "ceil")


def _rounding(facts: Facts, node: ast.expr) -> tuple[str, ast.expr | None]:
    """`int`, `ceil` or `floor`, and what is rounded."""
    if not (isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords):
        return "", None
    name = facts.qualified.get(node, "")
    known = {"builtins.int", "math.ceil", "math.floor", "numpy.ceil", "numpy.floor"}
    return (name.rpartition(".")[2], node.args[0]) if name in known else ("", None)


def _divided(node: ast.expr) -> _Quotient | None:
    """`rows // batch`; `-(-rows // batch)` and `(rows + batch - 1) // batch` round up."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _divided(node.operand)
        if (
            inner is None
            or not isinstance(inner.rows, ast.UnaryOp)
            or not isinstance(inner.rows.op, ast.USub)
        ):
            return None
        return _Quotient(inner.rows.operand, inner.batch, True)
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)):
        return None
    rows = _before_rounding_up(node.left, node.right)
    return _Quotient(rows or node.left, node.right, rows is not None)


def _before_rounding_up(node: ast.expr, batch: ast.expr) -> ast.expr | None:
    """`rows` in `rows + batch - 1`."""
    if not (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and isinstance(node.left, ast.BinOp)
    ):
        return None
    is_one = isinstance(node.right, ast.Constant) and node.right.value == 1
    is_sum = isinstance(node.left.op, ast.Add) and ast.dump(node.left.right) == ast.dump(batch)
    return node.left.left if is_one and is_sum else None


def _without_float(node: ast.expr) -> ast.expr:
    is_float = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
    return node.args[0] if is_float and isinstance(node, ast.Call) and len(node.args) == 1 else node


def _seen_from_outside(node: ast.expr, method: ast.FunctionDef, sequence: ast.expr) -> ast.expr | None:
    """An expression of `self`, in terms of the Sequence; None where it needs anything else of the class."""
    me = method.args.args[0].arg if method.args.args else ""
    private = any(isinstance(part, ast.Attribute) and part.attr.startswith("__") for part in ast.walk(node))
    if private or not is_pure(node) or names_in(node) - {me, "len"}:
        return None
    return with_names(node, {me: sequence})
