"""Emulates `keras.ipu`; importing it registers the model extensions and hooks them into Keras.

The source of each module is the file of the same name in keras/ipu of graphcore/keras, branch r2.6/sdk-release-3.4;
modules whose names begin with an underscore are our own and name theirs.
"""

from __future__ import annotations

import sys

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

from gpu2ipu.simulator.keras2 import installed
from gpu2ipu.simulator.sdk import older

from . import extensions
from .extensions import (
    FunctionalLayerPipelineStageAssignment,
    FunctionalNestedModelPipelineStageAssignment,
    ModelLayerPipelineStageAssignment,
    NestedModelPipelineStageAssignment,
    PipelineStage,
    ReplicatedMetricReductionMethod,
    SequentialLayerPipelineStageAssignment,
    SequentialNestedModelPipelineStageAssignment,
)

__all__ = [
    "FunctionalLayerPipelineStageAssignment",
    "FunctionalNestedModelPipelineStageAssignment",
    "ModelLayerPipelineStageAssignment",
    "NestedModelPipelineStageAssignment",
    "PipelineStage",
    "ReplicatedMetricReductionMethod",
    "SequentialLayerPipelineStageAssignment",
    "SequentialNestedModelPipelineStageAssignment",
    "extensions",
]

#: The mark of a Keras built for IPUs, as in the SDK.
__ipu__built__ = "1"

# `tf.keras` is a facade of the Keras package that is created on first use; add this package to it.
dir(tf.keras)
for public in installed.public_modules():
    public.ipu = sys.modules[__name__]

__getattr__ = refuse_others("keras.ipu")

older.adapt("tensorflow.python.ipu")
