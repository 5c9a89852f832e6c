"""Functions whose code on an IPU is shared by all of their calls."""

from __future__ import annotations

import functools
from typing import Any, Callable

from .._errors import refuse_others

__all__ = ["outlined_function"]


def outlined_function(
    func: Callable[..., Any] | None = None,
    unique_sharding: bool = False,
    keep_input_layouts: bool | None = None,
    name: str | None = None,
) -> Any:
    """Decorate a function, with or without arguments. On an IPU this saves memory for code; no effect here."""

    def decorated(inner: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(inner)
        def call(*args: Any) -> Any:
            return inner(*args)

        return call

    return decorated(func) if func is not None else decorated


__getattr__ = refuse_others("tensorflow.python.ipu.ops.functional_ops")
