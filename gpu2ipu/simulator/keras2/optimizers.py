"""Lets `tf.keras.optimizers` mean the optimizers of TensorFlow 2.6, which TensorFlow calls legacy since 2.11.

Those that took their names are other classes: they round otherwise, `RMSprop` is another formula, they take no
`decay`, and what is written on top of them does not fit. So the names themselves are given back, where a public
module of Keras is imported: `isinstance`, subclasses and patches then see one class, as in 2.6. What only the newer
ones have stays theirs: `experimental`, `AdamW`, …, a call with an argument such as `weight_decay`, a subclass that
defines `update_step`. An original may use these; `check` names them in a script that an IPU shall run.
"""

from __future__ import annotations

import functools
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Callable, Sequence

_NAMES = ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD")

# arguments and methods that only the newer ones know
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
    """Whether a module is one that scripts get optimizers from, in the package `keras` or in TensorFlow."""
    return module in (
        f"{keras}.optimizers",
        f"{keras}.api._v2.keras.optimizers",
        "tensorflow.keras.optimizers",
    )


def spec(fullname: str, path: Sequence[str] | None) -> ModuleSpec | None:
    """The spec of a public module, which gives its names back once it is loaded; None if there is none."""
    found = PathFinder.find_spec(fullname, path)
    if found is not None and found.loader is not None:
        found.loader = _Adapted(found.loader)
    return found


class _Adapted(Loader):
    """Loads a module as another loader does, and adapts it."""

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
    """Let the names of a public module mean the optimizers of TensorFlow 2.6; done twice, it changes nothing."""
    base = getattr(getattr(module, "legacy", None), "Optimizer", None)
    if base is None or issubclass(module.Adam, base):  # of a TensorFlow before 2.11, or adapted
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
    """The `__new__` of an optimizer: the newer one of its name where an argument is only known to that."""

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        # XLA has no kernel for what the older Adam does then, in newer TensorFlows
        amsgrad = kwargs.get("amsgrad") and "decay" not in kwargs
        if cls is older and (amsgrad or _ARGUMENTS & set(kwargs)):
            return newer(*args, **kwargs)
        return object.__new__(cls)

    return new


def _choosing_bases(base: Any, newer: dict[Any, Any]) -> Callable[..., None]:
    """The `__init_subclass__` of optimizers: a subclass that is written for the newer ones becomes one of them."""

    def init_subclass(cls: Any, **kwargs: Any) -> None:
        super(base, cls).__init_subclass__(**kwargs)
        if any(method in vars(cls) for method in _METHODS):
            cls.__bases__ = tuple(newer.get(parent, parent) for parent in cls.__bases__)
            if "__new__" not in vars(cls):  # of which Python remembers that a base had one
                cls.__new__ = staticmethod(lambda cls, *args, **kwargs: object.__new__(cls))

    return init_subclass


def _older_first(stock: Callable[..., Any]) -> Callable[..., Any]:
    """`get` or `deserialize`, to which a name means what it meant in 2.6; a configuration tells what it is of."""

    @functools.wraps(stock)
    def function(identifier: Any, *args: Any, **kwargs: Any) -> Any:
        name = identifier.get("class_name") if isinstance(identifier, dict) else identifier
        is_older = isinstance(name, str) and name.lower() in map(str.lower, _NAMES)
        return stock(identifier, *args, **{"use_legacy_optimizer": is_older, **kwargs})

    return function
