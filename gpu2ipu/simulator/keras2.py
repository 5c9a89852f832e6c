"""Where the installed Keras 2 keeps what the recorder wraps: `keras` of TensorFlow 2.6, or `tf_keras`."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


def module(name: str) -> ModuleType:
    """A module of Keras 2 by the name that it has below its root, such as `engine.compile_utils`."""
    return importlib.import_module(f"{_root()}.{name}")


def datasets() -> list[ModuleType]:
    """The modules of `keras.datasets` that load something."""
    names = ("mnist", "fashion_mnist", "cifar10", "cifar100", "imdb", "reuters", "boston_housing")
    return [module("datasets." + name) for name in names]


def loaded_modules() -> list[ModuleType]:
    """All loaded modules of Keras 2 and of its public API, for names that they import from each other."""
    package = _root().split(".")[0]
    roots = (package, "keras", "tensorflow")
    return [found for name, found in list(sys.modules.items()) if found and name.split(".")[0] in roots]


def model_class() -> Any:
    """The class that all models of Keras 2 are made of."""
    return module("engine.training").Model


def version() -> str:
    """The version of Keras 2."""
    return str(importlib.import_module(_root().split(".")[0]).__version__)


def _root() -> str:
    import tensorflow as tf

    home = str(tf.keras.Model.__module__)
    if not home.endswith(".engine.training"):
        raise ImportError(
            f"tf.keras is Keras 3 here (tf.keras.Model comes from {home}): set TF_USE_LEGACY_KERAS=1"
        )
    return home[: -len(".engine.training")]
