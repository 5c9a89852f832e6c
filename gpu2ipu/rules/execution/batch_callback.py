"""IPU306: a callback that counts batches.

keras/ipu/extensions/extensions_base.py of the SDK: `on_train_batch_begin` and `on_train_batch_end` are called before
and after each execution of `steps_per_execution` batches, the latter with the number of its last batch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import compilations_of
from gpu2ipu.analysis.keras.subclasses import CALLBACK_CLASSES, methods, subclasses
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.value import NoneValue, Unknown, Value
from gpu2ipu.edits import AddArgument, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity, comment_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.epochs_of_batches import epochs_in
from gpu2ipu.port.strategy.keras_extensions import leaves_extensions
from gpu2ipu.rules.rule import Effort, Rule

_CHECKPOINT = "keras.callbacks.ModelCheckpoint"
# Callback -> the argument that may count batches.
_COUNTERS = {
    _CHECKPOINT: "save_freq",
    "keras.callbacks.BackupAndRestore": "save_freq",
    "keras.callbacks.TensorBoard": "update_freq",
}
# What only records less often is no error.
_RECORDING = ("update_freq",)
_LAMBDA = "keras.callbacks.LambdaCallback"
_METHODS = tuple(
    f"on_{kind}batch_{when}" for kind in ("", "train_", "test_", "predict_") for when in ("begin", "end")
)
# Methods of variables, layers and models that change what is trained.
_SETTERS = ("assign", "assign_add", "assign_sub", "set_weights", "load_weights")


class BatchCallback(Rule):
    """Something happens after batches, where an IPU does not stop."""

    id = "IPU306"
    name = "batch-callback"
    severity = Severity.WARNING
    effort = Effort.LOW
    what = (
        'A callback counts batches: `save_freq=20`, `update_freq="batch"`, `on_train_batch_end` and the like.'
    )
    why = (
        "The host sees the model only between executions of `steps_per_execution` batches, so the callback is called "
        "once per execution, with the number of its last batch and the means up to there."
    )
    fix = (
        "a `save_freq` of whole epochs counts epochs; others need manual work, or are a note where the script itself "
        "sets `steps_per_execution`"
    )
    before = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
saves = keras.callbacks.ModelCheckpoint("model.h5", save_freq=20)
"""
    after = before.replace("save_freq=20", 'save_freq="epoch"')

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument and each method; notes where the script says how long executions are."""
        if _all_stop_at_batches(facts_of(port.script)) or leaves_extensions(port):
            return
        found = self._found(port)
        yield from (replace(each, severity=Severity.NOTE) for each in found) if _is_chosen(port) else found

    def _found(self, port: Port) -> Iterator[Finding]:
        script, facts = port.script, facts_of(port.script)
        for node, name in facts.qualified.items():
            if isinstance(node, ast.Call) and name.startswith(CALLBACK_CLASSES):
                yield from self._arguments(port, facts, node, name)
        if any(name in script.text for name in _METHODS):
            for owner in subclasses(facts, CALLBACK_CLASSES):
                for method in methods(owner, _METHODS):
                    if not (_does_nothing(method) or _only_changes_logs(method)):
                        yield self.finding(
                            script.span(method), _of_method(method.name, _changes_model(method))
                        )

    def _arguments(self, port: Port, facts: Facts, node: ast.Call, name: str) -> Iterator[Finding]:
        script = port.script
        if name == _LAMBDA:
            for keyword in node.keywords:
                if keyword.arg in _METHODS and not isinstance(facts.value(keyword.value), NoneValue):
                    yield self.finding(script.span(keyword.value), _of_method(keyword.arg))
            return
        public = name.replace(".experimental.", ".")
        counter = _COUNTERS.get(public, "")
        given = facts.argument(node, public, counter)
        if given is not None and not _means_epochs(facts.value(given)):
            epochs = epochs_in(port, given) if public == _CHECKPOINT else None
            fix = _at_epochs(script, node, given, epochs) if epochs else None
            message = (
                f"`{counter}={ast.unparse(given)}` counts batches, but an IPU stops only after each "
                '`steps_per_execution` batches: use "epoch"'
            )
            found = self.finding(script.span(given), message, fix)
            yield replace(found, severity=Severity.NOTE) if counter in _RECORDING else found


def _at_epochs(script: Script, node: ast.Call, given: ast.expr, epochs: int) -> Fix:
    """Count epochs instead: the count of batches is one short at first, so that each file was saved an epoch late.

    `ModelCheckpoint._should_save_on_batch` and its argument `period` in keras/callbacks.py of 2.6.
    """
    edit = Replace(script.span(given), '"epoch"')
    if epochs == 1:
        return Fix("save after each epoch", Safety.REVIEW, (edit,))
    period = AddArgument(script.span(node), "period", str(epochs))
    return Fix(f"save after each {epochs} epochs", Safety.REVIEW, (edit, period))


def _of_method(name: str, changes_model: bool = False) -> str:
    text = f"`{name}` is called once per execution of `steps_per_execution` batches on an IPU: "
    if changes_model:
        return (
            f"{text}it changes the training less often, and the port learns something else; "
            "use a `LearningRateSchedule` or `steps_per_execution=1`"
        )
    return f"{text}it counts or records less often"


def _changes_model(method: ast.FunctionDef) -> bool:
    """True if a method sets something of the model that is trained: the learning rate, weights, its end."""
    return any(f".model{dot}" in ast.unparse(written) for written in _written(method) for dot in ".[")


def _written(method: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a method assigns to, in a statement or by a call."""
    for node in ast.walk(method):
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _SETTERS:
                yield node.func
            elif node.func.attr == "set_value":  # of the Keras backend
                yield from node.args[:1]


def _means_epochs(value: Value) -> bool:
    """True if a frequency is "epoch", or cannot be told from it."""
    return value.constant == "epoch" or isinstance(value, Unknown)


def _all_stop_at_batches(facts: Facts) -> bool:
    """True if every model is compiled with `steps_per_execution=1`, so that the callbacks fire as they did."""
    steps = [facts.value(each.steps_per_execution).number for each in compilations_of(facts)]
    return bool(steps) and all(number == 1 for number in steps)


def _is_chosen(port: Port) -> bool:
    """True if the author of a script has set `steps_per_execution`, and so wrote the callbacks for IPUs."""
    if not port.target.written.executions or comment_of(BatchCallback.id) in port.script.text:
        return False
    return any(each.steps_per_execution is not None for each in compilations_of(facts_of(port.script)))


def _only_changes_logs(method: ast.FunctionDef) -> bool:
    """True if a method does nothing but compute other values of its logs, which are given as often as it is called."""
    *_, logs = [parameter.arg for parameter in method.args.args] or [""]
    nodes = [node for statement in method.body for node in ast.walk(statement)]
    read = {node.id for node in nodes if isinstance(node, ast.Name) and node.id != logs}
    stored = [node for node in nodes if isinstance(getattr(node, "ctx", None), ast.Store)]
    return (
        bool(stored)
        and all(isinstance(node, ast.Subscript) and _is_named(node.value, logs) for node in stored)
        and not any(isinstance(node, (ast.Call, ast.Delete, ast.Raise)) for node in nodes)
        and read <= {method.args.args[0].arg}
    )


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _does_nothing(method: ast.FunctionDef) -> bool:
    """True if a body is empty, but for a docstring and a `return`."""
    return all(
        isinstance(s, ast.Pass)
        or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        or (isinstance(s, ast.Return) and (s.value is None or isinstance(s.value, ast.Constant)))
        for s in method.body
    )
