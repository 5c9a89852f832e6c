"""Emulates `ipu_tensorflow_addons.keras.optimizers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .adam_optimizer import AdamIpuOptimizer
from .ipu_optimizer_base import IpuOptimizerBase
from .lamb_optimizer import LAMBIpuOptimizer
from .sgd_optimizer import SGDIpuOptimizer

__all__ = ["AdamIpuOptimizer", "IpuOptimizerBase", "LAMBIpuOptimizer", "SGDIpuOptimizer"]

__getattr__ = refuse_others("ipu_tensorflow_addons.keras.optimizers")
