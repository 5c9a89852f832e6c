"""IPU305: a custom training loop with `tf.GradientTape`.

tensorflow/python/ipu/ipu_strategy.py of the SDK: "does not support eager execution. Either convert `fn` into a
tf.function". Each step becomes a program that `strategy.run` starts, and the loop stays on the host: what it prints,
counts and decides between two steps stays as it is. A loop on the device (fixtures/custom_loop_outfeed) saves the way
to the host and back, but the host then sees nothing of a step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy
from gpu2ipu.edits import AddArgument, AddDecorator, Edit, Insert, Remove, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.outcome import unique
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import Reach, reachable_strategy
from gpu2ipu.port.strategy.ipu_config import configuration, strategy_name
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.port.training_loop.loss_reduction import averaged_losses
from gpu2ipu.port.training_loop.steps import Step, own_steps_of
from gpu2ipu.rules.rule import Rule

_COMPILE = "jit_compile=True"

_TRAINS = "a `GradientTape` outside of `fit`"
_COMPUTES = "a model is called outside of `fit`, in a script with a custom training loop"
_AVERAGES = (
    "in `strategy.run` a loss object must not average over the batch: "
    '"Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE`"'
)
_WAY_OUT = (
    "write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with "
    "`strategy.run`; keep the loop over the dataset outside of the strategy's scope"
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
    """Gradients are computed in a custom loop."""

    id = "IPU305"
    name = "custom-training-loop"
    severity = Severity.ERROR
    owns = (Step,)
    what = "A script with Keras models computes gradients with `tf.GradientTape` in a custom loop."
    why = (
        "Outside of `strategy.run` every operation is a small program of its own or runs on the CPU. A step that takes "
        "and gives tensors alone can be one program; the loop stays on the host, outside of the scope, where a loop "
        'over a dataset is refused: "Accessing dataset elements can not be accessed in eager mode". Faster, but blind '
        "to single steps, is a loop on the device, over `iter(dataset)`, with an outfeed for the losses."
    )
    fix = "compile the step and call it with `strategy.run`, where it is one program; the rest needs manual work"
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
    after = before.replace("@tf.function\n", "@tf.function(jit_compile=True)\n").replace(
        "loss = step(x, y)", "loss = strategy.run(step, args=(x, y))"
    )

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each step."""
        script = port.script
        facts = facts_of(script)
        taken: set[str | ast.stmt] = set()
        for step in own_steps_of(port):
            message = _TRAINS if step.trains else _COMPUTES
            reaches = _reaches(port, step)
            reason = step.reason or _has_no_strategy(port, facts, reaches)
            if reason:
                yield self.finding(script.span(step.node), f"{message}: {reason}; {_WAY_OUT}")
                continue
            edits = tuple(_edits(port, facts, step, [reach for reach in reaches if reach], taken))
            yield self.finding(
                script.span(step.node),
                message,
                Fix("compile the step and call it with `strategy.run`", Safety.SAFE, unique(edits)),
            )
        for call, reason, edits in averaged_losses(script):
            fix = Fix("compute the loss per sample, and take the mean", Safety.SAFE, edits) if edits else None
            yield self.finding(script.span(call), f"{_AVERAGES}{reason}", fix)


def _reaches(port: Port, step: Step) -> list[Reach | None]:
    """How each place that runs a step gets at the strategy."""
    script, name = port.script, strategy_name(port)
    return [reachable_strategy(script, statement_of(script, place), name) for place in step.places]


def _has_no_strategy(port: Port, facts: Facts, reaches: list[Reach | None]) -> str:
    """Why a step cannot be run by a strategy, if it cannot."""
    if any(isinstance(value, TfDistributeStrategy) for value in facts.values.values()):
        return "the script has another strategy"
    if None in reaches:
        return "the strategy is not accessible here"
    files = {file for reach in reaches if reach for file in reach.entries}
    configured = scopes_of(port).configurations
    made = all(file in configured or facts_of(file).has_strategy for file in files)
    return "" if made else "no strategy can be created here"


