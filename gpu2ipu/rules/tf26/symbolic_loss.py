"""IPU610: a loss or metric function that reads a tensor of the functional model that it is for.

keras/engine/keras_tensor.py of TensorFlow 2.6: "Cannot convert a symbolic Keras input/output to a numpy array". Graphs
of TensorFlow 1 allowed it, so that variational autoencoders were written so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.call_graph import with_named
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.model import compilations_of
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule

# What a symbolic tensor tells of itself.
_STATIC = ("shape", "dtype", "name", "get_shape")
_STATIC_FUNCTIONS = ("keras.backend.int_shape", "keras.backend.ndim", "keras.backend.dtype")


class SymbolicLoss(Rule):
    """A loss function reads a symbolic tensor."""

    id = "IPU610"
    name = "symbolic-loss"
    severity = Severity.ERROR
    both_devices = True
    what = "A loss or metric function that `compile` is given reads a tensor of the functional model."
    why = (
        "TensorFlow 2.6, that of the SDK, calls it with the values of a batch, and refuses symbolic tensors beside "
        'them: "Cannot convert a symbolic Keras input/output to a numpy array".'
    )
    fix = "needs manual work"
    before = SET_UP + """
with strategy.scope():
    x = keras.Input((784,))
    log_std = keras.layers.Dense(2)(x)
    y = keras.layers.Dense(784, activation="sigmoid")(log_std)

    def vae_loss(x, y):
        return keras.losses.binary_crossentropy(x, y) - 0.5 * keras.backend.mean(log_std, axis=-1)

    model = keras.Model(x, y)
    model.compile("sgd", vae_loss, steps_per_execution=10)
"""
    after = SET_UP + """
with strategy.scope():
    x = keras.Input((784,))
    log_std = keras.layers.Dense(2)(x)
    y = keras.layers.Dense(784, activation="sigmoid")(log_std)

    model = keras.Model(x, y)
    model.add_loss(-0.5 * keras.backend.mean(log_std))
    model.compile("sgd", "binary_crossentropy", steps_per_execution=10)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each function, where it reads the first tensor."""
        script = port.script
        facts = facts_of(script)
        found: dict[ast.AST, ast.expr] = {}
        for compilation in compilations_of(facts):
            for given in (compilation.loss, compilation.metrics, compilation.weighted_metrics):
                for function in _functions(facts, given):
                    tensor = _symbolic(facts, function)
                    if tensor is not None:
                        found.setdefault(function, tensor)
        for function, tensor in found.items():
            name = "a lambda" if isinstance(function, ast.Lambda) else f"`{getattr(function, 'name', '')}`"
            message = (
                f"{name} reads `{ast.unparse(tensor)}`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or "
                "metric: give what is computed from it to `add_loss` or `add_metric` of the model"
            )
            yield self.finding(script.span(tensor), message)


def _functions(facts: Facts, given: ast.expr | None) -> Iterator[ast.AST]:
    """The functions of the script among what `compile` is given: by itself, or in a list or dict."""
    for node in ast.walk(given) if given is not None else ():
        definition = facts.value(node).definition if isinstance(node, ast.expr) else None
        if isinstance(definition, (Function, ast.Lambda)) and not _is_called(given, node):
            yield definition


def _is_called(given: ast.expr | None, node: ast.AST) -> bool:
    """True for a function that is called for another one: `loss=vae_loss(log_std)`."""
    calls = (each for each in ast.walk(given) if isinstance(each, ast.Call)) if given is not None else ()
    return any(node is call.func for call in calls)


def _symbolic(facts: Facts, function: ast.AST) -> ast.expr | None:
    """Return what a function, or one that it names, reads of the tensors around it; None if nothing."""
    names = bindings_of(facts.script)
    for code in with_named(facts, {function}):
        static = {id(node) for node in _static(facts, code)}
        for name in names.free_reads((code,)):
            if isinstance(facts.value(name), KerasTensor) and id(name) not in static:
                return name
    return None


def _static(facts: Facts, code: ast.AST) -> Iterator[ast.expr]:
    """What is only asked for its shape, type or name."""
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute) and node.attr in _STATIC:
            yield node.value
        elif isinstance(node, ast.Call) and facts.qualified.get(node) in _STATIC_FUNCTIONS:
            yield from node.args
