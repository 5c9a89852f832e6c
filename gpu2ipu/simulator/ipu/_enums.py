"""Enumerations whose members may also be given by name."""

from __future__ import annotations

import enum
from typing import Any, TypeVar

Member = TypeVar("Member", bound=enum.Enum)


def member_of(members: type[Member], value: Any, wanted: str) -> Member:
    """Return the member that a value is or names, in any case. Raises ValueError for other values than `wanted`."""
    if isinstance(value, members):
        return value
    if isinstance(value, str) and value.upper() in members.__members__:
        return members[value.upper()]
    names = ", ".join(members.__members__)
    raise ValueError(f"Cannot parse {value} as {wanted}; the names are {names}.")
