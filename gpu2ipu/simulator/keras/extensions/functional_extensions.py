"""The extension of Functional models that are created in a scope."""

from __future__ import annotations

from typing import Any

from keras.engine import functional
from tensorflow.python.ipu._errors import refuse_others

from . import _graph
from .extensions_base import KerasExtensionBase
from .pipeline_stage_assignment import (
    FunctionalLayerPipelineStageAssignment,
    FunctionalNestedModelPipelineStageAssignment,
)

__all__ = [
    "FunctionalExtension",
    "FunctionalLayerPipelineStageAssignment",
    "FunctionalNestedModelPipelineStageAssignment",
]


class FunctionalExtension(KerasExtensionBase):
    """Mixed into Functional models."""

    _assignments = _graph.FUNCTIONAL

    def _pipeline_graph(self) -> _graph.Graph:
        model: Any = self
        return _graph.graph_of(model.inputs, model.outputs, model._nodes_by_depth)

    def _stock_config(self) -> dict[str, Any]:
        with self._with_plain_config():
            config: dict[str, Any] = functional.Functional.get_config(self)
        return config

    def _build_with_dtypes(self, input_shape: Any, input_dtype: Any) -> None:
        model: Any = self
        if not model.built:
            model.build(input_shape)

    def _validate_call_function(self) -> None:
        if self._is_pipelined():
            self._refuse_override("call", functional.Functional, "for pipelined Keras Functional models.")


__getattr__ = refuse_others("keras.ipu.extensions.functional_extensions")
