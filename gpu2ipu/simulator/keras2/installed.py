"""The modules and classes of the installed Keras 2: `keras` with TensorFlow 2.6, `tf_keras` with newer ones.

Since 2.6 TensorFlow also has a private copy of Keras, from which some scripts import their models.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from types import ModuleType
from typing import Any

_PRIVATE = "tensorflow.python.keras"
_API = ".api._v2.keras"  # the module behind `tf.keras`
_LIBRARIES = ("tensorflow", "keras", "tf_keras")


def module(name: str) -> ModuleType:
    """Return a module of Keras 2 by its name below the root package, such as `engine.compile_utils`."""
    return importlib.import_module(f"{_root()}.{name}")


def copies(name: str) -> list[ModuleType]:
    """Return a module of Keras 2 and its counterpart in the private copy, which newer TensorFlows have in part only.

    Raises ModuleNotFoundError if Keras 2 has no such module.
    """
    private = f"{_PRIVATE}.{name}"
    if _root() == _PRIVATE:  # Graphcore's TensorFlow 2.5
        return [module(name)]
    try:
        return [module(name), importlib.import_module(private)]
    except ModuleNotFoundError as error:
        if error.name is None or not (private + ".").startswith(error.name + "."):
            raise
        return [module(name)]


def datasets() -> list[ModuleType]:
    """Return the modules of `keras.datasets` that load a dataset."""
    names = ("mnist", "fashion_mnist", "cifar10", "cifar100", "imdb", "reuters", "boston_housing")
    return [found for name in names for found in copies("datasets." + name)]


def loaded_modules() -> list[ModuleType]:
    """Return all loaded modules of Keras 2 and of its public API, which import names from each other."""
    package = _root().split(".")[0]
    roots = (package, "keras", "tensorflow")
    return [found for name, found in list(sys.modules.items()) if found and name.split(".")[0] in roots]


def model_classes() -> list[Any]:
    """Return the base classes of all models."""
    return [training.Model for training in copies("engine.training")]


def optimizer_classes() -> list[Any]:
    """Return the base classes of all optimizers of Keras 2.6, which newer Keras has as legacy ones."""
    found = []
    for name in (f"{_root()}.optimizers.legacy", f"{_root()}.optimizer_v2", f"{_PRIVATE}.optimizer_v2"):
        with contextlib.suppress(ModuleNotFoundError):
            found.append(importlib.import_module(f"{name}.optimizer_v2").OptimizerV2)
    return list(dict.fromkeys(found))


def is_in_library(frame: Any) -> bool:
    """Return whether a frame runs code of TensorFlow or Keras, not of the script itself."""
    return str(frame.f_globals.get("__name__", "")).split(".")[0] in _LIBRARIES


def version() -> str:
    """Return the version of Keras 2."""
    return str(importlib.import_module(_root().split(".")[0]).__version__)


def public_modules() -> tuple[Any, ...]:
    """Return the modules that `tf.keras` may be, once it has been used.

    An import of `tensorflow.keras.layers` replaces one by another; the former one asks the module of the API.
    """
    import tensorflow as tf

    api = [module for name, module in sys.modules.items() if name.endswith(_API)]
    return (tf.keras, importlib.import_module("tensorflow.keras"), *api)


def show_version() -> None:
    """Add the `__version__` that scripts for TensorFlow 2.6 read to newer `tf.keras` modules."""

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
