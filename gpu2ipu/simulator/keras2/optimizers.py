"""Give `tf.keras.optimizers` the optimizers of TensorFlow 2.6, which TensorFlow calls legacy since 2.11.

The newer classes of the same names compute differently: they round in another order, `RMSprop` has another formula,
they take no `decay`, and subclasses of the older ones do not work with them. So the names in the public modules of
Keras are rebound when these are imported: `isinstance`, subclasses and patches see one class, as in 2.6. What only the
newer classes have still works: `experimental`, `AdamW`, …, a call with an argument such as `weight_decay`, a subclass
that defines `update_step`. An original may use these; `check` reports them in scripts for an IPU.
"""

from __future__ import annotations

import functools
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Callable, Sequence

_NAMES = ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD")

# arguments and methods that only the newer classes have
_ARGUMENTS = frozenset(
    [
        "weight_decay",
        "use_ema",
        "ema_momentum",
        "ema_overwrite_frequency",
        "jit_compile",
        "is_legacy_optimizer",
    ]
)
_METHODS = ("build", "compute_gradients", "update_step")


def is_public(module: str, keras: str) -> bool:
    """Return whether a module is a public module of optimizers, in the package `keras` or in TensorFlow."""
    return module in (
        f"{keras}.optimizers",
        f"{keras}.api._v2.keras.optimizers",
        "tensorflow.keras.optimizers",
    )


def spec(fullname: str, path: Sequence[str] | None) -> ModuleSpec | None:
    """Return the spec of a public module whose names are rebound once it is loaded; None if there is no such module."""
    found = PathFinder.find_spec(fullname, path)
    if found is not None and found.loader is not None:
        found.loader = _Adapted(found.loader)
    return found


class _Adapted(Loader):
    """Loads a module with another loader, and adapts it."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        adapt(module)


def adapt(module: Any) -> None:
    """Rebind the names of a public module to the optimizers of TensorFlow 2.6; a second call has no effect."""
    base = getattr(getattr(module, "legacy", None), "Optimizer", None)
    if base is None or issubclass(module.Adam, base):  # TensorFlow before 2.11, or already adapted
        return
    newer = {base: module.Optimizer}
    module.Optimizer = base
    for name in _NAMES:
        older = getattr(module.legacy, name)
        newer[older] = getattr(module, name)
        older.__new__ = staticmethod(_giving_way(older, newer[older]))
        setattr(module, name, older)
    base.__init_subclass__ = classmethod(_choosing_bases(base, newer))
    home = sys.modules[module.get.__module__]
    for name in ("get", "deserialize"):
        if not hasattr(getattr(home, name), "__wrapped__"):
            setattr(home, name, _older_first(getattr(home, name)))
        setattr(module, name, getattr(home, name))


def _giving_way(older: Any, newer: Any) -> Callable[..., Any]:
    """Return a `__new__` for an older optimizer that creates the newer one if it gets an argument only that one has."""

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        # with it the older Adam uses an operation for which XLA of newer TensorFlows has no kernel
        amsgrad = kwargs.get("amsgrad") and "decay" not in kwargs
        if cls is older and (amsgrad or _ARGUMENTS & set(kwargs)):
            return newer(*args, **kwargs)
        return object.__new__(cls)

    return new


def _choosing_bases(base: Any, newer: dict[Any, Any]) -> Callable[..., None]:
    """Return an `__init_subclass__` that gives subclasses written for the newer optimizers the newer base class."""

    def init_subclass(cls: Any, **kwargs: Any) -> None:
        super(base, cls).__init_subclass__(**kwargs)
        if any(method in vars(cls) for method in _METHODS):
            cls.__bases__ = tuple(newer.get(parent, parent) for parent in cls.__bases__)
            if "__new__" not in vars(cls):  # Python keeps the `__new__` of the former base
                cls.__new__ = staticmethod(lambda cls, *args, **kwargs: object.__new__(cls))

    return init_subclass


def _older_first(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Return `get` or `deserialize`, changed to take the names of optimizers as in 2.6."""

    @functools.wraps(stock)
    def function(identifier: Any, *args: Any, **kwargs: Any) -> Any:
        name = identifier.get("class_name") if isinstance(identifier, dict) else identifier
        is_older = isinstance(name, str) and name.lower() in map(str.lower, _NAMES)
        return stock(identifier, *args, **{"use_legacy_optimizer": is_older, **kwargs})

    return function
