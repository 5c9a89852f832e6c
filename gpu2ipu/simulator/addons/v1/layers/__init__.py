"""Emulates `ipu_tensorflow_addons.v1.layers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .rnn_ops import PopnnGRU, PopnnLSTM

__all__ = ["PopnnGRU", "PopnnLSTM"]

__getattr__ = refuse_others("ipu_tensorflow_addons.v1.layers")
