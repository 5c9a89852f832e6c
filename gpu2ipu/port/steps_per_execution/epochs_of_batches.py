"""Numbers of batches that are whole epochs: `save_freq=5 * steps`, where a training takes `steps` batches an epoch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.port import Port


def epochs_in(port: Port, batches: ast.expr) -> int | None:
    """Return how many epochs of each training of the port a number of batches makes, where it is a multiple of them."""
    fits = [outcome for outcome in outcomes_of(port) if outcome.fit_call.method == "fit"]
    found = {_epochs_of(outcome, batches) for outcome in fits}
    return found.pop() if len(found) == 1 else None


def _epochs_of(outcome: CallOutcome, batches: ast.expr) -> int | None:
    facts, steps = outcome.fit_call.facts.everywhere, outcome.steps
    number = facts.value(batches).number
    if number and steps.number:
        return None if number % steps.number else number // steps.number
    known = {
        ast.dump(each)
        for expression in steps.expressions
        for each in expansions(facts.script, expression, at=outcome.fit_call.node)
    }
    found = {
        next((factor for factor, node in _factors(each) if ast.dump(node) in known), None)
        for each in expansions(facts.script, batches)
    }
    return found.pop() if len(found) == 1 else None


def _factors(node: ast.expr, factor: int = 1) -> Iterator[tuple[int, ast.expr]]:
    """Yield the ways to see an expanded product as a whole number times something."""
    yield factor, node
    match node:
        case ast.Call(func=ast.Name(id="int"), args=[inner]):
            yield from _factors(inner, factor)
        case ast.BinOp(left=ast.Constant(value=int(times)), op=ast.Mult(), right=inner) | ast.BinOp(
            left=inner, op=ast.Mult(), right=ast.Constant(value=int(times))
        ):
            yield from _factors(inner, factor * times)
