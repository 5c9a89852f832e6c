"""Adapt the emulated modules to an SDK before 3.1, which has other public names; 3.1 to 3.4 have the same ones.

All modules are loaded first, since they import each other. Then the names that the SDK did not have yet are removed,
and those that only it had are added: `tensorflow.python.ipu.keras` with its pipeline stages, and names that moved. How
Keras models differ is in `keras/extensions/_older.py`.
"""

from __future__ import annotations

import functools
import importlib
import sys
from types import ModuleType
from typing import Any, Callable, Iterator

from ..keras2 import installed
from . import public_names, releases, version
from .packages import EMULATED

_IPU = "tensorflow.python.ipu"
_FORMER_FOLDERS = (f"{_IPU}.keras.", f"{_IPU}.horovod.", f"{_IPU}.ops.rnn_ops.")

# The version whose names the modules have now; empty for the last one.
_adapted: list[str] = []

#: Classes that SDK 2.5 has only to raise an error with the replacement: name -> name in the message, replacement.
#: Source: its modules ipu/keras/model.py and pipeline.py.
_DELETED = {
    "Model": ("IPUModel", "Use tf.keras.Model within an IPUStrategy instead."),
    "IPUModel": ("IPUModel", "Use tf.keras.Model within an IPUStrategy instead."),
    "Sequential": ("IPUSequential", "Use tf.keras.Sequential within an IPUStrategy instead."),
    "IPUSequential": ("IPUSequential", "Use tf.keras.Sequential within an IPUStrategy instead."),
    "PipelineModel": (
        "PipelineModel",
        "Use tf.keras.Model within an IPUStrategy, with PipelineStage scopes or set_pipeline_stage_assignment().",
    ),
    "PipelineSequential": (
        "PipelineSequential",
        "Use tf.keras.Sequential within an IPUStrategy, with set_pipeline_stage_assignment().",
    ),
}


def adapt(other: str) -> None:
    """Adapt the modules of this process once both packages are loaded.

    Each of the two packages calls this at its end, with the name of the other: they import each other, so that one of
    them may still be loading.
    """
    if not version.before("3.1") or getattr(sys.modules[other].__spec__, "_initializing", False):
        return
    for name in _emulated_modules():
        importlib.import_module(name)
    extensions = vars(importlib.import_module("keras.ipu.extensions"))
    _refuse_new_arguments()
    moved = {**extensions, **_former_names()}
    _take_away()
    _put_in(moved, _deprecated(moved) if not version.before("2.6") else {**moved, **_deleted()})
    _adapted.append(version.emulated())


def hides(name: str) -> bool:
    """Return whether a module of the last SDK does not exist in the emulated one.

    Until `adapt` has run no module is hidden, because they import each other.
    """
    if public_names.is_module(name) or name not in public_names.PUBLIC_NAMES:
        return False
    if not any(package in sys.modules for package in (_IPU, "keras.ipu")):
        importlib.import_module(_IPU)
    return bool(_adapted)


def _emulated_modules() -> Iterator[str]:
    for package, folder in EMULATED.items():
        for file in sorted(folder.rglob("*.py")):
            parts = [package, *file.relative_to(folder).with_suffix("").parts]
            name = ".".join(part for part in parts if part != "__init__")
            if name in public_names.PUBLIC_NAMES:
                yield name


def _former_names() -> dict[str, Any]:
    """Return the objects that had another name or were in another module."""
    accumulation = importlib.import_module(f"{_IPU}.gradient_accumulation")
    collectives = importlib.import_module(f"{_IPU}.distributed.host_collective_ops")
    strategy = importlib.import_module(f"{_IPU}.distributed.popdist_strategy")
    scaling = importlib.import_module("keras.ipu.optimizers.als_optimizer")
    recurrent = importlib.import_module("ipu_tensorflow_addons.v1.layers.rnn_ops")
    return {
        "ALSOptimizer": scaling.ALSOptimizer,
        "GradientAccumulationReductionMethod": accumulation.GradientAccumulationReductionMethod,
        "PopDistExtendedV1": strategy.PopDistExtendedV1,
        "PopDistStrategy": strategy.PopDistStrategy,
        "all_gather": collectives.allgather,
        "all_reduce": collectives.allreduce,
        "PopnnGRU": recurrent.PopnnGRU,
        "PopnnLSTM": recurrent.PopnnLSTM,
    }


