"""Frozen dataclasses whose methods are made when the first object is.

`dataclasses.dataclass` compiles six methods of each class when a module is imported, 1 to 2 ms a class. That was a
third of the time that `check` of one script takes, and of most classes that are imported then no object is made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, eq: bool = True) -> Callable[[type], type]:
        """Do what `dataclasses.dataclass` does; the methods come later."""
        return lambda cls: _later(cls, dataclasses.dataclass(frozen=frozen, eq=eq))


def _later(cls: Any, complete: Callable[[type], type]) -> type:  # noqa: ANN401
    bases = (base for base in cls.__bases__ if dataclasses.is_dataclass(base))
    if any("_finish" not in vars(base) for base in bases):
        return complete(cls)  # the methods of what it inherits from are there already
    unfinished = [cls, *(base for base in cls.__mro__[1:] if "_finish" in vars(base))]
    for base in unfinished[1:]:
        base.__dataclass_params__.frozen = False
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)  # its fields; compiles nothing
    for each in unfinished:  # so that any dataclass may inherit from it
        each.__dataclass_params__.frozen = True

    def finish() -> None:
        for base in reversed(cls.__mro__[1:]):
            vars(base).get("_finish", _nothing)()
        for name in ("__init__", "__setstate__", "_finish"):
            delattr(cls, name)
        for name in vars(cls).get("__annotations__", ()):
            setattr(cls, name, cls.__dataclass_fields__[name])  # as `field(…)`, with all that it says
        complete(cls)

    def initialize(self: object, *args: object, **kwargs: object) -> None:
        finish()
        type(self).__init__(self, *args, **kwargs)

    def restore(self: object, state: dict[str, object]) -> None:
        finish()
        vars(self).update(state)

    cls.__init__, cls.__setstate__, cls._finish = initialize, restore, staticmethod(finish)
    return cls  # type: ignore[no-any-return]


def _nothing() -> None:
    """What is left to do for a class that is complete."""
