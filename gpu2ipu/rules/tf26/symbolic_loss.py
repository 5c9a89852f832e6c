"""IPU610: a loss or metric function that reads a tensor of the functional model that it is for.

keras/engine/keras_tensor.py of TensorFlow 2.6: "Cannot convert a symbolic Keras input/output to a numpy array". Graphs
of TensorFlow 1 allowed it, so that variational autoencoders were written so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.call_graph import with_named
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.keras.model import Compilation, compilations_of, models_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, statement_of
from gpu2ipu.analysis.values.arrays import KerasTensor
from gpu2ipu.edits import Insert, RemoveArgument
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule
from gpu2ipu.rules.tf26.api_uses import name_of_module

# What a symbolic tensor tells of itself.
_STATIC = ("shape", "dtype", "name", "get_shape")
_STATIC_FUNCTIONS = ("keras.backend.int_shape", "keras.backend.ndim", "keras.backend.dtype")

_WAY_OUT = "give what is computed from it to `add_loss` or `add_metric` of the model"
_BATCH_METHODS = ("train_on_batch", "test_on_batch")

_MODEL = "import tensorflow as tf\n" + SET_UP + """
with strategy.scope():
    x = keras.Input((784,))
    log_std = keras.layers.Dense(2)(x)

    def vae_loss(x, y):
        return keras.losses.binary_crossentropy(x, y) - 0.5 * keras.backend.mean(log_std, axis=-1)

    model = keras.Model(x, keras.layers.Dense(784, activation="sigmoid")(log_std))"""


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
    fix = "`add_loss`, where the targets are what the model takes; the rest needs manual work"
    before = _MODEL + """
    model.compile("adam", loss=vae_loss)
model.fit(images, images)
"""
    after = _MODEL + """
    model.add_loss(tf.reduce_mean(vae_loss(model.input, model.output)))
    model.compile("adam")
model.fit(images, images)
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each function, where it reads the first tensor."""
        script = port.script
        facts = facts_of(script)
        found: dict[ast.AST, ast.expr] = {}
        fixes: dict[ast.AST, list[Fix | None]] = {}  # of each `compile` that a function is given to
        for compilation in compilations_of(facts):
            for given in (compilation.loss, compilation.metrics, compilation.weighted_metrics):
                for function in _functions(facts, given):
                    tensor = _symbolic(facts, function)
                    if tensor is not None:
                        found.setdefault(function, tensor)
                        fix = _added(script, facts, compilation) if given is compilation.loss else None
                        fixes.setdefault(function, []).append(fix)
        for function, tensor in found.items():
            name = "a lambda" if isinstance(function, ast.Lambda) else f"`{getattr(function, 'name', '')}`"
            message = (
                f"{name} reads `{ast.unparse(tensor)}`, a symbolic tensor, which TensorFlow 2.6 refuses in a loss or "
                "metric"
            )
            fix = _joined(fixes[function])
            message += "" if fix else f": {_WAY_OUT}"
            yield self.finding(script.span(tensor), message, fix)


def _joined(fixes: list[Fix | None]) -> Fix | None:
    """The fix of all calls of `compile` that a function is given to."""
    edits = [edit for fix in fixes if fix is not None for edit in fix.edits]
    if None in fixes:
        return None
    return Fix("`add_loss` of inputs and outputs", Safety.REVIEW, tuple(dict.fromkeys(edits)))


def _added(script: Script, facts: Facts, compilation: Compilation) -> Fix | None:
    """The loss of inputs and outputs, which is the same where a model learns to give what it takes."""
    node, loss = compilation.node, compilation.loss
    statement = statement_of(script, node)
    is_plain = isinstance(statement, ast.Expr) and statement.value is node
    is_keyword = any(keyword.value is loss for keyword in node.keywords)
    is_weighted = any(keyword.arg == "loss_weights" for keyword in node.keywords)
    if is_weighted or not (is_plain and is_keyword and isinstance(loss, (ast.Name, ast.Attribute, ast.Call))):
        return None
    if not isinstance(node.func, ast.Attribute) or not _learns_its_inputs(script, facts, node):
        return None
    tf, added = name_of_module(script, facts, "tensorflow", "tf", statement)
    text = f"{{model}}.add_loss({tf}.reduce_mean({{loss}}({{model}}.input, {{model}}.output)))"
    parts = (("model", script.span(node.func.value)), ("loss", script.span(loss)))
    edits = (
        *added,
        Insert(script.span(statement), text, parts=parts),
        RemoveArgument(script.span(node), "loss"),
    )
    return Fix("`add_loss` of inputs and outputs", Safety.REVIEW, edits)


def _learns_its_inputs(script: Script, facts: Facts, node: ast.Call) -> bool:
    """True if all calls that feed targets to what `compile` compiles feed the inputs of a model of one input."""
    receivers = [call.receiver for call in facts.compile_calls if call.node is node]
    models = {model.node: model for receiver in receivers for model in models_of(facts, receiver)}
    if not models or not all(len(model.inputs) == len(model.outputs) == 1 for model in models.values()):
        return False

    def is_of_them(call: MethodCall) -> bool:
        return any(model.node in models for model in models_of(facts, call.receiver))

    if any(call.method in _BATCH_METHODS and is_of_them(call) for call in facts.method_calls):
        return False
    fed = [call for call in fit_calls_of(script) if call.method != "predict" and is_of_them(call.call)]
    return bool(fed) and all(map(_feeds_its_inputs, fed))


def _feeds_its_inputs(call: FitCall) -> bool:
    pairs = [(call.arguments.get("x"), call.arguments.get("y"))]
    validation = call.arguments.get("validation_data")
    if validation is not None:
        parts = validation.elts if isinstance(validation, ast.Tuple) else []
        pairs.append((parts[0], parts[1]) if len(parts) == 2 else (None, None))
    if call.opaque or "sample_weight" in call.arguments:
        return False
    return all(x is not None and y is not None and ast.dump(x) == ast.dump(y) for x, y in pairs)


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
        held = [node for node in ast.walk(code) if isinstance(node, ast.Attribute)]  # `self.log_std`
        for read in (*names.free_reads((code,)), *held):
            if isinstance(facts.value(read), KerasTensor) and id(read) not in static:
                return read
    return None


def _static(facts: Facts, code: ast.AST) -> Iterator[ast.expr]:
    """What is only asked for its shape, type or name."""
    for node in ast.walk(code):
        if isinstance(node, ast.Attribute) and node.attr in _STATIC:
            yield node.value
        elif isinstance(node, ast.Call) and facts.qualified.get(node) in _STATIC_FUNCTIONS:
            yield from node.args
