"""Replace methods of Keras by functions around them, so that Keras and Graphcore's extensions do not notice."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable

import tensorflow as tf


def wrap(owner: Any, name: str, around: Callable[..., Any]) -> None:
    """Replace a method of all models, also those on IPUs, by `around(stock method, model, arguments)`."""
    stock = vars(owner)[name]

    @functools.wraps(stock)
    def method(model: Any, *args: Any, **kwargs: Any) -> Any:
        return around(stock, model, *args, **kwargs)

    # Graphcore's Keras extension compares the signature of a method with that of the stock one.
    method.__signature__ = signature_of(stock)  # type: ignore[attr-defined]
    setattr(owner, name, method)


def signature_of(method: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a method of a model; Graphcore's Keras wraps those that an extension may replace."""
    return inspect.signature(getattr(method, "__original_func__", method))


def builds_graph() -> bool:
    """Return whether the script builds a graph of TensorFlow 1, as estimators do. Its steps are not recorded.

    Variables of ours would be initialized by its session, which runs when and as often as the script says.
    """
    return not tf.compat.v1.executing_eagerly_outside_functions()
