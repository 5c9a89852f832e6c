"""Remainders: whether what cuts a dataset into batches or windows drops the last, partial one, and what moves then."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
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


def counted_split(script: Script, batched: ast.Call) -> ast.Call | None:
    """Return the first call that cuts the batches of a batch call by their number, if the script asks for that."""
    return _cuts(script).get(batched) if batched in _counted(script) else None


@once
def _counted(script: Script) -> frozenset[ast.AST]:
    """The batch calls whose batches something counts: `len(dataset)`, `cardinality`."""
    facts = facts_of(script)
    calls = (node for node in facts.values if isinstance(node, ast.Call))
    counted = (each for call in calls for each in _counted_by(facts, call))
    return frozenset(origin for each in counted for origin in origins_of(facts.value(each)))


def _counted_by(facts: Facts, node: ast.Call) -> tuple[ast.expr, ...]:
    """What a call may count the batches of."""
    method = node.func if isinstance(node.func, ast.Attribute) else None
    is_count = facts.qualified.get(node, "").endswith(_COUNTS) or (
        method is not None and method.attr in _COUNTS
    )
    if not is_count:
        return ()
    return (*node.args[:1], *((method.value,) if method is not None else ()))


@once
def _cuts(script: Script) -> Mapping[ast.AST, ast.Call]:
    """The first call that cuts the batches of each batch call by a number that is computed."""
    found: dict[ast.AST, ast.Call] = {}
    for call in facts_of(script).method_calls:
        is_fixed = all(isinstance(each, ast.Constant) for each in call.node.args)
        if call.method in _CUTS and isinstance(call.receiver, Dataset) and not is_fixed:
            for origin in call.receiver.origins:
                found.setdefault(origin, call.node)
    return MappingProxyType(found)
