"""Inspection: a callback for each training that prints what layers give, and the gradients of their weights.

Nobody can stop a compiled program to look at a tensor. A helper function of the port hands the tensors to outfeed
queues, one for each layer, so that none has tensors of two pipeline stages, and empties them at the end of each epoch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.library.port_helpers import INSPECT_LAYERS
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.call_arguments import rewritten, set_argument_of
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import helper_called, inspect_layers
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.records import record


@record
class UninspectedTraining(Outcome):
    """A call of `fit` does not print what is asked for; without edits nothing in the script trains a model."""

    layers: tuple[str, ...]


def uninspected_trainings(port: Port) -> Iterator[UninspectedTraining]:
    """Yield the trainings that do not inspect the layers that are asked for."""
    layers, facts = port.target.inspected, facts_of(port.script)
    if not layers or not facts.models:
        return
    calls = [call for call in fit_calls_of(port.script) if call.method == "fit"]
    for call in calls:
        if edits := tuple(_with_inspection(port, call, layers)):
            yield UninspectedTraining(call.node, layers, edits=edits)
    if not calls:
        yield UninspectedTraining(first_of(facts.models), layers)


def _with_inspection(port: Port, call: FitCall, layers: tuple[str, ...]) -> Iterator[Edit]:
    """The edits that give a training the callback; none if it has it."""
    script = port.script.file_of(call.node)
    facts = facts_of(script)
    given = call.arguments.get("callbacks")
    helper = inspect_layers(script, facts)
    text = f"{helper.name}({', '.join(text_of(script, ast.Constant(each)) for each in layers)})"
    there = [
        node
        for node in (ast.walk(given) if given is not None else ())
        if isinstance(node, ast.Call) and helper_called(facts, node) == INSPECT_LAYERS
    ]
    if there:
        names = tuple(facts.value(argument).constant for argument in there[0].args)
        if names != layers:
            yield Replace(script.span(there[0]), text)
        return
    yield from helper.edits
    if given is None or (isinstance(given, ast.Constant) and given.value is None):
        yield set_argument_of(script, call, "callbacks", f"[{text}]")
    elif isinstance(given, ast.List) and facts.unpacked.get(given) is None:
        holes = [(f"callback_{number}", script.span(each)) for number, each in enumerate(given.elts)]
        items = ", ".join((*(f"{{{hole}}}" for hole, _ in holes), text))
        yield Replace(script.span(given), f"[{items}]", tuple(holes))
    else:
        tf, edits = module_alias(script, facts, "tensorflow", "tf")
        yield from edits
        yield rewritten(script, facts, given, f"[*{tf}.nest.flatten({{item}} or []), {text}]")
