"""Restore the IPU options that were saved with a model when it is created from a config, or loaded.

Source: keras/ipu/extensions/model_extensions.py of the SDK.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

from keras.engine import functional, sequential, training

from gpu2ipu.simulator.keras2 import installed

from ._delegates import delegate_if_exists, extension_of


def _from_config(stock: Any, is_model: bool) -> Any:
    """Wrap `from_config` to restore the options as well."""

    @functools.wraps(stock.__func__)
    def from_config(cls: Any, config: Any, custom_objects: Any = None) -> Any:
        if is_model and _is_extended_subclass(cls):
            model = _instance(cls)
        else:
            model = stock.__func__(cls, config, custom_objects)
        delegate_if_exists("deserialize_from_config", model, config)
        return model

    return classmethod(from_config)


def _is_extended_subclass(cls: Any) -> bool:
    """Return whether instances of `cls` created now would be subclassed models with an extension."""
    if cls is training.Model or issubclass(cls, functional.Functional):
        return False
    return extension_of(cls) is not None


def _instance(cls: Any) -> Any:
    try:
        return cls()
    except TypeError as error:
        raise NotImplementedError(
            f"Failed to construct subclassed model of type {cls.__name__} from config. Subclassed models which require "
            "parameters in their constructors must override the `from_config` function to be compatible with "
            "saving/loading."
        ) from error


def _loaded(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the loader of SavedModels, which creates Functional and Sequential models without `from_config`."""

    @functools.wraps(stock)
    def load(*args: Any, **kwargs: Any) -> Any:
        model = stock(*args, **kwargs)
        metadata = getattr(model, "_serialized_attributes", {}).get("metadata", {})
        config = metadata.get("model_config", {}).get("config", {})
        delegate_if_exists("deserialize_from_config", model, config)
        return model

    return load


def install() -> None:
    """Wrap the functions that create models from configs and files."""
    for owner in (training.Model, functional.Functional, sequential.Sequential):
        if "from_config" in vars(owner):
            owner.from_config = _from_config(vars(owner)["from_config"], owner is training.Model)
    # the second name is for newer Keras
    for name in ("saving.saved_model.load", "saving.legacy.saved_model.load"):
        try:
            loader: Any = installed.module(name)
        except ImportError:
            continue
        loader.load = _loaded(loader.load)
