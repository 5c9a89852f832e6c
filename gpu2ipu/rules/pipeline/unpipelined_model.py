"""IPU401: pipeline stages are asked for, and a model has none.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.pipeline.outcomes import StagedModel, UnstagedModel, Why
from gpu2ipu.port.pipeline.pipelines import pipelines_of
from gpu2ipu.port.pipeline.stage_edits import SETTER
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_BLOCKS = "put the calls of its layers into `keras.ipu.PipelineStage` blocks"


def _staged(outcome: StagedModel) -> Words:
    what = f"the model is not split into {outcome.stages} pipeline stages"
    if not outcome.edits:
        return Words(f"{what}: create it in the scope of an IPUStrategy first")
    if outcome.is_planned:
        return _planned(outcome, what)
    if outcome.is_computed:
        how = "assign them when the script runs, by the number of layers with kernels"
        return Words(f"{what}, and its layers are not written here", how, Safety.REVIEW)
    if outcome.is_even:
        how = "give each stage the same number of layers"
        return Words(f"{what}, and its layers cannot be counted here", how, Safety.REVIEW)
    return Words(what, "set the stage of each layer" if outcome.is_listed else _BLOCKS)


def _planned(outcome: StagedModel, what: str) -> Words:
    if outcome.is_computed:
        how = "assign its layers as planned, when the script runs, by the names of those that begin a stage"
    else:
        how = "set the stage of each layer as planned" if outcome.is_listed else f"{_BLOCKS}, as planned"
    if outcome.is_moved:
        how += ", with cuts moved to whole statements"
    if not outcome.fits:
        return Words(
            what, f"{how}; by the estimate of the plan a stage is too large for an IPU", Safety.REVIEW
        )
    return Words(what, how)


def _unstaged(outcome: UnstagedModel) -> Words:
    what = f"the model is not split into {outcome.stages} pipeline stages"
    return Words(f"{what}: {_reason(outcome)}")


def _reason(outcome: UnstagedModel) -> str:
    parts = f"into {outcome.parts} part" + ("s" if outcome.parts != 1 else "")
    match outcome.why:
        case Why.TOO_FEW:
            return f"its statements can only be cut {parts}; write one layer a statement, or ask for fewer stages"
        case Why.TOO_FEW_LAYERS:
            layers = "layer" + ("s" if outcome.parts != 1 else "")
            return f"it has {outcome.parts or 'no'} {layers}; ask for fewer stages"
        case Why.NO_NAME:
            return f"it has no name of its own; bind it to one, and call its `{SETTER}`"
        case Why.NESTED:
            return (
                "it holds another model, whose layers have stages of their own; assign them with "
                f"`get_pipeline_stage_assignment` and `{SETTER}`"
            )
        case Why.SHARED:
            cut = f", so that it can only be cut {parts}; ask for fewer stages" if outcome.parts else ""
            return f"all calls of one layer must be in one stage{cut or '; assign its layers by hand'}"
        case Why.CUSTOM_LOOP:
            return (
                "Keras pipelines only what `fit`, `evaluate` and `predict` run, not a training loop of your own; "
                "use `ipu.pipelining_ops.pipeline` there"
            )
        case Why.ON_BATCH:
            return "`train_on_batch` and the like ignore stages; use `fit`, `evaluate` and `predict`"
        case Why.OTHER_MODEL:
            return (
                f"the model `{outcome.other}` cannot be, and would be trained by a replica on each IPU; give it "
                "stages, too"
            )
        case Why.SUBCLASS:
            return f"it is a subclass of `Sequential`; call `{SETTER}` of its instances"
        case _:
            what = f"call its `{SETTER}` with a stage for each" if outcome.is_listed else _BLOCKS
            return f"cannot determine its layers; {what}"


class UnpipelinedModel(Rule):
    """A model without stages, where some are asked for."""

    id = "IPU401"
    name = "unpipelined-model"
    severity = Severity.ERROR
    words = ((StagedModel, _staged), (UnstagedModel, _unstaged))
    what = "`--pipeline-stages N` asks for a pipeline, and a model is not split into stages."
    why = (
        "A model without stages is not spread over the IPUs of its device: each IPU gets a replica of it, trains on "
        "other batches, and the sum of all gradients changes the weights."
    )
    fix = "`PipelineStage` blocks, or `set_pipeline_stage_assignment`; what cannot be cut needs manual work"
    options = (("pipeline_stages", 2),)
    before = SET_UP + """
with strategy.scope():
    inputs = keras.Input((28, 28))
    x = keras.layers.Flatten()(inputs)
    x = keras.layers.Dense(64, activation="relu")(x)
    outputs = keras.layers.Dense(10)(x)
    model = keras.Model(inputs, outputs)
    model.compile("adam", "mse")
"""
    after = SET_UP.replace("ipus = 1", "ipus = 2") + """
with strategy.scope():
    inputs = keras.Input((28, 28))
    with keras.ipu.PipelineStage(0):
        x = keras.layers.Flatten()(inputs)
        x = keras.layers.Dense(64, activation="relu")(x)
    with keras.ipu.PipelineStage(1):
        outputs = keras.layers.Dense(10)(x)
    model = keras.Model(inputs, outputs)
    model.compile("adam", "mse")
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each model that is compiled, trained or run."""
        yield from self.reported(port, pipelines_of(port))
