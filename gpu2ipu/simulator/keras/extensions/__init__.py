"""Emulates `keras.ipu.extensions`: what Keras models have on an IPU in addition to stock Keras."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from . import (
    data_adapter,
    extensions_base,
    functional_extensions,
    model_extensions,
    pipeline_stage_assignment,
    register_extensions,
    sequential_extensions,
)
from .extensions_base import ReplicatedMetricReductionMethod
from .functional_extensions import FunctionalExtension
from .model_extensions import ModelExtension
from .pipeline_stage_assignment import (
    FunctionalLayerPipelineStageAssignment,
    FunctionalNestedModelPipelineStageAssignment,
    ModelLayerPipelineStageAssignment,
    NestedModelPipelineStageAssignment,
    PipelineStage,
    SequentialLayerPipelineStageAssignment,
    SequentialNestedModelPipelineStageAssignment,
)
from .sequential_extensions import SequentialExtension

__all__ = [
    "FunctionalExtension",
    "FunctionalLayerPipelineStageAssignment",
    "FunctionalNestedModelPipelineStageAssignment",
    "ModelExtension",
    "ModelLayerPipelineStageAssignment",
    "NestedModelPipelineStageAssignment",
    "PipelineStage",
    "ReplicatedMetricReductionMethod",
    "SequentialExtension",
    "SequentialLayerPipelineStageAssignment",
    "SequentialNestedModelPipelineStageAssignment",
    "data_adapter",
    "extensions_base",
    "functional_extensions",
    "model_extensions",
    "pipeline_stage_assignment",
    "register_extensions",
    "sequential_extensions",
]

__getattr__ = refuse_others("keras.ipu.extensions")
