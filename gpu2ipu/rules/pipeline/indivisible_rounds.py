"""IPU402: a pipeline takes several batches together, and those of a call may not be a multiple.

pipeline_visitor.cc of the SDK: "The number of iterations of the pipeline must be a multiple of".
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.batching.outcomes import OpenRound
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _words(outcome: OpenRound) -> Words:
    what = "the validation inside `fit`" if outcome.method == "validation" else f"`{outcome.method}`"
    number, together = outcome.stages * outcome.replicas, _together(outcome)
    if outcome.batches is None:
        unknown = f"cannot determine the number of batches of {what}, and {together}"
        return Words(f"{unknown}: choose samples and batch size so that it is a multiple of {number}")
    taken = f"{what} takes {outcome.batches} batches, and {together}"
    return Words(f"{taken}: choose another batch size, or fewer samples")


def _together(outcome: OpenRound) -> str:
    """What takes so many batches together."""
    if outcome.replicas == 1:
        return f"a pipeline of {outcome.stages} stages takes {outcome.stages} together"
    if outcome.stages == 1:
        return f"{outcome.replicas} replicas take {outcome.replicas} together"
    number = outcome.stages * outcome.replicas
    return f"{outcome.replicas} replicas of a pipeline of {outcome.stages} stages take {number} together"


class IndivisibleRounds(Rule):
    """The batches of a call are not a multiple of those that a pipeline or replicas take together."""

    id = "IPU402"
    name = "indivisible-rounds"
    severity = Severity.ERROR
    words = ((OpenRound, _words),)
    what = "A call takes a number of batches that may not be a multiple of the pipeline stages, or of the replicas."
    why = (
        'A pipeline begins and ends with all stages: "The number of iterations of the pipeline must be a multiple of". '
        "In training that is the gradient accumulation, otherwise the number of batches. Several replicas take as many "
        "each, and the SDK drops the rest."
    )
    fix = "needs manual work"
    before = SET_UP + """
import tensorflow as tf

_, (x_test, y_test) = keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x_test, y_test.astype("int32"))).batch(400, drop_remainder=True)

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
model.evaluate(data)
"""
    after = before.replace("batch(400", "batch(500")
    options = (("pipeline_stages", 2),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, calls_of_models(port))
