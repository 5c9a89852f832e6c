"""Exceptions that the SDK does not have: for what is not emulated, and for what aborts the process on a device."""

from __future__ import annotations

import importlib
from typing import Any, Callable

from gpu2ipu.simulator.abort import DeviceAborted
from gpu2ipu.simulator.sdk import refusals
from gpu2ipu.simulator.sdk.public_names import is_public

__all__ = ["BAD_DEPTH", "DRY", "DeviceAborted", "NotEmulated", "load", "not_emulated", "refuse_others"]


class NotEmulated(NotImplementedError):
    """Raised for a part of the SDK that the simulator does not have; the message names it.

    Not an AttributeError or ImportError: `from … import x` would then only say "cannot import name".
    """

    # AutoGraph can add the user's code to the message only of exceptions with this constructor.
    __init__ = Exception.__init__


def not_emulated(what: str, why: str = "") -> NotEmulated:
    """Return the error for a part of the SDK; `why` continues its message, by default with the reason in `refusals`."""
    reason = refusals.why(what)
    why = why or (f": {reason}" if reason else "")
    error: NotEmulated = NotEmulated(
        f"{what} is part of Graphcore's SDK, but gpu2ipu's simulator does not emulate it{why}."
    )
    return error


#: The message of the Poplar runtime when it aborts because of a pipeline's count that is known only at run time.
#: Source: driver/visitors/pipeline_visitor.cc of the SDK.
BAD_DEPTH = "Pipeline depth is invalid. Check that pipeline depth is divisible by the overlap length."

#: Its message when it aborts because an infeed has no more elements. Source: driver/poplar_executor.cc of the SDK.
DRY = "Infeed dataset iterator out of range. Are you trying to dequeue more elements than are in the dataset?"


def refuse_others(module: str) -> Callable[[str], Any]:
    """Return a module-level `__getattr__` that raises NotEmulated for names that only the SDK's `module` has."""

    def refuse(name: str) -> Any:
        if is_public(module, name):
            raise not_emulated(f"{module}.{name}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return refuse


def load(module: str) -> Any:
    """Return a module of the SDK. Raises NotEmulated with its own name, not that of its package."""
    try:
        return importlib.import_module(module)
    except NotEmulated:
        raise not_emulated(module) from None
