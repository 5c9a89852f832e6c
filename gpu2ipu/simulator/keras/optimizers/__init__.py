"""Emulates `keras.ipu.optimizers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .adam import ALSOptimizerAdam
from .als_optimizer import ALSGradientAccumulationOptimizer, ALSOptimizer
from .gradient_accumulation_optimizer import GradientAccumulationOptimizer
from .gradient_descent import ALSOptimizerSGD
from .rmsprop import ALSOptimizerRMSProp

__all__ = [
    "ALSGradientAccumulationOptimizer",
    "ALSOptimizer",
    "ALSOptimizerAdam",
    "ALSOptimizerRMSProp",
    "ALSOptimizerSGD",
    "GradientAccumulationOptimizer",
]

__getattr__ = refuse_others("keras.ipu.optimizers")
