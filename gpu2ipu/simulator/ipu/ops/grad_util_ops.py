"""Capture the gradients that flow back through tensors."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others
from ..eager import backprop

__all__ = ["capture_upstream_gradients"]


def capture_upstream_gradients(args: Any, tag: str = "") -> Any:
    """Return `args`; the current `GradientCaptureTape` or context gets their gradients under `tag`."""

    def identity(*tensors: Any) -> Any:
        def gradient(*upstream: Any) -> Any:
            backprop.push_captured_gradients(tag, list(upstream))
            return upstream[0] if len(upstream) == 1 else list(upstream)

        return [tf.identity(tensor) for tensor in tensors], gradient

    flat = [tf.convert_to_tensor(tensor) for tensor in tf.nest.flatten(args)]
    return tf.nest.pack_sequence_as(args, tf.nest.flatten(tf.custom_gradient(identity)(*flat)))


__getattr__ = refuse_others("tensorflow.python.ipu.ops.grad_util_ops")
