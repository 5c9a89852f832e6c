"""The base class of the layers that replace one of Keras without all of its options."""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import refuse_others

__all__ = ["IPULayer"]


class IPULayer(tf.keras.layers.Layer):  # type: ignore[misc]
    """A layer with the arguments of the Keras layer of the same name, some of which it refuses."""

    def _check_unsupported(self, arg: Any, arg_name: str, method: str = "__init__") -> None:
        """Raise NotImplementedError if an argument was given that only the layer of Keras supports."""
        if arg:
            name = type(self).__name__
            raise NotImplementedError(
                f"ipu_tensorflow_addons.keras.layers.{name} does not support {method} argument {arg_name}. It is "
                f"included for API consistency with keras.{name}."
            )


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.layers.ipu_layer")
