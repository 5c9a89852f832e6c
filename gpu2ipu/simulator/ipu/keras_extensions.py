"""How a Keras model is extended for IPUs: a class is mixed in when it is created in a strategy's scope."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import tensorflow as tf

from ._errors import refuse_others

__all__ = ["KerasExtensions", "register_extension"]

#: (Keras class, base class of extensions) -> the class to mix in, most specific first. `keras.ipu.extensions` fills it.
_extensions: dict[tuple[type, type], type] = OrderedDict()

#: (class, extension) -> mixed class, so that two models of one class have the same mixed class.
_mixed_classes: dict[tuple[type, type], type] = {}


def register_extension(keras_class: type, extension: type, base: type) -> None:
    """Mix `extension` into instances of `keras_class` created in a scope; the first match counts."""
    _extensions[keras_class, base] = extension


class KerasExtensions:
    """The part of an `IPUStrategy` that concerns Keras models and dataset iterators."""

    def __init__(self, enable_dataset_iterators: bool = True, enable_keras_extensions: bool = True) -> None:
        """Each flag disables one of the two changes of a scope."""
        self._enable_iterators = enable_dataset_iterators
        self._enable_keras_extensions = enable_keras_extensions
        #: Like `_extensions`, for this strategy only.
        self._keras_extensions: dict[tuple[type, type], type] = OrderedDict()

    def _enable_dataset_iterators(self) -> bool:
        return self._enable_iterators and tf.executing_eagerly()

    def _register_keras_extension(self, keras_class: type, base: type, extension: type) -> None:
        self._keras_extensions[keras_class, base] = extension

    def _delete_keras_extension(self, keras_class: type, base: type) -> None:
        self._keras_extensions.pop((keras_class, base), None)

    def _get_keras_extension(self, keras_class: type, base: type) -> type | None:
        if not self._enable_keras_extensions:
            return None
        return self._keras_extensions.get((keras_class, base)) or _extensions.get((keras_class, base))

    def _patch_keras_extension(self, instance: Any) -> None:
        """Mix an extension into the class of a new Keras object, if there is one for it."""
        if not self._enable_keras_extensions:
            return
        for (keras_class, base), extension in {**self._keras_extensions, **_extensions}.items():
            if isinstance(instance, keras_class):
                _mix(instance, base, self._keras_extensions.get((keras_class, base), extension))
                return


def _mix(instance: Any, base: type, extension: type) -> None:
    if isinstance(instance, base):
        if not isinstance(instance, extension):
            raise RuntimeError("KerasExtension patching failed - already patched with a different extension.")
        return
    original = type(instance)
    # Not by assignment: Keras would track the class as an attribute of the model.
    object.__setattr__(instance, "__class__", _mixed_class(original, extension))
    object.__setattr__(instance, "__original_class__", original)
    getattr(extension, "__init__")(instance)  # noqa: B009  # its own part of the construction


def _mixed_class(original: type, extension: type) -> type:
    mixed = _mixed_classes.get((original, extension))
    if mixed is None or mixed.__bases__ != (original, extension):
        # The same name, since Keras sometimes reads the name of a class.
        namespace: dict[str, Any] = {"__module__": original.__module__, "__doc__": original.__doc__}
        if "build" in original.__dict__:
            namespace["build"] = original.__dict__[
                "build"
            ]  # Keras checks whether the class itself defines it
        mixed = type(original)(original.__name__, (original, extension), namespace)
        mixed.__qualname__ = original.__qualname__
        _mixed_classes[original, extension] = mixed
    return mixed


__getattr__ = refuse_others("tensorflow.python.ipu.keras_extensions")
