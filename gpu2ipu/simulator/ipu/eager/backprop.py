"""Gradients that a layer lets through, captured on their way: the tape and the context that collect them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import refuse_others

__all__ = ["GradientCaptureContext", "GradientCaptureTape", "num_gradient_collection_tapes"]

_collecting: list[GradientCaptureContext] = []


def num_gradient_collection_tapes() -> int:
    """How many tapes and contexts collect gradients now."""
    return len(_collecting)


def push_captured_gradients(tag: str, gradients: list[Any]) -> None:
    """Give gradients to the innermost collector, if there is one. Raises ValueError for a tag that it has."""
    if not _collecting:
        return
    found = _collecting[-1]._found
    if tag in found:
        raise ValueError("Gradient exists in the captured grads frame.")
    found[tag] = gradients


class GradientCaptureContext:
    """Collects the gradients of `capture_upstream_gradients`, by tag, until they are read."""

    def __init__(self) -> None:
        """Nothing has been captured yet."""
        self._found: dict[str, list[Any]] = {}

    def __enter__(self) -> Any:
        """Collect from here on."""
        self._found = {}
        _collecting.append(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        """Go on collecting: gradients are computed after the context."""

    @property
    def captured_gradients(self) -> dict[str, list[Any]]:
        """What has been captured; reading ends the collection."""
        if self in _collecting:
            _collecting.remove(self)
        return self._found

    @captured_gradients.setter
    def captured_gradients(self, _: Any) -> None:
        raise ValueError("captured_gradients is read only.")


class GradientCaptureTape(tf.GradientTape, GradientCaptureContext):  # type: ignore[misc]
    """A gradient tape that captures as well."""

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        """See `tf.GradientTape`."""
        tf.GradientTape.__init__(self, persistent, watch_accessed_variables)
        GradientCaptureContext.__init__(self)

    def __enter__(self) -> Any:
        """Record and collect from here on."""
        GradientCaptureContext.__enter__(self)
        return tf.GradientTape.__enter__(self)

    def __exit__(self, *exception: Any) -> None:
        """End the recording."""
        tf.GradientTape.__exit__(self, *exception)

    def gradient(self, *args: Any, **kwargs: Any) -> Any:
        """The gradients of `tf.GradientTape`; what was captured on the way can be read then."""
        result = tf.GradientTape.gradient(self, *args, **kwargs)
        if self in _collecting:
            _collecting.remove(self)
        return result


__getattr__ = refuse_others("tensorflow.python.ipu.eager.backprop")
