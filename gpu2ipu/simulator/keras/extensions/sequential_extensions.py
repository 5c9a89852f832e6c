"""The extension of Sequential models that are created in a scope."""

from __future__ import annotations

from typing import Any

from keras.engine import sequential, training
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.platform import tf_logging as logging

from . import _graph
from .extensions_base import KerasExtensionBase
from .pipeline_stage_assignment import (
    SequentialLayerPipelineStageAssignment,
    SequentialNestedModelPipelineStageAssignment,
)

__all__ = [
    "SequentialExtension",
    "SequentialLayerPipelineStageAssignment",
    "SequentialNestedModelPipelineStageAssignment",
]


class SequentialExtension(KerasExtensionBase):
    """Mixed into Sequential models."""

    layers: list[Any]

    _assignments = _graph.SEQUENTIAL

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[Any]) -> None:
        """Pipeline the model: set the stage of each layer, as integers or assignments.

        Raises ValueError unless stages start at 0 and each layer is in the stage of the previous layer or the next one.
        """
        _graph.check_length(pipeline_stage_assignment, len(self.layers))
        kinds = self._assignments
        for index, stage in enumerate(pipeline_stage_assignment):
            if isinstance(stage, int):
                pipeline_stage_assignment[index] = kinds.layer(self.layers[index], stage)
        if not all(isinstance(each, (kinds.layer, kinds.nested)) for each in pipeline_stage_assignment):
            raise ValueError(
                f"All elements of `pipeline_stage_assignment` must be instances of `{kinds.layer.__name__}` for layers "
                f"or `{kinds.nested.__name__}` for nested models."
            )
        super().set_pipeline_stage_assignment(pipeline_stage_assignment)
        self._ipu.options.pipeline_stage_assignment_valid = True

    def get_pipeline_stage_assignment(self) -> list[Any]:
        """Return the assignment of each layer: a copy of those set, else assignments without a stage."""
        if self._is_pipelined() and not self._ipu.options.pipeline_stage_assignment_valid:
            logging.info(
                "Layers have been added to or removed from the model since the last "
                "`set_pipeline_stage_assignment()`, so that its pipeline stage assignment is not valid."
            )
        return super().get_pipeline_stage_assignment()

    def _unassigned(self) -> list[Any]:
        kinds = self._assignments
        return [
            (
                kinds.nested(layer, layer.get_pipeline_stage_assignment())
                if _graph.is_model(layer)
                else kinds.layer(layer)
            )
            for layer in self.layers
        ]

    def _pipeline_graph(self) -> _graph.Graph:
        model: Any = self
        if not model._graph_initialized:
            raise RuntimeError(
                f"The Sequential model {self.name} cannot be represented as a graph network: a layer may have failed "
                "to evaluate, or is dynamic and not graph compatible."
            )
        return _graph.graph_of(model.inputs, model.outputs, model._nodes_by_depth)

    def _validate_pipeline_stage_assignment(self, assigned: Any) -> None:
        # Nested models may not be sequential, so that the whole graph is checked. Without them the model need not
        # be built.
        if any(_graph.is_model(layer) for layer in self.layers):
            _graph.place(self, assigned)
            return
        previous = 0
        for index, (assignment, layer) in enumerate(zip(assigned, self.layers)):
            previous = _next_stage(index, assignment, layer, previous)

    def _add_supported(self, layer: Any) -> bool:
        return True

    def _add_delegate(self, layer: Any) -> None:
        self._invalidate_stages("Adding a layer to")
        sequential.Sequential.add(self, layer, **{"__extension_delegate": False})

    def _pop_supported(self) -> bool:
        return True

    def _pop_delegate(self) -> None:
        self._invalidate_stages("Removing a layer from")
        sequential.Sequential.pop(self, **{"__extension_delegate": False})

    def _invalidate_stages(self, what: str) -> None:
        if self._is_pipelined():
            self._ipu.options.pipeline_stage_assignment_valid = False
            logging.info(
                "%s a pipelined Sequential model has invalidated the pipeline stage assignment. You need to call "
                "`set_pipeline_stage_assignment()` before executing again.",
                what,
            )

    def _stock_config(self) -> dict[str, Any]:
        with self._with_plain_config():
            config: dict[str, Any] = sequential.Sequential.get_config(self)
        return config

    def _build_with_dtypes(self, input_shape: Any, input_dtype: Any) -> None:
        model: Any = self
        if not model._has_explicit_input_shape:
            if not isinstance(input_shape, tuple) or not all(isinstance(size, int) for size in input_shape):
                raise RuntimeError(
                    "Layers in a Sequential model should only have a single input, but we received a "
                    f"{type(input_shape)}: {input_shape}. Consider rewriting this model with the Functional API."
                )
            with self._with_unchanged_seeds():
                model._build_graph_network_for_inferred_shape(input_shape, input_dtype)
        if model._graph_initialized:
            training.Model.build(self, input_shape)

    def _validate_call_function(self) -> None:
        if self._is_pipelined():
            self._refuse_override("call", sequential.Sequential, "for pipelined Keras Sequential models.")


def _next_stage(index: int, assignment: Any, layer: Any, previous: int) -> int:
    """Return the stage of a layer. Raises ValueError unless it is that of the previous layer or the next one."""
    stage: int | None = assignment.pipeline_stage
    if stage is None:
        raise ValueError(f"Layer {assignment.layer.name} has not been assigned a pipeline stage.")
    if assignment.layer is not layer:
        raise ValueError(
            f"The provided assignment at index {index} `pipeline_stage_assignment` is for layer "
            f"{assignment.layer.name}, but the layer in the Sequential model at index {index} is {layer.name}."
        )
    if index == 0 and stage != 0:
        raise ValueError(
            "The first layer in a pipelined sequential model needs to be assigned to the 0th pipeline stage, however "
            f"it was assigned to {stage}."
        )
    if stage not in (previous, previous + 1):
        raise ValueError(
            f"Layer {layer.name} has been assigned to pipeline stage {stage}, however the previous layer in the "
            f"Sequential model was assigned to pipeline stage {previous}. A layer in a Sequential model can only be "
            "assigned to the same pipeline stage as the previous layer or to the next pipeline stage."
        )
    return stage


__getattr__ = refuse_others("keras.ipu.extensions.sequential_extensions")
