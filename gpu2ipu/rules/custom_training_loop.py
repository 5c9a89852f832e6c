"""IPU305: a training loop of one's own, with `tf.GradientTape`.

tensorflow/python/ipu/ipu_strategy.py of the SDK: "does not support eager execution. Either convert `fn` into a
tf.function"; ipu_infeed_queue.py: "Accessing dataset elements can not be accessed in eager mode".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import ancestors, statement_of
from gpu2ipu.config import Config
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.rules.rule import Rule

_TAPE = "tensorflow.GradientTape"
_STEPS = ("train_step", "test_step", "predict_step")
# Methods that say nothing of a model.
_OF_TAPES_AND_TENSORS = {
    *("gradient", "jacobian", "batch_jacobian", "watch", "stop_recording", "reset"),
    *("numpy", "assign", "assign_add", "assign_sub", "append", "format"),
}
_COMPILED = ("jit_compile", "experimental_compile")
_Function = ast.FunctionDef | ast.AsyncFunctionDef

_MESSAGE = (
    "a `GradientTape` outside of `fit`: put the loop over the batches into a `tf.function(jit_compile=True)` that "
    "takes `iter(dataset)` as an argument, and call it by `strategy.run` inside the strategy's scope"
)

# How both examples of the page begin.
_MODEL = """\
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.from_tensor_slices((tf.zeros((96, 4)), tf.zeros((96, 1)))).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD()

"""


class CustomTrainingLoop(Rule):
    """Gradients are taken by hand."""

    id = "IPU305"
    name = "custom-training-loop"
    severity = Severity.ERROR
    what = "A script with Keras models takes gradients with `tf.GradientTape` in a loop of its own."
    why = (
        "Outside of `strategy.run` every operation is a small program of its own or runs on the CPU, and the loop over "
        'a dataset is refused: "Accessing dataset elements can not be accessed in eager mode".'
    )
    fix = "left for a person"
    before = _MODEL + """
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for x, y in rows:
    loss = step(x, y)
print(float(loss))
"""
    after = _MODEL + """
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function(jit_compile=True)
def epoch(batches):
    loss = 0.0
    for _ in tf.range(3):
        loss = step(*next(batches))
    return loss


with strategy.scope():
    loss = strategy.run(epoch, args=(iter(rows),))
print(float(loss))
"""

    def check(self, script: Script, config: Config) -> Iterator[Finding]:
        """One finding for each statement that opens tapes."""
        if "GradientTape" not in script.text:
            return
        facts = facts_of(script)
        tapes = [node for node, name in facts.qualified.items() if name == _TAPE]
        if not tapes or not facts.makings:
            return
        settled = _run_on_the_device(facts)
        opened = {statement_of(script, node): node for node in reversed(tapes)}
        for statement, node in opened.items():
            around = list(ancestors(script, node))
            if any(_is_step(outer) or outer in settled for outer in around):
                continue
            if _runs_a_model(
                facts, next((outer for outer in around if isinstance(outer, _Function)), statement)
            ):
                yield self.finding(script.span(node), _MESSAGE)


def _runs_a_model(facts: Facts, node: ast.AST) -> bool:
    """Whether a statement or function may run a model, by itself or by the functions of the script that it names."""
    calls = [
        call for one in _with_named(facts, {node}) for call in ast.walk(one) if isinstance(call, ast.Call)
    ]
    return any(_is_of_a_model(facts, call.func) for call in calls)


def _is_of_a_model(facts: Facts, function: ast.expr) -> bool:
    """Whether a called function may be a model, or may run one."""
    kind = facts.value(function).kind
    if isinstance(function, ast.Attribute) and kind is Kind.UNKNOWN:
        return function.attr not in _OF_TAPES_AND_TENSORS
    return kind not in (Kind.EXTERNAL, Kind.FUNCTION)


def _is_step(node: ast.AST) -> bool:
    """Whether a class has a step of its own, which IPU304 is about, with all that it calls in its class."""
    return isinstance(node, ast.ClassDef) and any(
        isinstance(child, ast.FunctionDef) and child.name in _STEPS for child in node.body
    )


def _run_on_the_device(facts: Facts) -> set[ast.AST]:
    """The functions that `strategy.run` compiles for the IPU, with those of the script that they name."""
    return _with_named(facts, {function for call in facts.values if (function := _handed_over(facts, call))})


def _with_named(facts: Facts, nodes: set[ast.AST]) -> set[ast.AST]:
    """Functions or statements, with the functions of the script that they name, and so on."""
    found: set[ast.AST] = set()
    pending = set(nodes)
    while pending:
        found |= pending
        pending = {named for node in pending for named in _named(facts, node)} - found
    return found


def _named(facts: Facts, node: ast.AST) -> set[ast.AST]:
    definitions = (facts.value(inner).definition for inner in ast.walk(node) if isinstance(inner, ast.expr))
    return {definition for definition in definitions if isinstance(definition, _Function)}


def _handed_over(facts: Facts, call: ast.expr) -> _Function | None:
    """The function that a call hands to the strategy's `run`, where it is compiled as a whole."""
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "run"):
        return None
    if not call.args or facts.value(call.func.value).kind is not Kind.STRATEGY:
        return None
    function = facts.value(call.args[0]).definition
    return function if isinstance(function, _Function) and _is_compiled(facts, function) else None


def _is_compiled(facts: Facts, function: _Function) -> bool:
    return any(
        keyword.arg in _COMPILED and facts.value(keyword.value).constant is True
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    )
