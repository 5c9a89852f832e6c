"""Emulation of Graphcore's Python API for TensorFlow, in any interpreter that has TensorFlow 2.6 or newer.

`install()` makes `tensorflow.python.ipu` and `keras.ipu` importable and lets `keras` and `tf.keras` mean Keras 2, as
in the SDK. Nothing else happens until the script imports them.

* `ipu` and `keras` mirror `tensorflow.python.ipu` and `keras.ipu` of the SDK file for file.
* `sdk` has the public names of each version of the SDK, and why some are refused.
* `compiler` checks whether an IPU could run a program, `memory` whether it fits.
* `__main__` runs a script: `session` and `execution` drive it, `recording` writes what it does, `datasets` has
  synthetic data.
* `keras2` finds the stock Keras 2; `finder` is the import hook, `probe` describes the interpreter.

This code runs in the user's interpreter: it uses the syntax of Python 3.8 and imports only the standard library,
TensorFlow, Keras, numpy, h5py and this package.
"""

from __future__ import annotations

import os
import sys

from .finder import PrivateKerasFinder, SimulatorFinder, keras_package
from .keras2 import optimizers
from .sdk import version
from .sdk.packages import EMULATED
from .sdk.releases import VERSIONS

__all__ = ["Unavailable", "install"]


class Unavailable(ImportError):
    """This interpreter cannot run the simulator; the message says in one sentence how to fix that."""


def install(sdk: str = VERSIONS[-1]) -> None:
    """Let imports in this process find the emulated SDK of this version; a second call has no effect.

    Call it before TensorFlow is imported. Raises ValueError for an unknown SDK version, `Unavailable` if TensorFlow or
    Keras 2 is missing, or if Keras 3 is already loaded in this process.
    """
    if any(isinstance(finder, SimulatorFinder) for finder in sys.meta_path):
        return
    keras = keras_package()
    if keras is None:
        raise Unavailable(_what_is_missing())
    version.emulate(sdk)
    # Read by TensorFlow 2.16 and newer when `tf.keras` is first used; older versions always use Keras 2.
    os.environ["TF_USE_LEGACY_KERAS"] = "1"
    _refuse_loaded_keras3()
    sys.meta_path.insert(0, SimulatorFinder(keras, EMULATED))
    sys.meta_path.append(PrivateKerasFinder())
    for name in filter(lambda name: optimizers.is_public(name, keras), list(sys.modules)):
        optimizers.adapt(sys.modules[name])


def _what_is_missing() -> str:
    from importlib.util import find_spec

    if find_spec("tensorflow") is None:
        return (
            f"TensorFlow is not installed in {sys.executable}; "
            "install it with `pip install 'gpu2ipu[simulator]'` or name another interpreter."
        )
    return (
        f"the Keras of {sys.executable} is Keras 3, but IPUs are programmed with Keras 2: "
        "install tf_keras with `pip install 'gpu2ipu[simulator]'`."
    )


def _refuse_loaded_keras3() -> None:
    loaded = [sys.modules.get("keras"), getattr(sys.modules.get("tensorflow"), "keras", None)]
    if any(str(getattr(module, "__version__", "")).startswith("3.") for module in loaded):
        raise Unavailable(
            "Keras 3 is already loaded in this process: call gpu2ipu.simulator.install() before keras and "
            "tensorflow are imported, or set TF_USE_LEGACY_KERAS=1 before that."
        )
