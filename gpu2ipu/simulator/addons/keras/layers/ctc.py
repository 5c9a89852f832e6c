"""Layers for the loss of connectionist temporal classification, and for its predictions."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.ops import nn_ops

__all__ = ["CTCInferenceLayer", "CTCLoss", "CTCPredictionsLayer"]


class CTCInferenceLayer(tf.keras.layers.Layer):  # type: ignore[misc]
    """Finds the most likely labels of sequences by a beam search."""

    def __init__(
        self,
        blank_index: int = 0,
        beam_width: int = 100,
        top_paths: int = 1,
        from_logits: bool = False,
        **kwargs: Any,
    ) -> None:
        """`from_logits` says that the data are logits, not logarithms of probabilities."""
        super().__init__(**kwargs)
        self.blank_index = blank_index
        self.beam_width = beam_width
        self.top_paths = top_paths
        self.from_logits = from_logits

    def call(self, data: Any, data_length: Any, **kwargs: Any) -> Any:
        """Return negative logarithms of probabilities, lengths and labels; `data` are [time, batch, class]."""
        search = (
            nn_ops.ctc_beam_search_decoder
            if self.from_logits
            else nn_ops.ctc_beam_search_decoder_with_log_probs
        )
        return search(
            data,
            data_length,
            beam_width=self.beam_width,
            top_paths=self.top_paths,
            blank_index=self.blank_index,
        )

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {
            **super().get_config(),
            "blank_index": self.blank_index,
            "beam_width": self.beam_width,
            "top_paths": self.top_paths,
            "from_logits": self.from_logits,
        }


class CTCPredictionsLayer(CTCInferenceLayer):
    """Finds the labels of the most likely path of each sequence, followed by the blank."""

    def call(self, data: Any, data_length: Any, **kwargs: Any) -> Any:
        """Return labels, [batch, time]; `data` are [time, batch, class]."""
        costs, lengths, labels = super().call(data, data_length, **kwargs)
        best = tf.argmin(costs, axis=1, output_type=tf.int32)
        lengths = tf.gather(lengths, best, axis=1, batch_dims=1)
        labels = tf.gather(labels, best, axis=1, batch_dims=1)
        used = tf.sequence_mask(lengths, labels.shape[1])
        return tf.where(used, labels, tf.cast(self.blank_index, labels.dtype))


class CTCLoss(tf.keras.layers.Layer):  # type: ignore[misc]
    """Computes the mean loss of a batch of sequences."""

    def __init__(self, blank_index: int = 0, from_logits: bool = False, **kwargs: Any) -> None:
        """`from_logits` says that the data are logits, not logarithms of probabilities."""
        super().__init__(**kwargs)
        self.blank_index = blank_index
        self.from_logits = from_logits

    def call(self, labels: Any, data: Any, label_length: Any, data_length: Any, **kwargs: Any) -> Any:
        """Return the loss, [1]; `data` are [time, batch, class]."""
        loss = nn_ops.ctc_loss_v2 if self.from_logits else nn_ops.ctc_loss_with_log_probs
        each = loss(labels, data, label_length, data_length, self.blank_index)
        return tf.reshape(tf.reduce_mean(each), [1])

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {
            **super().get_config(),
            "blank_index": self.blank_index,
            "from_logits": self.from_logits,
        }


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.ctc")
