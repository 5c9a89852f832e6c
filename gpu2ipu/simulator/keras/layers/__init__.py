"""Emulates `keras.ipu.layers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .capture_upstream_gradients import CaptureActivationGradients, CaptureUpstreamGradients

__all__ = ["CaptureActivationGradients", "CaptureUpstreamGradients"]

__getattr__ = refuse_others("keras.ipu.layers")
