"""IPU403: a batch normalization in a pipeline.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.pipeline.moving_statistics import normalized_batches
from gpu2ipu.port.pipeline.outcomes import NormalizedBatches
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_INSTEAD = "`LayerNormalization` or the `GroupNormalization` of `ipu_tensorflow_addons`"


def _normalized(outcome: NormalizedBatches) -> Words:
    is_layer = outcome.name.endswith("Normalization")
    what = f"`{outcome.name}`" if is_layer else f"the batch normalizations of `{outcome.name}`"
    return Words(
        f"in a pipeline the moving statistics of {what} are not properly updated, which `evaluate` and `predict` use: "
        f"take {_INSTEAD}, or check the results"
    )


class BatchNormInPipeline(Rule):
    """A batch normalization in a model with pipeline stages."""

    id = "IPU403"
    name = "batch-norm-in-pipeline"
    severity = Severity.WARNING
    words = ((NormalizedBatches, _normalized),)
    what = "A model with pipeline stages has a `BatchNormalization` layer."
    why = (
        'It normalizes micro-batches, and its moving statistics, which evaluation uses, are wrong: "The moving '
        'statistics for keras.BatchNormalization layers in pipelined models are not properly updated when training".'
    )
    fix = "needs manual work"
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
