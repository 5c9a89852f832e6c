"""`steps_per_execution`: a variable of the model that a data handler may lower temporarily."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator


@contextlib.contextmanager
def steps_per_execution(holder: Any, steps: int) -> Iterator[None]:
    """Set `steps_per_execution` of `holder`, a model or a data handler, temporarily.

    Both share one variable. The data handler of Keras 2.6 also caches its value, that of newer Keras does not.
    """
    variable = holder._steps_per_execution
    before = value_of(variable)
    if before == steps:
        yield
        return
    cached = hasattr(holder, "_steps_per_execution_value")
    try:
        variable.assign(steps)
        if cached:
            holder._steps_per_execution_value = steps
        yield
    finally:
        variable.assign(before)
        if cached:
            holder._steps_per_execution_value = before


def value_of(variable: Any) -> int:
    """Return the value of `steps_per_execution`: 1 if the model has not been compiled."""
    return int(variable.numpy()) if hasattr(variable, "numpy") else int(variable or 1)
