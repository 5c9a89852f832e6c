"""What keeps the models of a script on one replica, besides batches that cannot be shared out.

The IPUs of a device are shared by all models of a program: all of them are replicated, or none.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.selected_ipus import selected_ipus
from gpu2ipu.analysis.library.keras import ON_BATCH, TAPE
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.values.library_objects import KerasModel, Strategy
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.outcomes import WhyOne

_COMPILE = "keras.Model.compile"
_POPDIST = ".popdist_strategy.PopDistStrategy"
_OF_TENSORFLOW_1 = "tensorflow.compat.v1.train."  # not averaged by `gradient_aggregator`


@once
def hindrance_of(port: Port) -> WhyOne | None:
    """Return why no model of a script can be replicated, whatever its batches are."""
    facts = facts_of(port.script)
    if any(name.endswith(_POPDIST) for name in facts.qualified.values()):
        return WhyOne.POPDIST
    if selected_ipus(port.script) is None:
        return WhyOne.SELECTION
    if TAPE in facts.qualified.values() or any(_runs_a_program(facts, node) for node in port.script.nodes):
        return WhyOne.CUSTOM_LOOP
    if any(call.method in ON_BATCH and isinstance(call.receiver, KerasModel) for call in facts.method_calls):
        return WhyOne.ON_BATCH
    if not all(_has_known_optimizer(facts, call) for call in facts.compile_calls):
        return WhyOne.OPTIMIZER
    return None


def _runs_a_program(facts: Facts, node: ast.AST) -> bool:
    """True if a node is `strategy.run(…)`."""
    func = node.func if isinstance(node, ast.Call) else None
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "run"
        and isinstance(facts.value(func.value), Strategy)
    )


def _has_known_optimizer(facts: Facts, call: MethodCall) -> bool:
    """True if the optimizer that a call of `compile` gets can be written, and aggregates its gradients itself."""
    given = facts.given.get(call.node)
    if given is not None and (not given.complete or "optimizer" in given.uncertain):
        return False
    node = facts.argument(call.node, _COMPILE, "optimizer")
    made = bindings_of(facts.script).value(node) if isinstance(node, ast.Name) else node
    return made is None or not facts.qualified.get(made, "").startswith(_OF_TENSORFLOW_1)
