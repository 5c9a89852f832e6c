"""IPU307: a model is called one batch at a time.

keras/engine/training.py: `train_on_batch` and its siblings are Keras's own code, which the SDK does not replace; they
know nothing of gradient accumulation and pipelines, give each replica the same batch, and look for as many batches as
an execution has steps. On one IPU, with one step per execution, they do what they do elsewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.name_resolution import COMPREHENSIONS
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras import ON_BATCH, RUNNING
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors
from gpu2ipu.analysis.values.library_objects import KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Rule

# A call, and the models that it may be a call of.
_Run = tuple[ast.Call, frozenset[CallPath]]


class OnBatchCall(Rule):
    """Every batch needs the host."""

    id = "IPU307"
    name = "on-batch-call"
    severity = Severity.WARNING
    what = "`train_on_batch`, `test_on_batch` or `predict_on_batch` of a model."
    why = (
        "It runs with one step per execution (with more it raises OutOfRangeError, since it has one batch), and the "
        "IPU waits for the host at each batch: "
        '"has been configured with only 1 steps per execution" is what the SDK logs where `fit` is used so. '
        "A batch of another shape compiles the program anew, which takes minutes."
    )
    fix = "needs manual work, where `fit` can take the place of the loop"
    before = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((320, 4)), np.zeros((320, 1))
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
for start in range(0, 320, 32):
    model.train_on_batch(x[start : start + 32], y[start : start + 32])
"""
    after = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((320, 4)), np.zeros((320, 1))
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=10)
model.fit(x, y, batch_size=32, shuffle=False)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call: a note where it does not stand for a `fit` that is written by hand."""
        script = port.script
        running = [
            call
            for call in facts_of(script).method_calls
            if isinstance(call.receiver, KerasModel) and call.method in RUNNING
        ]
        found: dict[ast.Call, list[MethodCall]] = {}
        for call in running:
            if call.method in ON_BATCH:
                found.setdefault(call.node, []).append(call)
        turns = _by_loops(script, running) if found else {}
        for node, calls in found.items():
            method = calls[0].method
            if not port.target.splits_batches and all(_is_in_turns(script, each, turns) for each in calls):
                if port.target.written.ipus and script.imports_ipu:
                    continue  # the author of a port knows
                message = (
                    f"`{method}` is an execution for each batch, and the IPU waits for the host between them; all "
                    "batches must have the same shape, since another one compiles the program anew"
                )
                yield replace(self.finding(script.span(node), message), severity=Severity.NOTE)
                continue
            message = (
                f"`{method}` needs the host at every batch: use `{_whole(method)}` on a dataset, or a "
                "loop inside `strategy.run`; all batches must have the same shape"
            )
            yield self.finding(script.span(node), message)


def _by_loops(script: Script, running: list[MethodCall]) -> dict[ast.AST, set[_Run]]:
    """What is run of models in each loop of a script, called there or in functions that are called there."""
    found: dict[ast.AST, set[_Run]] = {}
    for call in running:
        for loop in (loop for frame in call.stack for loop in _loops_around(script, frame.call)):
            found.setdefault(loop, set()).add(_run_of(call))
    return found


def _run_of(call: MethodCall) -> _Run:
    return call.node, constructions_of(call.receiver)


def _is_in_turns(script: Script, call: MethodCall, turns: dict[ast.AST, set[_Run]]) -> bool:
    """True if `fit` could not take the place of a call and of the loop around it.

    There is none, or it runs a model otherwise, too: what a model learns depends on that, as in a GAN.
    """
    loops = (loop for frame in reversed(call.stack) for loop in _loops_around(script, frame.call))
    innermost = next(loops, None)
    return innermost is None or turns[innermost] != {_run_of(call)}


def _loops_around(script: Script, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the loops and comprehensions around a node in its function, the innermost first."""
    for outer in ancestors(script, node):
        if isinstance(outer, (ast.For, ast.AsyncFor, ast.While, *COMPREHENSIONS)):
            yield outer
        if isinstance(outer, (Function, ast.Lambda)):
            return


def _whole(method: str) -> str:
    return {"train": "fit", "test": "evaluate", "predict": "predict"}[method.partition("_")[0]]
