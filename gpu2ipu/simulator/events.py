"""What happens in this process that a report may want to know. Nobody need listen."""

from __future__ import annotations

from typing import Any, Callable

#: Called with the kind of each event and what there is to say about it.
LISTENERS: list[Callable[..., None]] = []


def tell(kind: str, **details: Any) -> None:
    """Let all who listen know."""
    for listener in LISTENERS:
        listener(kind, **details)
