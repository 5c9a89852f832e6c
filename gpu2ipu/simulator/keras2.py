"""Where the installed Keras 2 keeps what the recorder wraps: `keras` of TensorFlow 2.6, or `tf_keras`."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any, List

# The simulator's model extensions.
_EXTENSIONS = __name__.rpartition(".")[0] + ".keras."


def module(name: str) -> ModuleType:
    """A module of Keras 2 by the name that it has below its root, such as `engine.compile_utils`."""
    return importlib.import_module("%s.%s" % (_root(), name))


def datasets() -> List[ModuleType]:
    """The modules of `keras.datasets` that load something."""
    names = ("mnist", "fashion_mnist", "cifar10", "cifar100", "imdb", "reuters", "boston_housing")
    return [module("datasets." + name) for name in names]


def loaded_modules() -> List[ModuleType]:
    """All modules of Keras 2 and of its public API that are loaded, for names that were imported from elsewhere."""
    package = _root().split(".")[0]
    roots = (package, "keras", "tensorflow")
    return [found for name, found in list(sys.modules.items()) if found and name.split(".")[0] in roots]


def model_class() -> Any:
    """The class that all models of Keras 2 are made of."""
    return module("engine.training").Model


def model_classes() -> List[Any]:
    """The classes that may define fit, evaluate and predict: Keras' own, and the simulator's where it is installed."""
    extensions = [
        vars(found).values() for name, found in list(sys.modules.items()) if name.startswith(_EXTENSIONS)
    ]
    classes = [
        value for values in extensions for value in values if isinstance(value, type) and "fit" in vars(value)
    ]
    return list(dict.fromkeys([model_class(), *classes]))


def version() -> str:
    """The version of Keras 2."""
    return str(importlib.import_module(_root().split(".")[0]).__version__)


def _root() -> str:
    import tensorflow as tf

    home = tf.keras.Model.__module__
    if not home.endswith(".engine.training"):
        raise ImportError(
            "tf.keras is Keras 3 here (tf.keras.Model comes from %s): set TF_USE_LEGACY_KERAS=1" % home
        )
    return home[: -len(".engine.training")]
