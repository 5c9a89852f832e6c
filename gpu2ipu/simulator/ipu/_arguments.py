"""How loops and stages pass values: as lists, and elements of a feed as arguments."""

from __future__ import annotations

from typing import Any


def as_list(values: Any) -> list[Any]:
    """Return values as a list: the items of a list or tuple, or a single value."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def of_element(element: Any) -> tuple[list[Any], dict[str, Any]]:
    """Return how an element is passed to a body: a dictionary with string keys as keywords, else by position."""
    parts = as_list(element)
    if len(parts) == 1 and isinstance(parts[0], dict) and all(isinstance(key, str) for key in parts[0]):
        return [], parts[0]
    return parts, {}
