"""Sequences: how many full batches a `keras.utils.Sequence` has, read from its `__len__`."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.expansion import returned
from gpu2ipu.analysis.dataflow.quantity import Quantity, called, length
from gpu2ipu.analysis.dataflow.rounding import Rounding, quotient
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.dataflow.substitution import with_names
from gpu2ipu.analysis.dataflow.symbols import as_written
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.records import record


@record
class PartialSequence:
    """The samples of a Sequence that ends with a partial batch, and its batch size, in terms of the Sequence."""

    samples: Quantity
    batch: Quantity


@record
class FullSequence:
    """A Sequence that has full batches only."""

    batches: Quantity


def batches_of_sequence(
    facts: Facts, definition: ast.AST | None, sequence: ast.expr
) -> PartialSequence | FullSequence | None:
    """Return the batches of an instance of a class, `sequence`; None if `__len__` is no quotient of samples."""
    if not isinstance(definition, ast.ClassDef):
        return None
    method = next((m for owner in lineage(facts, definition) for m in methods(owner, ("__len__",))), None)
    value = returned(facts.everywhere.script, method, follow_attributes=False) if method is not None else None
    found = quotient(value) if value is not None else None
    if method is None or found is None:
        return None
    if found.rounding is Rounding.DOWN:
        return FullSequence(length(sequence))
    rows = _seen_from_outside(as_written(found.rows), method, sequence)
    batch = _seen_from_outside(as_written(found.batch), method, sequence)
    if batch is not None and found.is_cast:
        batch = called("int", batch)
    if found.rounding is not Rounding.UP or rows is None or batch is None:
        return None
    return PartialSequence(Quantity(None, rows), Quantity(None, batch))


def _seen_from_outside(node: ast.expr, method: ast.FunctionDef, sequence: ast.expr) -> ast.expr | None:
    """An expression of `self`, in terms of the Sequence; None where it needs anything else of the class."""
    me = method.args.args[0].arg if method.args.args else ""
    private = any(isinstance(part, ast.Attribute) and part.attr.startswith("__") for part in ast.walk(node))
    if private or not is_pure(node) or names_in(node) - {me, "len"}:
        return None
    return with_names(node, {me: sequence})
