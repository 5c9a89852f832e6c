"""Remainders: whether what cuts a dataset into batches or windows drops the last, partial one, and what moves then."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.values.data import Dataset, origins_of
from gpu2ipu.analysis.values.value import NoneValue

# Methods that cut batches, and what says how many there are.
_CUTS = ("take", "skip")
_COUNTS = ("builtins.len", "cardinality")


def drops_remainder(facts: Facts, call: ast.Call, method: str) -> bool | None:
    """True if `batch`, `padded_batch`, `ragged_batch` or `window` drops the remainder; None if it may do so."""
    given = facts.argument(call, f"tensorflow.data.Dataset.{method}", "drop_remainder")
    value = facts.value(given)
    if given is None or isinstance(value, NoneValue) or value.constant is False:
        return False
    return True if value.constant is True else None


def counted_split(facts: Facts, batched: ast.Call) -> ast.Call | None:
    """Return the first call that cuts the batches of a batch call by their number, if the script asks for that."""
    if not any(_counts(facts, node, batched) for node in facts.values if isinstance(node, ast.Call)):
        return None
    cuts = (
        call.node
        for call in facts.method_calls
        if call.method in _CUTS and isinstance(call.receiver, Dataset) and batched in call.receiver.origins
    )
    return next(
        (node for node in cuts if not all(isinstance(each, ast.Constant) for each in node.args)), None
    )


def _counts(facts: Facts, node: ast.Call, batched: ast.Call) -> bool:
    """True if a call gives the number of the batches: `len(dataset)`, `cardinality`."""
    name = facts.qualified.get(node, "")
    counted = [*node.args[:1], *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
    is_count = name.endswith(_COUNTS) or (isinstance(node.func, ast.Attribute) and node.func.attr in _COUNTS)
    return is_count and any(batched in origins_of(facts.value(each)) for each in counted)
