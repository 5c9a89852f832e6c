"""Steps of a dataset that count its short batch: `math.ceil(rows / batch)`, where the port has one batch less.

Keras goes through a dataset anew in each epoch where the steps are all of its batches (`should_recreate_iterator` in
keras/engine/data_adapter.py), else on from where it stopped, until there is nothing more.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.library.tf_data import AS_MANY_ELEMENTS, READERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import only_value
from gpu2ipu.analysis.values.value import Batching, Kind, Size, Value

# Methods after which a dataset has the same batches.
_SAME_BATCHES = ("batch", *AS_MANY_ELEMENTS, *READERS)


def counts_all(fit_call: FitCall, data: str, steps: str) -> bool:
    """Whether the steps are certainly all batches of a dataset, with a short one among them."""
    value, number = fit_call.value(data), fit_call.value(steps).number
    if not fit_call.given(steps) or not _has_short_batch(value) or number is None or number != value.rows:
        return False
    return not _is_length(fit_call, fit_call.arguments[steps])


def rounds_up(fit_call: FitCall, data: str, steps: str) -> bool:
    """Whether the steps look like all batches of a dataset, where the script does not fix the numbers."""
    value, node = fit_call.value(data), fit_call.arguments.get(steps)
    if node is None or not _has_short_batch(value):
        return False
    if value.rows is not None and fit_call.value(steps).number is not None:
        return False
    return _is_rounded_up(fit_call.facts.everywhere.script, node)


def may_count(fit_call: FitCall, data: str, steps: str) -> bool:
    """Whether steps that cannot be seen may count the short batch of a dataset, which nothing else says then."""
    node = fit_call.arguments.get(steps)
    if node is None or not fit_call.given(steps) or not _has_short_batch(fit_call.value(data)):
        return False
    if fit_call.value(data).rows is not None and fit_call.value(steps).number is not None:
        return False
    value = only_value(fit_call.facts.everywhere.script, node) if isinstance(node, ast.Name) else node
    is_known = value is not None and (_is_quotient(value) or _is_length(fit_call, value))
    return not is_known and not rounds_up(fit_call, data, steps)


def _is_length(fit_call: FitCall, node: ast.expr) -> bool:
    """Whether a number is the length of a dataset, which follows what becomes of it."""
    if isinstance(node, ast.Name):
        value = only_value(fit_call.facts.everywhere.script, node)
        return value is not None and not isinstance(value, ast.Name) and _is_length(fit_call, value)
    is_call = isinstance(node, ast.Call) and ast.unparse(node.func) == "len" and len(node.args) == 1
    return isinstance(node, ast.Call) and is_call and fit_call.facts.value(node.args[0]).kind is Kind.DATASET


def is_whole(fit_call: FitCall, data: str) -> bool:
    """Whether nothing is done to the batches of a dataset that changes their number."""
    origins = fit_call.value(data).origins
    calls = (call for call in fit_call.facts.everywhere.method_calls if call.receiver.kind is Kind.DATASET)
    return all(call.method in _SAME_BATCHES for call in calls if origins & call.receiver.origins)


def lacking(fit_call: FitCall, data: str, steps: str, batches: int | None) -> tuple[int, int] | None:
    """How many batches a call takes of a dataset in all, and how many there are, where these are certainly too few."""
    value, taken = fit_call.value(data), fit_call.value(steps).number
    if value.kind is not Kind.DATASET or value.size is not Size.KNOWN or not (taken and batches is not None):
        return None
    if taken == batches:  # the same ones in each epoch
        return None
    total = taken * (_epochs(fit_call) if data == "x" else 1)
    return (total, batches) if total > batches else None


def _epochs(fit_call: FitCall) -> int:
    """The epochs of a call; one where they cannot be seen."""
    if fit_call.method != "fit" or fit_call.given("initial_epoch"):
        return 1
    return fit_call.value("epochs").number or 1


def _has_short_batch(value: Value) -> bool:
    is_dataset = value.kind is Kind.DATASET and value.size is Size.KNOWN
    return is_dataset and value.batching is Batching.PARTIAL and value.remainder != 0


def _is_rounded_up(script: Script, node: ast.expr) -> bool:
    """Whether a number counts a short batch: `math.ceil(rows / batch)`, `rows // batch + 1`."""
    if isinstance(node, ast.Name):
        value = only_value(script, node)
        return value is not None and not isinstance(value, ast.Name) and _is_rounded_up(script, value)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        return name == "ceil" or (
            name == "int" and len(node.args) == 1 and _is_rounded_up(script, node.args[0])
        )
    if isinstance(node, ast.UnaryOp):  # -(-rows // batch)
        quotient = node.operand
        is_negative = isinstance(quotient, ast.BinOp) and isinstance(quotient.left, ast.UnaryOp)
        return isinstance(node.op, ast.USub) and is_negative and _is_quotient(quotient)
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
    return (
        is_sum and isinstance(node, ast.BinOp) and ast.unparse(node.right) == "1" and _is_quotient(node.left)
    )


def _is_quotient(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)
