"""The assignment of layers to pipeline stages: the scope `PipelineStage`, and the objects that record it."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu import ipu_strategy
from tensorflow.python.ipu._errors import refuse_others

__all__ = [
    "FunctionalLayerPipelineStageAssignment",
    "FunctionalNestedModelPipelineStageAssignment",
    "ModelLayerPipelineStageAssignment",
    "NestedModelPipelineStageAssignment",
    "PipelineStage",
    "SequentialLayerPipelineStageAssignment",
    "SequentialNestedModelPipelineStageAssignment",
]


class PipelineStage:
    """A scope that assigns the layers created or called in it to a pipeline stage; calls take precedence over layers.

    Raises ValueError for a negative stage, RuntimeError outside the scope of an `IPUStrategy` and inside
    another `PipelineStage`.
    """

    def __init__(self, stage: int) -> None:
        """Stages count from 0."""
        self._stage = stage

    def __enter__(self) -> PipelineStage:
        """Begin the scope."""
        if self._stage < 0:
            raise ValueError(f"{self._stage} is not a valid pipeline stage.")
        strategy = tf.distribute.get_strategy()
        if not isinstance(strategy, ipu_strategy.IPUStrategyV1):
            raise RuntimeError("PipelineStage may only be used from within an IPUStrategy context.")
        if hasattr(strategy, "_pipeline_stage"):
            raise RuntimeError("Pipeline stages must not be nested.")
        strategy._pipeline_stage = self._stage
        return self

    def __exit__(self, *exception: object) -> None:
        """End the scope."""
        del tf.distribute.get_strategy()._pipeline_stage


def mark_stage(instance: Any) -> None:
    """Note the current `PipelineStage` on a new layer, or on the node of a call."""
    stage = getattr(tf.distribute.get_strategy(), "_pipeline_stage", None)
    if stage is not None:
        object.__setattr__(instance, "_pipeline_stage", stage)


class SequentialLayerPipelineStageAssignment:
    """The stage of a layer of a Sequential model; `pipeline_stage` is None until it is set."""

    is_nested_model = False

    def __init__(self, layer: Any, pipeline_stage: int | None = None) -> None:
        """The assignment has no effect before it is set with `set_pipeline_stage_assignment`."""
        self._layer = layer
        self.pipeline_stage = pipeline_stage

    @property
    def layer(self) -> Any:
        """The layer."""
        return self._layer

    def __str__(self) -> str:
        """Return the assignment as text."""
        return f"Layer: {self.layer.name} is assigned to pipeline stage: {self.pipeline_stage}"


class ModelLayerPipelineStageAssignment:
    """The stage of one call of a layer; the first call has `node_index` 0."""

    is_nested_model = False

    def __init__(self, layer: Any, node_index: int, pipeline_stage: int | None = None) -> None:
        """The assignment has no effect before it is set with `set_pipeline_stage_assignment`."""
        self._layer = layer
        self._node_index = node_index
        self.pipeline_stage = pipeline_stage

    @property
    def layer(self) -> Any:
        """The layer."""
        return self._layer

    @property
    def node_index(self) -> int:
        """The number of the call."""
        return self._node_index

    @property
    def inbound_layers(self) -> list[Any]:
        """The layers whose outputs this call takes."""
        return _inbound_layers(self.layer, self.node_index)

    def __str__(self) -> str:
        """Return the assignment as text."""
        return (
            f"Layer: {self.layer.name} (node index {self.node_index}) is assigned to pipeline stage: "
            f"{self.pipeline_stage}"
        )


class FunctionalLayerPipelineStageAssignment(ModelLayerPipelineStageAssignment):
    """The stage of one call of a layer in a Functional model."""


class SequentialNestedModelPipelineStageAssignment:
    """The stages of the layers of a model nested in a Sequential model.

    Initially they are those of the nested model; setting stages here does not change the nested model.
    """

    is_nested_model = True

    def __init__(self, nested_model: Any, pipeline_stage_assignments: list[Any]) -> None:
        """`pipeline_stage_assignments` are those of the layers of `nested_model`."""
        self._nested_model = nested_model
        self._pipeline_stage_assignments = pipeline_stage_assignments

    @property
    def nested_model(self) -> Any:
        """The model."""
        return self._nested_model

    @property
    def pipeline_stage_assignments(self) -> list[Any]:
        """The assignments of its layers."""
        return list(self._pipeline_stage_assignments)

    def __str__(self) -> str:
        """Return the assignment as text."""
        return f"Model: {self.nested_model.name} {_parts(self)}"


class NestedModelPipelineStageAssignment:
    """The stages of the layers of a model nested in a subclass of Model, for one call of it."""

    is_nested_model = True

    def __init__(self, nested_model: Any, node_index: int, pipeline_stage_assignments: list[Any]) -> None:
        """`pipeline_stage_assignments` are those of the layers of `nested_model`."""
        self._nested_model = nested_model
        self._node_index = node_index
        self._pipeline_stage_assignments = pipeline_stage_assignments

    @property
    def nested_model(self) -> Any:
        """The model."""
        return self._nested_model

    @property
    def node_index(self) -> int:
        """The number of the call."""
        return self._node_index

    @property
    def inbound_layers(self) -> list[Any]:
        """The layers whose outputs this call takes."""
        return _inbound_layers(self.nested_model, self.node_index)

    @property
    def pipeline_stage_assignments(self) -> list[Any]:
        """The assignments of its layers."""
        return list(self._pipeline_stage_assignments)

    def __str__(self) -> str:
        """Return the assignment as text."""
        return f"Model: {self.nested_model.name} (node index {self.node_index}) {_parts(self)}"


class FunctionalNestedModelPipelineStageAssignment(NestedModelPipelineStageAssignment):
    """The stages of the layers of a model nested in a Functional model, for one call of it."""


def _inbound_layers(layer: Any, node_index: int) -> list[Any]:
    return [node.layer for node in layer._inbound_nodes[node_index].parent_nodes]


def _parts(assignment: Any) -> str:
    lines = [f"\n  {part}" for part in assignment.pipeline_stage_assignments]
    return "has the following pipeline stage assignments:" + "".join(lines)


__getattr__ = refuse_others("keras.ipu.extensions.pipeline_stage_assignment")
