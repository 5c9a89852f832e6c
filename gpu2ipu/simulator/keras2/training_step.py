"""The training step of a Keras model apart from the update of its weights, which gets the gradients."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from tensorflow.python.autograph.core import ag_ctx
from tensorflow.python.autograph.impl import api as autograph


def converted(step: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Convert a step of Keras with AutoGraph, as the `tf.function` of stock Keras does.

    So layers and losses may branch on tensors, and errors in Keras have the user's code in their message.
    """

    def run_step(data: Any) -> Any:
        return step(data)

    enabled = ag_ctx.ControlStatusCtx(ag_ctx.Status.ENABLED)
    converted: Callable[[Any], Any] = autograph.tf_convert(run_step, enabled, user_requested=True)
    return converted


class _Taker:
    """Replaces an optimizer during a train step, and passes the gradients to a function instead of applying them."""

    def __init__(self, optimizer: Any, use: Callable[[list[tuple[Any, Any]]], Any]) -> None:
        self._optimizer = optimizer
        self._use = use

    def minimize(self, loss: Any, var_list: Any, grad_loss: Any = None, tape: Any = None, **_: Any) -> None:
        self._use(_gradients(self._optimizer, loss, list(var_list), tape))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)


@contextlib.contextmanager
def optimizing(model: Any, use: Callable[[list[tuple[Any, Any]]], Any]) -> Iterator[None]:
    """Pass the gradients of the model's train step to `use` instead of calling `minimize`.

    The SDK does not call `minimize` either.
    """
    optimizer = getattr(model, "optimizer", None)
    if optimizer is None:
        yield
        return
    vars(model)["optimizer"] = _Taker(optimizer, use)  # Keras would track an ordinary attribute
    try:
        yield
    finally:
        vars(model)["optimizer"] = optimizer


def is_taken(optimizer: Any) -> bool:
    """Return whether `optimizing` has replaced an optimizer."""
    return isinstance(optimizer, _Taker)


def _gradients(optimizer: Any, loss: Any, variables: list[Any], tape: Any) -> list[tuple[Any, Any]]:
    """Return the gradients of one micro-batch as the optimizer computes them, without loss scaling."""
    if hasattr(optimizer, "_compute_gradients"):
        return list(optimizer._compute_gradients(loss, variables, tape=tape))
    if hasattr(optimizer, "compute_gradients"):
        return list(optimizer.compute_gradients(loss, variables, tape))
    if is_of_tensorflow_1(optimizer):
        return list(optimizer.get_grads(loss, variables))
    return list(zip(tape.gradient(loss, variables), variables))


def is_of_tensorflow_1(optimizer: Any) -> bool:
    """Return whether an optimizer wraps one of `tf.compat.v1.train`."""
    return hasattr(optimizer, "get_grads")
