"""Rounding: keeps an original and its port, which compute the same, from computing it in another order.

What they differ by then is the last bit of a number, but a training may make much of that.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf

from ..keras2 import installed


def round_alike() -> None:
    """Let whatever this process computes round as it does in others."""
    _compute_as_written()
    _multiply_for_all_gates_at_once()


def _compute_as_written() -> None:
    """Keep TensorFlow from rewriting graphs, since it rewrites a step in the loop of an execution otherwise than alone.

    The gradient of a bias in front of a batch normalization is zero but for rounding, and Adam gives it the size of any
    other.
    """
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})


def _multiply_for_all_gates_at_once() -> None:
    """Let the recurrent layers of TensorFlow 1 have the default of those that a port puts in their place.

    Theirs is a multiplication for each gate. Inputs that are not scaled stand at the kinks of a hard sigmoid, where
    the last bit decides. Newer TensorFlows do not have these layers in the private Keras any more.
    """
    try:
        modules = installed.copies("layers.recurrent")
    except ModuleNotFoundError:
        return
    for recurrent in modules:
        for name in ("GRU", "GRUCell", "LSTM", "LSTMCell"):
            layer = getattr(recurrent, name)
            layer.__init__ = _with_default(layer.__init__)


def _with_default(stock: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(stock)
    def init(layer: Any, *args: Any, **kwargs: Any) -> None:
        stock(layer, *args, **{"implementation": 2, **kwargs})

    return init
