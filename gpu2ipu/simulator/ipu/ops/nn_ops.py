"""Activations, losses, CTC, and multi-convolutions."""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf

from .. import scopes
from .._errors import refuse_others

__all__ = [
    "ctc_beam_search_decoder",
    "ctc_beam_search_decoder_with_log_probs",
    "ctc_loss_v2",
    "ctc_loss_with_log_probs",
    "gelu",
    "hard_sigmoid",
    "multi_conv",
    "nce_loss",
    "sampled_softmax_loss",
    "softmax",
    "swish",
]


def gelu(x: Any, approximate: bool = True, name: str | None = None) -> Any:
    """Return the Gaussian error linear unit."""
    return tf.nn.gelu(x, approximate)


def hard_sigmoid(x: Any, name: str | None = None) -> Any:
    """Return `0.2 x + 0.5`, clipped to 0 and 1."""
    x = tf.convert_to_tensor(x)
    return tf.clip_by_value(x * tf.cast(0.2, x.dtype) + tf.cast(0.5, x.dtype), 0, 1)


def swish(x: Any, name: str | None = None) -> Any:
    """Return `x sigmoid(x)`."""
    x = tf.convert_to_tensor(x)
    return x * tf.sigmoid(x)


def softmax(x: Any, stable: bool = False, name: str | None = None) -> Any:
    """Return the softmax over the last axis; here always the numerically stable one."""
    return tf.nn.softmax(x)


def multi_conv(func: Callable[..., Any] | None = None, options: dict[str, str] | None = None) -> Any:
    """Decorate a function, with or without arguments: an IPU runs all of its convolutions at once.

    Its calls raise TypeError for options that are no dictionary.
    """

    def decorated(inner: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(inner)
        def call(*args: Any) -> Any:
            if options and not isinstance(options, dict):
                raise TypeError(
                    f"Expected the multi_conv `options` to be a `dict`, but got {options} instead."
                )
            return inner(*args)

        return call

    return decorated(func) if func is not None else decorated


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    name: str = "sampled_softmax_loss",
    seed: Any = None,
) -> Any:
    """Return `tf.nn.sampled_softmax_loss` without removing accidental hits."""
    return tf.nn.sampled_softmax_loss(
        weights,
        biases,
        tf.cast(labels, tf.int64),
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits=False,
        seed=seed,
    )


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    name: str = "nce_loss",
) -> Any:
    """Return `tf.nn.nce_loss` without removing accidental hits."""
    labels = tf.cast(labels, tf.int64)
    return tf.nn.nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values)


def ctc_loss_v2(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    blank_index: int,
    out_dtype: Any = None,
    name: str | None = None,
) -> Any:
    """Return the CTC loss of each sequence; `logits` are [time, batch, class].

    Raises ValueError for float16 results of float32 logits.
    """
    return _ctc_loss(labels, logits, label_length, logit_length, blank_index, out_dtype, "logits")


def ctc_loss_with_log_probs(
    labels: Any,
    data: Any,
    label_length: Any,
    data_length: Any,
    blank_index: int,
    out_dtype: Any = None,
    name: str | None = None,
) -> Any:
    """Return the CTC loss for log probabilities, see `ctc_loss_v2`."""
    return _ctc_loss(labels, data, label_length, data_length, blank_index, out_dtype, "data")


def _ctc_loss(
    labels: Any, logits: Any, label_length: Any, length: Any, blank: int, out_dtype: Any, name: str
) -> Any:
    logits = tf.convert_to_tensor(logits)
    out_dtype = logits.dtype if out_dtype is None else tf.as_dtype(out_dtype)
    if logits.dtype == tf.float32 and out_dtype == tf.float16:
        raise ValueError(f"out_dtype cannot be float16 when dtype of {name} is float32.")
    # The SDK has an operation of its own; that of TensorFlow contains operations that an IPU does not have.
    with scopes.on_host("ctc_loss"):
        # Log probabilities are normalised logits.
        logits = tf.cast(logits, tf.float32)
        loss = tf.nn.ctc_loss(labels, logits, label_length, length, logits_time_major=True, blank_index=blank)
    return tf.cast(loss, out_dtype)


def ctc_beam_search_decoder(
    logits: Any,
    logits_lengths: Any,
    beam_width: int = 100,
    top_paths: int = 1,
    blank_index: int = -1,
    name: str | None = None,
) -> tuple[Any, Any, Any]:
    """Return the `top_paths` most likely labels of each sequence; `logits` are [time, batch, class].

    Returns negative logarithms of their probabilities, their lengths, and the labels, padded with zeros.
    """
    logits = tf.convert_to_tensor(logits)
    time, batch, classes = logits.shape
    blank = blank_index % classes
    with scopes.on_host("ctc_beam_search"):  # as for the loss
        # The blank of TensorFlow's decoder is the last class.
        order = [each for each in range(classes) if each != blank] + [blank]
        data = tf.gather(tf.cast(logits, tf.float32), order, axis=2)
        found, scores = tf.nn.ctc_beam_search_decoder(data, logits_lengths, beam_width, top_paths)
        lengths = [tf.math.bincount(tf.cast(each.indices[:, 0], tf.int32), minlength=batch) for each in found]
        labels = [
            tf.scatter_nd(each.indices, tf.gather(order, each.values), tf.constant([batch, time], tf.int64))
            for each in found
        ]
        results = -tf.cast(scores, logits.dtype), tf.stack(lengths, 1), tf.stack(labels, 1)
    shapes = [batch, top_paths], [batch, top_paths], [batch, top_paths, time]
    probabilities, lengths, labels = (tf.ensure_shape(*pair) for pair in zip(results, shapes))
    return probabilities, lengths, labels


def ctc_beam_search_decoder_with_log_probs(
    log_probs: Any,
    input_lengths: Any,
    beam_width: int = 100,
    top_paths: int = 1,
    blank_index: int = -1,
    name: str | None = None,
) -> tuple[Any, Any, Any]:
    """Decode log probabilities, see `ctc_beam_search_decoder`."""
    return ctc_beam_search_decoder(log_probs, input_lengths, beam_width, top_paths, blank_index, name)


__getattr__ = refuse_others("tensorflow.python.ipu.ops.nn_ops")
