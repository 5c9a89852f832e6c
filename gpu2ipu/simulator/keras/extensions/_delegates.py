"""How a method of a Keras class delegates to an extension: `x` to `_x_delegate`, if `_x_supported` returns true.

Source: tensorflow/python/ipu/keras_extensions.py of the SDK.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable

import tensorflow as tf
from keras.utils import tf_inspect

#: Keyword of a delegated method that makes it run without the extension.
_KEYWORD = "__extension_delegate"


class KerasExtension:
    """Base class of the extensions that are mixed into Keras objects created in the scope of a strategy."""


def extension_delegate(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a method of a Keras class that extensions may replace; for a class method it goes below `@classmethod`.

    An extension replaces it with `_name_supported(...)`, which returns whether it handles the call, and
    `_name_delegate(...)`, which must have the same arguments.
    """
    prefix = "" if function.__name__.startswith("_") else "_"

    def wrapper(owner: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs.pop(_KEYWORD, True):
            extension = extension_of(owner)
            supported = _plain(extension, f"{prefix}{function.__name__}_supported")
            delegate = _plain(extension, f"{prefix}{function.__name__}_delegate")
            if (
                supported
                and delegate
                and _same_arguments(function, delegate)
                and supported(owner, *args, **kwargs)
            ):
                return delegate(owner, *args, **kwargs)
        return function(owner, *args, **kwargs)

    wrapper.__name__, wrapper.__doc__ = function.__name__, function.__doc__
    wrapper.__dict__.update(vars(function))
    wrapper.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    wrapper.__original_func__ = function  # type: ignore[attr-defined]
    return wrapper


def delegate_if_exists(name: str, instance: Any, *args: Any) -> Any:
    """Call an extension's `_name_delegate` that replaces no method of Keras; None without an extension."""
    if not isinstance(instance, KerasExtension) or not hasattr(instance, f"_{name}_delegate"):
        return None
    if not getattr(instance, f"_{name}_supported")(*args):
        return None
    return getattr(instance, f"_{name}_delegate")(*args)


def extension_of(owner: Any) -> Any:
    """Return the class or object with the delegates for an object or class; None without an extension."""
    if not isinstance(owner, type):
        return owner if isinstance(owner, KerasExtension) else None
    lookup = getattr(tf.distribute.get_strategy(), "_get_keras_extension", None)
    if lookup is None:
        return None
    return next(filter(None, (lookup(base, KerasExtension) for base in owner.__mro__)), None)


def _plain(extension: Any, name: str) -> Any:
    method = getattr(extension, name, None)
    return getattr(method, "__func__", method)


def _same_arguments(function: Any, delegate: Any) -> bool:
    # All except the annotations.
    one, other = (tf_inspect.getfullargspec(each)[:-1] for each in (function, delegate))
    return bool(one == other)
