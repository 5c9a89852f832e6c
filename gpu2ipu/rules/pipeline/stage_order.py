"""IPU404: the pipeline stages of a model are in an order that the SDK refuses.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.pipeline.outcomes import Fault, WrongStage
from gpu2ipu.port.pipeline.stage_order import wrong_stages
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words


def _wrong(outcome: WrongStage) -> Words:
    before, stage = outcome.before, outcome.stage
    match outcome.fault:
        case Fault.FIRST:
            return Words(f"the first pipeline stage is {stage}: count stages from 0")
        case Fault.GAP:
            return Words(
                f"pipeline stage {stage} comes after stage {before}: no stage may be without a layer"
            )
        case Fault.BACKWARD:
            return Words(
                f"a layer of pipeline stage {stage} comes after one of stage {before}: put it into stage {before} or a "
                "later one"
            )
        case Fault.LENGTH:
            return Words(
                f"{before} stages are given for {stage} layers: give each layer one, inputs left out"
            )
        case _:
            return Words(
                "a layer is in no pipeline stage: put its call into a `PipelineStage` block as all others"
            )


class StageOrder(Rule):
    """Stages with gaps, backward edges, or layers without a stage."""

    id = "IPU404"
    name = "stage-order"
    severity = Severity.ERROR
    words = ((WrongStage, _wrong),)
    what = "The pipeline stages of a model have a gap, go back to an earlier stage, or do not fit its layers."
    why = (
        'The SDK raises an error when the model is created, assigned or first run: "has a dependency from a pipeline '
        'stage which has not yet been executed", "same pipeline stage as the previous layer or to the next".'
    )
    fix = "needs manual work"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(8), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 0])
"""
    after = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(8), keras.layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1, 1])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each wrong list, and for each wrong call of a layer."""
        yield from self.reported(port, wrong_stages(port))
