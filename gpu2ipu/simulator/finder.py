"""The import hook: which file or module answers for `tensorflow.python.ipu`, `keras.ipu` and `keras`.

No relative import and no TensorFlow here: the folder may be run as a program in an interpreter that does not
have gpu2ipu installed, and then this module is the way in, `finder.load_package().install()`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Mapping, Sequence

FOLDER = Path(__file__).resolve().parent

#: Other spellings of `keras.ipu`.
SYNONYMS = ("tensorflow.keras.ipu", "tf_keras.ipu")


def load_package() -> ModuleType:
    """Import `gpu2ipu.simulator` from beside this file, whether or not `sys.path` leads to it.

    The parent folder is not put on `sys.path`: in an installed gpu2ipu it holds the tool's own numpy and
    TensorFlow, which may be built for another Python.
    """
    if "gpu2ipu" not in sys.modules:
        spec = _package_spec("gpu2ipu", FOLDER.parent)
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["gpu2ipu"] = module
        spec.loader.exec_module(module)
    return importlib.import_module("gpu2ipu.simulator")


def keras_package() -> str | None:
    """The package with Keras 2, None if there is none: "keras" of TensorFlow 2.6 to 2.15, or "tf_keras"."""
    from importlib.metadata import PackageNotFoundError, version

    if importlib.util.find_spec("tensorflow") is None:
        return None
    try:
        if version("keras").startswith("2."):
            return "keras"
    except PackageNotFoundError:
        pass
    return "tf_keras" if importlib.util.find_spec("tf_keras") is not None else None


class SimulatorFinder(MetaPathFinder):
    """Answers for the SDK's packages, for `keras` where Keras 2 has another name, and for its optimizers."""

    def __init__(self, keras: str, emulated: Mapping[str, Path]) -> None:
        """`keras` is the package that `import keras` shall mean, `emulated` has a folder for each of the SDK's."""
        self._keras = keras
        self._emulated = emulated

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of an emulated or renamed module, None for others; NotEmulated if it is missing here."""
        if (fullname + ".").startswith(tuple(package + "." for package in self._emulated)):
            _refuse_hidden_module(fullname)
        if fullname in self._emulated:
            return _package_spec(fullname, self._emulated[fullname])
        for synonym in SYNONYMS:
            if (fullname + ".").startswith(synonym + "."):
                return _alias_spec(fullname, "keras.ipu" + fullname[len(synonym) :])
        for package, folder in self._emulated.items():
            if fullname.startswith(package + "."):
                _refuse_missing_module(fullname, folder / fullname[len(package) + 1 :].replace(".", "/"))
                return None  # a file of ours, which the package's own path finds
        if fullname.endswith(".optimizers"):
            from gpu2ipu.simulator.keras2 import optimizers

            if optimizers.is_public(fullname, self._keras):
                return optimizers.spec(fullname, path)
        if self._keras != "keras" and (fullname + ".").startswith("keras."):
            return _renamed_spec(fullname, self._keras + fullname[len("keras") :])
        return None


class PrivateKerasFinder(MetaPathFinder):
    """Finds what Keras 2.6 has in `keras.engine`, `keras.utils.np_utils` …, and tf_keras in `tf_keras.src`.

    It is asked last, so that the public modules of tf_keras keep their place.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the same module below `tf_keras.src`, None if there is none."""
        if not fullname.startswith("tf_keras.") or fullname.startswith(("tf_keras.src.", "tf_keras.ipu")):
            return None
        return _renamed_spec(fullname, "tf_keras.src." + fullname[len("tf_keras.") :])


class _Alias(Loader):
    """Gives a module that exists under another name, so that both names mean one object."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # importlib has put the alias's spec there


def _package_spec(name: str, folder: Path) -> ModuleSpec:
    spec = importlib.util.spec_from_file_location(
        name, str(folder / "__init__.py"), submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    return spec


def _alias_spec(fullname: str, real: str) -> ModuleSpec:
    module = importlib.import_module(real)
    spec = ModuleSpec(fullname, _Alias(module), is_package=hasattr(module, "__path__"))
    return spec


def _renamed_spec(fullname: str, real: str) -> ModuleSpec | None:
    return _alias_spec(fullname, real) if _exists(real) else None


def _exists(name: str) -> bool:
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _refuse_hidden_module(fullname: str) -> None:
    """Raise ModuleNotFoundError for a module that came after the SDK that is emulated."""
    from gpu2ipu.simulator.sdk import older

    if older.hides(fullname):
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _refuse_missing_module(fullname: str, file: Path) -> None:
    if file.with_suffix(".py").is_file() or (file / "__init__.py").is_file():
        return
    from gpu2ipu.simulator.sdk.public_names import is_module

    if is_module(fullname):
        errors: Any = importlib.import_module("tensorflow.python.ipu._errors")
        raise errors.not_emulated(fullname)
