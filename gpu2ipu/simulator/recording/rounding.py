"""Make an original and its port compute in the same order, so that both round alike.

Another order changes only the last bit of a number, but training may amplify that.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import tensorflow as tf

from ..keras2 import installed


def round_alike() -> None:
    """Make computations in this process round as in any other."""
    _compute_as_written()
    _multiply_for_all_gates_at_once()


def _compute_as_written() -> None:
    """Keep TensorFlow from rewriting graphs: it rewrites a step differently in the loop of an execution.

    For example, the gradient of a bias in front of a batch normalization is zero up to rounding, and Adam scales it to
    the size of any other.
    """
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})


def _multiply_for_all_gates_at_once() -> None:
    """Give the recurrent layers of TensorFlow 1 the default `implementation` of the layers that replace them in a port.

    Their own default is one multiplication per gate. With unscaled inputs the hard sigmoid is at its kinks, where the
    last bit decides. Newer TensorFlows no longer have these layers in the private copy of Keras.
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
