"""Dataset iterators as an IPU sees them: fixed shapes, elements to be taken inside a `tf.function` only."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops, iterator_ops

from ._errors import refuse_others

__all__ = ["IPUOwnedIterator", "install_dataset_iterators"]


class IPUOwnedIterator(iterator_ops.OwnedIterator):  # type: ignore[misc]
    """What `iter(dataset)` gives in the scope of an `IPUStrategy`.

    Raises ValueError if the shape of an element is not fully defined.
    """

    def __init__(self, dataset: Any) -> None:
        """Start at the first element of `dataset`."""
        for spec in tf.nest.flatten(dataset.element_spec):
            if not spec.shape.is_fully_defined():
                raise ValueError(
                    f"The shape {spec.shape} of an element is not fully defined. If using tf.Dataset.batch, "
                    "set `drop_remainder=True`."
                )
        super().__init__(dataset)

    def _next_internal(self) -> Any:
        if tf.executing_eagerly():
            raise RuntimeError(
                "The elements of a dataset can not be accessed in eager mode when inside 'IPUStrategy'. Take "
                "them in a 'tf.function' with 'jit_compile=True', or pass 'enable_dataset_iterators=False' "
                "to the strategy."
            )
        return super()._next_internal()

    def get_next(self, *args: Any, **kwargs: Any) -> Any:
        """The next element; only inside a `tf.function`."""
        return self._next_internal()

    def get_next_as_optional(self) -> Any:
        """Not supported by the SDK either: raises NotImplementedError."""
        raise NotImplementedError("IPU Dataset iterator does not support get_next_as_optional().")


def install_dataset_iterators() -> None:
    """Let `iter(dataset)` ask the current strategy which iterator to make."""
    stock: Callable[[Any], Any] = dataset_ops.DatasetV2.__iter__

    def __iter__(self: Any) -> Any:
        strategy = tf.distribute.get_strategy()
        wants_own = getattr(strategy, "_enable_dataset_iterators", None)
        return IPUOwnedIterator(self) if wants_own is not None and wants_own() else stock(self)

    dataset_ops.DatasetV2.__iter__ = __iter__


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_infeed_queue")
