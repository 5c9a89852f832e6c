"""Emulates `keras.ipu.optimizers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .als_optimizer import ALSGradientAccumulationOptimizer, ALSOptimizer
from .gradient_accumulation_optimizer import GradientAccumulationOptimizer

__all__ = ["ALSGradientAccumulationOptimizer", "ALSOptimizer", "GradientAccumulationOptimizer"]

__getattr__ = refuse_others("keras.ipu.optimizers")
