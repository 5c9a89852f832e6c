"""IPU611: `metrics=["accuracy"]` of a model that is trained without targets, on losses of its own.

keras/engine/compile_utils.py of TensorFlow 2.6 chooses the function behind these names by the shape of the targets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.keras.model import Compilation, models_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.edits import Edit, RemoveArgument, RemoveElement
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_CHOSEN = ("accuracy", "acc", "crossentropy", "ce")


class AccuracyWithoutTargets(Rule):
    """A metric that needs targets, where there are none."""

    id = "IPU611"
    name = "accuracy-without-targets"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    what = 'A model is compiled with `metrics=["accuracy"]` and trained without targets.'
    why = (
        "TensorFlow 2.6, that of the SDK, looks at the shape of the targets: \"'NoneType' object has no attribute "
        "'shape'\". Keras left such a metric out before."
    )
    fix = "remove it"
    before = SET_UP + """
import numpy as np

with strategy.scope():
    x = keras.Input((8,))
    y = keras.layers.Dense(8)(x)
    model = keras.Model(x, y)
    model.add_loss(keras.backend.mean(keras.backend.square(x - y)))
    model.compile("sgd", metrics=["accuracy"], steps_per_execution=10)
model.fit(np.zeros((320, 8), "float32"))
"""
    after = before.replace(', metrics=["accuracy"]', "")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each metric."""
        script = port.script
        facts = facts_of(script)
        calls: dict[Compilation, list[FitCall]] = {}
        for fit_call in fit_calls_of(script):
            for model in models_of(facts, fit_call.call.receiver) if fit_call.method != "predict" else ():
                for compilation in model.compilations:
                    calls.setdefault(compilation, []).append(fit_call)
        for compilation, fed in calls.items():
            if not all(map(_lacks_targets, fed)):
                continue
            for node, edits in _chosen(script, facts, compilation):
                message = (
                    f"`{ast.unparse(node)}` needs targets, which `fit` is not given; Keras left it out before"
                )
                fix = Fix("remove it", Safety.SAFE, edits) if edits else None
                yield self.finding(script.span(node), message, fix)


def _lacks_targets(fit_call: FitCall) -> bool:
    """True for arrays without targets; a dataset has its own."""
    return not fit_call.opaque and not fit_call.given("y") and isinstance(fit_call.value("x"), Array)


def _chosen(
    script: Script, facts: Facts, compilation: Compilation
) -> Iterator[tuple[ast.expr, tuple[Edit, ...]]]:
    """The metrics whose function is chosen by the targets, each with the edits that remove it."""
    given, call = compilation.metrics, compilation.node
    if not isinstance(given, (ast.List, ast.Tuple)):
        return
    chosen = [node for node in given.elts if facts.value(node).constant in _CHOSEN]
    is_named = keyword_of(call, "metrics") is not None
    if len(chosen) == len(given.elts):
        for node in chosen[:1]:
            yield node, (RemoveArgument(script.span(call), "metrics"),) if is_named else ()
        return
    for node in chosen:
        yield node, (RemoveElement(script.span(given), script.span(node)),)
