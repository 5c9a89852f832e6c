"""Give `keras` the private names that Keras 2.6 has and tf_keras keeps elsewhere.

In Keras 2.6 `keras.losses` is the file with the losses: it also has what that file imports, such as `losses_utils`, and
what it does not export, such as `LossFunctionWrapper`. `tf_keras.losses` has the public names only, and the file is
`tf_keras.src.losses`. `tf.keras.losses` has the public names only in both.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Callable

_LEGACY = "optimizers.legacy"  # what `optimizer_v2` was
#: Modules that `import keras` loads in Keras 2.6, and that are not public -> their names in `tf_keras.src`.
_PRIVATE_MODULES = {
    "optimizer_v2": _LEGACY,
    **{name: name for name in ("backend_config", "distribute", "engine", "feature_column")},
}
#: The modules that the file `keras.optimizers` of Keras 2.6 imports -> their files in `_LEGACY`.
_OPTIMIZERS = {
    **{f"{name}_v2": name for name in ("adadelta", "adagrad", "adam", "adamax", "gradient_descent")},
    **{f"{name}_v2": name for name in ("nadam", "rmsprop")},
    **{name: name for name in ("ftrl", "optimizer_v2")},
}


def show(package: ModuleType) -> None:
    """Let tf_keras and its public modules ask their files for names that they lack; Keras 2.6 stays as it is."""
    files = f"{package.__name__}.src"
    if files not in sys.modules:
        return
    for name, module in [("", package), *vars(package).items()]:
        if name == "" or sys.modules.get(f"{package.__name__}.{name}") is module:
            module.__getattr__ = _asking(module.__name__, files, name)


def _asking(public: str, files: str, module: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a public module; `module` is its name below the package, "" for the package."""

    def ask(name: str) -> Any:
        found = None if name.startswith("__") else _former(files, module, name)
        if found is None:
            raise AttributeError(f"module {public!r} has no attribute {name!r}")
        return found

    return ask


def _former(files: str, module: str, name: str) -> Any:
    """Return what a module of Keras 2.6 has by this name, None if it is not known."""
    if module == "":
        return sys.modules.get(f"{files}.{_PRIVATE_MODULES.get(name)}")
    if module == "optimizers":  # the file of tf_keras has newer ones
        return sys.modules.get(f"{files}.{_LEGACY}.{_OPTIMIZERS.get(name)}")
    return getattr(sys.modules.get(f"{files}.{module}"), name, None)
