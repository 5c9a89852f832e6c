"""Steps of a dataset that count its partial batch: `math.ceil(rows / batch)`, where the port has one batch less.

Keras goes through a dataset anew in each epoch where the steps are all of its batches (`should_recreate_iterator` in
keras/engine/data_adapter.py), else on from where it stopped, until there is nothing more.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import Expansion, ways_to
from gpu2ipu.analysis.dataflow.rounding import Quotient, is_int, quotients, readings, stripped
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.dataflow.symbols import as_written, can_be_read_at, is_read_alike
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.library.tf_data import AS_MANY_ELEMENTS, READERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import Batching, Dataset, Size, length_of, origins_of, remainder_of
from gpu2ipu.analysis.values.value import Value

# Methods after which a dataset has the same batches.
_SAME_BATCHES = ("batch", *AS_MANY_ELEMENTS, *READERS)


def counts_all(fit_call: FitCall, data: str, steps: str) -> bool:
    """True if the steps are certainly all batches of a dataset, with a short one among them."""
    value, number = fit_call.value(data), fit_call.value(steps).number
    if (
        not fit_call.given(steps)
        or not _has_short_batch(value)
        or number is None
        or number != length_of(value)
    ):
        return False
    return not _is_length(fit_call, fit_call.arguments[steps])


def rounds_up(fit_call: FitCall, data: str, steps: str) -> bool:
    """True if the steps are rounded up, on some path through the script, where the numbers are not known."""
    return any(
        each is not None and each.rounding.counts_partial for each in _quotients(fit_call, data, steps)
    )


def always_rounds_up(fit_call: FitCall, data: str, steps: str) -> bool:
    """True if they are rounded up on every way."""
    found = _quotients(fit_call, data, steps)
    return bool(found) and all(each is not None and each.rounding.counts_partial for each in found)


def full_batches(fit_call: FitCall, data: str, steps: str) -> ast.expr | None:
    """Return the number of full batches among steps that are always rounded up, as it can be written in the call."""
    if not always_rounds_up(fit_call, data, steps):
        return None
    return quotient_at(fit_call.facts.everywhere.script, fit_call.node, fit_call.arguments[steps])


def quotient_at(script: Script, call: ast.expr, steps: ast.expr) -> ast.expr | None:
    """Return `rows // batch` of steps as it can be written at a call; None where it may have another value there."""
    ways = ways_to(script, steps)
    found = [each for way in ways for each in readings(way.of(steps)) if each is not None]
    if len(found) != len(ways):
        return None
    rows = _on_all_ways(script, call, steps, ways, [_Number(each.rows) for each in found])
    batch = _on_all_ways(script, call, steps, ways, [_Number(each.batch, each.is_cast) for each in found])
    return None if rows is None or batch is None else ast.BinOp(rows, ast.FloorDiv(), batch)


class _Number(NamedTuple):
    """A number on one way, without casts; with `is_cast` it is a whole number only by one."""

    expanded: ast.expr
    is_cast: bool = False

    def is_same(self, expanded: ast.expr) -> bool:
        """True if an expression, expanded on the same way, is the number."""
        is_whole = is_int(expanded) or not self.is_cast
        return is_whole and ast.dump(stripped(expanded)) == ast.dump(self.expanded)


def _on_all_ways(
    script: Script, call: ast.expr, steps: ast.expr, ways: list[Expansion], numbers: list[_Number]
) -> ast.expr | None:
    """A number that is known on each way, as it can be written in a call: by itself, or by a part of the steps."""
    first = numbers[0].expanded
    is_one = len({ast.dump(number.expanded) for number in numbers}) == 1
    is_cast = any(number.is_cast for number in numbers)
    if is_one and not is_cast and can_be_read_at(script, first, call):
        return as_written(first)
    for part in _parts(script, steps):
        read = part.args[0] if isinstance(part, ast.Call) and is_int(part) else part
        same = (number.is_same(way.of(part)) for number, way in zip(numbers, ways, strict=True))
        if is_pure(read) and is_read_alike(script, read, call) and all(same):
            return part
    return None


def _parts(script: Script, steps: ast.expr) -> list[ast.expr]:
    """The names, attributes and calls that a number of steps is made of, through names; what is shorter goes first."""
    found: dict[str, ast.expr] = {}
    pending = [steps]
    for node in pending:
        for part in ast.walk(node):
            if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
                found.setdefault(ast.unparse(part), part)
            value = bindings_of(script).value(part) if isinstance(part, ast.Name) else None
            if value is not None and value not in pending:
                pending.append(value)
    return [found[text] for text in sorted(found, key=len)]


def _quotients(fit_call: FitCall, data: str, steps: str) -> tuple[Quotient | None, ...]:
    """The steps as quotients; nothing where the data has no partial batch, or its numbers are known."""
    value, node = fit_call.value(data), fit_call.arguments.get(steps)
    if node is None or not fit_call.given(steps) or not _has_short_batch(value):
        return ()
    length, number = length_of(value), fit_call.value(steps).number
    if length is not None and number is not None and not _is_repeated(value, length, number):
        return ()
    return quotients(fit_call.facts.everywhere.script, node)


def _is_repeated(value: Value, length: int, number: int) -> bool:
    """True if a number may be the batches of a dataset before they are repeated, a partial one in each round."""
    return remainder_of(value) is None and 0 < number < length and length % number == 0


def may_count(fit_call: FitCall, data: str, steps: str) -> bool:
    """True if steps that are not understood may count the partial batch of a dataset: nothing else says so then."""
    found = _quotients(fit_call, data, steps)
    return (
        None in found
        and not rounds_up(fit_call, data, steps)
        and not _is_length(fit_call, fit_call.arguments[steps])
    )


def _is_length(fit_call: FitCall, node: ast.expr) -> bool:
    """True if a number is the length of a dataset, which follows what becomes of it."""
    if isinstance(node, ast.Name):
        value = bindings_of(fit_call.facts.script).value(node)
        return value is not None and not isinstance(value, ast.Name) and _is_length(fit_call, value)
    is_call = isinstance(node, ast.Call) and ast.unparse(node.func) == "len" and len(node.args) == 1
    return isinstance(node, ast.Call) and is_call and isinstance(fit_call.facts.value(node.args[0]), Dataset)


def is_whole(fit_call: FitCall, data: str) -> bool:
    """True if nothing is done to the batches of a dataset that changes their number."""
    origins = origins_of(fit_call.value(data))
    calls = (call for call in fit_call.facts.everywhere.method_calls if isinstance(call.receiver, Dataset))
    return all(call.method in _SAME_BATCHES for call in calls if origins & origins_of(call.receiver))


def lacking(fit_call: FitCall, data: str, steps: str, batches: int | None) -> tuple[int, int] | None:
    """Return how many batches a call takes of a dataset, and how many there are, if these are certainly too few."""
    value, taken = fit_call.value(data), fit_call.value(steps).number
    if not isinstance(value, Dataset) or value.size is not Size.KNOWN or not (taken and batches is not None):
        return None
    if taken == batches:  # the same ones in each epoch
        return None
    total = taken * (_epochs(fit_call) if data == "x" else 1)
    return (total, batches) if total > batches else None


def _epochs(fit_call: FitCall) -> int:
    """The epochs of a call; one where they cannot be determined."""
    if fit_call.method != "fit" or fit_call.given("initial_epoch"):
        return 1
    return fit_call.value("epochs").number or 1


def _has_short_batch(value: Value) -> bool:
    if not isinstance(value, Dataset) or value.size not in (Size.KNOWN, Size.INFINITE):
        return False
    return value.batching is Batching.PARTIAL and value.remainder != 0
