"""Losses of whole batches: sums over the samples of a batch, and what is no mean over them.

The mean of the gradients of micro-batches, or of replicas, is that of the batch for means over samples alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.batch_metrics import functions_over_batches
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.keras.model import models_of

_SUMS = ("sum", "SUM")


def batch_losses(fit_call: FitCall) -> tuple[str, ...]:
    """Return the losses of the models of a call that are no means over the samples of a batch."""
    facts = fit_call.facts.everywhere
    found: dict[str, None] = {}
    for model in models_of(facts, fit_call.call.receiver):
        for each in model.compilations:
            if each.loss is not None:
                names = (*_summed(facts, each.loss), *functions_over_batches(facts, each.loss, is_loss=True))
                found |= dict.fromkeys(names)
    return tuple(found)


def _summed(facts: Facts, node: ast.expr) -> Iterator[str]:
    """The losses of Keras in an expression that are created with the reduction SUM."""
    match node:
        case ast.Name():
            value = bindings_of(facts.script).value(node)
            if value is not None:
                yield from _summed(facts, value)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _summed(facts, part)
        case ast.Call():
            name = facts.qualified.get(node, "")
            given = facts.argument(node, name, "reduction")
            if name.startswith("keras.losses.") and given is not None and _is_sum(facts, given):
                yield name.rpartition(".")[2]


def _is_sum(facts: Facts, reduction: ast.expr) -> bool:
    value = facts.value(reduction)
    return (value.constant or value.name.rpartition(".")[2]) in _SUMS
