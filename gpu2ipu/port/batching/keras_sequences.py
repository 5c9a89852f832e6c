"""Sequences: how many whole batches a `keras.utils.Sequence` has, read from its `__len__`."""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.expansion import returned
from gpu2ipu.analysis.dataflow.names_across_files import with_names
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.dataflow.rounding import Rounding, quotient
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.dataflow.symbols import as_written
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.subclasses import lineage, methods


class WholeBatches(NamedTuple):
    """The number of whole batches of a Sequence, in terms of the Sequence, and whether a short one may be left."""

    steps: ast.expr
    drops: bool
    rows: ast.expr | None = None  # all of them, where a short batch may be left
    batch: ast.expr | None = None  # its size, there


def whole_batches(facts: Facts, definition: ast.AST | None, sequence: ast.expr) -> WholeBatches | None:
    """The whole batches of an instance of a class, `sequence`; None where `__len__` is not rows through batch size."""
    if not isinstance(definition, ast.ClassDef):
        return None
    length = next((m for owner in lineage(facts, definition) for m in methods(owner, ("__len__",))), None)
    value = returned(facts.everywhere.script, length, follow_attributes=False) if length is not None else None
    found = quotient(value) if value is not None else None
    if length is None or found is None:
        return None
    if found.rounding is Rounding.DOWN:
        return WholeBatches(ast.Call(ast.Name("len", ast.Load()), [sequence], []), False)
    rows = _seen_from_outside(as_written(found.rows), length, sequence)
    batch = _seen_from_outside(as_written(found.batch), length, sequence)
    if found.rounding is not Rounding.UP or rows is None or batch is None:
        return None
    return WholeBatches((Quantity(None, rows) // Quantity(None, batch)).written, True, rows, batch)


def _seen_from_outside(node: ast.expr, method: ast.FunctionDef, sequence: ast.expr) -> ast.expr | None:
    """An expression of `self`, in terms of the Sequence; None where it needs anything else of the class."""
    me = method.args.args[0].arg if method.args.args else ""
    private = any(isinstance(part, ast.Attribute) and part.attr.startswith("__") for part in ast.walk(node))
    if private or not is_pure(node) or names_in(node) - {me, "len"}:
        return None
    return with_names(node, {me: sequence})
