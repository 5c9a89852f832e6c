"""How loops and stages hand on values: as lists, and elements of a feed as arguments."""

from __future__ import annotations

from typing import Any


def as_list(values: Any) -> list[Any]:
    """Values as a list: those of a list or tuple, anything else alone."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def of_element(element: Any) -> tuple[list[Any], dict[str, Any]]:
    """How an element is passed to a body: a dictionary with names for keys as keywords, else by position."""
    parts = as_list(element)
    if len(parts) == 1 and isinstance(parts[0], dict) and all(isinstance(key, str) for key in parts[0]):
        return [], parts[0]
    return parts, {}
