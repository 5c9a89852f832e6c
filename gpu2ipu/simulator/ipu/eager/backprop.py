"""The tape and the context that collect captured gradients during backpropagation."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["GradientCaptureContext", "GradientCaptureTape", "num_gradient_collection_tapes"]

_collecting: list[GradientCaptureContext] = []


def num_gradient_collection_tapes() -> int:
    """Return the number of tapes and contexts that currently collect gradients."""
    return len(_collecting)


def push_captured_gradients(tag: str, gradients: list[Any]) -> None:
    """Pass gradients to the innermost collector, if there is one. Raises ValueError for a tag that it already has."""
    if not _collecting:
        return
    found = _collecting[-1]._found
    if tag in found:
        raise ValueError("Gradient exists in the captured grads frame.")
    found[tag] = gradients


class GradientCaptureContext:
    """Collects the gradients of `capture_upstream_gradients`, by tag, until they are read."""

    def __init__(self) -> None:
        """Start without any gradient."""
        self._found: dict[str, list[Any]] = {}

    def __enter__(self) -> Any:
        """Start collecting."""
        self._found = {}
        _collecting.append(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        """Keep collecting: gradients are computed after the context."""

    @property
    def captured_gradients(self) -> dict[str, list[Any]]:
        """The captured gradients; reading them ends the collection."""
        if self in _collecting:
            _collecting.remove(self)
        return self._found

    @captured_gradients.setter
    def captured_gradients(self, _: Any) -> None:
        raise ValueError("captured_gradients is read only.")


class GradientCaptureTape(tf.GradientTape, GradientCaptureContext):  # type: ignore[misc]
    """A gradient tape that also captures gradients."""

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        """See `tf.GradientTape`."""
        tf.GradientTape.__init__(self, persistent, watch_accessed_variables)
        GradientCaptureContext.__init__(self)

    def __enter__(self) -> Any:
        """Start recording and collecting."""
        GradientCaptureContext.__enter__(self)
        return tf.GradientTape.__enter__(self)

    def __exit__(self, *exception: Any) -> None:
        """Stop recording."""
        tf.GradientTape.__exit__(self, *exception)

    def gradient(self, *args: Any, **kwargs: Any) -> Any:
        """Return the gradients of `tf.GradientTape`; the captured ones can be read afterwards."""
        result = tf.GradientTape.gradient(self, *args, **kwargs)
        if self in _collecting:
            _collecting.remove(self)
        return result


__getattr__ = refuse_others("tensorflow.python.ipu.eager.backprop")
