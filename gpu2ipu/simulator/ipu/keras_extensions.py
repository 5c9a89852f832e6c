"""How a Keras model gets its IPU behaviour: a class is mixed in when it is made in a strategy's scope."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import tensorflow as tf

from ._errors import refuse_others

__all__ = ["KerasExtensions", "register_extension"]

#: Keras class -> the class that is mixed in, most special first. `keras.ipu.extensions` fills it.
_extensions: dict[type, type] = OrderedDict()

#: Mixed classes, so that two models of one class have one class again: (class, extension) -> mixed class.
_mixed_classes: dict[tuple[type, type], type] = {}


def register_extension(keras_class: type, extension: type) -> None:
    """Mix `extension` into instances of `keras_class` made in a scope; first registered, first tried."""
    _extensions[keras_class] = extension


class KerasExtensions:
    """The part of an `IPUStrategy` that concerns Keras models and dataset iterators."""

    def __init__(self, enable_dataset_iterators: bool = True, enable_keras_extensions: bool = True) -> None:
        """Each flag switches off one of the two changes that a scope makes."""
        self._enable_iterators = enable_dataset_iterators
        self._enable_keras_extensions = enable_keras_extensions

    def _enable_dataset_iterators(self) -> bool:
        return self._enable_iterators and tf.executing_eagerly()

    def _patch_keras_extension(self, instance: Any) -> None:
        """Give a new Keras model the class that mixes its own with the extension; layers stay as they are."""
        if not self._enable_keras_extensions:
            return
        for keras_class, extension in _extensions.items():
            if isinstance(instance, keras_class):
                if not isinstance(instance, extension):
                    original = type(instance)
                    # Not by assignment: Keras would track the class as an attribute of the model.
                    object.__setattr__(instance, "__class__", _mixed_class(original, extension))
                    object.__setattr__(instance, "__original_class__", original)
                return


def _mixed_class(original: type, extension: type) -> type:
    if any(base in _extensions.values() for base in original.__mro__):
        raise RuntimeError("KerasExtension patching failed - already patched with a different extension.")
    mixed = _mixed_classes.get((original, extension))
    if mixed is None or mixed.__bases__ != (original, extension):
        # The same name, as Keras sometimes asks for a class's name.
        namespace: dict[str, Any] = {"__module__": original.__module__, "__doc__": original.__doc__}
        if "build" in original.__dict__:
            namespace["build"] = original.__dict__["build"]  # Keras looks whether a class itself defines it
        mixed = type(original)(original.__name__, (original, extension), namespace)
        mixed.__qualname__ = original.__qualname__
        _mixed_classes[original, extension] = mixed
    return mixed


__getattr__ = refuse_others("tensorflow.python.ipu.keras_extensions")
