"""Exceptions that the original does not have: what is not emulated, and what ends a program on a device."""

from __future__ import annotations

from typing import Any, Callable

from gpu2ipu.simulator.abort import DeviceAborted
from gpu2ipu.simulator.sdk import refusals
from gpu2ipu.simulator.sdk.public_names import is_public

__all__ = ["BAD_DEPTH", "DRY", "DeviceAborted", "NotEmulated", "not_emulated", "refuse_others"]


class NotEmulated(NotImplementedError):
    """The SDK has it, the simulator does not; the message names it.

    Not an AttributeError or ImportError: `from … import x` would then only say "cannot import name".
    """

    # AutoGraph raises an exception again, with the user's code in its message, only if it knows how to make one.
    __init__ = Exception.__init__


def not_emulated(what: str, why: str = "") -> NotEmulated:
    """The error for a part of the SDK; `why` goes on after the sentence that names it; if empty, `refusals` does."""
    reason = refusals.why(what)
    why = why or (f": {reason}" if reason else "")
    error: NotEmulated = NotEmulated(
        f"{what} is part of Graphcore's SDK, but gpu2ipu's simulator does not emulate it{why}."
    )
    return error


#: What the Poplar runtime says, before it aborts, of a pipeline's count that it sees only then. Source:
#: driver/visitors/pipeline_visitor.cc of the SDK.
BAD_DEPTH = "Pipeline depth is invalid. Check that pipeline depth is divisible by the overlap length."

#: What it says, before it aborts, when an infeed has no more elements. Source: driver/
#: poplar_executor.cc of the SDK.
DRY = "Infeed dataset iterator out of range. Are you trying to dequeue more elements than are in the dataset?"


def refuse_others(module: str) -> Callable[[str], Any]:
    """A module-level `__getattr__`: refuses by name what the original's `module` has and this one lacks."""

    def refuse(name: str) -> Any:
        if is_public(module, name):
            raise not_emulated(f"{module}.{name}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return refuse
