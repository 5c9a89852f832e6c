"""IPU304: a model class overrides the step or the function that `fit` is made of.

keras/ipu/extensions/extensions_base.py of the SDK: "has been overridden. This is not supported when using Keras within
an IPUStrategy". Its documents say the same of `test_step` and `predict_step`, but the code refuses those only in a
pipeline.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import MODEL_CLASSES, methods, subclasses
from gpu2ipu.analysis.values.library_objects import Strategy
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_STEP = "train_step"
_FUNCTIONS = ("make_train_function", "make_test_function", "make_predict_function")
_STEP_IS_FREE = ("2.5", "2.6")  # SDKs that refuse a step of one's own only with pipelines and accumulation


class OverriddenTrainStep(Rule):
    """`fit` does not run the step that the class defines."""

    id = "IPU304"
    name = "overridden-train-step"
    severity = Severity.ERROR
    effort = Effort.HIGH
    what = "A subclass of `keras.Model` overrides `train_step` or one of the `make_..._function` methods."
    why = (
        'The SDK replaces these methods: "has been overridden. This is not supported when using Keras '
        'within an IPUStrategy", and suggests "enable_keras_extensions=False". Without the '
        "extensions there are no pipelines and no gradient accumulation."
    )
    fix = "needs manual work"
    before = SET_UP + """

class Halved(keras.Model):
    def train_step(self, data):
        x, y = data
        return super().train_step((x * 0.5, y))


with strategy.scope():
    inputs = keras.Input((4,))
    model = Halved(inputs, keras.layers.Dense(1)(inputs))
"""
    after = before.replace("IPUStrategy()", "IPUStrategy(enable_keras_extensions=False)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each method."""
        script = port.script
        names = _FUNCTIONS if port.target.sdk in _STEP_IS_FREE else (_STEP, *_FUNCTIONS)
        facts = facts_of(script)
        if _is_without_extensions(facts):
            return
        for node in subclasses(facts, MODEL_CLASSES):
            for method in methods(node, names):
                yield self.finding(script.span(method), _message(method.name))


def _message(name: str) -> str:
    return (
        f"`{name}` is overridden, which is an error on an IPU: create the strategy with "
        "`IPUStrategy(enable_keras_extensions=False)`, or run the step in a custom loop with `strategy.run`"
    )


def _is_without_extensions(facts: Facts) -> bool:
    """True if the script makes its strategy with `enable_keras_extensions=False`."""
    return any(
        facts.value(facts.argument(node, "", "enable_keras_extensions")).constant is False
        for node, value in facts.values.items()
        if isinstance(value, Strategy) and isinstance(node, ast.Call)
    )
