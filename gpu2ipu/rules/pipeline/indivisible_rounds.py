"""IPU402: a pipeline takes several batches together, and those of a call may not be a multiple.

pipeline_visitor.cc of the SDK: "The number of iterations of the pipeline must be a multiple of".
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.library.port_helpers import MICRO_BATCHES
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.batching.outcomes import OpenRound, Regrouped
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_IMPORT = "from tensorflow.python import ipu\n"


def _words(outcome: OpenRound) -> Words:
    what = _called(outcome.method)
    number, together = outcome.stages * outcome.replicas, _together(outcome)
    if outcome.batches is None:
        unknown = f"cannot determine the number of batches of {what}, and {together}"
        return Words(f"{unknown}: choose samples and batch size so that it is a multiple of {number}")
    taken = f"{what} takes {outcome.batches} batches, and {together}"
    return Words(f"{taken}: choose another batch size, or fewer samples")


def _regrouped(outcome: Regrouped) -> Words:
    what, number = _called(outcome.method), outcome.number
    message = (
        f"the batches of {what} may not be a multiple of {number}, which stages or replicas take together"
    )
    if not outcome.is_cut and outcome.method == "predict":
        return Words(message, f"pad them to a multiple of {number}, predict, cut the padding off")
    if not outcome.is_cut:
        title = (
            f"the same samples in a multiple of {number} batches; up to {number - 1} of the last are dropped"
        )
        return Words(message, title, Safety.REVIEW)
    if outcome.size is None:
        return Words(f"{message}; their size must be", f"each batch in {number} parts", Safety.REVIEW)
    return Words(message, f"each batch in {number} parts of {outcome.size // number} samples")


def _called(method: str) -> str:
    return "the validation inside `fit`" if method == "validation" else f"`{method}`"


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
    words = ((OpenRound, _words), (Regrouped, _regrouped))
    what = "A call takes a number of batches that may not be a multiple of the pipeline stages, or of the replicas."
    why = (
        'A pipeline begins and ends with all stages: "The number of iterations of the pipeline must be a multiple of". '
        "In training that is the gradient accumulation, otherwise the number of batches. Several replicas take as many "
        "each, and the SDK drops the rest."
    )
    fix = "cut or batch the dataset anew where the call takes it, pad predictions; the rest needs manual work"
    before = "import tensorflow as tf\n" + SET_UP + """
_, (x_test, y_test) = keras.datasets.mnist.load_data()
data = tf.data.Dataset.from_tensor_slices((x_test, y_test.astype("int32"))).batch(400, drop_remainder=True)

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=100)
model.evaluate(data)
"""
    after = before.replace(
        _IMPORT, _IMPORT + "\n" + MICRO_BATCHES.format(name="micro_batches", tf="tf") + "\n"
    ).replace("evaluate(data)", "evaluate(micro_batches(data, 2))")
    options = (("pipeline_stages", 2),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        yield from self.reported(port, calls_of_models(port))
