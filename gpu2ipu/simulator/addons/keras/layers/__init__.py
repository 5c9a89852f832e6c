"""Emulates `ipu_tensorflow_addons.keras.layers`."""

from __future__ import annotations

from tensorflow.python.ipu._errors import refuse_others

from .assume_equal_across_replicas import AssumeEqualAcrossReplicas
from .ctc import CTCInferenceLayer, CTCLoss, CTCPredictionsLayer
from .dense import Dense, SerialDense
from .dropout import Dropout
from .embedding_lookup import Embedding
from .normalization import (
    GroupNorm,
    GroupNormalization,
    InstanceNorm,
    InstanceNormalization,
    LayerNorm,
    LayerNormalization,
)
from .recomputation import RecomputationCheckpoint
from .rnn import GRU, LSTM, PopnnGRU, PopnnLSTM

__all__ = [
    "GRU",
    "LSTM",
    "AssumeEqualAcrossReplicas",
    "CTCInferenceLayer",
    "CTCLoss",
    "CTCPredictionsLayer",
    "Dense",
    "Dropout",
    "Embedding",
    "GroupNorm",
    "GroupNormalization",
    "InstanceNorm",
    "InstanceNormalization",
    "LayerNorm",
    "LayerNormalization",
    "PopnnGRU",
    "PopnnLSTM",
    "RecomputationCheckpoint",
    "SerialDense",
]

__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers")
