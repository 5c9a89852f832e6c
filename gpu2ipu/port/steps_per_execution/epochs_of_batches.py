"""Numbers of batches that are whole epochs: `save_freq=5 * steps`, where a training takes `steps` batches an epoch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.port import Port


def counts_epochs(port: Port, batches: ast.expr) -> bool:
    """True if a number of batches is a multiple of those that each training of the port takes in an epoch.

    An execution ends after each of them, since `steps_per_execution` divides the batches of an epoch.
    """
    fits = [outcome for outcome in outcomes_of(port) if outcome.fit_call.method == "fit"]
    return bool(fits) and all(_is_multiple(outcome, batches) for outcome in fits)


def _is_multiple(outcome: CallOutcome, batches: ast.expr) -> bool:
    facts, steps = outcome.fit_call.facts.everywhere, outcome.steps
    number = facts.value(batches).number
    if number and steps.number:
        return number % steps.number == 0
    known = {
        ast.dump(each)
        for expression in steps.expressions
        for each in expansions(facts.script, expression, at=outcome.fit_call.node)
    }
    expanded = expansions(facts.script, batches)
    return bool(known) and all(not known.isdisjoint(map(ast.dump, _factors(each))) for each in expanded)


def _factors(node: ast.expr) -> Iterator[ast.expr]:
    """An expanded product, and what whole numbers multiply in it."""
    yield node
    match node:
        case ast.Call(func=ast.Name(id="int"), args=[inner]):
            yield from _factors(inner)
        case ast.BinOp(left=ast.Constant(value=int()), op=ast.Mult(), right=inner):
            yield from _factors(inner)
        case ast.BinOp(left=inner, op=ast.Mult(), right=ast.Constant(value=int())):
            yield from _factors(inner)
