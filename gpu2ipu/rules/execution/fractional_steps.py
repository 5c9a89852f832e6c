"""IPU312: a number of steps is a float.

keras/ipu/extensions/data_adapter.py of the SDK divides it by `steps_per_execution`, which must leave nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fractional_steps import FractionalSteps, fractional_steps, is_fractional
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import operand_text
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

# What gives a whole number that is a float.
_WHOLE = tuple(f"numpy.{name}" for name in ("ceil", "floor", "round", "rint", "trunc", "fix", "around"))


class FractionalStepsRule(Rule):
    """A call of `fit`, `evaluate` or `predict` takes a number of steps that is a float."""

    id = "IPU312"
    name = "fractional-steps"
    severity = Severity.ERROR
    effort = Effort.LOW
    prepares = True
    both_devices = True
    what = "A number of steps, such as `len(x) / 32` or `np.ceil(len(x) / 32)`, is a float."
    why = (
        "Keras takes steps until it has so many. An IPU takes a whole number of executions: "
        '"`steps_per_execution` (a) must be a divisor of the number of batches (b) in the dataset provided".'
    )
    fix = "round up, as Keras does"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
batches = tf.data.Dataset.from_tensor_slices((x_train, y_train.astype("int32"))).repeat()
batches = batches.batch(100, drop_remainder=True)

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=600)
model.fit(batches, steps_per_epoch=len(x_train) / 100)
""".replace("from tensorflow import keras", "import tensorflow as tf\nfrom tensorflow import keras", 1)
    after = before.replace("=len(x_train) / 100", "=-(-len(x_train) // 100)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument."""
        script = port.script
        facts = facts_of(script)
        seen: set[ast.expr] = set()
        for found in fractional_steps(script):
            if found.node not in seen:
                seen.add(found.node)
                file = script.file_of(found.fit_call.node)
                message = f"`{found.argument}` is a float, of which a number of executions cannot be made"
                fix = Fix("round up", Safety.SAFE, tuple(_rounded_up(file, facts, found)))
                yield self.finding(script.span(found.node), message, fix)


def _rounded_up(script: Script, facts: Facts, found: FractionalSteps) -> Iterator[Edit]:
    node = found.node
    match node:
        case ast.Constant(value=float() as number):
            template = str(-int(-number // 1))
        case ast.BinOp(left=left, op=ast.Div(), right=right) if not (
            is_fractional(script, left) or is_fractional(script, right)
        ):
            template = f"-(-{operand_text(script, left)} // {operand_text(script, right)})"
        case ast.Call() if facts.qualified.get(node) in _WHOLE:
            template = "int({item})"
        case _:
            math, imports = module_alias(script, found.fit_call.facts, "math", "math")
            yield from imports
            template = f"{math}.ceil({{item}})"
    yield rewritten(script, found.fit_call.facts, node, template)
