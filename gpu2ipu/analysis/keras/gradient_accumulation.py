"""Gradient accumulation that a script asks for itself, with `set_gradient_accumulation_options` or the like.

keras/ipu/extensions/extensions_base.py of the SDK: both methods take the number of micro-batches first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath

SETTER = "set_gradient_accumulation_options"
PIPELINE_SETTER = "set_pipelining_options"
STEPS = "gradient_accumulation_steps_per_replica"
REDUCTION = "gradient_accumulation_reduction_method"
# method -> the position of the reduction method, from SDK 2.6 on
SETTERS = {SETTER: 1, PIPELINE_SETTER: 3}


@once
def setting_calls(script: Script) -> Mapping[ast.Call, MethodCall]:
    """Return all calls of a program that set how a model accumulates gradients."""
    return {
        call.node: call
        for call in facts_of(script).everywhere.method_calls
        if call.method in SETTERS and isinstance(call.receiver, KerasModel)
    }


def accumulating_calls(script: Script, models: Iterable[CallPath]) -> list[MethodCall]:
    """Return the calls that make some models, by the calls that construct them, accumulate gradients."""
    by_model = _by_model(script)
    found = {call.node: call for model in models for call in by_model.get(model, ())}
    return list(found.values())


@once
def _by_model(script: Script) -> Mapping[CallPath, list[MethodCall]]:
    by_model: dict[CallPath, list[MethodCall]] = {}
    for call in setting_calls(script).values():
        for model in constructions_of(call.receiver):
            by_model.setdefault(model, []).append(call)
    return by_model


def given_accumulation(facts: Facts, calls: Iterable[MethodCall]) -> int | None:
    """Return the number of micro-batches that such calls agree on; 1 without any, None where it is not known."""
    numbers = {facts.everywhere.value(accumulated(call.node)).number for call in calls}
    return numbers.pop() if len(numbers) == 1 else None if numbers else 1


def accumulated(call: ast.Call) -> ast.expr | None:
    """Return the argument of such a call that says how many micro-batches are accumulated."""
    return argument(call, 0, STEPS)


def reduction(call: MethodCall) -> ast.expr | None:
    """Return the argument of such a call that says how the gradients of micro-batches become one."""
    return argument(call.node, SETTERS[call.method], REDUCTION)
