"""IPU310: a batch is computed at once, although an option asks for micro-batches.

keras/ipu/extensions/extensions_base.py of the SDK: `set_gradient_accumulation_options`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.batching.outcomes import NoSplit, SplitBatch
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_REASONS = {
    NoSplit.ACCUMULATES: "the script accumulates gradients by itself: take that out, and use --gradient-accumulation",
    NoSplit.UNKNOWN_INPUT: "cannot determine the type of its data",
    NoSplit.GENERATOR: "its data is a generator: make a dataset of it first",
    NoSplit.COUNTED: "the steps of arrays decide how large a batch is: pass `batch_size`",
    NoSplit.COMPUTED: "the batch size is computed in the call: assign it to a name",
    NoSplit.UNKNOWN_BATCH: "cannot determine its batch size, which --micro-batch needs: use --gradient-accumulation",
    NoSplit.FEW_SAMPLES: "there are fewer samples than an update takes",
    NoSplit.UNEVEN: "the batch size of its dataset is no multiple of the accumulation: change one of them",
    NoSplit.DIFFERENT: "its model is also trained on batches of another size: use --gradient-accumulation",
    NoSplit.OTHER_CALL: "its model is also trained by a call whose batches cannot be split",
    NoSplit.ON_BATCH: "its model is also trained by `train_on_batch`, which does not accumulate",
    NoSplit.NO_COMPILE: "cannot determine where its model is compiled",
    NoSplit.UNNAMED_MODEL: "its model has no name where it is compiled: assign it to one",
    NoSplit.FIXED_INPUTS: "its model is created for one batch size",
}


def why_not_split(reason: NoSplit) -> str:
    """Return the words for why a batch cannot be split."""
    return _REASONS[reason]


def _words(outcome: SplitBatch) -> Words:
    samples = "" if outcome.batch is None else f" of {outcome.batch} samples"
    message = f"`fit` computes its batch{samples} at once"
    if outcome.reason is not None:
        return Words(f"{message}, and it cannot be split into micro-batches: {_REASONS[outcome.reason]}")
    parts = (outcome.accumulation or 1) * outcome.replicas
    if parts == 1:
        message = "`fit` of a pipelined model does not say how many micro-batches an update takes"
        return Words(message, "set the options of the pipeline")
    shared = "" if outcome.replicas == 1 else f" on {outcome.replicas} replicas"
    if outcome.batch_losses:
        names = ", ".join(f"`{name}`" for name in outcome.batch_losses)
        message += f"; {names} is no mean over samples, and the mean of the gradients of {parts} parts is another one"
    safety = Safety.REVIEW if outcome.batch_losses else Safety.SAFE
    if outcome.size is None:
        title = f"micro-batches of 1/{parts} of a batch{shared}, whose gradients are averaged"
        return Words(f"{message}; its size must be a multiple of {parts}", title, Safety.REVIEW)
    title = f"{parts} micro-batches of {outcome.size} samples{shared}, whose gradients are averaged"
    if outcome.whole != outcome.batch:
        return Words(message, f"{title}: updates of {outcome.whole} samples", Safety.REVIEW)
    return Words(message, title, safety)


class SplitBatchRule(Rule):
    """A batch is to be computed in parts."""

    id = "IPU310"
    name = "split-batch"
    severity = Severity.WARNING
    words = ((SplitBatch, _words),)
    what = "`--replicas`, `--gradient-accumulation` or `--micro-batch` is given, and `fit` computes each batch at once."
    why = (
        "The activations of a batch must fit into the memory of an IPU. Gradients of micro-batches are accumulated, "
        "and the weights change once for all of them. The SDK adds gradients up by default, which would multiply "
        "the learning rate: the mean keeps the training what it was."
    )
    fix = "train on micro-batches, and update the weights with the mean of their gradients"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=600)
model.fit(x_train, y_train, batch_size=100)
"""
    after = before.replace(
        "=600)",
        """=600)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, \
gradient_accumulation_reduction_method="mean")""",
    ).replace("batch_size=100", "batch_size=25")
    options = (("gradient_accumulation", 4),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each training call."""
        yield from self.reported(port, calls_of_models(port))
