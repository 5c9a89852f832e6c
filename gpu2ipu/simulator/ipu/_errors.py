"""Exceptions that the SDK does not have: for what is not emulated, and for what aborts the process on a device."""

from __future__ import annotations

from typing import Any, Callable

from gpu2ipu.simulator.abort import DeviceAborted
from gpu2ipu.simulator.sdk import refusals
from gpu2ipu.simulator.sdk.public_names import is_public

__all__ = ["BAD_DEPTH", "DRY", "DeviceAborted", "NotEmulated", "Refused", "not_emulated", "refuse_others"]


class NotEmulated(NotImplementedError):
    """Raised when a part of the SDK is used that the simulator does not have; the message names it."""

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


class Refused:
    """Stands for a part of the SDK that is not emulated: it can be imported, and raises NotEmulated when it is used.

    A script may import more than it uses. Its attributes are refused as well.
    """

    def __init__(self, name: str) -> None:
        """`name` is what the message names."""
        self.__name__ = name

    def __getattr__(self, name: str) -> Refused:
        if name.startswith("__"):
            raise AttributeError(f"{self!r} has no attribute {name!r}")
        return Refused(f"{self.__name__}.{name}")

    def __repr__(self) -> str:
        return f"<{self.__name__}, not emulated>"

    def __instancecheck__(self, instance: Any) -> bool:
        return False  # nothing is

    def _refuse(self, *args: Any, **kwargs: Any) -> Any:
        raise not_emulated(self.__name__)

    __call__ = __mro_entries__ = __enter__ = __iter__ = __getitem__ = _refuse

    def __exit__(self, *error: Any) -> None: ...


#: The message of the Poplar runtime when it aborts because of a pipeline's count that is known only at run time.
#: Source: driver/visitors/pipeline_visitor.cc of the SDK.
BAD_DEPTH = "Pipeline depth is invalid. Check that pipeline depth is divisible by the overlap length."

#: Its message when it aborts because an infeed has no more elements. Source: driver/poplar_executor.cc of the SDK.
DRY = "Infeed dataset iterator out of range. Are you trying to dequeue more elements than are in the dataset?"


def refuse_others(module: str) -> Callable[[str], Any]:
    """Return a module-level `__getattr__` that gives a `Refused` for names that only the SDK's `module` has."""

    def refuse(name: str) -> Any:
        if is_public(module, name):
            return Refused(f"{module}.{name}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return refuse


def refuse_all(module: str) -> Callable[[str], Any]:
    """Return a module-level `__getattr__` that gives a `Refused` for any public name."""

    def refuse(name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return Refused(f"{module}.{name}")

    return refuse