def _take_away() -> None:
    """Remove the modules and names that the emulated SDK does not have yet."""
    for name in list(sys.modules):
        if name in public_names.PUBLIC_NAMES and not public_names.is_module(name):
            parent, _, leaf = name.rpartition(".")
            del sys.modules[name]
            if parent in sys.modules:
                vars(sys.modules[parent]).pop(leaf, None)
    for name, names in public_names.PUBLIC_NAMES.items():
        module = sys.modules.get(name)
        gone = {public for public in names.split() if not public_names.is_public(name, public)}
        if module is None or not gone:
            continue
        for public in gone:
            vars(module).pop(public, None)
        if hasattr(module, "__all__"):
            vars(module)["__all__"] = [public for public in module.__all__ if public not in gone]
    if not public_names.is_module("keras.ipu"):
        for public in installed.public_modules():
            vars(public).pop("ipu", None)


def _put_in(moved: dict[str, Any], old_keras: dict[str, Any]) -> None:
    """Add objects to the modules in which the SDK had them; `old_keras` are those of `tensorflow.python.ipu.keras`.

    Modules of packages that were removed later can be imported, too; what is not emulated in them is refused by its
    own name when it is used.
    """
    for name, names in public_names.names().items():
        if (name + ".").startswith(_FORMER_FOLDERS):
            _module(name)
        objects = old_keras if name.startswith(f"{_IPU}.keras") else moved
        if name in (f"{_IPU}.horovod", f"{_IPU}.distributed"):
            objects = importlib.import_module(f"{_IPU}._device.horovod").NAMES
        for public in names if name in sys.modules else ():
            if public in objects:
                vars(sys.modules[name]).setdefault(public, objects[public])


def _module(name: str) -> ModuleType:
    """Return a module that has no file; it and its parent packages are created if needed."""
    if name not in sys.modules:
        parent, _, leaf = name.rpartition(".")
        module = ModuleType(name, "Emulates a module of Graphcore's SDKs before 3.1.")
        module.__path__ = []  # a package, so that it can have submodules
        module.__getattr__ = importlib.import_module(f"{_IPU}._errors").refuse_others(name)  # type: ignore[method-assign]
        setattr(_module(parent), leaf, module)
        sys.modules[name] = module
    return sys.modules[name]


def _deprecated(objects: dict[str, Any]) -> dict[str, Any]:
    """Return what `tensorflow.python.ipu.keras` of SDK 2.6 and 3.0 has for all models: `PipelineStage`, deprecated.

    The rest of that module is for models of TensorFlow's private copy of Keras.
    """
    from tensorflow.python.util import deprecation

    stage = objects["PipelineStage"]
    warns = deprecation.deprecated(None, "Use `tf.keras` instead of `tf.python.keras`.")(stage.__init__)
    members = {"__init__": warns, "__doc__": stage.__doc__, "__module__": f"{_IPU}.keras"}
    return {"PipelineStage": type("PipelineStage", (stage,), members)}


def _deleted() -> dict[str, Any]:
    return {name: _refusing_class(*what) for name, what in _DELETED.items()}


def _refusing_class(name: str, instead: str) -> type:
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        raise RuntimeError(f"{name} has been deleted. {instead}")

    return type(name, (), {"__init__": init, "__doc__": f"Deleted. {instead}", "__module__": f"{_IPU}.keras"})


def _refuse_new_arguments() -> None:
    for release, table in releases.NEW_ARGUMENTS.items():
        for full, arguments in table.items() if version.before(release) else ():
            module, _, name = full.rpartition(".")
            owner: Any = sys.modules[module]
            taker = getattr(owner, name)
            if isinstance(taker, type):
                taker.__init__ = _without(taker.__init__, arguments.split())  # type: ignore[misc]
            else:
                setattr(owner, name, _without(taker, arguments.split()))


def _without(function: Callable[..., Any], arguments: list[str]) -> Callable[..., Any]:
    """Return the function, made to raise TypeError for some of its keyword arguments."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in arguments:
            if name in kwargs:
                raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'")
        return function(*args, **kwargs)

    return call
