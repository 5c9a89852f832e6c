"""IPU302: `steps_per_execution` does not divide the number of batches of a call.

keras/ipu/extensions/data_adapter.py of the SDK.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.outcomes import UnsuitableSteps
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words


def _words(outcome: UnsuitableSteps) -> Words:
    inner, given = outcome.validation_steps, f"`steps_per_execution={outcome.given}`"
    counted = f"{outcome.steps}" + (f" training and {inner} validation" if inner is not None else "")
    message = f"{given} does not divide the {counted} batches of a call"
    if outcome.steps is None:
        message = f"{given} must divide the number of batches of each call, which is not fixed"
    if not outcome.edits:
        return Words(f"{message}: use a number that divides them, or one that is at least as large")
    return Words(message, f"steps_per_execution={outcome.text}")


class IndivisibleSteps(Rule):
    """The steps of an execution do not divide those of a call."""

    id = "IPU302"
    name = "indivisible-steps"
    severity = Severity.ERROR
    effort = Effort.LOW
    words = ((UnsuitableSteps, _words),)
    what = "`steps_per_execution` neither divides the number of batches of a call nor is larger than it."
    why = (
        '"`steps_per_execution` (a) must be a divisor of the number of batches (b) in the dataset '
        'provided". A value above the number of batches is cut down to it.'
    )
    fix = "a value that suits every call"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=7)
model.fit(x_train, y_train, batch_size=100)
"""
    after = before.replace("steps_per_execution=7", "steps_per_execution=len(x_train) // 100")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each `compile` and call."""
        yield from self.reported(port, calls_of_models(port))
