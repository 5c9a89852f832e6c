"""Asynchronous callbacks: batch callbacks are called for each step of each replica, not once per execution.

On an IPU a thread calls them during the execution; here they are called one after the other at its end, with the same
numbers and arguments. Source: keras/ipu/extensions/polling_thread.py of the SDK.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

from .extensions_base import KerasExtensionBase


def begin(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `CallbackList.on_…_batch_begin`: callbacks by step are called at the end of the execution."""

    @functools.wraps(stock)
    def on_batch_begin(self: Any, batch: int, logs: Any = None) -> None:
        if not _by_step(self):
            stock(self, batch, logs)

    return on_batch_begin


def end(stock_begin: Callable[..., Any], stock_end: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Wrap `CallbackList.on_…_batch_end`: both methods are called for each step; predictions are its "outputs"."""

    @functools.wraps(stock_end)
    def on_batch_end(self: Any, batch: int, logs: Any = None) -> None:
        if not _by_step(self):
            stock_end(self, batch, logs)
            return
        steps = self.model._ipu.step_results or []
        for step, replicas in enumerate(steps, batch - len(steps) + 1):
            for result in replicas:
                stock_begin(self, step)
                stock_end(self, step, {"outputs": result} if name == "predict" else result)

    return on_batch_end


def _by_step(callbacks: Any) -> bool:
    model = getattr(callbacks, "model", None)  # a list may have no model
    return isinstance(model, KerasExtensionBase) and model._calls_back_by_step(model._ipu.mode)


def install(callback_list: Any) -> None:
    """Wrap the batch methods of Keras's `CallbackList`."""
    for name in ("train", "test", "predict"):
        stock_begin = getattr(callback_list, f"on_{name}_batch_begin")
        stock_end = getattr(callback_list, f"on_{name}_batch_end")
        setattr(callback_list, f"on_{name}_batch_begin", begin(stock_begin))
        setattr(callback_list, f"on_{name}_batch_end", end(stock_begin, stock_end, name))
