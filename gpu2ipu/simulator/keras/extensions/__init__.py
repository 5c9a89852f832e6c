"""Emulates `keras.ipu.extensions`: what a Keras model is on an IPU beyond stock Keras."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from . import register_extensions
from .extensions_base import ReplicatedMetricReductionMethod
from .functional_extensions import FunctionalExtension
from .model_extensions import ModelExtension
from .sequential_extensions import SequentialExtension

__all__ = [
    "FunctionalExtension",
    "ModelExtension",
    "ReplicatedMetricReductionMethod",
    "SequentialExtension",
    "register_extensions",
]

__getattr__ = refuse_others("keras.ipu.extensions")