def _edits(
    port: Port, facts: Facts, step: Step, reaches: list[Reach], taken: set[str | ast.stmt]
) -> Iterator[Edit]:
    """The edits of a step; `taken` are the names of the functions made so far, and the loops that have some."""
    script = port.script
    for reach in reaches:
        yield from configuration(port, reach.entries)
        yield from reach.edits
    if step.inline:
        yield from _moved(script, step, reaches[0].name, taken)
        return
    assert step.function is not None
    yield from _compiled(script, facts, step.function)
    for call, reach in zip(step.calls, reaches, strict=True):
        yield from _run(script, facts, call, reach.name)


def _tensorflow(script: Script, node: ast.AST) -> tuple[str, tuple[Edit, ...]]:
    """The name of TensorFlow in the file of a node, with the import that it may need."""
    file = script.file_of(node)
    return module_alias(file, facts_of(file), "tensorflow", "tf")


def _compiled(
    script: Script, facts: Facts, function: ast.FunctionDef | ast.AsyncFunctionDef
) -> Iterator[Edit]:
    decorator = facts.tf_function(function)
    if isinstance(decorator, ast.Call):
        keyword, _, value = _COMPILE.partition("=")
        yield AddArgument(script.span(decorator), keyword, value)
    elif decorator is not None:
        span = script.span(decorator)
        yield Replace(span, f"{{function}}({_COMPILE})", (("function", span),))
    else:
        tf, imports = _tensorflow(script, function)
        yield from imports
        yield AddDecorator(script.span(function), f"{tf}.function({_COMPILE})")


def _run(script: Script, facts: Facts, call: ast.Call, strategy: str) -> Iterator[Edit]:
    """The edits that make `step(x, y=z)` a `strategy.run(step, args=(x,), kwargs={"y": z})`."""
    parts = [("step", script.span(call.func))]
    texts: list[str] = []
    for i, node in enumerate((*call.args, *(keyword.value for keyword in call.keywords))):
        inner = node.value if isinstance(node, ast.Starred) else node
        parts.append((f"a{i}", script.span(inner)))
        text = f"{{a{i}}}"
        if facts.value(inner).dtype == "float64" and isinstance(facts.value(inner), Array):
            tf, imports = _tensorflow(script, call)
            yield from imports
            text = f"{tf}.cast({text}, {tf}.float32)"
        texts.append(f"*{text}" if isinstance(node, ast.Starred) else text)
    positional, named = texts[: len(call.args)], texts[len(call.args) :]
    given = f", args=({_tuple(positional)})" if positional else ""
    if named:
        pairs = (f'"{keyword.arg}": {text}' for keyword, text in zip(call.keywords, named))
        given += f", kwargs={{{', '.join(pairs)}}}"
    template = f"{strategy}.run({{step}}{given})"
    yield Replace(script.span(call), template, tuple(parts))


def _tuple(items: list[str] | tuple[str, ...]) -> str:
    return f"{items[0]}," if len(items) == 1 else ", ".join(items)


def _moved(script: Script, step: Step, strategy: str, taken: set[str | ast.stmt]) -> Iterator[Edit]:
    """The edits that move statements into a function before the loop, and call it in their place."""
    inline = step.inline
    assert inline is not None
    tf, imports = _tensorflow(script, inline.loop)
    yield from imports
    stem = "run_model" if inline.expression else "train_step" if step.trains else "test_step"
    name = next(
        name
        for n in range(1, 1000)
        if (name := facts_of(script.file_of(inline.loop)).fresh(stem if n == 1 else f"{stem}_{n}"))
        not in taken
    )
    body = inline.text(script)
    if inline.outputs:
        body += f"\nreturn {', '.join(inline.outputs)}"
    gap = "\n" if inline.loop.col_offset else "\n\n"
    above = "" if inline.loop in taken else gap
    lines = "\n".join(f"    {line}" if line else line for line in body.split("\n"))
    function = f"@{tf}.function({_COMPILE})\ndef {name}({', '.join(inline.inputs)}):\n{lines}"
    yield Insert(script.span(inline.loop), f"{above}{function}{gap}")
    arguments = f", args=({_tuple(inline.inputs)})" if inline.inputs else ""
    call = f"{strategy}.run({name}{arguments})"
    taken |= {name, inline.loop}
    first, *rest = inline.statements
    if inline.expression is not None:
        yield Replace(script.span(inline.expression), call)
        return
    yield Replace(script.span(first), f"{', '.join(inline.outputs)} = {call}" if inline.outputs else call)
    for statement in rest:
        yield Remove(script.span(statement), with_comments=True)
