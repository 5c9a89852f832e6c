"""Where the installed Keras 2 keeps what the recorder wraps: `keras` of TensorFlow 2.6, or `tf_keras`.

TensorFlow has a second, private copy of it since 2.6, which some scripts import their models from.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

_PRIVATE = "tensorflow.python.keras"
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


def module(name: str) -> ModuleType:
    """A module of Keras 2 by the name that it has below its root, such as `engine.compile_utils`."""
    return importlib.import_module(f"{_root()}.{name}")


def copies(name: str) -> list[ModuleType]:
    """A module of Keras 2 and its counterpart in the private copy, of which newer TensorFlows have a part."""
    private = f"{_PRIVATE}.{name}"
    if _root() == _PRIVATE:  # of Graphcore's TensorFlow 2.5
        return [module(name)]
    try:
        return [module(name), importlib.import_module(private)]
    except ModuleNotFoundError as error:
        if error.name is None or not (private + ".").startswith(error.name + "."):
            raise
        return [module(name)]


def datasets() -> list[ModuleType]:
    """The modules of `keras.datasets` that load something."""
    names = ("mnist", "fashion_mnist", "cifar10", "cifar100", "imdb", "reuters", "boston_housing")
    return [found for name in names for found in copies("datasets." + name)]


def loaded_modules() -> list[ModuleType]:
    """All loaded modules of Keras 2 and of its public API, for names that they import from each other."""
    package = _root().split(".")[0]
    roots = (package, "keras", "tensorflow")
    return [found for name, found in list(sys.modules.items()) if found and name.split(".")[0] in roots]


def model_classes() -> list[Any]:
    """The classes that all models are made of."""
    return [training.Model for training in copies("engine.training")]


def is_in_library(frame: Any) -> bool:
    """Whether code of TensorFlow or of Keras runs in a frame, which does for the script what it has not asked for."""
    return str(frame.f_globals.get("__name__", "")).split(".")[0] in _LIBRARIES


def version() -> str:
    """The version of Keras 2."""
    return str(importlib.import_module(_root().split(".")[0]).__version__)


def public_modules() -> tuple[Any, ...]:
    """What `tf.keras` is, and may become.

    Newer TensorFlows have two modules: an import of `tensorflow.keras.layers` puts another in the place of the first.
    """
    import tensorflow as tf

    return (tf.keras, importlib.import_module("tensorflow.keras"))


def show_version() -> None:
    """Give a newer `tf.keras` the `__version__` that scripts for TensorFlow 2.6 read."""

    for public in public_modules():
        if not hasattr(public, "__version__"):
            public.__version__ = version()


def _root() -> str:
    import tensorflow as tf

    home = str(tf.keras.Model.__module__)
    if not home.endswith(".engine.training"):
        raise ImportError(
            f"tf.keras is Keras 3 here (tf.keras.Model comes from {home}): set TF_USE_LEGACY_KERAS=1"
        )
    return home[: -len(".engine.training")]
