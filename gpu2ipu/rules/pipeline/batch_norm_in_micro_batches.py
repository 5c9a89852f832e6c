"""IPU403: a batch normalization in micro-batches.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.pipeline.normalized_batches import normalized_batches
from gpu2ipu.port.pipeline.outcomes import NormalizedBatches
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_INSTEAD = "`LayerNormalization` or the `GroupNormalization` of `ipu_tensorflow_addons`"


def _normalized(outcome: NormalizedBatches) -> Words:
    is_layer = outcome.name.endswith("Normalization")
    what = (
        f"`{outcome.name}` normalizes"
        if is_layer
        else f"the batch normalizations of `{outcome.name}` normalize"
    )
    its = "its" if is_layer else "their"
    message = f"{what} each micro-batch by its own statistics, not by those of the batch of a weight update"
    if outcome.loses_statistics:
        used = "which `evaluate` and `predict` use, are not properly updated"
        message += f"; in a pipeline {its} moving statistics, {used}"
    return Words(f"{message}: take {_INSTEAD}, or check the results")


class BatchNormInMicroBatches(Rule):
    """A batch normalization in a model that is trained on micro-batches."""

    id = "IPU403"
    name = "batch-norm-in-micro-batches"
    severity = Severity.NOTE
    effort = Effort.LOW
    words = ((NormalizedBatches, _normalized),)
    what = "A model that accumulates gradients, has replicas or pipeline stages has a `BatchNormalization` layer."
    why = (
        "It normalizes micro-batches, so that the model learns otherwise than by whole batches; `gpu2ipu compare` says "
        "how far. In a pipeline its moving statistics, which evaluation uses, are wrong: "
        '"The moving statistics for keras.BatchNormalization layers in pipelined models are not properly updated when '
        'training".'
    )
    fix = "a note: take a normalization that does not see the batch, or check the results"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 0, 1])
"""
    after = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.LayerNormalization(), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 0, 1])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each file, at its first batch normalization."""
        yield from self.reported(port, normalized_batches(port))
