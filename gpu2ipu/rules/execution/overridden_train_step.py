"""IPU304: a model class overrides the step or the function that `fit` is made of.

keras/ipu/extensions/extensions_base.py of the SDK: "has been overridden. This is not supported when using Keras within
an IPUStrategy". Its documents say the same of `test_step` and `predict_step`, but the code refuses those only in a
pipeline.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import own_steps
from gpu2ipu.port.strategy.keras_extensions import OverriddenStep
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words


def _words(outcome: OverriddenStep) -> Words:
    message = f"`{outcome.name}` is overridden, which is an error on an IPU"
    if outcome.edits:
        title = "a strategy without Keras extensions: `fit` runs each step as an execution of its own, which is slow"
        return Words(message, title, Safety.REVIEW)
    return Words(
        f"{message}: create the strategy with `IPUStrategy(enable_keras_extensions=False)`, or run the step in a "
        "custom loop with `strategy.run`"
    )


class OverriddenTrainStep(Rule):
    """`fit` does not run the step that the class defines."""

    id = "IPU304"
    name = "overridden-train-step"
    severity = Severity.ERROR
    words = ((OverriddenStep, _words),)
    effort = Effort.HIGH
    what = "A subclass of `keras.Model` overrides `train_step` or one of the `make_..._function` methods."
    why = (
        'The SDK replaces these methods: "has been overridden. This is not supported when using Keras '
        'within an IPUStrategy", and suggests "enable_keras_extensions=False". Without the '
        "extensions there are no pipelines and no gradient accumulation."
    )
    fix = "a strategy without the extensions, for `train_step`; the functions need manual work"
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
        yield from self.reported(port, own_steps(port))
