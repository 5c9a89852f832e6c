"""Makes the emulated modules those of an SDK before 3.1, whose names were others; 3.1 to 3.4 have the same.

All modules are loaded first, since they need each other; then what the SDK did not have yet is taken away, and what
it had besides is put in: `tensorflow.python.ipu.keras` with its pipeline stages, and names that moved. What Keras
models do differently is in `keras/extensions/_older.py`.
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
_FORMER_FOLDERS = (f"{_IPU}.keras.", f"{_IPU}.horovod.")

# The SDK whose names the modules have now, if it is not the last one.
_adapted: list[str] = []

#: What SDK 2.5 still named, to say what takes its place. Source: its modules ipu/keras/model.py and pipeline.py.
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
    """Change the modules of this process, once both packages are there: each calls it at its end, naming the other.

    They load each other, so that one of them may still have to come to its end.
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
    """Whether a module exists here and did not in the SDK that is emulated; until `adapt` all find each other."""
    if public_names.is_module(name) or name not in public_names.PUBLIC_NAMES:
        return False
    if not any(package in sys.modules for package in EMULATED):
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
    """What went by another name, or stood elsewhere."""
    accumulation = importlib.import_module(f"{_IPU}.gradient_accumulation")
    collectives = importlib.import_module(f"{_IPU}.distributed.host_collective_ops")
    scaling = importlib.import_module("keras.ipu.optimizers.als_optimizer")
    return {
        "ALSOptimizer": scaling.ALSOptimizer,
        "GradientAccumulationReductionMethod": accumulation.GradientAccumulationReductionMethod,
        "all_gather": collectives.allgather,
        "all_reduce": collectives.allreduce,
    }


def _take_away() -> None:
    """Remove the modules and names that the SDK did not have yet."""
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
    """Put objects where the SDK had them; `old_keras` are those of `tensorflow.python.ipu.keras`.

    What was in whole folders that are gone can be imported, too: it is refused by its own name when it is used.
    """
    for name, names in public_names.names().items():
        if (name + ".").startswith(_FORMER_FOLDERS):
            _module(name)
        objects = old_keras if (name + ".").startswith(_FORMER_FOLDERS) else moved
        for public in names if name in sys.modules else ():
            if public in objects:
                vars(sys.modules[name]).setdefault(public, objects[public])


def _module(name: str) -> ModuleType:
    """A module without a file, and those around it."""
    if name not in sys.modules:
        parent, _, leaf = name.rpartition(".")
        module = ModuleType(name, "Emulates a module of Graphcore's SDKs before 3.1.")
        module.__path__ = []  # it may have others below it
        module.__getattr__ = importlib.import_module(f"{_IPU}._errors").refuse_others(name)  # type: ignore[method-assign]
        setattr(_module(parent), leaf, module)
        sys.modules[name] = module
    return sys.modules[name]


def _deprecated(objects: dict[str, Any]) -> dict[str, Any]:
    """Of SDK 2.6 and 3.0: for models of the private Keras, but for the scope, which serves all models."""
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
    """A function that does not know some of its arguments."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in arguments:
            if name in kwargs:
                raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'")
        return function(*args, **kwargs)

    return call
