"""IPU103: a model, optimizer or metric is created outside the scope of an IPUStrategy.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.escaping_builders import HandedOn, handed_on
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy
from gpu2ipu.edits import Insert, Where, Wrap
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.adapted_layers import Adapted, adapted_layers
from gpu2ipu.port.strategy.distribution_strategies import reachable_strategy, replaced_strategies
from gpu2ipu.port.strategy.ipu_config import configuration, strategy_name
from gpu2ipu.port.strategy.scope_blocks import ScopeBlock, Scopes, scopes_of
from gpu2ipu.rules.rule import SET_UP, Rule

_MADE = "a Keras object is created"


class ModelOutsideScope(Rule):
    """A Keras object is created outside of the scope."""

    id = "IPU103"
    name = "model-outside-scope"
    severity = Severity.ERROR
    owns = (ScopeBlock,)
    what = (
        "A model, layer, optimizer or metric is created, loaded or compiled outside `IPUStrategy().scope()`."
    )
    why = "Only objects that are created inside the scope run on the IPU; other models silently train on the CPU."
    fix = "wrap the statements that create and compile it"
    before = SET_UP + """
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each run of statements, and one for each function that nothing calls."""
        script = port.script
        facts, scopes = facts_of(script), scopes_of(port)
        if replaced_strategies(port):  # IPU504 gives the scope to an IPUStrategy first
            return
        if any(isinstance(value, TfDistributeStrategy) for value in facts.values.values()):
            yield from self._other_strategy(script, scopes)
            return
        adapted = [layer for layer in adapted_layers(script) if not layer.made_again]
        if scopes.runs and adapted:  # the statements that make them again are wrapped then
            yield from (self._adapted(script, layer) for layer in adapted)
            return
        for run in scopes.runs:
            reach = reachable_strategy(script, run.first, strategy_name(port))
            if reach is None:
                message = f"{_MADE} outside the scope of the IPUStrategy: pass the strategy to this function"
                yield self.finding(script.span(run.first), message)
                continue
            header = f"with {reach.name}.scope():"
            wrap = Wrap(script.span(run.first), script.span(run.last), header)
            edits = (*configuration(port, reach.entries), *reach.edits, wrap)
            fix = Fix(f"wrap in `{header}`", Safety.SAFE, edits)
            yield self.finding(script.span(run.first), f"{_MADE} outside the scope of an IPUStrategy", fix)
        yield from self._at_import(script, scopes)
        handed = list(handed_on(script))
        yield from (self._handed_on(script, each) for each in handed)
        if scopes.runs or any(construction.in_scope for construction in facts.constructions):
            return
        first = {
            construction.stack[0].function: construction for construction in reversed(scopes.unreachable)
        }
        # what only calls layers, as a layer's `call` and a loss do, makes nothing by itself
        makers = {m.stack[0].function for m in scopes.unreachable if not isinstance(m.value, KerasTensor)}
        known = {each.function for each in handed}
        for construction in (m for function, m in first.items() if function in makers - known):
            suggestion = "enter the strategy's scope where it is called"
            message = f"{_MADE} in a function that this script never calls: {suggestion}"
            yield self.finding(script.span(construction.node), message)

    def _adapted(self, script: Script, layer: Adapted) -> Finding:
        """A layer whose numbers come from `adapt`, which makes variables outside of the scope."""
        again = layer.again(script)
        message = f"`adapt` creates variables of `{layer.name}` outside of the scope: create the model's layer inside"
        fix = Fix(again, Safety.SAFE, (Insert(script.span(layer.statement), again, Where.AFTER),))
        return self.finding(script.span(layer.statement), message, fix)

    def _handed_on(self, script: Script, handed: HandedOn) -> Finding:
        """A builder that others call, when no scope is entered."""
        taker = ast.unparse(handed.taker)
        message = (
            f"`{ast.unparse(handed.argument)}` is passed to `{taker}`, which calls it outside of the scope: "
            "enter the strategy's scope in it; what is trained there needs full batches, too"
        )
        return self.finding(script.span(handed.argument), message)

    def _at_import(self, script: Script, scopes: Scopes) -> Iterator[Finding]:
        """What a module makes before the script that imports it can configure anything."""
        first = {
            script.file_of(construction.node): construction for construction in reversed(scopes.at_import)
        }
        for construction in first.values():
            message = (
                f"{_MADE} when this module is imported, before an IPU is configured: create it in a function, and "
                "call the function in the scope of the script that trains"
            )
            yield self.finding(script.span(construction.node), message)

    def _other_strategy(self, script: Script, scopes: Scopes) -> Iterator[Finding]:
        """A strategy of `tf.distribute` holds the scope already; two cannot hold it."""
        for run in scopes.runs:
            message = (
                f"{_MADE} in a script with a `tf.distribute` strategy: replace that by an IPUStrategy first"
            )
            yield self.finding(script.span(run.first), message)
