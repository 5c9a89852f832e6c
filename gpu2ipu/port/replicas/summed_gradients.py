"""Summed gradients: optimizers of a replicated script that take what the SDK adds up over its replicas as it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.selected_ipus import given_replicas
from gpu2ipu.analysis.library.port_helpers import INSPECT_LAYERS, averages_over_replicas, template_of
from gpu2ipu.analysis.values.call_arguments import argument, passed_values
from gpu2ipu.analysis.values.library_objects import KerasModel, Optimizer, constructions_of
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.port.pipeline.pipelines import target_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.hindrances import hindrance_of
from gpu2ipu.port.replicas.models import averaged
from gpu2ipu.port.replicas.outcomes import SummedGradients

_OWN_GRADIENTS = ("gradient_aggregator", "gradient_transformers")
# Optimizers whose update is the same, but for epsilon, if all gradients are multiplied by a number; and what ends that.
_SCALE_FREE = ("adadelta", "adam", "adamax", "nadam", "rmsprop")
_CLIPPING = ("clipnorm", "clipvalue", "global_clipnorm")


def summed_over_replicas(port: Port) -> Iterator[SummedGradients]:
    """Yield the compile calls of trained models whose optimizers take the sum over the replicas of a script."""
    facts = facts_of(port.script)
    replicas = given_replicas(port.script, target_of(port).stages, 1)
    if replicas == 1 or hindrance_of(port) is not None or _is_undone_elsewhere(port):
        return
    trained = {
        model
        for call in facts.method_calls
        if call.method == "fit" and isinstance(call.receiver, KerasModel)
        for model in constructions_of(call.receiver)
    }
    compiled = {call.node: call for call in facts.compile_calls if constructions_of(call.receiver) & trained}
    for call in compiled.values():
        if takes_sums(facts, [call]) and not _is_averaged(facts, call):
            edits = tuple(averaged(port.script.file_of(call.node), call.node))
            yield SummedGradients(call.node, replicas, edits=edits)


def takes_sums(facts: Facts, compiled: list[MethodCall]) -> bool:
    """True if the optimizers of some compile calls are certain to take a sum of gradients as it is.

    A learning rate that something is divided by may already be that for a sum. Adam and its like do not care.
    """
    given = [argument(each.node, 0, "optimizer") for each in compiled]
    known = all(node is None or isinstance(facts.everywhere.value(node), (Optimizer, Text)) for node in given)
    made = [each.node for each in facts.everywhere.constructions if isinstance(each.value, Optimizer)]
    if not given or not known or any(_divides(facts, node) for node in made):
        return False
    clips = any(keyword.arg in _CLIPPING for node in made for keyword in node.keywords)
    return clips or not all(_class_name(facts, node) in _SCALE_FREE for node in given)


def _class_name(facts: Facts, optimizer: ast.expr | None) -> str:
    """The class of an optimizer in lower case, as its identifier is; without one, what `compile` takes."""
    if optimizer is None:
        return "rmsprop"
    value = facts.everywhere.value(optimizer)
    name = value.name if isinstance(value, Optimizer) else str(value.constant)
    return name.rpartition(".")[2].lower()


def _divides(facts: Facts, optimizer: ast.Call) -> bool:
    """True if a call that creates an optimizer may divide the gradients, or the learning rate."""
    if any(keyword.arg in (None, *_OWN_GRADIENTS) for keyword in optimizer.keywords):
        return True
    values = passed_values(optimizer)
    expanded = (each for value in values for each in expansions(facts.script, value))
    return any(isinstance(part, ast.Div) for each in expanded for part in ast.walk(each))


def _is_averaged(facts: Facts, call: MethodCall) -> bool:
    """True if the optimizer that a call of `compile` gets comes from the helper of a port."""
    node = facts.argument(call.node, "keras.Model.compile", "optimizer")
    made = bindings_of(facts.script).value(node) if isinstance(node, ast.Name) else node
    function = facts.value(made.func).definition if isinstance(made, ast.Call) else None
    return averages_over_replicas(function)


def _is_undone_elsewhere(port: Port) -> bool:
    """True if a script sets how an optimizer aggregates gradients, other than in the helper."""
    helpers = [
        node
        for node in port.script.nodes
        if averages_over_replicas(node) or template_of(node) == INSPECT_LAYERS
    ]
    inside = {part for helper in helpers for part in ast.walk(helper)}
    return any(
        isinstance(node, ast.Attribute) and node.attr in _OWN_GRADIENTS and node not in inside
        for node in port.script.nodes
    )
