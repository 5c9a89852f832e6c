"""The import hook: finds `tensorflow.python.ipu` and `keras.ipu` in this package, and `keras` in Keras 2.

This module imports neither TensorFlow nor anything by a relative import: where gpu2ipu is not installed it is loaded
by its path, and `finder.load_package().install()` does the rest.
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

#: The SDK's driver: its operations and messages, whose names are not known here.
DRIVER = "tensorflow.compiler.plugin"

# Where Keras 3 also has its public names.
_API = "keras.api"

#: Modules of Keras and TensorFlow 2.6 that newer ones have elsewhere -> where.
FORMER_NAMES = {
    "keras.optimizer_v2": "tf_keras.src.optimizers.legacy",
    "tensorflow.python.keras.datasets": "tf_keras.src.datasets",
}

#: Other spellings of modules of the SDK -> their names. Its wheel for TensorFlow 1 has the layers one level higher.
SYNONYMS = {
    "tensorflow.keras.ipu": "keras.ipu",
    "tf_keras.ipu": "keras.ipu",
    "ipu_tensorflow_addons.layers": "ipu_tensorflow_addons.v1.layers",
}

#: Modules for Estimators, which newer TensorFlows do not have -> where they are here.
ESTIMATORS = {
    f"tensorflow.python.ipu.{name}": f"tensorflow.python.ipu._estimators.{name}"
    for name in ("ipu_estimator", "ipu_pipeline_estimator", "ipu_run_config", "ipu_session_run_hooks")
}


def load_package() -> ModuleType:
    """Import `gpu2ipu.simulator` from the folder of this file, whether or not it is on `sys.path`.

    The parent folder is not added to `sys.path`: in an installed gpu2ipu it is the `site-packages` of the tool, whose
    numpy and TensorFlow may be built for another Python.
    """
    if "gpu2ipu" not in sys.modules:
        spec = _package_spec("gpu2ipu", FOLDER.parent)
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["gpu2ipu"] = module
        spec.loader.exec_module(module)
    return importlib.import_module("gpu2ipu.simulator")


def keras_package() -> str | None:
    """Return the name of the Keras 2 package: "keras" with TensorFlow 2.6 to 2.15, else "tf_keras"; None if missing."""
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
    """Finds the packages of the SDK, `keras` where Keras 2 has another name, and the optimizers of Keras 2."""

    def __init__(self, keras: str, emulated: Mapping[str, Path]) -> None:
        """`keras` is the package that `import keras` means, `emulated` maps packages of the SDK to folders here."""
        self._keras = keras
        self._emulated = emulated

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of an emulated or renamed module, None for any other.

        A module of the SDK that is not emulated has names that are refused when they are used. Raises
        ModuleNotFoundError for one that the emulated version of the SDK does not have.
        """
        if (fullname + ".").startswith(DRIVER + "."):
            return _refused_spec(fullname)
        if (fullname + ".").startswith(tuple(package + "." for package in self._emulated)):
            _refuse_hidden_module(fullname)
        if fullname in self._emulated:
            return _package_spec(fullname, self._emulated[fullname])
        for synonym, name in SYNONYMS.items():
            if (fullname + ".").startswith(synonym + "."):
                return _alias_spec(fullname, name + fullname[len(synonym) :])
        if fullname in ESTIMATORS and _exists("tensorflow_estimator"):
            return _alias_spec(fullname, ESTIMATORS[fullname])
        for package, folder in self._emulated.items():
            if fullname.startswith(package + "."):
                return _missing_spec(fullname, folder / fullname[len(package) + 1 :].replace(".", "/"))
        if fullname.endswith(".optimizers"):
            from gpu2ipu.simulator.keras2 import optimizers

            if optimizers.is_public(fullname, self._keras):
                return optimizers.spec(fullname, path)
        if self._keras != "keras":
            for former, name in FORMER_NAMES.items():
                if (fullname + ".").startswith(former + "."):
                    return _renamed_spec(fullname, name + fullname[len(former) :])
        if self._keras != "keras" and fullname == "keras":
            return _package_with_private_names(self._keras)
        if self._keras != "keras" and fullname.startswith("keras."):
            public = "keras" + fullname[len(_API) :] if (fullname + ".").startswith(_API + ".") else fullname
            return _renamed_spec(fullname, self._keras + public[len("keras") :])
        return None


class PrivateKerasFinder(MetaPathFinder):
    """Finds modules of Keras 2.6 such as `keras.engine` and `keras.utils.np_utils`, now in `tf_keras.src`.

    It is the last finder, so that the public modules of tf_keras take precedence.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the same module below `tf_keras.src`, None if there is none."""
        if not fullname.startswith("tf_keras.") or fullname.startswith(("tf_keras.src.", "tf_keras.ipu")):
            return None
        return _renamed_spec(fullname, "tf_keras.src." + fullname[len("tf_keras.") :])


class _Alias(Loader):
    """Loads a module that exists under another name, so that both names refer to one object."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # importlib has replaced it by the spec of the alias


class _RefusedModule(Loader):
    """Loads a module of which nothing is emulated."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        errors: Any = importlib.import_module("tensorflow.python.ipu._errors")
        module.__doc__ = "A module of Graphcore's SDK that the simulator does not emulate."
        if (module.__name__ + ".").startswith(DRIVER + "."):
            module.__getattr__ = errors.refuse_all(module.__name__)  # type: ignore[method-assign]
        else:
            module.__getattr__ = errors.refuse_others(module.__name__)  # type: ignore[method-assign]


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


def _package_with_private_names(real: str) -> ModuleSpec:
    from gpu2ipu.simulator.keras2 import private_names

    spec = _alias_spec("keras", real)
    private_names.show(sys.modules[real])
    return spec


def _exists(name: str) -> bool:
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _refuse_hidden_module(fullname: str) -> None:
    """Raise ModuleNotFoundError for a module that only later versions of the SDK have."""
    from gpu2ipu.simulator.sdk import older

    if older.hides(fullname):
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _missing_spec(fullname: str, file: Path) -> ModuleSpec | None:
    """Return the spec of a module without a file; None for others, which Python finds by the path of the package."""
    if file.with_suffix(".py").is_file() or (file / "__init__.py").is_file():
        return None
    from gpu2ipu.simulator.sdk.public_names import is_module

    return _refused_spec(fullname) if is_module(fullname) else None


def _refused_spec(fullname: str) -> ModuleSpec:
    return ModuleSpec(fullname, _RefusedModule(), is_package=True)
